"""Questions and progress as plain HTML for saved notebooks and printed pages, without any answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...text import Text
from ...views.static_html import Html, joined, line, tag
from ..figures.static import part_html
from ..shared.static_numbers import page, table

CODE = "padding:8px 12px;background:rgba(128,128,128,.12);overflow:auto"


def question_html(about: Mapping[str, Any], view: Mapping[str, Any], text: Text) -> Html:
    """Return a question and its choices; answering needs a running kernel."""
    choices = [choice["text"] for choice in view["choices"]]
    listed = [_listed(choices)] if choices else []
    hands = (part_html(part, text) for part in view["hands"])
    return page(view["title"], [line(view["prompt"]), *hands, *listed, line(view["rules"])], about["notice"], text)


class MixedRow(NamedTuple):
    """A question of a mixed set."""

    prompt: str
    hands: Sequence[Mapping[str, Any]]
    methods: Sequence[str]
    choices: Sequence[str]
    """Empty if the answer is a number."""
    solution: Sequence[str]
    """The method that fits, and the solution."""


def mixed_html(about: Mapping[str, Any], title: str, rows: Sequence[MixedRow], text: Text) -> Html:
    """Return a mixed set: each question with the methods to choose from, and its solution folded."""
    return page(
        title, [part for at, row in enumerate(rows, 1) for part in _mixed(at, row, text)], about["notice"], text
    )


def _mixed(at: int, row: MixedRow, text: Text) -> list[Html]:
    listed = [_listed(row.choices)] if row.choices else []
    hands = [part_html(part, text) for part in row.hands]
    asked = [line(joined([tag("b", text.say("Question {n}", n=at), ": "), row.prompt])), *hands, *listed]
    solution = tag("details", tag("summary", text.say("Solution")), *map(line, row.solution))
    return [*asked, line(text.say("Which method fits?")), _listed(row.methods), solution]


def _listed(choices: Sequence[str]) -> Html:
    return tag("ol", *(tag("li", choice) for choice in choices), type="a")


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
