"""The guess that a figure asks for before it shows its result, and the comparison of the two."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ....base.translatable import phrase
from ....languages.number_text import number
from ....languages.text import Text
from ....odds.exact import percent
from ...exercises.nearness import is_near, missed
from .. import wire
from .controls import ChoiceControl, SliderControl, choice, slider
from .parts import Part, TableRow, Value, bars, text

PERCENT = SliderControl(phrase("Your guess"), 0, 100, 1, phrase("{n}%"))
"""The slider for guessing a chance."""


class Guess(NamedTuple):
    """The question that a figure asks before it shows its result."""

    prompt: str
    """The question, in the figure's language."""
    field: SliderControl | ChoiceControl
    """The slider or the choices for the guess; for a chance, a percentage slider."""
    exact: Fraction | str
    """The exact value, or the right choice."""
    unit: wire.Unit = "percent"


def guess_part(asked: Guess, words: Text) -> wire.Guessing:
    """Return the question with a slider set to its midpoint, or with choices, none of which is selected."""
    field: wire.RangeField | wire.ListField
    if isinstance(asked.field, ChoiceControl):
        field = choice("guess", asked.field, "", words)
    else:
        _, low, high, step, _ = asked.field
        field = slider("guess", asked.field, low + (high - low) // step // 2 * step, words)
    place, reveal = words.say("This is my guess"), words.say("Show it without a guess")
    return {"kind": "guess", "prompt": asked.prompt, "field": field, "place": place, "reveal": reveal}


def guess_written(asked: Guess, value: int | str, words: Text) -> str:
    """Return a guess as text."""
    if isinstance(asked.field, ChoiceControl):
        return words.say(asked.field.options[str(value)])
    return words.say(asked.field.unit, n=number(int(value)))


def beside_result(asked: Guess, placed: int | str, sample: Value | None, words: Text) -> list[Part]:
    """Return the guess next to the trials and the exact value."""
    say, written = words.say, guess_written(asked, placed, words)
    if isinstance(asked.exact, str):
        if placed == asked.exact:
            return [text(say("You guessed: {guess}. That is right.", guess=written), "right", key="guess")]
        exact = guess_written(asked, asked.exact, words)
        return [text(say("You guessed: {guess}. It is: {exact}.", guess=written, exact=exact), "wrong", key="guess")]
    share = asked.unit == "percent"
    guessed = Fraction(int(placed), 100 if share else 1)
    exact = words.number(percent(asked.exact) if share else number(asked.exact))
    off = missed(guessed, asked.exact, chance=share)
    told = say("You guessed {guess}. It is {exact}. Your guess: {off}.", guess=written, exact=exact, off=off)
    drawn: list[tuple[wire.Role, str, Value | None]] = [
        ("guess", say("your guess"), Value(float(guessed), written)),
        ("sample", say("trials"), sample),
        ("truth", say("exact"), Value(float(asked.exact), exact)),
    ]
    chart = bars(
        say("Your guess beside the result"),
        told,
        series=[(role, name) for role, name, value in drawn if value],
        rows=[TableRow("", [value for _, _, value in drawn if value], "guess")],
        axis=say("chance") if share else say("number"),
        head="",
        unit=asked.unit,
    )
    return [text(told, "right" if is_near(guessed, asked.exact, chance=share) else "wrong", key="guess"), chart]
