"""Opponent models: the hands that another seat may hold, and the value of a discard to it.

Opponents' cards are hidden, but everyone saw which cards they took from the discard pile, left there, or discarded.
So a model samples hands that fit: the cards they took, and others drawn from the unseen cards. The more draws a seat
has had, the fewer useless cards it holds. A hand gets less weight if a refused card would have helped it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from ..odds.distance.hand_state import DistanceTable, HandState
from ..odds.pool import Pool, face_on
from ..rules.cards import Card
from ..rules.events import CardHit, Discarded, Drawn, Flipped, PhaseLaid, Reshuffled, RoundDealt, Saved
from ..rules.observation import Observation
from .expected_draws import ExpectedDraws

REFUSED_FACTOR = 0.3
"""The factor by which each refused card that would have helped makes a hand less likely."""
REFUSALS_REMEMBERED = 6
"""The number of most recently refused cards considered."""
USELESS_PER_DRAW = 0.5
"""The number of useless cards assumed to have left a hand for each draw its seat has had."""


@dataclass(slots=True)
class PickupHistory:
    """Everything that the table has seen of one seat in this round."""

    taken: list[Card] = field(default_factory=list)
    """The cards that it took from the discard pile and certainly still holds; saved cards are not tracked (M5)."""
    refused: list[Card] = field(default_factory=list)
    """The cards that it discarded, or left on the discard pile when it drew, oldest first."""
    draws: int = 0


def pickup_histories(view: Observation) -> list[PickupHistory]:
    """Return each seat's pickup history, with the cards showing their current sides."""
    found = [PickupHistory() for _ in view.seats]
    pile: list[Card] = []
    for event in view.history():
        match event:
            case RoundDealt():
                pile = [event.up]
            case Drawn():
                history = found[event.seat]
                history.draws += 1
                if event.source == "discard" and event.card is not None:
                    history.taken.append(event.card)
                    del pile[-1:]
                elif pile and view.edition.may_take(pile[-1]):
                    history.refused.append(pile[-1])
            case Discarded():
                pile.append(event.card)
                found[event.seat].refused.append(event.card)
                _gone(found[event.seat], event.card)
            case Saved():
                found[event.seat].taken.clear()
            case Reshuffled():
                del pile[:-1]
            case CardHit():
                _gone(found[event.seat], event.card)
            case PhaseLaid():
                for group in event.groups:
                    for card in group.cards:
                        _gone(found[event.seat], card)
            case Flipped():
                pile = []
                for history in found:
                    history.taken = [card.turned for card in history.taken]
                    history.refused = []
    return found


def _gone(history: PickupHistory, card: Card) -> None:
    if card in history.taken:
        history.taken.remove(card)


def next_seat(view: Observation) -> int | None:
    """Return the seat that may take this seat's discard, or None if all others lose a turn."""
    at = view.playing.index(view.seat)
    ring = view.playing[at + 1 :] + view.playing[:at]
    return next((seat for seat in ring if not view.seats[seat].skipped), None)


class _Guess(NamedTuple):
    """One hand that another seat may hold."""

    weight: float
    hand_state: HandState
    table: DistanceTable
    wait: float
    """The draws that the seat still needs with this hand."""
    saved: float
    """The draws saved by a card that helps the hand."""


def _guess(hand_state: HandState, distances: DistanceTable, expected: ExpectedDraws, weight: float) -> _Guess:
    distance = hand_state.distance
    return _Guess(
        weight, hand_state, distances, expected.typical(distance), expected.saved(distance) if distance else 0.0
    )


class OpponentModel:
    """A seat that has not laid down yet, modeled by weighted hands that it may hold."""

    def __init__(self, guesses: Sequence[_Guess]) -> None:
        self._guesses = guesses
        self._weight = sum([guess.weight for guess in guesses]) or 1.0

    @classmethod
    def of(
        cls,
        history: PickupHistory,
        size: int,
        pool: Pool,
        aims: Sequence[tuple[DistanceTable, ExpectedDraws]],
        chance: Random,
        hands: int,
    ) -> OpponentModel:
        """Return a model with *hands* sampled hands of *size* cards for a seat with these aims, drawn from *pool*.

        Without aims, nothing is known about the seat, and no card helps it.
        """
        if not aims:
            return cls(())
        hidden = [code for code, n in pool.counts.items() for _ in range(n)]
        for card in history.taken:
            if card.code in hidden:
                hidden.remove(card.code)
        size -= len(history.taken)
        useless = int(USELESS_PER_DRAW * min(history.draws, 10))
        found = []
        for at in range(hands):
            distances, expected = aims[at % len(aims)]
            drawn = chance.sample(hidden, min(len(hidden), max(size, 0) + useless))
            hand_state = distances.hand_state([*history.taken, *[pool.side.faces[code] for code in drawn]])
            hand_state = _without_useless(hand_state, distances, drawn, len(drawn) - size)
            weight = 1.0
            for card in history.refused[-REFUSALS_REMEMBERED:]:
                if hand_state.improves(distances.kinds[face_on(card, pool.side).code]):
                    weight *= REFUSED_FACTOR
            found.append(_guess(hand_state, distances, expected, weight))
        return cls(found)

    @classmethod
    def known(cls, cards: Sequence[Card], aims: Sequence[tuple[DistanceTable, ExpectedDraws]]) -> OpponentModel:
        """Return the model of a seat whose cards are visible, as in flip once all cards are turned over."""
        return cls([_guess(distances.hand_state(cards), distances, expected, 1.0) for distances, expected in aims])

    @property
    def wait(self) -> float:
        """The average number of draws that the seat still needs."""
        return sum([guess.weight * guess.wait for guess in self._guesses]) / self._weight

    def benefit(self, card: Card) -> float:
        """Return the average number of draws that this card saves the seat."""
        total = 0.0
        for weight, hand_state, distances, _, saved in self._guesses:
            if saved and hand_state.improves(distances.kinds[card.code]):
                total += weight * saved
        return total / self._weight

    def wants(self, card: Card) -> float:
        """Return the chance that the card helps the seat."""
        total = sum([one.weight for one in self._guesses if one.hand_state.improves(one.table.kinds[card.code])])
        return total / self._weight


def _without_useless(hand_state: HandState, distances: DistanceTable, cards: Sequence[str], n: int) -> HandState:
    """Return the hand state without up to *n* of these cards, removing only redundant ones."""
    for code in cards:
        if n <= 0:
            break
        kind = distances.kinds[code]
        if hand_state.is_redundant(kind):
            hand_state = hand_state.minus(kind)
            n -= 1
    return hand_state
