"""Pages without a kernel: their security policy, files and connections."""

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
"""The number of seconds between pings; proxies close connections that have been silent for a minute."""
HELLO_SECONDS = 10.0
"""The number of seconds within which a page must say hello."""
FULL_BYTES = 2**18
"""The number of bytes in transit to a page above which it receives only the latest view."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The content security policy for these pages, which set positions with inline styles."""


class KernelFreePage(OwnPage):
    """A page without a kernel."""

    def initialize(self, what: str = "", start: str = "") -> None:
        """Show the page *what*; *start* is the first screen on a game's page."""
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
    """A file for these pages, at an address that changes with its content."""

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
    """A connection of any kind from a page; it counts toward its address's share of processor time."""

    heard: float

    @property
    def address(self) -> str:
        """The visitor's address; limits are applied per address."""
        ...

    def give_way(self) -> None:
        """Close this connection to make room for another."""
        ...


class OpenConnections:
    """The open connections of one kind, grouped by visitor address."""

    def __init__(self) -> None:
        """Start with no connections."""
        self._by_address: dict[str, set[PageConnection]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._by_address.values()))

    def add(self, connection: PageConnection) -> None:
        """Add an open connection."""
        self._by_address.setdefault(connection.address, set()).add(connection)

    def discard(self, connection: PageConnection) -> None:
        """Remove a connection if it is present."""
        connections = self._by_address.get(connection.address, set())
        connections.discard(connection)
        if not connections:
            self._by_address.pop(connection.address, None)

    def __contains__(self, connection: object) -> bool:
        return connection in self._by_address.get(getattr(connection, "address", ""), ())

    def in_the_way(self, address: str) -> PageConnection | None:
        """Return the connection that has been silent longest among those from the address with the most connections, or
        None if *address* would have at least as many with one more connection."""
        if len(self._crowd) <= len(self._by_address.get(address, ())) + 1:
            return None
        return self.longest_silent()

    def longest_silent(self) -> PageConnection:
        """Return the connection that has been silent longest among those from the address with the most connections."""
        return min(self._crowd, key=lambda connection: connection.heard)

    @property
    def _crowd(self) -> set[PageConnection]:
        return max(self._by_address.values(), key=len, default=set())


class PageSocket(PacedSocket):
    """A page's connection, which sends each message as one string. A slow page receives only the latest view."""

    MOST_CONNECTIONS: ClassVar[int]
    """The maximum number of connections of this kind that have said hello; just as many others may be open."""
    MOST_MESSAGE_BYTES: ClassVar[int]
    """The maximum length of a page's message, in bytes; a longer one ends the connection."""
    MESSAGES: ClassVar[tuple[float, float]]
    """The number of messages that a page may send per second and in a burst."""
    MOST_WAITING_BYTES: ClassVar[int] = 2**21
    """The maximum number of bytes that may wait for a page that is not reading."""
    open_connections: ClassVar[OpenConnections]
    """The pages that have said hello."""
    newcomers: ClassVar[OpenConnections]
    """The connections that have not said hello; because anyone can open them, none of them replaces a page."""
    heard = 0.0
    """The time of the page's last message, on the monotonic clock."""
    _waiting = 0
    """The number of bytes in transit to the page."""
    _latest: str | None = None
    """The latest view, held back until the page has read more."""
    _ended = False

    def __init_subclass__(cls) -> None:
        cls.open_connections, cls.newcomers = OpenConnections(), OpenConnections()

    @property
    def max_message_size(self) -> int:
        """The maximum length of a message, in bytes."""
        return self.MOST_MESSAGE_BYTES

    @property
    def ping_interval(self) -> float:
        """The number of seconds between pings, which prevent proxies from closing the connection."""
        return PING_SECONDS

    def check_origin(self, origin: str) -> bool:
        """Return True for pages from this server or from sites that may talk to it."""
        return origin in self.settings.get("phase10_sites", ()) or bool(super().check_origin(origin))

    def get_compression_options(self) -> None:
        """Disable compression, which would multiply a connection's memory use by ten."""

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
        log.tell("a connection was closed to make room")
        self._forget()
        self.close(1012)

    def _arrive(self) -> None:
        """Count this connection as a page once it has said hello; if there are too many, close one from the address
        with the most."""
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
        """The visitor's address as this server knows it; limits are applied per address."""
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
        """Handle a message from the page."""
        raise NotImplementedError

    def left(self) -> None:
        """Clean up after the page has disconnected."""
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
        """Send a string; if the page is not reading, hold back a *view*, and drop it if a later one *replaces* it."""
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
            sending.exception()  # the connection is closed, and its handler has been notified
        if self._latest is not None and self._waiting <= FULL_BYTES:
            latest, self._latest = self._latest, None
            self.tell(latest, view=True)

    def close(self, code: int | None = None, reason: str | None = None) -> None:
        self._ended = True
        super().close(code, reason)


def files() -> dict[str, Packed]:
    """Return the pages' files, each compressed only once."""
    paths = [pages.BUNDLES / name for name in pages.LIGHT]
    found = {path.name: Packed(path.read_bytes()) for path in paths if path.is_file()}
    for name, _ in languages.added():
        found[f"{name}.js"] = Packed(f"{languages.browser_words(name)}{languages.offered()}".encode())
    return found


def addresses(files: Mapping[str, Packed], address: pages.Address, page: str = "play") -> dict[str, str]:
    """Return the addresses of a page's files, keyed by file name; they change with the content."""
    return {name: address(f"{page}/{name}?v={file.mark}") for name, file in files.items()}


def routes(at: str) -> list[tuple[Any, ...]]:
    """Return the handlers for the files below a path."""
    names = (*pages.LIGHT, *(f"{name}.js" for name, _ in languages.added()))
    return [(rf"{at}/(?:live|play)/({'|'.join(map(re.escape, names))})", PageFile)]
