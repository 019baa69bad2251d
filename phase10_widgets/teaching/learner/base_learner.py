"""The progress that all cards of a learner share, and the notification of changes; imports no card."""

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
    """The question's number, from 1."""


class Card(Protocol):
    """A screen that shows a learner's progress."""

    kept: str
    """The progress that the browser should store, as JSON."""

    def refresh(self, ack: str | None) -> None:
        """Show the learner's current progress; *ack* is the id of the message that this answers."""


class OwnTable(Protocol):
    """A table that plays the learner's own edition."""

    design: tuple[int, tuple[str, ...]]
    """The wilds and the phases of the game."""

    def follow(self) -> None:
        """Deal the edition on the learner's board, unless a game has begun."""

    def new_game(self) -> None:
        """Deal a game of the edition on the learner's board."""


class BaseLearner:
    """A learner as cards know them: the lessons, the progress and the language.

    Code that changes the progress calls :meth:`changed`, which refreshes every card that has joined.
    """

    def __init__(
        self, lesson: int | Lesson | None = None, *, progress: Progress | None = None, language: str = languages.ENGLISH
    ) -> None:
        """Set up a learner for one lesson or for all.

        Args:
            lesson: the number of the lesson whose questions ``ask`` finds by short names, or a teacher's own lesson;
                None for all lessons.
            progress: earlier progress; new progress has its own numbers.
            language: the first language of all cards of this learner.

        Raises:
            ValueError: the lesson or language is unknown.
        """
        languages.get(language)
        one = lesson if lesson is None or isinstance(lesson, Lesson) else _lesson(lesson)
        self.lesson = None if one is None else one.number
        self.lessons = tuple(map(_lesson, all_numbers())) if one is None else (one,)
        self.progress = progress or Progress(seed=secrets.randbelow(10**6))
        self.language = language
        self._shown: WeakSet[Card] = WeakSet()
        self._tables: WeakSet[OwnTable] = WeakSet()
        self.first_design: DesignWork | None = None
        """The design that the learner's own board of the capstone started with; None without such a board."""

    @property
    def own_design(self) -> DesignWork | None:
        """The work on the learner's own board of the capstone; None without it."""
        return self.progress.designs.get(OWN, self.first_design)

    @property
    def tables(self) -> Sequence[OwnTable]:
        """The tables that play the learner's own edition."""
        return tuple(self._tables)

    def place(self, question: Question) -> Place | None:
        """Return the question's place; None if it belongs to none of the lessons."""
        for each in self.lessons:
            if question in each.questions:
                return Place(each, each.questions.index(question) + 1)
        return None

    def joined(self, card: Card) -> None:
        """Refresh this card on every change from now on."""
        self._shown.add(card)

    def changed(self, ids: Iterable[str] | None, by: Card, ack: str | None = None) -> None:
        """Refresh all cards and have the browser store these questions (None: all)."""
        by.kept = self._to_keep(None if ids is None else list(ids))
        self.refresh(by, ack)

    def refresh(self, by: Card | None = None, ack: str | None = None) -> None:
        """Refresh everything; the card whose message *ack* is being carried out answers it."""
        for table in self.tables:
            table.follow()
        for card in list(self._shown):
            card.refresh(ack if card is by else None)

    def resume(self, text: Any, hands: Any = None) -> bool:
        """Restore progress from the browser's storage unless there is some already; return True if it was restored.

        Unreadable text is ignored and stays in the browser: it may come from a newer version. The *hands* that were
        played in this browser are added in any case.
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
        """Have the browser store these questions with everything that was restored, such as name and seed."""
        for card in list(self._shown):
            card.kept = self._to_keep(ids)

    def take(self, progress: Progress) -> None:
        """Replace all progress."""
        self.progress = progress

    def _to_keep(self, ids: list[str] | None) -> str:
        """Return the JSON for the browser to store: everything, or these questions."""
        data = self.progress.to_dict()
        if ids is not None:
            for name in ("questions", "predictions", "reflections", "programs", "designs"):
                data[name] = {key: data[name].get(key) for key in ids}
        return json.dumps({"all": ids is None, "progress": data}, ensure_ascii=False)

    def __repr__(self) -> str:
        return f"Learner({'' if self.lesson is None else self.lesson})"


def _lesson(number: int) -> Lesson:
    return lesson(number)
