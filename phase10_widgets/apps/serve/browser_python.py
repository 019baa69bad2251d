"""Python for a visitor's browser, where code that learners write runs without reaching the server."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from tornado.web import HTTPError, RequestHandler

from ...teaching.code_home import WORKER
from .. import code_worker
from . import scripts

POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""The content security policy of the worker: it loads its own Python, and reaches no other host."""
KINDS = {
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".json": "application/json",
}


def files(folder: Path) -> dict[str, scripts.Joined]:
    """Return the files by the ends of their addresses, compressed once; the addresses change with the contents.

    Raises:
        ValueError: the folder lacks a file.
    """
    found = code_worker.files(folder)
    mark = hashlib.sha256(b"\n".join(name.encode() + content for name, content in found.items())).hexdigest()[:16]
    return {f"{mark}/{name}": scripts.packed(content) for name, content in found.items()}


def worker_of(files: Mapping[str, object]) -> str:
    """Return the end of the worker's address."""
    return next(name for name in files if name.endswith(WORKER))


class BrowserPython(RequestHandler):
    """A file of Python for the browser."""

    def initialize(self, files: Mapping[str, scripts.Joined]) -> None:
        self._files = files

    async def get(self, name: str) -> None:
        """Send the file; its address never gets another content."""
        file = self._files.get(name)
        if file is None:
            raise HTTPError(HTTPStatus.NOT_FOUND)
        self.set_header("Content-Type", KINDS[Path(name).suffix])
        self.set_header("Content-Security-Policy", POLICY)
        self.set_header("Cache-Control", scripts.FOREVER)
        await scripts.send(self, file)

    head = get


def routes(at: str, files: Mapping[str, scripts.Joined]) -> list[tuple[Any, ...]]:
    """Return the handler of the files below a path; none without files."""
    return [(rf"{at}/pyodide/([\w./-]+)", BrowserPython, {"files": files})] if files else []
