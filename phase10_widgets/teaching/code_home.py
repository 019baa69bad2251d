"""Where a learner's code may run: the marks that whoever starts a kernel sets in its environment."""

from __future__ import annotations

import os
import sys
from typing import Literal

CodeHome = Literal["kernel", "browser", "cell", "nowhere"]
MAY_RUN = "PHASE10_MAY_RUN_CODE"
"""Set to "1" by ``phase10 play`` for its own machine: visitors may run code beside its kernels."""
PYODIDE = "PHASE10_PYODIDE"
"""The address of Python for the browser, where a server has it."""


def code_home() -> CodeHome:
    """Return where a learner's code runs. Nothing that a page, a message or a notebook can set plays a part.

    A visitor's text becomes code beside the kernel only if whoever started the kernel said so in its environment.
    """
    if sys.platform == "emscripten" or os.environ.get(PYODIDE):
        return "browser"
    if os.environ.get(MAY_RUN) == "1":
        return "kernel"
    return "nowhere" if os.environ.get("SERVER_SOFTWARE", "").startswith("voila") else "cell"
