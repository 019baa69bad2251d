"""Another user of the machine can read no game: neither in the store, nor beside it, nor in transit."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import pwd
import socket
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from devtools.browser.servers import ROOT, Servers
from tests.server.test_own_machine import entered, playing
from tests.server.test_server import serving

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="it reads processes and sockets as Linux provides them"),
    pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can become another user"),
]
PLAYERS = [{"name": "Ana", "player": None}, {"name": "Bo", "player": "greedy"}]


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """Yield a folder that everybody may enter, as a home folder often is, with the usual file mode for new files."""
    before = os.umask(0o022)
    with tempfile.TemporaryDirectory(prefix="p10-") as made:
        folder = Path(made)
        folder.chmod(0o755)
        yield folder
    os.umask(before)


def environment(place: Path) -> dict[str, str]:
    """Return the environment of a server whose folders are all below *place*."""
    temporary = place / "tmp"
    temporary.mkdir(exist_ok=True)
    temporary.chmod(0o1777)
    return {**os.environ, **Servers(place).folders(), "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}


async def play(address: str) -> None:
    """Draw a card in a new game; the processes that play games may still be starting."""
    hello = {"kind": "hello", "v": 1, "visit": None, "start": "setup", "language": "en"}
    begin = said(1, "start", edition="classic", players=PLAYERS, options={}, seed=7)
    async for line in connect(f"{address.replace('http', 'ws', 1)}play/line"):
        with contextlib.suppress(ConnectionClosed):
            for message in (hello, begin, said(2, "action", rev=1, action={"type": "draw", "from": "deck"})):
                await line.send(json.dumps(message))
            while json.loads(await line.recv()).get("view", {}).get("ack") != "drawn":
                pass
            return


def said(screen: int, kind: str, **fields: Any) -> dict[str, Any]:
    return {"kind": "say", "screen": screen, "message": {"kind": kind, "v": 1, "id": "drawn", "rev": 0, **fields}}


def as_nobody(look: Callable[[], Any]) -> Any:
    """Return the result of *look* in another user's process."""
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


def test_no_file_of_a_server_is_readable(place: Path) -> None:
    """This covers the store with its latest games; others may read the log, which names nobody."""
    (place / "data").mkdir(mode=0o755)
    with serving(place, "--port=0", env=environment(place)) as server:
        asyncio.run(play(server.address))
        assert {"games.sqlite3", "games.sqlite3-wal"} <= {Path(path).name for path in readable(str(place))}
        assert as_nobody(lambda: readable(str(place))) == [str(server.log)]


@pytest.fixture
def kernel(place: Path) -> Iterator[psutil.Process]:
    """Open the game with ``phase10 voila``; yield its kernel's process."""
    pytest.importorskip("voila", reason="the extra voila is not installed")
    with playing(place, env=environment(place)) as own:
        entered(own)
        children = psutil.Process(own.process.pid).children(recursive=True)
        (found,) = (each for each in children if any("ipykernel" in word for word in each.cmdline()))
        yield found


def test_kernels_talk_through_a_private_folder(place: Path, kernel: psutil.Process) -> None:
    """Every user can connect to local TCP ports, so kernels send only a greeting over TCP."""

    def heard(port: int) -> int:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as end:
            total = 0
            with contextlib.suppress(TimeoutError):
                while some := end.recv(4096):
                    total += len(some)
            return total

    (file,) = [Path(word) for word in kernel.cmdline() if word.endswith(".json")]
    assert json.loads(file.read_text("utf-8"))["transport"] == "ipc"
    assert str(file) in readable(str(place))
    others = as_nobody(lambda: readable(str(place)))
    assert [path for path in others if path != str(place / "log")] == [], "everybody can see a process's command line"
    ports = [each.laddr.port for each in kernel.net_connections("inet") if each.status == psutil.CONN_LISTEN]
    assert all(as_nobody(partial(heard, port)) <= 64 for port in ports)
