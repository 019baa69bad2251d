"""A browser's messages to a figure, and the answers."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from phase10_widgets.widgets.figures.figure import Figure


def refused(figure: Figure, monkeypatch: pytest.MonkeyPatch, kind: str, **fields: Any) -> str:
    """Return the sentence that refuses a message, after checking that nothing changed; empty if it was accepted."""
    heard: list[dict[str, Any]] = []
    monkeypatch.setattr(figure, "send", lambda content, buffers=None: heard.append(content))
    before = copy.deepcopy(figure.view)
    figure._handle_custom_msg({"kind": kind, "v": 1, "id": f"page:{id(heard)}", "rev": figure.rev, **fields}, [])
    sentences = [str(each["why"]) for each in heard if each["kind"] == "reject"]
    if sentences:
        assert figure.view == before
        assert sentences[0][0].isupper() or sentences[0][0].isdigit()
        assert sentences[0].endswith((".", "?"))
    return "".join(sentences)


def part(figure: Figure, kind: str, title: str = "") -> dict[str, Any]:
    """Return the first part of this kind with this in its title."""
    found = [each for each in figure.view["parts"] if each["kind"] == kind and title in each.get("title", "")]
    assert found, (kind, title, [(each["kind"], each.get("title")) for each in figure.view["parts"]])
    return dict(found[0])


def words(figure: Figure) -> str:
    """Return all its sentences."""
    return " ".join(each["text"] for each in figure.view["parts"] if each["kind"] == "text")


def page(figure: Figure) -> str:
    """Return what a saved notebook shows of it."""
    bundle: Any = figure._repr_mimebundle_()
    return str((bundle[0] if isinstance(bundle, tuple) else bundle)["text/html"])
