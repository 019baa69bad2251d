"""Python for visitors' browsers, in which learners' code runs without access to the server."""

from __future__ import annotations

import asyncio
from functools import cached_property
from http import HTTPStatus
from pathlib import Path
from typing import Any

from tornado.web import HTTPError

from ..teaching.code.code_home import WORKER
from . import python_files
from .answers import ReadableErrors
from .packed import FOREVER, Packed, send

POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""The content security policy for a worker, which loads its own Python and cannot contact any other host."""
KINDS = {
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".json": "application/json",
}


class PythonFiles:
    """The files that make up Python for the browser, at addresses that change with the files' contents."""

    def __init__(self) -> None:
        """Assign names to the files from `python_files`; each one is built when it is first requested."""
        self._files = python_files.files()
        self._packed: dict[str, asyncio.Future[Packed]] = {}

    @cached_property
    def _mark(self) -> str:
        return python_files.digest()

    @property
    def code_worker(self) -> str:
        """The last part of the address of the worker that runs learners' code (empty if there is none)."""
        return self._at(WORKER)

    @property
    def page_worker(self) -> str:
        """The last part of the address of the worker that runs screens (empty if there is none)."""
        return self._at(python_files.PAGE_WORKER)

    def _at(self, name: str) -> str:
        return f"pyodide/{self._mark}/{name}" if name in self._files else ""

    async def packed(self, name: str) -> Packed | None:
        """Return the file for the last part of an address, compressed when first requested, or None if there is no such
        file."""
        mark, _, name = name.partition("/")
        if mark != self._mark or name not in self._files:
            return None
        if name not in self._packed:
            self._packed[name] = asyncio.ensure_future(asyncio.to_thread(self._pack, name))
        return await asyncio.shield(self._packed[name])

    def _pack(self, name: str) -> Packed:
        found = Packed(self._files[name]())
        found.zipped  # noqa: B018  compress it here, beside the loop
        return found


class BrowserPython(ReadableErrors):
    """The handler for one of the files that make up Python for the browser."""

    def initialize(self, files: PythonFiles) -> None:
        self._files = files

    async def get(self, name: str) -> None:
        """Send the file as permanently cacheable, because the content at an address never changes."""
        file = await self._files.packed(name)
        if file is None:
            raise HTTPError(HTTPStatus.NOT_FOUND)
        self.set_header("Content-Type", KINDS[Path(name).suffix])
        self.set_header("Content-Security-Policy", POLICY)
        self.set_header("Cache-Control", FOREVER)
        await send(self, file)

    head = get


def routes(at: str, files: PythonFiles) -> list[tuple[Any, ...]]:
    """Return the handler for the files below a path."""
    return [(rf"{at}/pyodide/([\w./-]+)", BrowserPython, {"files": files})]
