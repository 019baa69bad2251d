"""Voilà with additions for a class: our own pages, a limit on visitors, and kernels that are culled."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import ssl
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import psutil
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.utils import url_path_join
from tornado.ioloop import IOLoop
from tornado.web import RequestHandler
from traitlets import Bool, Integer, List, Unicode
from voila.app import Voila
from voila.request_info_handler import RequestInfoSocketHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import AllowListFileHandler, TemplateStaticFileHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler
from voila.utils import include_url

from ... import languages
from ...course.lesson.pages import own_pages
from ...live.codes import LETTERS
from ...teaching.code_home import PYODIDE
from .. import python_files
from ..endings import endings
from ..garbage import collect_seldom
from . import answers, browser_python, connections, door, lessons, light, live, log, pages, scripts, solo, templates
from .answers import Guard, Health, Own, Robots, Static, Stranger
from .connections import Connections, Hosts
from .frames import MOST_MESSAGE
from .handlers import Kernel, Leaving, Notebook, TemplateFile, kindly
from .kernels import Courtesy, Kernels, place
from .notebooks import APP
from .scripts import Scripts
from .seats import Seats
from .sockets import Socket

SWEEP_SECONDS = 5.0
"""The time between two looks at seats and kernels."""
NO_IDLE = 90.0
"""The percentage of the machine's time above which it has no idle time worth the name."""
PING_SECONDS = 20.0
"""The time between two signs that a browser's machine must give without anybody doing anything. Two may be missing."""
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline' blob:; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self' data: blob:; worker-src 'self' blob:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; "
)
"""The content security policy of a page with widgets: Voilà's page contains scripts, and widgets load from blobs."""
UNWANTED = (
    TornadoVoilaTreeHandler,
    VoilaContentsHandler,
    AllowListFileHandler,
    RequestInfoSocketHandler,
)
"""Parts of Voilà that no visitor needs: lists of folders, files, the request that woke a kernel."""
CELL_FAILED = "Load the page again. / Bitte die Seite neu laden."
"""The text shown where a notebook's cell failed; the visitor's language is unknown there."""


