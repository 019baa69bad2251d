"""A process that runs games for a server's pages: ``python -m phase10_widgets.server.solo.worker MARK``.

The server starts it and communicates over its standard input and output (see `pipe_protocol`). It ends with the
server. All games share one thread, whose turns are divided among the visitors' addresses, and then among each address's
pages.
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

from ...base.untrusted_json import loads
from ...rooms.budgets import Budget
from ...store.user_store import default_store
from ...teaching.pages.pages import own_pages
from ...ui.fair_queue import TURN, UNKNOWN, Address, FairQueue, Flow
from ...ui.solo.visit import Visits
from ...ui.solo.wire import PageDown, SoloDown
from .. import log
from ..garbage import collect_rarely
from . import pipe_protocol
from .limits import set_limits, yield_to_others
from .pipe_protocol import LONG_CHARACTERS, MOST_MESSAGE_BYTES

LOG = logging.getLogger(__name__)
Result = TypeVar("Result")
MEMORY_BYTES = 2**30
"""The maximum data memory, in bytes; beyond this, the process ends and another replaces it."""
FIRST_OUT = 200
"""The process's rank when Linux kills processes because memory has run out: 0 for the server, 1000 for the first to be
killed."""
SHARE_SECONDS = 0.25, 3.0
"""The processor time, in seconds, that a page may use per second and in a burst."""
MOST_QUEUED_MESSAGES = 60
"""The maximum number of waiting messages per page."""
MOST_QUEUED_CHARACTERS = MOST_MESSAGE_BYTES + MOST_QUEUED_MESSAGES * LONG_CHARACTERS
"""The maximum total length of a page's waiting messages, in characters; a single message may be longer."""
MOST_CHARACTERS = 32 * 2**20
"""The maximum total length of all pages' waiting messages, in characters."""
QUICK = (
    *("action", "continue", "undo", "step", "pause", "beat"),
    *("choose", "do", "predict", "simulate", "answer", "reflect"),
    *("turn_to", "skip", "hint", "solve", "renew", "report"),
)
"""The messages that continue a game or a lesson."""
MOST_QUICK_CHARACTERS = 1000
"""The maximum length of a message that continues a game or a lesson, in characters."""
SWEEP_SECONDS = 30.0
"""The number of seconds between sweeps for abandoned visits."""


class TurnKind(Enum):
    """The types of turns. Each type has a separate share of the processor, so that one person's long searches do not
    delay anyone's moves."""

    QUICK = auto()
    STEP = auto()
    OTHER = auto()


WEIGHTS = {TurnKind.QUICK: 5.0, TurnKind.STEP: 1.0, TurnKind.OTHER: 1.0}
"""Each turn type's relative share of the processor, highest for moves, because a person is waiting for the answer."""


