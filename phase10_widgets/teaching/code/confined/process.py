"""A separate process for a learner's code, which answers each request with a line and never blocks its parent.

The code may write without being asked, never read, never answer, or leave behind processes that hold its pipes open. So
a thread transfers each request and its answer, and callers wait with a timeout.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO

MOST_ANSWER = 100_000
"""The maximum length of an answer, in bytes."""


class CodeProcess:
    """A process that runs a ``teaching/code`` module's ``main()`` with an empty folder and a minimal environment."""

    def __init__(self, module: str) -> None:
        """Start the process."""
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        kept = {name: os.environ[name] for name in ("SYSTEMROOT", "PATH") if name in os.environ}
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", program(module), str(Path(__file__).parents[4])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.name,
            env=kept,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._closed = False
        pipes = self._process.stdin, self._process.stdout
        threading.Thread(target=_carry, args=(*pipes, self._requests, self._answers), daemon=True).start()

    @property
    def killed(self) -> bool:
        """True if a signal ended the process, for example because it used too much processor time."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(1) < 0
        return False

    def ask(self, request: bytes) -> None:
        """Send a request once all earlier ones have been answered."""
        self._requests.put(request)

    def answer(self, seconds: float) -> bytes:
        """Return the next answer, which lacks its final newline if the process has ended or written too much.

        Raises:
            TimeoutError: no answer arrived within this many seconds, including the time to send the request.
        """
        if self._closed:
            return b""
        try:
            return self._answers.get(timeout=max(0.0, seconds))
        except Empty:
            raise TimeoutError from None

    def close(self) -> None:
        """End the process and everything it started."""
        if self._closed:
            return
        self._closed = True
        if hasattr(os, "killpg"):
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._requests.put(None)
        self._folder.cleanup()


def program(module: str) -> str:
    """Return the program that the process runs; its first argument is the folder that contains the package."""
    return f"import sys; sys.path.append(sys.argv[1]); from phase10_widgets.teaching.code.{module} import main; main()"


def _carry(to: IO[bytes], back: IO[bytes], requests: SimpleQueue[bytes | None], answers: SimpleQueue[bytes]) -> None:
    """Send each request and read its answer. Only this thread touches the pipes, since even closing one may block."""
    while (request := requests.get()) is not None:
        try:
            to.write(request)
            to.flush()
            answers.put(back.readline(MOST_ANSWER))
        except OSError:
            answers.put(b"")
    for pipe in (to, back):
        with contextlib.suppress(OSError):  # closing may fail to flush the unsent part of a request
            pipe.close()
