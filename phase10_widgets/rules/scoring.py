"""Points, places and winners."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .cards import Card
from .state import Seat, State


def points(cards: Iterable[Card]) -> int:
    """Return the cards' penalty points, based on the faces that are up (C7, S7, F11)."""
    return sum([card.points for card in cards])


def finished(state: State, seat: Seat) -> bool:
    """Return True if the seat has completed the phases required to end the game (G16, V4, M9)."""
    edition = state.edition
    if edition.any_order:
        return all(phase.number in seat.completed for phase in edition.phases)
    return edition.last_phase.number in seat.completed


def standings(state: State) -> list[dict[str, Any]]:
    """Return one row per seat, best first; ties share a place: 1, 1, 3 (G17, G18, V1)."""
    keys = [_key(state, at) for at in range(len(state.seats))]
    rows = [
        {
            "seat": at,
            "name": seat.name,
            "place": 1 + sum(other < keys[at] for other in keys),
            "completed": list(seat.completed),
            "score": seat.score,
        }
        for at, seat in enumerate(state.seats)
    ]
    return sorted(rows, key=lambda row: (row["place"], row["seat"]))


def leaders(state: State, seats: Iterable[int]) -> tuple[int, ...]:
    """Return the members of *seats* that share the lowest total score."""
    seats = tuple(seats)
    lowest = min(state.seats[at].score for at in seats)
    return tuple(at for at in seats if state.seats[at].score == lowest)


def _key(state: State, at: int) -> tuple[int, int, int]:
    """Return a seat's sort key (lower is better); the winner of a tie-break ranks above its losers."""
    seat = state.seats[at]
    lost = int(bool(state.winners) and at not in state.winners)
    if state.edition.advance == "always":
        return (0, seat.score, 0)
    return (-len(seat.completed), seat.score, lost)
