"""The pages without a kernel: their policy, files and connections."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar, Protocol

from tornado.web import HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError

from .. import languages
from ..rooms.budgets import Budget
from ..rooms.code_attempts import site
from . import log, pages
from .answers import OwnPage
from .packed import FOREVER, Packed, send
from .traffic import PacedSocket

PING_SECONDS = 20.0
"""The seconds between two pings; proxies close connections that are silent for a minute."""
HELLO_SECONDS = 10.0
"""The seconds within which a page must say hello."""
FULL_BYTES = 2**18
"""The bytes in transit to a page above which it gets only the latest view."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The content security policy of these pages. Their styles set positions, which count as inline."""


class KernelFreePage(OwnPage):
    """A page without a kernel."""

    def initialize(self, what: str = "", start: str = "") -> None:
        """Show the page *what*; *start* is the first screen of a game's page."""
        super().initialize(what)
        self._start = start

    def get(self) -> None:
        words = self.words
        address = self.settings["phase10_address"]
        self.set_header("Content-Security-Policy", f"{POLICY}; {self.settings['phase10_frames']}")
        self.set_header("Vary", "Accept-Language")
        self.set_header("Cache-Control", "no-cache")
        named = addresses(self.settings["phase10_light_files"], address, self.what)
        friends = self.settings["phase10_friends"]
        home = self.settings.get("phase10_home", False)
        self.finish(pages.light(self.what, words, address, named, start=self._start, friends=friends, home=home))

    head = get


class PageFile(RequestHandler):
    """A file of these pages; its address changes with its content."""

    async def get(self, name: str) -> None:
        file = self.settings["phase10_light_files"].get(name)
        if file is None:
            raise HTTPError(HTTPStatus.NOT_FOUND)
        kind = "css" if name.endswith(".css") else "javascript"
        self.set_header("Content-Type", f"text/{kind}; charset=utf-8")
        asked = self.get_query_argument("v", "") == file.mark
        self.set_header("Cache-Control", FOREVER if asked else "no-cache")
        await send(self, file)

    head = get


class PageConnection(Protocol):
    """A page's connection, of any kind, that counts toward its address's share."""

    heard: float

    @property
    def address(self) -> str:
        """The visitor's address, by which limits are counted."""
        ...

    def give_way(self) -> None:
        """Close to make room for another connection."""
        ...


class OpenConnections:
    """The open connections of one kind, by their visitors' addresses."""

    def __init__(self) -> None:
        """Start empty."""
        self._by_address: dict[str, set[PageConnection]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._by_address.values()))

    def add(self, connection: PageConnection) -> None:
        """Add an open connection."""
        self._by_address.setdefault(connection.address, set()).add(connection)

    def discard(self, connection: PageConnection) -> None:
        """Remove a connection, if it is known."""
        connections = self._by_address.get(connection.address, set())
        connections.discard(connection)
        if not connections:
            self._by_address.pop(connection.address, None)

    def __contains__(self, connection: object) -> bool:
        return connection in self._by_address.get(getattr(connection, "address", ""), ())

    def in_the_way(self, address: str) -> PageConnection | None:
        """Return the longest silent connection of the largest address; None if *address* would then have as many."""
        if len(self._crowd) <= len(self._by_address.get(address, ())) + 1:
            return None
        return self.longest_silent()

    def longest_silent(self) -> PageConnection:
        """Return the longest silent connection of the address with the most."""
        return min(self._crowd, key=lambda connection: connection.heard)

    @property
    def _crowd(self) -> set[PageConnection]:
        return max(self._by_address.values(), key=len, default=set())


