"""A question to work on: predict, simulate, answer, explain, reflect."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import isfinite
from typing import Any, ClassVar, TypeAlias

from ...base.translatable import phrase
from ...languages.number_text import number
from ...odds.estimate import Estimate, z_score
from ...odds.simulation.incremental import IncrementalSimulation
from ...ui.drawn.markup import Html
from ...ui.interactive import SLICE
from ...ui.screen import Handler, Refused
from .. import AnswerError, Exercise, Progress, Question
from ..figures.shared.parts import Curve, Held, Level, Part, Role, TableRow, Value, bars, cards, lines, with_names
from ..figures.shared.trials import AT_ONCE, number_to_do
from ..figures.wire import LessonAbout, Unit
from .base_learner import BaseLearner
from .guess_text import feedback_before, level_text, predicted, read_answer, reading, reflection_prompt
from .learner_screen import LearnerScreen
from .static import question_html
from .wire import Predicted, QuestionContent, Trials, Truth

MOST_TRIALS = 1_000_000
MOST_TYPED = 200
"""The maximum length of an answer, in characters."""
_GATE = phrase("Make a prediction first, or continue without one.")
_TYPED = phrase("An answer can have at most {most} characters.")
_ENOUGH = phrase("{n} trials are enough; start again with new numbers.")
STATES = {
    "not attempted": phrase("not answered yet"),
    "wrong": phrase("not right yet"),
    "right": phrase("right"),
}
"""The text shown for each outcome."""
AT_ONCE_RIGHT = phrase("right in the first answer")
_EARLIER = phrase("answered before the question changed")


Mark: TypeAlias = tuple[Role, str, Value]
"""A value in a chart with its role and name."""
CarryOut: TypeAlias = Callable[[Any, Mapping[str, Any]], None]
"""A method that handles a message, given the card and the message's content."""


def _handler(carry_out: CarryOut, *, after_prediction: bool = True, recorded: bool = True) -> Handler:
    """Return a handler that checks for a prediction, handles the message, and shows the result.

    Args:
        carry_out: the function that does the work.
        after_prediction: True if the learner must first predict, or choose to continue without a prediction.
        recorded: True if the learner's progress changes, which every widget shows and the browser stores.
    """

    def handle(card: QuestionCard, content: Mapping[str, Any], message_id: str) -> None:
        if after_prediction and not card._open:
            raise Refused("too_early", _GATE)
        carry_out(card, content)
        if recorded:
            card._record(message_id)
        else:
            card._show(message_id)

    return handle


