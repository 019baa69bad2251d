"""A slow host and a slow processor, as a phone has them, also for the workers of a page.

Chromium's own throttling reaches a page's network and main thread only. Python runs in a worker, and so do the
requests that it makes. Here the host itself sends slowly, and whole processes are stopped for most of the time.
"""

from __future__ import annotations

import gzip
import io
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import psutil

from .servers import Files, FileServer

CHUNK = 4096
RUN_SECONDS = 0.01
"""The seconds for which a slowed process runs between two stops."""


class SlowFiles(Files):
    """A handler of the requests to a :class:`SlowFileServer`."""

    _host: SlowFileServer

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        time.sleep(self._host.latency)
        file = self.requested()
        without_slash = file.name == "index.html" and not self.path.partition("?")[0].endswith(("/", "index.html"))
        packable = "gzip" in self.headers.get("Accept-Encoding", "") and "If-Modified-Since" not in self.headers
        if without_slash or not file.is_file() or not packable:
            return super().send_head()
        self._host.sent.add(file.resolve())
        packed = gzip.compress(file.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(packed)))
        self.send_header("Last-Modified", self.date_time_string(file.stat().st_mtime))
        self.end_headers()
        return io.BytesIO(packed)

    def copyfile(self, source: BinaryIO, outputfile: BinaryIO) -> None:  # type: ignore[override]
        """Send a file as fast as the line allows."""
        while chunk := source.read(CHUNK):
            self._host.wait(len(chunk))
            outputfile.write(chunk)


class SlowFileServer(FileServer):
    """A file server that compresses what it sends, and shares one slow line between all requests.

    ``rate`` is in bytes a second; each answer begins ``latency`` seconds late.
    """

    handler = SlowFiles

    def __init__(self, folder: Path, rate: float, latency: float) -> None:
        super().__init__(folder)
        self.latency = latency
        self._rate = rate
        self._free = 0.0
        self._lock = threading.Lock()

    def wait(self, size: int) -> None:
        """Wait until the line has carried this many more bytes."""
        with self._lock:
            self._free = max(self._free, time.monotonic()) + size / self._rate
            until = self._free
        time.sleep(max(0.0, until - time.monotonic()))


@contextmanager
def slowed(root: psutil.Process, times: float) -> Iterator[None]:
    """Let the renderers started by this process run only 1/*times* of the time, with all their threads."""
    ended = threading.Event()

    def renderers() -> list[psutil.Process]:
        with suppress(psutil.NoSuchProcess):
            return [child for child in root.children(recursive=True) if "--type=renderer" in _words(child)]
        return []

    def take_turns() -> None:
        found, looked = [], 0.0
        while not ended.wait(RUN_SECONDS):
            if time.monotonic() - looked > 0.5:
                found, looked = renderers(), time.monotonic()
            for child in found:
                with suppress(psutil.NoSuchProcess):
                    child.suspend()
            ended.wait(RUN_SECONDS * (times - 1))
            for child in found:
                with suppress(psutil.NoSuchProcess):
                    child.resume()

    thread = threading.Thread(target=take_turns, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _words(process: psutil.Process) -> list[str]:
    with suppress(psutil.Error):
        return list(process.cmdline())
    return []
