"""Shared tables in the server: the connection of their page, and the requests before there is one."""

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
from ...core.translatable import Refusal, phrase
from ...core.untrusted_json import loads
from ...live.budgets import Budget
from ...live.codes import LETTERS
from ...live.guesses import EntryRefused, Leak, site
from ...store.place import ANYWHERE, claim, default_path
from ...text import Text
from ...views.protocol.live import LiveDown, LiveRefused
from ..tables import polling
from ..tables.polling import PollLine
from ..tables.reports import Report, Reports
from . import door, light, pages
from .connections import SHARES
from .packed import Packed, send

if TYPE_CHECKING:
    from ...live.book import Book
    from ...live.desk import Desk
    from ...live.room import Room

SWITCH = 0.0001
"""The seconds that a thread with a review may go on while the loop waits. Each view that is sent gives a thread the
chance to take over, so with Python's own 5 ms, an action at a table with four screens took a tenth of a second."""
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
DRAW_EVERY = 6.0
"""The seconds in which one more link to a room may be drawn for the first time."""
MOST_DRAWN = 10
"""The most links to a room that may be drawn at once, and that are kept."""
MESSAGES = 10.0, 20.0
"""The messages that a page may send per second, and at once."""
TEACHER = phrase("Teacher")
"""The name of the host of a class, until they choose another."""
BOOK = "live.sqlite3"


def desk(
    *,
    open_to_all: bool,
    book: str = BOOK,
    database: str | None = None,
    letters: str = LETTERS,
    workers: Executor | None = None,
) -> Desk:
    """Return the desk with the rooms of a database, or of the user's data folder; in memory where nothing is stored.

    Only one server at a time may use a *book*, a file in that folder; several may use a database.

    Args:
        open_to_all: True if anybody may open a room for friends.
        book: the file's name.
        database: the URL of a PostgreSQL database; None takes the file.
        letters: the letters with which the codes of new rooms begin.
        workers: compute reviews and everybody's deals; None leaves that to a thread of this process.

    Raises:
        OSError: the book cannot be used, or belongs to somebody else.
    """
    from ...live.desk import Desk

    found = _file_book(book) if database is None else _database_book(database)
    sys.setswitchinterval(SWITCH)
    threads = ThreadPoolExecutor(1, "phase10-live")
    return Desk(found, open_to_all=open_to_all, letters=letters, executor=threads, workers=workers)


def _file_book(name: str) -> Book:
    from ...live.sql_book import FileBook

    folder = os.environ.get(ANYWHERE)
    if folder == "none":
        return FileBook()
    path = default_path(folder).with_name(name)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    claim(path)
    return FileBook(path)


def _database_book(address: str) -> Book:
    from ..tables.database_book import DatabaseBook  # asyncpg is only there with the extra school

    return DatabaseBook(address)


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
    """Return what the handlers of these pages find in their application's settings, but for ``phase10_desk``.

    That is a future of the desk: a server answers before it has opened all rooms.

    Args:
        server: has ``connections`` whose ``keep(stream)`` never closes a line, ``prefetched`` and ``health()``.
        files: the pages' scripts and styles, see `light.files`.
        base_url: the path of the pages, with slashes at both ends.
        frames: the sites that may show the pages in a frame.
        sites: the other origins from which pages may talk to the desk.
        friends: True if anybody may open a shared table for friends.
        home: True if there is a start page to which the page leads back.
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
    """Return the policy on who may show pages in a frame.

    >>> framed_by(["https://school.example"])
    "frame-ancestors 'self' https://school.example"
    """
    return " ".join(["frame-ancestors 'self'", *frames])


def teachers_link(desk: Desk, page: str) -> str:
    """Open a room for a class; return its teacher's link to the page at this address, with a key after ``#``.

    Browsers remember the links that they have opened, so the key works once.
    """
    return f"{page}#h={desk.host_link(desk.open_room(TEACHER))}"


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


async def desk_of(handler: RequestHandler) -> Desk:
    """Return the desk, once its rooms are open."""
    found: asyncio.Future[Desk] = handler.settings["phase10_desk"]
    return await asyncio.shield(found)


class Asking(RequestHandler):
    """A request of the page before it has a line: JSON in, JSON out, from this origin and sites that may talk to it."""

    def check_xsrf_cookie(self) -> None:
        """Look at the origin instead: the page has no cookie."""

    async def prepare(self) -> None:
        self.desk = await desk_of(self)
        if not door.may_ask(self.request.headers, self.request.host, self.settings.get("phase10_sites", ())):
            raise HTTPError(HTTPStatus.FORBIDDEN)

    @property
    def address(self) -> str:
        """The visitor's address, as bounds count it and as far as this server knows it."""
        return site(self.request.remote_ip or "")

    def content(self, most: int = MOST_REQUEST) -> dict[str, Any]:
        """Return the request's JSON, of at most so many bytes."""
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
        """Answer with the reason."""
        words = Text(pages.preferred(self.request.headers.get("Accept-Language", "")))
        answer: LiveRefused = {"code": refused.code, "why": words.refusal(refused.why)}
        if refused.after is not None:
            answer["after"] = refused.after
        self.set_status(HTTPStatus.TOO_MANY_REQUESTS if refused.code in ("wait", "soon") else HTTPStatus.FORBIDDEN)
        self.finish(json.dumps(answer))


