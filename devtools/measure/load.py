"""Use a server like a school: ``python -m devtools.measure.load [--minutes 10] [--learners 60] [--solo 20] ...``.

The promise: a school fits on the machines that docs/host.md names. It takes three minutes more than it is told.

Over real websockets, learners come to the pages of six lessons, look at every screen, predict, answer, change figures,
and press "10,000 trials" again and again. Others do so on the page of the odds, begin tournaments, play alone, or play
at the tables of a room. At the end, a process for games is killed. Print the times to answers, the memory of a learner
and of all processes, the time until pages show everything again, and what was lost. Exit with 1 if a bound is missed.
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
"""The seconds in which people must have looked at all of a page."""
MIB = 2**20
MOST_GAMES = 20
"""The most games of a tournament."""


class LessonPage(Page):
    """A page that shows many screens."""

    learner: Learner
    after = 1.0

    async def begin(self) -> None:
        one = self.learner
        self.hello |= {"visit": one.visit, "page": one.page}
        await super().begin()
        await asyncio.gather(*map(self.look, [*one.seen][-IN_SIGHT:]))

    async def look(self, screen: str) -> None:
        """Look for a screen, and give it the progress if it is about that."""
        await self.socket.send(json.dumps({"kind": "look", "screen": int(screen)}))
        await self.until(lambda: screen in self.states)
        if "kept" in self.states[screen]:
            await self.asked(screen, kind="hello", kept=json.dumps(self.learner.progress), hands=[])

    async def asked(self, screen: str, **content: Any) -> float:
        """Send a message; return the seconds until it is answered."""
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
        """Return the learner's predictions and answers that are shown."""
        views = [(screen, state.get("view", {})) for screen, state in self.states.items()]
        guesses = {f"guess {at}": view["prediction"]["guess"] for at, view in views if view.get("prediction")}
        return guesses | {f"answer {at}": view["typed"] for at, view in views if view.get("typed")}


class Learner:
    """Somebody on a page that is a notebook; it comes back whenever its line is cut."""

    def __init__(self, school: School, page: str, number: int, waits: list[float]) -> None:
        """Name a page; note in *waits* the seconds to each answer."""
        self.school, self.page, self.waits, self.chance = school, page, waits, random.Random(number)
        self.ready, self.visit = asyncio.Event(), None
        self.seen, self.progress = dict[str, None](), dict[str, Any]()
        self.before: dict[str, Any] | None = None
        """What was shown when the line was cut, until the page is back."""

    def keep(self, text: str | None) -> None:
        """Store the progress as a browser does."""
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
                school.errors["a line ended"] += not school.killed
            except* Exception as errors:
                school.errors[repr(errors.exceptions)[:150]] += 1
            if page is not None and self.before is None:
                self.before = page.answers()
            await asyncio.sleep((page.after if page else 1.0) + APART * self.chance.random())

    async def _work(self, page: LessonPage) -> None:
        """Look at everything and do something with each screen; then do anything again and again."""
        for screen in map(str, own_pages().read(self.page).screens):
            if screen not in self.seen:
                self.seen[screen] = None
                await page.look(screen)
                await self._do(page, screen)
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
        """Return what can be done with odds or a tournament."""
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
    """Return True while trials go on."""
    sample = view.get("sample", {"wanted": 0, "trials": 0})
    return bool(view.get("running") or sample["trials"] < sample["wanted"])


class School:
    """All people, and what they meet."""

    def __init__(self, server: Server, pause: float) -> None:
        self.server, self.pause = server, pause
        self.begun, self.killed = asyncio.Event(), 0.0
        self.waits, self.others = list[float](), list[float]()
        """The seconds to answers in lessons, and beside them."""
        self.trials, self.back = list[float](), list[float]()
        """The seconds to the results of all trials, and from the end of a process to a whole page."""
        self.kept = Counter[bool]()
        """The answers that are shown again, and those that are not."""
        self.errors, self.tables, self.alone = Counter[str](), Seen(), Found()
        self.tasks: list[asyncio.Task[None]] = []
        self.learners: list[Learner] = []

    def note(self, times: list[float], seconds: float) -> None:
        """Note a time, unless pages are coming back."""
        times += [] if self.killed else [seconds]

    async def come(self, page: str, number: int, waits: list[float]) -> float:
        """Let so many people come to a page; return the memory that each takes, in bytes."""
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
        """Let others come, and find their tables."""
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
        """Kill a process for games and lessons; wait until everybody is back."""
        self.killed = time.monotonic()
        killed(self.server.running(PLAYERS)[:1])
        await asyncio.sleep(1)
        while any(one.before is not None for one in self.learners) and time.monotonic() < self.killed + BACK:
            await asyncio.sleep(0.1)
        await asyncio.sleep(CALM)
        self.errors["pages not back"] += sum(one.before is not None for one in self.learners)


async def use(server: Server, chosen: argparse.Namespace) -> int:
    """Let everybody come, go on, and come back; print everything, and return 1 if a bound is missed."""
    school, sizes, each = School(server, chosen.pause), list[float](), chosen.learners // len(VISITED)
    for lesson in VISITED if each > 1 else ():
        await school.come(lesson, 1, school.waits)  # the first one fills caches
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
    words.add_argument("--minutes", type=float, default=10, help="how long all go on together; default: %(default)s")
    words.add_argument("--learners", type=int, default=60, help="spread over six lessons; default: %(default)s")
    words.add_argument("--others", type=int, default=10, help="at odds and tournaments; default: %(default)s")
    words.add_argument("--solo", type=int, default=20, help="people in games of their own; default: %(default)s")
    words.add_argument("--tables", type=int, default=20, help="people at shared tables; default: %(default)s")
    words.add_argument("--rooms", type=int, default=1, help="of these people; default: %(default)s")
    words.add_argument("--pause", type=float, default=4, help="seconds between two messages; default: %(default)s")
    chosen = words.parse_args()
    with tempfile.TemporaryDirectory() as home, started(Path(home), "serve", "--open") as server:
        return asyncio.run(use(server, chosen))


if __name__ == "__main__":
    sys.exit(main())
