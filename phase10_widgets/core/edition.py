"""An edition: its cards, its phases and its rules as data, with one hook that builds the deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Any, Literal

from .cards import Card, Pack
from .messages import Refusal, Translatable
from .phases import Phase

DEALT = 10
"""Cards dealt to each seat (G1)."""


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """The rules of one game, with the options chosen. ``options.choose`` makes one with other options."""

    id: str
    name: str
    pack: Pack
    seats: range
    """How many may play."""
    phases: tuple[Phase, ...]
    """The phases to be played, in order; in the registered edition the printed list, numbered from 1."""
    build_deck: Callable[[int, Random], tuple[Card, ...]] = field(repr=False)
    """The deck for a number of seats, unshuffled; chance serves only where the cards themselves are drawn (F3)."""
    notes: tuple[tuple[str, str], ...] = field(repr=False)
    """Its own rules in short: pairs of rulebook number and sentence."""
    skip: Literal["none", "next", "chosen"] = "none"
    """Whose turn a discarded skip takes (C5, M6)."""
    saves: bool = False
    """Whether a seat may save a card (M4, M5)."""
    chooses_phase: bool = False
    """Whether each seat names its phase before the round (M3)."""
    tie_break: Literal["laying", "going out"] = "laying"
    """What wins a tie-break round (C8, S8, F12)."""
    variants: Mapping[str, Mapping[str, Mapping[int, str]]] = field(default_factory=_nothing, repr=False)
    """Options of its own: for each value the phases put in place of printed ones; the first is the default."""
    hit_others_same_turn: bool = True
    """Whether a seat may hit others' groups in the turn in which it lays down (C3, F13, M7, S6)."""
    go_out_by_hit: bool = True
    """Whether the last card may be hit or laid down (C4, F10, M7, S6)."""
    must_lay_down: bool = False
    """G5."""
    first_dealer: int | None = None
    """The seat that deals round 1; None is the last seat (G2)."""
    advance: Literal["completed", "always"] = "completed"
    """Who moves to the next phase: "always" is V1."""
    order: Literal["listed", "any"] = "listed"
    """V4 is "any"."""
    options: Mapping[str, Any] = field(default_factory=_nothing, repr=False)
    """The options that were given, as JSON values."""
    base: Edition | None = field(default=None, repr=False)
    """The edition without options; None for itself."""

    two_sided: bool = field(init=False, repr=False)
    """Whether cards have two faces and can be turned over."""
    _by_number: Mapping[int, Phase] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "two_sided", len(self.pack.sides) > 1)
        object.__setattr__(self, "_by_number", {phase.number: phase for phase in self.phases})

    @property
    def any_order(self) -> bool:
        """Whether a seat completes its phases in the order it likes (V4, M9)."""
        return self.order == "any" or self.chooses_phase

    @property
    def last_phase(self) -> Phase:
        """The last phase listed: it ends a game in order, and is the tie-break's (G17)."""
        return self.phases[-1]

    def phase(self, number: int) -> Phase:
        """The phase of this number; KeyError when it is not played."""
        return self._by_number[number]

    def deck(self, seats: int, seed: int | str = 0) -> tuple[Card, ...]:
        """Every card of a game for so many seats, unshuffled; flip pairs its faces by *seed* (F3)."""
        self.check_seats(seats)
        return self.build_deck(seats, Random(f"{seed}/pairs"))

    def cards(self, text: str) -> tuple[Card, ...]:
        """The cards of a text such as ``"R7 W"``; CardError names a word that is no card."""
        return self.pack.cards(text)

    def check_seats(self, seats: int) -> None:
        """Nothing, if so many may play; ValueError otherwise."""
        if seats not in self.seats:
            told = {"edition": Translatable(self.name), "fewest": self.seats[0], "most": self.seats[-1], "n": seats}
            raise Refusal("{edition} is for {fewest} to {most} players, not {n}", **told)


def numbered(*texts: str) -> tuple[Phase, ...]:
    """The phases with these texts, numbered from 1."""
    return tuple(Phase.parse(text, number) for number, text in enumerate(texts, 1))
