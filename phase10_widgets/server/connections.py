"""Limits on the number, traffic and host names of the server's connections."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from tornado.httpserver import HTTPServer
from tornado.httputil import (
    HTTPConnection,
    HTTPHeaders,
    HTTPMessageDelegate,
    HTTPServerRequest,
    RequestStartLine,
    ResponseStartLine,
)
from tornado.iostream import IOStream
from tornado.routing import Router
from tornado.web import Application, RequestHandler

from ..rooms.budgets import Shares
from ..rooms.code_attempts import site
from . import admission, log

TIMEOUT_SECONDS = 20.0
"""The time limit, in seconds, for a request's head, for an idle connection, and for a request's body."""
MOST_HEAD_BYTES = 2**14
"""The maximum length of a request's head, in bytes."""
MOST_BODY_BYTES = 2**14
"""The maximum length of a request's body, in bytes; requests upload nothing."""
MOST_UNREAD_BYTES = 2**26
"""The maximum total size, in bytes, of responses waiting in memory for browsers; `traffic` counts websockets."""
UNREAD_SECONDS = 30.0
"""The number of seconds after which a connection is closed if its response has not been read."""
REQUESTS_PER_CHECK = 32
"""The number of requests between checks of waiting responses."""
READ_BYTES = 2**14
"""The number of bytes to read in one piece, and the number that may wait in memory for a client that is not reading."""
SHARE_SECONDS = 0.5, 5.0
"""The processor time, in seconds, that one address may use in the server's loop per second and in a burst.

A whole school may share one address; its pages, connections and actions at shared tables use much less.
"""
REQUEST_SECONDS = 0.002
"""The processor time charged for a request, in seconds."""
RESERVED_DESCRIPTORS = 256
"""The number of file descriptors reserved for everything but connections: files, pipes and new processes."""
MOST_CONNECTIONS = 4096
"""The maximum number of connections. A browser has at most six, and each may hold a request's head in memory."""
MOST_DESCRIPTORS = 2**16
"""The maximum number of file descriptors that this server requests from the system."""
UNTRUSTED = ("X-Real-Ip", "X-Scheme")
"""The headers that Tornado prefers to a proxy's, although most proxies pass them on from visitors unchecked."""


def raise_descriptors() -> int:
    """Raise this process's limit on open files as far as the system allows; return the new limit."""
    if sys.platform == "win32":
        return MOST_DESCRIPTORS  # sockets have no such limit on Windows
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted)


def most_connections(descriptors: int) -> int:
    """Return the number of connections that can be open with this number of file descriptors."""
    return min(MOST_CONNECTIONS, max(64, descriptors - RESERVED_DESCRIPTORS))


SHARES = Shares(*SHARE_SECONDS)
"""Each address's share of this process's processor time, in seconds."""


Each = TypeVar("Each", bound=Hashable)


def too_much(sizes: Mapping[Each, int], most: int, address: Callable[[Each], str]) -> Iterator[Each]:
    """Yield items to drop until the total is at most *most*: each time, the largest item from the address with the
    largest total.

    >>> [*too_much({"a1": 40, "a2": 30, "b": 50}, 100, lambda each: each[0])]
    ['a1']
    """
    of_each: dict[str, list[Each]] = {}
    for each in sorted(sizes, key=sizes.__getitem__):
        of_each.setdefault(address(each), []).append(each)
    sums = {name: sum(map(sizes.__getitem__, found)) for name, found in of_each.items()}
    while sum(sums.values()) > most:
        name = max(sums, key=sums.__getitem__)
        sums[name] -= sizes[found := of_each[name].pop()]
        yield found


@dataclass
class Reader:
    """The client that reads from a connection."""

    address: str
    """The visitor's address; limits are applied per address."""
    taken: int = 0
    """The number of bytes that had been read at the last check."""
    at: float = 0.0
    """The time at which the client was last seen reading or had read everything."""


