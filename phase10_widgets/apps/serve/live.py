"""Shared tables in the server: the page, its connection, and the requests before there is one."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
from http import HTTPStatus
from typing import Any, ClassVar
from urllib.parse import urlsplit

import segno
from tornado.ioloop import PeriodicCallback
from tornado.web import HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from ...core.untrusted_json import loads
from ...live.book import FileBook
from ...live.desk import Desk, EntryRefused
from ...store.file_store import claim, default_path
from ...store.user_store import ANYWHERE
from ...text import Text
from ...views.protocol.live import LiveDown, LiveRefused
from ...widgets.shared.message_widget import STATIC
from . import log, pages, scripts
from .handlers import Own
from .sockets import Budget

TICK = 0.1
"""The seconds between two looks at the time."""
MOST_LIVE = 600
"""The most lines at once."""
MOST_MESSAGE = 8192
"""The longest message of a page, in bytes."""
MOST_REQUEST = 2048
"""The longest request to join, in bytes."""
MOST_LINK = 300
"""The longest link in a QR code, in characters."""
MESSAGES = 10.0, 20.0
"""The messages that a page may send per second, and at once."""
PING = 20.0
"""The seconds between two signs of life; proxies cut connections that are silent for a minute."""
HELLO = 10.0
"""The seconds in which a page must say hello."""
FULL = 2**18
"""The bytes on their way to a page from which on it gets only the latest view."""
MOST_WAITING = 2**21
"""The most bytes that may wait for a page that reads nothing."""
BOOK = "live.sqlite3"
FILES = ("live.js", "live.css", "de.js")
"""The files of the page."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The content security policy of the page. Its styles set positions, which browsers count as inline."""


def desk(*, open_to_all: bool) -> Desk:
    """Return the desk with the rooms of the user's data folder; in memory where nothing may be stored.

    Raises:
        OSError: the book cannot be used, or belongs to somebody else.
    """
    folder = os.environ.get(ANYWHERE)
    if folder == "none":
        return Desk(FileBook(), open_to_all=open_to_all)
    path = default_path(folder).with_name(BOOK)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    claim(path)
    return Desk(FileBook(path), open_to_all=open_to_all)


def keep_time(desk: Desk) -> PeriodicCallback:
    """Let time pass at the tables; return what stops it."""

    def tick() -> None:
        try:
            desk.tick()
        except Exception:
            logging.getLogger(__name__).exception("time stands still at shared tables")

    ticking = PeriodicCallback(tick, 1000 * TICK)
    ticking.start()
    return ticking


class LivePage(Own):
    """The page of shared tables."""

    def get(self) -> None:
        words = self.words
        address = self.settings["phase10_address"]
        self.set_header("Content-Security-Policy", f"{POLICY}; {self.settings['phase10_frames']}")
        self.set_header("Vary", "Accept-Language")
        self.set_header("Cache-Control", "no-cache")
        named = {
            name: address(f"live/{name}?v={file.name}") for name, file in self.settings["phase10_live_files"].items()
        }
        self.finish(pages.live(words, address, named))

    head = get


class LiveFile(RequestHandler):
    """A file of the page; its address changes with its content."""

    def get(self, name: str) -> None:
        file = self.settings["phase10_live_files"].get(name)
        if file is None:
            raise HTTPError(HTTPStatus.NOT_FOUND)
        kind = "css" if name.endswith(".css") else "javascript"
        self.set_header("Content-Type", f"text/{kind}; charset=utf-8")
        asked = self.get_query_argument("v", "") == file.name
        self.set_header("Cache-Control", scripts.FOREVER if asked else "no-cache")
        scripts.send(self, file)

    head = get


class Asking(RequestHandler):
    """A request of the page before it has a line: JSON in, JSON out, from this origin alone."""

    def check_xsrf_cookie(self) -> None:
        """Look at the origin instead: the page has no cookie."""

    def prepare(self) -> None:
        origin = self.request.headers.get("Origin")
        if self.request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            raise HTTPError(HTTPStatus.FORBIDDEN)
        if origin is not None and urlsplit(origin).netloc != self.request.host:
            raise HTTPError(HTTPStatus.FORBIDDEN)

    @property
    def desk(self) -> Desk:
        """The desk of this server."""
        found: Desk = self.settings["phase10_live"]
        return found

    @property
    def address(self) -> str:
        """The visitor's address, as far as this server knows it."""
        return self.request.remote_ip or ""

    def content(self) -> dict[str, Any]:
        """Return the request's JSON."""
        if len(self.request.body) > MOST_REQUEST:
            raise HTTPError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        try:
            found = loads(self.request.body.decode())
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise HTTPError(HTTPStatus.BAD_REQUEST)
        return found

    def refuse(self, refused: EntryRefused) -> None:
        """Answer with the reason."""
        words = Text(pages.preferred(self.request.headers.get("Accept-Language", "")))
        answer: LiveRefused = {"code": refused.code, "why": words.refusal(refused.why)}
        if refused.after is not None:
            answer["after"] = refused.after
        self.set_status(HTTPStatus.TOO_MANY_REQUESTS if refused.code == "wait" else HTTPStatus.FORBIDDEN)
        self.finish(json.dumps(answer))


