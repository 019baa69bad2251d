"""A visitor: what a browser with the game in it does, over real HTTP and websockets."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
import traceback
import urllib.request
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import accumulate, cycle
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from phase10_widgets.apps.serve import messages
from phase10_widgets.screens.table import NOT_STORED, STORED_AGAIN
from phase10_widgets.session import Session

KERNEL = re.compile(r'"kernelId":\s*"([0-9a-f-]{36})"|data-kernel-id="([0-9a-f-]{36})"')
PROTOCOL = Subprotocol(messages.V1)
WIDGETS = {"version": "1.0.0"}
"""The metadata of every message: the version of the widgets' protocol of control."""
PAGE = "voila/render/app.ipynb"
PERSON = {"Sec-Fetch-Dest": "document"}
"""What browsers say when a person opens a page."""
PATIENCE = 30.0
"""The seconds an answer may take before it counts as an error."""
NEXT_TRY = 1.0
"""The seconds after which a visitor who found no way in tries again."""


class LostError(Exception):
    """The connection is gone, or there was none to be had."""


@dataclass
class Found:
    """The observations of all visitors."""

    waits: list[float] = field(default_factory=list)
    """The seconds from an action to the view that answers it."""
    opened: list[float] = field(default_factory=list)
    """The seconds from opening the address to the table."""
    returned: list[float] = field(default_factory=list)
    """The seconds from losing the connection to the same table, with everything played."""
    errors: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    games: int = 0


class Page:
    """An open page: its widgets' states, and what its kernel has answered."""

    def __init__(self, socket: ClientConnection, session: str, errors: Counter[str]) -> None:
        """Speak over this websocket; count in *errors* what the kernel reports."""
        self.socket, self.session, self.errors = socket, session, errors
        self.states: dict[str, dict[str, Any]] = {}
        """The state of the widgets by id, as reported by the kernel."""
        self.token = ""
        """The token of the game, once the table has been greeted."""
        self.stored = True
        """False while the table says that its game cannot be stored."""
        self.files: dict[str, str] = {}
        """The saved games by the message that asked for them."""
        self.rejected: dict[str, str] = {}
        self.answered: set[str] = set()
        """The ids of answered messages; a later view may arrive before anybody looks."""
        self._done: set[str] = set()
        """The ids of messages that the kernel has finished."""
        self._sent = 0
        self._lost = False
        self._news = asyncio.Event()

    async def begin(self) -> None:
        """Ask for the widgets."""
        control = uuid.uuid4().hex
        opened = await self.send("comm_open", control, {}, target_name="jupyter.widget.control")
        # Earlier messages are served as well, but ipykernel 7 then writes "No such comm" first.
        await self.until(lambda: opened in self._done)
        await self.send("comm_msg", control, {"method": "request_states"})

    async def shown(self, trait: str, field: str, message_id: str = "") -> str:
        """Return the last widget whose trait has this field, once there is one."""
        widget: str = await self.until(lambda: self._of(trait, field), message_id)
        return widget

    def _of(self, trait: str, field: str) -> str | None:
        return next((name for name in reversed(self.states) if field in self.states[name].get(trait, ())), None)

    def view(self, widget: str) -> dict[str, Any]:
        """Return the last view of a widget."""
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
        message = {"v": 1, "id": message_id, **content}
        await self.send("comm_msg", widget, {"method": "custom", "content": message})
        return message_id

    async def send(self, kind: str, comm: str, data: Any, **more: Any) -> str:
        """Send a message of Jupyter; return its id."""
        name = uuid.uuid4().hex
        await self.socket.send(packed(header(kind, name, self.session), {"comm_id": comm, "data": data, **more}))
        return name

    async def listen(self) -> None:
        """Keep the widgets' states up to date from the kernel's messages."""
        try:
            async for raw in self.socket:
                self._note(_message(raw))
                self._news.set()
        except WebSocketException:
            pass  # those who wait are told below
        self._lost = True
        self._news.set()

    def _note(self, message: dict[str, Any]) -> None:
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
            view = data["state"].get("view", {})
            if message_id := view.get("ack"):
                self.answered.add(message_id)
            texts = [event["text"] for event in view.get("events", ())]
            self.stored = (self.stored or STORED_AGAIN in texts) and NOT_STORED not in texts
        elif method == "update_states":
            for name, row in data["states"].items():
                self.states.setdefault(name, {}).update(row["state"])
        elif method == "custom" and content.get("kind") == "reject":
            self.rejected[content["id"]] = content["why"]
        elif method == "custom" and content.get("kind") == "welcome":
            self.token = content["token"] or self.token
        elif method == "custom" and content.get("kind") == "file":
            self.files[content["id"]] = content["text"]


