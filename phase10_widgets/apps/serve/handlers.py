"""The answers of a server with kernels: notebooks, and what their pages ask about their kernels."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

from jupyter_server.auth.identity import IdentityProvider, User
from jupyter_server.base.handlers import APIHandler
from tornado.httputil import url_concat
from tornado.web import HTTPError, RequestHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler

from ...text import Text
from . import door, log, pages
from .answers import Kindly, be_known
from .seats import FullError, Visit

KNOCKED = "again"
"""The field in the address of a page that was asked for a second time."""


class Anybody(IdentityProvider):
    """An identity provider that admits every visitor and gives out neither names nor cookies."""

    async def get_user(self, handler: RequestHandler) -> User:
        return User("visitor")

    def get_handlers(self) -> list[Any]:
        """Return no pages: there is nothing to log in to."""
        return []


class Notebook(TornadoVoilaHandler):
    """A served notebook for a person who opens it; a sentence if it does not exist or every seat is taken.

    The page of another site must not start kernels here, so only a visit does (see `door`).
    """

    _visit: Visit | None = None

    @property
    def kernel_manager(self) -> Any:
        """The page's kernel manager: its visit."""
        return self._visit or super().kernel_manager

    async def get(self, path: str | None = None) -> None:
        if path not in self.settings["phase10_notebooks"]:
            raise HTTPError(HTTPStatus.NOT_FOUND)
        server = self.settings["phase10_server"]
        match door.visit(self.request.headers, server.frames, known=self.get_cookie(door.COOKIE) is not None):
            case door.Admission.LEAVE:
                raise HTTPError(HTTPStatus.FORBIDDEN)
            case door.Admission.KNOCK:
                self._ask_again()
                return
        try:
            async with server.seats.visit() as self._visit:
                await super().get(path)
        except FullError:
            raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE) from None
        except TimeoutError:
            log.tell("page given up", logging.WARNING, what=path)
            if not self._headers_written:
                raise HTTPError(HTTPStatus.INTERNAL_SERVER_ERROR) from None
            self.finish()  # the visitor has the first part of a page whose kernel is gone

    def head(self, path: str | None = None) -> None:
        """Answer without starting a kernel."""
        if path not in self.settings["phase10_notebooks"]:
            raise HTTPError(HTTPStatus.NOT_FOUND)
        self.finish()

    def _ask_again(self) -> None:
        """Send a page that leaves our cookie and comes again at once, or says that it needs a cookie."""
        words = Text(pages.preferred(self.request.headers.get("Accept-Language", "")))
        knocked = KNOCKED in self.request.query_arguments
        be_known(self)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Content-Security-Policy", f"{pages.PLAIN_POLICY}; {self.settings['phase10_frames']}")
        self.set_header("Cache-Control", "no-store")
        if not knocked:
            self.set_header("Refresh", f"0; url={url_concat(self.request.uri or '', {KNOCKED: '1'})}")
        self.finish(pages.knock(words, self.settings["phase10_address"], blocked=knocked))


class TemplateFile(TemplateStaticFileHandler):
    """A file of a template; whatever else the address may name is not there."""

    async def get(self, path: str, include_body: bool = True) -> None:
        try:
            await super().get(path, include_body)
        except (AssertionError, ValueError, UnboundLocalError):  # it leads out of the template's files, or nowhere
            raise HTTPError(HTTPStatus.NOT_FOUND) from None


class Leaving(VoilaShutdownKernelHandler):
    """The request of a page that is being left: its kernel is shut down at once.

    A browser cannot send the XSRF token when it leaves a page, so Voilà refuses all of these requests. A forged one
    would have to name the kernel, which only its own page knows.
    """

    def check_xsrf_cookie(self) -> None:
        """Accept every request; the class explains why."""

    async def post(self, kernel_id: str) -> None:
        if kernel_id in self.settings["phase10_server"].seats:
            await self.kernel_manager.shutdown_kernel(kernel_id)
        self.set_status(HTTPStatus.NO_CONTENT)
        self.finish()


class Kernel(APIHandler):
    """The question of a page whether its kernel is still there; which others there are is nobody's business."""

    def get(self, kernel_id: str) -> None:
        if kernel_id not in self.settings["phase10_server"].seats:
            raise HTTPError(HTTPStatus.NOT_FOUND)
        self.finish({"id": kernel_id, "name": "python3"})


def kindly(handler: type[RequestHandler]) -> type[RequestHandler]:
    """Return the handler with errors as sentences; a handler for programs keeps its JSON errors."""
    return handler if issubclass(handler, APIHandler) else type(handler.__name__, (Kindly, handler), {})
