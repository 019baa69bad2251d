"""Another user of the machine can read no game: not in the store, not beside it, and not on its way."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import pwd
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from devtools.browser import leash
from devtools.browser.servers import ROOT, Servers, answers, free_port
from devtools.measure import visitor

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="it looks at processes and sockets as Linux has them"),
    pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can become another user"),
]


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """Yield a folder that everybody may enter, as a home folder often is."""
    with tempfile.TemporaryDirectory(prefix="p10-") as made:
        folder = Path(made)
        folder.chmod(0o755)
        yield folder


@pytest.fixture(scope="module")
def played(place: Path) -> Iterator[psutil.Process]:
    """Start a server on which a game is being played; yield its process."""
    data, temporary = place / "data", place / "tmp"
    data.mkdir(mode=0o755)
    temporary.mkdir()
    temporary.chmod(0o1777)
    address = f"http://127.0.0.1:{(port := free_port())}/"
    words = [f"--port={port}", f"--data={data}", f"--log={place / 'log'}", "--ready=0"]
    env = {**os.environ, **Servers(place).folders(), "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}
    command = [sys.executable, "-m", "phase10_widgets", "serve", *words]
    with leash.tied(subprocess.Popen(command, cwd=place, env=env, stdout=subprocess.DEVNULL)) as server:
        assert answers(server, f"{address}health")
        one = visitor.Visitor([address], 1, met := visitor.Found(), 0.1, light=False)
        asyncio.run(one.visit(time.monotonic() + 3, polite=False))
        assert (met.errors, met.wrong) == ({}, {})
        yield psutil.Process(server.pid)


def as_nobody(look: Callable[[], Any]) -> Any:
    """Return what *look* finds in a process of another user."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        try:
            nobody = pwd.getpwnam("nobody")
            os.setgroups([])
            os.setgid(nobody.pw_gid)
            os.setuid(nobody.pw_uid)
            os.write(theirs, json.dumps(look()).encode())
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours) as pipe:
        found = pipe.read()
    os.waitpid(child, 0)
    assert found, "looking failed"
    return json.loads(found)


def readable(folder: str) -> list[str]:
    """Return the files and sockets below a folder that this user can open."""
    found = []
    for path in (os.path.join(where, name) for where, _, names in os.walk(folder) for name in names):
        with contextlib.suppress(OSError):
            if stat.S_ISSOCK(os.stat(path).st_mode):
                with socket.socket(socket.AF_UNIX) as end:
                    end.connect(path)
            else:
                os.close(os.open(path, os.O_RDONLY))
            found.append(path)
    return found


def kernels(server: psutil.Process) -> list[psutil.Process]:
    return [each for each in server.children() if any("served_kernel" in word for word in each.cmdline())]


def test_no_file_of_the_server_is_readable(place: Path, played: psutil.Process) -> None:
    """The store with its latest games, the connection files with their keys, and the sockets of kernels."""
    mine = {Path(path).name.partition("-ipc-")[0] for path in readable(str(place))}
    assert {"games.sqlite3", "games.sqlite3-wal"} <= mine
    assert any(name.startswith("kernel-") for name in mine), "this test looks in the right place"
    log = str(place / "log")
    assert as_nobody(lambda: readable(str(place))) == [log], "others may collect the log; it names nobody"


def test_what_kernels_say_goes_through_their_folder(played: psutil.Process) -> None:
    """What goes over TCP on this machine is for every user to hear; that way, kernels say no more than a greeting."""

    def heard(port: int) -> int:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as end:
            total = 0
            with contextlib.suppress(TimeoutError):
                while some := end.recv(4096):
                    total += len(some)
            return total

    assert kernels(played)
    for kernel in kernels(played):
        (file,) = [Path(word) for word in kernel.cmdline() if word.endswith(".json")]
        assert as_nobody(partial(os.access, file, os.R_OK)) is False, "everybody can see a process's words"
        assert json.loads(file.read_text("utf-8"))["transport"] == "ipc"
        ports = [each.laddr.port for each in kernel.net_connections("inet") if each.status == psutil.CONN_LISTEN]
        assert all(as_nobody(partial(heard, port)) <= 64 for port in ports)