class Joining(Asking):
    """Let somebody into a room."""

    def post(self) -> None:
        try:
            with SHARES.charged(self.address):
                joined = self.desk.join(self.content(), self.request.remote_ip or "")
            self.finish(json.dumps(joined))
        except EntryRefused as refused:
            self.refuse(refused)


class Opening(Asking):
    """Open a room for friends."""

    def post(self) -> None:
        try:
            with SHARES.charged(self.address):
                opened = self.desk.open(self.content().get("name"), self.request.remote_ip or "")
            self.finish(json.dumps(opened))
        except EntryRefused as refused:
            self.refuse(refused)


class Recovering(Asking):
    """Bring a host back on another device."""

    def post(self) -> None:
        try:
            with SHARES.charged(self.address):
                found = self.desk.recover(self.content(), self.request.remote_ip or "")
            self.finish(json.dumps(found))
        except EntryRefused as refused:
            self.refuse(refused)


class Reporting(Asking):
    """Give a room's host the summary of its lesson: a page, or a table for a spreadsheet. Only here are names."""

    _reports = Reports()

    async def post(self) -> None:
        content = self.content()
        form, language = content.get("form"), content.get("language")
        try:
            report = Report(*self.desk.report(content.get("token")))
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
    """The links to a room that were drawn."""

    def __init__(self) -> None:
        """Start without any."""
        self.drawn: dict[str, bytes] = {}
        self._new = Leak(1 / DRAW_EVERY)

    async def draw(self, link: str) -> bytes:
        """Return a link's QR code.

        Raises:
            EntryRefused: too many links to this room are new.
        """
        if link not in self.drawn:
            now = time.monotonic()
            if self._new.level(now) > MOST_DRAWN - 1:
                why = Refusal("There is too much to compute. Try again in a moment.")
                raise EntryRefused("wait", why, DRAW_EVERY)
            self._new.add(now)
            picture = await asyncio.to_thread(drawn, link)
            self.drawn = dict([*self.drawn.items(), (link, picture)][-MOST_DRAWN:])
        return self.drawn[link]


def drawn(link: str) -> bytes:
    """Return a link's QR code as an SVG picture; it takes some hundredths of a second."""
    found = io.BytesIO()
    segno.make(link, micro=False, error="m").save(found, kind="svg", scale=8, border=2, xmldecl=False)
    return found.getvalue()


class Picture(Asking):
    """Draw a link to a room as a QR code for its people: only a browser knows under which address others reach it."""

    _drawings: ClassVar[WeakKeyDictionary[Room, Drawings]] = WeakKeyDictionary()

    async def post(self) -> None:
        content = self.content()
        link = content.get("text")
        try:
            room, _ = self.desk.find(content.get("token"))
            if not isinstance(link, str) or len(link) > MOST_LINK or not link.endswith(f"#k={room.key}"):
                raise HTTPError(HTTPStatus.BAD_REQUEST)
            picture = await self._drawings.setdefault(room, Drawings()).draw(link)
        except EntryRefused as refused:
            self.refuse(refused)
            return
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(picture)


