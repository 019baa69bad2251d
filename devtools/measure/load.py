"""Simulate a school's load: ``python -m devtools.measure.load [--minutes 10] [--learners 60] [--solo 20] ...``.

The promise: the machines named in docs/host.md can serve a school. A run takes three minutes longer than ``--minutes``.

Over real websockets, learners open the pages of six lessons, look at every screen, predict, answer, change figures, and
press "10,000 trials" repeatedly. Others do the same on the odds page, start tournaments, play alone, or play at a
room's tables. At the end, a game process is killed. Print the response times, the memory per learner and for all
processes, the time until pages show everything again, and the losses. Exit with 1 if a bound is exceeded.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from devtools import command
from phase10_widgets.teaching.pages.pages import LESSONS, TOOLS, own_pages

from . import crowd
from .common import memory, rank, ranked
from .crowd import Seen, Somebody
from .open_page import LostError, Page, opened
from .server import PLAYERS, Server, killed, started
from .visitor import Found, Visitor

VISITED = tuple(f"{LESSONS}/{number}" for number in (1, 3, 5, 10, 12, 15))
TABLES = "questions", "predictions", "reflections", "programs", "recalled", "designs"
TRIALS, EVERY = 10_000, 30.0
CALM, BACK, APART, IN_SIGHT = 10.0, 60.0, 0.5, 3
COME = 120.0
"""The number of seconds within which people must see a whole page."""
MIB = 2**20
MOST_GAMES = 20
"""The maximum number of games in a tournament."""


class LessonPage(Page):
    """A page with many screens."""

    learner: Learner
    after = 1.0

    async def begin(self) -> None:
        one = self.learner
        self.hello |= {"visit": one.visit, "page": one.page}
        await super().begin()
        await asyncio.gather(*map(self.look, [*one.seen][-IN_SIGHT:]))

    async def look(self, screen: str) -> None:
        """Wait for a screen, and send the learner's progress to it if necessary."""
        await self.socket.send(json.dumps({"kind": "look", "screen": int(screen)}))
        await self.until(lambda: screen in self.states)
        if "kept" in self.states[screen]:
            await self.asked(screen, kind="hello", kept=json.dumps(self.learner.progress), hands=[])

    async def asked(self, screen: str, **content: Any) -> float:
        """Send a message; return the number of seconds until it is answered."""
        began, name = time.monotonic(), await self.say(screen, rev=self.view(screen)["rev"], **content)
        await self.until(lambda: name in self.answered or name in self.rejected)
        return time.monotonic() - began

    def note(self, message: Any) -> None:
        before = self.states
        super().note(message)
        self.states = {**before, **self.states}
        self.learner.visit, self.after = message.get("visit", self.learner.visit), message.get("after") or self.after
        if "kept" in message:
            self.states[str(message["screen"])]["kept"] = True
            self.learner.keep(message["kept"])

    def answers(self) -> dict[str, Any]:
        """Return the predictions and answers shown on the page."""
        views = [(screen, state.get("view", {})) for screen, state in self.states.items()]
        guesses = {f"guess {at}": view["prediction"]["guess"] for at, view in views if view.get("prediction")}
        return guesses | {f"answer {at}": view["typed"] for at, view in views if view.get("typed")}


