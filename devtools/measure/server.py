"""Run our server on 127.0.0.1, so that it can be killed and restarted at the same address."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from devtools.browser import leash
from devtools.browser.servers import ROOT, Servers, answers, free_port

from .common import memory

PLAYERS = "solo.worker"
"""A word in the command lines of the processes for games and lessons."""
REAPED = "Unknown child process pid"
"""The beginning of asyncio's warning about a process that ends on its own just before it is killed."""
PATIENCE = 60.0


class Server:
    """One of our servers, with its data in *home*/data."""

    def __init__(self, home: Path, command: str, *options: str, name: str = "log") -> None:
        """Prepare a server: its command with these options, and its log. :meth:`start` starts the server."""
        self.home, self.log = home, home / name
        port = free_port()
        self.address = f"http://127.0.0.1:{port}/"
        words = [command, f"--port={port}", f"--data={home / 'data'}", f"--log={self.log}", *options]
        self._words = [sys.executable, "-m", "phase10_widgets", *words]
        folders = Servers(home / f"{name}-home").folders()
        self._env = {**os.environ, **folders, "PYTHONPATH": str(ROOT), "TMPDIR": str(home)}

    def start(self) -> None:
        """Start the server, and wait until it answers; raise RuntimeError if it does not."""
        out = subprocess.DEVNULL
        popen = subprocess.Popen(self._words, cwd=self.home, env=self._env, stdin=out, stdout=out, stderr=out)
        leash.tie(popen)
        self._popen, self.process = popen, psutil.Process(popen.pid)
        if not answers(popen, f"{self.address}health"):
            raise RuntimeError(f"The server did not start:\n{self.log.read_text('utf-8')[-2000:]}")

    def kill(self) -> None:
        """Kill the server, as ``kill -9`` does."""
        self._popen.kill()
        self._popen.wait()
        leash.untie(self._popen)

    def stop(self) -> None:
        """Stop the server (gently if possible)."""
        leash.ended(self._popen)
        leash.untie(self._popen)

    def ask(self, path: str, content: Any = None, **headers: str) -> tuple[int, Any]:
        """Send a request (a POST request if there is content), and return the answer's status and JSON."""
        body = None if content is None else json.dumps(content).encode()
        try:
            asked = urllib.request.Request(self.address + path, body, headers)
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read() or b"null")

    def failed(self) -> Counter[str]:
        """Return the unexpected lines in the log."""
        found: Counter[str] = Counter()
        for text in self.log.read_text("utf-8").splitlines():
            line = json.loads(text)
            bad = line["event"] in ("failed", "said") or line.get("level") == "error"
            if bad and not str(line.get("what")).startswith(REAPED):
                found[f"{line['event']}: {line.get('error', line.get('what'))} at {line.get('place')}"] += 1
        return found

    def running(self, module: str = "") -> list[psutil.Process]:
        """Return the server's child processes whose commands name this module; by default, all child processes."""
        found = []
        with contextlib.suppress(psutil.Error):
            for child in self.process.children(recursive=True):
                with contextlib.suppress(psutil.Error):
                    if any(module in word for word in child.cmdline()):
                        found.append(child)
        return found

    def taken(self) -> int:
        """Return the memory of the server and of all its child processes, in bytes."""
        return sum(map(memory, (self.process, *self.running())))


def killed(processes: list[psutil.Process]) -> int:
    """Kill these processes; return their number."""
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.kill()
    return len(processes)


@contextmanager
def started(home: Path, command: str, *options: str, name: str = "log") -> Iterator[Server]:
    """Yield a running :class:`Server`, and stop it afterward."""
    server = Server(home, command, *options, name=name)
    server.start()
    try:
        yield server
    finally:
        server.stop()
