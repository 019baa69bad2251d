"""Files that a browser caches forever: compressed once, at addresses that change with their content."""

from __future__ import annotations

import gzip
import hashlib
from contextlib import suppress
from functools import cached_property
from http import HTTPStatus

from tornado.iostream import StreamClosedError
from tornado.web import RequestHandler

PIECE_BYTES = 2**16
"""The bytes of a file that wait for a browser at a time."""
FOREVER = "public, max-age=31536000, immutable"


class Packed:
    """A file."""

    def __init__(self, content: bytes) -> None:
        """Store its content."""
        self.plain = content
        self.mark = hashlib.sha256(content).hexdigest()[:16]
        """A digest of the content."""

    @cached_property
    def zipped(self) -> bytes:
        """The content as gzip, which all browsers accept."""
        return gzip.compress(self.plain, mtime=0)


async def send(handler: RequestHandler, file: Packed) -> None:
    """Answer with a file, compressed if the browser supports that, piece by piece as the browser reads."""
    handler.set_header("Vary", "Accept-Encoding")
    zipped = "gzip" in handler.request.headers.get("Accept-Encoding", "")
    handler.set_header("Etag", f'"{file.mark}{zipped:d}"')
    if handler.check_etag_header():
        handler.set_status(HTTPStatus.NOT_MODIFIED)
        return
    if zipped:
        handler.set_header("Content-Encoding", "gzip")
    content = file.zipped if zipped else file.plain
    handler.set_header("Content-Length", len(content))
    with suppress(StreamClosedError):
        for at in range(0, len(content), PIECE_BYTES):
            handler.write(content[at : at + PIECE_BYTES])
            await handler.flush()
