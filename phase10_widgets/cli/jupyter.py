"""``phase10 lab`` and ``phase10 voila``: a Jupyter server, a page in the browser, and a clean shutdown of both."""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from html import escape
from pathlib import Path
from types import FrameType
from typing import IO, Any, NoReturn

from ..server.notebooks import APP, gather, of_plugins
from ..server.shutdown_signals import shutdown_signals
from . import notebooks, typed
from .common import NoPort, choose_port, importable, refuse
from .listening import is_loopback
from .serve import has_screen

OWN_SERVER, TOKEN, KEY = "phase10_widgets.server.own_machine", "PHASE10_TOKEN", "PHASE10_KEY"
"""The server module for a user's own machine, and the environment variables for its token and a one-time key."""
START_SECONDS = 60.0
STOP_SECONDS = 10.0


def add(commands: Any) -> None:
    """Add both commands and their options."""
    ways = (
        ("lab", "open JupyterLab with every widget and lesson", lab),
        ("voila", "open the notebooks as pages, with Voilà", voila),
    )
    for name, what, run in ways:
        command = commands.add_parser(name, help=what, description=what)
        command.add_argument(
            "--host", default="127.0.0.1", help="the address to listen on (default: this machine only)"
        )
        command.add_argument(
            "--port", type=typed.port_number, default=typed.FIRST_PORT, help="the first port to try (%(default)s)"
        )
        command.add_argument("--no-browser", action="store_true", help="print the address without opening it")
        command.set_defaults(run=run)
        if run is lab:
            command.add_argument(
                "--folder",
                type=typed.folder,
                help="the folder for your copies of the lessons and other notebooks (default: ~/phase10)",
            )
            copies = command.add_mutually_exclusive_group()
            copies.add_argument("--copy-only", action="store_true", help="copy the notebooks without opening them")
            copies.add_argument("--no-copy", action="store_true", help="open the folder without copying anything to it")


def voila(options: argparse.Namespace) -> int:
    """Open the game, and serve all notebooks with Voilà until Ctrl+C."""
    if not importable("voila", "ipykernel"):
        return refuse("Showing notebooks as pages needs Voilà: pip install 'phase10_widgets[voila]'")
    host = options.host
    try:
        port = choose_port(host, options.port)
    except NoPort as error:
        return refuse(str(error))
    words = [f"--Voila.ip={host}", f"--Voila.port={port}", "--Voila.port_retries=0"]
    with tempfile.TemporaryDirectory(prefix="phase10-") as folder:
        gather(Path(folder))
        return serve(
            [OWN_SERVER, folder, "--no-browser", *words],
            Path(folder),
            host,
            port,
            "The notebooks",
            open_browser=not options.no_browser,
            path=f"voila/render/{APP}",
            token=(TOKEN, secrets.token_urlsafe(32)),
            key=(KEY, secrets.token_urlsafe(32)),
            may_run=is_loopback(host),
        )


def lab(options: argparse.Namespace) -> int:
    """Open the list of lessons, and serve JupyterLab from the user's own folder until Ctrl+C."""
    if not options.copy_only and not importable("jupyterlab", "ipykernel"):
        return refuse("Working in notebooks needs JupyterLab: pip install 'phase10_widgets[lab]'")
    home: Path = options.folder or Path("~/phase10")
    try:
        home = home.expanduser().absolute()
        copied = None if options.no_copy else notebooks.copy(home)
    except (OSError, RuntimeError) as error:  # RuntimeError: no home directory
        why = getattr(error, "strerror", None) or error
        return refuse(f"The notebooks cannot be copied to {home}: {why}. Choose another folder with --folder.")
    if not (home / notebooks.FIRST).is_file():
        return refuse(f"{home} has no {notebooks.FIRST}. Without --no-copy, the notebooks are copied there.")
    if lacks := sorted(name for name in of_plugins() if not (home / name).is_file()):
        print(f"{', '.join(lacks)}: not in {home}. Without --no-copy, the lessons are copied there.")
    if copied:
        print(copied)
    if options.copy_only:
        return 0
    host = options.host
    try:
        port = choose_port(host, options.port)
    except NoPort as error:
        return refuse(str(error))
    words = ["jupyterlab", "--no-browser", f"--ServerApp.ip={host}", f"--ServerApp.port={port}"]
    words += ["--ServerApp.port_retries=0", *root_allowed()]
    token, path = ("JUPYTER_TOKEN", secrets.token_urlsafe(32)), f"lab/tree/{notebooks.FIRST}"
    return serve(words, home, host, port, "JupyterLab", open_browser=not options.no_browser, path=path, token=token)


