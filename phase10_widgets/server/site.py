"""The static site: the pages from ``phase10 serve``, with Python running in the browser."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable
from pathlib import Path

from .. import languages
from ..languages.text import Text
from ..teaching.code.code_home import WORKER as CODE_WORKER
from ..teaching.pages.pages import own_pages
from ..ui.rendering import TEMPLATES
from . import lesson_html, pages, python_files
from .python_files import PAGE_WORKER

SERVICE_WORKER = "service-worker.js"
"""The service worker, which stores loaded files so that the site works offline. JupyterLite has a file with the same
name but does not use it (web/jupyter-lite.json)."""
PLAY = {"play": "setup", "history": "coach"}
"""The folders for the game's pages, each with its first screen."""
PYTHON = "static/pyodide"
"""The folder for the browser's Python and its workers."""
LIBRARY, GAMES, LESSONS = "light_stdlib.zip", ("light_game.zip",), ("light_lessons.zip",)
"""The archives that the page worker loads instead of whole packages."""
FETCHED = tuple(f"{PYTHON}/{name}" for name in ("pyodide.asm.wasm", LIBRARY, *GAMES, "pyodide-lock.json"))
"""The files that the page worker fetches before a game, while the page shows the download's progress."""
GAME = ("play/*", "history/*", f"{PYTHON}/*.mjs", *FETCHED)
"""The game's files, which are stored when a page requests them."""
PAGE = "page"
"""The folder for the scripts and styles on notebooks' pages."""
PAGE_FILES = (
    *("page.js", "page.css", "acts.js", "aloud.js", "de.js"),
    *(f"{name}.{kind}" for name in pages.WIDGETS for kind in ("js", "css")),
)
PAGES = (*GAME, f"{PAGE}/*", *(f"{PYTHON}/{name}" for name in LESSONS))
"""The files for a notebook's page, which are stored with the page when it requests them."""
SEEN = (*(pages.STYLE, pages.SCRIPT, pages.DAYS, pages.MANIFEST), "hero.svg", "icon.svg", "icon-192.png")
"""The files used by a start page or by an installed site."""
MEGABYTES = 7
"""The download size, in megabytes, of a first visit to a host that compresses files (docs/host.md)."""


def write(folder: Path, version: str) -> None:
    """Write all pages, in every language, along with their files."""
    for name in languages.names():
        words, place = Text(name), folder / _folder(name)
        address = _from("" if name == languages.ENGLISH else "../")
        place.mkdir(exist_ok=True)
        (place / "index.html").write_text(start(words, address, first=name == languages.ENGLISH), "utf-8")
        (place / "about.html").write_text(about(words, address, version), "utf-8")
    for file in pages.FILES:
        shutil.copyfile(pages.STATIC / file, folder / file)
    write_game(folder)
    write_notebooks(folder)
    write_python(folder)
    write_worker(folder)


def write_game(folder: Path) -> None:
    """Write the game's pages."""
    files = {name: f"../play/{name}" for name in pages.GAME}
    for name, first in PLAY.items():
        (folder / name).mkdir(exist_ok=True)
        page = pages.light(
            "play",
            Text(),
            _from("../"),
            files,
            start=first,
            worker=f"../{PYTHON}/{PAGE_WORKER}",
            offline=f"../{SERVICE_WORKER}",
        )
        (folder / name / "index.html").write_text(page, "utf-8")
    for file in files:
        shutil.copyfile(pages.BUNDLES / file, folder / "play" / file)


def write_notebooks(folder: Path) -> None:
    """Write the notebooks' pages and their scripts."""
    course = own_pages()
    (folder / PAGE).mkdir(exist_ok=True)
    for file in PAGE_FILES:
        shutil.copyfile(pages.BUNDLES / file, folder / PAGE / file)
    for name in course:
        place = folder / name
        place.mkdir(parents=True, exist_ok=True)
        address = _from("../" * (name.count("/") + 1))
        files = {file: address(f"{PAGE}/{file}") for file in PAGE_FILES}
        worker = address(f"{PYTHON}/{PAGE_WORKER}")
        page = lesson_html.written(
            course, name, address, files, worker=worker, confined=worker, offline=address(SERVICE_WORKER)
        )
        (place / "index.html").write_text(page, "utf-8")


def write_python(folder: Path) -> None:
    """Write the workers in which Python runs."""
    place = folder / PYTHON
    place.mkdir(parents=True, exist_ok=True)
    size = sum(_sizes(folder, FETCHED).values())
    (place / PAGE_WORKER).write_text(python_files.page_worker(GAMES, LESSONS, LIBRARY, size), "utf-8")
    (place / CODE_WORKER).write_text(python_files.code_worker(LIBRARY), "utf-8")


def write_worker(folder: Path) -> None:
    """Write the service worker for a finished site; its content depends on the site."""
    (folder / SERVICE_WORKER).unlink(missing_ok=True)  # JupyterLite's service worker
    started = [path for name in languages.names() for path in (_folder(name), f"{_folder(name)}about.html")]
    values = {
        "version": digest(folder),
        "first": json.dumps([*started, *SEEN]),
        "game": json.dumps([*_sizes(folder, GAME)]),
        "page": json.dumps([*_sizes(folder, PAGES)]),
    }
    text = (TEMPLATES["pages"] / SERVICE_WORKER).read_text("utf-8")
    for name, value in values.items():
        text = text.replace(f"{{{{ {name} }}}}", value)
    (folder / SERVICE_WORKER).write_text(text, "utf-8")


def _sizes(folder: Path, patterns: Iterable[str]) -> dict[str, int]:
    """Return the sizes, in bytes, of the files that match these patterns."""
    files = sorted(path for pattern in patterns for path in folder.glob(pattern) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.stat().st_size for path in files}


def digest(folder: Path) -> str:
    """Return a digest of all file names and contents in a folder."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found.update(f"{path.relative_to(folder).as_posix()}\n{path.stat().st_size}\n".encode())
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _folder(language: str) -> str:
    return "" if language == languages.ENGLISH else f"{language}/"


def _from(up: str) -> pages.Address:
    """Return a function that converts links in ``phase10 serve`` to links on the site; *up* leads to the site's
    root."""

    def address(path: str) -> str:
        first, _, rest = path.partition("/")
        if path in PLAY or path in own_pages():
            path = f"{path}/"
        elif first in languages.names():
            path = f"{_folder(first)}{rest or 'index'}.html"
        return up + path

    return address


def start(words: Text, address: pages.Address, *, first: bool = False) -> str:
    """Return the start page; *first* is True if the visitor has not chosen a language yet."""
    values = pages.to_pages(words, own_pages())
    return pages.page(
        "site_start", words, address, **values, megabytes=MEGABYTES, worker=address(SERVICE_WORKER), first=first
    )


def about(words: Text, address: pages.Address, version: str) -> str:
    """Return the page that describes the site's features and the data that it stores."""
    return pages.page("site_about", words, address, "about", version=version, worker=address(SERVICE_WORKER))
