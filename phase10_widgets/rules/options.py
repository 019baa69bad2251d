"""Check and apply an edition's options, which players choose before a game."""

from __future__ import annotations

import functools
import inspect
import reprlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, ParamSpec, TypedDict, TypeVar

from ..base.integers import integer, integer_from
from ..base.translatable import UNTRANSLATED, Refusal, Translatable, phrase
from .edition import DEALT, Edition
from .phases import Phase, PhaseError, check_playable

P = ParamSpec("P")
R = TypeVar("R")
MAX_PHASES = 50
"""The maximum number of phases in a game's list."""


class Options(TypedDict, total=False):
    """The options of the built-in editions, for type checkers.

    For options of your own, pass the edition with them: ``edition(edition("mine"), own=…)``.
    """

    phases: Literal["even", "odd"] | Sequence[int | str | Phase]
    advance: Literal["completed", "always"]
    order: Literal["listed", "any"]
    must_lay_down: bool
    hit_others_same_turn: bool
    go_out_by_hit: bool
    first_dealer: int | None
    phase_9: Literal["run", "set"]


class OptionError(Refusal):
    """An option that the edition does not have, or an invalid value.

    >>> import phase10_widgets as p10
    >>> p10.edition("classic", phases=[11])
    Traceback (most recent call last):
    phase10_widgets.rules.options.OptionError: there is no phase 11; the phases are 1 to 10
    """


class UnknownOptionError(OptionError):
    """A keyword that is not an option of the edition.

    >>> import phase10_widgets as p10
    >>> p10.edition("classic", phasses=[1])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    phase10_widgets.rules.options.UnknownOptionError: Phase 10 has no option 'phasses'; did you mean ...
    """

    def __init__(self, template: str, **parts: object) -> None:
        super().__init__(template, **parts)
        self.edition, self.name, self.known = (str(parts.get(part)) for part in ("edition", "name", "listed"))


