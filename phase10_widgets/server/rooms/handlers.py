"""Shared tables on the server: a page's connection, and the requests made before it exists."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import sys
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import WeakKeyDictionary

import segno
from tornado.ioloop import PeriodicCallback
from tornado.web import HTTPError, RequestHandler

from ... import languages
from ...base.translatable import Refusal, phrase
from ...base.untrusted_json import loads
from ...languages.text import Text
from ...rooms.budgets import Budget
from ...rooms.code_attempts import EntryRefused, Leak, site
from ...rooms.codes import LETTERS
from ...rooms.entrance_wire import LiveRefused
from ...rooms.wire import LiveDown
from ...store.place import ANYWHERE, claim, default_path
from .. import admission, page_server, pages
from ..connections import SHARES
from ..packed import Packed, send
from . import polling
from .polling import PollConnection
from .reports import Report, Reports

if TYPE_CHECKING:
    from ...rooms.room import Room
    from ...rooms.service import Service
    from ...rooms.storage.room_store import RoomStore

SWITCH_SECONDS = 0.0001
"""The time, in seconds, that a review's thread may run while the loop waits. Each time a view is sent, another thread
may take over; with Python's default of 5 ms, an action at a table with four screens takes a tenth of a second."""
TICK_SECONDS = 0.1
"""The number of seconds between ticks of the tables' clock."""
MOST_CONNECTIONS = 600
"""The maximum number of simultaneous connections."""
MOST_MESSAGE_BYTES = 8192
"""The maximum length of a page's message, in bytes."""
MOST_REQUEST_BYTES = 2048
"""The maximum length of a request to join, in bytes."""
MOST_LINK_CHARACTERS = 300
"""The maximum length of a link in a QR code, in characters."""
DRAW_SECONDS = 6.0
"""The number of seconds after which another new link to a room may be drawn as a QR code."""
MOST_DRAWN_LINKS = 10
"""The maximum number of new links drawn as QR codes in one burst, and the maximum number of drawings kept."""
MESSAGES = 10.0, 20.0
"""The number of messages that a page may send per second and in a burst."""
TEACHER = phrase("Teacher")
"""The default name for a class's host."""
FILE = "live.sqlite3"


def open_service(
    *,
    open_to_all: bool,
    file: str = FILE,
    database: str | None = None,
    letters: str = LETTERS,
    workers: Executor | None = None,
) -> Service:
    """Return the service with the rooms from a database or the user's data folder, or with rooms in memory if nothing
    can be stored.

    Only one server at a time may use a *file* in that folder; several may use a database.

    Args:
        open_to_all: True if anyone may open a room for friends.
        file: the file's name.
        database: the URL of a PostgreSQL database; None uses the file.
        letters: the letters with which new rooms' codes begin.
        workers: the executor for reviews and shared deals; None uses a thread in this process.

    Raises:
        OSError: the file cannot be used, or belongs to another user.
    """
    from ...rooms.service import Service

    found = _file_store(file) if database is None else _database_store(database)
    sys.setswitchinterval(SWITCH_SECONDS)
    threads = ThreadPoolExecutor(1, "phase10-live")
    return Service(found, open_to_all=open_to_all, letters=letters, executor=threads, workers=workers)


def _file_store(name: str) -> RoomStore:
    from ...rooms.storage.sql_store import SqliteStore

    folder = os.environ.get(ANYWHERE)
    if folder == "none":
        return SqliteStore()
    path = default_path(folder).with_name(name)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    claim(path)
    return SqliteStore(path)


def _database_store(address: str) -> RoomStore:
    from .database_store import DatabaseStore  # asyncpg is part of the "school" extra

    return DatabaseStore(address)


