"""The limits that a game process sets for itself when it starts."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

NICENESS = 10
"""The number of steps, out of 19, by which this process yields the processor to others."""
MOST_DESCRIPTORS = 256
"""The maximum number of open files."""


def set_limits(memory: int, first_out: int) -> None:
    """Limit this process's data memory (in bytes), open files and core dumps, where the system supports it.

    When the machine runs out of memory, the process with the highest *first_out* is killed first. Its games remain
    in the store.
    """
    if sys.platform == "win32":
        return
    import resource

    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(first_out))
    limits = {resource.RLIMIT_DATA: memory, resource.RLIMIT_NOFILE: MOST_DESCRIPTORS, resource.RLIMIT_CORE: 0}
    for what, most in limits.items():
        _, hard = resource.getrlimit(what)
        limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (limit, limit))


def yield_to_others() -> None:
    """Let other processes go first, where the system supports it."""
    if sys.platform != "win32":
        os.nice(NICENESS)
        with contextlib.suppress(OSError):  # Linux may divide the processor among sessions, and then ignores the above
            Path("/proc/self/autogroup").write_text(str(NICENESS))
