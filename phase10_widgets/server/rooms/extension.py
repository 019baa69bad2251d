"""Shared tables inside a Jupyter server, below its base URL. Intended for Binder, where no other server can listen.

Visitors with a table's link or code do not need a Jupyter token, and can reach only these pages. Enable this only where
that is acceptable: anyone who can reach the server may open a table, within the service's limits.
"""

from __future__ import annotations

import asyncio
import re
from http import HTTPStatus
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from jupyter_server.auth.decorator import allow_unauthenticated
from tornado.netutil import is_valid_ip
from tornado.web import HTTPError, RequestHandler

from ... import languages
from ...rooms.code_attempts import site
from .. import admission, answers, connections, page_server, pages
from ..answers import Static
from . import handlers

if TYPE_CHECKING:
    from ...rooms.service import Service

METHODS = ("get", "head", "post")
"""The HTTP methods that these handlers support."""
FILE = "live-jupyter.sqlite3"
"""The file that stores the rooms; a separate shared-table server uses a different one."""


def _jupyter_server_extension_points() -> list[dict[str, Any]]:
    """Tell Jupyter which module loads this extension."""
    return [{"module": __name__}]


def _load_jupyter_server_extension(app: Any) -> None:
    """Add the pages to a Jupyter server."""
    service = handlers.open_service(open_to_all=True, file=FILE)
    base_url = app.base_url
    server = SimpleNamespace(connections=SimpleNamespace(keep=lambda stream: None))
    version = str(app.web_app.settings.get("phase10_version", ""))
    settings = handlers.settings(server, page_server.files(), base_url=base_url, friends=True, version=version)
    opened: asyncio.Future[Service] = asyncio.Future()
    opened.set_result(service)
    own = {
        "phase10_service": opened,
        "phase10_address": lambda path: base_url + _known(path),
        "phase10_behind_proxy": app.trust_xheaders,
    }
    app.web_app.settings.update(settings, **own)
    app.web_app.add_handlers(".*$", routes(base_url.rstrip("/")))
    app.io_loop.add_callback(handlers.keep_time, service)


def _known(path: str) -> str:
    """Return a page's path, or "live" for the start page, which does not exist here."""
    return "live" if path.endswith(("/", "/about")) and path.partition("/")[0] in languages.names() else path


def routes(at: str) -> list[tuple[Any, ...]]:
    """Return the handlers for addresses below a path, all open to everybody."""
    static = (rf"{at}/({'|'.join(map(re.escape, pages.FILES))})", Static, {"path": pages.STATIC})
    rows = [*page_server.routes(at), *handlers.routes(at), static]
    return [(row[0], for_anybody(row[1]), *row[2:]) for row in rows]


def for_anybody(handler: type[RequestHandler]) -> type[RequestHandler]:
    """Return the handler for visitors without a Jupyter token, with each method marked as open."""
    own = {name: getattr(handler, name) for name in METHODS}
    marked = {
        name: allow_unauthenticated(method)
        for name, method in own.items()
        if method is not RequestHandler._unimplemented_method
    }
    return type(handler.__name__, (_Guarded, handler), marked)


class _Guarded(RequestHandler):
    """A handler that sends our headers and answers only to this Jupyter server's host names; it makes heavy users
    wait."""

    def set_default_headers(self) -> None:
        for name, value in answers.HEADERS.items():
            self.set_header(name, value)
        self.set_header("Content-Security-Policy", self.settings["phase10_frames"])

    async def prepare(self) -> None:
        settings = self.settings
        names = {*admission.own_names(), *settings.get("local_hostnames", ())}
        if not settings.get("allow_remote_access") and not admission.is_ours(self.request.host_name, names):
            raise HTTPError(HTTPStatus.MISDIRECTED_REQUEST)
        if settings.get("phase10_behind_proxy"):
            self._believe_the_last_hop()
        await asyncio.sleep(connections.SHARES.spend(site(self.request.remote_ip or ""), connections.REQUEST_SECONDS))
        if (found := super().prepare()) is not None:
            await found

    def _believe_the_last_hop(self) -> None:
        """Take the visitor's address from the proxy, because Jupyter may have taken it from their own ``X-Real-IP``."""
        last = self.request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        if is_valid_ip(last):
            self.request.remote_ip = last
