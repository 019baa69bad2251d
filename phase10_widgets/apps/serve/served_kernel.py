"""A visitor's kernel: it starts with bounds on what it may use, and tells nothing about the machine.

The server names this class when it starts a kernel. Nothing here restricts what Python may do; visitors cannot run
code (see `messages`).
"""

from __future__ import annotations

import logging
import sys
from typing import Any, ClassVar

from ipykernel.ipkernel import IPythonKernel

MEMORY = 512 * 2**20
"""The most memory for data, in bytes. A kernel takes about a quarter of it; beyond it, a message fails."""
PROCESSOR_SECONDS = 3600
"""The processor time after which a kernel is ended; games take a second a minute at most."""
DESCRIPTORS = 256
"""The most open files."""


class ServedKernel(IPythonKernel):
    """A kernel with bounds."""

    def __init__(self, **kwargs: Any) -> None:
        """Set the bounds of this process, and send nothing of its log to the browser."""
        set_bounds()
        silence()
        super().__init__(**kwargs)  # type: ignore[no-untyped-call]

    @property
    def kernel_info(self) -> dict[str, Any]:
        """What a browser may know: the protocol, and no versions."""
        return {**super().kernel_info, **self.SHOWN}

    SHOWN: ClassVar[dict[str, Any]] = {
        "implementation": "phase10",
        "implementation_version": "",
        "language_info": {"name": "python", "mimetype": "text/x-python", "file_extension": ".py"},
        "banner": "",
        "help_links": [],
        "supported_features": [],
    }


def set_bounds() -> None:
    """Bound this process's memory, processor time, files and core dumps, where the system can."""
    if sys.platform == "win32":
        return
    import resource

    bounds = {
        resource.RLIMIT_DATA: MEMORY,
        resource.RLIMIT_CPU: PROCESSOR_SECONDS,
        resource.RLIMIT_NOFILE: DESCRIPTORS,
        resource.RLIMIT_CORE: 0,
    }
    for what, most in bounds.items():
        _, hard = resource.getrlimit(what)
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (bound, bound))


def silence() -> None:
    """Write no log: it would go to the visitor as output, with paths and values of this machine."""
    logging.lastResort = None
    root = logging.getLogger()
    root.handlers[:] = [logging.NullHandler()]
    for name in ("IPKernelApp", "ipykernel", "traitlets", "tornado", "asyncio"):
        logging.getLogger(name).handlers[:] = []
