"""The scripts of a page with widgets, joined into a few files that a browser stores for good.

Voilà's page requests about 70 small scripts, one wave after another. Each of them only adds modules to a list from
which Voilà's main script takes what it needs, so they can come together and before it. A script that is missing here,
because another version of Voilà names it differently, is requested by the main script as before.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from tornado.iostream import StreamClosedError
from tornado.web import HTTPError, RequestHandler

LIST = Path(__file__).with_name("first_scripts.txt")
"""The scripts that the page requests, as paths below ``voila/``; `devtools.generate.first_scripts` writes it."""
MAIN = "static/voila.js"
"""Voilà's main script. It loads others from its own folder, so the joined files have addresses in that folder too."""
PART = 360_000
"""A joined file is closed once it has this many bytes: several arrive in parallel, and each one is a step forward."""
PIECE = 2**16
"""The bytes of a file that wait at once for a browser to take them."""
FOREVER = "public, max-age=31536000, immutable"


class Joined(NamedTuple):
    """Some scripts as one file."""

    name: str
    """The name; it contains a digest of the content."""
    plain: bytes
    zipped: bytes
    """The content as gzip, for browsers that accept it: all of them."""


def is_part(path: str) -> bool:
    """Return True if a script's address on the server belongs into the list.

    Entries of extensions load their parts from their own folder, so they stay where they are.

    >>> is_part("/voila/static/73.voila.js"), is_part("/voila/labextensions/anywidget/static/remoteEntry.69.js")
    (True, False)
    """
    own = path.startswith(("/voila/static/", "/voila/labextensions/"))
    return own and not path.endswith(MAIN) and "/remoteEntry" not in path


def joined(static: Iterable[str], extensions: Iterable[str]) -> list[Joined]:
    """Return the joined scripts, the main script last; empty if there is no main script.

    Args:
        static: the folders of Voilà's own files, best first.
        extensions: the folders of extensions, best first.
    """
    folders = {"static": [*map(Path, static)], "labextensions": [*map(Path, extensions)]}
    if (main := _file(MAIN, folders)) is None:
        return []
    found = (_file(name, folders) for name in LIST.read_text("utf-8").split())
    parts = [path.read_bytes() for path in found if path]
    return [packed(part) for part in _in_parts([*parts, main.read_bytes()])]


def entries(extensions: Iterable[str], allowed: Iterable[str]) -> list[str]:
    """Return the entry scripts of these extensions, as paths below ``voila/``: the page requests them by itself."""
    found = []
    for name in allowed:
        folders = (Path(folder) / name for folder in extensions)
        folder = next((folder for folder in folders if (folder / "package.json").is_file()), None)
        if folder is not None:
            about = json.loads((folder / "package.json").read_text("utf-8"))
            found.append(f"labextensions/{name}/{about['jupyterlab']['_build']['load']}")
    return found


def _file(name: str, folders: dict[str, list[Path]]) -> Path | None:
    kind, _, path = name.partition("/")
    places = (folder / path for folder in folders[kind])
    return next((place for place in places if place.is_file()), None)


def _in_parts(scripts: Iterable[bytes]) -> Iterator[bytes]:
    part: list[bytes] = []
    for script in scripts:
        part.append(script)
        if sum(map(len, part)) >= PART:
            yield b"\n;\n".join(part)
            part = []
    if part:
        yield b"\n;\n".join(part)


def packed(script: bytes) -> Joined:
    """Return a file, compressed, under a name of its content."""
    name = f"phase10-{hashlib.sha256(script).hexdigest()[:16]}.js"
    return Joined(name, script, gzip.compress(script, mtime=0))


class Scripts(RequestHandler):
    """A joined file."""

    def initialize(self, files: Iterable[Joined]) -> None:
        self._files = {file.name: file for file in files}

    async def get(self, name: str) -> None:
        """Send the file; its name never gets another content."""
        file = self._files.get(name)
        if file is None:
            raise HTTPError(404)
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Cache-Control", FOREVER)
        await send(self, file)

    head = get


async def send(handler: RequestHandler, file: Joined) -> None:
    """Answer with a file, compressed if the browser can read that; the next piece comes once one is taken."""
    handler.set_header("Vary", "Accept-Encoding")
    zipped = "gzip" in handler.request.headers.get("Accept-Encoding", "")
    handler.set_header("Etag", f'"{file.name}{zipped:d}"')
    if handler.check_etag_header():
        handler.set_status(HTTPStatus.NOT_MODIFIED)
        return
    if zipped:
        handler.set_header("Content-Encoding", "gzip")
    content = file.zipped if zipped else file.plain
    handler.set_header("Content-Length", len(content))
    with suppress(StreamClosedError):
        for at in range(0, len(content), PIECE):
            handler.write(content[at : at + PIECE])
            await handler.flush()
