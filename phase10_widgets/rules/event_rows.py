"""Events as table rows: the type, the seat, and the number of cards that its hand then lacks for its phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from . import legal
from .cards import Card, remove, remove_all, words
from .events import (
    CardHit,
    Discarded,
    Drawn,
    Event,
    Flipped,
    PhaseChosen,
    PhaseLaid,
    RoundDealt,
    RoundEnded,
    Saved,
    name_of,
    seen_by,
)
from .observation import observe
from .solver import solver
from .state import Cards, State

Moment = tuple[State, tuple[Event, ...]]
"""A state, and the events that led to it."""


def rows(moments: Iterable[Moment], kinds: Sequence[str | None], seat: int | None) -> Iterator[dict[str, Any]]:
    """Yield a row for each event in these moments, oldest first.

    *kinds* lists the player types by seat. If *seat* is given, the rows contain only what that seat has seen.
    """
    before, turn = None, 0
    for state, events in moments:
        if before is None:
            before, turn = state, int(state.step == "play")
        replay = _Replay(before, state)
        for event in events:
            replay.take(event)
            turn = 0 if isinstance(event, RoundDealt) else turn + isinstance(event, Drawn)
            at = getattr(event, "seat", None)
            known = at is not None and seat in (None, at)
            yield {
                "round": replay.now.round,
                "turn": turn,
                "seat": at,
                "name": None if at is None else state.seats[at].name,
                "player": None if at is None else kinds[at],
                "event": name_of(event),
                "card": _card(event if seat is None else seen_by(event, seat)),
                "hand_size": None if at is None else len(replay.hands[at]),
                "missing": replay.missing(at) if known and at is not None else None,
            }
        before = state


class _Replay:
    """The hands and the state, updated as one action's events are applied."""

    def __init__(self, before: State, after: State) -> None:
        self.now, self.after = before, after
        self.hands: Sequence[Cards] = before.hands
        self._laid: set[int] = set()

    def take(self, event: Event) -> None:
        """Apply one event."""
        match event:
            case Flipped():
                self.hands = [tuple([card.turned for card in hand]) for hand in self.hands]
            case RoundEnded():
                self.hands = event.hands
            case RoundDealt():
                self.now, self.hands = self.after, self.after.hands
                self._laid.clear()
            case PhaseChosen():
                self.now = self.after
            case Drawn() | PhaseLaid() | CardHit() | Discarded() | Saved():
                hands = list(self.hands)
                hands[event.seat] = _changed(hands[event.seat], event)
                self.hands = hands
                if isinstance(event, PhaseLaid):
                    self._laid.add(event.seat)
            case _:
                pass

    def missing(self, seat: int) -> int | None:
        """Return the number of cards missing from a seat's phase (the closest allowed one), or None if it has no phase.

        The number is 0 once the phase is on the table.
        """
        if seat in self._laid or self.now.seats[seat].laid:
            return 0
        hand, phases = self.hands[seat], legal.phases_to_lay(observe(self.now, seat))
        side = self.now.edition.pack.side(hand[0].side.name if hand else self.now.side)
        return min([solver(phase, side).missing(hand) for phase in phases], default=None)


def _changed(hand: Cards, event: Drawn | PhaseLaid | CardHit | Discarded | Saved) -> Cards:
    if isinstance(event, PhaseLaid):
        return remove_all(hand, [card for group in event.groups for card in group.cards])
    assert event.card is not None, "only redacted events lack their card"
    return (*hand, event.card) if isinstance(event, Drawn) else remove(hand, event.card)


def _card(event: Event) -> str | None:
    """Return the event's card, the laid-down phase's cards or the card turned up, or None for other events."""
    if isinstance(event, PhaseLaid):
        return words([card for group in event.groups for card in group.cards])
    card: Card | None = event.up if isinstance(event, RoundDealt) else getattr(event, "card", None)
    return None if card is None else card.word