def takes_options(call: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function so that a keyword that is neither an argument nor an option raises an error that lists both.

    Use it for public functions that pass ``**options`` to an edition; in nested calls, the outermost function reports
    the error.
    """

    @functools.wraps(call)
    def checked(*values: P.args, **named: P.kwargs) -> R:
        try:
            return call(*values, **named)
        except UnknownOptionError as error:
            if error.name not in named:
                raise
            options = error.known.split(", ")
            own = [name for name in inspect.signature(call).parameters if name not in ("self", "cls", "options")]
            title = type(values[0]).__name__ if call.__name__ == "__init__" else call.__qualname__
            near = nearest(error.name, (*own, *options))
            raise UnknownOptionError(
                UNTRANSLATED,
                fault=f"{error.edition} has no option {error.name!r}, and {title}() has no such argument"
                f"{f'; did you mean {near!r}?' if near else '.'} "
                f"The arguments are {', '.join(own)}; the options are {error.known}",
                edition=error.edition,
                name=error.name,
                listed=error.known,
            ) from None

    return checked


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word most similar to this one, or None if no word is similar.

    >>> nearest("n_games", ["games", "seed"]), nearest("jobs", ["games", "seed"])
    ('games', None)
    """
    from difflib import get_close_matches  # imported late because it is rarely needed

    return next(iter(get_close_matches(word, list(known), 1)), None)


@dataclass(frozen=True, slots=True)
class OptionRule:
    """An option that players choose before a game."""

    name: str
    rule: str
    """The rule number."""
    text: str
    """The label in the setup panel."""
    values: tuple[Any, ...] = ()
    """The allowed values, with the default first (empty if the value is a seat or a list of phases)."""


def options_of(edition: Edition) -> tuple[OptionRule, ...]:
    """Return every option of this edition."""
    base = edition.base or edition
    others, by_hit = base.hit_others_same_turn, base.go_out_by_hit
    result = [
        OptionRule("phases", "V2", "The phases to play"),
        OptionRule(
            "advance",
            "V1",
            "Everyone moves on each round, whether or not they have completed their phase; the lowest score wins",
            _from(base.advance, "completed", "always"),
        ),
        OptionRule(
            "order", "V4", "Phases in any order: pick one when you lay down", _from(base.order, "listed", "any")
        ),
        OptionRule(
            "must_lay_down",
            "G5",
            "A completed phase must be laid down before the turn ends",
            _from(base.must_lay_down, False, True),
        ),
        OptionRule(
            "hit_others_same_turn",
            "C3",
            "You may hit other players' groups on the turn you lay down",
            (others, not others),
        ),
        OptionRule(
            "go_out_by_hit",
            "C4",
            "You may play your last card by hitting or laying down; otherwise, you must discard it",
            (by_hit, not by_hit),
        ),
        OptionRule("first_dealer", "G2", "Who deals first"),
    ]
    if base.chooses_phase:
        result = [option for option in result if option.name != "order"]
    own = [
        OptionRule(name, "M2", name.replace("_", " ").capitalize(), tuple(row)) for name, row in base.variants.items()
    ]
    return tuple(result + own)


def _from(default: Any, *values: Any) -> tuple[Any, ...]:
    """Return the values with the edition's own first."""
    return tuple(sorted(values, key=lambda value: value != default))


def choose(edition: Edition, options: Mapping[str, Any]) -> Edition:
    """Return the edition with these options in place of any existing ones.

    Raises:
        OptionError: an unknown option, or an invalid value.
    """
    base = edition.base or edition
    known = {option.name: option for option in options_of(base)}
    for name, value in options.items():
        if name not in known:
            _refuse_unknown(base, name, list(known))
        values = known[name].values
        if values and (type(value) is not type(values[0]) or value not in values):
            allowed = " / ".join(map(repr, values))
            raise OptionError(
                "option '{name}' must be {allowed}, not {value}", name=name, allowed=allowed, value=_shown(value)
            )
    fields = {name: value for name, value in options.items() if name not in base.variants and name != "phases"}
    if "first_dealer" in fields:
        fields["first_dealer"] = _dealer(base, fields["first_dealer"])
    if fields.get("advance") == "always" and fields.get("order") == "any":
        raise OptionError('advance="always" (V1) cannot be combined with order="any" (V4): choose one')
    changed = replace(base, **fields, base=base)
    phases = _phases(changed, _printed(base, options), options.get("phases"))
    given = {name: _json(value) for name, value in options.items()}
    return replace(changed, phases=phases, options=MappingProxyType(given))


def _refuse_unknown(base: Edition, name: str, known: Sequence[str]) -> None:
    if name == "order":
        raise OptionError(
            "{edition} has no option 'order': its players choose their phases before each round (M3)",
            edition=Translatable(base.name),
        )
    parts = {"edition": Translatable(base.name), "name": name, "listed": ", ".join(known)}
    if near := nearest(name, known):
        fault = phrase("{edition} has no option '{name}'; did you mean '{near}'? Its options are {listed}")
        raise UnknownOptionError(fault, near=near, **parts)
    raise UnknownOptionError(phrase("{edition} has no option '{name}'; its options are {listed}"), **parts)


def _dealer(base: Edition, value: Any) -> int | None:
    seat = integer_from(0, value, base.seats[-1] - 1)
    if value is not None and seat is None:
        raise OptionError("option 'first_dealer' must be a seat number, 0 or higher, not {value}", value=_shown(value))
    return seat


def _printed(base: Edition, options: Mapping[str, Any]) -> dict[int, Phase]:
    """Return the edition's full list of phases, with its variants applied."""
    listed = {phase.number: phase for phase in base.phases}
    for name, values in base.variants.items():
        chosen = options.get(name, next(iter(values)))
        for number, text in values[chosen].items():
            listed[number] = Phase.parse(text, number)
    return listed


def _phases(edition: Edition, listed: dict[int, Phase], wanted: Any) -> tuple[Phase, ...]:
    """Return the phases to play (V2, V3)."""
    if wanted is None:
        return tuple(listed.values())
    if isinstance(wanted, str) and wanted in ("even", "odd"):
        return tuple(phase for number, phase in listed.items() if number % 2 == (wanted == "odd"))
    if isinstance(wanted, str) or not isinstance(wanted, Sequence) or not 1 <= len(wanted) <= MAX_PHASES:
        raise OptionError(
            'option \'phases\' must be "even", "odd", a list of phase numbers such as [1, 2], or a list of strings '
            "such as ['2 sets of 3'], not {value}",
            value=_shown(wanted),
        )
    numbers = [number for number in map(integer, wanted) if number is not None]
    if len(numbers) == len(wanted):
        return _by_number(listed, numbers)
    if all(isinstance(item, str | Phase) for item in wanted):
        return tuple(_own_phase(edition, str(text), number) for number, text in enumerate(wanted, 1))
    odd = next((item for item in wanted if integer(item) is None and not isinstance(item, str | Phase)), None)
    if odd is not None:
        fault = phrase("option 'phases' must contain whole numbers or strings such as '2 sets of 3', not {value}")
        raise OptionError(fault, value=_shown(odd))
    raise OptionError("option 'phases' must contain either phase numbers or strings such as '2 sets of 3', not both")


def _by_number(listed: dict[int, Phase], wanted: Sequence[int]) -> tuple[Phase, ...]:
    for number in wanted:
        if number not in listed:
            raise OptionError("there is no phase {number}; the phases are 1 to {last}", number=number, last=max(listed))
    if len(set(wanted)) < len(wanted):
        raise OptionError("option 'phases' lists the same phase twice")
    return tuple(listed[number] for number in wanted)


def own_phase(edition: Edition, text: str, number: int = 0) -> Phase:
    """Parse a phase and check that this edition and its options can play it (V2).

    Raises:
        PhaseError: the text is not a phase, the cards cannot make its groups, or the phase needs more cards than a hand
            has.
    """
    phase = Phase.parse(text, number)
    for side in edition.pack.sides:
        check_playable(phase, side)
    if phase.size > DEALT + int(edition.go_out_by_hit):
        why = phrase("'{text}' needs {size} cards, but a hand has 11 cards after the draw")
        if not edition.go_out_by_hit:
            why = phrase(
                "'{text}' needs {size} cards, but a hand has 11 cards after the draw, and one must be discarded"
            )
        raise PhaseError(why, text=text, size=phase.size)
    return phase


def _own_phase(edition: Edition, text: str, number: int) -> Phase:
    try:
        return own_phase(edition, text, number)
    except PhaseError as error:
        raise OptionError("phase {number}: {fault}", number=number, fault=error) from error


def _shown(value: Any) -> str:
    return reprlib.repr(value)[:100]


def _json(value: Any) -> Any:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [str(item) if (number := integer(item)) is None else number for item in value]
    return value if (number := integer(value)) is None else number
