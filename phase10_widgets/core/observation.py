"""The only way out for hidden cards: what one seat may know.

A seat knows its own cards with both faces (it saw one of them as the card lay on a pile, F4), all that lies
open, how many cards the others hold, and what happened in this round. Of two-sided cards it also sees the
inactive face of every other hand's cards and of the draw pile's top card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from . import legal
from .actions import Action
from .cards import Card, words
from .edition import Edition
from .events import Drawn, Event, RoundDealt, Saved, public
from .state import Cards, Seat, State, Step


class Log:
    """A chain of events, the newest at hand; sharing makes it cheap to keep one for every moment of a game."""

    __slots__ = ("before", "event")

    def __init__(self, before: Log | None, event: Event) -> None:
        self.before = before
        self.event = event

    def __iter__(self) -> Iterator[Event]:
        """The events, newest first."""
        entry: Log | None = self
        while entry is not None:
            yield entry.event
            entry = entry.before


def logged(log: Log | None, events: Iterable[Event]) -> Log | None:
    """The log after these events; a new round begins a new one."""
    for event in events:
        kind = type(event)
        seen = public(event) if kind is Drawn or kind is Saved else event
        log = Log(None if kind is RoundDealt else log, seen)
    return log


SPECTATOR = -1
"""The seat of somebody who has none and only watches."""


class Observation(NamedTuple):
    """All that a seat may know, and nothing else; or what everybody may know, for ``SPECTATOR``."""

    seat: int
    """Whose eyes these are."""
    hand: Cards
    """Its own cards, the newest last, both faces."""
    hand_sizes: tuple[int, ...]
    """How many cards each seat holds."""
    draw_size: int
    """Cards in the draw pile."""
    discard_pile: Cards
    """Top first."""
    to_act: int | None
    """The seat to act; None when the game is over."""
    step: Step | None
    """What it is to do."""
    laid_this_turn: bool
    """Whether the seat to act has laid down in this turn."""
    quiet_turns: int
    """Whole turns in a row in which nothing was laid down or hit (G20)."""
    side: str
    """The side in play: ``"color"`` or ``"wild"``."""
    seats: tuple[Seat, ...]
    """What lies open of each seat."""
    saved: Cards
    """Its own saved cards."""
    saved_sizes: tuple[int, ...]
    """How many cards each seat has saved."""
    round: int
    """From 1."""
    dealer: int
    """A seat."""
    playing: tuple[int, ...]
    """The seats that play in this round: all, but in a tie-break (G17)."""
    tie_break: bool
    """Whether this round is one."""
    winners: tuple[int, ...]
    """The seats that have won; empty while the game runs."""
    edition: Edition
    """The rules that are played by, options included."""
    backs: tuple[Cards, ...]
    """The inactive faces of each other seat's cards, sorted; empty for one-sided cards and for the seat itself."""
    draw_back: Card | None
    """The inactive face of the draw pile's top card."""
    log: Log | None
    """What everybody saw in this round, newest first."""

    @property
    def me(self) -> Seat:
        """What lies open of this seat."""
        return self.seats[self.seat]

    def legal_actions(self) -> tuple[Action, ...]:
        """What the seat may do now: empty unless it is to act. See ``core.legal``."""
        return legal.legal_actions(self)

    def history(self) -> tuple[Event, ...]:
        """What everybody saw in this round, oldest first."""
        return tuple(self.log or ())[::-1]

    def to_dict(self) -> dict[str, Any]:
        """The JSON form, written like a position."""
        return {
            "seat": None if self.seat == SPECTATOR else self.seat,
            "edition": self.edition.id,
            "options": dict(self.edition.options),
            "round": self.round,
            "dealer": self.dealer,
            "to_act": self.to_act,
            "step": self.step,
            "side": self.side,
            "hand": words(self.hand),
            "saved": words(self.saved),
            "draw_pile": {"cards": self.draw_size, "back": self.draw_back.code if self.draw_back else None},
            "discard_pile": words(self.discard_pile),
            "seats": [self._seat_to_dict(at) for at in range(len(self.seats))],
            "tie_break": list(self.playing) if self.tie_break else None,
            "quiet_turns": self.quiet_turns,
        }

    def _seat_to_dict(self, at: int) -> dict[str, Any]:
        seat = self.seats[at]
        used = {"used": list(seat.used)} if self.edition.chooses_phase and self.edition.advance == "always" else {}
        return {
            **used,
            "name": seat.name,
            "cards": self.hand_sizes[at],
            "backs": words(self.backs[at]) if self.backs else "",
            "phase": seat.phase,
            "completed": list(seat.completed),
            "score": seat.score,
            "saved_cards": self.saved_sizes[at],
            "saved_this_round": seat.saved_this_round,
            "skipped": seat.skipped,
            "laid_this_turn": self.laid_this_turn and at == self.to_act,
            "laid": [group.to_dict() for group in seat.laid],
        }


def watch(state: State, log: Log | None = None) -> Observation:
    """What everybody may know of the state: no hand, no saved cards, no move."""
    backs = _backs(state, SPECTATOR) if state.edition.two_sided else ()
    return observe(state, 0, log)._replace(seat=SPECTATOR, hand=(), saved=(), backs=backs)


def observe(state: State, seat: int, log: Log | None = None) -> Observation:
    """What this seat may know of the state; *log* is the public log that comes with it."""
    edition, hands = state.edition, state.hands
    return tuple.__new__(  # quicker than the constructor: this is the hottest place there is
        Observation,
        (
            seat,
            hands[seat],
            tuple(map(len, hands)),
            len(state.draw_pile),
            state.discard_pile,
            state.to_act,
            state.step,
            state.laid_this_turn,
            0 if state.busy else state.quiet_turns,
            state.side,
            state.seats,
            state.saved[seat],
            tuple(map(len, state.saved)) if edition.saves else (0,) * len(hands),
            state.round,
            state.dealer,
            state.playing,
            state.tie_break,
            state.winners,
            edition,
            _backs(state, seat) if edition.two_sided else (),
            state.draw_pile[0].back if edition.two_sided and state.draw_pile else None,
            log,
        ),
    )


def _backs(state: State, seat: int) -> tuple[Cards, ...]:
    return tuple(
        () if at == seat else tuple(sorted([card.back for card in hand if card.back], key=str))
        for at, hand in enumerate(state.hands)
    )
