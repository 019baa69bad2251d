"""Voilà with additions for a class: our own pages, a limit on visitors, and kernels that are culled."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import subprocess
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from jupyter_server.auth.identity import IdentityProvider, User
from jupyter_server.base.handlers import APIHandler
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from jupyter_server.utils import url_path_join
from tornado.httputil import HTTPHeaders, HTTPServerRequest
from tornado.ioloop import IOLoop
from tornado.web import HTTPError, OutputTransform, RequestHandler, StaticFileHandler
from traitlets import Integer, List, Unicode
from voila.app import Voila
from voila.request_info_handler import RequestInfoSocketHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import AllowListFileHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler
from voila.utils import include_url

from ... import languages
from ...text import Text
from . import frames, log, pages, scripts
from .notebooks import APP, lesson_paths
from .scripts import Scripts
from .seats import FullError, Seats, Visit

MOST_MESSAGE = 6 * 2**20
"""The longest message from a browser, in bytes: a saved game of two million characters as JSON."""
MOST_BODY = 2**16
"""The longest HTTP request, in bytes; requests upload nothing."""
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline' blob:; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self' ws: wss: data: blob:; worker-src 'self' blob:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors "
)
"""The content security policy of a page with widgets: Voilà's page contains scripts, and widgets load from blobs."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
UNWANTED = (TornadoVoilaTreeHandler, VoilaContentsHandler, AllowListFileHandler, RequestInfoSocketHandler)
"""Parts of Voilà that a visitor does not need: lists of folders, files, the request that woke a kernel."""


CELL_FAILED = "Load the page again. / Bitte die Seite neu laden."
"""The text shown where a notebook's cell failed; the visitor's language is unknown there."""


class Kernels(AsyncMappingKernelManager):
    """A kernel manager that culls unused kernels.

    Voilà never culls pre-warmed kernels; `seats.Visit` starts their clock when a visitor comes.
    """

    def in_waiting(self) -> set[str]:
        """Return the kernels that are started but not visited yet."""
        pools: Iterable[list[Any]] = getattr(self, "_pools", {}).values()
        done = [
            task for pool in pools for task in pool if task.done() and not task.cancelled() and not task.exception()
        ]
        return {task.result()["kernel_id"] for task in done}

    async def start_kernel(self, **kwargs: Any) -> str:
        # A kernel may print anything to its terminal; the log contains only this server's own lines.
        return str(await super().start_kernel(stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, **kwargs))

    async def shutdown_kernel(self, kernel_id: str, *args: Any, **kwargs: Any) -> None:
        RequestInfoSocketHandler._cache.pop(kernel_id, None)  # otherwise kept forever
        await super().shutdown_kernel(kernel_id, *args, **kwargs)

    async def shutdown_all(self, *args: Any, **kwargs: Any) -> None:
        """Shut down all kernels, after waiting for those that Jupyter does not list yet: starting and ending ones."""
        await asyncio.gather(*self._pending_kernels.values(), return_exceptions=True)
        await super().shutdown_all(*args, **kwargs)


class Anybody(IdentityProvider):
    """An identity provider that admits every visitor and gives out neither names nor cookies."""

    async def get_user(self, handler: RequestHandler) -> User:
        return User("visitor")


class Kindly(RequestHandler):
    """A handler that reports every error in a sentence."""

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        words = Text(pages.preferred(self.request.headers.get("Accept-Language", "")))
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Content-Security-Policy", f"{pages.PLAIN_POLICY}; {self.settings['phase10_frames']}")
        if status_code == 503:
            self.set_header("Retry-After", "120")
        self.finish(pages.trouble(words, self.settings["phase10_address"], status_code))


class Own(Kindly):
    """One of our own pages."""

    def initialize(self, what: str = "", language: str = "") -> None:
        """Show the page *what* in a language; by default in the one that the browser prefers."""
        self.what, self.language = what, language

    @property
    def words(self) -> Text:
        """The texts of the page's language."""
        return Text(self.language or pages.preferred(self.request.headers.get("Accept-Language", "")))

    def get(self) -> None:
        settings, words = self.settings, self.words
        if self.what == "about":
            self._show(pages.about(words, settings["phase10_address"], settings["phase10_version"]))
        else:
            lessons = lesson_paths(settings["phase10_notebooks"], words.language.name)
            early = settings["phase10_server"].prefetched
            self._show(pages.start(words, settings["phase10_address"], lessons, early, first=not self.language))

    head = get

    def prepare(self) -> None:
        if not self.what:
            raise HTTPError(404)

    def _show(self, page: str) -> None:
        self.set_header("Content-Security-Policy", f"{pages.PLAIN_POLICY}; {self.settings['phase10_frames']}")
        self.set_header("Vary", "Accept-Language")
        self.set_header("Cache-Control", "no-cache")
        self.finish(page)


