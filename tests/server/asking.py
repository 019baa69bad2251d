"""Helpers that send requests to a running server, and that run tests in an event loop alongside a server."""

from __future__ import annotations

import asyncio
import gzip
import json
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from email.message import Message
from functools import wraps
from inspect import signature
from typing import Any, NamedTuple, TypeAlias

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets

from phase10_widgets.server.rooms import handlers
from phase10_widgets.server.rooms.polling import PollConnection
from phase10_widgets.server.server import Server
from phase10_widgets.server.settings import Settings

AsyncTest: TypeAlias = Callable[..., Awaitable[None]]

PATIENCE = 60


class Answer(NamedTuple):
    status: int
    headers: Message
    text: str


class Stay(urllib.request.HTTPRedirectHandler):
    """Do not follow redirects."""

    def redirect_request(self, *args: Any) -> None:
        return None


def ask(address: str, content: object = None, follow: bool = True, /, **headers: str) -> Answer:
    """Request an address, or send JSON to it; return the answer regardless of its status.

    Without *follow*, the answer can be a redirect.
    """
    body = None if content is None else json.dumps(content).encode()
    opener = urllib.request.build_opener(*([] if follow else [Stay]))
    try:
        with opener.open(urllib.request.Request(address, data=body, headers=headers), timeout=PATIENCE) as answer:
            return Answer(answer.status, answer.headers, _text(answer))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.headers, _text(error))


def _text(answer: Any) -> str:
    body = answer.read()
    plain = gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body
    return plain.decode("utf-8", "replace")


@asynccontextmanager
async def listening(server: HTTPServer) -> AsyncIterator[int]:
    """Make a server listen on a free port, and yield the port."""
    (socket,) = bind_sockets(0, "127.0.0.1")
    server.add_socket(socket)
    try:
        yield socket.getsockname()[1]
    finally:
        server.stop()
        await server.close_all_connections()


@asynccontextmanager
async def running(**settings: Any) -> AsyncIterator[Server]:
    """Run a server behind a proxy during the block, without connections from earlier tests."""
    PollConnection.open_connections.clear()
    handlers.RoomConnection.open_connections._by_address.clear()
    server = Server(Settings(version="0", behind_proxy=True, open_to_all=True, **settings))
    opened = asyncio.Event()
    task = asyncio.create_task(server.run(lambda server: None, lambda server: opened.set()))
    await opened.wait()
    try:
        yield server
    finally:
        server.end()
        await task


def beside(serving: Callable[[], AbstractAsyncContextManager[Any]]) -> Callable[[AsyncTest], Callable[..., None]]:
    """Return a decorator for tests whose first argument is the value that *serving* yields; all others are fixtures."""

    def mark(test: AsyncTest) -> Callable[..., None]:
        @wraps(test)
        def run(**fixtures: Any) -> None:
            async def whole() -> None:
                async with asyncio.timeout(PATIENCE), serving() as served:
                    await test(served, **fixtures)

            asyncio.run(whole())

        _, *needed = signature(test).parameters.values()
        run.__signature__ = signature(test).replace(parameters=needed)  # type: ignore[attr-defined]
        return run

    return mark
