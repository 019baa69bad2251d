"""A browser's messages to a figure, and the answers."""

from __future__ import annotations

import copy
from typing import Any

from phase10_widgets.widgets.figures.figure import Figure
from tests.widgets.page import Page


def refused(figure: Figure, kind: str, **fields: Any) -> str:
    """Return the sentence that refuses a message, after checking that nothing changed; empty if it was accepted."""
    before = copy.deepcopy(figure.view)
    sentence = Page(figure).tell(kind, **fields)
    if sentence:
        assert figure.view == before
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith((".", "?"))
    return sentence


def part(figure: Figure, kind: str, title: str = "") -> dict[str, Any]:
    """Return the first part of this kind with this in its title."""
    found = [each for each in figure.view["parts"] if each["kind"] == kind and title in each.get("title", "")]
    assert found, (kind, title, [(each["kind"], each.get("title")) for each in figure.view["parts"]])
    return dict(found[0])


def words(figure: Figure) -> str:
    """Return all its sentences."""
    return " ".join(each["text"] for each in figure.view["parts"] if each["kind"] == "text")
