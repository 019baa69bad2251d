"""The server that a kernel starts for a notebook's shared tables; it talks to the kernel and ends with it.

The server writes a line of JSON with the links to a new room to its standard output. On its standard input, the kernel
names the sites that show the pages and asks for links; the server answers each line with one line. The input ends
when the kernel ends, for whatever reason.
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
"""The maximum number of sites on which a notebook may be open."""


class _RecordingConnection:
    """A connection that records the messages sent to it."""

    def __init__(self) -> None:
        self.told: list[LiveDown] = []

    def send(self, message: LiveDown) -> None:
        self.told.append(message)

    def close(self, code: int) -> None:
        """Do nothing, because there is no connection."""


def invitation(service: Service, token: str) -> dict[str, str]:
    """Return the code and key of a person's room, as received by their page."""
    line = _RecordingConnection()
    service.hear(line, {"kind": "hello", "v": 1, "token": token})
    service.gone(line)
    return next({"code": told["code"], "key": told["key"]} for told in line.told if told["kind"] == "welcome")


def links(server: Server, token: str) -> dict[str, Any]:
    """Return the port that serves a host's room, the room's code and key, and a link for the host."""
    return {"port": server.port, "teacher": server.service.host_link(token), **invitation(server.service, token)}


def follow(
    server: Server, token: str, stream: TextIO, site: Callable[[str], str], write: Callable[[str], None]
) -> None:
    """Allow the sites named in a stream, write links on request, and end the server when the stream ends.

    Args:
        server: the server, which runs in the current loop.
        token: the token of the room's host.
        stream: the stream to which the kernel writes lines.
        site: a function that returns a site in its normal form, or raises ArgumentTypeError.
        write: a function to call with the answer to each of the kernel's lines.
    """

    def hear(line: str) -> None:
        write(json.dumps(_answer(server, token, line, site)))

    loop = asyncio.get_running_loop()

    def read() -> None:
        try:
            for line in stream:
                loop.call_soon_threadsafe(hear, line)
            loop.call_soon_threadsafe(server.end)
        except RuntimeError:  # the loop has already ended
            pass

    Thread(target=read, daemon=True).start()  # Windows cannot wait for a pipe in an event loop


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
    """Return the line with the links to a host's room."""
    return json.dumps(links(server, token))
