"""Shared tables started by a notebook's kernel: their messages to the kernel, and their end with it.

The server writes a line of JSON to its standard output with the links to a new room. It reads its standard input, where
the kernel names the sites that show the pages and asks for links, and answers each line with another. The input ends
when the kernel ends for any reason.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Callable
from threading import Thread
from typing import Any, TextIO

from ...base.untrusted_json import loads
from ...rooms.code_attempts import EntryRefused
from ...rooms.service import Service
from ...rooms.wire import LiveDown
from ..server import Server

MOST_SITES = 20
"""The most sites at which a notebook may be open."""


class _RecordingConnection:
    """A connection that records its messages."""

    def __init__(self) -> None:
        self.told: list[LiveDown] = []

    def send(self, message: LiveDown) -> None:
        self.told.append(message)

    def close(self, code: int) -> None:
        """Do nothing: there is no connection."""


def invitation(service: Service, token: str) -> dict[str, str]:
    """Return the code and the key of a person's room, as that person's page learns them."""
    line = _RecordingConnection()
    service.hear(line, {"kind": "hello", "v": 1, "token": token})
    service.gone(line)
    return next({"code": told["code"], "key": told["key"]} for told in line.told if told["kind"] == "welcome")


def links(server: Server, token: str) -> dict[str, Any]:
    """Return the port of the page of a host's room, the room's code and key, and a link for the host."""
    return {"port": server.port, "teacher": server.service.host_link(token), **invitation(server.service, token)}


def follow(
    server: Server, token: str, stream: TextIO, site: Callable[[str], str], write: Callable[[str], None]
) -> None:
    """Allow the sites that a stream names, write links, and end the server with the stream.

    Args:
        server: the server, which runs in the current loop.
        token: the token of the room's host.
        stream: where the kernel writes lines.
        site: returns a site in its usual spelling, or raises ArgumentTypeError.
        write: takes the line that answers each line of the kernel.
    """

    def hear(line: str) -> None:
        write(json.dumps(_answer(server, token, line, site)))

    loop = asyncio.get_running_loop()

    def read() -> None:
        try:
            for line in stream:
                loop.call_soon_threadsafe(hear, line)
            loop.call_soon_threadsafe(server.end)
        except RuntimeError:  # the loop has ended first
            pass

    Thread(target=read, daemon=True).start()  # Windows cannot wait for a pipe in a loop


def _answer(server: Server, token: str, line: str, site: Callable[[str], str]) -> dict[str, str]:
    try:
        found = loads(line)
        if found.get("ask") == "link":
            return {"teacher": server.service.host_link(token)}
        named = site(found["site"])
    except (ValueError, KeyError, TypeError, AttributeError, EntryRefused, argparse.ArgumentTypeError):
        return {}
    if len(server.sites) < MOST_SITES:
        server.allow(named)
    return {}


def told(server: Server, token: str) -> str:
    """Return the line with the links of a host's room."""
    return json.dumps(links(server, token))
