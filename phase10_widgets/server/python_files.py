"""Python for the browser: the bundled interpreter, and the two workers in which pages run it.

The *code worker* runs only the code that learners write. The *page worker* runs a page's screens.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ..teaching.code.code_home import WORKER

PACKAGE = Path(__file__).parents[1]
TEMPLATES = PACKAGE / "server" / "templates" / "pages"
FOLDER = PACKAGE / "static" / "python"
"""The interpreter, which the front-end build downloads from npm."""
LIBRARY = "python_stdlib.zip"
INTERPRETER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY, "pyodide-lock.json")
PAGE_WORKER = "page-worker.mjs"
GAME = "phase10.zip"
"""The archive of modules that a page's screens need."""
NOT_IN_PAGES = (
    *("rl/", "rooms/", "server/", "cli/", "frontend/", "static/", "notebooks/", "handouts", "__main__", "conftest"),
    *("teaching/exports/", "ui/notebook/", "ui/rendering", "ui/table/spectator"),
)
"""The path prefixes of files that the lessons' code needs but screens do not."""
WIDGETS = ("/widget.py", "/widgets.py")
LESSONS = "notebooks/lessons/"
"""The folder for the lessons' notebooks."""
NOTEBOOKS = tuple(f"notebooks/{name}.ipynb" for name in ("odds", "tournament", "gallery"))
"""The notebooks other than lessons that have their own pages."""
WITHOUT = (
    *("fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport", "BroadcastChannel"),
    *("Worker", "SharedWorker", "importScripts", "navigator", "indexedDB", "caches", "cookieStore"),
    *("webkitRequestFileSystem", "webkitRequestFileSystemSync"),
    *("webkitResolveLocalFileSystemURL", "webkitResolveLocalFileSystemSyncURL"),
)
"""The worker's global names that learners' code may not use: those for networking, storage and other workers."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def code_worker(library: str = LIBRARY) -> str:
    """Return the code worker's script, including the program that runs a learner's code in the worker.

    *library* is the archive with Python's standard library, stored beside the worker.
    """
    from ..teaching.code import code_runner

    program = Path(code_runner.__file__).read_text("utf-8")
    return _script(WORKER, program=program, library=library)


def page_worker(
    game: Sequence[str] = (GAME,), lesson: Sequence[str] = (), library: str = LIBRARY, n_bytes: int = 0
) -> str:
    """Return the page worker's script.

    Args:
        game: the archives that games need, stored beside the worker.
        lesson: the additional archives that lessons need.
        library: the archive with Python's standard library.
        n_bytes: the total download size for a game, for the progress display, or 0 if unknown.
    """
    return _script(PAGE_WORKER, game=[*game], lesson=[*lesson], library=library, bytes=n_bytes)


def _script(name: str, **values: object) -> str:
    from ..teaching.code.code_runner import MEMORY

    text = (TEMPLATES / name).read_text("utf-8")
    for each, value in {**values, "memory": MEMORY, "without": WITHOUT}.items():
        text = text.replace(f"{{{{ {each} }}}}", json.dumps(value))
    return text


def files() -> dict[str, Callable[[], bytes]]:
    """Return the functions that build the files for browsers, keyed by file name.

    The dict is empty if the package was built without the interpreter; in that case, no code runs.
    """
    if not all((FOLDER / name).is_file() for name in INTERPRETER):
        return {}
    own = {WORKER: lambda: code_worker().encode(), PAGE_WORKER: lambda: page_worker().encode(), GAME: package}
    return {**own, **{name: (FOLDER / name).read_bytes for name in INTERPRETER}}


def digest() -> str:
    """Return a digest of everything that these files are built from."""
    found = hashlib.sha256()
    own = (TEMPLATES / name for name in (WORKER, PAGE_WORKER))
    for path in (Path(__file__), *own, *_files_for_pages(), *(FOLDER / name for name in INTERPRETER)):
        found.update(f"{path.name} {path.stat().st_size}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def package() -> bytes:
    """Return an archive with the modules, data files and lessons that screens need."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in _files_for_pages():
            name = path.relative_to(PACKAGE).as_posix()
            info = zipfile.ZipInfo(f"{PACKAGE.name}/{name}", LONG_AGO)
            packed.writestr(info, for_pages(name, path.read_bytes()), zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def _files_for_pages() -> Iterator[Path]:
    """Yield the package files that screens need, in a fixed order."""
    tops = (path for path in PACKAGE.iterdir() if not f"{path.name}/".startswith(NOT_IN_PAGES))
    for top in sorted([*tops, *(PACKAGE / name for name in (LESSONS, *NOTEBOOKS))]):
        found = [top] if top.is_file() else sorted(path for path in top.rglob("*") if path.is_file())
        yield from (path for path in found if is_for_pages(path.relative_to(PACKAGE).as_posix()))


def is_for_pages(name: str) -> bool:
    """Return True for a package file that screens need; *name* is its path in the package.

    >>> is_for_pages("rules/apply.py"), is_for_pages("ui/table/widget.py"), is_for_pages("notebooks/app.ipynb")
    (True, False, False)
    """
    if name.endswith(".ipynb"):
        return name.startswith((LESSONS, *NOTEBOOKS))
    kind = name.endswith((".py", ".pyi", ".json", ".mo", ".npz", ".txt", ".svg"))
    return kind and not name.startswith(NOT_IN_PAGES) and not name.endswith(WIDGETS)


def for_pages(name: str, content: bytes) -> bytes:
    """Return a file in the form that pages need: a notebook keeps only its code; its other cells are emptied."""
    if not name.endswith(".ipynb"):
        return content
    cells = [
        {"cell_type": cell["cell_type"], "source": cell["source"] if cell["cell_type"] == "code" else []}
        for cell in json.loads(content)["cells"]
    ]
    return json.dumps({"cells": cells}, ensure_ascii=False).encode()