class Learner:
    """A person on a notebook page that reconnects whenever its connection is cut."""

    def __init__(self, school: School, page: str, number: int, waits: list[float]) -> None:
        """Start with this page, and record the number of seconds until each answer in *waits*."""
        self.school, self.page, self.waits, self.chance = school, page, waits, random.Random(number)
        self.ready, self.visit = asyncio.Event(), None
        self.seen, self.progress = dict[str, None](), dict[str, Any]()
        self.before: dict[str, Any] | None = None
        """The view when the connection broke, or None once the page is back."""

    def keep(self, text: str | None) -> None:
        """Store the learner's progress as a browser does."""
        if text:
            told = json.loads(text)
            self.progress, old = told["progress"], self.progress
            for table in () if told["all"] else TABLES:
                rows = {**old.get(table, {}), **self.progress.get(table, {})}
                self.progress[table] = {name: row for name, row in rows.items() if row is not None}

    async def study(self) -> None:
        school = self.school
        while True:
            page: Any = None
            try:
                async with opened(school.server.address, school.errors, self.page, LessonPage) as page:
                    page.learner = self
                    await page.begin()
                    if self.before is not None:
                        school.back += [time.monotonic() - school.killed] if school.killed else []
                        await asyncio.gather(*map(page.look, [*self.seen][:-IN_SIGHT]))
                        school.kept.update(page.answers().get(name) == value for name, value in self.before.items())
                        self.before = None
                    async with asyncio.TaskGroup() as group:
                        group.create_task(self._work(page))
                        await page.socket.wait_closed()
                        raise LostError
            except* (LostError, WebSocketException):
                school.errors["a connection ended"] += not school.killed
            except* Exception as errors:
                school.errors[repr(errors.exceptions)[:150]] += 1
            if page is not None and self.before is None:
                self.before = page.answers()
            await asyncio.sleep((page.after if page else 1.0) + APART * self.chance.random())

    async def _work(self, page: LessonPage) -> None:
        """Look at everything, use each screen once, and then keep performing random actions."""
        for screen in map(str, own_pages().read(self.page).screens):
            if screen not in self.seen:
                self.seen[screen] = None
                await page.look(screen)
                await self._do(page, screen)
        if not self.ready.is_set():
            await self._press(page)
        self.ready.set()
        await self.school.begun.wait()
        due = time.monotonic() + EVERY * self.chance.random()
        while True:
            await asyncio.sleep(self.school.pause * self.chance.uniform(0.5, 1.5))
            if time.monotonic() < due:
                await self._do(page, self.chance.choice([*self.seen]))
            else:
                due += EVERY
                await self._press(page)

    async def _do(self, page: LessonPage, screen: str) -> None:
        if found := [each for each in self._deeds(page.states[screen]) if TRIALS not in each.values()]:
            self.school.note(self.waits, await page.asked(screen, **self.chance.choice(found)))

    async def _press(self, page: LessonPage) -> None:
        deeds = [(name, each) for name, state in page.states.items() for each in self._deeds(state)]
        if found := [each for each in deeds if TRIALS in each[1].values()]:
            (screen, content), began = self.chance.choice(found), time.monotonic()
            await page.asked(screen, **content)
            await page.until(lambda: not busy(page.view(screen)))
            self.school.note(self.school.trials, time.monotonic() - began)

    def _deeds(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        if "editions" in state.get("about", {}):
            return self._numbers(state["about"]["editions"], state["view"])
        view = state["view"]
        pick, parts = self.chance.choice, view.get("parts", ())
        if "prediction" in view:
            plain = {"chance": ["0.312", "40%"], "number": ["3", "5"], "choice": [one["id"] for one in view["choices"]]}
            own = pick(plain[view["kind"]])
            if not view["open"] and view["recall"] is None:
                return [{"kind": "predict", "guess": f"{own} to {own}" if view["interval"] else own, "confidence": 0.6}]
            return [{"kind": "answer", "typed": own}, *({"kind": "simulate", "n": n} for n in view["tries"])]
        if view.get("summary") or "legal" in view:
            return (
                [{"kind": "continue"}] if view["summary"] else [{"kind": "action", "action": x} for x in view["legal"]]
            )
        for asked in (part["field"] for part in parts if part["kind"] == "guess"):
            return [{"kind": "do", "name": "guess", "value": asked["value"] or asked["options"][0][0]}]
        deeds = [one for part in parts for one in part.get("deeds", ()) if not one["disabled"]]
        found: list[dict[str, Any]] = [{"kind": "do", "name": one["name"], "value": one["value"]} for one in deeds]
        for one in (each for part in parts for each in part.get("fields", ())):
            values = range(one["low"], one["high"] + 1, one.get("step", 1)) if "low" in one else [not one["value"]]
            options = [name for name, _ in one.get("options", ())]
            found.append({"kind": "choose", one["name"]: pick(options or values)})
        return found

    def _numbers(self, editions: list[dict[str, Any]], view: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the possible actions on an odds or tournament page."""
        edition, asked = {"edition": self.chance.choice(editions)["id"]}, view["asked"]
        if "games" in asked:
            few = {"kind": "choose", **edition, "games": self.chance.randint(2, MOST_GAMES)}
            return [few] if asked["games"] > MOST_GAMES else [few, {"kind": "start"}]
        phase = {"phase": self.chance.randint(1, 10)}
        if "hand" in asked:
            return [{"kind": "choose", **phase}]
        cards = {"cards": self.chance.randint(*view["limits"]["cards"])}
        tried = [{"kind": "deal", "n": n} for n in (1, 100, TRIALS)] if "sample" in view else []
        choices = [{**cards}, {**edition, **phase}, phase] if tried else [cards]
        return [*tried, *({"kind": "choose", **each} for each in choices)]


def busy(view: dict[str, Any]) -> bool:
    """Return True while trials are running."""
    sample = view.get("sample", {"wanted": 0, "trials": 0})
    return bool(view.get("running") or sample["trials"] < sample["wanted"])


class School:
    """All the people and their observations."""

    def __init__(self, server: Server, pause: float) -> None:
        self.server, self.pause = server, pause
        self.begun, self.killed = asyncio.Event(), 0.0
        self.waits, self.others = list[float](), list[float]()
        """The number of seconds until each answer, in lessons and elsewhere."""
        self.trials, self.back = list[float](), list[float]()
        """The number of seconds until the results of all trials, and from the end of a process to a complete page."""
        self.kept = Counter[bool]()
        """The number of answers that are shown again, and the number of answers that are not."""
        self.errors, self.tables, self.alone = Counter[str](), Seen(), Found()
        self.tasks: list[asyncio.Task[None]] = []
        self.learners: list[Learner] = []

    def note(self, times: list[float], seconds: float) -> None:
        """Record a time, unless pages are reconnecting."""
        times += [] if self.killed else [seconds]

    async def come(self, page: str, number: int, waits: list[float]) -> float:
        """Send this many people to a page; return the memory, in bytes, that each of them uses."""
        before = self.server.taken()
        those = [Learner(self, page, len(self.learners) + at, waits) for at in range(number)]
        self.tasks += [asyncio.create_task(one.study()) for one in those]
        try:
            await asyncio.wait_for(asyncio.gather(*(one.ready.wait() for one in those)), COME)
        except TimeoutError:
            raise RuntimeError(f"{page} is not ready: {dict(self.errors)}") from None
        self.learners += those
        return (self.server.taken() - before) / number

    async def play(self, chosen: argparse.Namespace) -> None:
        """Let other people arrive, and seat some of them at tables."""
        address, seen, acted = self.server.address, self.tables, dict[Any, tuple[int, float]]()
        for at in range(chosen.others):
            await self.come(TOOLS[at % len(TOOLS)], 1, self.others)
        for number in range(chosen.solo):
            one = Visitor([address], number, self.alone, self.pause)
            self.tasks.append(asyncio.create_task(one.visit(float("inf"))))
        if each := chosen.tables // chosen.rooms:
            plan = argparse.Namespace(people=each, tables=-(-each // 4), computers=1)
            hosts = await crowd.opened(self.server, chosen.rooms)
            room = await crowd.gathered(
                self.server, hosts, plan, lambda token, _: Somebody(address, token, seen, acted, self.pause)
            )
            self.tasks += room.values()
        await asyncio.sleep(CALM)
        for times in (self.waits, self.others, self.trials, self.alone.waits, seen.own):
            times.clear()

    async def lose(self) -> None:
        """Kill a process for games and lessons, and wait until everybody is back."""
        self.killed = time.monotonic()
        killed(self.server.running(PLAYERS)[:1])
        await asyncio.sleep(1)
        while any(one.before is not None for one in self.learners) and time.monotonic() < self.killed + BACK:
            await asyncio.sleep(0.1)
        await asyncio.sleep(CALM)
        self.errors["pages not back"] += sum(one.before is not None for one in self.learners)


async def use(server: Server, chosen: argparse.Namespace) -> int:
    """Let everybody arrive, use the pages and return; print the results, and return 1 if a bound is exceeded."""
    school, sizes, each = School(server, chosen.pause), list[float](), chosen.learners // len(VISITED)
    for lesson in VISITED if each > 1 else ():
        await school.come(lesson, 1, school.waits)  # the first learner fills the caches
        sizes.append(await school.come(lesson, each - 1, school.waits) / MIB)
        print(f"{lesson}: {sizes[-1]:.2f} MiB a learner", flush=True)
    await school.play(chosen)
    parts = [server.process, *server.running()]
    began = [sum(one.cpu_times()[:2]) for one in parts]
    school.begun.set()
    await asyncio.sleep(60 * chosen.minutes)
    for one, before in zip(parts, began, strict=True):
        cores = (sum(one.cpu_times()[:2]) - before) / 60 / chosen.minutes
        print(f"{' '.join(one.cmdline()[-2:])[-40:]}: {cores:.2f} cores, {memory(one) / MIB:.0f} MiB", flush=True)
    all_of_them = server.taken() / MIB
    await school.lose()
    await crowd.left(school.tasks, school.errors)
    answers = {"a learner": school.waits, "a game alone": school.alone.waits, "a shared table": school.tables.own}
    answers |= {"odds and tournaments": school.others}
    for name, times in {**answers, "trials": school.trials, "back": school.back}.items():
        print(f"{name}: {ranked(times)}")
    print(f"reactions seen: {school.tables.reactions}")
    wrong = school.errors + school.alone.errors + school.alone.wrong + school.tables.wrong + server.failed()
    wrong["kernels"] += len(server.running("ipykernel"))
    rows = [(f"answers to {who}, p95, ms", 1000 * rank(times, 0.95), 100.0) for who, times in answers.items() if times]
    rows += [("memory of all processes, MiB", all_of_them, 400)]
    rows += [("10,000 trials, p95, s", rank(school.trials, 0.95), 3)] if school.trials else []
    if sizes:
        rows += [("memory of a learner, median, MiB", statistics.median(sizes), 1.5)]
        rows += [("memory of a learner, worst lesson, MiB", max(sizes), 4), ("pages back, s", rank(school.back, 1), 5)]
    rows += [
        (f"lost of {school.kept.total()} answers", school.kept[False], 0),
        (f"wrong: {dict(wrong)}", wrong.total(), 0),
    ]
    for name, value, most in rows:
        print(f"{value:8.2f} of at most {most:5} {'' if value <= most else 'MISSED':6} {name}")
    return int(not all(value <= most for _, value, most in rows))


def main() -> int:
    words = command.parser(__doc__)
    words.add_argument("--minutes", type=float, default=10, help="minutes of full activity; default: %(default)s")
    words.add_argument("--learners", type=int, default=60, help="spread over six lessons; default: %(default)s")
    words.add_argument("--others", type=int, default=10, help="at odds and tournaments; default: %(default)s")
    words.add_argument("--solo", type=int, default=20, help="people who play alone; default: %(default)s")
    words.add_argument("--tables", type=int, default=20, help="people at shared tables; default: %(default)s")
    words.add_argument("--rooms", type=int, default=1, help="for these people; default: %(default)s")
    words.add_argument("--pause", type=float, default=4, help="seconds between messages; default: %(default)s")
    chosen = words.parse_args()
    with tempfile.TemporaryDirectory() as home, started(Path(home), "serve", "--open") as server:
        return asyncio.run(use(server, chosen))


if __name__ == "__main__":
    sys.exit(main())