def root_allowed() -> list[str]:
    """Return the flag that JupyterLab needs to run as root (in a container, for example)."""
    return ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


def serve(
    words: list[str],
    home: Path,
    host: str,
    port: int,
    what: str,
    *,
    open_browser: bool,
    path: str,
    token: tuple[str, str],
    key: tuple[str, str] | None = None,
    may_run: bool = False,
) -> int:
    """Run ``python -m <words>`` quietly in `home`, print its address, and wait until it stops.

    The server reads the *token* in its address from an environment variable, because every user of the machine can read
    command lines. Because that includes the browser's, the browser is opened with a one-time *key*, which the server
    receives in the same way, or with a file that redirects to the address. With *may_run*, the kernels may run code
    that a learner types; use it only where nobody else can connect.
    """
    from ..teaching.code.code_home import MAY_RUN

    here = "127.0.0.1" if host in {"", "0.0.0.0"} else host
    address = f"http://{f'[{here}]' if ':' in here else here}:{port}/{path}?token="
    env = {**os.environ, "JUPYTER_PREFER_ENV_PATH": "1", MAY_RUN: "1" if may_run else "", **dict((token, key or token))}
    with tempfile.TemporaryFile() as log, ExitStack() as ends:
        server = subprocess.Popen([sys.executable, "-P", "-m", *words], cwd=home, env=env, stdout=log, stderr=log)
        try:
            with stoppable():
                if not wait_until_answering(server, here, port):
                    return refuse(f"{what} did not start. The end of its log:\n{last_words(log)}")
                print(f"{what}: {address}{token[1]}\nStop it with Ctrl+C.", flush=True)
                if open_browser and has_screen():
                    webbrowser.open(address + key[1] if key else ends.enter_context(leading_to(address + token[1])))
                code = server.wait()
                return refuse(f"{what} stopped unexpectedly. The end of its log:\n{last_words(log)}") if code else 0
        except KeyboardInterrupt:
            return 0
        finally:
            stop(server)


@contextmanager
def leading_to(address: str) -> Iterator[str]:
    """Yield the URL of a file that redirects a browser to an address and that only this user can read."""
    from jupyter_core.paths import jupyter_runtime_dir  # Jupyter stores such files here

    folder = Path(jupyter_runtime_dir())
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    number, name = tempfile.mkstemp(prefix="phase10-", suffix=".html", dir=folder)
    with os.fdopen(number, "w", encoding="utf-8") as file:
        file.write(f'<!DOCTYPE html><meta http-equiv="refresh" content="0; url={escape(address)}">')
    try:
        yield Path(name).as_uri()
    finally:
        Path(name).unlink(missing_ok=True)


@contextmanager
def stoppable() -> Iterator[None]:
    """Treat a plain `kill` and a closed terminal like Ctrl+C, so that the server never outlives the command."""

    def interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in shutdown_signals()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def wait_until_answering(server: subprocess.Popen[bytes], host: str, port: int) -> bool:
    """Return True once the port accepts a connection, or False if the server exits first or a minute passes."""
    deadline = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        try:
            socket.create_connection((host, port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return True
    return False


def last_words(log: IO[bytes]) -> str:
    """Return the end of the server's log."""
    log.seek(0)
    return "\n".join(log.read().decode(errors="replace").splitlines()[-20:])


def stop(server: subprocess.Popen[bytes]) -> None:
    """Stop the server, gently at first; not even a second Ctrl+C leaves it running."""
    if server.poll() is None:
        server.terminate()
    try:
        server.wait(STOP_SECONDS)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        server.kill()
        server.wait()
