"""An interrupted test run leaves no server and no kernel behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.packages import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without telling it")]
RUN = '''
import json, time, urllib.request
from pathlib import Path
import psutil
import pytest
from devtools.browser.servers import Servers

@pytest.fixture(scope="session")
def servers(tmp_path_factory):
    started = Servers(tmp_path_factory.mktemp("jupyter"))
    yield started
    started.stop()

def kernels_of(server):
    """Return the kernels among a server's children; it also starts short commands."""
    found = []
    for child in psutil.Process(server).children():
        try:
            if "ipykernel_launcher" in " ".join(child.cmdline()):
                found.append(child.pid)
        except psutil.NoSuchProcess:
            pass
    return found

def test_that_takes_long(servers):
    words = ("--no-browser", "--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True", "--allow-root")
    address = servers.start("jupyter_server", *words, ready="api/status")
    urllib.request.urlopen(urllib.request.Request(address + "api/kernels", b"{}", method="POST"), timeout=60).close()
    (server,) = servers.running
    started = [server.pid, *kernels_of(server.pid)]
    assert len(started) > 1
    note = Path("started.json")
    note.with_suffix(".new").write_text(json.dumps(started))
    note.with_suffix(".new").rename(note)
    time.sleep(600)
'''
LONGEST = 60


def until(what: str, is_so: object) -> None:
    """Wait up to a minute."""
    assert callable(is_so)
    deadline = time.monotonic() + LONGEST
    while not is_so():
        assert time.monotonic() < deadline, what
        time.sleep(0.1)


def test_nothing_goes_on_after_a_run_is_killed(tmp_path: Path) -> None:
    pytest.importorskip("jupyter_server", reason="the extra app is not installed")
    (tmp_path / "test_long.py").write_text(RUN, "utf-8")
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:nbval", "test_long.py"]
    own = {**env, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=tmp_path, env=own, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as run:
        note = tmp_path / "started.json"
        try:
            until("no server was started", lambda: note.exists() or run.poll() is not None)
            assert run.poll() is None, run.communicate()[0].decode()
            started = [psutil.Process(int(pid)) for pid in note.read_text("utf-8").strip("[]").split(",")]
            assert all(process.is_running() for process in started)
            run.kill()
            until("something goes on", lambda: not any(map(going_on, started)))
        finally:
            run.kill()


def going_on(process: psutil.Process) -> bool:
    """Return True if the process id still belongs to that process, and it is alive."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