class Server(Voila):
    """The server: ``Server.launch_instance([folder, "--Server.port=8866"])``."""

    most = Integer(60, config=True, help="The most visitors at once.")
    cull = Integer(600, config=True, help="The seconds without a sign of a browser after which its kernel ends.")
    frames = List(Unicode(), config=True, help="Other sites that may show these pages in a frame.")
    sites = List(Unicode(), config=True, help="Other origins whose pages may talk to the shared tables.")
    hosts = List(Unicode(), config=True, help="The host names, besides this machine's, under which to answer.")
    behind_proxy = Bool(False, config=True, help="A proxy in front says where visitors come from.")
    open_to_all = Bool(False, config=True, help="Anybody may open a shared table.")
    app_version = Unicode("unknown", config=True)
    encryption: ssl.SSLContext | None = None
    """The certificate and key for HTTPS."""
    database: str | None = None
    """The URL of the database with the rooms of shared tables, perhaps with its password; None takes a file."""
    letters = LETTERS
    """The letters with which the codes of new rooms begin."""
    cluster: Executor | None = None
    """The workers that compute the reviews and deals of shared tables; None computes them here."""
    python: browser_python.PythonFiles
    """The files of Python for the browser."""
    tell_teacher: Callable[[str], None] | None = None
    """Takes the link of the teacher for whom a room is opened; None opens none."""

    def initialize(self, argv: list[str] | None = None) -> None:
        templates.compile_once()
        self.light_files = light.files()
        super().initialize(argv)
        self.log.handlers[:] = []  # only the root logger writes
        self.log.propagate = True
        self.began = time.monotonic()
        self.notebooks = frozenset(
            path.relative_to(self.root_dir).as_posix() for path in Path(self.root_dir).rglob("*.ipynb")
        )
        extensions = self.labextensions_path
        self.scripts = scripts.joined(self.static_paths, extensions)
        names = [f"static/{file.name}" for file in self.scripts]
        entries = scripts.entries(extensions, self.voila_configuration.extension_allowlist) if names else []
        self.early = {
            "scripts": [self.address(f"voila/{name}") for name in names],
            "entries": [self.address(f"voila/{name}") for name in entries],
        }
        self.voila_configuration.config.VoilaConfiguration.resources.update(self.early)
        style = include_url(self.voila_configuration.template, self.base_url, "static/index.css")
        own = light.addresses(self.light_files, self.address)
        self.prefetched = [own[name] for name in pages.LIGHT[:2] if name in own]
        self.prefetched += [*self.early["scripts"], *self.early["entries"], style]

    def health(self) -> dict[str, Any]:
        """Return the answer of the health address."""
        return {
            "status": "ok" if self.seats.free else "full",
            "version": self.app_version,
            "visitors": self.seats.taken,
            "pages": len(solo.SoloLine.open_lines) + live.n_lines(),
            "most": self.most,
            "ready": self.kernel_manager.ready(),
            "seconds": round(time.monotonic() - self.began),
        }

    @property
    def origin(self) -> str:
        """The address of this server on this machine, without a path."""
        here = "127.0.0.1" if self.ip in ("", "0.0.0.0", "::") else self.ip
        return f"{'https' if self.encryption else 'http'}://{here}:{self.port}"

    def address(self, path: str) -> str:
        """Return the address of a page or a notebook; of the start page, with a slash at its end."""
        if not path:
            return str(self.base_url)
        return str(url_path_join(self.base_url, "voila/render" if path.endswith(".ipynb") else "", path))

    def init_settings(self) -> dict[str, Any]:
        settings = super().init_settings()
        self.seats = Seats(self.most, self.kernel_manager, cull=self.cull)
        self.desk = live.desk(
            open_to_all=self.open_to_all, database=self.database, letters=self.letters, workers=self.cluster
        )
        self.workers = solo.Workers()
        framed_by = live.framed_by(self.frames)
        ours = live.settings(
            self,
            self.desk,
            self.light_files,
            base_url=self.base_url,
            frames=self.frames,
            sites=self.sites,
            home=True,
            version=self.app_version,
        )
        return {
            **settings,
            **ours,
            "compress_response": True,
            "websocket_compression_options": {},
            "websocket_max_message_size": MOST_MESSAGE,
            "ws_ping_interval": 1000 * PING_SECONDS,
            "ws_ping_timeout": 2000 * PING_SECONDS,
            "xsrf_cookie_kwargs": {"samesite": "Lax"},
            "headers": {"Content-Security-Policy": POLICY + framed_by},
            "log_function": self.log_request,
            "default_handler_class": Own,
            "phase10_solo": self.workers,
            "phase10_lessons": own_pages(),
            "phase10_page_worker": self.python.page_worker,
            "phase10_address": self.address,
            "phase10_notebooks": self.notebooks,
        }

    def init_handlers(self) -> list[Any]:
        self.app.add_transform(
            type("Guarded", (Guard,), {"policy": live.framed_by(self.frames), "encrypted": self.encryption is not None})
        )
        ours: dict[Any, Any] = {
            TornadoVoilaHandler: Notebook,
            VoilaKernelWebsocketHandler: Socket,
            VoilaShutdownKernelHandler: Leaving,
            KernelHandler: Kernel,
            TemplateStaticFileHandler: TemplateFile,
        }
        rows = [row for row in super().init_handlers() if row[1] not in UNWANTED]
        kept = [(row[0], kindly(ours.get(row[1], row[1])), *row[2:]) for row in rows]
        at = self.base_url.rstrip("/")
        pages_ = [
            (rf"{at}/{name}/{path}", Own, {"what": what, "language": name})
            for name in languages.names()
            for path, what in (("?", "start"), ("about", "about"))
        ]
        return [
            (rf"{at}/", Own, {"what": "start"}),
            (rf"{at}/about", Own, {"what": "about"}),
            *pages_,
            (rf"{at}/({'|'.join(map(re.escape, pages.FILES))})", Static, {"path": pages.STATIC}),
            (rf"{at}/voila/static/(phase10-\w+\.js)", Scripts, {"files": self.scripts}),
            (rf"{at}/robots\.txt", Robots),
            (rf"{at}/health", Health),
            *light.routes(at),
            *live.routes(at),
            *solo.routes(at),
            *lessons.routes(at),
            *browser_python.routes(at, self.python),
            *kept,
        ]

    def log_request(self, handler: RequestHandler) -> None:
        """Log a line for each page, but not for the files that belong to it."""
        if isinstance(handler, Notebook | Own) or handler.get_status() >= 400:
            name = handler.path_args[0] if isinstance(handler, Notebook) and handler.path_args else ""
            what = name if name in self.notebooks else type(handler).__name__.lower()
            answers.tell(handler, what, visitors=self.seats.taken)

    def listen(self) -> None:
        """Answer requests until Ctrl+C."""
        names = {*(host.lower() for host in self.hosts), *door.own_names()}
        self.connections = Connections(
            Hosts(self.app, names, Stranger),
            most=connections.most_connections(connections.raise_descriptors(), self.most),
            xheaders=self.behind_proxy,
            ssl_options=self.encryption,
        )
        self.connections.listen(self.port, self.ip)
        log.tell("started", port=self.port, most=self.most)
        self.ioloop = IOLoop.current()
        self.ioloop.add_callback(self.keep_house)
        self.ioloop.add_callback(collect_seldom)
        ticking = live.keep_time(self.desk)
        self.workers.start()
        for number in endings():
            signal.signal(number, self._handle_signal_stop)
        if self.tell_teacher is not None:
            self.tell_teacher(live.teachers_link(self.desk, self.origin + self.address("live")))
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass
        finally:
            ticking.stop()
            self.desk.close()
            asyncio.get_event_loop().run_until_complete(self.workers.stop())
            log.tell("stopped", seconds=round(time.monotonic() - self.began))
            self.stop()

    async def keep_house(self) -> None:
        """Look after seats and kernels, as long as the server runs."""
        courtesy = Courtesy(self.kernel_manager)
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self._look_after(courtesy)
            except Exception as error:  # a kernel may end at any moment; the next look comes soon
                log.tell("looking after kernels failed", logging.WARNING, error=type(error).__name__)

    async def _look_after(self, courtesy: Courtesy) -> None:
        if n_dead := await self.kernel_manager.bury():
            log.tell("kernels died", logging.WARNING, count=n_dead)
        await self.seats.sweep()
        alone = [kernel_id for kernel_id in self.seats if not self.seats.sockets(kernel_id)]
        courtesy.look(self.seats, alone, time.monotonic(), crowded=psutil.cpu_percent() > NO_IDLE)


