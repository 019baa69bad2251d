"""Questions and progress as plain HTML for saved notebooks and printed pages, without any answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...text import Text
from ...views.static_html import Html, line, tag
from ..figures.static import part_html
from ..shared.static_numbers import page, table

CODE = "padding:8px 12px;background:rgba(128,128,128,.12);overflow:auto"


def question_html(about: Mapping[str, Any], view: Mapping[str, Any], text: Text) -> Html:
    """Return a question and its choices; answering needs a running kernel."""
    choices = [tag("li", choice["text"]) for choice in view["choices"]]
    listed = [tag("ol", *choices, type="a")] if choices else []
    hands = (part_html(part, text) for part in view["hands"])
    return page(view["title"], [line(view["prompt"]), *hands, *listed, line(view["rules"])], about["notice"], text)


def code_html(about: Mapping[str, Any], view: Mapping[str, Any], text: Text) -> Html:
    """Return a code task: its code, and the solution folded."""
    code = tag("pre", view["start"], style=CODE)
    solution = tag("details", tag("summary", text.say("Solution")), tag("pre", view["solution"], style=CODE))
    return page(view["title"], [line(view["prompt"]), code, solution], about["notice"], text)


def progress_html(about: Mapping[str, Any], view: Mapping[str, Any], text: Text) -> Html:
    """Return the progress so far."""
    rows = [(one["title"], one["written"]) for one in view["lessons"]]
    parts = [line(view["said"]), table([text.say("Lesson"), text.say("Right")], rows)]
    drawn = [part_html(part, text) for part in view["calibration"]["parts"]]
    return page(view["title"], [*parts, line(view["calibration"]["said"]), *drawn], about["notice"], text)
