"""Games and lessons on the server: a game's page, its connection, and the processes that run the games.

A process runs many visitors' games, one message at a time (see `worker`). The server forwards messages and reads
only a page's first one, which says where its game is. As a result, a game's computations delay nobody else, and a
crashed process does not take down shared tables, lessons or other processes.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import json
import logging
import os
import secrets
import sys
import time
from typing import Any

from ...base.untrusted_json import loads
from ...rooms.budgets import Budget
from ...teaching.code.code_home import MAY_RUN, PYODIDE, VISITED
from .. import log, page_server
from . import pipe_protocol
from .pipe_protocol import COUNTING, MOST_MESSAGE_BYTES

BYTES = 2**20, 12 * 2**20
"""The number of bytes that a page may send per second and in a burst."""
MOST_CONNECTIONS = 600
"""The maximum number of simultaneous connections."""
MESSAGES = 10.0, 30.0
"""The number of messages that a page may send per second and in a burst."""
N_WORKERS = max(1, min(2, (os.cpu_count() or 2) - 1))
"""The number of processes for games and lessons."""
COUNTED = ("odds", "tournament", "gallery")
"""The pages that compute or play for a long time; their separate process yields to all others."""
MOST_HELLO_CHARACTERS = 1000
"""The maximum length of a first message, in characters."""
PING_SECONDS = 2.0
"""The number of seconds between pings to a process."""
MOST_PINGS = 10
"""The number of unanswered pings after which a process is replaced."""
BACK_SECONDS = 0.3
"""The number of seconds until a replaced process's pages reconnect."""
START_SECONDS = 5.0
"""The maximum number of seconds for which a page waits for its process to start."""
SOON_SECONDS, AGAIN_SECONDS, LONG_LIFE_SECONDS = 0.1, 1.0, 10.0
"""The delays before a process is replaced after a long life and after a short one, and the minimum length of a long
life, in seconds."""


