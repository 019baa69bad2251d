"""A learner's guesses and answers, formatted the way their question formats numbers, and the sentences about them."""

from __future__ import annotations

from contextlib import suppress

from ...base.translatable import NumberText, Refusal, Sentence, phrase
from ...languages.text import Text
from .. import Exercise, Prediction, Progress
from ..exercises.exercise import TO
from ..exercises.expression_text import Node
from .wire import MathNode, Predicted, Reading

_LEVELS = {-1: phrase("These numbers are easier."), 1: phrase("These numbers are harder.")}


def predicted(made: Prediction, exercise: Exercise, words: Text, *, fits: bool) -> Predicted:
    """Return a prediction as shown on a card; a prediction that does not fit the question is not judged."""
    value, low, high, written = _read_guess(made.guess, exercise, words)
    came = {True: words.say("It came true."), False: words.say("It did not come true."), None: ""}[made.came_true]
    return {
        "guess": _guess(made.guess, exercise),
        "value": value,
        "low": low,
        "high": high,
        "written": written,
        "confidence": made.confidence,
        "sure": words.say("{n}% sure", n=round(100 * made.confidence)),
        "came_true": made.came_true if fits else None,
        "said": came if fits else words.say("It belongs to an earlier version of this question."),
    }


def read_answer(typed: str, exercise: Exercise, words: Text) -> tuple[float | None, str]:
    """Return an answer as a number and as text. The number is None for a choice and for unreadable text."""
    try:
        if exercise.question.kind == "choice":
            return None, words.tell(exercise.choices[exercise.choice(typed)])
        value = exercise.read(typed)[0].value
    except Refusal:
        return None, typed
    return float(value), words.number(exercise.said(value))


def reading(typed: str, exercise: Exercise, words: Text) -> Reading:
    """Return how a text would be read as an answer; for a choice, nothing needs to be said."""
    said = exercise.reading(typed) if exercise.question.kind != "choice" else None
    if said is None:
        return {"typed": typed, "said": "", "math": []}
    math = [_math(node, words) for node in exercise.typeset(typed)]
    return {"typed": typed, "said": words.tell(said), "math": math}


def level_text(level: int, words: Text) -> str:
    """Return a sentence about easier or harder numbers, or an empty string."""
    return words.say(_LEVELS[level]) if level in _LEVELS else ""


def feedback_before(exercise: Exercise, progress: Progress, words: Text, *, fits: bool) -> str:
    """Return the feedback on the last answer, or the part of it that was saved."""
    attempt = progress.work(exercise)
    if not fits:
        if attempt.outcome == "right":
            return words.say("Your answer was right, but this question has changed since.")
        return words.say("You answered this question before it changed.")
    if attempt.outcome == "right":
        return words.say("Right: it is {answer}.", answer=exercise.answer_text)
    return words.tell(exercise.feedback(attempt.error)) if attempt.error else ""


def reflection_prompt(exercise: Exercise, progress: Progress, words: Text, *, guess_fits: bool) -> str:
    """Return the reflection prompt: first the learner's own prediction, then the question."""
    made = progress.predictions.get(exercise.question.id)
    asked = [exercise.reflection]
    if made is not None and guess_fits:
        with suppress(Refusal):
            own = exercise.looking_back(made.guess)
            asked = [own, *asked] if own else asked
    first = progress.work(exercise).first_here
    if first is not None and first.outcome == "wrong" and progress.fits(exercise):
        typed = read_answer(first.typed, exercise, words)[1]
        asked = [Sentence("Your first answer was “{typed}”. What do you see differently now?", typed=typed), *asked]
    return " ".join(map(words.tell, asked))


def _math(node: Node, words: Text) -> MathNode:
    tag, inside = node
    if isinstance(inside, str):
        text = words.number(inside) if isinstance(inside, NumberText) else inside
        return {"tag": tag, "text": text, "inside": []}  # type: ignore[typeddict-item]  # one of the tags in wire.py
    return {"tag": tag, "text": "", "inside": [_math(one, words) for one in inside]}  # type: ignore[typeddict-item]


def _guess(typed: str, exercise: Exercise) -> str:
    """Return a guess in the form that the browser sends; a choice is sent as its id."""
    if exercise.question.kind == "choice":
        with suppress(Refusal):
            return exercise.choice(typed)
    return typed


def _read_guess(typed: str, exercise: Exercise, words: Text) -> tuple[float | None, float | None, float | None, str]:
    """Return a guess as a number, the ends of its interval if it has one, and its text."""
    if TO in typed and exercise.question.kind != "choice":
        with suppress(Refusal):
            low, high = exercise.guessed(typed)
            both = words.say("{low} to {high}", low=exercise.said(low), high=exercise.said(high))
            return float((low + high) / 2), float(low), float(high), both
    value, written = read_answer(typed, exercise, words)
    return value, None, None, written
