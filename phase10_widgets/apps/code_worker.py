"""The worker in which a visitor's browser runs the code that learners write, and the files of its Python."""

from __future__ import annotations

import json
from pathlib import Path

from ..teaching import code_runner
from ..teaching.code_home import WORKER
from .rendering import TEMPLATES

PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of Python for the browser that the worker loads from its own folder."""


def script() -> str:
    """Return the worker's script, with the program that runs a learner's code in it."""
    program = Path(code_runner.__file__).read_text("utf-8")
    text = (TEMPLATES / "pages" / WORKER).read_text("utf-8")
    return text.replace("{{ program }}", json.dumps(program)).replace("{{ memory }}", str(code_runner.MEMORY))


def files(folder: Path) -> dict[str, bytes]:
    """Return the contents of the worker and of its Python, by name.

    Args:
        folder: the folder with Python for the browser, which ``make site`` builds as ``build/site/pyodide``.

    Raises:
        ValueError: the folder lacks a file.
    """
    missing = [name for name in PYTHON if not (folder / name).is_file()]
    if missing:
        raise ValueError(
            f"{folder} is no folder with Python for the browser: {missing[0]} is missing. "
            "In a checkout, `python3 devtools/build/website.py --pyodide` builds one in build/site/pyodide."
        )
    return {WORKER: script().encode(), **{name: (folder / name).read_bytes() for name in PYTHON}}
