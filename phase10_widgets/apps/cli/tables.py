"""``phase10 tables``: shared tables without Voilà, Jupyter and kernels."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from . import listening, typed
from .common import importable, refuse
from .listening import ServerRefused

OPEN = "Everyone who can reach this machine can join a table with its link or code; there is no password."
"""The notice printed when other machines can connect."""
MISSING = "Shared tables need Tornado and segno: pip install 'phase10_widgets[tables]'"
"""The refusal if something is not installed."""


def add(commands: Any) -> None:
    """Add the command and its options."""
    what = "serve shared tables alone, for friends (--open) or a class (--class), until Ctrl+C"
    command = commands.add_parser("tables", help="serve shared tables alone", description=what)
    listening.add_options(command, port=typed.any_port)
    command.add_argument("--for-kernel", action="store_true", help=argparse.SUPPRESS)
    command.set_defaults(run=tables, **hub_defaults(os.environ))


def hub_defaults(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the defaults for a service of JupyterHub, which says where it belongs in the environment.

    >>> hub_defaults({"JUPYTERHUB_SERVICE_PREFIX": "/services/tables/", "JUPYTERHUB_SERVICE_URL": "http://127.0.0.1:9"})
    {'base_url': '/services/tables/', 'address': '127.0.0.1', 'port': 9}
    """
    found: dict[str, Any] = {}
    if "JUPYTERHUB_USER" in environment and "JUPYTERHUB_SERVICE_NAME" not in environment:
        return found  # this is somebody's own server, and no service; services have a user, too
    if prefix := environment.get("JUPYTERHUB_SERVICE_PREFIX"):
        found["base_url"] = prefix
    if (url := urlsplit(environment.get("JUPYTERHUB_SERVICE_URL", ""))).port:
        found |= {"address": url.hostname, "port": url.port}
    if public := urlsplit(environment.get("JUPYTERHUB_PUBLIC_URL", "")).hostname:
        found["host"] = [public]
    return found


def show(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


def tables(options: argparse.Namespace) -> int:
    """Serve shared tables until Ctrl+C."""
    if not importable("tornado", "segno"):
        return refuse(MISSING)
    try:
        told, stream = listening.prepared(options)
    except ServerRefused as refused:
        return refuse(str(refused))
    from ..serve import live, log
    from ..tables import kernel_child
    from ..tables.server import ServedAt, TablesServer

    place = ServedAt(**told | ({"database": None} if options.for_kernel else {}))

    def started(server: TablesServer) -> None:
        if options.for_kernel:
            token = server.desk.open_room(live.TEACHER)
            show(kernel_child.told(server, token))
            kernel_child.follow(server, token, sys.stdin, typed.origin, show)
            return
        show(f"Shared tables: {server.address}live\nStop it with Ctrl+C.")
        for line in listening.warnings(place.ip, OPEN, encrypted=place.encryption is not None):
            show(line)
        if options.classroom:
            listening.tell_teacher(live.teachers_link(server.desk, f"{server.address}live"))

    async def serve() -> None:
        await TablesServer(place).run(started)

    with stream as lines:
        log.begin(lines)
        try:
            asyncio.run(serve())
        except KeyboardInterrupt:
            pass
        except OSError as error:
            return refuse(f"Shared tables cannot be served: {error}")
    return 0
