"""The whole truth about a game at one moment, frozen."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from .cards import Card
from .edition import Edition
from .groups import Group

T = TypeVar("T")
Cards: TypeAlias = tuple[Card, ...]
Step: TypeAlias = Literal["choose_phase", "draw", "play"]


class Seat(NamedTuple):
    """What everybody sees of one player, hands and piles apart."""

    name: str
    phase: int | None
    """The phase being attempted; None before it is chosen (M3) or laid (V4)."""
    completed: tuple[int, ...] = ()
    """Phase numbers, this round's included as soon as it lies on the table."""
    score: int = 0
    """Points of all rounds that are over."""
    laid: tuple[Group, ...] = ()
    """Its groups on the table, in the order of its phase."""
    skipped: bool = False
    """Whether the seat will lose its next turn."""
    saved_this_round: bool = False
    """Whether it has saved a card in this round (M5)."""
    used: tuple[int, ...] = ()
    """Masters under V1: the phases attempted in earlier rounds."""


class State(NamedTuple):
    """Everything. Cards lie as they would on the table: of a two-sided card the side in play is up."""

    hands: tuple[Cards, ...]
    draw_pile: Cards
    """Top first."""
    discard_pile: Cards
    """Top first."""
    to_act: int | None
    """None when the game is over."""
    step: Step | None
    laid_this_turn: bool
    busy: bool
    """Whether something was laid down or hit in this turn."""
    quiet_turns: int
    """Whole turns in a row in which nothing was laid down or hit (G20)."""
    side: str
    """``"color"`` or ``"wild"``; always ``"color"`` for one-sided cards."""
    seats: tuple[Seat, ...]
    saved: tuple[Cards, ...]
    """Each seat's saved cards (M5)."""
    round: int
    dealer: int
    playing: tuple[int, ...]
    """The seats of this round, in order; fewer in a tie-break."""
    tie_break: bool
    winners: tuple[int, ...]
    """Empty while the game runs."""
    aside: Cards
    """Cards of the deck that a position left out; they join the next deal."""
    shuffles: int
    """How often cards were shuffled in this round; the next shuffle's chance depends on it."""
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
        """The state after what changes most often has changed; quicker than ``_replace``."""
        quiet = self.quiet_turns if quiet_turns is None else quiet_turns
        return tuple.__new__(
            State, (hands, draw_pile, discard_pile, to_act, step, laid_this_turn, busy, quiet, *self[8:])
        )

    def with_seat(self, at: int, **changes: Any) -> State:
        """The state with some fields of one seat changed."""
        return self._replace(seats=put(self.seats, at, self.seats[at]._replace(**changes)))


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """*items* with *item* at one place."""
    return (*items[:at], item, *items[at + 1 :])
