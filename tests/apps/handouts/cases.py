"""What learners may type at a question, and questions that are hard to write down."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import xmlschema

from phase10_widgets.teaching import (
    AnswerError,
    Choice,
    Distractor,
    Exercise,
    Lesson,
    Progress,
    Question,
    Reflection,
    lesson,
)

ENDS_WITH_ZERO = re.compile(r"\.\d*0%?$")
HERE = Path(__file__).parent
HOSTILE = """<img src=x onerror="alert(1)"> ]]> </p> & &amp; 'x' @@PLUGINFILE@@ \u202e\x00\x1b\ufffe"""
SEEN = """<img src=x onerror="alert(1)"> ]]> </p> & &amp; 'x' @@PLUGINFILE@@"""
"""The same without the characters that are not shown."""


class Typed(NamedTuple):
    """A number that a learner may type, and what the lesson makes of it."""

    text: str
    """With a percent sign, where the lesson wants one."""
    outcome: str
    """``"right"``, ``"wrong"``, or ``"unread"`` where the lesson asks again."""


def schema(name: str, version: type[xmlschema.XMLSchemaBase] = xmlschema.XMLSchema10) -> xmlschema.XMLSchemaBase:
    """Return a schema of this folder."""
    return version(HERE / name)


def exercise_of(number: int, question: str, version: str) -> Exercise:
    """Return the exercise behind a version, from the number at the end of its name."""
    found = next(one for one in lesson(number).questions if one.id == question)
    return Progress(seed=int(version)).exercise(found)


def typed_numbers(exercise: Exercise) -> Iterator[Typed]:
    """Yield roundings of the answer and of each mistake, as percentages and as decimals, and some numbers nearby.

    None ends with a 0 after the point: a platform takes 14.0 for 14, while a lesson counts its digits.
    """
    chance, answer = exercise.question.kind == "chance", exercise.answer
    assert isinstance(answer, Fraction)
    texts = []
    for value in (answer, *exercise.wrong.values()):
        for places in (0, 1, 2, 3, 5):
            texts += [f"{100 * float(value):.{places}f}%"] if chance else []
            texts.append(f"{float(value):.{places + 2 * chance}f}")
    for share in (0.9, 0.97, 1.02, 1.1, 2):
        texts.append(f"{100 * share * float(answer):.4f}%" if chance else f"{share * float(answer):.4f}")
    yield from (
        Typed(text, _outcome(exercise, text)) for text in dict.fromkeys(texts) if not ENDS_WITH_ZERO.search(text)
    )


def _outcome(exercise: Exercise, text: str) -> str:
    try:
        return exercise.check(text).outcome
    except AnswerError:
        return "unread"


def is_close(typed: str, exercise: Exercise) -> bool:
    """Return True if a number that no lesson accepts is so close to the answer that a platform may.

    Platforms do not count digits, so a fine rounding may be off in its last place.
    """
    value, answer = Fraction(typed.removesuffix("%")) / (100 if typed.endswith("%") else 1), exercise.answer
    assert isinstance(answer, Fraction)
    return abs(value - answer) <= max(Fraction(6, 1000) * answer, exercise.question.tolerance * Fraction(101, 100))


def written_out(value: Fraction, *, percent: bool) -> str:
    """Return a value to eight significant digits, without an exponent."""
    number = float(f"{float(value) * (100 if percent else 1):.7e}")
    return f"{number:.15f}".rstrip("0").rstrip(".")


def own(**changes: object) -> Question:
    """Return a question of a teacher's own, with these changes."""
    fields = {
        "id": "my/sixes",
        "prompt": "You throw {dice} dice. How likely is at least one six?",
        "draw": _dice,
        "answer": lambda p: 1 - Fraction(5, 6) ** p["dice"],
        "wrong": (Distractor("none", lambda p: Fraction(5, 6) ** p["dice"], "That is no six at all."),),
        "hints": ("What does not count?", "No six comes in 5 of 6 cases.", "Multiply {dice} such fractions."),
        "solution": "1 minus 5/6 to the power of {dice}: {answer}.",
        "experiment": lambda p: lambda random: any(random.randint(1, 6) == 6 for _ in range(p["dice"])),
        "reflect": Reflection("Why?", "Because."),
    }
    return Question(**(fields | changes))  # type: ignore[arg-type]


def _dice(random: Random) -> dict[str, int]:
    return {"dice": random.randint(3, 8)}


def hostile_lesson() -> Lesson:
    """Return a lesson with markup and control characters in every text, and slashes and quotes in names."""
    typed = own(
        id='my/"sixes" </text>',
        prompt=HOSTILE + " {dice}",
        draw=lambda random: {"dice": 3},
        wrong=(Distractor(HOSTILE, lambda p: Fraction(5, 6) ** p["dice"], HOSTILE),),
        hints=(HOSTILE, HOSTILE, HOSTILE),
        solution=HOSTILE,
        standards=(HOSTILE,),
    )
    chosen = own(
        id="my/choice",
        prompt=HOSTILE + " {dice}",
        answer=lambda p: "<b>",
        wrong=(),
        kind="choice",
        choices=(Choice("<b>", HOSTILE + "1", HOSTILE), Choice("'\"", HOSTILE + "2", HOSTILE)),
        reads=lambda p, value: "<b>",
        hints=(HOSTILE, HOSTILE, HOSTILE, HOSTILE),
        solution=HOSTILE,
    )
    return Lesson(20, f"a/b {HOSTILE}", (typed, chosen))


REFUSED: list[tuple[Any, Any, str, str]] = [
    # lessons, seeds, message, why
    ((), range(1, 3), "at least one lesson", "nothing to write"),
    (3, range(1, 3), "3 is not a lesson; give a lesson or several, such as lesson", "a number is not a lesson"),
    (("x",), range(1, 3), "'x' is not a lesson", "nor is a text"),
    (Lesson(20, "Empty", ()), range(1, 3), "lesson 20 has no questions", "an empty test is no test"),
    ((lesson(3), lesson(3)), range(1, 3), "lesson 3 is there twice", "files need names of their own"),
    (Lesson(20, "Twice", (own(), own())), range(1, 3), "the question 'my/sixes' is there twice", "so do categories"),
    (
        Lesson(20, "Odd", (own(accepts=("fraction",)),)),
        [1],
        "neither decimals nor percentages",
        "no platform reads 1/6",
    ),
    (lesson(3), (), "at least one seed", "no version"),
    (lesson(3), range(201), "at most 200 versions", "a file that no platform imports"),
    (lesson(3), iter(int, 1), "at most 200 versions", "nor an endless one"),
    (lesson(3), ["1"], "a seed is a whole number, not '1'", "version 1 and version '1' would have one name"),
    (lesson(3), [True], "a seed is a whole number, not True", "the same"),
]
