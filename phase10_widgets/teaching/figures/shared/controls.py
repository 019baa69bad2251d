"""The controls of a figure: their choices, their validation, and their form in messages to the browser."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import shorten
from typing import Any, NamedTuple, TypeAlias

from ....base.integers import integer_from
from ....base.translatable import phrase
from ....languages.number_text import number
from ....languages.text import Text
from ....ui.screen import Refused
from .. import wire

_WHOLE = phrase("{label}: the value must be a whole number from {low} to {high}, not {value}.")
_STEP = phrase("{label}: the value must be from {low} to {high} in steps of {step}, not {value}.")
_OPTION = phrase("{label}: the choice must be one of {options}, not {value}.")
_SWITCH = phrase("{label}: the setting must be either on or off.")


class SliderControl(NamedTuple):
    """A whole number, set with a slider."""

    label: str
    low: int
    high: int
    step: int = 1
    unit: str = "{n}"
    """A format for the number, such as ``phrase("{n}%")``."""


class NumberControl(NamedTuple):
    """A whole number that is typed in, such as a seed."""

    label: str
    low: int
    high: int


class ChoiceControl(NamedTuple):
    """A choice among several named values."""

    label: str
    options: Mapping[str, str]


class SwitchControl(NamedTuple):
    """A switch, on or off."""

    label: str


Field: TypeAlias = SliderControl | NumberControl | ChoiceControl | SwitchControl


def check(field: Field, value: Any, words: Text) -> None:
    """Refuse a value that the control does not offer.

    Raises:
        Refused: the value is not allowed; the message names the control and its allowed values.
    """
    label = words.say(field.label)
    match field:
        case SliderControl(_, low, high, step):
            if integer_from(low, value, high) is None or (value - low) % step:
                template = _WHOLE if step == 1 else _STEP
                raise Refused("bad_value", template, label=label, low=low, high=high, step=step, value=repr(value)[:20])
        case NumberControl(_, low, high):
            if integer_from(low, value, high) is None:
                raise Refused("bad_value", _WHOLE, label=label, low=low, high=high, value=repr(value)[:20])
        case ChoiceControl(_, options):
            if not isinstance(value, str) or value not in options:
                some = shorten(", ".join(options), 200, placeholder=" …")
                raise Refused("bad_value", _OPTION, label=label, options=some, value=repr(value)[:20])
        case SwitchControl():
            if type(value) is not bool:
                raise Refused("bad_value", _SWITCH, label=label)


def slider(name: str, field: SliderControl, value: int, words: Text) -> wire.RangeField:
    """Return a slider set to this value."""
    return {
        "field": "range",
        "name": name,
        "label": words.say(field.label),
        "value": value,
        "low": field.low,
        "high": field.high,
        "step": field.step,
        "written": words.say(field.unit, n=number(value)),
    }


def choice(name: str, field: ChoiceControl, value: str, words: Text) -> wire.ListField:
    """Return the choices with this one selected."""
    offered = [(key, words.say(option)) for key, option in field.options.items()]
    return {"field": "list", "name": name, "label": words.say(field.label), "value": value, "options": offered}


def field_to_dict(name: str, field: Field, value: Any, words: Text) -> wire.Field:
    """Return a control set to this value."""
    match field:
        case SliderControl():
            return slider(name, field, int(value), words)
        case NumberControl(label, low, high):
            label = words.say(label)
            return {"field": "number", "name": name, "label": label, "value": int(value), "low": low, "high": high}
        case ChoiceControl():
            return choice(name, field, str(value), words)
        case SwitchControl(label):
            return {"field": "switch", "name": name, "label": words.say(label), "value": bool(value)}