class Joining(Asking):
    """Let somebody into a room."""

    def post(self) -> None:
        try:
            self.finish(json.dumps(self.desk.join(self.content(), self.address)))
        except EntryRefused as refused:
            self.refuse(refused)


class Opening(Asking):
    """Open a room for friends."""

    def post(self) -> None:
        try:
            self.finish(json.dumps(self.desk.open(self.content().get("name"), self.address)))
        except EntryRefused as refused:
            self.refuse(refused)


class Picture(Asking):
    """Draw a link as a QR code. Only the browser knows under which address others reach this server."""

    def post(self) -> None:
        text = self.content().get("text")
        if not isinstance(text, str) or not 0 < len(text) <= MOST_LINK:
            raise HTTPError(HTTPStatus.BAD_REQUEST)
        drawn = io.BytesIO()
        segno.make(text, micro=False, error="m").save(drawn, kind="svg", scale=8, border=2, xmldecl=False)
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(drawn.getvalue())


class LiveLine(WebSocketHandler):
    """A page's connection to the desk. Of a table's views, a slow page gets only the latest."""

    open_lines: ClassVar[set[LiveLine]] = set()
    _waiting = 0
    """The bytes on their way to the page."""
    _latest: LiveDown | None = None
    """The latest view, held back until the page has read more."""
    _ended = False

    @property
    def _desk(self) -> Desk:
        found: Desk = self.settings["phase10_live"]
        return found

    @property
    def max_message_size(self) -> int:
        """The longest message, in bytes; a longer one ends the connection."""
        return MOST_MESSAGE

    @property
    def ping_interval(self) -> float:
        """The seconds between two signs that keep the connection open in proxies."""
        return PING

    def get_compression_options(self) -> None:
        """Compress nothing: it would cost ten times the memory of a line."""

    async def get(self, *args: Any, **kwargs: Any) -> None:
        if len(self.open_lines) >= MOST_LIVE:
            raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE)
        await super().get(*args, **kwargs)

    def open(self, *args: str, **kwargs: str) -> None:
        self._budget = Budget(*MESSAGES)
        self.open_lines.add(self)
        self.settings["phase10_server"].connections.keep(self.ws_connection.stream)
        self.set_nodelay(True)
        self._late = asyncio.get_running_loop().call_later(HELLO, self._too_late)

    def _too_late(self) -> None:
        if self not in self._desk.pages:
            self.close(4401)

    async def on_message(self, message: str | bytes) -> None:
        if self._ended:
            return
        try:
            found = loads(message) if isinstance(message, str) else None
        except (ValueError, RecursionError):
            found = None
        self._desk.hear(self, found)
        await asyncio.sleep(self._budget.spend(1))

    def on_close(self) -> None:
        self._ended = True
        self._late.cancel()
        self.open_lines.discard(self)
        self._desk.gone(self)

    def send(self, message: LiveDown) -> None:
        """Send a message, or hold a view back while the page does not read."""
        if self._ended:
            return
        if self._waiting > FULL and message["kind"] == "tell" and "view" in message and "about" not in message:
            self._latest = message
            return
        if self._waiting > MOST_WAITING:
            log.tell("reader too slow")
            self.close(4429)
            return
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
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
            sending.exception()  # the connection is closed, which its own handler has noticed
        if self._latest is not None and self._waiting <= FULL:
            latest, self._latest = self._latest, None
            self.send(latest)

    def close(self, code: int | None = None, reason: str | None = None) -> None:
        self._ended = True
        super().close(code, reason)


def routes(at: str) -> list[tuple[Any, ...]]:
    """Return the handlers below a path."""
    return [
        (rf"{at}/live/?", LivePage, {"what": "live"}),
        (rf"{at}/live/({'|'.join(name.replace('.', '[.]') for name in FILES)})", LiveFile),
        (rf"{at}/live/join", Joining),
        (rf"{at}/live/open", Opening),
        (rf"{at}/live/qr", Picture),
        (rf"{at}/live/line", LiveLine),
    ]


def files() -> dict[str, scripts.Joined]:
    """Return the page's files, compressed once."""
    return {name: scripts.packed((STATIC / name).read_bytes()) for name in FILES if (STATIC / name).is_file()}
