"""Limits on a process that runs a learner's code, imposed using only the standard library.

The process itself calls :func:`confine`. From then on, it cannot open files or connections or start other processes,
and its memory and processor time are limited; Windows has none of these limits. On Linux, the kernel also refuses all
but a few system calls. :func:`confine` returns what the code could still do.
"""

from __future__ import annotations

import contextlib
import os
import platform
import sys
from collections.abc import Callable
from typing import Literal

Could = Literal["nothing", "files", "anything"]
"""The harm that confined code could still do: none; deleting, renaming or emptying files and ending programs (but not
opening files); or anything that the user can do."""
KILL = 9
DIE_WITH_PARENT, NO_NEW_RIGHTS, FILTER = 1, 38, 22
"""The numbers of three process settings (see ``prctl(2)`` and ``seccomp(2)``)."""
REFUSED, ALLOWED = 0x00050001, 0x7FFF0000
"""The verdicts on a system call; a refused call fails with "Operation not permitted"."""
ARCHITECTURES: dict[str, tuple[int, tuple[int, ...]]] = {
    "x86_64": (
        0xC000003E,
        (
            *(0, 1, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 28, 39, 60, 96, 98, 131, 201, 202, 219, 228, 230),
            *(231, 318, 324, 334),
        ),
    ),
    "aarch64": (
        0xC00000B7,
        (
            *(57, 62, 63, 64, 80, 93, 94, 98, 113, 115, 124, 128, 132, 134, 135, 139, 165, 169, 172, 214, 215, 216),
            *(222, 226, 233, 278, 283, 293),
        ),
    ),
}
"""For each machine type, its number and the numbers of its allowed system calls. These calls read and write
open files, manage memory and signals, get the time, generate random numbers, and end the process."""


def die_with_parent() -> None:
    """Make Linux end this process when the thread that started it ends for any reason; do nothing on other systems."""
    if sys.platform == "linux":
        with contextlib.suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(DIE_WITH_PARENT, KILL, 0, 0, 0)


def confine(memory: int, seconds: int) -> Could:
    """Permanently remove all rights that a learner's code does not need; return what it could still do.

    All modules that it may import must already be loaded.

    Args:
        memory: the memory that the process may use, in bytes.
        seconds: the processor time that it may use, in seconds.
    """
    refuse = _request_filter()
    limits = {"AS": memory, "CPU": seconds, "FSIZE": 0, "NOFILE": 0, "NPROC": 0, "CORE": 0}
    with contextlib.suppress(ImportError):
        import resource

        for name, most in limits.items():
            with contextlib.suppress(AttributeError, ValueError, OSError):
                resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))
    sys.meta_path.clear()  # modules that are not loaded yet can no longer be found
    refuse()
    return _could_still()


def _could_still() -> Could:
    """Try the forbidden operations without doing harm; return what harm those that still work could do."""
    if sys.platform == "win32":  # on Windows, signal 0 is Ctrl+C
        return "anything"
    try:
        os.kill(os.getpid(), 0)
    except PermissionError:
        return "nothing"
    if os.geteuid() == 0:  # root can raise its limits again
        return "anything"
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        return "files"
    return "anything"


def _request_filter() -> Callable[[], None]:
    """Return a function that makes Linux refuse all but a few system calls; on other systems, it does nothing."""
    machine, allowed = ARCHITECTURES.get(platform.machine(), (0, ()))
    if sys.platform != "linux" or not allowed:
        return lambda: None
    import ctypes

    # Each step has an operation, the number of steps to skip if equal, the number to skip if not, and a value.
    steps = [(0x20, 0, 0, 4), (0x15, 0, len(allowed) + 1, machine), (0x20, 0, 0, 0)]
    steps += [(0x15, len(allowed) - at, 0, number) for at, number in enumerate(allowed)]
    steps += [(0x06, 0, 0, REFUSED), (0x06, 0, 0, ALLOWED)]
    program = b"".join(
        code.to_bytes(2, "little") + bytes([equal, other]) + value.to_bytes(4, "little")
        for code, equal, other, value in steps
    )
    held = ctypes.create_string_buffer(program)
    control = ctypes.CDLL(None).prctl
    control.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]

    def refuse() -> None:
        place = len(steps).to_bytes(8, "little") + ctypes.addressof(held).to_bytes(8, "little")
        header = ctypes.create_string_buffer(place)
        control(NO_NEW_RIGHTS, 1, 0, 0, 0)
        control(FILTER, 2, ctypes.addressof(header), 0, 0)

    return refuse
