"""The progress shared by all of a learner's cards, and change notifications; this module imports no cards."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol
from weakref import WeakSet

from ... import languages
from ...base.translatable import Refusal
from .. import Lesson, Progress, Question, all_numbers, lesson
from ..course import OWN
from ..progress.design_work import DesignWork
from ..progress.played import read_hands


class Place(NamedTuple):
    """A question's place in its lesson."""

    lesson: Lesson
    number: int
    """The question's number, starting at 1."""


class LearnerCard(Protocol):
    """A screen that shows a learner's progress."""

    kept: str
    """The progress that the browser should store, as JSON."""

    def refresh(self, ack: str | None) -> None:
        """Show the learner's current progress; *ack* is the id of the message being answered."""


class OwnTable(Protocol):
    """A table for playing the learner's own edition."""

    design: tuple[int, tuple[str, ...]]
    """The number of wilds and the phases in the game."""

    def follow(self) -> None:
        """Deal a game of the edition on the learner's board unless a game has already begun."""

    def new_game(self) -> None:
        """Deal a game of the edition on the learner's board."""


class BaseLearner:
    """The part of a learner that the cards use: the lessons, the progress and the language.

    Code that changes the progress calls :meth:`changed`, which refreshes every card that has joined.
    """

    def __init__(
        self, lesson: int | Lesson | None = None, *, progress: Progress | None = None, language: str = languages.ENGLISH
    ) -> None:
        """Set up a learner for one lesson or for all.

        Args:
            lesson: the number of the lesson whose questions ``ask`` looks up by their short names, or a lesson
                written by a teacher; None for all lessons.
            progress: earlier progress; by default, new progress with new numbers.
            language: the initial language of all of this learner's cards.

        Raises:
            ValueError: the lesson or language is unknown.
        """
        languages.get(language)
        one = lesson if lesson is None or isinstance(lesson, Lesson) else _lesson(lesson)
        self.lesson = None if one is None else one.number
        self.lessons = tuple(map(_lesson, all_numbers())) if one is None else (one,)
        self.progress = progress or Progress(seed=secrets.randbelow(10**6))
        self.language = language
        self._shown: WeakSet[LearnerCard] = WeakSet()
        self._tables: WeakSet[OwnTable] = WeakSet()
        self.first_design: DesignWork | None = None
        """The design that the learner's capstone board started with; None if there is no such board."""

    @property
    def own_design(self) -> DesignWork | None:
        """The learner's work on the capstone board; None if there is no such board."""
        return self.progress.designs.get(OWN, self.first_design)

    @property
    def tables(self) -> Sequence[OwnTable]:
        """The tables for playing the learner's own edition."""
        return tuple(self._tables)

    def place(self, question: Question) -> Place | None:
        """Return the question's place; None if the question is not part of any lesson."""
        for each in self.lessons:
            if question in each.questions:
                return Place(each, each.questions.index(question) + 1)
        return None

    def joined(self, card: LearnerCard) -> None:
        """Refresh this card on every change from now on."""
        self._shown.add(card)

    def changed(self, ids: Iterable[str] | None, by: LearnerCard, ack: str | None = None) -> None:
        """Refresh all cards and have the browser store these questions (all if None)."""
        by.kept = self._to_keep(None if ids is None else list(ids))
        self.refresh(by, ack)

    def refresh(self, by: LearnerCard | None = None, ack: str | None = None) -> None:
        """Refresh everything; the card that is handling the message *ack* answers it."""
        for table in self.tables:
            table.follow()
        for card in list(self._shown):
            card.refresh(ack if card is by else None)

    def resume(self, text: Any, hands: Any = None) -> bool:
        """Restore progress from the browser's storage unless the learner already has some; return True if it was
        restored.

        Unreadable text is ignored and stays in the browser: it may come from a newer version. The *hands* that were
        played in this browser are always added.
        """
        restored = self._restored(text)
        if self.progress.add_hands(read_hands(hands)) or restored:
            self.refresh()
        return restored

    def _restored(self, text: Any) -> bool:
        here = self.progress
        if here.works or here.predictions or here.reflections or here.designs or here.name:
            return False
        try:
            stored = Progress.loads(text)
            stored.add_programs(here.programs)  # cells may have run before the page could answer
        except Refusal:
            return False
        self.progress = stored
        if here.programs:
            self._keep_again(list(here.programs))
        return True

    def _keep_again(self, ids: list[str]) -> None:
        """Have the browser store these questions and everything that was restored, such as the name and the seed."""
        for card in list(self._shown):
            card.kept = self._to_keep(ids)

    def take(self, progress: Progress) -> None:
        """Replace all progress."""
        self.progress = progress

    def _to_keep(self, ids: list[str] | None) -> str:
        """Return the JSON for the browser to store: all progress, or only these questions."""
        data = self.progress.to_dict()
        if ids is not None:
            for name in ("questions", "predictions", "reflections", "programs", "designs"):
                data[name] = {key: data[name].get(key) for key in ids}
        return json.dumps({"all": ids is None, "progress": data}, ensure_ascii=False)

    def __repr__(self) -> str:
        return f"Learner({'' if self.lesson is None else self.lesson})"


def _lesson(number: int) -> Lesson:
    return lesson(number)
