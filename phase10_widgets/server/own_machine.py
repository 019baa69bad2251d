"""Voilà on the user's own machine: ``python -m phase10_widgets.server.own_machine FOLDER``.

Its kernels run code that is typed on a page, so it answers only requests that carry the token from the environment and
address it by one of this machine's names. Neither other users of the machine nor pages from other sites have the token.
A browser is opened with a one-time key, because every user can read its command line.
"""

from __future__ import annotations

import hmac
import os
import secrets
import signal
import socket
import sys
import tempfile
import uuid
from collections.abc import Collection
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPMessageDelegate, HTTPServerRequest
from tornado.routing import Router
from tornado.web import Application, RequestHandler
from voila.app import Voila

from . import admission
from .shutdown_signals import shutdown_signals

TOKEN, KEY = "PHASE10_TOKEN", "PHASE10_KEY"
"""The environment variables for the token and the one-time key, which other users could read on a command line."""
PARAMETER = "token"
"""The URL parameter for the token or the key."""
SHUT = (
    "Only the person who started this page can use it. Open the full address from the terminal, including its token.\n"
    "Diese Seite ist für die Person, die sie gestartet hat. Öffne die ganze Adresse aus dem Terminal, mit dem Token.\n"
)
"""The message for visitors without the token, whose language is unknown."""


LONGEST_PATH_BYTES = 100
"""The maximum length, in bytes, that every system allows for a socket path."""
SHORT_ROOT = "/tmp"
"""A temporary folder with a short path that exists on every system with Unix sockets."""


def place() -> tuple[str, str]:
    """Return the transport to kernels, "ipc" or "tcp", and the parent folder for their files.

    Every user of the machine can connect to TCP ports on 127.0.0.1. Therefore, kernels use sockets in a folder that
    belongs to the server's user if the paths are short enough, which they are not in the default folder on a Mac.
    """
    usual = tempfile.gettempdir()
    if hasattr(socket, "AF_UNIX"):
        for root in (usual, SHORT_ROOT):
            path = Path(root, "voila_12345678", f"kernel-{uuid.UUID(int=0)}.json-ipc-5")
            if len(os.fsencode(path)) <= LONGEST_PATH_BYTES and os.access(root, os.W_OK):
                return "ipc", root
    return "tcp", usual


class Shut(RequestHandler):
    """The response to visitors without the token."""

    def prepare(self) -> None:
        self.set_status(HTTPStatus.FORBIDDEN)
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(SHUT)


class FirstVisit(RequestHandler):
    """The response to an address with the token: a cookie, and a redirect to the address without it."""

    def initialize(self, name: str, value: str) -> None:
        """Set a cookie with this name and value."""
        self._name, self._value = name, value

    def prepare(self) -> None:
        self.set_cookie(self._name, self._value, httponly=True, samesite="Lax", expires_days=None)
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")
        self.redirect(without_token(self.request.uri or "/"))


def without_token(uri: str) -> str:
    """Return an address without the token, always on this server.

    >>> without_token("/voila/render/a.ipynb?token=x&y=1"), without_token("//evil.example/?token=x")
    ('/voila/render/a.ipynb?y=1', '/evil.example/')
    """
    parts = urlsplit("/" + uri.lstrip("/\\"))
    query = urlencode([pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] != PARAMETER])
    return urlunsplit(("", "", parts.path, query, ""))


class Gate(Router):
    """A router that answers only one person, and only under known host names."""

    def __init__(self, application: Application, token: str, names: Collection[str], key: str = "") -> None:
        """Admit requests that use one of these names or an IP address and carry the token (or, once, the *key*)."""
        self._application, self._token, self._names, self._key = application, token, names, key
        self._cookie = secrets.token_urlsafe(32)

    def listen(self, port: int, address: str) -> HTTPServer:
        """Start listening for the application."""
        self._name = f"phase10_own_{port}"
        server = HTTPServer(self)
        server.listen(port, address)
        return server

    def find_handler(self, request: HTTPServerRequest, **kwargs: Any) -> HTTPMessageDelegate:
        if admission.is_ours(request.host_name, self._names) and self._same_origin(request):
            cookie = request.cookies.get(self._name)
            if cookie is not None and same(cookie.value, self._cookie):
                return self._application.find_handler(request, **kwargs)
            given = [value.decode("utf-8", "replace") for value in request.query_arguments.get(PARAMETER, ())]
            if any(map(self._opens, given)):
                known = {"name": self._name, "value": self._cookie}
                return self._application.get_handler_delegate(request, FirstVisit, known)
        return self._application.get_handler_delegate(request, Shut)

    def _opens(self, given: str) -> bool:
        """Return True if this is the token, or the key on its first use."""
        if self._key and same(given, self._key):
            self._key = ""
            return True
        return same(given, self._token)

    def _same_origin(self, request: HTTPServerRequest) -> bool:
        """Return False for requests from other sites' pages."""
        origin = request.headers.get("Origin")
        return origin is None or origin.partition("://")[2] == request.host


def same(given: str, secret: str) -> bool:
    """Return True if two strings are equal; the comparison takes constant time."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())


class OwnServer(Voila):
    """Voilà for one person."""

    token_given = key_given = ""

    def listen(self) -> None:
        """Answer the person's requests until Ctrl+C."""
        for number in shutdown_signals():
            signal.signal(number, self._handle_signal_stop)
        self.app.settings["disable_check_xsrf"] = True  # the gate checks requests; a closing page sends no XSRF token
        names = admission.own_names() | {self.ip.lower()}
        self.app: Any = Gate(self.app, self.token_given, names, self.key_given)
        super().listen()


def main() -> None:
    """Serve until Ctrl+C. The kernels receive neither the token nor the key, and nobody else can connect to them."""
    os.umask(0o077)  # nobody else on this machine may read this server's files or its kernels' files
    OwnServer.token_given = os.environ.pop(TOKEN, "") or secrets.token_urlsafe(32)
    OwnServer.key_given = os.environ.pop(KEY, "")
    transport, root = place()
    own = [f"--KernelManager.transport={transport}", f"--Voila.connection_dir_root={root}"]
    OwnServer.launch_instance([*sys.argv[1:], *own])


if __name__ == "__main__":
    main()
