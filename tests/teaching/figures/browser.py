"""Messages from a browser to a figure, and the answers."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Any

from phase10_widgets.teaching.figures.shared.figure import Figure
from tests.ui.page import Page


def refused(figure: Figure, kind: str, **fields: Any) -> str:
    """Return the sentence that refuses a message, after checking that nothing changed, or "" if it was accepted."""
    before = copy.deepcopy(figure.view)
    sentence = Page(figure).tell(kind, **fields)
    if sentence:
        assert figure.view == before
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith((".", "?"))
    return sentence


def part(figure: Figure, kind: str, title: str = "") -> dict[str, Any]:
    """Return the first part of this kind with this text in its title."""
    found = [each for each in figure.view["parts"] if each["kind"] == kind and title in each.get("title", "")]
    assert found, (kind, title, [(each["kind"], each.get("title")) for each in figure.view["parts"]])
    return dict(found[0])


def words(figure: Figure) -> str:
    """Return all the sentences in a figure."""
    return " ".join(each["text"] for each in figure.view["parts"] if each["kind"] == "text")


def lines(figure: Figure) -> list[str]:
    """Return all the lines of a figure's formulas."""
    rows = [row for each in figure.view["parts"] if each["kind"] == "formula" for row in each["lines"]]
    return ["".join(piece["text"] for piece in row) for row in rows]


def within(view: Any) -> Iterator[Any]:
    """Yield a view and everything inside it."""
    yield view
    if isinstance(view, list | tuple | Mapping):
        for each in view.values() if isinstance(view, Mapping) else view:
            yield from within(each)


def near(hits: float, n: int, chance: Any) -> bool:
    """Return True if *hits* in *n* trials are within four standard errors plus one hit of the chance."""
    p = float(chance)
    return abs(hits - n * p) <= 4 * sqrt(n * p * (1 - p)) + 1