class Static(StaticFileHandler):
    """A static file of our own pages: their style, script and pictures."""

    def get_content_type(self) -> str:
        path = str(self.absolute_path)
        return pages.MANIFEST_TYPE if path.endswith(pages.MANIFEST) else super().get_content_type()

    def set_extra_headers(self, path: str) -> None:
        self.set_header("Cache-Control", "max-age=3600")


class Robots(RequestHandler):
    """Ask search engines to leave notebooks alone: opening one starts a kernel."""

    def get(self) -> None:
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(f"User-agent: *\nDisallow: {self.settings['phase10_base']}voila/\n")


class Health(RequestHandler):
    """Report the server's state as JSON, for monitoring."""

    def get(self) -> None:
        self.set_header("Cache-Control", "no-store")
        self.finish(self.settings["phase10_server"].health())

    head = get


class Notebook(TornadoVoilaHandler):
    """A served notebook; a sentence if it does not exist or every seat is taken."""

    _visit: Visit | None = None

    @property
    def kernel_manager(self) -> Any:
        """The page's kernel manager: its visit."""
        return self._visit or super().kernel_manager

    async def get(self, path: str | None = None) -> None:
        if path not in self.settings["phase10_notebooks"]:
            raise HTTPError(404)
        try:
            async with self.settings["phase10_server"].seats.visit() as self._visit:
                await super().get(path)
        except FullError:
            raise HTTPError(503) from None
        except TimeoutError:
            log.tell("page given up", logging.WARNING, what=path)
            if not self._headers_written:
                raise HTTPError(500) from None
            self.finish()  # the visitor has the first part of a page whose kernel is gone


class Socket(VoilaKernelWebsocketHandler):
    """The messages between a browser and its kernel; an invalid one ends the connection with a sentence."""

    _refused = False
    """True while the connection is being closed; messages that still arrive are ignored."""

    async def open(self, kernel_id: str) -> None:
        self.set_nodelay(True)  # else a message waits, up to 40 ms, until the browser has acknowledged the one before
        await super().open(kernel_id)

    def on_message(self, ws_message: str | bytes) -> None:
        if self._refused:
            return
        try:
            if isinstance(ws_message, bytes) and not frames.sound(ws_message, self.selected_subprotocol):
                raise ValueError("the numbers at its head cannot be true")
            super().on_message(ws_message)
        except Exception as error:
            self._refused = True
            log.tell("message refused", error=type(error).__name__, length=len(ws_message))
            self.close(1007, "This message was not understood.")

    def write_message(self, message: bytes | str | dict[str, Any], binary: bool = False) -> Any:
        """Send a message. Voilà parses every binary message as v1, and would loop forever over one that is not."""
        if isinstance(message, bytes) and not frames.sound(message, frames.V1):
            return KernelWebsocketHandler.write_message(self, message, binary)
        return super().write_message(message, binary)


class Leaving(VoilaShutdownKernelHandler):
    """The request of a page that is being left: its kernel is shut down at once.

    A browser cannot send the XSRF token when it leaves a page, so Voilà refuses all of these requests. A forged one
    would have to name the kernel, which only its own page knows.
    """

    def check_xsrf_cookie(self) -> None:
        """Accept every request; the class explains why."""

    async def post(self, kernel_id: str) -> None:
        if kernel_id in self.kernel_manager:
            await self.kernel_manager.shutdown_kernel(kernel_id)
        self.set_status(204)
        self.finish()


def kindly(handler: type[RequestHandler]) -> type[RequestHandler]:
    """Return the handler with errors as sentences; a handler for programs keeps its JSON errors."""
    return handler if issubclass(handler, APIHandler) else type(handler.__name__, (Kindly, handler), {})


class Guard(OutputTransform):
    """Security headers for every answer."""

    policy: ClassVar[str] = "frame-ancestors 'self'"
    """The policy of answers without one of their own."""

    def __init__(self, request: HTTPServerRequest) -> None:
        pass

    def transform_first_chunk(
        self, status_code: int, headers: HTTPHeaders, chunk: bytes, finishing: bool
    ) -> tuple[int, HTTPHeaders, bytes]:
        for name, value in HEADERS.items():
            headers[name] = value
        if "Content-Security-Policy" not in headers:
            headers["Content-Security-Policy"] = self.policy
        headers.pop("Server", None)
        return status_code, headers, chunk


