"""The code of a notebook cell as the learner wrote it."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable
from contextvars import ContextVar
from textwrap import dedent
from typing import Any

CELL: ContextVar[str] = ContextVar("CELL", default="")
"""The code to treat as the running notebook cell on a page without cells."""


def cell_source(function: Callable[..., Any], *, undecorated: bool = True) -> str:
    """Return the code of the cell that defines this function or class, by default without its decorators.

    Outside a notebook, return the function's code.

    Raises:
        OSError: there is no such code.
    """
    name, cell = function.__name__, _current_cell()
    if not re.search(rf"\b(def|class) {re.escape(name)}\b", cell):
        cell = dedent(inspect.getsource(function))
    try:
        tree = ast.parse(cell)
    except SyntaxError:  # IPython-specific syntax
        cell = dedent(inspect.getsource(function))
        tree = ast.parse(cell)
    lines = cell.splitlines()
    for node in ast.walk(tree) if undecorated else ():
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name and node.decorator_list:
            first = min(each.lineno for each in node.decorator_list)
            del lines[first - 1 : node.lineno - 1]
    return "\n".join(lines) + "\n"


def shell() -> Any:
    """Return the shell of the notebook whose cell is running, or None outside a notebook."""
    ipython = sys.modules.get("IPython")
    return None if ipython is None else ipython.get_ipython()


def _current_cell() -> str:
    """Return the code of the running cell; empty outside a notebook."""
    if CELL.get():
        return CELL.get()
    here = shell()
    cells = [] if here is None else here.user_ns.get("In", [])
    return str(cells[-1]) if cells else ""
