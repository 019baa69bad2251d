"""Base classes for the lesson figures: inputs, actions, the guess, and the parts that show the result.

A figure is a single class that defines its inputs, a control for each of them (:class:`SliderControl`,
:class:`ChoiceControl`, :class:`SwitchControl` or :class:`NumberControl`), its question (``_question``), and ``_parts``.
This module provides the rest, from validating messages to the static HTML in a saved notebook.

A figure with a question waits until the learner has made a guess and seen enough trials: ``_parts`` leaves out
everything that shows the answer while ``_open`` is False. A figure that repeats trials is a :class:`~.trials.Trials`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Self

from .... import languages
from ....base.translatable import phrase
from ....languages.number_text import number
from ....odds.estimate import share
from ....odds.exact import percent
from ....ui.drawn.markup import Html
from ....ui.interactive import InteractiveScreen
from ....ui.screen import Handler, Refused
from ..wire import Controls, Deed, FigureContent, LessonAbout
from .controls import Field, check, field_to_dict
from .guess import Guess, beside_result, guess_part, guess_written
from .parts import Part, Role, TableRow, Value, text, with_names
from .static import figure_html

_NO_FIELD = phrase("There is no setting called {name}. The settings are {names}.")
_NO_ACT = phrase("There is no action called {name}.")
_NO_GUESS = phrase("There is nothing to guess here.")
_NO_VALUE = phrase("This button takes no value.")
NOT_NOW = phrase("This choice is not offered now. Use one of the buttons in the figure.")
"""The refusal of a choice that a figure does not offer at this step."""


NONE = "\N{EN DASH}"
"""The table entry for a result without trials."""
MANY = 100
"""The minimum number of trials for a percentage; with fewer, the result is written as a count, such as 1 of 8."""
HUNDREDTH = Fraction(1, 10_000)
"""A hundredth of a percent: the unit used in a column of small chances."""


class Figure(InteractiveScreen):
    """A figure. ``figure.choose(cards=10)`` and ``figure.cards = 10`` correspond to the controls;
    ``figure.do("deal", 100)`` corresponds to a button."""

    KIND = "figure"
    ANYTIME = frozenset({"ping", "language", "choose", "do"})
    TITLE: ClassVar[str]
    LEAD: ClassVar[str]
    """One sentence about the question that the figure explores."""
    FIELDS: ClassVar[Mapping[str, Field]] = {}
    """The controls by input name. A figure whose choices depend on its state overrides ``_fields``."""
    ACTS: ClassVar[Mapping[str, Callable[[Any, Any], None]]] = {}
    """The actions by name: functions that receive the figure and a value from the browser, which they must validate."""
    ENOUGH: ClassVar[int] = 0
    """The number of trials that a learner must run after the guess before the result is shown."""
    ASKED: ClassVar[tuple[str, ...]] = ()
    """The inputs that the question depends on; each guess applies to one combination of their values."""
    GATED: ClassVar[tuple[str, ...]] = ()
    """The inputs that make the figure ask again when they change; other changes leave the result visible."""
    _trials = 0
    """The number of trials so far."""
    _computed = False
    """True if the learner has asked how the result is computed."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.INPUTS = tuple(cls.FIELDS)
        cls.ACTS = {**cls.GUESS_ACTS, **cls.ACTS}

    def __init__(self, language: str = languages.ENGLISH, **chosen: Any) -> None:
        """Show the figure with the *chosen* inputs; the others keep their defaults. Layout, tooltip and tabbable
        are also accepted.

        Raises:
            ValueError: a value is not allowed.
        """
        self._placed: int | str | None = None
        """The learner's guess."""
        self._placed_for: tuple[Any, ...] = ()
        """The inputs that the guess was made for."""
        self._revealed_for: tuple[Any, ...] | None = None
        """The inputs for which the result was shown."""
        self._told_before = ""
        """The sentences about the guess as they were before the learner's last action."""
        self._message_id: str | None = None
        """The id of the message reporting the button press; None if a program pressed the button."""
        super().__init__(language, **self._box(chosen))
        self._take({**{name: getattr(self, name) for name in self.INPUTS}, **chosen})

    def choose(self, **changes: Any) -> None:
        """Change inputs by name.

        Raises:
            ValueError: a value is not allowed; no input is changed.
        """
        self._take(changes)

    def do(self, name: str, value: Any = None) -> None:
        """Press a button.

        Raises:
            ValueError: there is no such button, or it does not accept this value.
        """
        if name not in self.ACTS:
            raise Refused("bad_value", _NO_ACT, name=repr(name)[:40])
        self._act(name, value)
        self._changed()

    def _act(self, name: str, value: Any) -> None:
        self._told_before = self._told_of_guess()
        self.ACTS[name](self, value)

    def reveal(self) -> Self:
        """Show the result without a guess, and return the figure."""
        self.do("reveal")
        return self

    def _guess(self, value: Any) -> None:
        asked = self._question()
        if asked is None:
            raise Refused("bad_value", _NO_GUESS)
        check(asked.field, value, self.words)
        self._placed, self._placed_for = value, self._values(self.ASKED)

    def _reveal(self, value: Any) -> None:
        if value is not None:
            raise Refused("bad_value", _NO_VALUE)
        self._revealed_for = self._values(self.GATED)

    def _guess_again(self, value: Any) -> None:
        if value is not None:
            raise Refused("bad_value", _NO_VALUE)
        self._placed = self._revealed_for = None

    def _compute(self, value: Any) -> None:
        if value is not None:
            raise Refused("bad_value", _NO_VALUE)
        self._computed = not self._computed

    GUESS_ACTS: ClassVar[Mapping[str, Callable[[Any, Any], None]]] = {
        "guess": _guess,
        "reveal": _reveal,
        "guess_again": _guess_again,
        "compute": _compute,
    }

    def _values(self, names: tuple[str, ...]) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in names])

    @property
    def _guessed(self) -> int | str | None:
        """The learner's guess for the current inputs."""
        return self._placed if self._placed_for == self._values(self.ASKED) else None

    def _question(self) -> Guess | None:
        """Return the question that comes before the result; None if the figure does not ask one."""
        return None

    def _sampled(self) -> Value | None:
        """Return the result of the trials, to be drawn beside the guess."""
        return None

    @property
    def _open(self) -> bool:
        """True if the result may be shown."""
        ready = self._guessed is not None and self._trials >= self.ENOUGH
        return self._revealed_for == self._values(self.GATED) or ready or self._question() is None

    @property
    def _ready(self) -> bool:
        """True if trials may be run: a guess has been made, or none is needed."""
        return self._guessed is not None or self._open

    def _about(self) -> LessonAbout:
        return {**self._introduction(), "widget": "figure"}

    @property
    def _fields(self) -> Mapping[str, Field]:
        """The current controls."""
        return self.FIELDS

    def _take(self, changes: Mapping[str, Any], ack: str | None = None) -> None:
        fields = self._fields
        for name, value in changes.items():
            if name not in fields:
                raise Refused("bad_value", _NO_FIELD, name=repr(name)[:40], names=", ".join(fields))
            check(fields[name], value, self.words)
        self._told_before = self._told_of_guess()
        self._chosen(changes)
        self._changed(ack)

    def _chosen(self, changes: Mapping[str, Any]) -> None:
        """Validate and apply changed inputs. A figure with its own results discards them here; a figure with
        interdependent choices adapts or refuses them before anything changes."""
        self._set_inputs(changes)

    def _changed(self, ack: str | None = None) -> None:
        """Show the learner's changes."""
        self._show(ack)
        self._go_on()

    @abstractmethod
    def _parts(self) -> list[Part]:
        """Return the displayed parts from top to bottom, including ``self._controls(...)``."""

    def _said(self) -> str:
        """Return the sentence that is announced with this view."""
        return ""

    @property
    def _running(self) -> bool:
        """True while a computation is running."""
        return False

    def _controls(self, *deeds: Deed, only: tuple[str, ...] | None = None) -> Controls:
        """Return the controls for all fields (or *only* the ones named), and the buttons made by :meth:`_deed`."""
        fields = self._fields
        names = tuple(fields) if only is None else only
        return {
            "kind": "controls",
            "fields": [field_to_dict(name, fields[name], getattr(self, name), self.words) for name in names],
            "deeds": list(deeds),
        }

    def _deed(self, name: str, text: str, value: Any = None, *, main: bool = False, disabled: bool = False) -> Deed:
        """Return a button that calls ``ACTS[name]`` with this value."""
        return {"name": name, "value": value, "text": text, "main": main, "disabled": disabled}

    def _computation(self, *parts: Part) -> list[Part]:
        """Return the button for the formula and the usual mistakes, and *parts* if the learner has pressed it."""
        say = self.words.say
        label = say("Hide the computation") if self._computed else say("Show the computation")
        return [self._controls(self._deed("compute", label), only=()), *(parts if self._computed else ())]

    def _content(self) -> FigureContent:
        if self._open:
            self._revealed_for = self._values(self.GATED)
        return self._current()

    def _current(self) -> FigureContent:
        say = self.words.say
        return {
            "title": say(self.TITLE),
            "lead": say(self.LEAD),
            "asked": {name: getattr(self, name) for name in self.INPUTS},
            "parts": [with_names(part, self.words) for part in self._with_guess(self._parts())],
            "said": self._announced(),
            "running": self._running,
        }

    def _with_guess(self, parts: list[Part]) -> list[Part]:
        """Return the parts, with the question above them or, once the result is shown, the guess beside the result."""
        asked = self._question()
        if asked is None:
            return parts
        if self._open:
            again = self._controls(self._deed("guess_again", self.words.say("Guess again")), only=())
            return [*parts[:1], *self._beside(), again, *parts[1:]]
        return [*(self._beside() or [guess_part(asked, self.words)]), *parts]

    def _beside(self) -> list[Part]:
        """Return the guess (beside the result, once the result is shown), or nothing if there is no guess."""
        guessed = self._guessed
        if guessed is None or (asked := self._question()) is None:
            return []
        if self._open:
            return beside_result(asked, guessed, self._sampled(), self.words)
        placed = self.words.language.plural(
            "Your guess: {guess}. Now run {n} trial or more.",
            "Your guess: {guess}. Now run {n} trials or more.",
            self.ENOUGH,
            guess=guess_written(asked, guessed, self.words),
        )
        return [text(placed, "strong", key="guess")]

    def _told_of_guess(self) -> str:
        """Return the sentences about the guess, and about the result once it is shown."""
        return next((part["text"] for part in self._beside() if part["kind"] == "text"), "")

    def _announced(self) -> str:
        """Return the text for screen readers: any news about the guess, then the figure's own sentence."""
        told, said = self._told_of_guess(), self._said()
        return f"{told} {said}".strip() if told != self._told_before else said

    def _hushed(
        self, series: Sequence[tuple[Role, str]], rows: Sequence[TableRow]
    ) -> tuple[list[tuple[Role, str]], list[TableRow]]:
        """Return the series and rows of a chart; before the result is shown, only those of the trials."""
        kept = [at for at, (role, _) in enumerate(series) if self._open or role == "sample"]
        hushed = [row._replace(values=[row.values[at] for at in kept]) for row in rows]
        return [series[at] for at in kept], hushed

    def _told(self, written: str) -> str:
        """Convert a number with a decimal point to the number format of the figure's language."""
        return self.words.number(written)

    def _percent(self, value: Fraction) -> str:
        """Format a chance to four digits."""
        return self._told(percent(value))

    def _hundredths(self, value: Fraction) -> str:
        """Format a chance to hundredths of a percent, for a column whose rows add up."""
        if 0 < value < HUNDREDTH / 2:
            return self.words.say("less than {chance}", chance=self._percent(HUNDREDTH))
        return self._told(f"{float(100 * value):.2f}%")

    def _number(self, value: Fraction | int) -> str:
        """Format a number: integers in full, others to four digits."""
        return self._told(number(value))

    def _counted(self, value: Fraction) -> Value:
        """Return an exact chance as a value to draw."""
        return Value(float(value), self._percent(value))

    def _found(self, hits: int, trials: int) -> Value | None:
        """Return the observed proportion of hits with its interval; None if there are no trials.

        The drawn value is exact. Its text is a count if there are few trials; otherwise, it is a percentage with only
        the digits that its standard error supports.
        """
        if not trials:
            return None
        found = share(hits, trials)
        few = self.words.say("{hits} of {n}", hits=hits, n=trials)
        return Value(found.value, few if trials < MANY else self._told(found.text), found.low, found.high)

    def _found_written(self, hits: int, trials: int) -> str:
        """Return the observed proportion of hits as text, or a dash if there are no trials."""
        found = self._found(hits, trials)
        return found.written if found else NONE

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.INPUTS)
        return f"{type(self).__name__}({chosen})"

    def html(self) -> Html:
        """Return the figure for pages without Python; the result is collapsed if the learner must do something
        first."""
        return figure_html(self.about, self.view, self.words, self._folded())

    def _folded(self) -> Sequence[Part] | None:
        """Return the parts that are collapsed on a page without a kernel because the learner must do something
        first."""
        return None if self._open else self._revealed()["parts"]

    def _revealed(self) -> FigureContent:
        """Return the view with the result and its computation, for a page without a kernel."""
        self._revealed_for, self._computed = self._values(self.GATED), True
        try:
            return self._current()
        finally:
            self._revealed_for, self._computed = None, False

    def _choose(self, content: Mapping[str, Any], message_id: str) -> None:
        self._take({name: content[name] for name in self.INPUTS if name in content}, message_id)

    def _do(self, content: Mapping[str, Any], message_id: str) -> None:
        name = content.get("name")
        if not isinstance(name, str) or name not in self.ACTS:
            raise Refused("bad_value", _NO_ACT, name=repr(name)[:40])
        self._message_id = message_id
        try:
            self._act(name, content.get("value"))
        finally:
            self._message_id = None
        self._changed(message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {**InteractiveScreen.HANDLERS, "choose": _choose, "do": _do}