class Server(Voila):
    """The server: ``Server.launch_instance([folder, "--Server.port=8866"])``."""

    most = Integer(60, config=True, help="The most visitors at once.")
    frames = List(Unicode(), config=True, help="Other sites that may show these pages in a frame.")
    app_version = Unicode("unknown", config=True)

    def initialize(self, argv: list[str] | None = None) -> None:
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
        self.prefetched = [*self.early["scripts"], *self.early["entries"], style]

    @property
    def framed_by(self) -> str:
        """Return the policy on who may show these pages in a frame."""
        return " ".join(["'self'", *self.frames])

    def health(self) -> dict[str, Any]:
        """Return the answer of the health address."""
        return {
            "status": "ok" if self.seats.free else "full",
            "version": self.app_version,
            "visitors": self.seats.taken,
            "most": self.most,
            "ready": len(self.kernel_manager.in_waiting()),
            "seconds": round(time.monotonic() - self.began),
        }

    def address(self, path: str) -> str:
        """Return the address of a page or a notebook."""
        return str(url_path_join(self.base_url, "voila/render" if path.endswith(".ipynb") else "", path))

    def init_settings(self) -> dict[str, Any]:
        settings = super().init_settings()
        self.seats = Seats(self.most, self.kernel_manager)
        return {
            **settings,
            "compress_response": True,
            "websocket_compression_options": {},
            "websocket_max_message_size": MOST_MESSAGE,
            "headers": {"Content-Security-Policy": POLICY + self.framed_by},
            "log_function": self.log_request,
            "default_handler_class": Own,
            "phase10_server": self,
            "phase10_address": self.address,
            "phase10_base": self.base_url,
            "phase10_notebooks": self.notebooks,
            "phase10_frames": f"frame-ancestors {self.framed_by}",
            "phase10_version": self.app_version,
        }

    def init_handlers(self) -> list[Any]:
        self.app.add_transform(type("Guarded", (Guard,), {"policy": f"frame-ancestors {self.framed_by}"}))
        ours: dict[Any, Any] = {
            TornadoVoilaHandler: Notebook,
            VoilaKernelWebsocketHandler: Socket,
            VoilaShutdownKernelHandler: Leaving,
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
            *kept,
        ]

    def log_request(self, handler: RequestHandler) -> None:
        """Log a line for each page, but not for the files that belong to it."""
        status = handler.get_status()
        if isinstance(handler, Notebook | Own) or status >= 400:
            name = handler.path_args[0] if isinstance(handler, Notebook) and handler.path_args else ""
            log.tell(
                "page" if status < 400 else "refused",
                what=name if name in self.notebooks else type(handler).__name__.lower(),
                status=status,
                ms=round(1000 * handler.request.request_time()),
                visitors=self.seats.taken,
            )

    def listen(self) -> None:
        """Answer requests until Ctrl+C."""
        self.app.listen(self.port, self.ip, max_body_size=MOST_BODY, xheaders=False)
        log.tell("started", port=self.port, most=self.most)
        self.ioloop = IOLoop.current()
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass
        finally:
            log.tell("stopped", seconds=round(time.monotonic() - self.began))
            self.stop()


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
        cull: the seconds without a visitor or a message after which a kernel is shut down.
        frames: the sites that may show the pages in a frame.
    """
    file = folder / "voila.json"
    settings = json.loads(file.read_text("utf-8"))
    pools = {"default": {"pool_size": 0}, APP: {"pool_size": ready}}
    ours: dict[str, dict[str, Any]] = {
        "Server": {
            "ip": ip,
            "port": port,
            "base_url": base_url,
            "open_browser": False,
            "identity_provider_class": f"{__name__}.Anybody",
            "most": most,
            "frames": list(frames),
            "app_version": version,
        },
        "VoilaConfiguration": {
            "preheat_kernel": ready > 0,
            "multi_kernel_manager_class": f"{__name__}.Kernels",
            "resources": {"home": base_url},
        },
        "VoilaKernelManager": {"kernel_pools_config": pools},
        "VoilaExecutor": {"cell_error_instruction": CELL_FAILED},
        "MappingKernelManager": {"cull_idle_timeout": cull, "cull_interval": max(1, min(60, cull // 4))},
    }
    for name, values in ours.items():
        settings[name] = {**settings.get(name, {}), **values}
    file.write_text(json.dumps(settings), "utf-8")
    Server.launch_instance([f"--Server.config_file_paths={folder}", str(folder)])
