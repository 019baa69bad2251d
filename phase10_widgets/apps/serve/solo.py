"""Games and lessons in the server: the page of a game, a page's connection, and the processes that play.

A process plays the games of many visitors, one message at a time (see `solo_worker`). The server passes texts on and
reads only the first, which says where a page's game is. So nothing that a game computes keeps others waiting, and a
process that fails takes down no shared table, no lesson and no other process.
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

from ...core.untrusted_json import loads
from ...live.budgets import Budget
from ...teaching.code_home import MAY_RUN, PYODIDE, VISITED
from . import frames, light, log
from .frames import MOST_MESSAGE

BYTES = 2**20, 12 * 2**20
"""The bytes that a page may send per second, and at once."""
MOST_SOLO = 600
"""The most connections at once."""
MESSAGES = 10.0, 30.0
"""The messages that a page may send per second, and at once."""
WORKERS = max(1, min(2, (os.cpu_count() or 2) - 1))
"""The number of processes."""
MOST_HELLO = 1000
"""The longest first message, in characters."""
SIGN = 2.0
"""The seconds between two questions whether a process still reads."""
MOST_SIGNS = 10
"""The questions without an answer after which a process is replaced."""
BACK = 0.3
"""The seconds until its pages come back."""
SOON, AGAIN, LONG_LIVED = 0.1, 1.0, 10.0
"""The seconds until a process that has ended is replaced, if it had lived long, or if not; and what long is."""


class Worker:
    """A process that plays games, and the pages whose games it plays."""

    def __init__(self, mark: str) -> None:
        """Name the process: its visits' names begin with its *mark*."""
        self.mark = mark
        self.lines: dict[int, SoloLine] = {}
        self._process: asyncio.subprocess.Process | None = None
        self._passage = frames.Passage()
        self._under_way: dict[int, asyncio.Future[None]] = {}
        """The long messages that the process has not carried out yet, by their pages' numbers."""

    async def run(self, python: str) -> None:
        """Keep such a process running; *python* as in :meth:`Workers.start`."""
        while True:
            began = time.monotonic()
            try:
                await self._once(python)
            except OSError as error:
                log.tell("a process for games did not start", logging.ERROR, error=type(error).__name__)
            for line in [*self.lines.values()]:
                line.tell(BACK_SOON, view=False)
                line.close(1012)
            self.lines.clear()
            while self._under_way:
                self._under_way.popitem()[1].set_result(None)
            await asyncio.sleep(SOON if time.monotonic() - began > LONG_LIVED else AGAIN)

    async def _once(self, python: str) -> None:
        pipe = asyncio.subprocess.PIPE
        words = [sys.executable, "-P", "-m", f"{__package__}.solo_worker", self.mark]
        # A session of its own: where Linux shares the processor among sessions, the server then has a share to itself.
        process = await asyncio.create_subprocess_exec(
            *words,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env=_environment(python),
            start_new_session=sys.platform != "win32",
        )
        self._process = process
        assert process.stdout is not None
        assert process.stderr is not None
        said = asyncio.create_task(_pass_on(process.stderr))
        try:
            await self._listen(process.stdout)
        finally:
            self._process = None
            said.cancel()
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # else its pipes stay open
        log.tell("a process for games has ended", logging.WARNING)

    async def _listen(self, stream: asyncio.StreamReader) -> None:
        """Pass on what the process says, until it ends or reads no more."""
        unanswered = 0

        async def ask() -> None:
            nonlocal unanswered
            while unanswered < MOST_SIGNS:
                unanswered += 1
                self._write(0, frames.Kind.SIGN)
                await asyncio.sleep(SIGN)

        async def read() -> None:
            nonlocal unanswered
            while True:
                number, kind, text = await frames.read(stream)
                if kind is frames.Kind.SIGN:
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

    def _take(self, number: int, kind: frames.Kind, text: str) -> None:
        """Carry out what the process says about a page."""
        line = self.lines.get(number)
        if kind is frames.Kind.DONE:
            if (done := self._under_way.pop(number, None)) is not None:
                done.set_result(None)
        elif line is not None and kind is frames.Kind.CLOSE:
            line.close(int(text))
        elif line is not None:
            line.tell(text, view=kind is frames.Kind.VIEW)

    def _write(self, number: int, kind: frames.Kind, text: str = "") -> None:
        pipe = None if self._process is None else self._process.stdin
        if pipe is not None and not pipe.is_closing():
            pipe.write(frames.packed(number, kind, text))

    async def say(self, number: int, kind: frames.Kind, text: str = "") -> None:
        """Tell the process something about a page, once it has not too much to read."""
        pipe = None if self._process is None else self._process.stdin
        if pipe is not None:
            with contextlib.suppress(ConnectionError):
                await pipe.drain()
        self._write(number, kind, text)

    async def pass_on(self, number: int, address: str, text: str) -> None:
        """Pass a page's message on; return once a long one is carried out."""
        if len(text) <= frames.LONG:
            await self.say(number, frames.Kind.TEXT, text)
            return
        size = sys.getsizeof(text)
        await self._passage.enter(address, size)
        done = asyncio.get_running_loop().create_future()
        done.add_done_callback(lambda _: self._passage.leave(address, size))
        if not self.running or number not in self.lines:
            done.set_result(None)
            return
        self._under_way[number] = done
        self._write(number, frames.Kind.LONG, text)
        await asyncio.shield(done)

    @property
    def running(self) -> bool:
        """True if there is a process."""
        return self._process is not None

    @property
    def pid(self) -> int:
        """The number of the process; 0 if there is none."""
        return 0 if self._process is None else self._process.pid