def settings(
    server: Any,
    files: Mapping[str, Packed],
    *,
    base_url: str,
    frames: Iterable[str] = (),
    sites: Iterable[str] = (),
    friends: bool = False,
    home: bool = False,
    version: str,
) -> dict[str, Any]:
    """Return the application settings for these pages' handlers, except ``phase10_service``.

    That setting is a future for the service, because a server answers before all rooms are open.

    Args:
        server: an object with ``connections`` (which has ``keep(stream)``), ``prefetched`` and ``health()``.
        files: the pages' scripts and styles (see `page_server.files`).
        base_url: the path of the pages, with slashes at both ends.
        frames: the sites that may show the pages in a frame.
        sites: the other origins from which pages may talk to the service.
        friends: True if anyone may open a shared table for friends.
        home: True if there is a start page to return to.
        version: the package's version.
    """
    return {
        "phase10_server": server,
        "phase10_friends": friends,
        "phase10_light_files": files,
        "phase10_address": lambda path: f"{base_url}{path}",
        "phase10_base": base_url,
        "phase10_home": home,
        "phase10_frames": framed_by(frames),
        "phase10_sites": set(sites),
        "phase10_version": version,
    }


def framed_by(frames: Iterable[str]) -> str:
    """Return the policy that lists the sites that may frame pages.

    >>> framed_by(["https://school.example"])
    "frame-ancestors 'self' https://school.example"
    """
    return " ".join(["frame-ancestors 'self'", *frames])


def teachers_link(service: Service, page: str) -> str:
    """Open a room for a class; return its teacher's link to the page at this address, with a key after ``#``.

    The key works only once, because browsers remember opened links.
    """
    return f"{page}#h={service.host_link(service.open_room(TEACHER))}"


def keep_time(service: Service) -> PeriodicCallback:
    """Start the tables' clock; return the function that stops it."""

    def tick() -> None:
        try:
            service.tick()
        except Exception:
            logging.getLogger(__name__).exception("the shared tables' clock has failed")

    ticking = PeriodicCallback(tick, 1000 * TICK_SECONDS)
    ticking.start()
    return ticking


async def service_of(handler: RequestHandler) -> Service:
    """Return the service once its rooms are open."""
    found: asyncio.Future[Service] = handler.settings["phase10_service"]
    return await asyncio.shield(found)


class Asking(RequestHandler):
    """A JSON request, answered in JSON, that a page from this origin or an allowed site sends before it has a
    connection."""

    def check_xsrf_cookie(self) -> None:
        """Check the origin instead, because the page has no cookie."""

    async def prepare(self) -> None:
        self.service = await service_of(self)
        if not admission.may_ask(self.request.headers, self.request.host, self.settings.get("phase10_sites", ())):
            raise HTTPError(HTTPStatus.FORBIDDEN)

    @property
    def address(self) -> str:
        """The visitor's address as this server knows it; limits are applied per address."""
        return site(self.request.remote_ip or "")

    def content(self, most: int = MOST_REQUEST_BYTES) -> dict[str, Any]:
        """Return the request's JSON, whose size is limited."""
        if len(self.request.body) > most:
            raise HTTPError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        try:
            found = loads(self.request.body.decode())
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise HTTPError(HTTPStatus.BAD_REQUEST)
        return found

    def refuse(self, refused: EntryRefused) -> None:
        """Answer with the reason for the refusal."""
        words = Text(pages.preferred(self.request.headers.get("Accept-Language", "")))
        answer: LiveRefused = {"code": refused.code, "why": words.refusal(refused.why)}
        if refused.after is not None:
            answer["after"] = refused.after
        self.set_status(HTTPStatus.TOO_MANY_REQUESTS if refused.code in ("wait", "soon") else HTTPStatus.FORBIDDEN)
        self.finish(json.dumps(answer))


class Inviting(Asking):
    """Tell whoever has an invitation's link who invites them."""

    def post(self) -> None:
        try:
            with SHARES.charged(self.address):
                invitation = self.service.invitation(self.content())
            self.finish(json.dumps(invitation))
        except EntryRefused as refused:
            self.refuse(refused)


