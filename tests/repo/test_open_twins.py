"""What a cell of a lesson gets from the library ready-made, another cell computes openly; a check compares the two."""

from __future__ import annotations

import ast
import re

from tests.faults import no_faults
from tests.repo.pages import LESSONS, cells, hidden, source

WRITERS = {"share", "average", "rounded"}
"""The functions of the library that an open cell may call: they only write numbers down."""
TWINS: list[tuple[str, str, str, str]] = [
    ("05_*", "deal(", "two-sets-of-four-with-a-wild", "hits"),
    ("09_*", "third.", "both-ways-by-hand", "taking"),
    ("09_*", "third.", "both-ways-by-hand", "drawing"),
    ("11_*", "deal(", "runs-of-six-dealt", "hits"),
    ("12_*", "wilson(", "print-f-95-interval-for", "fits"),
    ("12_*", "shares[0].error", "by-hand-from-the-deals", "error"),
    ("14_*", "odds.wilson(", "return-middle-half", "wilson"),
    ("17_*", "design.phases[7]", "six-of-one-color", "hits"),
    ("de/05_*", "deal(", "zwei-vierer-mit-joker", "gelungen"),
    ("de/09_*", "drittes.", "beide-wege-von-hand", "nehmen"),
    ("de/09_*", "drittes.", "beide-wege-von-hand", "ziehen"),
    ("de/11_*", "deal(", "folgen-aus-6-ausgeteilt", "gelungen"),
    ("de/12_*", "wilson(", "print-f-95-intervall-f", "passend"),
    ("de/12_*", "shares[0].error", "von-hand-aus-den-paaren", "fehler"),
    ("de/14_*", "odds.wilson(", "return-mitte-halb", "wilson"),
    ("de/17_*", "ausgabe.phases[7]", "sechs-einer-farbe", "treffer"),
]
"""The page, what is ready-made, the cell that computes it openly, and the name that this cell gives its result."""


def assigned(text: str) -> set[str]:
    """Return the names that a cell gives a value."""
    nodes = list(ast.walk(ast.parse(text)))
    named = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return named | {node.name for node in nodes if isinstance(node, ast.FunctionDef)}


def test_a_closed_box_has_an_open_twin() -> None:
    with no_faults() as faults:
        for page, closed, name, result in TWINS:
            with faults.of(f"{page}{result}"):
                (path,) = LESSONS.glob(f"{page}.ipynb")
                found = cells(path, "code")
                at = [cell["id"] for cell in found].index(name)
                assert not hidden(found[at])
                assert {*re.findall(r"p10\.(?:odds\.)?(\w+)", source(found[at]))} <= WRITERS
                assert result in assigned(source(found[at]))
                checks = [source(cell) for cell in found[at + 1 :] if hidden(cell)]
                compared = [check for check in checks if closed in check and result in re.findall(r"\w+", check)]
                assert compared
                assert "assert " in compared[0]
