"""Voilà for a person's own machine: ``python -m phase10_widgets.server.own_machine FOLDER``.

Its kernels run code that is typed on a page. So it answers only requests with the token from the environment, which
neither another user of the machine nor a page of another site has, and only under this machine's names. A browser is
opened with a one-time key, because every user can read its command line.
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
"""The environment variables with the token and the one-time key; other users can read a command line."""
PARAMETER = "token"
"""The URL parameter with one of them."""
SHUT = (
    "Only the person who started this page can use it. Open the whole address in the terminal, with its token.\n"
    "Diese Seite ist für die Person, die sie gestartet hat. Öffne die ganze Adresse aus dem Terminal, mit dem Token.\n"
)
"""The message for everybody else, whose language is unknown."""


LONGEST_PATH_BYTES = 100
"""The longest path of a socket, in bytes, that every system allows."""
SHORT_ROOT = "/tmp"
"""A folder for temporary files with a short path, on every system that has such sockets."""


def place() -> tuple[str, str]:
    """Return the transport to kernels, "ipc" or "tcp", and the parent folder for their files.

    Every user of the machine can connect to TCP ports on 127.0.0.1. So kernels use sockets in a folder of the server's
    user if the paths are short enough; on a Mac, those in the default folder are not.
    """
    usual = tempfile.gettempdir()
    if hasattr(socket, "AF_UNIX"):
        for root in (usual, SHORT_ROOT):
            path = Path(root, "voila_12345678", f"kernel-{uuid.UUID(int=0)}.json-ipc-5")
            if len(os.fsencode(path)) <= LONGEST_PATH_BYTES and os.access(root, os.W_OK):
                return "ipc", root
    return "tcp", usual


class Shut(RequestHandler):
    """The answer to everybody else."""

    def prepare(self) -> None:
        self.set_status(HTTPStatus.FORBIDDEN)
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(SHUT)


class FirstVisit(RequestHandler):
    """The answer to an address with the token: a cookie, and a redirect to the address without it."""

    def initialize(self, name: str, value: str) -> None:
        """Set a cookie with this name and value."""
        self._name, self._value = name, value

    def prepare(self) -> None:
        self.set_cookie(self._name, self._value, httponly=True, samesite="Lax", expires_days=None)
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")
        self.redirect(without_token(self.request.uri or "/"))


def without_token(uri: str) -> str:
    """Return an address of this server without the token.

    >>> without_token("/voila/render/a.ipynb?token=x&y=1"), without_token("//evil.example/?token=x")
    ('/voila/render/a.ipynb?y=1', '/evil.example/')
    """
    parts = urlsplit("/" + uri.lstrip("/\\"))
    query = urlencode([pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] != PARAMETER])
    return urlunsplit(("", "", parts.path, query, ""))


class Gate(Router):
    """A router that answers only one person, under known host names."""

    def __init__(self, application: Application, token: str, names: Collection[str], key: str = "") -> None:
        """Admit requests with the token, and the first with the *key*, under one of these names or an address."""
        self._application, self._token, self._names, self._key = application, token, names, key
        self._cookie = secrets.token_urlsafe(32)

    def listen(self, port: int, address: str) -> HTTPServer:
        """Listen for the application."""
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
        """Return True for the token, and once for the key."""
        if self._key and same(given, self._key):
            self._key = ""
            return True
        return same(given, self._token)

    def _same_origin(self, request: HTTPServerRequest) -> bool:
        """Return False for requests from pages of other sites."""
        origin = request.headers.get("Origin")
        return origin is None or origin.partition("://")[2] == request.host


def same(given: str, secret: str) -> bool:
    """Return True if they are the same, in constant time."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())


class OwnServer(Voila):
    """Voilà for one person."""

    token_given = key_given = ""

    def listen(self) -> None:
        """Answer that person's requests until Ctrl+C."""
        for number in shutdown_signals():
            signal.signal(number, self._handle_signal_stop)
        self.app.settings["disable_check_xsrf"] = True  # the gate checks; leaving a page ends its kernel without it
        names = admission.own_names() | {self.ip.lower()}
        self.app: Any = Gate(self.app, self.token_given, names, self.key_given)
        super().listen()


def main() -> None:
    """Serve until Ctrl+C. The kernels learn neither the token nor the key, and nobody else can listen to them."""
    os.umask(0o077)  # nobody else on this machine may read files of this server and its kernels
    OwnServer.token_given = os.environ.pop(TOKEN, "") or secrets.token_urlsafe(32)
    OwnServer.key_given = os.environ.pop(KEY, "")
    transport, root = place()
    own = [f"--KernelManager.transport={transport}", f"--Voila.connection_dir_root={root}"]
    OwnServer.launch_instance([*sys.argv[1:], *own])


if __name__ == "__main__":
    main()
