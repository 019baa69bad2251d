"""An open page, as a browser sees it, over real HTTP and websockets: with a kernel, or light, without one."""

from __future__ import annotations

import asyncio
import json
import re
import urllib.request
import uuid
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import accumulate
from typing import Any, TypeAlias

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from phase10_widgets.apps.serve import messages
from phase10_widgets.screens.table import NOT_STORED, STORED_AGAIN

KERNEL = re.compile(r'"kernelId":\s*"([0-9a-f-]{36})"|data-kernel-id="([0-9a-f-]{36})"')
PROTOCOL = Subprotocol(messages.V1)
WIDGETS = {"version": "1.0.0"}
"""The metadata of every message: the version of the widgets' protocol of control."""
PAGE = "voila/render/app.ipynb"
HELLO = json.dumps({"kind": "hello", "v": 1, "visit": None, "start": "setup", "language": "en"})
"""The first message of a page without a kernel."""
PERSON = {"Sec-Fetch-Dest": "document"}
"""The headers with which a browser asks for a page that a person opens."""
PATIENCE = 30.0
"""The seconds an answer may take before it counts as an error."""


class LostError(Exception):
    """The connection is gone, or there was none to be had."""


class Shown(ABC):
    """An open page: its widgets or screens, and the answers to its messages."""

    def __init__(self, socket: ClientConnection, session: str, errors: Counter[str]) -> None:
        """Speak over this websocket; count in *errors* what goes wrong in Python."""
        self.socket, self.session, self.errors = socket, session, errors
        self.states: dict[str, dict[str, Any]] = {}
        self.token = ""
        """The token of the game, once something of it is stored."""
        self.stored = True
        """False while the table says that its game cannot be stored."""
        self.files: dict[str, str] = {}
        """The saved games by the message that asked for them."""
        self.rejected: dict[str, str] = {}
        self.answered: set[str] = set()
        """The ids of answered messages; a later view may arrive before anybody looks."""
        self._sent = 0
        self._lost = False
        self._news = asyncio.Event()

    @abstractmethod
    async def begin(self) -> None:
        """Ask for everything that the page shows."""

    @abstractmethod
    async def deliver(self, widget: str, message: dict[str, Any]) -> None:
        """Send a message to a widget or screen."""

    @abstractmethod
    def note(self, raw: str | bytes) -> None:
        """Note what has come."""

    async def shown(self, trait: str, field: str, message_id: str = "") -> str:
        """Return the last widget whose trait has this field, once there is one."""
        widget: str = await self.until(lambda: self._of(trait, field), message_id)
        return widget

    def _of(self, trait: str, field: str) -> str | None:
        return next((name for name in reversed(self.states) if field in self.states[name].get(trait, ())), None)

    def view(self, widget: str) -> dict[str, Any]:
        view: dict[str, Any] = self.states[widget]["view"]
        return view

    async def until(self, there: Callable[..., Any], message_id: str = "") -> Any:
        """Wait until a value is there; raise ValueError if this message is refused, LostError if the page is lost."""
        async with asyncio.timeout(PATIENCE):
            while not (value := there()):
                if message_id in self.rejected:
                    raise ValueError(f"refused: {self.rejected[message_id]}")
                if self._lost:
                    raise LostError("the connection was lost")
                self._news.clear()
                await self._news.wait()
        return value

    async def say(self, widget: str, **content: Any) -> str:
        """Send a message of the page to a widget; return the message's id."""
        self._sent += 1
        message_id = f"{self.session}:{self._sent}"
        await self.deliver(widget, {"v": 1, "id": message_id, **content})
        return message_id

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Keep everything up to date in the meantime."""
        listener = asyncio.create_task(self._listen())
        try:
            yield
        finally:
            listener.cancel()

    async def _listen(self) -> None:
        try:
            async for raw in self.socket:
                self.note(raw)
                self._news.set()
        except WebSocketException:
            pass  # those who wait are told below
        self._lost = True
        self._news.set()

    def _see(self, view: dict[str, Any]) -> None:
        """Note what a view answers and says."""
        if message_id := view.get("ack"):
            self.answered.add(message_id)
        texts = [event["text"] for event in view.get("events", ())]
        self.stored = (self.stored or STORED_AGAIN in texts) and NOT_STORED not in texts

    def _read(self, content: dict[str, Any]) -> None:
        """Note a message of a widget."""
        kind = content.get("kind")
        if kind == "reject":
            self.rejected[content["id"]] = content["why"]
        elif kind == "welcome":
            self.token = content["token"] or self.token
        elif kind == "file":
            self.files[content["id"]] = content["text"]


class Page(Shown):
    """An open page with a kernel."""

    def __init__(self, socket: ClientConnection, session: str, errors: Counter[str]) -> None:
        super().__init__(socket, session, errors)
        self._done: set[str] = set()
        """The ids of messages that the kernel has finished."""

    async def begin(self) -> None:
        """Ask for the widgets."""
        control = uuid.uuid4().hex
        opened = await self.send("comm_open", control, {}, target_name="jupyter.widget.control")
        # Earlier messages are served as well, but ipykernel 7 then writes "No such comm" first.
        await self.until(lambda: opened in self._done)
        await self.send("comm_msg", control, {"method": "request_states"})

    async def deliver(self, widget: str, message: dict[str, Any]) -> None:
        await self.send("comm_msg", widget, {"method": "custom", "content": message})

    async def send(self, kind: str, comm: str, data: Any, **more: Any) -> str:
        """Send a message of Jupyter; return its id."""
        name = uuid.uuid4().hex
        await self.socket.send(packed(header(kind, name, self.session), {"comm_id": comm, "data": data, **more}))
        return name

    def note(self, raw: str | bytes) -> None:
        message = _message(raw)
        kind, content = message["header"]["msg_type"], message["content"]
        if kind == "comm_open":
            self.states[content["comm_id"]] = dict(content.get("data", {}).get("state", {}))
        elif kind == "comm_close":
            self.states.pop(content["comm_id"], None)
        elif kind == "comm_msg":
            self._hear(content["comm_id"], content.get("data", {}))
        elif kind == "status" and content["execution_state"] == "idle":
            self._done.add(message["parent_header"].get("msg_id", ""))
        elif kind == "error" or (kind == "stream" and content.get("name") == "stderr"):
            fault = content.get("ename") or str(content.get("text")).strip().rpartition("\n")[2]
            self.errors[f"the kernel said: {fault[:80]}"] += 1

    def _hear(self, widget: str, data: dict[str, Any]) -> None:
        """Note what a widget says."""
        method, content = data.get("method"), data.get("content", {})
        if method == "update" and widget in self.states:
            self.states[widget].update(data["state"])
            self._see(data["state"].get("view", {}))
        elif method == "update_states":
            for name, row in data["states"].items():
                self.states.setdefault(name, {}).update(row["state"])
        elif method == "custom":
            self._read(content)


class LightPage(Shown):
    """An open page without a kernel: one screen at a time, over a line."""

    start = "setup"

    async def begin(self) -> None:
        hello = {"kind": "hello", "v": 1, "visit": None, "start": self.start, "language": "en"}
        await self.socket.send(json.dumps(hello))

    async def deliver(self, widget: str, message: dict[str, Any]) -> None:
        await self.socket.send(json.dumps({"kind": "say", "screen": int(widget), "message": message}))

    def note(self, raw: str | bytes) -> None:
        message = json.loads(raw)
        screen = str(message.get("screen"))
        if message["kind"] == "screen":
            self.states = {screen: {}}
        if message["kind"] in ("screen", "tell") and screen in self.states:
            self.states[screen].update({name: message[name] for name in ("about", "view") if name in message})
            self._see(message.get("view", {}))
            self._read(message.get("message", {}))


@asynccontextmanager
async def opened(address: str, errors: Counter[str], path: str = PAGE) -> AsyncIterator[tuple[str, Page]]:
    """Open a page as a person does; yield its kernel's id and the page, whose kernel is left alone afterward."""
    async with _lost():
        match = KERNEL.search(await asyncio.to_thread(read, f"{address}{path}"))
        if match is None:
            raise LostError("the page names no kernel")
        kernel, session = next(filter(None, match.groups())), uuid.uuid4().hex
        async with connection(address, kernel, session) as socket:
            page = Page(socket, session, errors)
            async with page.listening():
                yield kernel, page