class Worker:
    """A game process and its pages."""

    def __init__(self, mark: str) -> None:
        """Prepare the process, whose visits' names begin with *mark*."""
        self.mark = mark
        self.connections: dict[int, SoloConnection] = {}
        self._process: asyncio.subprocess.Process | None = None
        self._runs = asyncio.Event()
        self._passage = pipe_protocol.Passage()
        self._under_way: dict[int, asyncio.Future[None]] = {}
        """The long messages that the process has not finished handling, keyed by page number."""

    async def run(self, python: str) -> None:
        """Keep a game process running; *python* is the same as in :meth:`Workers.start`."""
        while True:
            began = time.monotonic()
            try:
                await self._once(python)
            except OSError as error:
                log.tell("a game process did not start", logging.ERROR, error=type(error).__name__)
            for connection in [*self.connections.values()]:
                connection.tell(BACK_SOON, view=False)
                connection.close(1012)
            self.connections.clear()
            while self._under_way:
                self._under_way.popitem()[1].set_result(None)
            await asyncio.sleep(SOON_SECONDS if time.monotonic() - began > LONG_LIFE_SECONDS else AGAIN_SECONDS)

    async def _once(self, python: str) -> None:
        pipe = asyncio.subprocess.PIPE
        words = [sys.executable, "-P", "-m", f"{__package__}.worker", self.mark]
        # In a separate session, because Linux may divide the processor among sessions; the server then keeps its share.
        process = await asyncio.create_subprocess_exec(
            *words,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env=_environment(python),
            start_new_session=sys.platform != "win32",
        )
        self._process = process
        self._runs.set()
        assert process.stdout is not None
        assert process.stderr is not None
        said = asyncio.create_task(_pass_on(process.stderr))
        try:
            await self._listen(process.stdout)
        finally:
            self._process = None
            self._runs.clear()
            said.cancel()
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # otherwise, its pipes stay open
        log.tell("a game process has ended", logging.WARNING)

    async def _listen(self, stream: asyncio.StreamReader) -> None:
        """Forward the process's messages until it ends or stops reading."""
        unanswered = 0

        async def ask() -> None:
            nonlocal unanswered
            while unanswered < MOST_PINGS:
                unanswered += 1
                self._write(0, pipe_protocol.Kind.SIGN)
                await asyncio.sleep(PING_SECONDS)

        async def read() -> None:
            nonlocal unanswered
            while True:
                number, kind, text = await pipe_protocol.read(stream)
                if kind is pipe_protocol.Kind.SIGN:
                    unanswered = 0
                else:
                    self._take(number, kind, text)

        tasks = [asyncio.create_task(each) for each in (ask(), read())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _take(self, number: int, kind: pipe_protocol.Kind, text: str) -> None:
        """Handle the process's message about a page."""
        connection = self.connections.get(number)
        if kind is pipe_protocol.Kind.DONE:
            if (done := self._under_way.pop(number, None)) is not None:
                done.set_result(None)
        elif connection is not None and kind is pipe_protocol.Kind.CLOSE:
            connection.close(int(text))
        elif connection is not None:
            connection.tell(text, view=kind is pipe_protocol.Kind.VIEW)

    def _write(self, number: int, kind: pipe_protocol.Kind, text: str = "") -> None:
        pipe = None if self._process is None else self._process.stdin
        if pipe is not None and not pipe.is_closing():
            pipe.write(pipe_protocol.packed(number, kind, text))

    async def say(self, number: int, kind: pipe_protocol.Kind, text: str = "") -> None:
        """Send the process a message about a page, once its backlog is small enough."""
        pipe = None if self._process is None else self._process.stdin
        if pipe is not None:
            with contextlib.suppress(ConnectionError):
                await pipe.drain()
        self._write(number, kind, text)

    async def pass_on(self, number: int, address: str, text: str) -> None:
        """Forward a page's message; if it is long, return once it has been handled."""
        if len(text) <= pipe_protocol.LONG_CHARACTERS:
            await self.say(number, pipe_protocol.Kind.TEXT, text)
            return
        size = sys.getsizeof(text)
        await self._passage.enter(address, size)
        done = asyncio.get_running_loop().create_future()
        done.add_done_callback(lambda _: self._passage.leave(address, size))
        if not self.running or number not in self.connections:
            done.set_result(None)
            return
        self._under_way[number] = done
        self._write(number, pipe_protocol.Kind.LONG, text)
        await asyncio.shield(done)

    @property
    def running(self) -> bool:
        """True if the process is running."""
        return self._process is not None

    async def started(self) -> bool:
        """Wait until the process runs; return False if it does not start in time."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._runs.wait(), START_SECONDS)
        return self.running

    @property
    def pid(self) -> int:
        """The id of the running process, or 0 if none is running."""
        return 0 if self._process is None else self._process.pid


class Workers:
    """All game processes. A new page goes to the one with the fewest pages; pages in ``COUNTED`` have their own."""

    def __init__(self) -> None:
        """Prepare the processes; :meth:`start` starts them."""
        self._workers = {mark: Worker(mark) for mark in (*map(str, range(N_WORKERS)), COUNTING)}
        self._tasks: list[asyncio.Task[None]] = []
        self._numbers = itertools.count(1)
        self._key = secrets.token_bytes(16)

    def name_of(self, address: str) -> str:
        """Return the pseudonym that the processes and the store use for an address.

        It does not reveal the address, because the key is never written to a file and is lost when this server ends.
        """
        return hashlib.blake2b(address.encode(), key=self._key, digest_size=16).hexdigest()

    @property
    def all(self) -> list[Worker]:
        """All game processes."""
        return [*self._workers.values()]

    def start(self, python: str = "") -> None:
        """Start the processes, in the running loop.

        *python* is the address of the worker in which a browser runs learners' code; without a worker, no such code
        runs.
        """
        loop = asyncio.get_event_loop()
        self._tasks = [loop.create_task(worker.run(python)) for worker in self._workers.values()]

    async def stop(self) -> None:
        """End the processes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def enter(self, connection: SoloConnection, visit: object, page: object) -> tuple[Worker, int]:
        """Register a page, along with the name of its visit if it has one; return the page's process and number."""
        mark = visit.partition(".")[0] if isinstance(visit, str) else ""
        if mark not in self._workers:
            players = [mark for mark in self._workers if mark != COUNTING]
            counts = isinstance(page, str) and page.rpartition("/")[2] in COUNTED
            mark = COUNTING if counts else min(players, key=lambda one: len(self._workers[one].connections))
        worker = self._workers[mark]
        number = next(self._numbers)
        worker.connections[number] = connection
        return worker, number


class SoloConnection(page_server.PageSocket):
    """A page's connection to its game."""

    MOST_CONNECTIONS, MOST_MESSAGE_BYTES, MESSAGES = MOST_CONNECTIONS, MOST_MESSAGE_BYTES, MESSAGES
    MOST_WAITING_BYTES = 2**22  # a saved game has up to two million characters
    _worker: Worker | None = None
    _number = 0

    def begin(self) -> None:
        self._bytes = Budget(*BYTES)

    def greeted(self) -> bool:
        return self._worker is not None

    async def hear(self, message: str | bytes) -> None:
        text = message if isinstance(message, str) else ""
        new = self._worker is None
        worker = self._worker or self._enter(text)
        if worker is None:
            self.tell(UNKNOWN, view=False)
            self.close(4410)
            return
        if not await worker.started():
            self.tell(BACK_SOON, view=False)
            self.close(1012)
        if self._ended:
            return
        if new:
            await worker.say(self._number, pipe_protocol.Kind.ADDRESS, self._workers.name_of(self.address))
        await worker.pass_on(self._number, self.address, text)
        await asyncio.sleep(self._bytes.spend(len(text)))

    def _enter(self, hello: str) -> Worker | None:
        """Choose the process based on the page's first message; return None if that message is not "hello"."""
        try:
            found = loads(hello) if len(hello) <= MOST_HELLO_CHARACTERS else None
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or found.get("kind") != "hello":
            return None
        self._worker, self._number = self._workers.enter(self, found.get("visit"), found.get("page"))
        return self._worker

    @property
    def _workers(self) -> Workers:
        workers: Workers = self.settings["phase10_solo"]
        return workers

    def left(self) -> None:
        worker = self._worker
        if worker is not None and worker.connections.pop(self._number, None) is not None:
            asyncio.get_running_loop().create_task(worker.say(self._number, pipe_protocol.Kind.CLOSE))


def _environment(python: str) -> dict[str, str]:
    """Return the environment for a process that serves visitors but runs none of their code."""
    others = {name: value for name, value in os.environ.items() if name != MAY_RUN}
    return {**others, VISITED: "1", PYODIDE: python}


BACK_SOON = json.dumps({"kind": "bye", "code": 1012, "why": "", "after": BACK_SECONDS})
"""The last message to pages whose process has ended."""
NOT_UNDERSTOOD = "This page sent something unexpected. Reload it."
UNKNOWN = json.dumps({"kind": "bye", "code": 4410, "why": NOT_UNDERSTOOD, "after": None})
"""The last message to a page whose first message was not "hello"."""


async def _pass_on(stream: asyncio.StreamReader) -> None:
    """Copy a process's log lines to this server's log."""
    while text := await stream.readline():
        with contextlib.suppress(ValueError):
            found: dict[str, Any] = json.loads(text)
            event, level = str(found.pop("event")), logging.getLevelName(str(found.pop("level")).upper())
            found.pop("at", None)
            log.tell(event, level if isinstance(level, int) else logging.INFO, **found)


def routes(at: str) -> list[tuple[Any, ...]]:
    """Return the handlers for addresses below a path."""
    return [
        (rf"{at}/play/?", page_server.KernelFreePage, {"what": "play", "start": "setup"}),
        (rf"{at}/history/?", page_server.KernelFreePage, {"what": "play", "start": "coach"}),
        (rf"{at}/play/line", SoloConnection),
    ]
