"""What a cell of a lesson gets from the library ready-made, another cell computes openly; a check compares the two."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "lessons"
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


def code(page: str) -> list[dict[str, Any]]:
    """Return the code cells of a page."""
    (path,) = FOLDER.glob(f"{page}.ipynb")
    return [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]


def folded(cell: dict[str, Any]) -> bool:
    """Return True if a cell is hidden."""
    return bool(cell["metadata"].get("jupyter", {}).get("source_hidden"))


def assigned(source: str) -> set[str]:
    """Return the names that a cell gives a value."""
    nodes = list(ast.walk(ast.parse(source)))
    named = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return named | {node.name for node in nodes if isinstance(node, ast.FunctionDef)}


def names(line: str) -> set[str]:
    """Return the words of a line of code."""
    return set(re.findall(r"\w+", line))


@pytest.mark.parametrize(("page", "closed", "name", "result"), TWINS, ids=[f"{row[0]}{row[3]}" for row in TWINS])
def test_a_closed_box_has_an_open_twin(page: str, closed: str, name: str, result: str) -> None:
    cells = code(page)
    at = [cell["id"] for cell in cells].index(name)
    source = "".join(cells[at]["source"])
    assert not folded(cells[at])
    assert set(re.findall(r"p10\.(?:odds\.)?(\w+)", source)) <= WRITERS
    assert result in assigned(source)
    checks = ["".join(cell["source"]) for cell in cells[at + 1 :] if folded(cell)]
    compared = [check for check in checks if closed in check and result in names(check)]
    assert compared
    assert "assert " in compared[0]
