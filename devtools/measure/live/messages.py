"""Send hostile messages to tables and pages: ``python -m devtools.measure.live.messages WHERE [COUNT]``.

The promises: a page sees only what its seat may see, no matter what anyone sends (docs/live.md), and invalid messages
are refused with a sentence (docs/threats.md). At a desk, two thousand messages take a few minutes.

WHERE is ``desk``, the shared-table service without a network; ``solo``, single visitors' games; or ``lessons``, the
screens on all notebook pages. Everybody sends messages: the host, pupils, friends, spectators, the wall, people who
were removed, and strangers. The messages are valid, nearly valid, hostile, or not messages at all; many contain code,
which must never run. No exception may escape or be logged.

At a desk, every page must show its table as its seat sees it, nothing that is sent may depend on hidden cards, and no
message may take a long time. For single visitors, every message to a screen must be answered; a refusal must be a
sentence and change nothing. Each number identifies a message to a particular desk, so a long run may be split:
``--first 50000`` continues from there. Exit with 0 if all of this holds.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from unittest.mock import patch

from devtools import command
from devtools.measure.common import FLAT, listening, memory, ranked
from phase10_widgets.server.notebooks import LESSONS, NOTEBOOKS
from phase10_widgets.teaching.code.code_home import VISITED
from phase10_widgets.teaching.pages.pages import LessonPages
from phase10_widgets.ui.interactive import PAUSE
from phase10_widgets.ui.solo.visit import Visits

from .hostile import EXECUTED, GAME, PAGES, Facts, texts
from .world import bare, parsed, world

EACH = 1000
"""The number of messages sent to each desk."""
TOO_SLOW = 0.05
MOST_WHY = 600
"""The maximum number of characters in a refusal."""
ANSWER = {"kind": "predict", "v": 1, "id": "honest", "rev": 1, "guess": "0.5", "confidence": 0.6}


@dataclass
class Met:
    """The outcomes of many messages."""

    times: list[float] = field(default_factory=list)
    ticks: list[float] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    logged: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    grown: int = 0

    @property
    def failed(self) -> bool:
        return bool(self.wrong or self.logged or self.slowest[0] > TOO_SLOW or self.grown > FLAT)

    def tell(self) -> None:
        print(f"processor time of messages: {ranked(self.times)}\nof time checks: {ranked(self.ticks)}")
        print(f"slowest: {1000 * self.slowest[0]:.1f} ms at {self.slowest[1][:200]!r}")
        print(f"memory grew by {self.grown / 2**20:.1f} MiB after the first tenth; {dict(self.counted)}")
        print(f"wrong: {self.wrong.total()}", *(f"  {n} x {what}" for what, n in self.wrong.most_common(12)), sep="\n")
        print(f"logged: {len(self.logged)}", *(f"  {line}" for line in sorted(set(self.logged))[:12]), sep="\n")

    def take(self, what: str, deed: Callable[[], object], fault: Callable[[str], None]) -> None:
        """Perform a message's request, and record its cost."""
        began = time.thread_time()
        try:
            deed()
        except Exception as error:
            fault(f"raised {type(error).__name__}: {str(error)[:200]} at {what[:200]}")
        self.times.append(time.thread_time() - began)
        self.slowest = max(self.slowest, (self.times[-1], what[:300]))

    def fault(self, what: str) -> None:
        """Record a fault."""
        self.wrong[what] += 1


