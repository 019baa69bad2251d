"""A process that plays games for the pages of a server: ``python -m phase10_widgets.apps.serve.solo_worker MARK``.

The server starts it and speaks with it over its standard input and output (see `frames`). It ends with the server. All
games share one thread, whose turns are shared among the visitors' addresses, and in each among its pages.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable
from enum import Enum, auto
from functools import partial
from typing import Any, TypeVar

from ...core.untrusted_json import loads
from ...course.lesson.pages import own_pages
from ...live.budgets import Budget
from ...screens.turns import TURN, UNKNOWN, Address, Flow, Turns
from ...screens.visit import Visits
from ...store.user_store import default_store
from ...views.protocol.solo import PageDown, SoloDown
from ..garbage import collect_seldom
from . import frames, log
from .bounds import set_bounds
from .frames import LONG, MOST_MESSAGE

LOG = logging.getLogger(__name__)
Result = TypeVar("Result")
MEMORY = 2**30
"""The most memory for data, in bytes; beyond it, this process ends, and another takes its place."""
FIRST_OUT = 200
"""Its rank among the processes that Linux ends when memory runs out: 0 is the server's, 1000 the first."""
SHARE = 0.25, 3.0
"""The seconds of processor time that a page may take per second, and at once."""
MOST_QUEUED = 60
"""The most messages of a page that may wait."""
MOST_QUEUED_LENGTH = MOST_MESSAGE + MOST_QUEUED * LONG
"""The longest that waiting messages of a page may be in all, in characters, unless it is one alone."""
MOST_IN_ALL = 32 * 2**20
"""The longest that the waiting messages of all pages may be together, in characters."""
QUICK = (
    *("action", "continue", "undo", "step", "pause", "beat"),
    *("choose", "do", "predict", "simulate", "answer", "reflect"),
    *("turn_to", "skip", "hint", "solve", "renew", "report"),
)
"""The messages that carry on a game or a lesson."""
MOST_QUICK = 1000
"""The length of such a message, in characters."""
SWEEP = 30.0
"""The seconds between two looks for visits that nobody comes back to."""


class TurnKind(Enum):
    """The kinds of turns: each has its own share, so that a classmate's long searches delay nobody's moves."""

    QUICK = auto()
    STEP = auto()
    OTHER = auto()


WEIGHTS = {TurnKind.QUICK: 5.0, TurnKind.STEP: 1.0, TurnKind.OTHER: 1.0}
"""How much of the processor each kind may take, compared with the others: a person who moves is waiting."""