class Joining(Asking):
    """Admit a person to a room."""

    def post(self) -> None:
        try:
            with SHARES.charged(self.address):
                joined = self.service.join(self.content(), self.request.remote_ip or "")
            self.finish(json.dumps(joined))
        except EntryRefused as refused:
            self.refuse(refused)


class Opening(Asking):
    """Open a room."""

    def post(self) -> None:
        try:
            with SHARES.charged(self.address):
                content, address = self.content(), self.request.remote_ip or ""
                opened = self.service.open(content.get("name"), address, friends=content.get("friends") is True)
            self.finish(json.dumps(opened))
        except EntryRefused as refused:
            self.refuse(refused)


class Recovering(Asking):
    """Let a host return on another device."""

    def post(self) -> None:
        try:
            with SHARES.charged(self.address):
                found = self.service.recover(self.content(), self.request.remote_ip or "")
            self.finish(json.dumps(found))
        except EntryRefused as refused:
            self.refuse(refused)


class Reporting(Asking):
    """Send a room's host the lesson's summary with names, as a page or as a table for a spreadsheet."""

    _reports = Reports()

    async def post(self) -> None:
        content = self.content()
        form, language = content.get("form"), content.get("language")
        try:
            report = Report(*self.service.report(content.get("token")))
        except EntryRefused as refused:
            self.refuse(refused)
            return
        if form not in ("page", "learners", "questions"):
            raise HTTPError(HTTPStatus.BAD_REQUEST)
        kind = "html" if form == "page" else "csv"
        self.set_header("Content-Type", f"text/{kind}; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        if language not in languages.names():
            language = pages.preferred(self.request.headers.get("Accept-Language", ""))
        file, seconds = await self._reports.make(report, form, language)
        SHARES.spend(self.address, seconds)
        await send(self, file)


class Drawings:
    """The QR codes for links to rooms."""

    def __init__(self) -> None:
        """Start with no QR codes."""
        self.drawn: dict[str, bytes] = {}
        self._new = Leak(1 / DRAW_SECONDS)

    async def draw(self, link: str) -> bytes:
        """Return a link's QR code.

        Raises:
            EntryRefused: too many new links to this room have been drawn.
        """
        if link not in self.drawn:
            now = time.monotonic()
            if self._new.level(now) > MOST_DRAWN_LINKS - 1:
                why = Refusal("Too much is being computed right now. Try again in a moment.")
                raise EntryRefused("wait", why, DRAW_SECONDS)
            self._new.add(now)
            picture = await asyncio.to_thread(drawn, link)
            self.drawn = dict([*self.drawn.items(), (link, picture)][-MOST_DRAWN_LINKS:])
        return self.drawn[link]


def drawn(link: str) -> bytes:
    """Return a link's QR code as an SVG picture, which takes a few hundredths of a second."""
    found = io.BytesIO()
    segno.make(link, micro=False, error="m").save(found, kind="svg", scale=8, border=2, xmldecl=False)
    return found.getvalue()


class Picture(Asking):
    """Draw a link to a room as a QR code. The page sends the link, because only a browser knows the public address."""

    _drawings: ClassVar[WeakKeyDictionary[Room, Drawings]] = WeakKeyDictionary()

    async def post(self) -> None:
        content = self.content()
        link = content.get("text")
        try:
            room, _ = self.service.find(content.get("token"))
            if not isinstance(link, str) or len(link) > MOST_LINK_CHARACTERS or not link.endswith(f"#k={room.key}"):
                raise HTTPError(HTTPStatus.BAD_REQUEST)
            picture = await self._drawings.setdefault(room, Drawings()).draw(link)
        except EntryRefused as refused:
            self.refuse(refused)
            return
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(picture)


class Polling(Asking):
    """Polling requests from a page without a websocket; each one carries messages or waits for some.

    The body is ``{line, say, wait}``: the connection's name (null in the first request, which says hello), the
    messages, and True to wait for news. The answer is ``{line, messages}``; ``line`` is null once the connection has
    ended and every message has been delivered.
    """

    _connection: PollConnection | None = None

    async def post(self) -> None:
        match self.content(MOST_MESSAGE_BYTES):
            case {"line": None, "say": [_, *_] as messages, "wait": bool(wait)}:
                connection, new = self._new(), True
            case {"line": str() as name, "say": [*messages], "wait": bool(wait)}:
                connection, new = self._known(name), False
            case _:
                raise HTTPError(HTTPStatus.BAD_REQUEST)
        self._connection = connection
        connection.hear()
        for message in messages:
            if connection.code is None:
                with SHARES.charged(self.address):
                    self.service.hear(connection, message)
                await asyncio.sleep(connection.budget.spend(1))
        if new and connection.code is None:
            self._arrive(connection)
        failed = new and connection.code is not None  # it does not count toward the limit until its page asks again
        told = await connection.fetch(polling.HOLD_SECONDS) if wait or failed else []
        self.set_header("Cache-Control", "no-store")
        known = connection.name if connection.name in PollConnection.open_connections else None
        self.finish(json.dumps({"line": known, "messages": told}, ensure_ascii=False))

    def on_connection_close(self) -> None:
        if self._connection is not None:
            self._connection.let_go()

    def _known(self, name: str) -> PollConnection:
        """Return the connection with this name."""
        if (connection := PollConnection.open_connections.get(name)) is None:
            raise HTTPError(HTTPStatus.GONE)
        return connection

    def _new(self) -> PollConnection:
        """Return a new connection."""
        if n_connections() >= MOST_CONNECTIONS and RoomConnection.open_connections.in_the_way(self.address) is None:
            raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE)
        return PollConnection(self._left, Budget(*MESSAGES), self.address)

    def _arrive(self, connection: PollConnection) -> None:
        """Admit a connection; if there are too many, close one from the address with the most."""
        if n_connections() >= MOST_CONNECTIONS:
            (RoomConnection.open_connections.in_the_way(self.address) or connection).give_way()
        if connection.code is None:
            RoomConnection.open_connections.add(connection)

    def _left(self, connection: PollConnection) -> None:
        RoomConnection.open_connections.discard(connection)
        self.service.gone(connection)


