"""The websocket between a browser and its kernel: what may pass, how fast, and how much may wait."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any

from tornado.web import HTTPError
from tornado.websocket import WebSocketClosedError
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from ...live.budgets import Budget
from . import log, messages
from .connections import Connections
from .seats import Seats
from .traffic import PacedSocket

MOST_SOCKETS = 4
"""The most sockets of a kernel: its page, and earlier ones of that page that are not closed yet."""
MOST_WAITING = 16 * 2**20
"""The most bytes that may wait for a browser that does not read them."""
MESSAGES = 50.0, 200.0
"""The messages that a browser may send per second, and at once."""
BYTES = 2**20, 12 * 2**20
"""The bytes that a browser may send per second, and at once; and those that its messages may have for an answer."""
MOST_HASTE = 10.0
"""The seconds for which a browser may send faster than that; no page does, and nobody notices when it has left."""
ANSWERS = frozenset({"comm_open", "comm_msg", "comm_close", "comm_info_reply", "kernel_info_reply", "status"})
"""The kinds of messages that a browser receives. Output and errors of Python stay on the server."""


class Socket(PacedSocket, VoilaKernelWebsocketHandler):
    """The messages between a browser and its kernel.

    An invalid message ends the connection with a sentence. Whoever sends too fast has to wait, as the next message is
    read only after this one has been handled; whoever goes on like that, or does not read, is disconnected.
    """

    _refused = False
    """True while the connection is being closed; messages that still arrive are ignored."""
    _owed = 0.0
    """The seconds that the browser's next message has to wait for the bytes it was sent."""
    _waiting = 0
    """The bytes on their way to the browser."""
    _heard: float | None = None
    """When the browser last sent anything; None before the connection is open."""

    @property
    def _seats(self) -> Seats:
        seats: Seats = self.settings["phase10_server"].seats
        return seats

    async def get(self, kernel_id: str) -> None:
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if messages.V1 not in (name.strip() for name in offered.split(",")):
            raise HTTPError(400)
        if kernel_id not in self._seats or self._seats.sockets(kernel_id) >= MOST_SOCKETS:
            raise HTTPError(404)
        self._seats.enter(kernel_id, self, self._end)
        try:
            await super().get(kernel_id)
        finally:
            # closed, even if a busy kernel has not answered its first question
            self._seats.leave(kernel_id, self, self._silent)

    def _end(self) -> None:
        """Close the connection, as the kernel has ended."""
        self.close(1001, "This page's Python has ended.")

    async def open(self, kernel_id: str) -> None:
        self._budgets = Budget(*MESSAGES), Budget(*BYTES)
        self._answers, self._owed = Budget(*BYTES), 0.0
        self._heard = time.monotonic()
        self._seats.signed(kernel_id)
        connections: Connections = self.settings["phase10_server"].connections
        connections.keep(self.ws_connection.stream)
        self.set_nodelay(True)  # else a message waits, up to 40 ms, until the browser has acknowledged the one before
        await super().open(kernel_id)

    def on_close(self) -> None:
        self._seats.leave(self.kernel_id, self, self._silent)
        super().on_close()

    @property
    def _silent(self) -> float:
        """The seconds since the browser was last heard of, if it did not close the connection itself."""
        return time.monotonic() - self._heard if self._heard is not None and self.close_code is None else 0.0

    def on_pong(self, data: bytes) -> None:
        self._heard = time.monotonic()
        super().on_pong(data)

    async def on_message(self, ws_message: str | bytes) -> None:
        # Once a connection has closed, Jupyter reads what is left of it by the older protocol, by which the first bytes
        # of any message of ours claim over a hundred million parts.
        if self._refused or self.ws_connection is None:
            return
        try:
            if isinstance(ws_message, str):
                raise ValueError("the message is not binary")
            messages.check(ws_message)
            self._heard = time.monotonic()
            self._seats.signed(self.kernel_id)
            super().on_message(ws_message)
        except Exception as error:
            self._refuse("message refused", 1007, "This message was not understood.", error=type(error).__name__)
            return
        count, size = self._budgets
        wait = max(count.spend(messages.cost(ws_message)), size.spend(len(ws_message)))
        if max(count.haste, size.haste) > MOST_HASTE:
            self._refuse("sent too fast", 1008, "This page sends too much.")
            return
        await asyncio.sleep(max(wait, self._owed))

    def ping(self, data: str | bytes = b"") -> None:
        """Ask the browser for a sign of life, unless the connection is being closed, which Jupyter does not check."""
        with contextlib.suppress(WebSocketClosedError):
            super().ping(data)

    def write_message(self, message: bytes | str | dict[str, Any], binary: bool = False) -> Any:
        """Send a message of Jupyter to the browser, if it is one of :data:`ANSWERS`."""
        if not isinstance(message, bytes) or messages.kind(message) not in ANSWERS:
            return None
        if self._waiting > MOST_WAITING:
            self._refuse("reader too slow", 1013, "This page does not read what it is sent.")
            return None
        try:
            sending = super().write_message(message, binary)
        except WebSocketClosedError:
            return None
        self._owed = self._answers.spend(len(message))
        self._waiting += len(message)
        sending.add_done_callback(lambda sent: self._sent(len(message), sent))
        return sending

    def _sent(self, size: int, sending: asyncio.Future[None]) -> None:
        self._waiting -= size
        if not sending.cancelled():
            sending.exception()  # the connection is closed, which its own handler has noticed

    def _refuse(self, event: str, code: int, reason: str, **numbers: Any) -> None:
        """Close the connection with a reason; once."""
        if not self._refused:
            self._refused = True
            log.tell(event, logging.INFO, **numbers)
            self.close(code, reason)