class Workers:
    """All processes that play games; a new page goes to the one with the fewest."""

    def __init__(self) -> None:
        """Prepare them; :meth:`start` starts them."""
        self._workers = {mark: Worker(mark) for mark in map(str, range(WORKERS))}
        self._tasks: list[asyncio.Task[None]] = []
        self._numbers = itertools.count(1)
        self._key = secrets.token_bytes(16)

    def name_of(self, address: str) -> str:
        """Return the name by which the processes, and the store, know an address.

        Nobody can tell the address from it: the key is in no file, and goes with this server.
        """
        return hashlib.blake2b(address.encode(), key=self._key, digest_size=16).hexdigest()

    @property
    def all(self) -> list[Worker]:
        """The processes."""
        return [*self._workers.values()]

    def start(self, python: str = "") -> None:
        """Start the processes, in the running loop.

        *python* is the address of the worker in which a browser runs learners' code; without one, no such code runs.
        """
        loop = asyncio.get_event_loop()
        self._tasks = [loop.create_task(worker.run(python)) for worker in self._workers.values()]

    async def stop(self) -> None:
        """End the processes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def enter(self, line: SoloLine, visit: object) -> tuple[Worker, int]:
        """Take in a page with the name of its visit, if it has one; return its process and number."""
        mark = visit.partition(".")[0] if isinstance(visit, str) else ""
        worker = self._workers.get(mark) or min(self._workers.values(), key=lambda one: len(one.lines))
        number = next(self._numbers)
        worker.lines[number] = line
        return worker, number


class SoloLine(light.LightSocket):
    """A page's connection to its game."""

    MOST, MOST_MESSAGE, MESSAGES = MOST_SOLO, MOST_MESSAGE, MESSAGES
    MOST_WAITING = 2**22  # a saved game has up to two million characters
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
        if not worker.running:
            self.tell(BACK_SOON, view=False)
            self.close(1012)
            return
        if new:
            await worker.say(self._number, frames.Kind.ADDRESS, self._workers.name_of(self.address))
        await worker.pass_on(self._number, self.address, text)
        await asyncio.sleep(self._bytes.spend(len(text)))

    def _enter(self, hello: str) -> Worker | None:
        """Choose the process by the page's first message; None if it is no hello."""
        try:
            found = loads(hello) if len(hello) <= MOST_HELLO else None
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or found.get("kind") != "hello":
            return None
        self._worker, self._number = self._workers.enter(self, found.get("visit"))
        return self._worker

    @property
    def _workers(self) -> Workers:
        workers: Workers = self.settings["phase10_solo"]
        return workers

    def left(self) -> None:
        worker = self._worker
        if worker is not None and worker.lines.pop(self._number, None) is not None:
            asyncio.get_running_loop().create_task(worker.say(self._number, frames.Kind.CLOSE))


def _environment(python: str) -> dict[str, str]:
    """Return the environment of a process for visitors: none of their code runs in it."""
    others = {name: value for name, value in os.environ.items() if name != MAY_RUN}
    return {**others, VISITED: "1", PYODIDE: python}


BACK_SOON = json.dumps({"kind": "bye", "code": 1012, "why": "", "after": BACK})
"""The last message to the pages of a process that has ended."""
NOT_UNDERSTOOD = "This page was not understood. Load it again."
UNKNOWN = json.dumps({"kind": "bye", "code": 4410, "why": NOT_UNDERSTOOD, "after": None})
"""The last message to whoever does not say hello first."""


async def _pass_on(stream: asyncio.StreamReader) -> None:
    """Write the log lines of a process to this server's log."""
    while text := await stream.readline():
        with contextlib.suppress(ValueError):
            found: dict[str, Any] = json.loads(text)
            event, level = str(found.pop("event")), logging.getLevelName(str(found.pop("level")).upper())
            found.pop("at", None)
            log.tell(event, level if isinstance(level, int) else logging.INFO, **found)


def routes(at: str) -> list[tuple[Any, ...]]:
    """Return the handlers below a path."""
    return [
        (rf"{at}/play/?", light.LightPage, {"what": "play", "start": "setup"}),
        (rf"{at}/history/?", light.LightPage, {"what": "play", "start": "coach"}),
        (rf"{at}/play/line", SoloLine),
    ]
