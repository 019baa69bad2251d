"""Simulate a proxy of the type that schools and hosts use, with the behavior that breaks shared tables."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field


@dataclass
class Proxy:
    """A proxy in front of a server, with a separate connection for every request or websocket.

    The target is the server's host and port. Connections that are idle for *idle* seconds are cut.
    """

    target: str
    idle: float | None = None
    cut: int = 0
    address: str = field(default="", init=False)
    tasks: set[asyncio.Task[None]] = field(default_factory=set, init=False)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward a connection to the server."""
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        with contextlib.suppress(OSError, asyncio.IncompleteReadError), contextlib.closing(writer):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            upgrade = any(line.lower().startswith("upgrade:") for line in head)
            await self._pass_on("\r\n".join(self._written(head, upgrade=upgrade)).encode("latin-1"), reader, writer)

    def _written(self, head: list[str], *, upgrade: bool) -> Iterator[str]:
        for line in head:
            close = line.lower().startswith("connection:") and not upgrade
            yield "Connection: close" if close else line

    async def _pass_on(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, _, port = self.target.partition(":")
        answers, server = await asyncio.open_connection(host, int(port))
        server.write(head)
        heard = asyncio.Event()
        ways = [asyncio.create_task(_copy(*way, heard)) for way in ((reader, server), (answers, writer))]
        watch = asyncio.create_task(self._watch(heard))
        try:
            await asyncio.wait([ways[1], watch], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (*ways, watch):
                task.cancel()
            server.close()

    async def _watch(self, heard: asyncio.Event) -> None:
        """Return once the connection has been idle for too long."""
        with contextlib.suppress(TimeoutError):
            while True:
                heard.clear()
                async with asyncio.timeout(self.idle):
                    await heard.wait()
        self.cut += 1


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter, heard: asyncio.Event) -> None:
    while data := await source.read(65536):
        heard.set()
        target.write(data)
        await target.drain()


@contextlib.asynccontextmanager
async def proxied(proxy: Proxy) -> AsyncIterator[Proxy]:
    """Run a proxy: set its address, and yield it."""
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        server.close()
        for task in [*proxy.tasks]:
            task.cancel()
        await asyncio.gather(*proxy.tasks, return_exceptions=True)
