"""A question to work on: predict, simulate, answer, explain, reflect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

import traitlets

from ...core.cards import Card
from ...core.messages import Refusal, phrase
from ...odds.estimate import Estimate, z_score
from ...odds.simulation.incremental import IncrementalSimulation
from ...teaching import Exercise, Prediction, Question
from ...views.protocol.lesson import LessonAbout, Predicted, QuestionContent, Trials, Truth, Unit
from ..figures.figure import number_to_do
from ..figures.parts import Curve, Held, Level, Part, Role, TableRow, Value, bars, cards, lines, with_names
from ..shared.interactive import SLICE, InteractiveWidget
from ..shared.message_widget import BuiltFile, Handler, Refused
from ..shared.numbers import ALONE, told
from .static import question_html

if TYPE_CHECKING:
    from .learner import Learner

AT_ONCE = (1, 100, 10_000)
"""The numbers of trials that the buttons offer."""
MOST_TRIALS = 1_000_000
MOST_TYPED = 200
"""The longest accepted answer, in characters."""
_GATE = phrase("Make a prediction first, or go on without one.")
_TYPED = phrase("An answer is a text of at most {most} characters.")
_ENOUGH = phrase("{n} trials are enough; start again with other numbers.")
STATES = {
    "not attempted": phrase("not answered yet"),
    "wrong": phrase("not right yet"),
    "right": phrase("right"),
}
"""The text shown for each outcome."""


class QuestionCard(InteractiveWidget):
    """A question that a learner works on; made by :meth:`Learner.ask`.

    First comes a prediction with a confidence. Then the learner may simulate, answer, and open hints. The right
    answer is not sent to the browser before the learner finds it or opens the solution.
    """

    _esm = BuiltFile("lesson.js")
    _css = BuiltFile("lesson.css")
    KIND = "question"
    kept = traitlets.Unicode(help="The progress that the browser should store.").tag(sync=True)
    SHOWN = (*InteractiveWidget.SHOWN, "kept")
    ANYTIME = frozenset(
        {"ping", "language", "hello", "predict", "skip", "simulate", "answer", "hint", "solve", "reflect", "renew"}
    )

    def __init__(self, question: Question, learner: Learner) -> None:
        """Show this question to this learner."""
        self._question = question
        self._learner = learner
        self._skipped = False
        self._sample: IncrementalSimulation | None = None
        self._asked = learner.progress.exercise(question)
        self._feedback = ""
        super().__init__(learner.language)
        self._show()
        learner.joined(self)

    @property
    def asked(self) -> Exercise:
        """The exercise: the question with this learner's numbers."""
        return self._asked

    def choose(self, **changes: Any) -> None:
        """Refuse: a question has no settings."""
        raise Refused("bad_value", self.MALFORMED)

    def predict(self, guess: str, confidence: float) -> None:
        """Record a guess and a confidence from 0 to 1, before any result is shown.

        Raises:
            ValueError: the guess does not answer the question, or comes too late.
        """
        self._learner.progress.predict(self._asked, guess, confidence)
        self._learner.changed([self._question.id], self)

    def answer(self, typed: str) -> str:
        """Judge an answer and return the feedback.

        Raises:
            ValueError: the answer cannot be judged.
        """
        verdict = self._learner.progress.answer(self._asked, typed)
        self._feedback = self.words.tell(verdict.feedback)
        self._learner.changed([self._question.id], self)
        return self._feedback

    def simulate(self, n: int = 10_000) -> None:
        """Run 1, 100 or 10,000 more trials.

        Raises:
            ValueError: another number, or too many trials in all.
        """
        number_to_do(n, AT_ONCE)
        sample = self._sample = self._sample or self._new_sample()
        if sample.wanted + n > MOST_TRIALS:
            raise Refused("enough", _ENOUGH, n=sample.wanted)
        sample.wanted += n
        self._go_on()

    def refresh(self, ack: str | None) -> None:
        """Show the learner's current progress."""
        asked = self._learner.progress.exercise(self._question)
        if asked.seed != self._asked.seed:
            self._asked, self._sample, self._skipped, self._feedback = asked, None, False, ""
        self._show(ack)
        self._go_on()

    def _new_sample(self) -> IncrementalSimulation:
        return IncrementalSimulation(lambda: self._question.experiment(self._asked.params), f"{self._asked.seed}/card")

    @property
    def _open(self) -> bool:
        """True if the steps after the prediction are available."""
        progress, work = self._learner.progress, self._learner.progress.work(self._question)
        begun = bool(work.answers or work.hints or work.over)
        return self._skipped or begun or self._question.id in progress.predictions

    def _step(self) -> bool:
        sample = self._sample
        if sample is not None and sample.trials < sample.wanted:
            sample.run(SLICE)
            self._show()
            return sample.trials < sample.wanted
        return False

    @property
    def _running(self) -> bool:
        return self._sample is not None and self._sample.trials < self._sample.wanted

    def _about(self) -> LessonAbout:
        return {**self._introduction(), "widget": "question"}

    def _content(self) -> QuestionContent:
        words, asked, progress = self.words, self._asked, self._learner.progress
        work = progress.work(asked)
        shown = len(asked.hints) if work.solved else work.hints
        own = progress.reflections.get(self._question.id, "")
        truth = self._truth() if work.over else None
        return {
            "id": self._question.id,
            "title": self._title(),
            "kind": self._question.kind,
            "prompt": words.tell(asked.prompt),
            "hands": self._hands(),
            "choices": [{"id": name, "text": words.tell(said)} for name, said in asked.choices.items()],
            "rules": words.tell(asked.rules),
            "near": self._near(),
            "open": self._open,
            "tries": list(AT_ONCE) if self._question.tries else [],
            "prediction": self._predicted(progress.predictions.get(self._question.id)),
            "sample": self._sampled(),
            "picture": self._picture(truth) if self._sample is not None and self._sample.trials else [],
            "truth": truth,
            "outcome": work.outcome,
            "outcome_text": words.say(STATES[work.outcome]),
            "solved": work.solved,
            "typed": work.answers[-1] if work.answers else "",
            "feedback": self._feedback or self._feedback_before(),
            "hints": [words.tell(hint) for hint in asked.hints[:shown]],
            "hints_of": len(asked.hints),
            "solution": words.tell(asked.solution) if work.over else "",
            "reflection": {
                "prompt": words.tell(asked.reflection) if work.over else "",
                "own": own,
                "model": words.tell(asked.model) if work.over and own else "",
            },
            "running": self._running,
        }

    def _title(self) -> str:
        place = self._learner.place(self._question)
        if place is None:
            return self.words.say("Question")
        return self.words.say("Question {n} of {of}", n=place.number, of=len(place.lesson.questions))

    def _hands(self) -> list[Part]:
        """Return the cards that the question mentions."""
        spoken = self._asked.prompt.parts.values()
        hands = [part for part in spoken if isinstance(part, tuple) and part and isinstance(part[0], Card)]
        titles = [self.words.say("Hand {n}", n=n) for n in range(1, len(hands) + 1)] if len(hands) > 1 else [""]
        rows = [Held(title, " ".join(card.word for card in hand)) for title, hand in zip(titles, hands, strict=False)]
        return [with_names(cards(*rows), self.words)] if rows else []

    def _feedback_before(self) -> str:
        """Return the feedback on the last answer, as far as it was saved."""
        work = self._learner.progress.work(self._question)
        if work.outcome == "right":
            return self.words.say("Right: it is {answer}.", answer=self._asked.answer_text)
        return self.words.tell(self._asked.feedback(work.error)) if work.error else ""

    def _near(self) -> str:
        """Return the sentence on when a prediction counts as correct."""
        margin, say = self._asked.margin, self.words.say
        match self._question.kind:
            case "choice":
                return ""
            case "chance":
                return say(
                    "It comes true if it is off by at most {points} percentage points.",
                    points=self._asked.said(margin).removesuffix(" %"),
                )
            case _:
                return say("It comes true if it is off by at most a fifth.")

    def _predicted(self, made: Prediction | None) -> Predicted | None:
        if made is None:
            return None
        value = self._value(made.guess)
        sure = self.words.say("{n} % sure", n=round(100 * made.confidence))
        came = {
            True: self.words.say("It came true."),
            False: self.words.say("It did not come true."),
            None: "",
        }[made.came_true]
        written = self._choice_text(made.guess) if self._question.kind == "choice" else self._written(made.guess)
        return {
            "guess": made.guess,
            "value": value,
            "written": written,
            "confidence": made.confidence,
            "sure": sure,
            "came_true": made.came_true,
            "said": came,
        }

    def _value(self, typed: str) -> float | None:
        """Return the typed text as a number; None for a choice or an unreadable text."""
        if self._question.kind == "choice":
            return None
        try:
            return float(self._asked.read(typed)[0].value)
        except Refusal:
            return None

    def _written(self, typed: str) -> str:
        """Return the typed text as this question formats numbers."""
        try:
            value = self._asked.read(typed)[0].value
        except Refusal:
            return typed
        return self.words.say(ALONE, number=self._asked.said(value))

    def _choice_text(self, guess: str) -> str:
        try:
            return self.words.tell(self._asked.choices[self._asked.choice(guess)])
        except Refusal:
            return guess

    def _truth(self) -> Truth:
        answer = self._asked.answer
        if isinstance(answer, str):
            return {"value": None, "written": self._choice_text(answer), "choice": answer, "fraction": ""}
        written = self.words.say(ALONE, number=self._asked.said(answer))
        return {"value": float(answer), "written": written, "choice": "", "fraction": _fraction(answer)}

    def _sampled(self) -> Trials | None:
        sample = self._sample
        if sample is None or not sample.trials:
            return None
        found, say = sample.estimate(), self.words.say
        said = self.words.tell(found.explanation)
        if isinstance(self._asked.answer, str) and self._question.reads is not None:
            choice = str(self._question.reads(self._asked.params, found.value))
            said = say("{n} trials point to: {choice}.", n=sample.trials, choice=self._choice_text(choice))
        return {"trials": sample.trials, "wanted": sample.wanted, "seed": str(sample.seed), "said": said}

    def _picture(self, truth: Truth | None) -> list[Part]:
        """Draw the guess, the trials and, once it is known, the truth."""
        sample, say = self._sample, self.words.say
        assert sample is not None
        if self._question.kind == "choice":
            return []
        reads = self._question.reads
        through = (lambda value: float(reads(self._asked.params, value))) if reads else float
        found = sample.estimate()
        said = self.words.tell(found.explanation)
        if reads:
            value, low, high = map(through, (found.value, found.low, found.high))
            error = (high - low) / (2 * z_score(found.confidence))
            found = replace(found, value=value, low=low, high=high, error=error)
        unit: Unit = "percent" if self._question.kind == "chance" else "number"
        points = [(n, *map(through, rest)) for n, *rest in sample.moments()]
        now = Value(found.value, self._estimated(found.value, found), found.low, found.high)
        made = self._predicted(self._learner.progress.predictions.get(self._question.id))
        guess: float | None = made["value"] if made else None
        levels = []
        shown: list[tuple[Role, str, Value]] = [("sample", say("trials"), now)]
        if made and guess is not None:
            shown.insert(0, ("guess", say("your guess"), Value(guess, made["written"])))
            levels.append(Level("guess", say("your guess"), guess, made["written"]))
        if truth and truth["value"] is not None:
            shown.append(("truth", say("exact"), Value(truth["value"], truth["written"])))
            levels.append(Level("truth", say("exact"), truth["value"], truth["written"]))
        return [
            bars(
                say("Guess, trials and truth"),
                said,
                series=[(role, name) for role, name, _ in shown],
                rows=[TableRow("", [value for _, _, value in shown])],
                axis=say("chance") if unit == "percent" else say("number"),
                head="",
                unit=unit,
            ),
            lines(
                say("How the trials settle"),
                said,
                x=say("trials"),
                y=say("share") if unit == "percent" else say("mean"),
                log=True,
                unit=unit,
                curves=[Curve("sample", say("trials"), [(n, value) for n, value, _, _ in points], key="sample")],
                band=[(n, low, high) for n, _, low, high in points],
                levels=levels,
                head=[say("trials"), say("value")],
                table=[[str(n), self._estimated(value, found)] for n, value, _, _ in points],
            ),
        ]

    def _estimated(self, value: float, found: Estimate) -> str:
        """Format a running estimate: a share as the count of hits, a mean to the digits that all trials support."""
        shown = replace(found, value=value)
        return told(shown.counted if found.kind == "chance" else shown.text, self.words)

    def __repr__(self) -> str:
        return f"<Question {self._question.id}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self._with_text(super()._repr_mimebundle_(**kwargs), question_html(self.about, self.view, self.words))

    def _gate(self) -> None:
        if not self._open:
            raise Refused("too_early", _GATE)

    def _met(self, content: Mapping[str, Any], message_id: str) -> None:
        self._learner.resume(content.get("kept"))
        self._show(message_id)

    def _predicting(self, content: Mapping[str, Any], message_id: str) -> None:
        guess, sure = _typed(content.get("guess")), content.get("confidence")
        if not guess.strip():
            raise Refused("bad_value", phrase("A prediction needs a guess."))
        self._learner.progress.predict(self._asked, guess, sure)  # type: ignore[arg-type]  # checked there
        self._learner.changed([self._question.id], self, message_id)

    def _skip(self, content: Mapping[str, Any], message_id: str) -> None:
        self._skipped = True
        self._show(message_id)

    def _simulating(self, content: Mapping[str, Any], message_id: str) -> None:
        self._gate()
        self.simulate(content.get("n"))  # type: ignore[arg-type]  # checked there
        self._show(message_id)

    def _answering(self, content: Mapping[str, Any], message_id: str) -> None:
        self._gate()
        verdict = self._learner.progress.answer(self._asked, _typed(content.get("typed")))
        self._feedback = self.words.tell(verdict.feedback)
        self._learner.changed([self._question.id], self, message_id)

    def _hint(self, content: Mapping[str, Any], message_id: str) -> None:
        self._gate()
        self._learner.progress.hint(self._asked)
        self._learner.changed([self._question.id], self, message_id)

    def _solve(self, content: Mapping[str, Any], message_id: str) -> None:
        self._gate()
        self._learner.progress.solution(self._asked)
        self._learner.changed([self._question.id], self, message_id)

    def _reflect(self, content: Mapping[str, Any], message_id: str) -> None:
        sentence = content.get("sentence")
        if not isinstance(sentence, str):
            raise Refused("malformed", self.MALFORMED)
        self._learner.progress.reflect(self._asked, sentence)
        self._learner.changed([self._question.id], self, message_id)

    def _renew(self, content: Mapping[str, Any], message_id: str) -> None:
        self._learner.progress.renew(self._question)
        self._learner.changed([self._question.id], self, message_id)

    def _speak(self, content: Mapping[str, Any], message_id: str) -> None:
        self._feedback = ""
        super()._speak(content, message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {
        **InteractiveWidget.HANDLERS,
        "language": _speak,
        "hello": _met,
        "predict": _predicting,
        "skip": _skip,
        "simulate": _simulating,
        "answer": _answering,
        "hint": _hint,
        "solve": _solve,
        "reflect": _reflect,
        "renew": _renew,
    }


def _typed(text: Any) -> str:
    if not isinstance(text, str) or len(text) > MOST_TYPED:
        raise Refused("bad_value", _TYPED, most=MOST_TYPED)
    return text


def _fraction(value: Fraction) -> str:
    """Return the fraction if it is short enough to read at a glance; otherwise an empty text."""
    text = f"{value.numerator}/{value.denominator}"
    return text if value.denominator > 1 and len(text) <= 15 else ""
