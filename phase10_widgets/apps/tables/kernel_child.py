"""Shared tables that a notebook's kernel has started: what the kernel hears, and how they end with it.

The server writes a line of JSON to its standard output: what leads to a new room. It reads its standard input, where
the kernel names the sites that show the pages, and answers each line with another. The input ends when the kernel does,
however that happens.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Callable
from threading import Thread
from typing import Any, TextIO

from ...core.untrusted_json import loads
from ...live.desk import Desk
from ...views.protocol.live import LiveDown
from ..serve import live
from .server import TablesServer

MOST_SITES = 20
"""The most sites that a notebook may be open at."""


class _Listener:
    """A line that keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[LiveDown] = []

    def send(self, message: LiveDown) -> None:
        self.told.append(message)

    def close(self, code: int) -> None:
        """Do nothing: there is no connection."""


def invitation(desk: Desk, token: str) -> dict[str, str]:
    """Return the code and the key of a person's room, as the person's own page would learn them."""
    line = _Listener()
    desk.hear(line, {"kind": "hello", "v": 1, "token": token})
    desk.gone(line)
    return next({"code": told["code"], "key": told["key"]} for told in line.told if told["kind"] == "welcome")


def links(server: TablesServer) -> dict[str, Any]:
    """Open a room for a class; return its page, its code and key, and its teacher's token."""
    token = server.desk.open_room(live.TEACHER)
    return {"port": server.port, "teacher": token, **invitation(server.desk, token)}


def follow(server: TablesServer, stream: TextIO, site: Callable[[str], str], write: Callable[[str], None]) -> None:
    """Allow the sites that a stream names, and end the server with the stream.

    Args:
        server: the server, which runs in the current loop.
        stream: where the kernel writes lines.
        site: returns a site in its usual spelling, or raises ArgumentTypeError.
        write: takes the line that answers each line of the kernel.
    """

    def hear(line: str) -> None:
        _allow(server, line, site)
        write("{}")

    loop = asyncio.get_running_loop()

    def read() -> None:
        try:
            for line in stream:
                loop.call_soon_threadsafe(hear, line)
            loop.call_soon_threadsafe(server.end)
        except RuntimeError:  # the loop has ended first
            pass

    Thread(target=read, daemon=True).start()  # Windows cannot wait for a pipe in a loop


def _allow(server: TablesServer, line: str, site: Callable[[str], str]) -> None:
    try:
        found = loads(line)
        named = site(found["site"])
    except (ValueError, KeyError, TypeError, argparse.ArgumentTypeError):
        return
    if len(server.sites) < MOST_SITES:
        server.allow(named)


def told(server: TablesServer) -> str:
    """Return the line with the links of a new room."""
    return json.dumps(links(server))
