"""A pretest or posttest: ten questions without help, each answered once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from ...base.translatable import phrase
from ...ui.drawn.markup import Html
from ...ui.screen import Handler, Refused
from .. import Exercise, Progress, Question
from ..exercises.pretest import POSTTEST, PRETEST, WHOLE, questions_in, scope_of, scopes
from ..figures.shared.parts import Part, text
from ..figures.wire import Deed
from .base_learner import BaseLearner
from .recall_card import RecallCard
from .static import questions_html
from .wire import QuestionContent

UNKNOWN, SCOPE = "unknown", "scope"
"""The buttons for "I do not know" and for a test about other lessons."""
TRIOS = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12), (13, 14, 15))
"""The shorter tests offered on the card."""
TITLES = {
    PRETEST: phrase("Pretest: question {n} of {of}"),
    POSTTEST: phrase("Posttest: question {n} of {of}"),
}
_ONCE = phrase("Each question of a test is answered once, without help.")
_BEGUN = phrase("The test has begun; its questions can no longer be changed.")


class PretestCard(RecallCard):
    """Ten questions before the lessons or after them; made by :meth:`Learner.pretest` and :meth:`Learner.posttest`.

    Each question is answered once. There are no hints and no trials, and nothing tells whether an answer is right
    until the posttest is over.
    """

    ANYTIME = RecallCard.ANYTIME | {"do"}

    def __init__(self, when: str, lessons: Iterable[int], learner: BaseLearner) -> None:
        """Show the pretest or posttest about these lessons, or about the whole course."""
        lessons = tuple(lessons)
        self._when, self._scope = when, scope_of(lessons)
        self._fixed = bool(lessons)
        super().__init__(0, (), learner)

    def _todays(self, progress: Progress) -> list[Question]:
        begun = scopes([progress])
        if begun and self._scope not in begun and not self._fixed:
            self._scope = begun[0]
        return questions_in(progress, self._when, self._scope)

    def _dealt_with(self, question: Question) -> bool:
        attempt = self._progress.work(question)
        return bool(attempt.answers or attempt.solved)

    @property
    def _finished(self) -> bool:
        return all(map(self._dealt_with, self._chosen))

    @property
    def _quiet(self) -> bool:
        """True while results are not shown: always in a pretest, and in a posttest until it is over."""
        return self._when == PRETEST or not self._finished

    def simulate(self, n: int = 10_000) -> None:
        """Refuse to run trials, since a test has none."""
        raise Refused("bad_value", _ONCE)

    def _grade(self, typed: str) -> None:
        if self._dealt_with(self._question):
            raise Refused("bad_value", _ONCE)
        super()._grade(typed)
        self._feedback = ""
        self._go_to_next()

    def _go_to_next(self) -> None:
        """Show the next question that has no answer yet, if there is one."""
        order = [*range(self._at, len(self._chosen)), *range(self._at)]
        self._at = next((at for at in order if not self._dealt_with(self._chosen[at])), self._at)
        self._turn()

    def _content(self) -> QuestionContent:
        content = super()._content()
        answered = list(map(self._dealt_with, self._chosen))
        assert content["recall"] is not None
        content["recall"] |= {"answered": answered}
        if not self._quiet:
            solution = self.words.tell(self._exercise.solution)
            return {**content, "truth": self._truth(), "solved": True, "hints_of": 0, "solution": solution}
        done = self._dealt_with(self._question)
        said = self.words.say("answered") if done else self.words.say("not answered yet")
        content["recall"] |= {"done": ["not attempted"] * len(answered), "quiet": True}
        return {
            **content,
            "picture": [],
            "truth": None,
            "outcome": "not attempted",
            "outcome_text": said,
            "solved": False,
            "feedback": "",
            "hints": [],
            "hints_of": 0,
            "solution": "",
        }

    def _title_at(self, at: int) -> str:
        return self.words.say(TITLES[self._when], n=at + 1, of=len(self._chosen))

    def _hands(self) -> list[Part]:
        """Return the cards that the question mentions, and what can be said or chosen now."""
        shown = super()._hands()
        begun = any(map(self._dealt_with, self._chosen))
        if not begun:
            shown.append(
                text(self.words.say("It is fine not to know. Nobody sees your answers unless you hand them in."))
            )
        if self._finished:
            shown.append(text(self._result(), "strong"))
        elif deeds := [*self._unknown(), *([] if begun else self._other_scopes())]:
            shown.append({"kind": "controls", "fields": [], "deeds": deeds})
        return shown

    def _unknown(self) -> list[Deed]:
        return [] if self._dealt_with(self._question) else [self._deed(UNKNOWN, None, self.words.say("I do not know"))]

    def _other_scopes(self) -> list[Deed]:
        say = self.words.say
        named = {WHOLE: say("The whole course")}
        named |= {scope_of(trio): say("Lessons {a} to {b}", a=trio[0], b=trio[-1]) for trio in TRIOS}
        return [self._deed(SCOPE, scope, name) for scope, name in named.items() if scope != self._scope]

    def _deed(self, name: str, value: str | None, written: str) -> Deed:
        return {"name": name, "value": value, "text": written, "main": False, "disabled": False}

    def _result(self) -> str:
        if self._when == PRETEST:
            return self.words.say("The pretest is over. After the lessons, the posttest shows what you have learned.")
        before = [self._progress.work(one) for one in questions_in(self._progress, PRETEST, self._scope)]
        after = [self._progress.work(one) for one in self._chosen]
        early, late = (sum(one.outcome == "right" for one in works) for works in (before, after))
        if not all(one.answers or one.solved for one in before):
            return self.words.say("{n} of {of} answers are right.", n=late, of=len(after))
        return self.words.say("Before: {before} of {of} right. Now: {n} of {of}.", before=early, n=late, of=len(after))

    def html(self) -> Html:
        """Return the questions for pages without Python, without hints and solutions."""
        name = self.words.say("Pretest") if self._when == PRETEST else self.words.say("Posttest")
        exercises = [self._progress.exercise(one) for one in self._chosen]
        return questions_html(self.about, name, exercises, self.words)

    def __repr__(self) -> str:
        return f"<{self._when.title()} {self._scope}>"

    def _others(self) -> list[tuple[str, Exercise]]:
        return []

    def _do(self, content: Mapping[str, Any], message_id: str) -> None:
        name, value = content.get("name"), content.get("value")
        if name == UNKNOWN and not self._dealt_with(self._question):
            self._progress.solution(self._exercise)
            self._go_to_next()
            self._record(message_id)
        elif name == SCOPE and value in (WHOLE, *map(scope_of, TRIOS)):
            self._choose(value)
            self._show(message_id)
        else:
            raise Refused("bad_value", _ONCE)

    def _choose(self, scope: str) -> None:
        """Ask about other lessons, unless the test has begun."""
        if any(map(self._dealt_with, self._chosen)):
            raise Refused("bad_value", _BEGUN)
        self._scope, self._at = scope, 0
        self._chosen = self._todays(self._progress)
        self._turn()

    def _no_help(self, content: Mapping[str, Any], message_id: str) -> None:
        raise Refused("bad_value", _ONCE)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {
        **RecallCard.HANDLERS,
        **dict.fromkeys(("predict", "skip", "simulate", "hint", "solve", "reflect", "renew"), _no_help),
        "do": _do,
    }
