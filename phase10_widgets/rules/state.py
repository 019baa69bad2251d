"""The complete state of a game at one moment, frozen."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from .cards import Card
from .edition import Edition
from .groups import Group

T = TypeVar("T")
Cards: TypeAlias = tuple[Card, ...]
Step: TypeAlias = Literal["choose_phase", "draw", "play"]

build = tuple.__new__
# ``build(State, fields)`` takes every field in order, unchecked. The constructor of a named tuple takes twice as long,
# and in the three places that run for every action (here, ``observe``, ``followed``) it slows the rules down by 4%.


class Seat(NamedTuple):
    """Public information about one player, excluding the hand and the piles."""

    name: str
    phase: int | None
    """The phase being attempted, or None before it is chosen (M3) or laid down (V4)."""
    completed: tuple[int, ...] = ()
    """The numbers of the completed phases; this round's phase counts as soon as it is laid down."""
    score: int = 0
    """The total points from all finished rounds."""
    laid: tuple[Group, ...] = ()
    """The seat's groups on the table, in the order of its phase."""
    skipped: bool = False
    """True if the seat will lose its next turn."""
    saved_this_round: bool = False
    """True if the seat has saved a card this round (M5)."""
    used: tuple[int, ...] = ()
    """The phases attempted in earlier rounds (used by Masters under V1)."""


class State(NamedTuple):
    """The complete state. Cards are stored as they lie on the table: two-sided cards show the side in play."""

    hands: tuple[Cards, ...]
    draw_pile: Cards
    """The draw pile, top card first."""
    discard_pile: Cards
    """The discard pile, top card first."""
    to_act: int | None
    """The seat whose turn it is, or None if the game is over."""
    step: Step | None
    laid_this_turn: bool
    busy: bool
    """True if something was laid down or hit this turn."""
    quiet_turns: int
    """The number of consecutive full turns without a lay-down or a hit (G20)."""
    side: str
    """The side in play: ``"color"`` or ``"wild"``; always ``"color"`` for one-sided cards."""
    seats: tuple[Seat, ...]
    saved: tuple[Cards, ...]
    """Each seat's saved cards (M5)."""
    round: int
    dealer: int
    playing: tuple[int, ...]
    """The seats in this round, in order (not all of them in a tie-break)."""
    tie_break: bool
    winners: tuple[int, ...]
    """The winning seats (empty while the game is in progress)."""
    aside: Cards
    """Cards in the deck that a position left out; they join the next deal."""
    shuffles: int
    """The number of shuffles this round, which seeds the next shuffle."""
    seed: int | str
    edition: Edition

    def at_table(
        self,
        hands: tuple[Cards, ...],
        draw_pile: Cards,
        discard_pile: Cards,
        to_act: int | None,
        step: Step | None,
        *,
        laid_this_turn: bool = False,
        busy: bool = False,
        quiet_turns: int | None = None,
    ) -> State:
        """Return the state with its most frequently changing fields replaced; faster than ``_replace``."""
        quiet = self.quiet_turns if quiet_turns is None else quiet_turns
        changed = (hands, draw_pile, discard_pile, to_act, step, laid_this_turn, busy, quiet)
        return build(State, changed + _kept(self))

    def with_seat(self, at: int, **changes: Any) -> State:
        """Return the state with some fields of one seat changed."""
        return self._replace(seats=put(self.seats, at, self.seats[at]._replace(**changes)))


_kept: Callable[[State], tuple[Any, ...]] = itemgetter(slice(State._fields.index("side"), None))
"""The fields that ``State.at_table`` keeps: ``side`` and all fields after it."""


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return *items* with *item* at index *at*."""
    return (*items[:at], item, *items[at + 1 :])
