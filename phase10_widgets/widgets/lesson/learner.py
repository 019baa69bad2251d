"""Somebody who learns: one progress that every question and overview of a notebook shows."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from weakref import WeakSet

from ... import languages
from ...core.messages import Refusal
from ...teaching import Lesson, Progress, Question, lesson, numbers

if TYPE_CHECKING:
    from .progress_board import ProgressBoard
    from .question_card import QuestionCard

    Shown: TypeAlias = QuestionCard | ProgressBoard


class Place(NamedTuple):
    """Where a question stands in its lesson."""

    lesson: Lesson
    number: int
    """From 1."""


class Learner:
    """Somebody who learns, and what they did so far. ``Learner(3)`` works on lesson 3.

    ``learner.ask("table")`` shows a question; ``learner`` itself, the last line of a cell, shows the progress. The
    browser keeps what was done and brings it back when the page is opened again; nothing is sent anywhere.
    ``learner.progress`` is the :class:`teaching.Progress`, which ``save`` writes to a file and ``load`` reads.
    """

    def __init__(
        self, lesson: int | Lesson | None = None, *, progress: Progress | None = None, language: str = languages.ENGLISH
    ) -> None:
        """A learner of one lesson, or of all.

        Args:
            lesson: the lesson whose questions ``ask`` finds by their short names, by its number, or a teacher's own;
                None: all.
            progress: what was done before; a new one has numbers of its own.
            language: what all widgets of this learner speak first.

        Raises:
            ValueError: there is no such lesson or language.
        """
        languages.get(language)
        one = _lesson(lesson) if isinstance(lesson, int) else lesson
        self.lesson = None if one is None else one.number
        self.lessons = tuple(map(_lesson, numbers())) if one is None else (one,)
        self.progress = progress or Progress(seed=secrets.randbelow(10**6))
        self.language = language
        self._shown: WeakSet[Shown] = WeakSet()

    def ask(self, question: Question | str) -> QuestionCard:
        """A question as something to work on: predict, simulate, answer, explain.

        Args:
            question: one of the lesson's, by its name or id, or a teacher's own.

        Raises:
            ValueError: there is none of this name.
        """
        from .question_card import QuestionCard

        return QuestionCard(question if isinstance(question, Question) else self._question(question), self)

    def overview(self) -> ProgressBoard:
        """What was done so far, and what the predictions were worth."""
        from .progress_board import ProgressBoard

        return ProgressBoard(self)

    def place(self, question: Question) -> Place | None:
        """Where a question stands; None for one of nobody's lessons."""
        for each in self.lessons:
            if question in each.questions:
                return Place(each, each.questions.index(question) + 1)
        return None

    def joined(self, widget: Shown) -> None:
        """From now on this widget hears of every change."""
        self._shown.add(widget)

    def changed(self, ids: Iterable[str] | None, by: Shown, ack: str | None = None) -> None:
        """Something was done with these questions (None: with all): every widget shows it, and a browser keeps it."""
        by.kept = self._to_keep(None if ids is None else list(ids))
        for widget in list(self._shown):
            widget.refresh(ack if widget is by else None)

    def resume(self, text: Any) -> bool:
        """Go on with what a browser has kept, unless something was done here already; whether it was taken.

        What cannot be read is passed over: it may be of a newer version, and it stays where it is.
        """
        if self.progress.works or self.progress.predictions or self.progress.reflections or self.progress.name:
            return False
        try:
            self.progress = Progress.loads(text)
        except Refusal:
            return False
        for widget in list(self._shown):
            widget.refresh(None)
        return True

    def take(self, progress: Progress) -> None:
        """Put this in the place of everything that was done."""
        self.progress = progress

    def _to_keep(self, ids: list[str] | None) -> str:
        """What a browser should keep: everything, or what was done with these questions."""
        data = self.progress.to_dict()
        if ids is not None:
            for name in ("questions", "predictions", "reflections"):
                data[name] = {key: data[name].get(key) for key in ids}
        return json.dumps({"all": ids is None, "progress": data}, ensure_ascii=False)

    def _question(self, name: str) -> Question:
        if self.lesson is not None and "/" not in name:
            return self.lessons[0].question(name)
        for each in self.lessons:
            for question in each.questions:
                if question.id == name:
                    return question
        known = ", ".join(question.id for each in self.lessons for question in each.questions)
        raise ValueError(f"there is no question {name!r:.60}; there are {known}")

    def __repr__(self) -> str:
        return f"Learner({'' if self.lesson is None else self.lesson})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.overview()._repr_mimebundle_(**kwargs)


def _lesson(number: int) -> Lesson:
    return lesson(number)
