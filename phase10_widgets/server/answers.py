"""The server's responses: pages from this package, and readable error pages."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, ClassVar

from tornado.httputil import HTTPHeaders, HTTPServerRequest
from tornado.web import HTTPError, OutputTransform, RequestHandler, StaticFileHandler

from ..languages.text import Text
from . import log, pages

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}

RETRY_AFTER_SECONDS = 10
"""The number of seconds after which visitors may try again if the server is full."""
STRICT_TRANSPORT = "max-age=604800"
"""The HSTS header, with the number of seconds for which browsers then use only HTTPS."""


class ReadableErrors(RequestHandler):
    """A handler that explains every error in a sentence."""

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        words = Text(pages.preferred(self.request.headers.get("Accept-Language", "")))
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Content-Security-Policy", f"{pages.PLAIN_POLICY}; {self.settings['phase10_frames']}")
        if status_code == HTTPStatus.SERVICE_UNAVAILABLE:
            self.set_header("Retry-After", str(RETRY_AFTER_SECONDS))
        self.finish(pages.trouble(words, self.settings["phase10_address"], status_code))


class OwnPage(ReadableErrors):
    """A handler for one of this package's pages."""

    def initialize(self, what: str = "", language: str = "") -> None:
        """Show the page *what* in a language (by default, the browser's preferred one)."""
        self.what, self.language = what, language

    @property
    def words(self) -> Text:
        """The interface text in the page's language."""
        return Text(self.language or pages.preferred(self.request.headers.get("Accept-Language", "")))

    def get(self) -> None:
        settings, words = self.settings, self.words
        if self.what == "about":
            self._show(pages.about(words, settings["phase10_address"], settings["phase10_version"]))
        else:
            early, course = settings["phase10_server"].prefetched, settings["phase10_lessons"]
            self._show(pages.start(words, settings["phase10_address"], course, early, first=not self.language))

    head = get

    def prepare(self) -> None:
        if not self.what:
            raise HTTPError(HTTPStatus.NOT_FOUND)

    def _show(self, page: str) -> None:
        self.set_header("Content-Security-Policy", f"{pages.START_POLICY}; {self.settings['phase10_frames']}")
        self.set_header("Vary", "Accept-Language")
        self.set_header("Cache-Control", "no-cache")
        self.finish(page)


class Static(StaticFileHandler):
    """A static file for this package's pages: a style sheet, a script or a picture."""

    def get_content_type(self) -> str:
        path = str(self.absolute_path)
        return pages.MANIFEST_TYPE if path.endswith(pages.MANIFEST) else super().get_content_type()

    def set_extra_headers(self, path: str) -> None:
        self.set_header("Cache-Control", "max-age=3600")


class Health(RequestHandler):
    """Report the server's state as JSON, for monitoring."""

    def get(self) -> None:
        self.set_header("Cache-Control", "no-store")
        self.finish(self.settings["phase10_server"].health())

    head = get


class WrongHost(ReadableErrors):
    """The response to requests for a host name that is not this server's."""

    def prepare(self) -> None:
        raise HTTPError(HTTPStatus.MISDIRECTED_REQUEST)


def tell(handler: RequestHandler, what: str, **numbers: Any) -> None:
    """Log a response's status and duration."""
    status = handler.get_status()
    event = "page" if status < HTTPStatus.BAD_REQUEST else "refused"
    log.tell(event, what=what, status=status, ms=round(1000 * handler.request.request_time()), **numbers)


class Guard(OutputTransform):
    """The security headers for every response."""

    policy: ClassVar[str] = "frame-ancestors 'self'"
    """The default content security policy."""

    encrypted: ClassVar[bool] = False
    """True if this server itself uses HTTPS; otherwise, a proxy decides."""

    def __init__(self, request: HTTPServerRequest) -> None:
        pass

    def transform_first_chunk(
        self, status_code: int, headers: HTTPHeaders, chunk: bytes, finishing: bool
    ) -> tuple[int, HTTPHeaders, bytes]:
        for name, value in HEADERS.items():
            headers[name] = value
        if self.encrypted:
            headers["Strict-Transport-Security"] = STRICT_TRANSPORT
        if "Content-Security-Policy" not in headers:
            headers["Content-Security-Policy"] = self.policy
        headers.pop("Server", None)
        return status_code, headers, chunk
