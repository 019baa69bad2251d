"""The bounds of a process for visitors, which it sets itself at its start."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

DESCRIPTORS = 256
"""The most open files."""


def set_bounds(memory: int, first_out: int) -> None:
    """Bound this process's memory for data in bytes, its files and core dumps, where the system can.

    When the machine's memory is used up, the process with the highest *first_out* ends first; games are stored.
    """
    if sys.platform == "win32":
        return
    import resource

    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(first_out))
    bounds = {resource.RLIMIT_DATA: memory, resource.RLIMIT_NOFILE: DESCRIPTORS, resource.RLIMIT_CORE: 0}
    for what, most in bounds.items():
        _, hard = resource.getrlimit(what)
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (bound, bound))
