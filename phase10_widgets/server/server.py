"""The server for ``phase10 serve`` and ``phase10 play``: pages, games, lessons and shared tables, but no kernels."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tornado.netutil import bind_sockets
from tornado.web import Application, RedirectHandler, RequestHandler

from .. import languages
from ..teaching.pages.pages import own_pages
from . import admission, answers, browser_python, connections, lessons, log, page_server, pages
from .answers import Guard, Health, OwnPage, Static, WrongHost
from .connections import Connections, Hosts
from .garbage import collect_rarely
from .rooms import handlers
from .settings import Settings
from .shutdown_signals import shutdown_signals
from .solo import processes

if TYPE_CHECKING:
    from ..rooms.service import Service

Started = Callable[["Server"], object]
"""A function that is called once, as soon as a server is listening."""
CLOSING_SECONDS = 5.0
"""The maximum wait, in seconds, for unfinished requests when a server shuts down."""


class Server:
    """The server, which starts listening immediately, while it is still opening the shared tables' rooms."""

    service: Service
    """The shared-table service, once its rooms are open."""

    def __init__(self, settings: Settings) -> None:
        """Prepare a server with these settings."""
        self.settings = settings
        self.port = settings.port
        self._frames = [*settings.frames]
        self._began = time.monotonic()
        self._ended = asyncio.Event()
        self._opened: asyncio.Future[Service] = asyncio.Future()
        self._files = page_server.files()
        self._python = browser_python.PythonFiles()
        self._workers = processes.Workers()
        self._table_settings = handlers.settings(
            self,
            self._files,
            base_url=settings.base_url,
            frames=settings.frames,
            sites=settings.sites,
            friends=settings.open_to_all,
            home=not settings.only_tables,
            version=settings.version,
        )

    @property
    def address(self) -> str:
        """The address of these pages on this machine, with a trailing slash."""
        ip = self.settings.ip
        here = "127.0.0.1" if ip in ("", "0.0.0.0", "::") else f"[{ip}]" if ":" in ip else ip
        return f"{'https' if self.settings.encryption else 'http'}://{here}:{self.port}{self.settings.base_url}"

    @property
    def prefetched(self) -> Sequence[str]:
        """The addresses of the scripts and styles that an idle browser prefetches on the start page."""
        own = page_server.addresses(self._files, self._table_settings["phase10_address"])
        return [own[name] for name in pages.GAME[:2] if name in own]

    def health(self) -> dict[str, Any]:
        """Return the response to a request for the health address."""
        found = {"live": (handlers.n_connections(), handlers.MOST_CONNECTIONS)}
        if not self.settings.only_tables:
            found["pages"] = (len(processes.SoloConnection.open_connections), processes.MOST_CONNECTIONS)
        return {
            "status": "full" if any(lines >= most for lines, most in found.values()) else "ok",
            "version": self.settings.version,
            "pages": sum(lines for lines, _ in found.values()),
            "most": sum(most for _, most in found.values()),
            "seconds": round(time.monotonic() - self._began),
        }

    @property
    def sites(self) -> set[str]:
        """The other origins whose pages may talk to the tables."""
        found: set[str] = self._table_settings["phase10_sites"]
        return found

    def allow(self, site: str) -> None:
        """Let a site's pages show these pages in a frame and talk to the tables."""
        if site in self.sites:
            return
        self._frames.append(site)
        self.sites.add(site)
        self._app.settings["phase10_frames"] = handlers.framed_by(self._frames)

    def end(self) -> None:
        """Stop :meth:`run`."""
        self._ended.set()

    async def run(self, listening: Started, opened: Started | None = None) -> None:
        """Answer requests until a signal arrives or :meth:`end` is called.

        Args:
            listening: a function to call once, as soon as this server is listening.
            opened: a function to call once, as soon as the shared tables' rooms are open.

        Raises:
            OSError: the port is taken, or the file with the rooms cannot be used.
        """
        sockets = bind_sockets(self.settings.port, self.settings.ip)
        self.port = sockets[0].getsockname()[1]
        self.connections = self._listen()
        self.connections.add_sockets(sockets)
        log.tell("started", port=self.port)
        for number in (signal.SIGINT, *shutdown_signals()):
            with suppress(NotImplementedError):  # Windows raises KeyboardInterrupt
                asyncio.get_running_loop().add_signal_handler(number, self.end)
        listening(self)
        try:
            await asyncio.to_thread(import_module, "phase10_widgets.rooms.service")  # takes half a second
            await self._open()
            if opened is not None:
                opened(self)
            await self._ended.wait()
        finally:
            await self._close()

    async def _open(self) -> None:
        """Open the shared tables' rooms, and start the processes for games and lessons."""
        settings = self.settings
        self.service = handlers.open_service(
            open_to_all=settings.open_to_all,
            database=settings.database,
            letters=settings.letters,
            workers=settings.cluster,
        )
        self._opened.set_result(self.service)
        self._ticking = handlers.keep_time(self.service)
        self._collecting = asyncio.create_task(collect_rarely())
        if not settings.only_tables:
            worker = await asyncio.to_thread(lambda: self._python.code_worker)
            self._workers.start(f"{settings.base_url}{worker}" if worker else "")

    async def _close(self) -> None:
        if self._opened.done():
            self._ticking.stop()
            self._collecting.cancel()
            self.service.close()
        await self._workers.stop()
        self.connections.stop()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.connections.close_all_connections(), CLOSING_SECONDS)
        log.tell("stopped", seconds=round(time.monotonic() - self._began))

    def _listen(self) -> Connections:
        """Return the HTTP server for these pages."""
        own = self.settings
        guard = {"policy": handlers.framed_by(own.frames), "encrypted": own.encryption is not None}
        settings = {
            "compress_response": True,
            "log_function": self._log,
            "default_handler_class": OwnPage,
            "phase10_service": self._opened,
            "phase10_solo": self._workers,
            "phase10_lessons": own_pages(),
            "phase10_python": self._python,
        }
        at = own.base_url.rstrip("/")
        rows = [*self._pages(at), *page_server.routes(at), *handlers.routes(at)]
        if not own.only_tables:
            rows += [*processes.routes(at), *lessons.routes(at), *browser_python.routes(at, self._python)]
        self._app = Application(rows, **settings, **self._table_settings)
        self._app.add_transform(type("Guarded", (Guard,), guard))
        return Connections(
            Hosts(self._app, {*(host.lower() for host in own.hosts), *admission.own_names()}, WrongHost),
            most=connections.most_connections(connections.raise_descriptors()),
            xheaders=own.behind_proxy,
            ssl_options=own.encryption,
        )

    def _pages(self, at: str) -> list[tuple[Any, ...]]:
        """Return the handlers for the pages around the games and lessons."""
        folders = [("/", ""), *((f"/{name}/", name) for name in languages.names())]
        rows: list[tuple[Any, ...]] = [
            (rf"{at}{folder}about", OwnPage, {"what": "about", "language": name}) for folder, name in folders
        ]
        if self.settings.only_tables:
            to_tables = {"url": self._table_settings["phase10_address"]("live"), "permanent": False}
            rows += [(rf"{at}{folder}?", RedirectHandler, to_tables) for folder, _ in folders]
        else:
            rows += [(rf"{at}{folder}?", OwnPage, {"what": "start", "language": name}) for folder, name in folders]
        return [
            *rows,
            (rf"{at}/({'|'.join(map(re.escape, pages.FILES))})", Static, {"path": pages.STATIC}),
            (rf"{at}/health", Health),
        ]

    def _log(self, handler: RequestHandler) -> None:
        """Log a line for each page, but not for its files."""
        if isinstance(handler, OwnPage | lessons.Lesson) or handler.get_status() >= 400:
            answers.tell(handler, type(handler).__name__.lower())


def run(settings: Settings, listening: Started, opened: Started | None = None) -> None:
    """Serve until Ctrl+C or a plain ``kill``; see :meth:`Server.run`."""

    async def serve() -> None:
        await Server(settings).run(listening, opened)

    os.umask(0o077)  # nobody else on this machine may read this server's files
    with suppress(KeyboardInterrupt):
        asyncio.run(serve())
