"""The shared-table server that a kernel starts: a separate process that ends with the kernel."""

from __future__ import annotations

import importlib.util
import json
import os
import queue
import socket
import subprocess
import sys
from collections import deque
from pathlib import Path
from threading import Thread
from typing import Any

PACKAGE = Path(__file__).resolve().parents[2]
START_SECONDS = 60.0
"""The time limit for starting the server."""
ANSWER_SECONDS = 5.0
"""The time limit for a response."""
STOP_SECONDS = 10.0
"""The time limit for stopping the server."""
MISSING = "A classroom needs Tornado and segno: pip install 'phase10_widgets[app]'"
IN_BROWSER = "Python in a browser cannot serve a classroom. Use a notebook on a computer, or `phase10 serve`."
NO_ANSWER = "The shared-table server is not responding."
MOST_ERRORS = 20
"""The maximum number of lines kept from the server's error output."""
SECRET = ("JUPYTER", "JPY_")
"""The prefixes of environment variables that may contain Jupyter tokens; none of them are passed to the server."""


class ServedTables:
    """A running server, and the details of its room."""

    def __init__(self, address: str, port: int) -> None:
        """Start the server.

        Raises:
            RuntimeError: it did not start; the message says why.
        """
        if sys.platform == "emscripten":
            raise RuntimeError(IN_BROWSER)
        if not all(importlib.util.find_spec(name) for name in ("tornado", "segno")):
            raise RuntimeError(MISSING)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", PACKAGE.name, *_words(address, port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=_environment(),
            **_apart(),
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._errors: deque[str] = deque(maxlen=MOST_ERRORS)
        self._readers = [Thread(target=read, daemon=True) for read in (self._read, self._read_errors)]
        for reader in self._readers:
            reader.start()
        self.told: dict[str, Any] = self._answer(START_SECONDS)
        """The port, the room's code and key, and the key from a link for the room's teacher."""

    def allow(self, site: str) -> None:
        """Let a site's pages show the tables in a frame."""
        self._ask({"site": site})

    def teacher_key(self) -> str:
        """Return the key from a new link for the room's teacher, or from the last link once the server has stopped."""
        self.told.update(self._ask({"ask": "link"}))
        return str(self.told["teacher"])

    def _ask(self, what: dict[str, str]) -> dict[str, Any]:
        stdin = self._process.stdin
        if not self.running or stdin is None:
            return {}
        stdin.write(json.dumps(what) + "\n")
        stdin.flush()
        return self._answer(ANSWER_SECONDS)

    @property
    def running(self) -> bool:
        """True while the process is running."""
        return self._process.poll() is None

    def close(self) -> None:
        """Stop the process."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for reader in self._readers:
            reader.join(STOP_SECONDS)

    def _read(self) -> None:
        """Forward the lines that the process writes, followed by an empty line when it ends."""
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line)
        self._lines.put("")

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as lines:
            self._errors.extend(lines)

    def _answer(self, seconds: float) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            line = ""
        if line:
            found: dict[str, Any] = json.loads(line)
            return found
        self.close()
        raise RuntimeError(self._errors[-1].strip() if self._errors else NO_ANSWER)


def network_address() -> str:
    """Return this machine's address on its network, or 127.0.0.1 if it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is not assigned to anybody
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _words(address: str, port: int) -> list[str]:
    own = ["--for-kernel", "--data=none", f"--log={os.devnull}", "--base-url=/"]
    return ["serve", *own, f"--address={address}", f"--port={port}"]


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(SECRET)}
    paths = [str(PACKAGE.parent), *filter(None, [kept.get("PYTHONPATH")])]
    return {**kept, "PYTHONPATH": os.pathsep.join(paths)}


def _apart() -> dict[str, Any]:
    """Return the options that keep a kernel's signals, such as interrupts, from reaching the process."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}
