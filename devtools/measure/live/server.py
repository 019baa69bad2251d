"""A server of shared tables, or of games of single visitors, that may be killed and started again at one address."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from devtools.browser import leash
from devtools.browser.servers import ROOT, Servers, answers, free_port

REAPED = "Unknown child process pid"
"""The beginning of a warning of asyncio, when ending a process finds that it has just ended by itself."""
PATIENCE = 60.0
"""The seconds that an answer may take on a busy machine."""


class Started:
    """A server of ours; its data are in *home*/data."""

    def __init__(self, home: Path, command: str, options: Sequence[str] = ()) -> None:
        """Name a server, ``tables`` or ``serve`` with these options; :meth:`start` starts it."""
        self.home, self.log = home, home / "log"
        port = free_port()
        self.address = f"http://127.0.0.1:{port}/"
        words = [command, f"--port={port}", f"--data={home / 'data'}", f"--log={self.log}", *options]
        self._words = [sys.executable, "-m", "phase10_widgets", *words]
        self._env = {**os.environ, **Servers(home).folders(), "PYTHONPATH": str(ROOT), "TMPDIR": str(home)}
        self.process: subprocess.Popen[bytes]

    def start(self) -> None:
        """Start the server, and return once it answers.

        Raises:
            RuntimeError: it ended, or did not answer within a minute.
        """
        out = subprocess.DEVNULL
        self.process = subprocess.Popen(self._words, cwd=self.home, env=self._env, stdin=out, stdout=out, stderr=out)
        leash.tie(self.process)
        if not answers(self.process, f"{self.address}health"):
            raise RuntimeError(f"The server did not start:\n{self.log.read_text('utf-8')[-2000:]}")

    def kill(self) -> None:
        """Kill the server as ``kill -9`` does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        leash.untie(self.process)

    def stop(self) -> None:
        """Stop the server, gently if it lets itself be stopped."""
        leash.ended(self.process)
        leash.untie(self.process)

    def ask(self, path: str, content: Any, **headers: str) -> tuple[int, Any]:
        """Return the status and the JSON of an answer to a POST request."""
        asked = urllib.request.Request(self.address + path, json.dumps(content).encode(), headers)
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read() or b"null")

    def used(self) -> tuple[float, int]:
        """Return the seconds of processor time that the server has used, and its memory in bytes."""
        process = psutil.Process(self.process.pid)
        return sum(process.cpu_times()[:2]), int(process.memory_info().rss)

    def failed(self) -> Counter[str]:
        """Return the lines of the log that nobody expected."""
        found: Counter[str] = Counter()
        for text in self.log.read_text("utf-8").splitlines():
            line = json.loads(text)
            if str(line.get("what")).startswith(REAPED):
                continue
            if line["event"] == "failed" or line.get("level") == "error" or line["event"] == "said":
                found[f"{line['event']}: {line.get('error', line.get('what'))} at {line.get('place')}"] += 1
        return found


@contextmanager
def started(home: Path, command: str, *options: str) -> Iterator[Started]:
    """Yield a server that runs, and stop it afterward."""
    server = Started(home, command, options)
    server.start()
    try:
        yield server
    finally:
        server.stop()
