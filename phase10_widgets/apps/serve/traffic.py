"""The traffic of websockets: how much of it this server keeps in memory, and how many frames it reads."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any

from tornado.websocket import WebSocketHandler, WebSocketProtocol, WebSocketProtocol13

from ...live.budgets import Budget, Shares
from ...live.guesses import site
from . import log
from .connections import SHARES, too_much

MOST_KEPT = 24 * 2**20
"""The most bytes that all websockets together may keep: messages that arrive, wait or are carried out, and answers."""
PIECE = 2**16
"""The bytes of a message that are read at once."""
UPLOADS = Shares(2 * 2**20, 24 * 2**20)
"""The bytes of messages longer than a piece that an address may send per second, and at once: files, in short."""
LOOK_EVERY = 2**20
"""The bytes that come or go until the next look at what is kept."""
FRAMES = 50.0, 200.0
"""The frames that a page may send per second, and at once: messages, parts of messages, pings, pongs."""
FRAME = 0.0001
"""The processor time that a frame counts as, in seconds."""


class Traffic:
    """The open websockets of this process, and what it keeps for them."""

    def __init__(self) -> None:
        """Start without any."""
        self._open: set[PacedProtocol] = set()
        self._moved = 0

    def add(self, connection: PacedProtocol) -> None:
        """Look after a websocket."""
        self._open.add(connection)

    def discard(self, connection: PacedProtocol) -> None:
        """Forget a websocket."""
        self._open.discard(connection)

    def move(self, size: int) -> None:
        """Note that bytes came or go; now and then, look at what is kept."""
        self._moved += size
        if self._moved >= LOOK_EVERY:
            self._moved = 0
            self.relieve()

    def relieve(self) -> None:
        """Close websockets while all keep too much: of the address with the most, the one with the most."""
        kept = {each: size for each in self._open if (size := each.kept)}
        for each in too_much(kept, MOST_KEPT, lambda each: each.address):
            log.tell("a page kept too much in memory")
            each.give_way()


TRAFFIC = Traffic()
"""The websockets of this process."""


class PacedProtocol(WebSocketProtocol13):
    """The protocol of websockets, with bounds on frames of every kind, and on what is kept of messages and answers."""

    _arrived = 0
    """The bytes of a frame that has arrived in part."""
    _carried = 0
    """The bytes of a message that is being carried out."""

    def __init__(self, handler: Any, params: Any) -> None:
        """Speak with a page for its handler."""
        super().__init__(handler, False, params)
        self.address = site(handler.request.remote_ip or "")
        """The visitor's address, as bounds count it."""
        self._frames = Budget(*FRAMES)
        self._task: asyncio.Future[Any] | None = None
        """The task that carries out a message."""
        self._gone = False

    @property
    def kept(self) -> int:
        """The bytes that are kept in memory for this connection, which may be closed already."""
        if self._gone or self.stream is None:
            return 0
        waiting = 0 if self.stream.closed() else self.stream._read_buffer_size + len(self.stream._write_buffer)
        return int(waiting + len(self._fragmented_message_buffer or b"") + self._arrived + self._carried)

    def give_way(self) -> None:
        """End this connection, and let go of its message."""
        self._gone = True
        self._abort()
        if self._task is not None:
            self._task.cancel()

    async def _read_bytes(self, n: int) -> bytes:
        if n <= PIECE:
            TRAFFIC.move(n)
            return bytes(await super()._read_bytes(n))
        whole = bytearray()
        try:
            while len(whole) < n:
                whole += await super()._read_bytes(min(PIECE, n - len(whole)))
                self._arrived = 2 * len(whole)
                TRAFFIC.move(PIECE)
                await asyncio.sleep(UPLOADS.spend(self.address, PIECE))  # others go on, and whoever gives way lets go
            return bytes(whole)
        finally:
            self._arrived = 0
            whole.clear()  # an error refers to this frame, and stays for a while

    async def _receive_frame_loop(self) -> None:
        TRAFFIC.add(self)
        try:
            await super()._receive_frame_loop()
        finally:
            TRAFFIC.discard(self)

    async def _receive_frame(self) -> None:
        await super()._receive_frame()
        wait = max(self._frames.spend(1), SHARES.spend(self.address, FRAME))
        if wait:
            await asyncio.sleep(wait)

    def _run_callback(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> asyncio.Future[Any] | None:
        size = 2 * sum(map(sys.getsizeof, args))  # the text, and the bytes that it came in
        TRAFFIC.move(size)

        def carry_out() -> asyncio.Future[Any] | None:
            result = callback(*args, **kwargs)
            if result is None:
                return None
            self._carried, self._task = size, asyncio.ensure_future(result)
            carried: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            self._task.add_done_callback(lambda task: self._carried_out(task, carried))
            return carried

        done: asyncio.Future[Any] | None = super()._run_callback(carry_out)
        return done

    def _carried_out(self, task: asyncio.Future[Any], carried: asyncio.Future[Any]) -> None:
        """Read on, or pass on an error, unless the connection only gave way."""
        self._carried, self._task = 0, None
        if not carried.done():
            error = None if task.cancelled() else task.exception()
            if self._gone or error is None:  # it gave way, or the server ends
                carried.set_result(None)
            else:
                carried.set_exception(error)

    def _write_frame(self, fin: bool, opcode: int, data: bytes, flags: int = 0) -> asyncio.Future[None]:
        sending: asyncio.Future[None] = super()._write_frame(fin, opcode, data, flags)
        TRAFFIC.move(len(data))
        return sending


class PacedSocket(WebSocketHandler):
    """A handler whose connection has these bounds."""

    def get_websocket_protocol(self) -> WebSocketProtocol | None:
        found = super().get_websocket_protocol()
        return PacedProtocol(self, found.params) if isinstance(found, WebSocketProtocol13) else found