@asynccontextmanager
async def opened(address: str, errors: Counter[str], path: str = PAGE) -> AsyncIterator[tuple[str, Page]]:
    """Open a page as a person does; yield its kernel's id and the page, whose kernel is left alone afterward.

    Raises:
        LostError: the page did not come, or the connection was lost.
    """
    try:
        text = await asyncio.to_thread(read, f"{address}{path}")
    except OSError as error:  # an answer that refuses, too
        raise LostError(f"no page: {error}") from error
    match = KERNEL.search(text)
    if match is None:
        raise LostError("the page names no kernel")
    kernel = next(filter(None, match.groups()))
    session = uuid.uuid4().hex
    try:
        async with connection(address, kernel, session) as socket:
            page = Page(socket, session, errors)
            listener = asyncio.create_task(page.listen())
            try:
                yield kernel, page
            finally:
                listener.cancel()
    except (OSError, WebSocketException) as error:
        raise LostError(f"{type(error).__name__}: {str(error)[:100]}") from error


class Visitor:
    """One person. A faithful visitor comes back after a lost connection, and goes on with the game."""

    def __init__(
        self, addresses: Sequence[str], number: int, found: Found, pause: float, *, faithful: bool = False
    ) -> None:
        """Name a visitor, who changes to the next of these addresses when coming back."""
        self.name, self.found, self.pause = f"Visitor {number}", found, pause
        self.until = 0.0
        """The moment at which the visitor leaves."""
        self._addresses = cycle(addresses)
        self.faithful = faithful
        self.random = random.Random(number)
        self.kernel = ""
        self.token = ""
        """The token of the game being played; empty if there is none."""
        self.played: list[str] = []
        """This visitor's actions in the game being played, in short."""
        self.safe = 0
        """The number of these that must be stored: the table has not said that they are not."""

    async def visit(self, until: float, *, polite: bool) -> None:
        """Open the app, and play until then."""
        began, self.until = time.monotonic(), until
        address = next(self._addresses)
        while self._stays:
            try:
                async with opened(address, self.found.errors) as (self.kernel, page):
                    try:
                        await self._play(page, began)
                    except (LostError, OSError, WebSocketException):
                        began = time.monotonic()
                        raise
            except LostError as error:
                if not self.faithful:
                    self.found.errors[str(error)] += 1
                    break
                await asyncio.sleep(NEXT_TRY)
                address = next(self._addresses)
            except Exception as error:
                ours = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == __file__]
                lines = ", ".join(f"{frame.name} {frame.lineno}" for frame in ours)
                self.found.errors[f"{type(error).__name__}: {str(error)[:100]} ({lines})"] += 1
                break
        if polite and self.kernel:
            await asyncio.to_thread(read, f"{address}voila/api/shutdown/{self.kernel}", b"")

    @property
    def _stays(self) -> bool:
        return time.monotonic() < self.until

    async def _play(self, page: Page, began: float) -> None:
        """Play game after game; *began* is the moment at which this person wanted the first table."""
        await page.begin()
        setup = await page.shown("about", "presets")
        while self._stays:
            if returns := bool(self.token and self.safe):
                message_id = await page.say(setup, kind="resume", token=self.token)
            else:
                self.played = []
                message_id = await page.say(
                    setup,
                    kind="start",
                    edition="classic",
                    players=[{"name": self.name, "player": None}, {"name": "Bo", "player": "expert:5"}],
                    options={"phases": [1, 2]},
                )
            table = await page.shown("view", "legal", message_id)
            if returns:
                await self._compare(page, table)
            if began:
                (self.found.returned if returns else self.found.opened).append(time.monotonic() - began)
                began = 0.0
            await page.say(table, kind="hello", tokens=[])
            self.token = await page.until(lambda page=page: page.token)
            message_id = await page.say(table, kind="pace", seconds=0.2)
            await page.until(lambda message_id=message_id: message_id in page.answered, message_id)
            await self._one_game(page, table)
            if not self._stays:
                return
            self.found.games += 1
            self.token, self.played, self.safe, page.token = "", [], 0, ""
            await page.say(table, kind="again", rev=page.view(table)["rev"])
            await page.until(lambda table=table: table not in page.states)
            setup = await page.shown("about", "presets")

    async def _compare(self, page: Page, table: str) -> None:
        """Record actions as lost that were answered and are not in the game."""
        message_id = await page.say(table, kind="save", rev=page.view(table)["rev"])
        text: str = await page.until(lambda: page.files.pop(message_id, ""), message_id)
        rounds = Session.load(text).game.record()["rounds"]
        mine = [action for row in rounds for action in row["actions"] if action["seat"] == 0]
        stored = [_in_short(action) for action in mine]
        if stored[: self.safe] != self.played[: self.safe]:
            self.found.wrong["an action was lost"] += 1
        self.played, self.safe = stored, len(stored)  # the last one may have been stored, but not answered

    async def _one_game(self, page: Page, table: str) -> None:
        while self._stays:
            view = page.view(table)
            self._check(view)
            if view["over"]:
                return
            action = None
            if view["summary"]:
                message_id = await page.say(table, kind="continue", rev=view["rev"])
                self.found.rounds += 1
            elif view["legal"]:
                action = self._choose(view["legal"])
                message_id = await page.say(table, kind="action", rev=view["rev"], action=action)
            else:
                await page.until(lambda rev=view["rev"]: page.view(table)["rev"] > rev)
                continue
            began = time.monotonic()
            await page.until(lambda message_id=message_id: message_id in page.rejected or message_id in page.answered)
            self.found.waits.append(time.monotonic() - began)
            if why := page.rejected.pop(message_id, None):
                self.found.wrong[f"refused: {why}"] += 1
            elif action:
                self.played.append(_in_short(action))
                self.safe = len(self.played) if page.stored else self.safe
            await asyncio.sleep(self.pause * self.random.uniform(0.5, 1.5))

    def _choose(self, legal: list[dict[str, Any]]) -> dict[str, Any]:
        """Choose an action like a beginner: lay down, hit, else anything."""
        for kind in ("lay_down", "hit"):
            fitting = [action for action in legal if action["type"] == kind]
            if fitting:
                return fitting[0]
        return self.random.choice(legal)

    def _check(self, view: dict[str, Any]) -> None:
        """Record a view as wrong if it is another visitor's or shows hidden cards."""
        seen = view["observation"]
        if seen is None:
            return
        if seen["seats"][0]["name"] != self.name:
            self.found.wrong["the view is somebody else's"] += 1
        # During the summary of a round, the next deal is hidden.
        if len(seen["hand"].split()) not in (0, seen["seats"][0]["cards"]):
            self.found.wrong["the hand is not as long as the seat says"] += 1
        if any("hand" in row for row in seen["seats"]):
            self.found.wrong["another hand is in the view"] += 1