def run(
    folder: Path,
    *,
    version: str,
    ip: str,
    port: int,
    base_url: str = "/",
    most: int,
    ready: int,
    cull: int,
    frames: Sequence[str] = (),
    sites: Sequence[str] = (),
    hosts: Sequence[str] = (),
    behind_proxy: bool = False,
    open_to_all: bool = False,
    database: str | None = None,
    letters: str = LETTERS,
    cluster: Executor | None = None,
    tell_teacher: Callable[[str], None] | None = None,
    encryption: ssl.SSLContext | None = None,
) -> None:
    """Serve the notebooks of a folder until Ctrl+C or a plain ``kill``.

    Args:
        folder: the folder that :func:`notebooks.gather` has filled.
        version: the package's version, for the pages.
        ip: the address to listen on.
        port: the port to listen on.
        base_url: the path of the start page, for a server behind a proxy.
        most: the most kernels with visitors at once.
        ready: the number of pre-warmed kernels with the app.
        cull: the seconds without a sign of a browser after which a kernel is shut down.
        frames: the sites that may show the pages in a frame.
        sites: the other origins whose pages may talk to the shared tables.
        hosts: the host names under which to answer, besides this machine's names and addresses.
        behind_proxy: True if a proxy's ``X-Forwarded-For`` says where visitors come from.
        open_to_all: True if anybody may open a shared table.
        database: the URL of the PostgreSQL database with the rooms of shared tables; None takes a file.
        letters: the letters with which the codes of new rooms begin.
        cluster: the workers that compute the reviews and deals of shared tables; None computes them here.
        tell_teacher: takes the link of a teacher, for whom a room is opened; None opens none.
        encryption: the certificate and key for HTTPS; None speaks plain HTTP.
    """
    os.umask(0o077)  # whatever the server and its kernels write is for nobody else on this machine to read
    python = browser_python.PythonFiles(python_files.files())
    os.environ[PYODIDE] = url_path_join(base_url, python.code_worker) if python.code_worker else ""
    file = folder / "voila.json"
    settings = json.loads(file.read_text("utf-8"))
    pools = {"default": {"pool_size": 0}, APP: {"pool_size": ready}}
    transport, root = place()
    ours: dict[str, dict[str, Any]] = {
        "Server": {
            "ip": ip,
            "port": port,
            "base_url": base_url,
            "connection_dir_root": root,
            "open_browser": False,
            "identity_provider_class": f"{__package__}.handlers.Anybody",
            "most": most,
            "cull": cull,
            "frames": list(frames),
            "sites": list(sites),
            "hosts": list(hosts),
            "behind_proxy": behind_proxy,
            "open_to_all": open_to_all,
            "app_version": version,
        },
        "VoilaConfiguration": {
            "preheat_kernel": ready > 0,
            "multi_kernel_manager_class": f"{Kernels.__module__}.Kernels",
            "resources": {"home": base_url},
        },
        "VoilaKernelManager": {"kernel_pools_config": pools},
        "VoilaExecutor": {"cell_error_instruction": CELL_FAILED},
        "MappingKernelManager": {"cull_idle_timeout": 0, "buffer_offline_messages": False},
        "KernelManager": {"transport": transport, "autorestart": False},
    }
    for name, values in ours.items():
        settings[name] = {**settings.get(name, {}), **values}
    file.write_text(json.dumps(settings), "utf-8")
    Server.database, Server.letters = database, letters  # not in the file: its kernels can read that
    Server.cluster = cluster
    Server.python = python
    Server.encryption, Server.tell_teacher = encryption, staticmethod(tell_teacher) if tell_teacher else None
    Server.launch_instance([f"--Server.config_file_paths={folder}", str(folder)])