class Polling(Asking):
    """A page's requests where no websocket gets through: each brings messages, or waits for some.

    The content is ``{line, say, wait}``: the line's name, or null in the first request, which says hello; messages; and
    True to wait for news. The answer is ``{line, messages}``; the line is null once it has ended and
    everything is told.
    """

    _line: PollLine | None = None

    async def post(self) -> None:
        match self.content(MOST_MESSAGE):
            case {"line": None, "say": [_, *_] as messages, "wait": bool(wait)}:
                line, new = self._new(), True
            case {"line": str() as name, "say": [*messages], "wait": bool(wait)}:
                line, new = self._known(name), False
            case _:
                raise HTTPError(HTTPStatus.BAD_REQUEST)
        self._line = line
        line.hear()
        for message in messages:
            if line.code is None:
                with SHARES.charged(self.address):
                    self.desk.hear(line, message)
                await asyncio.sleep(line.budget.spend(1))
        if new and line.code is None:
            self._arrive(line)
        failed = new and line.code is not None  # it holds no place until its page asks again
        told = await line.fetch(polling.HOLD) if wait or failed else []
        self.set_header("Cache-Control", "no-store")
        known = line.name if line.name in PollLine.open_lines else None
        self.finish(json.dumps({"line": known, "messages": told}, ensure_ascii=False))

    def on_connection_close(self) -> None:
        if self._line is not None:
            self._line.let_go()

    def _known(self, name: str) -> PollLine:
        """Return the line of this name."""
        if (line := PollLine.open_lines.get(name)) is None:
            raise HTTPError(HTTPStatus.GONE)
        return line

    def _new(self) -> PollLine:
        """Return a new line."""
        if n_lines() >= MOST_LIVE and LiveLine.open_lines.in_the_way(self.address) is None:
            raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE)
        return PollLine(self._left, Budget(*MESSAGES), self.address)

    def _arrive(self, line: PollLine) -> None:
        """Let a line be a page's; of too many, one of the address with the most gives way."""
        if n_lines() >= MOST_LIVE:
            (LiveLine.open_lines.in_the_way(self.address) or line).give_way()
        if line.code is None:
            LiveLine.open_lines.add(line)

    def _left(self, line: PollLine) -> None:
        LiveLine.open_lines.discard(line)
        self.desk.gone(line)


def n_lines() -> int:
    """Return the number of pages with a line, of either kind."""
    return len(LiveLine.open_lines)


class LiveLine(light.LightSocket):
    """A page's connection to the desk."""

    MOST, MOST_MESSAGE, MESSAGES = MOST_LIVE, MOST_MESSAGE, MESSAGES

    async def prepare(self) -> None:
        self._desk = await desk_of(self)

    def greeted(self) -> bool:
        return self in self._desk.pages

    async def hear(self, message: str | bytes) -> None:
        try:
            found = loads(message) if isinstance(message, str) else None
        except (ValueError, RecursionError):
            found = None
        with SHARES.charged(self.address):
            self._desk.hear(self, found)

    def left(self) -> None:
        with SHARES.charged(self.address):
            self._desk.gone(self)

    def send(self, message: LiveDown) -> None:
        """Send a message."""
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        self.tell(text, view=polling.is_view(message), replaces=polling.brings_view(message))


def routes(at: str) -> list[tuple[Any, ...]]:
    """Return the handlers below a path."""
    return [
        (rf"{at}/live/?", light.LightPage, {"what": "live"}),
        (rf"{at}/live/join", Joining),
        (rf"{at}/live/open", Opening),
        (rf"{at}/live/recover", Recovering),
        (rf"{at}/live/report", Reporting),
        (rf"{at}/live/qr", Picture),
        (rf"{at}/live/line", LiveLine),
        (rf"{at}/live/poll", Polling),
    ]
