"""A warm-up: old questions with new numbers, one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ...base.integers import integer_from
from ...base.translatable import phrase
from ...ui.screen import Handler, Refused
from .. import Exercise, Progress, Question
from ..exercises.recall import recalled
from .base_learner import BaseLearner
from .question_card import QuestionCard
from .wire import QuestionContent, Recall

_NO_PLACE = phrase("There is no such question in this warm-up.")


class RecallCard(QuestionCard):
    """Old questions to answer again; made by :meth:`Learner.recall`. No prediction is required."""

    ANYTIME = QuestionCard.ANYTIME | {"turn_to"}

    def __init__(
        self, lesson: int, questions: tuple[Question, ...], learner: BaseLearner, later: tuple[Question, ...] = ()
    ) -> None:
        """Show old *questions* at the start of this lesson, plus those of *later* lessons that the learner has
        tried."""
        self._number = lesson
        self._pool = questions
        self._later = later
        self._at = 0
        self._chosen = self._todays(learner.progress)
        super().__init__(self._here(learner.progress), learner)

    def refresh(self, ack: str | None) -> None:
        """Show the learner's current progress, with different questions if different progress was loaded."""
        chosen = self._todays(self._progress)
        if [one.id for one in chosen] != [one.id for one in self._chosen]:
            self._chosen, self._at = chosen, 0
        self._turn()
        super().refresh(ack)

    def _todays(self, progress: Progress) -> list[Question]:
        """Return today's questions."""
        return recalled(progress, self._number, self._pool, later=self._later)

    def _here(self, progress: Progress) -> Question:
        """Return the question to show at the current position."""
        return self._chosen[self._at]

    def _turn(self) -> None:
        """Show the question at the current position."""
        now = self._here(self._progress)
        if self._question.id != now.id or self._exercise.seed != self._progress.seed_of(now):
            self._question = now
            self._exercise = self._progress.exercise(now)
            self._simulation, self._feedback, self._unread, self._draft = None, "", False, ""

    def _record(self, message_id: str | None = None) -> None:
        """Have the browser store all of today's questions: those not answered yet may have new numbers."""
        self._learner.changed([one.id for one in self._chosen], self, message_id)

    @property
    def _open(self) -> bool:
        return True

    def _content(self) -> QuestionContent:
        done = [self._progress.work(one).outcome for one in self._chosen]
        recall: Recall = {"at": self._at, "done": done}
        return {
            **super()._content(),
            "tries": [],
            "recall": recall,
            "reflection": {"prompt": "", "own": "", "model": ""},
        }

    def _title(self) -> str:
        return self._title_at(self._at)

    def _title_at(self, at: int) -> str:
        lesson = int(self._chosen[at].id.rpartition("/recall/")[2][:2])
        return self.words.say(
            "Warm-up: question {n} of {of}, from lesson {lesson}", n=at + 1, of=len(self._chosen), lesson=lesson
        )

    def _others(self) -> list[tuple[str, Exercise]]:
        others = [(at, one) for at, one in enumerate(self._chosen) if at != self._at]
        return [(self._title_at(at), self._progress.exercise(one)) for at, one in others]

    def _turn_to(self, content: Mapping[str, Any], message_id: str) -> None:
        at = integer_from(0, content.get("at"), len(self._chosen) - 1)
        if at is None:
            raise Refused("bad_value", _NO_PLACE)
        self._at = at
        self._turn()
        self._show(message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {**QuestionCard.HANDLERS, "turn_to": _turn_to}