@asynccontextmanager
async def opened_light(
    address: str, errors: Counter[str], path: str = "play", kind: type[LightPage] = LightPage, **options: Any
) -> AsyncIterator[tuple[str, LightPage]]:
    """Open a page without a kernel, its line with these options; yield no kernel's id and the page."""
    async with _lost():
        await asyncio.to_thread(read, f"{address}{path}")
        async with line(address, **options) as socket:
            page = kind(socket, uuid.uuid4().hex, errors)
            async with page.listening():
                yield "", page


@asynccontextmanager
async def _lost() -> AsyncIterator[None]:
    """Raise LostError if the server refuses, or the connection is lost."""
    try:
        yield
    except (OSError, WebSocketException) as error:
        raise LostError(f"{type(error).__name__}: {str(error)[:100]}") from error


Opening: TypeAlias = Callable[[str, Counter[str]], AbstractAsyncContextManager[tuple[str, Shown]]]
"""Opens a page at an address, and counts errors; yields its kernel's id, if it has one, and the page."""


def connection(address: str, kernel: str, session: str, **options: Any) -> connect:
    """Return a websocket to a kernel, to be opened."""
    at = f"{address.replace('http', 'ws', 1)}api/kernels/{kernel}/channels?session_id={session}"
    return connect(at, subprotocols=[PROTOCOL], max_size=None, open_timeout=PATIENCE, **options)


def line(address: str, **options: Any) -> connect:
    """Return the websocket of a page without a kernel, to be opened."""
    return connect(f"{address.replace('http', 'ws', 1)}play/line", max_size=None, open_timeout=PATIENCE, **options)


def header(kind: str, name: str, session: str) -> dict[str, Any]:
    written = {"username": "", "version": "5.3", "date": "2026-01-01T00:00:00Z"}
    return {"msg_id": name, "msg_type": kind, "session": session, **written}


def packed(head: Any, content: Any, channel: str = "shell") -> bytes:
    """Return a message to a kernel: the number of offsets, the offsets, and the parts that they delimit."""
    jsons: list[Any] = [head, {}, WIDGETS, content]
    parts = [channel.encode(), *(json.dumps(each).encode() for each in jsons)]
    count = len(parts) + 1
    offsets = accumulate(map(len, parts), initial=8 * (count + 1))
    return b"".join([*(number.to_bytes(8, "little") for number in (count, *offsets)), *parts])


def _message(raw: str | bytes) -> dict[str, Any]:
    assert isinstance(raw, bytes)
    _, head, parent, _, content, *_ = (bytes(part) for part in messages.parts(raw))
    return {"header": json.loads(head), "parent_header": json.loads(parent), "content": json.loads(content)}


def read(address: str, body: bytes | None = None) -> str:
    """Return a page as a person's browser gets it; with a *body*, send it."""
    asked = urllib.request.Request(address, body, PERSON)
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        return str(answer.read().decode())
