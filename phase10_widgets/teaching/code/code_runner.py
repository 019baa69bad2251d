"""Run a learner's code and report the outcome as data, using only the standard library.

The code runs in a child process, which :func:`main` confines, or in Python running in a browser. A request is a line of
JSON with the keys ``source``, ``name`` (of the function), ``trials`` and ``seed``. The report is also a line of JSON:

- ``{"trials", "total", "squares", "kind"}``: the function was called with a random number generator and always returned
  True or False (kind "chance") or numbers ("mean");
- ``{"fault", "line", "detail"}``: "blank", "syntax", "missing", "type", "import", "error" or "memory".

The limits on imports and names protect learners from surprises, not from malice.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import io
import json
import math
import numbers
import random
import sys
from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from typing import Any

BLANK = "___"
NAME = "<your code>"
MODULES = frozenset(
    {
        "bisect",
        "collections",
        "fractions",
        "functools",
        "heapq",
        "itertools",
        "math",
        "operator",
        "random",
        "statistics",
    }
)
"""The modules that learners may import."""
WITHOUT = frozenset({"breakpoint", "compile", "eval", "exec", "exit", "help", "input", "memoryview", "open", "quit"})
"""The built-in functions that are not available to learners' code."""
PARTS = 50
"""The number of batches into which the trials are divided; after each, the caller learns that the code is still making
progress."""
PRINTED = 2_000
"""The maximum length of the reported output, in characters."""
MEMORY = 512 * 2**20
"""The memory limit of a child process, in bytes."""
SECONDS = 5
"""The processor-time limit of a child process, in seconds."""


class NotAllowed(ImportError):
    """Raised when code imports a module that is not available to learners."""


def run(
    source: str, name: str, trials: int, seed: int | str, progress: Callable[[], object] = lambda: None
) -> dict[str, Any]:
    """Run *source*, call its function *name* *trials* times, and return the report.

    *progress* is called after each batch of trials, so that a slow device is not mistaken for an infinite loop.
    """
    printed = Printed()
    try:
        tree = ast.parse(source, NAME)
    except (SyntaxError, ValueError, RecursionError) as error:
        return failed("syntax", getattr(error, "lineno", None), getattr(error, "msg", str(error)))
    except MemoryError:
        return failed("memory")
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == BLANK:
            return failed("blank", node.lineno)
    try:
        with contextlib.redirect_stdout(printed):
            space: dict[str, Any] = {"__builtins__": builtins_for(MODULES), "__name__": "__main__"}
            exec(compile(tree, NAME, "exec"), space)
            function = space.get(name)
            report = _called(function, trials, seed, progress) if callable(function) else failed("missing", None, name)
    except NotAllowed as error:
        report = failed("import", error_line(error), error.name or "")
    except MemoryError:
        report = failed("memory")
    except RecursionError as error:
        report = failed("error", error_line(error), "RecursionError: the function calls itself endlessly")
    except Exception as error:
        report = failed("error", error_line(error), f"{type(error).__name__}: {error}"[:300])
    return {**report, "printed": printed.getvalue()}


class Printed(io.StringIO):
    """The printed text, up to the length limit."""

    def write(self, text: str) -> int:
        super().write(text[: max(0, PRINTED - self.tell())])
        return len(text)


def _called(
    function: Callable[[random.Random], Any], trials: int, seed: int | str, progress: Callable[[], object]
) -> dict[str, Any]:
    """Call the function once per trial and add up the results."""
    chance, total, squares, kind = random.Random(seed), 0.0, 0.0, ""
    for trial in range(trials):
        if trial % max(1, trials // PARTS) == 0:
            progress()
        found = function(chance)
        if isinstance(found, bool):
            each = "chance"
        elif isinstance(found, numbers.Real) and math.isfinite(found):
            each = "mean"
        else:
            return failed("type", None, _named(found))
        if kind and kind != each:
            return failed("type", None, "sometimes a number, sometimes True or False")
        kind = each
        total += float(found)
        squares += float(found) ** 2
    return {"trials": trials, "total": total, "squares": squares, "kind": kind}


def _named(value: object) -> str:
    return "None" if value is None else f"{type(value).__name__} {value!r}"[:60]


def builtins_for(modules: Collection[str]) -> dict[str, Any]:
    """Return the built-in functions for a learner's code, which may import these modules and their submodules."""

    def load(
        name: str, globals: Mapping[str, Any] | None = None, locals: Any = None, fromlist: Any = (), level: int = 0
    ) -> Any:
        if level or name.partition(".")[0] not in modules:
            raise NotAllowed(name, name=name)
        return __import__(name, globals, locals, fromlist, level)

    return {**{name: it for name, it in vars(builtins).items() if name not in WITHOUT}, "__import__": load}


def error_line(error: BaseException) -> int | None:
    """Return the last line of the learner's code that the error passed through."""
    line, frame = None, error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == NAME:
            line = frame.tb_lineno
        frame = frame.tb_next
    return line


def failed(fault: str, line: int | None = None, detail: str = "") -> dict[str, Any]:
    """Return a fault report."""
    return {"fault": fault, "line": line, "detail": detail}


def main() -> None:
    """Answer the request on standard input, in a process confined as far as the system allows."""
    from phase10_widgets.teaching.code.confined.limits import confine, die_with_parent  # not in a browser

    die_with_parent()
    asked = json.loads(sys.stdin.readline())
    for name in MODULES:
        import_module(name)
    confine(MEMORY, SECONDS)
    try:
        report = run(**asked)
    except MemoryError:
        report = failed("memory")
    sys.stdout.write(f"{json.dumps(report)}\n")
