"""A mixed set: old questions from many lessons, each preceded by a question about which method to use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ...base.translatable import phrase
from ...ui.drawn.markup import Html
from ...ui.screen import Handler, Refused
from .. import Exercise, Progress, Question
from ..exercises.methods import METHODS
from ..exercises.mixed import method_question, mixed, old_id
from ..figures.shared.parts import Part, text
from ..figures.wire import Controls, Deed
from .base_learner import BaseLearner
from .recall_card import RecallCard
from .static import MixedRow, mixed_html
from .wire import QuestionContent

_NO_ACT = phrase("A mixed set has no such button.")
NEW_SET = "new-set"
"""The button for another set."""


class MixedCard(RecallCard):
    """Old questions, each preceded by a choice of method; made by :meth:`Learner.mixed`.

    At each position, the learner first picks the method, which is a separate question, and then answers the question
    itself.
    """

    ANYTIME = RecallCard.ANYTIME | {"do"}

    def __init__(self, name: str, learner: BaseLearner) -> None:
        """Show the mixed set with this name."""
        self._name = name
        super().__init__(0, (), learner)

    def simulate(self, n: int = 10_000) -> None:
        """Refuse to run trials, since a mixed set has none."""
        raise Refused("bad_value", self.MALFORMED)

    def _begin_anew(self, message_id: str | None) -> None:
        self._chosen, self._at = mixed(self._progress, self._name, anew=True), 0
        self._record(message_id)

    def _todays(self, progress: Progress) -> list[Question]:
        return mixed(progress, self._name)

    def _here(self, progress: Progress) -> Question:
        question = self._chosen[self._at]
        method = method_question(question, progress)
        return question if progress.work(method).over else method

    @property
    def _methods(self) -> list[Exercise]:
        """The questions about the methods, one for each position."""
        return [self._progress.exercise(method_question(one, self._progress)) for one in self._chosen]

    @property
    def _asks_method(self) -> bool:
        """True while the card asks for the method at the current position."""
        return self._question.id != self._chosen[self._at].id

    def _turn(self) -> None:
        before, asked = self._question.id, self._methods[self._at].question.id
        super()._turn()
        attempt = self._progress.work(self._question)
        if before == asked and not self._asks_method and not attempt.answers and not attempt.over:
            self._feedback = self.words.say("Now answer the question itself.")

    def _record(self, message_id: str | None = None) -> None:
        """Have the browser store every question and every method in the set."""
        ids = [one.id for one in (*self._chosen, *(each.question for each in self._methods))]
        self._learner.changed(ids, self, message_id)

    def _content(self) -> QuestionContent:
        content = super()._content()
        if self._asks_method and content["outcome"] == "not attempted":
            content["outcome_text"] = self.words.say("first: which method?")
        return content

    def _title(self) -> str:
        question = self._chosen[self._at]
        place = {"name": self._name, "n": self._at + 1, "of": len(self._chosen)}
        if not self._progress.work(question).over:
            return self.words.say("Mixed set {name}: question {n} of {of}", **place)
        lesson = int(old_id(question)[:2])
        return self.words.say("Mixed set {name}: question {n} of {of}, from lesson {lesson}", **place, lesson=lesson)

    def _hands(self) -> list[Part]:
        """Return the cards that the question mentions, the method once it is found, and the result once the set is
        finished."""
        question = self._chosen[self._at]
        shown = self._held(self._progress.exercise(question))
        if not self._asks_method:
            method = self._methods[self._at]
            shown.append(text(self._reason(method), "right" if self._at_once(method.question) else "plain"))
        if all(self._progress.work(one).over for one in self._chosen):
            shown += [text(self._result(), "strong"), self._another()]
        return shown

    def _reason(self, method: Exercise) -> str:
        """Return the right method and the reason why it fits."""
        return f"{self.words.say(METHODS[str(method.answer)])}. {self.words.tell(method.solution)}"

    def _at_once(self, method: Question) -> bool:
        """Return True if the first pick was right."""
        attempt = self._progress.work(method)
        return attempt.right_alone and len(attempt.answers) == 1

    def _result(self) -> str:
        return self.words.say(
            "The first pick was right for {methods} of {of} methods. You found {answers} of {of} answers without the "
            "solution.",
            methods=sum(self._at_once(one.question) for one in self._methods),
            answers=sum(self._progress.work(one).right_alone for one in self._chosen),
            of=len(self._chosen),
        )

    def _another(self) -> Controls:
        another: Deed = {
            "name": NEW_SET,
            "value": None,
            "text": self.words.say("Another mixed set"),
            "main": True,
            "disabled": False,
        }
        return {"kind": "controls", "fields": [], "deeds": [another]}

    def __repr__(self) -> str:
        return f"<Mixed set {self._name}>"

    def _others(self) -> list[tuple[str, Exercise]]:
        return []

    def html(self) -> Html:
        """Return the whole set for pages without Python, with methods and solutions collapsed."""
        tell = self.words.tell
        rows = []
        for question, method in zip(self._chosen, self._methods, strict=True):
            exercise = self._progress.exercise(question)
            choices = [tell(choice) for choice in method.choices.values()]
            rows.append(MixedRow(exercise, choices, self._reason(method)))
        return mixed_html(self.about, self.words.say("Mixed set {name}", name=self._name), rows, self.words)

    def _do(self, content: Mapping[str, Any], message_id: str) -> None:
        if content.get("name") != NEW_SET:
            raise Refused("bad_value", _NO_ACT)
        self._begin_anew(message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {**RecallCard.HANDLERS, "do": _do}
