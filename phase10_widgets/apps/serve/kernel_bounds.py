"""The bounds of a visitor's kernel, set by its own process at its start."""

from __future__ import annotations

import sys

MEMORY = 512 * 2**20
"""The most memory for data, in bytes. A kernel takes about a quarter of it; beyond it, a message fails."""
PROCESSOR_SECONDS = 3600
"""The processor time after which a kernel is ended; games take a second a minute at most."""
DESCRIPTORS = 256
"""The most open files."""


def set_bounds(memory: int = MEMORY, processor_seconds: int | None = PROCESSOR_SECONDS) -> None:
    """Bound this process's memory in bytes, its processor time, files and core dumps, where the system can."""
    if sys.platform == "win32":
        return
    import resource

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
