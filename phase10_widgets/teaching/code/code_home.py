"""The place where a learner's code runs, as determined by the process environment."""

from __future__ import annotations

import os
import sys
from typing import Literal

CodeHome = Literal["kernel", "browser", "cell", "nowhere"]
MAY_RUN = "PHASE10_MAY_RUN_CODE"
"""The environment variable that, if set to "1", allows learners' code to run here. It is set by ``phase10 voila`` on a
user's own machine, where code typed on a page may run alongside the kernels, and by a browser worker that runs a
learner's player and has given up all other rights."""
PYODIDE = "PHASE10_PYODIDE"
"""The environment variable with the address of the worker that runs Python in the browser, if a server offers one."""
VISITED = "PHASE10_VISITED"
"""The environment variable set to "1" in processes that show lessons to visitors and never run the visitors' code."""
WORKER = "code-worker.mjs"
"""The file name of the worker in its Python folder."""


def code_home() -> CodeHome:
    """Return the place where a learner's code runs. Pages, messages and notebooks cannot change it.

    A visitor's code runs alongside the kernel only if the kernel was started with an environment that allows it.
    """
    if sys.platform == "emscripten" or os.environ.get(PYODIDE):
        return "browser"
    if os.environ.get(MAY_RUN) == "1":
        return "kernel"
    return "cell" if has_cells() else "nowhere"


def runs_players() -> bool:
    """Return True in a browser worker that has given up all other rights, so that a learner's player may run in it."""
    return sys.platform == "emscripten" and os.environ.get(MAY_RUN) == "1"


def has_cells() -> bool:
    """Return False for pages without cells, whose code is the author's and never the visitor's."""
    return os.environ.get(VISITED) != "1" and not os.environ.get("SERVER_SOFTWARE", "").startswith("voila")


def worker_address() -> str:
    """Return the address of the worker that runs a learner's code in the browser, or "" if there is none.

    If Python itself is running in a browser, the worker is in the same folder.
    """
    if sys.platform == "emscripten":
        import pyodide_js

        return f"{pyodide_js._api.config.indexURL}{WORKER}"
    return os.environ.get(PYODIDE, "")