def _in_short(action: dict[str, Any]) -> str:
    """Return an action without its groups, which a file may write in another order."""
    return " ".join(filter(None, (action["type"], action.get("from"), action.get("card"))))


def connection(address: str, kernel: str, session: str, **options: Any) -> connect:
    """Return a websocket to a kernel, to be opened."""
    at = f"{address.replace('http', 'ws', 1)}api/kernels/{kernel}/channels?session_id={session}"
    return connect(at, subprotocols=[PROTOCOL], max_size=None, open_timeout=PATIENCE, **options)


def header(kind: str, name: str, session: str) -> dict[str, Any]:
    """Return the header of a message to a kernel."""
    return {
        "msg_id": name,
        "msg_type": kind,
        "session": session,
        "username": "",
        "version": "5.3",
        "date": "2026-01-01T00:00:00Z",
    }


def packed(head: Any, content: Any, channel: str = "shell") -> bytes:
    """Return a message to a kernel: the number of offsets, the offsets, and the parts that they delimit."""
    jsons: list[Any] = [head, {}, WIDGETS, content]
    parts = [channel.encode(), *(json.dumps(each).encode() for each in jsons)]
    count = len(parts) + 1
    offsets = accumulate(map(len, parts), initial=8 * (count + 1))
    return b"".join([*(number.to_bytes(8, "little") for number in (count, *offsets)), *parts])


def _message(raw: str | bytes) -> dict[str, Any]:
    """Return the headers and the content of a message from a kernel."""
    assert isinstance(raw, bytes)
    _, head, parent, _, content, *_ = (bytes(part) for part in messages.parts(raw))
    return {"header": json.loads(head), "parent_header": json.loads(parent), "content": json.loads(content)}


def read(address: str, body: bytes | None = None) -> str:
    """Return a page as a person's browser gets it; with a *body*, send it."""
    asked = urllib.request.Request(address, body, PERSON)
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


async def crowd(
    address: str, visitors: int, seconds: float, pause: float, arrive: float, *, polite: bool, faithful: bool = False
) -> Found:
    """Run *visitors* visitors, who arrive one after another and leave together."""
    found = Found()
    until = time.monotonic() + arrive + seconds
    async with asyncio.TaskGroup() as group:
        for number in range(1, visitors + 1):
            visitor = Visitor([address], number, found, pause, faithful=faithful)
            group.create_task(visitor.visit(until, polite=polite))
            await asyncio.sleep(arrive / visitors)
    return found