class Connections(HTTPServer):
    """An HTTP server with limits on its connections and on the data that waits for them.

    A new connection replaces the one that has been idle longest. A connection is closed if its responses are not read.
    """

    def initialize(self, *args: Any, most: int, **kwargs: Any) -> None:
        """Keep at most *most* connections open."""
        super().initialize(
            *args,
            idle_connection_timeout=TIMEOUT_SECONDS,
            body_timeout=TIMEOUT_SECONDS,
            max_header_size=MOST_HEAD_BYTES,
            max_body_size=MOST_BODY_BYTES,
            chunk_size=READ_BYTES,
            **kwargs,
        )
        self.most = most
        self._streams: dict[IOStream, Reader] = {}
        """The open connections, oldest first, excluding websockets that already carry messages."""
        self._asked = 0

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        if len(self._streams) >= self.most:
            self._streams = {each: reader for each, reader in self._streams.items() if not each.closed()}
        if len(self._streams) >= self.most:
            oldest = next(iter(self._streams))
            del self._streams[oldest]
            oldest.close()
        self._streams[stream] = Reader(site(str(address[0])) if address else "")
        super().handle_stream(stream, address)

    def start_request(self, server_conn: object, request_conn: HTTPConnection) -> HTTPMessageDelegate:
        self._asked += 1
        if self._asked % REQUESTS_PER_CHECK == 0:
            self.relieve()
        delegate = super().start_request(server_conn, request_conn)
        return _LastHop(delegate) if self.xheaders else delegate

    def relieve(self) -> None:
        """Close connections whose responses are not being read, and others while too much data is waiting in total."""
        now, waiting = time.monotonic(), dict[IOStream, int]()
        for stream, reader in self._streams.items():
            size = 0 if stream.closed() else len(stream._write_buffer)
            if not size or stream._total_write_done_index != reader.taken:
                reader.taken, reader.at = stream._total_write_done_index, now
            elif now - reader.at > UNREAD_SECONDS:
                stream.close()
                continue
            if size:
                waiting[stream] = size
        for stream in too_much(waiting, MOST_UNREAD_BYTES, lambda each: self._streams[each].address):
            log.tell("a waiting response was dropped")
            stream.close()

    def keep(self, stream: IOStream) -> None:
        """Keep a visitor's websocket open when other connections arrive, because websockets have separate limits."""
        self._streams.pop(stream, None)


class _ForwardedRequest(HTTPMessageDelegate):
    """A request that is passed on to a handler."""

    def __init__(self, delegate: HTTPMessageDelegate) -> None:
        self._delegate = delegate

    def headers_received(
        self, start_line: RequestStartLine | ResponseStartLine, headers: HTTPHeaders
    ) -> Awaitable[None] | None:
        found: Awaitable[None] | None = self._delegate.headers_received(start_line, headers)
        return found

    def data_received(self, chunk: bytes) -> Awaitable[None] | None:
        found: Awaitable[None] | None = self._delegate.data_received(chunk)
        return found

    def finish(self) -> None:
        self._delegate.finish()

    def on_connection_close(self) -> None:
        self._delegate.on_connection_close()


class _LastHop(_ForwardedRequest):
    """A request that came through a proxy; only the last hop in ``X-Forwarded-For`` and ``X-Forwarded-Proto``
    counts."""

    def headers_received(
        self, start_line: RequestStartLine | ResponseStartLine, headers: HTTPHeaders
    ) -> Awaitable[None] | None:
        for name in UNTRUSTED:
            headers.pop(name, None)
        return super().headers_received(start_line, headers)


class _DelayedRequest(_ForwardedRequest):
    """A delayed request from an address that has used too much time; later requests on its connection also wait."""

    def __init__(self, delegate: HTTPMessageDelegate, wait: float) -> None:
        super().__init__(delegate)
        self._wait = wait

    async def headers_received(self, start_line: RequestStartLine | ResponseStartLine, headers: HTTPHeaders) -> None:
        await asyncio.sleep(self._wait)
        if (found := super().headers_received(start_line, headers)) is not None:
            await found


class Hosts(Router):
    """A router that answers only under known host names."""

    def __init__(self, application: Application, names: Collection[str], stranger: type[RequestHandler]) -> None:
        """Answer requests for other host names with *stranger*."""
        self._application, self._names, self._stranger = application, names, stranger

    def find_handler(self, request: HTTPServerRequest, **kwargs: Any) -> HTTPMessageDelegate:
        if admission.is_ours(request.host_name, self._names):
            found = self._application.find_handler(request, **kwargs)
        else:
            found = self._application.get_handler_delegate(request, self._stranger)
        wait = SHARES.spend(site(request.remote_ip or ""), REQUEST_SECONDS)
        return _DelayedRequest(found, wait) if wait else found
