"""Limits on websocket traffic: bytes held in memory and frames read."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any

from tornado.websocket import WebSocketHandler, WebSocketProtocol, WebSocketProtocol13

from ..rooms.budgets import Budget, Shares
from ..rooms.code_attempts import site
from . import log
from .connections import SHARES, too_much

MOST_KEPT_BYTES = 24 * 2**20
"""The maximum number of bytes in memory for all websockets combined: messages that are arriving, waiting or being
handled, and responses."""
PIECE_BYTES = 2**16
"""The number of bytes of a message to read at a time."""
UPLOADS = Shares(2 * 2**20, 24 * 2**20)
"""The number of bytes that an address may send in long messages (files): per second, and in a burst."""
BYTES_PER_CHECK = 2**20
"""The number of bytes of traffic between memory checks."""
FRAMES = 50.0, 200.0
"""The number of frames that a page may send per second and in a burst: messages, fragments, pings and pongs."""
FRAME_SECONDS = 0.0001
"""The processor time charged for a frame, in seconds."""


class Traffic:
    """This process's open websockets, and the memory used for them."""

    def __init__(self) -> None:
        """Start with no websockets."""
        self._open: set[PacedProtocol] = set()
        self._moved = 0

    def add(self, connection: PacedProtocol) -> None:
        """Add a websocket."""
        self._open.add(connection)

    def discard(self, connection: PacedProtocol) -> None:
        """Remove a websocket."""
        self._open.discard(connection)

    def move(self, size: int) -> None:
        """Count traffic; from time to time, check the memory."""
        self._moved += size
        if self._moved >= BYTES_PER_CHECK:
            self._moved = 0
            self.relieve()

    def relieve(self) -> None:
        """Close websockets until the total is small enough, each time choosing the largest one from the address
        with the most bytes."""
        kept = {each: size for each in self._open if (size := each.kept)}
        for each in too_much(kept, MOST_KEPT_BYTES, lambda each: each.address):
            log.tell("a page used too much memory")
            each.give_way()


TRAFFIC = Traffic()
"""This process's websockets."""


class PacedProtocol(WebSocketProtocol13):
    """The websocket protocol, with limits on frames of all kinds and on the memory for messages and responses."""

    _arrived = 0
    """The number of bytes received so far for an incomplete frame."""
    _carried = 0
    """The number of bytes in the message in progress."""

    def __init__(self, handler: Any, params: Any) -> None:
        """Serve a page's websocket on behalf of its handler."""
        super().__init__(handler, False, params)
        self.address = site(handler.request.remote_ip or "")
        """The visitor's address; limits are applied per address."""
        self._frames = Budget(*FRAMES)
        self._task: asyncio.Future[Any] | None = None
        """The task that is handling a message."""
        self._gone = False

    @property
    def kept(self) -> int:
        """The number of bytes in memory for this connection, which may already be closed."""
        if self._gone or self.stream is None:
            return 0
        waiting = 0 if self.stream.closed() else self.stream._read_buffer_size + len(self.stream._write_buffer)
        return int(waiting + len(self._fragmented_message_buffer or b"") + self._arrived + self._carried)

    def give_way(self) -> None:
        """Close this connection and release its message."""
        self._gone = True
        self._abort()
        if self._task is not None:
            self._task.cancel()

    async def _read_bytes(self, n: int) -> bytes:
        if n <= PIECE_BYTES:
            TRAFFIC.move(n)
            return bytes(await super()._read_bytes(n))
        whole = bytearray()
        try:
            while len(whole) < n:
                whole += await super()._read_bytes(min(PIECE_BYTES, n - len(whole)))
                self._arrived = 2 * len(whole)
                TRAFFIC.move(PIECE_BYTES)
                # Other tasks run in the meantime; if one closes the connection, the message is freed.
                await asyncio.sleep(UPLOADS.spend(self.address, PIECE_BYTES))
            return bytes(whole)
        finally:
            self._arrived = 0
            whole.clear()  # an error keeps a reference to this stack frame for a while

    async def _receive_frame_loop(self) -> None:
        TRAFFIC.add(self)
        try:
            await super()._receive_frame_loop()
        finally:
            TRAFFIC.discard(self)

    async def _receive_frame(self) -> None:
        await super()._receive_frame()
        wait = max(self._frames.spend(1), SHARES.spend(self.address, FRAME_SECONDS))
        if wait:
            await asyncio.sleep(wait)

    def _run_callback(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> asyncio.Future[Any] | None:
        size = 2 * sum(map(sys.getsizeof, args))  # the text and its encoded bytes
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
        """Continue reading, or pass on an error, unless the connection was closed to make room."""
        self._carried, self._task = 0, None
        if not carried.done():
            error = None if task.cancelled() else task.exception()
            if self._gone or error is None:  # it was closed to make room, or the server is shutting down
                carried.set_result(None)
            else:
                carried.set_exception(error)

    def _write_frame(self, fin: bool, opcode: int, data: bytes, flags: int = 0) -> asyncio.Future[None]:
        sending: asyncio.Future[None] = super()._write_frame(fin, opcode, data, flags)
        TRAFFIC.move(len(data))
        return sending


class PacedSocket(WebSocketHandler):
    """A websocket handler whose connection is subject to these limits."""

    def get_websocket_protocol(self) -> WebSocketProtocol | None:
        found = super().get_websocket_protocol()
        return PacedProtocol(self, found.params) if isinstance(found, WebSocketProtocol13) else found