class PageSocket(PacedSocket):
    """A page's connection, one text per message. A slow page gets only the latest view."""

    MOST_CONNECTIONS: ClassVar[int]
    """The most connections of this kind that have said hello; the same number may be about to."""
    MOST_MESSAGE_BYTES: ClassVar[int]
    """The longest message of a page, in bytes; a longer one ends the connection."""
    MESSAGES: ClassVar[tuple[float, float]]
    """The messages that a page may send per second and in a burst."""
    MOST_WAITING_BYTES: ClassVar[int] = 2**21
    """The most bytes that may wait for a page that reads nothing."""
    open_connections: ClassVar[OpenConnections]
    """The pages that have said hello."""
    newcomers: ClassVar[OpenConnections]
    """The connections that have not; anybody can open them, so none replaces a page."""
    heard = 0.0
    """The time of the page's last message, by the monotonic clock."""
    _waiting = 0
    """The bytes in transit to the page."""
    _latest: str | None = None
    """The latest view, held back until the page has read more."""
    _ended = False

    def __init_subclass__(cls) -> None:
        cls.open_connections, cls.newcomers = OpenConnections(), OpenConnections()

    @property
    def max_message_size(self) -> int:
        """The longest message, in bytes."""
        return self.MOST_MESSAGE_BYTES

    @property
    def ping_interval(self) -> float:
        """The seconds between two pings, which keep the connection open in proxies."""
        return PING_SECONDS

    def check_origin(self, origin: str) -> bool:
        """Return True for pages of this server, and of sites that may talk to it."""
        return origin in self.settings.get("phase10_sites", ()) or bool(super().check_origin(origin))

    def get_compression_options(self) -> None:
        """Disable compression: it would take ten times a connection's memory."""

    async def get(self, *args: Any, **kwargs: Any) -> None:
        if (
            len(self.open_connections) >= self.MOST_CONNECTIONS
            and self.open_connections.in_the_way(self.address) is None
        ):
            raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE)
        if len(self.newcomers) >= self.MOST_CONNECTIONS:
            self.newcomers.longest_silent().give_way()
        await super().get(*args, **kwargs)

    def give_way(self) -> None:
        """Close this connection to make room for another."""
        log.tell("a connection gave way")
        self._forget()
        self.close(1012)

    def _arrive(self) -> None:
        """Become a page once it has said hello; if there are too many, one of the address with the most gives way."""
        if self._ended or self in self.open_connections or not self.greeted():
            return
        if len(self.open_connections) >= self.MOST_CONNECTIONS:
            (self.open_connections.in_the_way(self.address) or self).give_way()
        if not self._ended:
            self.newcomers.discard(self)
            self.open_connections.add(self)
            self.settings["phase10_server"].connections.keep(self.ws_connection.stream)

    def _forget(self) -> None:
        self.newcomers.discard(self)
        self.open_connections.discard(self)

    @property
    def address(self) -> str:
        """The visitor's address as this server knows it, by which limits are counted."""
        return site(self.request.remote_ip or "")

    def open(self, *args: str, **kwargs: str) -> None:
        self._budget = Budget(*self.MESSAGES)
        self.heard = time.monotonic()
        self.newcomers.add(self)
        self.set_nodelay(True)
        self._late = asyncio.get_running_loop().call_later(HELLO_SECONDS, self._too_late)
        self.begin()

    def begin(self) -> None:
        """Prepare for the first message."""

    def greeted(self) -> bool:
        """Return True if the page has said hello."""
        raise NotImplementedError

    async def hear(self, message: str | bytes) -> None:
        """Carry out a message from the page."""
        raise NotImplementedError

    def left(self) -> None:
        """Handle the end of the page."""
        raise NotImplementedError

    def _too_late(self) -> None:
        if not self.greeted():
            self.close(4401)

    async def on_message(self, message: str | bytes) -> None:
        if not self._ended:
            self.heard = time.monotonic()
            await self.hear(message)
            self._arrive()
            await asyncio.sleep(self._budget.spend(1))

    def on_close(self) -> None:
        self._ended = True
        self._late.cancel()
        self._forget()
        self.left()

    def tell(self, text: str, *, view: bool, replaces: bool = False) -> None:
        """Send a text; hold a *view* back while the page does not read, and drop it if a later one *replaces* it."""
        if self._ended:
            return
        if replaces:
            self._latest = None
        if self._waiting > FULL_BYTES and view:
            self._latest = text
            return
        if self._waiting > self.MOST_WAITING_BYTES:
            log.tell("reader too slow")
            self.close(4429)
            return
        try:
            sending = self.write_message(text)
        except WebSocketClosedError:
            return
        size = len(text)
        self._waiting += size
        sending.add_done_callback(lambda sent: self._sent(size, sent))

    def _sent(self, size: int, sending: asyncio.Future[None]) -> None:
        self._waiting -= size
        if not sending.cancelled():
            sending.exception()  # the connection is closed, as its handler knows
        if self._latest is not None and self._waiting <= FULL_BYTES:
            latest, self._latest = self._latest, None
            self.tell(latest, view=True)

    def close(self, code: int | None = None, reason: str | None = None) -> None:
        self._ended = True
        super().close(code, reason)


def files() -> dict[str, Packed]:
    """Return the pages' files, compressed once."""
    paths = [pages.BUNDLES / name for name in pages.LIGHT]
    found = {path.name: Packed(path.read_bytes()) for path in paths if path.is_file()}
    for name, _ in languages.added():
        found[f"{name}.js"] = Packed(f"{languages.browser_words(name)}{languages.offered()}".encode())
    return found


def addresses(files: Mapping[str, Packed], address: pages.Address, page: str = "play") -> dict[str, str]:
    """Return the addresses of the files for a page, by their names; they change with the content."""
    return {name: address(f"{page}/{name}?v={file.mark}") for name, file in files.items()}


def routes(at: str) -> list[tuple[Any, ...]]:
    """Return the handlers of the files below a path."""
    names = (*pages.LIGHT, *(f"{name}.js" for name, _ in languages.added()))
    return [(rf"{at}/(?:live|play)/({'|'.join(map(re.escape, names))})", PageFile)]
