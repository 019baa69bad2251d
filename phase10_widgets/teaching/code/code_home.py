"""The place where a learner's code runs, as set by the environment of the process."""

from __future__ import annotations

import os
import sys
from typing import Literal

CodeHome = Literal["kernel", "browser", "cell", "nowhere"]
MAY_RUN = "PHASE10_MAY_RUN_CODE"
"""Set to "1" by ``phase10 voila`` on a user's own machine, where code typed on a page may run beside the kernels,
and by a browser's worker that runs a learner's player and has given up all other rights."""
PYODIDE = "PHASE10_PYODIDE"
"""The address of the worker with Python for the browser, where a server has one."""
VISITED = "PHASE10_VISITED"
"""Set to "1" in processes that show lessons to the visitors of a server; no visitor's code runs there."""
WORKER = "code-worker.mjs"
"""The file name of that worker, in the folder of its Python."""


def code_home() -> CodeHome:
    """Return where a learner's code runs. Pages, messages and notebooks cannot change it.

    A visitor's code runs beside the kernel only if the kernel was started with an environment that allows it.
    """
    if sys.platform == "emscripten" or os.environ.get(PYODIDE):
        return "browser"
    if os.environ.get(MAY_RUN) == "1":
        return "kernel"
    return "cell" if has_cells() else "nowhere"


def runs_players() -> bool:
    """Return True in a browser's worker that has given up all other rights: a learner's player may run in it."""
    return sys.platform == "emscripten" and os.environ.get(MAY_RUN) == "1"


def has_cells() -> bool:
    """Return False for pages without cells, whose code is the author's and never the visitor's."""
    return os.environ.get(VISITED) != "1" and not os.environ.get("SERVER_SOFTWARE", "").startswith("voila")


def worker_address() -> str:
    """Return the address of the worker in which a browser runs a learner's code; "" if there is none.

    If this Python runs in a browser itself, the worker is in the same folder.
    """
    if sys.platform == "emscripten":
        import pyodide_js

        return f"{pyodide_js._api.config.indexURL}{WORKER}"
    return os.environ.get(PYODIDE, "")