def to_desks(first: int, count: int) -> Met:
    """Send *count* messages, starting with number *first*, to desks."""
    met, sent = Met(), 0
    with listening() as met.logged:
        for start in range(first, first + count, EACH):
            with world(start // EACH, met) as found:
                gc.freeze()  # as a server does
                for _ in range(min(EACH, first + count - start)):
                    found.step()
                    sent += 1
                    if sent == max(1, count // 10):
                        before = memory()
                found.look()
            gc.unfreeze()
            gc.collect()
        met.grown = memory() - before
    return met


class Page:
    """A page with its own game or lesson, and the screens that it shows."""

    address = ""

    def __init__(self, visits: Visits, **hello: Any) -> None:
        self.visit: str | None = None
        self.screens: dict[int, dict[str, Any]] = {}
        self.refusals: list[Mapping[str, Any]] = []
        self.got, self.closed, self.new, self.alone = 0, False, False, True
        """True for a visit without a page name, in which each screen replaces the previous one."""
        self.say(visits, {"kind": "hello", "v": 1, "visit": None, "start": "setup", "language": "en", **hello})

    def say(self, visits: Visits, message: Any) -> None:
        self.new = False
        visits.hear(self, message)
        if self.new:
            self.alone = "page" not in message

    def send(self, message: Any) -> None:
        self.got += 1
        if message["kind"] == "welcome":
            self.visit, self.new = message["visit"], message["new"]
            self.screens = {} if self.new else self.screens
        elif "screen" in message:
            before = self.screens.pop(message["screen"], {})
            self.screens[message["screen"]] = {**before, **message}  # a game's page shows the last screen
            told = message.get("message", {})
            self.refusals += [told] if told.get("kind") == "reject" else []

    def close(self, code: int) -> None:
        self.closed = True

    def state(self) -> dict[int, str]:
        """Return the content of the page's screens, without the parts that belong to a single message."""
        shown = {at: (each.get("about"), each.get("view")) for at, each in self.screens.items()}
        return {at: json.dumps([about, bare({**view, "rev": 0})]) for at, (about, view) in shown.items() if view}

    def fault(self, got: int, state: dict[int, str], *, spoken: bool) -> str:
        """Return the fault in the answer to a message, given the number of messages that the page had received (*got*)
        and the content that it showed before. *spoken* is True if the message was for a screen on this page.
        """
        if spoken and self.got == got and not self.closed:
            return "no answer"
        if any(not each["why"] or len(each["why"]) > MOST_WHY or each["code"] == "failed" for each in self.refusals):
            return "no sentence"
        changed = self.refusals and not state.items() <= self.state().items()
        return "a refused message changed something" if changed else ""


def says_to(message: Any, screens: Sequence[int]) -> bool:
    """Return True if a message is addressed to one of these screens."""
    spoken = isinstance(message, dict) and message.get("kind") == "say"
    return spoken and type(message.get("screen")) is int and message["screen"] in screens


def sent(met: Met, first: int, count: int, *, lesson: bool) -> Iterator[int]:
    """Send messages to pages, yielding after each; meanwhile, another visitor's page must not change."""
    course, chance = LessonPages(NOTEBOOKS / LESSONS), random.Random(f"visits {first}")
    visits, facts = Visits(None, open_page=course.open), Facts(token="x" * 20, requests=GAME)
    names, stream = [*course], texts(chance, facts)
    shown = course.read(PAGES[0])
    asked = next(at for at in shown.screens if (shown.code[at].last or "").startswith("learner.ask("))
    no_process = patch("subprocess.Popen", side_effect=OSError)
    with listening() as met.logged, patch.dict(os.environ, {VISITED: "1"}), no_process as popen:
        honest = Page(visits, **({"page": PAGES[0]} if lesson else {}))
        kept, pages = honest.got, [Page(visits) for _ in range(5)]
        for at in range(count):
            page = pages[at % len(pages)]
            if page.closed or (lesson and at < len(pages)):
                visits.gone(page)
                back = page.visit if chance.random() < 0.7 else None
                more = {"page": chance.choice(names), "visit": back} if lesson else {}
                page = pages[at % len(pages)] = Page(visits, **more)
                for screen in chance.sample(range(70), 20) if lesson else ():
                    look = {"kind": "look", "screen": screen}
                    met.take(str(more), partial(visits.hear, page, look), met.fault)
            known = [*page.screens][-1:] if page.alone else [*page.screens]
            facts.screen = chance.choice([*known, chance.randrange(70)] if lesson else known or [asked])
            facts.visit = page.visit
            facts.see(page.screens.get(facts.screen, {}), chance, lesson=lesson)
            got, state, (way, text) = page.got, page.state(), next(stream)
            page.refusals.clear()
            met.take(text, partial(lambda page, text: page.say(visits, parsed(text)), page, text), met.fault)
            spoken = says_to(parsed(text), known)
            if fault := page.fault(got, state, spoken=spoken):
                met.fault(f"{fault}: {text[:200]} {str(page.refusals)[:200]}")
            met.counted += Counter({way: 1, "answered": page.got > got, "refused": len(page.refusals)})
            if honest.got != kept or honest.closed:
                met.fault("another visitor's page changed")
            if at == count // 10:
                before = memory()
            yield at
        met.grown = memory() - before
        met.wrong += Counter({"code was run": hasattr(sys, EXECUTED), "a process was started": popen.call_count})
        for message in ({"kind": "look"}, {"kind": "say", "message": ANSWER}) if lesson else ():
            visits.hear(honest, {"screen": asked, **message})
        if lesson and honest.screens[asked]["view"]["ack"] != ANSWER["id"]:
            met.fault("an honest learner can no longer predict")


def to_visits(first: int, count: int, *, lesson: bool = False) -> Met:
    """Send messages to single visitors' games or to lesson pages, which sometimes have long-running work to do."""
    met = Met()

    async def send() -> None:
        for at in sent(met, first, count, lesson=lesson):
            if at % 500 == 0:
                await asyncio.sleep(2 * PAUSE)

    if lesson:
        asyncio.run(send())
    else:
        deque(sent(met, first, count, lesson=lesson), 0)
    return met


def main() -> int:
    words = command.parser(__doc__)
    words.add_argument("where", choices=["desk", "solo", "lessons"], metavar="WHERE", help="desk, solo, lessons")
    words.add_argument("count", nargs="?", type=int, default=2000, metavar="COUNT", help="default: %(default)s")
    words.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first message")
    chosen = words.parse_args()
    if chosen.where == "desk":
        met = to_desks(chosen.first, chosen.count)
    else:
        met = to_visits(chosen.first, chosen.count, lesson=chosen.where == "lessons")
        met.slowest = 0.0, ""  # other processes do the work, so it may take a long time
    met.tell()
    return int(met.failed)


if __name__ == "__main__":
    sys.exit(main())
