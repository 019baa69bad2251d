"""Where a learner's code may run: the marks that whoever starts a process sets in its environment."""

from __future__ import annotations

import os
import sys
from typing import Literal

CodeHome = Literal["kernel", "browser", "cell", "nowhere"]
MAY_RUN = "PHASE10_MAY_RUN_CODE"
"""Set to "1" by ``phase10 voila`` for its own machine: code typed on a page may run beside its kernels; and by a
browser's worker that runs a learner's player: it has given up whatever else it could do."""
PYODIDE = "PHASE10_PYODIDE"
"""The address of the worker with Python for the browser, where a server has one."""
VISITED = "PHASE10_VISITED"
"""Set to "1" for the processes that show lessons to the visitors of a server: no code of theirs runs there."""
WORKER = "code-worker.mjs"
"""The name of that worker, which lies in the folder of its Python."""


def code_home() -> CodeHome:
    """Return where a learner's code runs. Nothing that a page, a message or a notebook can set plays a part.

    A visitor's text becomes code beside the kernel only if whoever started the kernel said so in its environment.
    """
    if sys.platform == "emscripten" or os.environ.get(PYODIDE):
        return "browser"
    if os.environ.get(MAY_RUN) == "1":
        return "kernel"
    return "cell" if has_cells() else "nowhere"


def runs_players() -> bool:
    """Return True in a browser's worker that has given up all else: a learner's player may play in this process."""
    return sys.platform == "emscripten" and os.environ.get(MAY_RUN) == "1"


def has_cells() -> bool:
    """Return True unless this is for pages without cells: their code is the author's, never the visitor's."""
    return os.environ.get(VISITED) != "1" and not os.environ.get("SERVER_SOFTWARE", "").startswith("voila")


def worker_address() -> str:
    """Return the address of the worker in which a browser runs a learner's code; "" if there is none.

    Where this Python itself runs in a browser, the worker lies beside it.
    """
    if sys.platform == "emscripten":
        import pyodide_js

        return f"{pyodide_js._api.config.indexURL}{WORKER}"
    return os.environ.get(PYODIDE, "")
