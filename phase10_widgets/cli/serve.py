"""``phase10 play`` and ``phase10 serve``: the server for one person, or for a class."""

from __future__ import annotations

import argparse
import logging
import os
import sys
import webbrowser
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ..store.place import ANYWHERE
from . import listening, typed
from .common import NoPort, choose_port, importable, installed_version, refuse
from .listening import ServerRefused

if TYPE_CHECKING:
    from ..server.server import Server, Started
    from ..server.settings import Settings

HERE = "127.0.0.1"
OPEN = "Everyone on the network can play and learn here; there is no password."
"""The notice printed when other machines can connect."""
MISSING = "This needs a few more packages: pip install 'phase10_widgets[app]'"
"""The message printed if a required package is not installed."""


def add(commands: Any) -> None:
    """Add both commands and their options."""
    what = "play and learn in the browser, only on this machine, until Ctrl+C"
    command = commands.add_parser("play", help="play and learn in the browser", description=what)
    command.add_argument(
        "--port", type=typed.port_number, default=typed.FIRST_PORT, help="the first port to try (%(default)s)"
    )
    command.add_argument("--no-browser", action="store_true", help="print the address without opening it")
    command.set_defaults(run=play)
    what = "serve a class, or friends (--open): game, lessons, odds and shared tables, until Ctrl+C"
    command = commands.add_parser("serve", help="serve a class", description=what)
    listening.add_options(command)
    command.add_argument("--only", choices=["tables"], help="serve only shared tables")
    command.add_argument("--for-kernel", action="store_true", help=argparse.SUPPRESS)
    command.set_defaults(run=serve, **hub_defaults(os.environ))


def hub_defaults(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the defaults for a JupyterHub service, from JupyterHub's environment variables.

    >>> hub_defaults({"JUPYTERHUB_SERVICE_PREFIX": "/services/tables/", "JUPYTERHUB_SERVICE_URL": "http://127.0.0.1:9"})
    {'base_url': '/services/tables/', 'address': '127.0.0.1', 'port': 9}
    """
    found: dict[str, Any] = {}
    if "JUPYTERHUB_USER" in environment and "JUPYTERHUB_SERVICE_NAME" not in environment:
        return found  # a user's own server, not a service (a service also has a user)
    if prefix := environment.get("JUPYTERHUB_SERVICE_PREFIX"):
        found["base_url"] = prefix
    if (url := urlsplit(environment.get("JUPYTERHUB_SERVICE_URL", ""))).port:
        found |= {"address": url.hostname, "port": url.port}
    if public := urlsplit(environment.get("JUPYTERHUB_PUBLIC_URL", "")).hostname:
        found["host"] = [public]
    return found


def show(line: str) -> None:
    """Print a line immediately."""
    print(line, flush=True)


def play(options: argparse.Namespace) -> int:
    """Open the start page in the browser, and serve this machine until Ctrl+C."""
    if not importable("tornado", "segno", "mistune"):
        return refuse(MISSING)
    try:
        port = choose_port(HERE, options.port)
    except NoPort as error:
        return refuse(str(error))
    from ..server import log
    from ..server.settings import Settings

    def told(server: Server) -> None:
        show(f"Phase 10: {server.address}\nStop it with Ctrl+C.")
        if not options.no_browser and has_screen():
            webbrowser.open(server.address)

    log.begin(sys.stderr, logging.WARNING)
    if fault := listening.storage_fault():
        show(f"Your games cannot be stored: {fault}.")
        os.environ[ANYWHERE] = "none"
    return _run(Settings(version=installed_version(), ip=HERE, port=port), told)


def serve(options: argparse.Namespace) -> int:
    """Serve everyone who can connect, until Ctrl+C."""
    if not importable("tornado", "segno", "mistune"):
        return refuse(MISSING)
    try:
        settings, stream = listening.prepared(options)
    except ServerRefused as refused:
        return refuse(str(refused))
    from ..server import log

    with stream as lines:
        log.begin(lines)
        if options.for_kernel:
            return _run(replace(settings, only_tables=True, database=None), lambda _: None, _follow_kernel)
        return _run(settings, _tell, _tell_teacher if options.classroom else None)


def _tell(server: Server) -> None:
    """Print the address and some advice."""
    settings = server.settings
    what = f"Shared tables: {server.address}live" if settings.only_tables else f"Phase 10: {server.address}"
    show(f"{what}\nStop it with Ctrl+C.")
    for line in listening.warnings(settings.ip, OPEN, encrypted=settings.encryption is not None):
        show(line)


def _tell_teacher(server: Server) -> None:
    from ..server.rooms import handlers

    listening.tell_teacher(handlers.teachers_link(server.service, f"{server.address}live"))


def _follow_kernel(server: Server) -> None:
    """Open a room for the notebook that started this server, and stop when that notebook does."""
    from ..server.rooms import handlers, kernel_child

    token = server.service.open_room(handlers.TEACHER)
    show(kernel_child.told(server, token))
    kernel_child.follow(server, token, sys.stdin, typed.origin, show)


def _run(settings: Settings, told: Started, opened: Started | None = None) -> int:
    from ..server import server

    try:
        server.run(settings, told, opened)
    except OSError as error:
        return refuse(f"The server cannot start: {error}")
    return 0


def has_screen() -> bool:
    """Return False on a machine without a display, where opening a browser would fail or start a text browser."""
    displays = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in {"win32", "darwin"} or any(os.environ.get(name) for name in displays)