class SoloPage:
    """A page, as the games see it."""

    def __init__(self, worker: SoloWorker, number: int, address: str) -> None:
        self._worker, self._number = worker, number
        self._queue: asyncio.Queue[str] = asyncio.Queue(MOST_QUEUED)
        self.queued = 0
        """The characters that wait."""
        self.long = False
        """True while the server waits until a long message is carried out."""
        self._budget = Budget(*SHARE)
        self.address = address
        self._flows = {kind: Flow() for kind in TurnKind}
        self.task = asyncio.create_task(self._run())
        self.task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Disconnect a page whose messages nobody carries out anymore."""
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("a page's message failed", exc_info=error)
            self.drop()

    def send(self, message: SoloDown | PageDown) -> None:
        """Send the page a message."""
        view = message["kind"] == "tell" and message.keys() == {"kind", "screen", "view"}
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        self._worker.write(self._number, frames.Kind.VIEW if view else frames.Kind.TEXT, text)

    def close(self, code: int) -> None:
        """End the connection."""
        self._worker.write(self._number, frames.Kind.CLOSE, str(code))

    def put(self, text: str) -> None:
        """Take in a message; whoever has too much waiting is disconnected."""
        if self._queue.full() or (self.queued and self.queued + len(text) > MOST_QUEUED_LENGTH):
            self.drop()
            return
        self.queued += len(text)
        self._queue.put_nowait(text)

    def drop(self) -> None:
        """Disconnect the page, and forget what waits."""
        self.close(4429)
        while not self._queue.empty():
            self.queued -= len(self._queue.get_nowait())
        self.done()

    def done(self) -> None:
        """Let the server read on, if it waits until a long message is carried out."""
        if self.long:
            self.long = False
            self._worker.write(self._number, frames.Kind.DONE)

    async def _run(self) -> None:
        TURN.set(self._step)
        while True:
            text = await self._queue.get()
            await self._carry_out(text)
            self.queued -= len(text)
            if len(text) > LONG:
                self.done()

    async def _carry_out(self, text: str) -> None:
        """Carry out a message in turn; one that carries on the game has a share of its own, unless it takes long."""
        flow, quick = self._flows[TurnKind.QUICK], is_quick(text)
        kind = TurnKind.QUICK if quick and flow.mean <= UNKNOWN else TurnKind.OTHER
        _, seconds = await self._turn(kind, partial(self._hear, text))
        if quick and kind is TurnKind.OTHER:
            flow.note(seconds)

    async def _step(self, act: Callable[[], Result]) -> Result:
        """Carry out a computer player's action in turn; the person's messages do not wait behind these."""
        result, _ = await self._turn(TurnKind.STEP, act)
        return result

    async def _turn(self, kind: TurnKind, act: Callable[[], Result]) -> tuple[Result, float]:
        """Carry out something in turn; return its result and its seconds, once this page may take more."""
        await self._worker.told()
        address = self._worker.address(self.address, kind)
        result, seconds = await self._worker.turns.take(address, self._flows[kind], act)
        await asyncio.sleep(self._budget.spend(seconds))
        return result, seconds

    def _hear(self, text: str) -> None:
        self._worker.visits.hear(self, _parsed(text))


def is_quick(text: str) -> bool:
    """Return True for a message that carries on a game or a lesson.

    >>> is_quick('{"kind": "say", "screen": 2, "message": {"kind": "action"}}'), is_quick('{"kind": "hello"}')
    (True, False)
    """
    found = _parsed(text) if len(text) <= MOST_QUICK else None
    message = found.get("message") if isinstance(found, dict) else None
    return isinstance(message, dict) and message.get("kind") in QUICK


def _parsed(text: str) -> Any:
    """Return a message; None if it is no JSON."""
    try:
        return loads(text)
    except (ValueError, RecursionError):
        return None


class SoloWorker:
    """The games of this process, and the pipe to the server."""

    def __init__(self, mark: str, out: asyncio.StreamWriter) -> None:
        """Write to *out*; the names of visits begin with *mark*."""
        self.visits = Visits(default_store(), mark=mark, open_page=own_pages().open)
        self.turns = Turns()
        self._addresses: dict[tuple[str, TurnKind], Address] = {}
        self._lines: dict[int, SoloPage] = {}
        self._chores: list[asyncio.Task[None]] = []
        self._out = out

    def write(self, number: int, kind: frames.Kind, text: str = "") -> None:
        """Tell the server something about a page."""
        self._out.write(frames.packed(number, kind, text))

    async def told(self) -> None:
        """Wait until the server has read nearly everything."""
        await self._out.drain()

    async def run(self, stream: asyncio.StreamReader) -> None:
        """Play until the server ends."""
        for chore in (self._sweep(), collect_seldom()):
            self._chores.append(asyncio.create_task(chore))
            self._chores[-1].add_done_callback(end_if_failed)
        try:
            while True:
                self._hear(*await frames.read(stream))
        except asyncio.IncompleteReadError:
            return
        finally:
            for task in self._chores:
                task.cancel()

    def _hear(self, number: int, kind: frames.Kind, text: str) -> None:
        """Take in what the server says."""
        page = self._lines.get(number)
        if kind is frames.Kind.SIGN:
            self.write(0, kind)
        elif kind is frames.Kind.ADDRESS:
            self._enter(number, text)
        elif kind is frames.Kind.CLOSE:
            self._leave(number)
        elif page is not None:
            page.long = page.long or kind is frames.Kind.LONG
            page.put(text)
            self._make_room()
        elif kind is frames.Kind.LONG:
            self.write(number, frames.Kind.DONE)

    def _make_room(self) -> None:
        """Disconnect the page with the longest waiting messages if those of all are too long."""
        if sum(page.queued for page in self._lines.values()) > MOST_IN_ALL:
            max(self._lines.values(), key=lambda page: page.queued).drop()

    def _enter(self, number: int, address: str) -> None:
        self._lines[number] = SoloPage(self, number, address)

    def address(self, name: str, kind: TurnKind) -> Address:
        """Return what counts the turns of a kind for an address."""
        return self._addresses.setdefault((name, kind), Address(WEIGHTS[kind]))

    def _leave(self, number: int) -> None:
        line = self._lines.pop(number, None)
        if line is not None:
            line.task.cancel()
            line.done()
            self.visits.gone(line)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.visits.sweep()
            known = {page.address for page in self._lines.values()}
            for name, address in [*self._addresses.items()]:
                if name[0] not in known and self.turns.is_even(address):
                    del self._addresses[name]


async def work(mark: str) -> None:
    """Play until the standard input ends."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, sys.stdout)
    await SoloWorker(mark, asyncio.StreamWriter(transport, protocol, None, loop)).run(reader)


class Ends(logging.Handler):
    """End this process once its memory is used up, whatever has caught that: what it reads and keeps may have gaps."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and isinstance(record.exc_info[1], MemoryError):
            os._exit(1)


def end_if_failed(task: asyncio.Task[None]) -> None:
    """End this process if something has failed that goes on as long as it does."""
    if not task.cancelled() and (error := task.exception()) is not None:
        LOG.error("a process for games failed", exc_info=error)
        os._exit(1)


def main() -> None:
    """Play for the server that started this process; end with it, or with the first error in what reads for all."""
    set_bounds(MEMORY, FIRST_OUT)
    log.begin(sys.stderr)
    logging.getLogger().addHandler(Ends())
    try:
        asyncio.run(work(sys.argv[1]))
    except Exception:
        LOG.exception("a process for games failed")
        os._exit(1)


if __name__ == "__main__":
    main()
