"""Shared tables in the server: the connection of their page, and the requests before there is one."""

from __future__ import annotations

import io
import json
import logging
import os
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import segno
from tornado.ioloop import PeriodicCallback
from tornado.web import HTTPError, RequestHandler

from ...core.untrusted_json import loads
from ...live.book import FileBook
from ...live.desk import Desk, EntryRefused
from ...store.file_store import claim, default_path
from ...store.user_store import ANYWHERE
from ...text import Text
from ...views.protocol.live import LiveDown, LiveRefused
from ..handouts.classroom import class_page
from . import light, pages

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
BOOK = "live.sqlite3"


def desk(*, open_to_all: bool) -> Desk:
    """Return the desk with the rooms of the user's data folder; in memory where nothing may be stored.

    Raises:
        OSError: the book cannot be used, or belongs to somebody else.
    """
    folder, beside = os.environ.get(ANYWHERE), ThreadPoolExecutor(1, "phase10-live")
    if folder == "none":
        return Desk(FileBook(), open_to_all=open_to_all, executor=beside)
    path = default_path(folder).with_name(BOOK)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    claim(path)
    return Desk(FileBook(path), open_to_all=open_to_all, executor=beside)


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


class Reporting(Asking):
    """Give a room's host the summary of its lesson: a page, or a table for a spreadsheet. Only here are names."""

    def post(self) -> None:
        form = self.content().get("form")
        try:
            found = self.desk.report(self.content().get("token"))
        except EntryRefused as refused:
            self.refuse(refused)
            return
        if form not in ("page", "learners", "questions"):
            raise HTTPError(HTTPStatus.BAD_REQUEST)
        kind = "html" if form == "page" else "csv"
        self.set_header("Content-Type", f"text/{kind}; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish(class_page(found).html() if form == "page" else found.to_csv(form))


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


class LiveLine(light.LightSocket):
    """A page's connection to the desk."""

    MOST, MOST_MESSAGE, MESSAGES = MOST_LIVE, MOST_MESSAGE, MESSAGES

    @property
    def _desk(self) -> Desk:
        found: Desk = self.settings["phase10_live"]
        return found

    def greeted(self) -> bool:
        return self in self._desk.pages

    async def hear(self, message: str | bytes) -> None:
        try:
            found = loads(message) if isinstance(message, str) else None
        except (ValueError, RecursionError):
            found = None
        self._desk.hear(self, found)

    def left(self) -> None:
        self._desk.gone(self)

    def send(self, message: LiveDown) -> None:
        """Send a message."""
        view = message["kind"] == "tell" and "view" in message and "about" not in message
        self.tell(json.dumps(message, ensure_ascii=False, separators=(",", ":")), view=view)


def routes(at: str) -> list[tuple[Any, ...]]:
    """Return the handlers below a path."""
    return [
        (rf"{at}/live/?", light.LightPage, {"what": "live"}),
        (rf"{at}/live/join", Joining),
        (rf"{at}/live/open", Opening),
        (rf"{at}/live/report", Reporting),
        (rf"{at}/live/qr", Picture),
        (rf"{at}/live/line", LiveLine),
    ]
