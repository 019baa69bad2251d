"""Files that browsers cache forever: they are compressed once, and their addresses change with their content."""

from __future__ import annotations

import gzip
import hashlib
from contextlib import suppress
from functools import cached_property
from http import HTTPStatus

from tornado.iostream import StreamClosedError
from tornado.web import RequestHandler

PIECE_BYTES = 2**16
"""The maximum number of bytes of a file that may be waiting for a browser."""
FOREVER = "public, max-age=31536000, immutable"


class Packed:
    """A file, compressed in advance, with an address that depends on its content."""

    def __init__(self, content: bytes) -> None:
        """Store the file's content."""
        self.plain = content
        self.mark = hashlib.sha256(content).hexdigest()[:16]
        """A digest of the content."""

    @cached_property
    def zipped(self) -> bytes:
        """The gzipped content, which all browsers accept."""
        return gzip.compress(self.plain, mtime=0)


async def send(handler: RequestHandler, file: Packed) -> None:
    """Send a file piece by piece as the browser reads it, compressed if the browser supports that."""
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
