"""The code of a notebook's cell, as a learner wrote it."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable
from textwrap import dedent
from typing import Any


def cell_source(function: Callable[..., Any], *, undecorated: bool = True) -> str:
    """Return the code of the cell that defines this function or class, by default without its decorators.

    Outside of a notebook, return the code of the function.

    Raises:
        OSError: there is no such code.
    """
    name, cell = function.__name__, _current_cell()
    if not re.search(rf"\b(def|class) {re.escape(name)}\b", cell):
        cell = dedent(inspect.getsource(function))
    try:
        tree = ast.parse(cell)
    except SyntaxError:  # IPython's own syntax
        cell = dedent(inspect.getsource(function))
        tree = ast.parse(cell)
    lines = cell.splitlines()
    for node in ast.walk(tree) if undecorated else ():
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name and node.decorator_list:
            first = min(each.lineno for each in node.decorator_list)
            del lines[first - 1 : node.lineno - 1]
    return "\n".join(lines) + "\n"


def display(widget: Any) -> None:
    """Show the widget in the current cell, if this is a notebook."""
    if _shell() is not None:
        from IPython import display as screen

        screen.display(widget)  # type: ignore[no-untyped-call]


def _shell() -> Any:
    ipython = sys.modules.get("IPython")
    return None if ipython is None else ipython.get_ipython()


def _current_cell() -> str:
    """Return the code of the cell that runs now; empty outside of a notebook."""
    shell = _shell()
    cells = [] if shell is None else shell.user_ns.get("In", [])
    return str(cells[-1]) if cells else ""