class QuestionCard(LearnerScreen):
    """A question that a learner works on; made by :meth:`Learner.ask`.

    First comes a prediction with a confidence level. Then the learner may simulate, answer, and open hints. The view
    does not contain the right answer until the learner finds it or opens the solution; a saved notebook contains it in
    a collapsed section.
    """

    KIND = "question"
    ANYTIME = LearnerScreen.ANYTIME | {
        "predict",
        "skip",
        "simulate",
        "answer",
        "read",
        "hint",
        "solve",
        "reflect",
        "renew",
    }

    def __init__(self, question: Question, learner: BaseLearner) -> None:
        """Show this question to this learner."""
        self._question = question
        self._learner = learner
        self._skipped = False
        self._simulation: IncrementalSimulation | None = None
        self._exercise = learner.progress.exercise(question)
        self._feedback = ""
        self._draft: str | None = ""
        """The text that the learner is typing; None if it cannot be read as an answer."""
        self._unread = False
        """True if the last answer could not be read, in which case earlier feedback is not shown."""
        self._drawn: tuple[object, list[Part]] = None, []
        """The latest picture, with everything that it shows."""
        self._shift = 0
        """1 if the numbers have just become harder, -1 if they have become easier."""
        super().__init__(learner.language)
        self._show()
        learner.joined(self)

    @property
    def exercise(self) -> Exercise:
        """The question with this learner's numbers."""
        return self._exercise

    @property
    def _progress(self) -> Progress:
        return self._learner.progress

    def predict(self, guess: str, confidence: float) -> None:
        """Record a guess and a confidence from 0 to 1, before any result is shown.

        Raises:
            ValueError: the guess does not answer the question, or it is too late to guess.
        """
        self._progress.predict(self._exercise, guess, confidence)
        self._record()

    def answer(self, typed: str) -> str:
        """Judge an answer and return the feedback.

        Raises:
            ValueError: the answer cannot be judged.
        """
        self._grade(typed)
        self._record()
        return self._feedback

    def simulate(self, n: int = 10_000) -> None:
        """Run 1, 100 or 10,000 more trials.

        Raises:
            ValueError: the number is not one of these, or there would be too many trials in total.
        """
        number_to_do(n, AT_ONCE)
        simulation = self._simulation = self._simulation or self._new_simulation()
        if simulation.wanted + n > MOST_TRIALS:
            raise Refused("enough", _ENOUGH, n=simulation.wanted)
        simulation.wanted += n
        self._go_on()

    def _grade(self, typed: str) -> None:
        self._feedback, self._unread = "", True
        try:
            self._remember()
            verdict = self._progress.answer(self._exercise, typed)
        except AnswerError:
            self._draft = None
            self._show()
            raise
        self._feedback, self._unread, self._draft = self.words.tell(verdict.feedback), False, typed

    def _remember(self) -> None:
        """Store the estimate that the trials show, because it is not yet an answer."""
        if self._simulation is not None and self._simulation.trials and self._question.kind != "choice":
            self._progress.saw(self._exercise, self._estimate())

    def _record(self, message_id: str | None = None) -> None:
        """Have the browser store this question's progress, and refresh every widget that shows it."""
        self._learner.changed([self._question.id], self, message_id)

    def refresh(self, ack: str | None) -> None:
        """Show the learner's current progress."""
        now = self._progress.exercise(self._question)
        if (now.seed, now.level) != (self._exercise.seed, self._exercise.level):
            self._exercise, self._shift = now, now.level - self._exercise.level
            self._simulation, self._skipped, self._feedback, self._unread, self._draft = None, False, "", False, ""
        self._show(ack)
        self._go_on()

    def _new_simulation(self) -> IncrementalSimulation:
        return IncrementalSimulation(
            lambda: self._question.experiment(self._exercise.params), f"{self._exercise.seed}/card"
        )

    @property
    def _open(self) -> bool:
        """True if the steps after the prediction are available."""
        attempt = self._progress.work(self._question)
        begun = bool(attempt.answers or attempt.hints or attempt.over)
        return self._skipped or begun or self._question.id in self._progress.predictions

    def _step(self) -> bool:
        simulation = self._simulation
        if simulation is not None and simulation.trials < simulation.wanted:
            more = simulation.run(SLICE)
            if not more:
                self._remember()
                self._record()
            self._show_progress(more=more)
            return more
        return False

    @property
    def _running(self) -> bool:
        return self._simulation is not None and self._simulation.trials < self._simulation.wanted

    def _about(self) -> LessonAbout:
        return {**self._introduction(), "widget": "question"}

    def _content(self) -> QuestionContent:
        words, exercise, progress = self.words, self._exercise, self._progress
        attempt = progress.work(exercise)
        shown = len(exercise.hints) if attempt.solved else attempt.hints
        own = progress.reflections.get(self._question.id, "")
        truth = self._truth() if attempt.over else None
        fits, guess_fits = progress.fits(exercise), progress.guess_fits(exercise)
        before = "" if self._unread else feedback_before(exercise, progress, words, fits=fits)
        prediction = self._prediction(guess_fits)
        typed = attempt.answers[-1] if attempt.answers and fits else ""
        return {
            "id": self._question.id,
            "title": self._title(),
            "kind": self._question.kind,
            "prompt": words.tell(exercise.prompt),
            "level": level_text(self._shift or exercise.level, words),
            "hands": self._hands(),
            "choices": [{"id": name, "text": words.tell(choice)} for name, choice in exercise.choices.items()],
            "rules": words.tell(exercise.rules),
            "near": self._near(),
            "interval": self._question.interval,
            "open": self._open,
            "tries": list(AT_ONCE) if self._question.tries else [],
            "prediction": prediction,
            "sample": self._trials(),
            "picture": self._picture(prediction if guess_fits else None, truth),
            "truth": truth,
            "outcome": attempt.outcome if fits else "not attempted",
            "outcome_text": words.say(STATES[attempt.outcome] if fits else _EARLIER),
            "solved": attempt.solved,
            "typed": typed,
            "reading": reading("" if self._draft is None else self._draft or typed, exercise, words),
            "feedback": self._feedback or before,
            "hints": [words.tell(hint) for hint in exercise.hints[:shown]],
            "hints_of": len(exercise.hints),
            "solution": words.tell(exercise.solution) if attempt.over else "",
            "reflection": {
                "prompt": reflection_prompt(exercise, progress, words, guess_fits=guess_fits) if attempt.over else "",
                "own": own,
                "model": words.tell(exercise.model) if attempt.over and own else "",
            },
            "running": self._running,
            "recall": None,
        }

    def _title(self) -> str:
        place = self._learner.place(self._question)
        if place is None:
            return self.words.say("Question")
        return self.words.say("Question {n} of {of}", n=place.number, of=len(place.lesson.questions))

    def _hands(self) -> list[Part]:
        """Return the content shown below the prompt."""
        return self._held(self._exercise)

    def _held(self, exercise: Exercise) -> list[Part]:
        """Return the cards that an exercise mentions."""
        hands = exercise.hands
        titles = [self.words.say("Hand {n}", n=n) for n in range(1, len(hands) + 1)] if len(hands) > 1 else [""]
        rows = [Held(title, " ".join(card.word for card in hand)) for title, hand in zip(titles, hands, strict=False)]
        return [with_names(cards(*rows), self.words)] if rows else []

    def _near(self) -> str:
        """Return the sentence that states when a prediction counts as correct."""
        rule = self._exercise.near_rule
        return self.words.tell(rule) if rule else ""

    def _prediction(self, fits: bool) -> Predicted | None:
        made = self._progress.predictions.get(self._question.id)
        return None if made is None else predicted(made, self._exercise, self.words, fits=fits)

    def _written(self, value: Fraction) -> str:
        """Format a number the way this question formats its numbers."""
        return self.words.number(self._exercise.said(value))

    def _truth(self) -> Truth:
        answer = self._exercise.answer
        if isinstance(answer, str):
            return {
                "value": None,
                "written": read_answer(answer, self._exercise, self.words)[1],
                "choice": answer,
                "fraction": "",
            }
        return {"value": float(answer), "written": self._written(answer), "choice": "", "fraction": _fraction(answer)}

    def _trials(self) -> Trials | None:
        simulation = self._simulation
        if simulation is None or not simulation.trials:
            return None
        text = self._explanation
        if isinstance(self._exercise.answer, str) and self._question.reads is not None:
            choice = str(self._question.reads(self._exercise.params, simulation.estimate().value))
            text = self.words.say(
                "After {n} trials, the likely answer is: {choice}.",
                n=simulation.trials,
                choice=read_answer(choice, self._exercise, self.words)[1],
            )
        return {"trials": simulation.trials, "wanted": simulation.wanted, "seed": str(simulation.seed), "said": text}

    def _marks(self, guess: Predicted | None, truth: Truth | None) -> list[Mark]:
        """Return the guess, the trials and the truth, each only if it is known and is a number."""
        say, marks = self.words.say, list[Mark]()
        if guess and guess["value"] is not None:
            value = Value(guess["value"], guess["written"], guess["low"], guess["high"])
            marks.append(("guess", say("your guess"), value))
        if self._simulation is not None and self._simulation.trials:
            found = self._estimate()
            trials = Value(found.value, self.words.number(found.text), found.low, found.high)
            marks.append(("sample", say("trials"), trials))
        if truth and truth["value"] is not None:
            marks.append(("truth", say("exact"), Value(truth["value"], truth["written"])))
        return marks

    def _picture(self, guess: Predicted | None, truth: Truth | None) -> list[Part]:
        """Draw the guess, the trials and, once known, the truth; draw nothing for a choice."""
        if self._question.kind == "choice":
            return []
        shows = guess, truth, self._simulation, self._simulation and self._simulation.trials, self.words.language.name
        if self._drawn[0] != shows:
            self._drawn = shows, self._draw(guess, truth)
        return self._drawn[1]

    def _draw(self, guess: Predicted | None, truth: Truth | None) -> list[Part]:
        say, marks = self.words.say, self._marks(guess, truth)
        if self._simulation is not None and self._simulation.trials:
            return [self._bars(say("Guess, trials and truth"), self._explanation, marks), self._lines(marks)]
        if len(marks) < 2:
            return []
        written = {role: value.written for role, _, value in marks}
        said = say("Your guess was {guess}; the exact answer is {truth}.", **written)
        return [self._bars(say("Your guess and the exact answer"), said, marks)]

    def _bars(self, title: str, label: str, marks: Sequence[Mark]) -> Part:
        say = self.words.say
        return bars(
            title,
            label,
            series=[(role, name) for role, name, _ in marks],
            rows=[TableRow("", [value for _, _, value in marks])],
            axis=say("chance") if self._unit == "percent" else say("number"),
            head="",
            unit=self._unit,
        )

    @property
    def _unit(self) -> Unit:
        return "percent" if self._question.kind == "chance" else "number"

    def _lines(self, marks: Sequence[Mark]) -> Part:
        """Draw the estimate as it settles during the trials."""
        assert self._simulation is not None
        say, unit, found = self.words.say, self._unit, self._estimate()
        points = [(n, *map(self._read_off, rest)) for n, *rest in self._simulation.moments()]
        return lines(
            say("How the trials settle"),
            self._explanation,
            x=say("trials"),
            y=say("share") if unit == "percent" else say("mean"),
            log=True,
            unit=unit,
            curves=[Curve("sample", say("trials"), [(n, value) for n, value, _, _ in points], key="sample")],
            band=[(n, low, high) for n, _, low, high in points],
            levels=[Level(role, name, one.value, one.written) for role, name, one in marks if role != "sample"],
            head=[say("trials"), say("value")],
            table=[[self.words.number(number(int(n))), self._estimated(found, *rest)] for n, *rest in points],
        )

    @property
    def _explanation(self) -> str:
        assert self._simulation is not None
        return self.words.tell(self._simulation.estimate().explanation)

    def _read_off(self, value: float) -> float:
        """Return the answer that a simulated value supports."""
        reads = self._question.reads
        return float(value if reads is None else reads(self._exercise.params, value))

    def _estimate(self) -> Estimate:
        """Return the estimate of the answer from the trials so far."""
        assert self._simulation is not None
        found = self._simulation.estimate()
        if self._question.reads is None:
            return found
        value, low, high = map(self._read_off, (found.value, found.low, found.high))
        error = (high - low) / (2 * z_score(found.confidence))
        return replace(found, value=value, low=low, high=high, error=error)

    def _estimated(self, found: Estimate, value: float, low: float, high: float) -> str:
        """Format a running estimate with the digits that its interval supports, but no more digits than *found*, the
        latest estimate."""
        error = (high - low) / (2 * z_score(found.confidence))
        shown = replace(found, value=value, error=max(error, found.error) if isfinite(error) else found.error)
        return self.words.number(shown.text)

    def __repr__(self) -> str:
        return f"<Question {self._question.id}>"

    def html(self) -> Html:
        """Return the question for pages without Python, with hints and solution collapsed."""
        return question_html(self.about, self.view["title"], self._exercise, self.words, self._others())

    def _others(self) -> list[tuple[str, Exercise]]:
        """Return the other exercises on this card with their titles."""
        return []

    def _speak(self, content: Mapping[str, Any], message_id: str) -> None:
        self._feedback = ""
        super()._speak(content, message_id)

    def _on_predict(self, content: Mapping[str, Any]) -> None:
        guess = _typed(content.get("guess"))
        if not guess.strip():
            raise Refused("bad_value", phrase("Enter a guess to make a prediction."))
        self._progress.predict(self._exercise, guess, content.get("confidence"))  # type: ignore[arg-type]  # checked there

    def _on_skip(self, content: Mapping[str, Any]) -> None:
        self._skipped = True

    def _on_simulate(self, content: Mapping[str, Any]) -> None:
        self.simulate(content.get("n"))  # type: ignore[arg-type]  # checked there

    def _on_answer(self, content: Mapping[str, Any]) -> None:
        self._grade(_typed(content.get("typed")))

    def _on_read(self, content: Mapping[str, Any]) -> None:
        self._draft = _typed(content.get("typed"))

    def _on_hint(self, content: Mapping[str, Any]) -> None:
        self._progress.hint(self._exercise)

    def _on_solve(self, content: Mapping[str, Any]) -> None:
        self._progress.solution(self._exercise)

    def _on_reflect(self, content: Mapping[str, Any]) -> None:
        sentence = content.get("sentence")
        if not isinstance(sentence, str):
            raise Refused("malformed", self.MALFORMED)
        self._progress.reflect(self._exercise, sentence)

    def _on_renew(self, content: Mapping[str, Any]) -> None:
        self._progress.renew(self._question)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {
        **LearnerScreen.HANDLERS,
        "language": _speak,
        "predict": _handler(_on_predict, after_prediction=False),
        "skip": _handler(_on_skip, after_prediction=False, recorded=False),
        "simulate": _handler(_on_simulate, recorded=False),
        "answer": _handler(_on_answer),
        "read": _handler(_on_read, recorded=False),
        "hint": _handler(_on_hint),
        "solve": _handler(_on_solve),
        "reflect": _handler(_on_reflect, after_prediction=False),
        "renew": _handler(_on_renew, after_prediction=False),
    }


def _typed(text: Any) -> str:
    if not isinstance(text, str) or len(text) > MOST_TYPED:
        raise Refused("bad_value", _TYPED, most=MOST_TYPED)
    return text


def _fraction(value: Fraction) -> str:
    """Return the fraction if it is short enough to read at a glance; otherwise an empty string."""
    text = f"{value.numerator}/{value.denominator}"
    return text if value.denominator > 1 and len(text) <= 15 else ""
