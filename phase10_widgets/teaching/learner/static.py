"""Questions and progress as plain HTML for saved notebooks and printed pages. Hints and solutions are collapsed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...languages.text import Text
from ...ui.drawn.markup import Html, joined, tag
from ...ui.drawn.static_html import cards_html, fold, line
from ...ui.drawn.static_numbers import page, table
from .. import Exercise
from ..figures.shared.static import CARD, part_html

CODE = "padding:8px 12px;background:rgba(128,128,128,.12);overflow:auto"


def question_html(
    about: Mapping[str, Any],
    title: str,
    exercise: Exercise,
    text: Text,
    others: Iterable[tuple[str, Exercise]] = (),
) -> Html:
    """Return an exercise, followed by the *others* on its card, each collapsed under its title."""
    folded = (fold(other, *_exercise(each, text)) for other, each in others)
    return page(title, [*_exercise(exercise, text), *folded], about["notice"], text)


def _exercise(exercise: Exercise, text: Text) -> Iterator[Html]:
    """Yield the prompt with its cards, the choices, the rules for answering, the hints, and the solution."""
    yield line(text.tell(exercise.prompt))
    yield from _given(exercise, text)
    yield line(text.tell(exercise.rules))
    yield from _hints([text.tell(hint) for hint in exercise.hints], text)
    yield fold(text.say("Solution"), line(text.tell(exercise.solution)))


def _given(exercise: Exercise, text: Text) -> Iterator[Html]:
    """Yield the cards of an exercise and its choices."""
    for hand in exercise.hands:
        yield cards_html(hand, CARD, text, named=False)
    if exercise.choices:
        yield _listed([text.tell(choice) for choice in exercise.choices.values()])


def _hints(hints: Sequence[str], text: Text) -> Iterator[Html]:
    for n, hint in enumerate(hints, 1):
        yield fold(text.say("Hint {n} of {of}", n=n, of=len(hints)), line(hint))


def questions_html(about: Mapping[str, Any], title: str, exercises: Iterable[Exercise], text: Text) -> Html:
    """Return exercises without help: their prompts with the cards and choices."""
    rows = [
        part
        for at, one in enumerate(exercises, 1)
        for part in (
            line(joined([tag("b", text.say("Question {n}", n=at), ": "), text.tell(one.prompt)])),
            *_given(one, text),
        )
    ]
    return page(title, rows, about["notice"], text)


class MixedRow(NamedTuple):
    """A question in a mixed set."""

    exercise: Exercise
    methods: Sequence[str]
    reason: str
    """The reason why the method fits."""


def mixed_html(about: Mapping[str, Any], title: str, rows: Sequence[MixedRow], text: Text) -> Html:
    """Return a mixed set: each question with the methods to choose from, and with its hints and solution collapsed."""
    return page(
        title, [part for at, row in enumerate(rows, 1) for part in _mixed(at, row, text)], about["notice"], text
    )


def _mixed(at: int, row: MixedRow, text: Text) -> Iterator[Html]:
    exercise = row.exercise
    yield line(joined([tag("b", text.say("Question {n}", n=at), ": "), text.tell(exercise.prompt)]))
    yield from _given(exercise, text)
    yield line(text.say("Which method fits?"))
    yield _listed(row.methods)
    yield from _hints([text.tell(hint) for hint in exercise.hints], text)
    yield fold(text.say("Solution"), line(row.reason), line(text.tell(exercise.solution)))


def _listed(choices: Sequence[str]) -> Html:
    return tag("ol", *(tag("li", choice) for choice in choices), type="a")


def code_html(about: Mapping[str, Any], view: Mapping[str, Any], text: Text) -> Html:
    """Return a code task: its code, with the hints and the solution collapsed."""
    code = tag("pre", view["start"], style=CODE)
    solution = fold(text.say("Solution"), tag("pre", view["solution"], style=CODE))
    parts = [line(view["prompt"]), code, *_hints(view["hints"], text), solution]
    return page(view["title"], parts, about["notice"], text)


def progress_html(about: Mapping[str, Any], view: Mapping[str, Any], text: Text) -> Html:
    """Return the progress so far."""
    rows = [(one["title"], one["written"]) for one in view["lessons"]]
    parts = [line(view["said"]), table([text.say("Lesson"), text.say("Right")], rows)]
    said = view["calibration"]["said"]
    drawn = [part_html(part, text, [said]) for part in view["calibration"]["parts"]]
    return page(view["title"], [*parts, line(said), *drawn], about["notice"], text)
