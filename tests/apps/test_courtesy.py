"""A kernel that has kept the processor busy gives way to the others."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

pytest.importorskip("voila", reason="the extra app is not installed")

from devtools.browser import leash
from phase10_widgets.apps.serve.kernel_bounds import LEAST
from phase10_widgets.apps.serve.kernels import NOBODY, SHORT_ROOT, Courtesy, nice, place
from tests.faults import every

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no niceness")


@contextmanager
def session() -> Iterator[psutil.Process]:
    """Yield a process with a session of its own, as kernels have one."""
    words = [sys.executable, "-c", "input()"]
    with leash.tied(subprocess.Popen(words, stdin=subprocess.PIPE, start_new_session=True)) as made:
        yield psutil.Process(made.pid)


def session_niceness(process: psutil.Process) -> int | None:
    """Return the niceness that counts where Linux shares the processor among sessions first; None elsewhere."""
    try:
        return int(Path(f"/proc/{process.pid}/autogroup").read_text().split()[-1])
    except OSError:
        return None


BUSY = [
    # the share of a processor, True without a browser, True on a crowded machine, the niceness
    (1.0, False, False, nice(1.0)),
    (1.0, True, False, NOBODY),
    (0.15, True, False, LEAST),
    (0.15, False, True, nice(0.5)),
    (0.02, True, True, LEAST),
]


@every("share, alone, crowded, expected", BUSY)
def test_a_busy_kernel_gives_way(share: float, alone: bool, crowded: bool, expected: int) -> None:
    """More so if no browser is there; and sooner where the machine has no idle time."""
    with session() as process:
        used = SimpleNamespace(user=0.0, system=0.0)
        kernel = SimpleNamespace(cpu_times=partial(copy, used), nice=process.nice, pid=process.pid)
        kernels: Any = SimpleNamespace(process=lambda kernel_id: kernel)
        courtesy, before = Courtesy(kernels), process.nice()
        courtesy.look(["one"], ["one"] if alone else [], 100.0)
        used.user = 5 * share
        courtesy.look(["one"], ["one"] if alone else [], 105.0, crowded=crowded)
        assert process.nice() in (expected, max(before, expected)), "only root may be less patient again"
        assert session_niceness(process) in (None, expected)


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such sockets")
def test_kernels_talk_over_sockets_even_where_temporary_files_are_far_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a Mac. Over TCP, every user of the machine could listen."""
    monkeypatch.setattr(tempfile, "tempdir", None)
    assert place() == ("ipc", tempfile.gettempdir())
    monkeypatch.setattr(tempfile, "tempdir", "/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T")
    assert place() == ("ipc", SHORT_ROOT)
    monkeypatch.delattr(socket, "AF_UNIX")
    assert place()[0] == "tcp"
