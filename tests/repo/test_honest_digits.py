"""No page of the course prints a simulated result with more digits than its standard error supports."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.repo.pages import PAGES, cells, every, source

DRAWS = re.compile(
    r"\.(?:random|sample|choices?|shuffle|randrange|randint|gauss)\(|p10\.(?:odds\.(?:simulate|answers)|arena\.play)\("
    r"|p10\.(?:Session|Game\.new)\("
)
"""The calls of a cell whose results depend on chance."""
COUNTED = {
    *("four:.1f", "vier, '.1f'"),  # lesson 10 adds exact means
    *("float(real):.2%", "three:.2%", "echt, '.2%'", "drei, '.2%'"),  # lesson 2 counts all hands
    *("expected[cell]:.1f", "part:.3f", "total:.3f", "erwartet[feld], '.1f'", "teil, '.3f'", "summe, '.3f'"),
}
"""The exact numbers next to random results; chi-square is computed from one table of counts and estimates nothing."""


def written(node: ast.AST) -> str:
    """Return a number with the digits that a cell chooses for it, if any, including with ``learner.number``."""
    match node:
        case ast.FormattedValue(value=value, format_spec=ast.JoinedStr(values=[ast.Constant(value=str(spec))])):
            return f"{ast.unparse(value)}:{spec}" if re.search("[.%e]", spec) else ""
        case ast.Call(func=ast.Attribute(attr="number"), args=[value, ast.Constant(value=str(spec))]):
            return f"{ast.unparse(value)}, '{spec}'" if re.search("[.%e]", spec) else ""
    return ""


def it_chooses_no_digits(path: Path) -> None:
    """Check cells that draw, and what other cells write about the names last set there."""
    drawn: set[str] = set()
    for text in map(source, cells(path, "code")):
        shown = [part for part in ast.parse(text).body if not isinstance(part, ast.Assert)]
        nodes = [node for part in shown for node in ast.walk(part)]
        stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        draws = bool(DRAWS.search(text))
        drawn = drawn | stored if draws else drawn - stored
        for node in nodes:
            by_chance = draws or {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} & drawn
            assert not (by_chance and written(node)) or written(node) in COUNTED, text


def test_a_simulated_result_is_rounded_by_the_library() -> None:
    """Only estimates, ``p10.odds.share``, ``average`` and ``rounded`` write random results; counts are exact."""
    every(PAGES, it_chooses_no_digits)