class SoloPage:
    """The games' connection to a page."""

    def __init__(self, worker: SoloWorker, number: int, address: str) -> None:
        self._worker, self._number = worker, number
        self._queue: asyncio.Queue[str] = asyncio.Queue(MOST_QUEUED_MESSAGES)
        self.queued = 0
        """The number of characters in waiting messages."""
        self.long = False
        """True while the server is waiting for a long message to be handled."""
        self._budget = Budget(*SHARE_SECONDS)
        self.address = address
        self._flows = {kind: Flow() for kind in TurnKind}
        self.task = asyncio.create_task(self._run())
        self.task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Disconnect the page, because its task has ended."""
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("a page's message could not be handled", exc_info=error)
            self.drop()

    def send(self, message: SoloDown | PageDown) -> None:
        """Send the page a message."""
        view = message["kind"] == "tell" and message.keys() == {"kind", "screen", "view"}
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        self._worker.write(self._number, pipe_protocol.Kind.VIEW if view else pipe_protocol.Kind.TEXT, text)

    def close(self, code: int) -> None:
        """End the connection."""
        self._worker.write(self._number, pipe_protocol.Kind.CLOSE, str(code))

    def put(self, text: str) -> None:
        """Queue a message; disconnect a page that has too many waiting messages."""
        if self._queue.full() or (self.queued and self.queued + len(text) > MOST_QUEUED_CHARACTERS):
            self.drop()
            return
        self.queued += len(text)
        self._queue.put_nowait(text)

    def drop(self) -> None:
        """Disconnect the page and drop its waiting messages."""
        self.close(4429)
        while not self._queue.empty():
            self.queued -= len(self._queue.get_nowait())
        self.done()

    def done(self) -> None:
        """Tell the server that a long message is finished, if it is waiting for one."""
        if self.long:
            self.long = False
            self._worker.write(self._number, pipe_protocol.Kind.DONE)

    async def _run(self) -> None:
        TURN.set(self._step)
        while True:
            text = await self._queue.get()
            await self._carry_out(text)
            self.queued -= len(text)
            if len(text) > LONG_CHARACTERS:
                self.done()

    async def _carry_out(self, text: str) -> None:
        """Handle a message when its turn comes; one that continues the game has a separate share of processor time,
        unless it takes a long time."""
        flow, quick = self._flows[TurnKind.QUICK], is_quick(text)
        kind = TurnKind.QUICK if quick and flow.mean <= UNKNOWN else TurnKind.OTHER
        _, seconds = await self._turn(kind, partial(self._hear, text))
        if quick and kind is TurnKind.OTHER:
            flow.note(seconds)

    async def _step(self, act: Callable[[], Result]) -> Result:
        """Perform a computer player's action when its turn comes; such actions do not hold up the person's messages."""
        result, _ = await self._turn(TurnKind.STEP, act)
        return result

    async def _turn(self, kind: TurnKind, act: Callable[[], Result]) -> tuple[Result, float]:
        """Run a function when its turn comes and this page may use more time; return its result and the seconds it
        took."""
        await self._worker.told()
        address = self._worker.address(self.address, kind)
        result, seconds = await self._worker.turns.take(address, self._flows[kind], act)
        await asyncio.sleep(self._budget.spend(seconds))
        return result, seconds

    def _hear(self, text: str) -> None:
        self._worker.visits.hear(self, _parsed(text))


def is_quick(text: str) -> bool:
    """Return True for a message that continues a game or a lesson, or that asks for a screen in view.

    >>> is_quick('{"kind": "say", "screen": 2, "message": {"kind": "action"}}'), is_quick('{"kind": "hello"}')
    (True, False)
    """
    found = _parsed(text) if len(text) <= MOST_QUICK_CHARACTERS else None
    if not isinstance(found, dict):
        return False
    message = found.get("message")
    return found.get("kind") == "look" or (isinstance(message, dict) and message.get("kind") in QUICK)


def _parsed(text: str) -> Any:
    """Return the parsed message, or None if it is not JSON."""
    try:
        return loads(text)
    except (ValueError, RecursionError):
        return None


class SoloWorker:
    """This process's games and the pipe to the server."""

    def __init__(self, mark: str, out: asyncio.StreamWriter) -> None:
        """Write to *out*; visits' names begin with *mark*."""
        self.visits = Visits(default_store(), mark=mark, open_page=own_pages().open)
        self.turns = FairQueue()
        self._addresses: dict[tuple[str, TurnKind], Address] = {}
        self._connections: dict[int, SoloPage] = {}
        self._chores: list[asyncio.Task[None]] = []
        self._out = out

    def write(self, number: int, kind: pipe_protocol.Kind, text: str = "") -> None:
        """Send the server a message about a page."""
        self._out.write(pipe_protocol.packed(number, kind, text))

    async def told(self) -> None:
        """Wait until the server has read nearly everything."""
        await self._out.drain()

    async def run(self, stream: asyncio.StreamReader) -> None:
        """Run games until the server ends."""
        for chore in (self._sweep(), collect_rarely()):
            self._chores.append(asyncio.create_task(chore))
            self._chores[-1].add_done_callback(end_if_failed)
        try:
            while True:
                self._hear(*await pipe_protocol.read(stream))
        except asyncio.IncompleteReadError:
            return
        finally:
            for task in self._chores:
                task.cancel()

    def _hear(self, number: int, kind: pipe_protocol.Kind, text: str) -> None:
        """Handle a message from the server."""
        page = self._connections.get(number)
        if kind is pipe_protocol.Kind.SIGN:
            self.write(0, kind)
        elif kind is pipe_protocol.Kind.ADDRESS:
            self._enter(number, text)
        elif kind is pipe_protocol.Kind.CLOSE:
            self._leave(number)
        elif page is not None:
            page.long = page.long or kind is pipe_protocol.Kind.LONG
            page.put(text)
            self._make_room()
        elif kind is pipe_protocol.Kind.LONG:
            self.write(number, pipe_protocol.Kind.DONE)

    def _make_room(self) -> None:
        """Disconnect the page with the most characters in waiting messages if there are too many in total."""
        if sum(page.queued for page in self._connections.values()) > MOST_CHARACTERS:
            max(self._connections.values(), key=lambda page: page.queued).drop()

    def _enter(self, number: int, address: str) -> None:
        self._connections[number] = SoloPage(self, number, address)

    def address(self, name: str, kind: TurnKind) -> Address:
        """Return an address's processor account for one type of turn."""
        return self._addresses.setdefault((name, kind), Address(WEIGHTS[kind]))

    def _leave(self, number: int) -> None:
        connection = self._connections.pop(number, None)
        if connection is not None:
            connection.task.cancel()
            connection.done()
            self.visits.gone(connection)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.visits.sweep()
            known = {page.address for page in self._connections.values()}
            for name, address in [*self._addresses.items()]:
                if name[0] not in known and self.turns.is_even(address):
                    del self._addresses[name]


async def work(mark: str) -> None:
    """Run games until the standard input ends."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, sys.stdout)
    await SoloWorker(mark, asyncio.StreamWriter(transport, protocol, None, loop)).run(reader)


class Ends(logging.Handler):
    """End this process once its memory is used up, even if the error was caught, because its state may be
    incomplete."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and isinstance(record.exc_info[1], MemoryError):
            os._exit(1)


def end_if_failed(task: asyncio.Task[None]) -> None:
    """End this process if a task that must run for the process's whole life has failed."""
    if not task.cancelled() and (error := task.exception()) is not None:
        LOG.error("a game process has failed", exc_info=error)
        os._exit(1)


def main() -> None:
    """Run games for the server that started this process; end with the server, or at the first error in a shared
    task."""
    set_limits(MEMORY_BYTES, FIRST_OUT)
    if sys.argv[1] == pipe_protocol.COUNTING:
        yield_to_others()
    log.begin(sys.stderr)
    logging.getLogger().addHandler(Ends())
    try:
        asyncio.run(work(sys.argv[1]))
    except Exception:
        LOG.exception("a game process has failed")
        os._exit(1)


if __name__ == "__main__":
    main()
