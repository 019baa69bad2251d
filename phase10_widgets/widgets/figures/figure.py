"""A figure of a lesson: something that can be chosen, something that can be done, and parts that show what comes of it.

A figure is one class: its traits, a control for each of them (:class:`SliderControl`, :class:`ChoiceControl`,
:class:`SwitchControl` or :class:`NumberControl`), and ``_parts``. Everything else, from checking what a browser asks
to what stands in a saved notebook, is here.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, TypeAlias

from ... import languages
from ...core.messages import phrase
from ...odds.estimate import Estimate
from ...odds.exact import percent
from ...odds.simulation.chunks import Tally
from ...teaching.number_text import number
from ...views.protocol import lesson as wire
from ...views.protocol.lesson import Controls, Deed, FigureContent, LessonAbout
from ..shared.interactive import InteractiveWidget
from ..shared.message_widget import BuiltFile, Handler, Refused
from ..shared.numbers import told
from .parts import Part, Value, with_names
from .static import figure_html

_WHOLE = phrase("{label}: a whole number from {low} to {high}, not {value}.")
_STEP = phrase("{label}: in steps of {step} from {low} to {high}, not {value}.")
_OPTION = phrase("{label}: one of {options}, not {value}.")
_SWITCH = phrase("{label}: either on or off.")
_NO_FIELD = phrase("There is nothing to choose that is called {name}; there is {names}.")
_TIMES = phrase("One can do this {allowed} times at once, not {value}.")
_NO_ACT = phrase("There is nothing to do that is called {name}.")


class SliderControl(NamedTuple):
    """A whole number that is chosen with a slider."""

    label: str
    low: int
    high: int
    step: int = 1
    unit: str = "{n}"
    """How the number is written, such as ``phrase("{n} %")``."""


class NumberControl(NamedTuple):
    """A whole number that is typed, such as a seed."""

    label: str
    low: int
    high: int


class ChoiceControl(NamedTuple):
    """One of some values, each with its name."""

    label: str
    options: Mapping[str, str]


class SwitchControl(NamedTuple):
    """On or off."""

    label: str


Field: TypeAlias = SliderControl | NumberControl | ChoiceControl | SwitchControl


class Figure(InteractiveWidget):
    """A figure. ``figure.choose(cards=10)`` and ``figure.cards = 10`` do what the controls do;
    ``figure.do("deal", 100)`` does what a button does."""

    _esm = BuiltFile("lesson.js")
    _css = BuiltFile("lesson.css")
    KIND = "figure"
    ANYTIME = frozenset({"ping", "language", "choose", "do"})
    TITLE: ClassVar[str]
    LEAD: ClassVar[str]
    """What can be found out with it, in a sentence."""
    FIELDS: ClassVar[Mapping[str, Field]] = {}
    """What can be chosen, by the names of the traits. A figure whose choices depend on it overrides ``_fields``."""
    ACTS: ClassVar[Mapping[str, Callable[[Any, Any], None]]] = {}
    """What can be done: functions of the figure and a value that comes from the browser, so it must be checked."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.TRAITS = tuple(cls.FIELDS)

    def __init__(self, language: str = languages.ENGLISH, **chosen: Any) -> None:
        """A figure that shows what is *chosen*, by the names of its traits; the rest is as they say.

        Raises:
            ValueError: something that cannot be chosen.
        """
        super().__init__(language)
        self._take({**{name: getattr(self, name) for name in self.TRAITS}, **chosen})

    def choose(self, **changes: Any) -> None:
        """Show something else, by the names of traits.

        Raises:
            ValueError: what is given cannot be; nothing has changed then.
        """
        self._take(changes)

    def do(self, name: str, value: Any = None) -> None:
        """Do what a button does.

        Raises:
            ValueError: there is no such thing to do, or not with this value.
        """
        if name not in self.ACTS:
            raise Refused("bad_value", _NO_ACT, name=repr(name)[:40])
        self.ACTS[name](self, value)
        self._show()
        self._go_on()

    def _about(self) -> LessonAbout:
        return {**self._introduction(), "widget": "figure"}

    @property
    def _fields(self) -> Mapping[str, Field]:
        """What can be chosen now."""
        return self.FIELDS

    def _take(self, changes: Mapping[str, Any], ack: str | None = None) -> None:
        fields = self._fields
        for name, value in changes.items():
            if name not in fields:
                raise Refused("bad_value", _NO_FIELD, name=repr(name)[:40], names=", ".join(fields))
            self._check(fields[name], value)
        self._chosen(changes)
        self._show(ack)
        self._go_on()

    def _chosen(self, changes: Mapping[str, Any]) -> None:
        """Take what was chosen, each of it checked. A figure that keeps something for it begins that anew here; one
        whose choices depend on each other adapts or refuses them, before anything has changed."""
        self._set_traits(changes)

    def _check(self, field: Field, value: Any) -> None:
        label = self.words.say(field.label)
        match field:
            case SliderControl(_, low, high, step):
                if type(value) is not int or not low <= value <= high or (value - low) % step:
                    template = _WHOLE if step == 1 else _STEP
                    raise Refused(
                        "bad_value", template, label=label, low=low, high=high, step=step, value=repr(value)[:20]
                    )
            case NumberControl(_, low, high):
                if type(value) is not int or not low <= value <= high:
                    raise Refused("bad_value", _WHOLE, label=label, low=low, high=high, value=repr(value)[:20])
            case ChoiceControl(_, options):
                if not isinstance(value, str) or value not in options:
                    raise Refused("bad_value", _OPTION, label=label, options=", ".join(options), value=repr(value)[:20])
            case SwitchControl():
                if type(value) is not bool:
                    raise Refused("bad_value", _SWITCH, label=label)

    @abstractmethod
    def _parts(self) -> list[Part]:
        """What is seen, from top to bottom. ``self._controls(...)`` is among it."""

    def _said(self) -> str:
        """What is spoken when this is shown."""
        return ""

    @property
    def _running(self) -> bool:
        """Whether something is still being computed."""
        return False

    def _controls(self, *deeds: Deed, only: tuple[str, ...] | None = None) -> Controls:
        """The controls of all fields, or *only* of some, and buttons made by :meth:`_deed`."""
        fields = self._fields
        names = tuple(fields) if only is None else only
        return {"kind": "controls", "fields": [self._field(name, fields[name]) for name in names], "deeds": list(deeds)}

    def _deed(self, name: str, text: str, value: Any = None, *, main: bool = False, disabled: bool = False) -> Deed:
        """A button that does ``ACTS[name]`` with this value."""
        return {"name": name, "value": value, "text": text, "main": main, "disabled": disabled}

    def _field(self, name: str, field: Field) -> wire.Field:
        say = self.words.say
        label, value = say(field.label), getattr(self, name)
        match field:
            case SliderControl(_, low, high, step, unit):
                written = say(unit, n=value)
                return {
                    "field": "range",
                    "name": name,
                    "label": label,
                    "value": int(value),
                    "low": low,
                    "high": high,
                    "step": step,
                    "written": written,
                }
            case NumberControl(_, low, high):
                return {"field": "number", "name": name, "label": label, "value": int(value), "low": low, "high": high}
            case ChoiceControl(_, options):
                offered = [(key, say(told)) for key, told in options.items()]
                return {"field": "list", "name": name, "label": label, "value": str(value), "options": offered}
            case SwitchControl():
                return {"field": "switch", "name": name, "label": label, "value": bool(value)}

    def _content(self) -> FigureContent:
        say = self.words.say
        return {
            "title": say(self.TITLE),
            "lead": say(self.LEAD),
            "asked": {name: getattr(self, name) for name in self.TRAITS},
            "parts": [with_names(part, self.words) for part in self._parts()],
            "said": self._said(),
            "running": self._running,
        }

    def _told(self, written: str) -> str:
        """A number, written with a point, as the figure's language writes it."""
        return told(written, self.words)

    def _percent(self, value: Fraction) -> str:
        """A chance as it is read: to four digits."""
        return self._told(percent(value))

    def _number(self, value: Fraction | int) -> str:
        """A number as it is read: a whole one with all its digits, any other to four."""
        return self._told(number(value))

    def _counted(self, value: Fraction) -> Value:
        """A chance that was counted, to be drawn."""
        return Value(float(value), self._percent(value))

    def _found(self, hits: int, trials: int) -> Value | None:
        """The share of hits in some trials, which is a fact and not rounded, with its interval; None without any."""
        if not trials:
            return None
        found = Estimate.of(Tally("chance", trials, hits, 0))
        return Value(found.value, self._percent(Fraction(hits, trials)), found.low, found.high)

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.TRAITS)
        return f"{type(self).__name__}({chosen})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self._with_text(super()._repr_mimebundle_(**kwargs), figure_html(self.about, self.view, self.words))

    def _choose(self, content: Mapping[str, Any], message_id: str) -> None:
        self._take({name: content[name] for name in self.TRAITS if name in content}, message_id)

    def _do(self, content: Mapping[str, Any], message_id: str) -> None:
        name = content.get("name")
        if not isinstance(name, str) or name not in self.ACTS:
            raise Refused("bad_value", _NO_ACT, name=repr(name)[:40])
        self.ACTS[name](self, content.get("value"))
        self._show(message_id)
        self._go_on()

    HANDLERS: ClassVar[Mapping[str, Handler]] = {**InteractiveWidget.HANDLERS, "choose": _choose, "do": _do}


def number_to_do(value: Any, allowed: tuple[int, ...]) -> int:
    """How often a button does it, if it is one of these numbers.

    Raises:
        Refused: it is another.
    """
    if type(value) is not int or value not in allowed:
        raise Refused("bad_value", _TIMES, allowed=", ".join(map(str, allowed)), value=repr(value)[:20])
    return value
