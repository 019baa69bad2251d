"""The bounds of a visitor's kernel, set by its own process at its start."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

MEMORY = 512 * 2**20
"""The most memory for data, in bytes. A kernel takes about a quarter of it; beyond it, a message fails."""
PROCESSOR_SECONDS = 3600
"""The processor time after which a kernel is ended; games take a second a minute at most."""
DESCRIPTORS = 256
"""The most open files."""
FIRST_OUT = 500
"""A kernel's rank among the processes that Linux ends when memory runs out: 0 is the server's, 1000 the first."""

LEAST = 10
"""The niceness of every kernel: the server and the games without a kernel have more people waiting."""


def give_way(pid: int, niceness: int) -> None:
    """Set how far a process lets others go first, from 0 to 19.

    Linux may share the processor among sessions first, and every kernel has a session of its own; then the session's
    niceness counts, not the process's. Only the system's administrator can lower a process's again, so it may stay.
    """
    with contextlib.suppress(OSError):
        Path(f"/proc/{pid}/autogroup").write_text(str(niceness))
    os.setpriority(os.PRIO_PROCESS, pid, niceness)


def set_bounds(
    memory: int = MEMORY, processor_seconds: int | None = PROCESSOR_SECONDS, first_out: int = FIRST_OUT
) -> None:
    """Bound this process's memory in bytes, its processor time, files and core dumps, where the system can.

    When the machine's memory is used up, the process ends before the server does; its games are stored.
    """
    if sys.platform == "win32":
        return
    import resource

    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(first_out))
    bounds = {
        resource.RLIMIT_DATA: memory,
        **({} if processor_seconds is None else {resource.RLIMIT_CPU: processor_seconds}),
        resource.RLIMIT_NOFILE: DESCRIPTORS,
        resource.RLIMIT_CORE: 0,
    }
    for what, most in bounds.items():
        _, hard = resource.getrlimit(what)
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (bound, bound))
