"""A visitor's kernel: it starts with bounds on what it may use, and tells nothing about the machine.

The server names this class when it starts a kernel. Nothing here restricts what Python may do; visitors cannot run
code (see `messages`).
"""

from __future__ import annotations

import logging
from typing import Any, ClassVar

from ipykernel.ipkernel import IPythonKernel

from .kernel_bounds import set_bounds


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


def silence() -> None:
    """Write no log: it would go to the visitor as output, with paths and values of this machine."""
    logging.lastResort = None
    root = logging.getLogger()
    root.handlers[:] = [logging.NullHandler()]
    for name in ("IPKernelApp", "ipykernel", "traitlets", "tornado", "asyncio"):
        logging.getLogger(name).handlers[:] = []
