"""The shared tables alone: the pages and lines of `live`, without Voilà, Jupyter and kernels."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import ssl
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tornado.netutil import bind_sockets
from tornado.web import Application, RedirectHandler, RequestHandler

from ... import languages
from ...live.codes import LETTERS
from ..endings import endings
from ..garbage import collect_seldom
from ..serve import answers, connections, door, light, live, log, pages
from ..serve.answers import Guard, Health, Own, Robots, Static, Stranger
from ..serve.connections import Connections, Hosts


@dataclass(frozen=True, kw_only=True)
class ServedAt:
    """The place of a server of shared tables: its addresses, and the sites and visitors that it answers.

    Args:
        version: the package's version, for the pages.
        ip: the address to listen on.
        port: the port to listen on; 0 takes a free one.
        base_url: the path of the start page, with slashes at both ends.
        frames: the sites that may show the pages in a frame.
        sites: the other origins whose pages may talk to the tables.
        hosts: the host names under which to answer, besides this machine's names and addresses.
        behind_proxy: True if a proxy's ``X-Forwarded-For`` says where visitors come from.
        open_to_all: True if anybody may open a shared table.
        database: the URL of the PostgreSQL database that holds the rooms; None takes a file in the data folder.
        letters: the letters with which the codes of new rooms begin.
        cluster: the workers that compute reviews and deals; None computes them here.
        encryption: the certificate and key for HTTPS; None speaks plain HTTP.
    """

    version: str
    ip: str = "127.0.0.1"
    port: int = 0
    base_url: str = "/"
    frames: Sequence[str] = ()
    sites: Sequence[str] = ()
    hosts: Sequence[str] = ()
    behind_proxy: bool = False
    open_to_all: bool = False
    database: str | None = field(default=None, repr=False)
    letters: str = LETTERS
    cluster: Executor | None = None
    encryption: ssl.SSLContext | None = None


class TablesServer:
    """A server of shared tables."""

    prefetched: Sequence[str] = ()
    """The scripts that a start page fetches early: none, since there is no app."""

    def __init__(self, place: ServedAt) -> None:
        """Open the rooms of the database or of the user's data folder.

        Raises:
            OSError: the book of the rooms cannot be used.
        """
        self.place = place
        self.desk = live.desk(
            open_to_all=place.open_to_all, database=place.database, letters=place.letters, workers=place.cluster
        )
        self.port = place.port
        self._frames = [*place.frames]
        self._began = time.monotonic()
        self._ended = asyncio.Event()
        self._settings = live.settings(
            self,
            self.desk,
            light.files(),
            base_url=place.base_url,
            frames=place.frames,
            sites=place.sites,
            version=place.version,
        )

    @property
    def address(self) -> str:
        """The address of these pages on this machine, with a slash at its end."""
        here = "127.0.0.1" if self.place.ip in ("", "0.0.0.0", "::") else self.place.ip
        return f"{'https' if self.place.encryption else 'http'}://{here}:{self.port}{self.place.base_url}"

    def health(self) -> dict[str, Any]:
        """Return the answer of the health address."""
        lines = live.n_lines()
        return {
            "status": "ok" if lines < live.MOST_LIVE else "full",
            "version": self.place.version,
            "pages": lines,
            "most": live.MOST_LIVE,
            "seconds": round(time.monotonic() - self._began),
        }

    @property
    def sites(self) -> set[str]:
        """The other origins whose pages may talk to the tables."""
        found: set[str] = self._settings["phase10_sites"]
        return found

    def allow(self, site: str) -> None:
        """Let the pages of a site show these pages in a frame, and talk to the tables."""
        if site in self.sites:
            return
        self._frames.append(site)
        self.sites.add(site)
        self._app.settings["phase10_frames"] = live.framed_by(self._frames)

    def end(self) -> None:
        """Stop :meth:`run`."""
        self._ended.set()

    async def run(self, started: Callable[[TablesServer], None]) -> None:
        """Answer requests until a signal or :meth:`end`.

        Args:
            started: is called once, as soon as this server listens.

        Raises:
            OSError: the port is taken.
        """
        place = self.place
        os.umask(0o077)  # whatever this server writes is for nobody else on this machine to read
        sockets = bind_sockets(place.port, place.ip)
        self.port = sockets[0].getsockname()[1]
        self.connections = self._listen()
        self.connections.add_sockets(sockets)
        log.tell("started", port=self.port)
        ticking = live.keep_time(self.desk)
        for number in (signal.SIGINT, *endings()):
            with suppress(NotImplementedError):  # Windows raises KeyboardInterrupt
                asyncio.get_running_loop().add_signal_handler(number, self.end)
        started(self)
        collecting = asyncio.create_task(collect_seldom())
        try:
            await self._ended.wait()
        finally:
            ticking.stop()
            collecting.cancel()
            self.desk.close()
            self.connections.stop()
            await self.connections.close_all_connections()
            log.tell("stopped", seconds=round(time.monotonic() - self._began))

    def _listen(self) -> Connections:
        """Return the HTTP server of these pages."""
        place = self.place
        guard = type(
            "Guarded", (Guard,), {"policy": live.framed_by(place.frames), "encrypted": place.encryption is not None}
        )
        settings = {"compress_response": True, "log_function": self._log, "default_handler_class": Own}
        at = place.base_url.rstrip("/")
        self._app = Application([*self._pages(at), *light.routes(at), *live.routes(at)], **settings, **self._settings)
        self._app.add_transform(guard)
        names = {*(host.lower() for host in place.hosts), *door.own_names()}
        return Connections(
            Hosts(self._app, names, Stranger),
            most=connections.most_connections(connections.raise_descriptors(), 0),
            xheaders=place.behind_proxy,
            ssl_options=place.encryption,
        )

    def _pages(self, at: str) -> list[tuple[Any, ...]]:
        """Return the handlers of the pages around the tables."""
        to_tables = {"url": self._settings["phase10_address"]("live"), "permanent": False}
        names = "|".join(languages.names())
        about = [(rf"{at}/{name}/about", Own, {"what": "about", "language": name}) for name in languages.names()]
        return [
            (rf"{at}/(?:(?:{names})/?)?", RedirectHandler, to_tables),
            (rf"{at}/about", Own, {"what": "about"}),
            *about,
            (rf"{at}/({'|'.join(map(re.escape, pages.FILES))})", Static, {"path": pages.STATIC}),
            (rf"{at}/robots\.txt", Robots),
            (rf"{at}/health", Health),
        ]

    def _log(self, handler: RequestHandler) -> None:
        """Log a line for each page, but not for the files that belong to it."""
        if isinstance(handler, Own) or handler.get_status() >= 400:
            answers.tell(handler, type(handler).__name__.lower())