def n_connections() -> int:
    """Return the number of pages connected by websocket or polling."""
    return len(RoomConnection.open_connections)


class RoomConnection(page_server.PageSocket):
    """A page's connection to the service."""

    MOST_CONNECTIONS, MOST_MESSAGE_BYTES, MESSAGES = MOST_CONNECTIONS, MOST_MESSAGE_BYTES, MESSAGES

    async def prepare(self) -> None:
        self._service = await service_of(self)

    def greeted(self) -> bool:
        return self in self._service.pages

    async def hear(self, message: str | bytes) -> None:
        try:
            found = loads(message) if isinstance(message, str) else None
        except (ValueError, RecursionError):
            found = None
        with SHARES.charged(self.address):
            self._service.hear(self, found)

    def left(self) -> None:
        with SHARES.charged(self.address):
            self._service.gone(self)

    def send(self, message: LiveDown) -> None:
        """Send a message."""
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        self.tell(text, view=polling.is_view(message), replaces=polling.brings_view(message))


def routes(at: str) -> list[tuple[Any, ...]]:
    """Return the handlers for addresses below a path."""
    return [
        (rf"{at}/live/?", page_server.KernelFreePage, {"what": "live"}),
        (rf"{at}/live/invitation", Inviting),
        (rf"{at}/live/join", Joining),
        (rf"{at}/live/open", Opening),
        (rf"{at}/live/recover", Recovering),
        (rf"{at}/live/report", Reporting),
        (rf"{at}/live/qr", Picture),
        (rf"{at}/live/line", RoomConnection),
        (rf"{at}/live/poll", Polling),
    ]
