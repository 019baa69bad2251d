"""Local servers that are isolated from the user's settings and saved games, and the browser's launch options."""

from __future__ import annotations

import contextlib
import functools
import gzip
import http.server
import io
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, BinaryIO

from devtools.browser import leash

ROOT = Path(__file__).parents[2]
"""The checkout, or the test folder without the package (devtools/build/tested.py)."""
START_SECONDS = 60.0
STOP_SECONDS = 10.0
ATTEMPTS = 3
TAKEN = "already in use"
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
"""Launch options for a Chromium that can reach only 127.0.0.1."""


class Servers:
    """A launcher for servers with their own folders under *home*, which stops only those servers."""

    def __init__(self, home: Path, python: Path | None = None) -> None:
        """Run the servers with *python* outside this checkout, or by default with this Python inside it."""
        self.home = home
        self.python = python
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self, module: str, *words: str, ready: str) -> str:
        """Run ``python -m module`` on a free port, and return its address once the path `ready` answers.

        If another program has taken the port since it was found to be free, use a different one.

        Raises:
            RuntimeError: the server exited or did not answer within a minute; the message includes its output.
        """
        for _ in range(ATTEMPTS - 1):
            try:
                return self._start(module, words, ready)
            except RuntimeError as error:
                if TAKEN not in str(error):
                    raise
        return self._start(module, words, ready)

    def _start(self, module: str, words: tuple[str, ...], ready: str) -> str:
        port = free_port()
        address, log = f"http://127.0.0.1:{port}/", self.home / f"{module}-{port}.log"
        with log.open("wb") as out:
            server = subprocess.Popen(
                [self.python or sys.executable, "-m", module, *words, f"--port={port}"],
                cwd=self.home if self.python else ROOT,
                env={**self.environment(), **self.folders()},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
            )
        leash.tie(server)
        self.running.append(server)
        if not answers(server, address + ready):
            raise RuntimeError(f"{module} did not start:\n" + log.read_text("utf-8", "replace")[-3000:])
        return address

    def opened(self) -> str:
        """Return the address with a token that the newest server printed, which the command opens in the browser."""
        log = max(self.home.glob("*.log"), key=lambda path: path.stat().st_ctime)
        deadline = time.monotonic() + START_SECONDS
        while not (found := re.search(r": (http\S+token=\S+)\n", log.read_text("utf-8"))):
            if time.monotonic() > deadline:
                raise RuntimeError("no address with a token was printed:\n" + log.read_text("utf-8")[-3000:])
            time.sleep(0.1)
        return found[1]

    def environment(self) -> dict[str, str]:
        """Return this process's environment; a different Python gets the Jupyter templates but not our settings."""
        if self.python is None:
            return dict(os.environ)
        ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        return {**ours, "JUPYTER_PATH": str(Path(sys.prefix) / "share" / "jupyter")}

    def folders(self) -> dict[str, str]:
        """Return the environment that isolates a server from the user's settings, saved games and kernels."""
        jupyter = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
        own = (*(f"JUPYTER_{name}" for name in jupyter), "JUPYTERLAB_SETTINGS_DIR", "IPYTHONDIR")
        xdg = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
        places = {name: str(self.home / name.lower()) for name in (*own, *xdg)}
        places["PHASE10_DATA"] = str(self.home / "games")
        return {**places, "HOME": str(self.home), "JUPYTER_PREFER_ENV_PATH": "1", "MARIMO_SKIP_UPDATE_CHECK": "1"}

    def stop(self) -> None:
        """Stop the servers that were started, gently at first."""
        for server in self.running:
            server.terminate()
        for server in self.running:
            try:
                server.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
            leash.untie(server)
        self.running.clear()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(server: subprocess.Popen[Any], address: str) -> bool:
    """Return True once the address answers, or False if the server exits first or takes more than a minute."""
    deadline = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except urllib.error.HTTPError as refused:
            refused.close()
            if refused.code == http.HTTPStatus.FORBIDDEN:  # the server requires a token
                return True
            time.sleep(0.1)
        except OSError:
            time.sleep(0.1)
        else:
            return True
    return False


class Files(http.server.SimpleHTTPRequestHandler):
    """A handler for requests to a :class:`FileServer`."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *words: Any, host: FileServer, **named: Any) -> None:
        self._host = host
        super().__init__(*words, **named)

    def setup(self) -> None:
        """Record the connection, which the browser reuses for later requests."""
        super().setup()
        self._host.connections.add(self.connection)

    def finish(self) -> None:
        """Remove the connection from the record."""
        self._host.connections.discard(self.connection)
        super().finish()

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if file.is_file():
            self._host.sent.add(file.resolve())
        else:
            self._host.missing.append(self.path)
        return super().send_head()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, unless the browser has closed the connection."""
        with contextlib.suppress(ConnectionError):
            super().copyfile(source, outputfile)

    def log_message(self, format: str, *args: object) -> None:
        """Do not log anything."""


class FileServer:
    """A plain file server for a folder; use it in a ``with`` block."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.sent: set[Path] = set()
        self.missing: list[str] = []
        """The paths of requested files that are missing."""
        self.connections: set[socket.socket] = set()
        handler = functools.partial(Files, host=self, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/"

    def compressed(self) -> int:
        """Return the total size of the requested files in bytes, as sent by a host that compresses them."""
        return sum(len(gzip.compress(file.read_bytes(), 6)) for file in [*self.sent])

    def __enter__(self) -> FileServer:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *raised: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        for connection in list(self.connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
