"""Open a page as a browser does, over real HTTP and a websocket."""

from __future__ import annotations

import asyncio
import json
import urllib.request
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from phase10_widgets.ui.table.stored_game import NOT_STORED, STORED_AGAIN

GREETING = {"kind": "hello", "v": 1, "visit": None, "start": "setup", "language": "en"}
HELLO = json.dumps(GREETING)
"""The first message from a page."""
PATIENCE = 30.0
"""The number of seconds that an answer may take before it counts as an error."""


class LostError(Exception):
    """An error for a connection that was lost or could not be established."""


class Page:
    """An open page: its screens, by number, and the answers to its messages."""

    def __init__(self, socket: ClientConnection, errors: Counter[str]) -> None:
        """Communicate over this websocket, and count faults in *errors*."""
        self.socket, self.errors, self.session = socket, errors, uuid.uuid4().hex
        self.hello: dict[str, Any] = {**GREETING}
        self.states: dict[str, dict[str, Any]] = {}
        self.token = ""
        """The game's token, once any part of the game is stored."""
        self.stored = True
        """False while the table reports that its game cannot be stored."""
        self.files: dict[str, str] = {}
        """The saved games by the id of the message that requested them."""
        self.rejected: dict[str, str] = {}
        self.answered: set[str] = set()
        """The ids of answered messages, which are collected because a later view may arrive before anyone checks."""
        self._sent = 0
        self._lost = False
        self._news = asyncio.Event()

    async def begin(self) -> None:
        """Send the first message."""
        await self.socket.send(json.dumps(self.hello))

    async def shown(self, trait: str, field: str, message_id: str = "") -> str:
        """Wait for a screen whose trait has this field, and return the last one."""
        screen: str = await self.until(lambda: self._of(trait, field), message_id)
        return screen

    def _of(self, trait: str, field: str) -> str | None:
        return next((name for name in reversed(self.states) if field in self.states[name].get(trait, ())), None)

    def view(self, screen: str) -> dict[str, Any]:
        view: dict[str, Any] = self.states[screen]["view"]
        return view

    async def until(self, there: Callable[..., Any], message_id: str = "") -> Any:
        """Wait until a value is true; raise ValueError if this message is refused, or LostError if the page is lost."""
        async with asyncio.timeout(PATIENCE):
            while not (value := there()):
                if message_id in self.rejected:
                    raise ValueError(f"refused: {self.rejected[message_id]}")
                if self._lost:
                    raise LostError("the connection was lost")
                self._news.clear()
                await self._news.wait()
        return value

    async def say(self, screen: str, **content: Any) -> str:
        """Send a message to a screen; return the message's id."""
        self._sent += 1
        message_id = f"{self.session}:{self._sent}"
        message = {"v": 1, "id": message_id, **content}
        await self.socket.send(json.dumps({"kind": "say", "screen": int(screen), "message": message}))
        return message_id

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Keep everything up to date while the block runs."""
        listener = asyncio.create_task(self._listen())
        try:
            yield
        finally:
            listener.cancel()

    async def _listen(self) -> None:
        try:
            async for raw in self.socket:
                self.note(json.loads(raw))
                self._news.set()
        except WebSocketException:
            pass  # waiting callers are notified below
        self._lost = True
        self._news.set()

    def note(self, message: Any) -> None:
        """Record a received message."""
        screen = str(message.get("screen"))
        if message["kind"] == "screen":
            self.states = {screen: {}}
        if message["kind"] in ("screen", "tell") and screen in self.states:
            self.states[screen].update({name: message[name] for name in ("about", "view") if name in message})
            self._see(message.get("view", {}))
            self._read(message.get("message", {}))

    def _see(self, view: dict[str, Any]) -> None:
        """Record a view's answer and contents."""
        if message_id := view.get("ack"):
            self.answered.add(message_id)
        texts = [event["text"] for event in view.get("events", ())]
        self.stored = (self.stored or STORED_AGAIN in texts) and NOT_STORED not in texts

    def _read(self, content: dict[str, Any]) -> None:
        """Record a screen's message."""
        kind = content.get("kind")
        if kind == "reject":
            self.rejected[content["id"]] = content["why"]
        elif kind == "welcome":
            self.token = content["token"] or self.token
        elif kind == "file":
            self.files[content["id"]] = content["text"]


@asynccontextmanager
async def opened(
    address: str, errors: Counter[str], path: str = "play", kind: type[Page] = Page, **options: Any
) -> AsyncIterator[Page]:
    """Open a page as a person does, with these options; raise LostError if the connection fails or is lost."""
    try:
        await asyncio.to_thread(read, f"{address}{path}")
        async with line(address, **options) as socket:
            page = kind(socket, errors)
            async with page.listening():
                yield page
    except (OSError, WebSocketException) as error:
        raise LostError(f"{type(error).__name__}: {str(error)[:100]}") from error


def line(address: str, **options: Any) -> connect:
    """Return a page's websocket, which has not been opened yet."""
    return connect(f"{address.replace('http', 'ws', 1)}play/line", max_size=None, open_timeout=PATIENCE, **options)


def read(address: str) -> str:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return str(answer.read().decode())
