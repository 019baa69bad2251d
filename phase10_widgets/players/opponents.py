"""What another seat may hold, and so what a card that one throws may be worth to it.

Nobody sees the others' cards. But everybody saw what they took from the discard pile, what they left there and what
they threw. So hands are made up that fit this: the cards they took, and others drawn from those that cannot be seen.
The more draws a seat has had, the more of its cards are useful ones; and a hand that the cards it refused would have
helped counts for less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from ..core.cards import Card
from ..core.events import CardHit, Discarded, Drawn, Flipped, PhaseLaid, Reshuffled, RoundDealt, Saved
from ..core.observation import Observation
from ..odds.distance.hand_state import DistanceTable, HandState
from ..odds.pool import Pool, face_on
from .expected_draws import ExpectedDraws

REFUSED = 0.3
"""How much less likely a hand is for each refused card that would have helped it."""
REMEMBERED = 6
"""So many of the last refused cards are thought of."""
SELECTED = 0.5
"""For each draw a seat has had, so many cards it does not need are taken to be gone from its hand."""


@dataclass(slots=True)
class PickupHistory:
    """What everybody saw of one seat in this round."""

    taken: list[Card] = field(default_factory=list)
    """What it took from the discard pile and surely still holds; what it saved is not seen (M5)."""
    refused: list[Card] = field(default_factory=list)
    """What it threw, or left on the discard pile when it drew, oldest first."""
    draws: int = 0


def pickup_histories(view: Observation) -> list[PickupHistory]:
    """For each seat what everybody saw of it, as the cards lie now."""
    found = [PickupHistory() for _ in view.seats]
    pile: list[Card] = []
    for event in view.history():
        match event:
            case RoundDealt():
                pile = [event.up]
            case Drawn():
                story = found[event.seat]
                story.draws += 1
                if event.source == "discard" and event.card is not None:
                    story.taken.append(event.card)
                    del pile[-1:]
                elif pile and not pile[-1].skip:
                    story.refused.append(pile[-1])
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
                for story in found:
                    story.taken = [card.turned for card in story.taken]
                    story.refused = []
    return found


def _gone(story: PickupHistory, card: Card) -> None:
    if card in story.taken:
        story.taken.remove(card)


def next_seat(view: Observation) -> int | None:
    """The seat that may take what this one throws; None when all others lose a turn."""
    at = view.playing.index(view.seat)
    ring = view.playing[at + 1 :] + view.playing[:at]
    return next((seat for seat in ring if not view.seats[seat].skipped), None)


class _Guess(NamedTuple):
    """A hand that another seat may hold."""

    weight: float
    hand_state: HandState
    table: DistanceTable
    wait: float
    """The draws that it still needs."""
    saved: float
    """Those that a card which helps saves."""


def _guess(hand_state: HandState, distances: DistanceTable, expected: ExpectedDraws, weight: float) -> _Guess:
    distance = hand_state.distance
    return _Guess(
        weight, hand_state, distances, expected.typical(distance), expected.saved(distance) if distance else 0.0
    )


class OpponentModel:
    """A seat that has not laid down yet, as a number of hands that it may hold."""

    def __init__(self, guesses: Sequence[_Guess]) -> None:
        self._guesses = guesses
        self._weight = sum([guess.weight for guess in guesses])

    @classmethod
    def of(
        cls,
        story: PickupHistory,
        size: int,
        pool: Pool,
        aims: Sequence[tuple[DistanceTable, ExpectedDraws]],
        chance: Random,
        hands: int,
    ) -> OpponentModel:
        """Made-up hands of *size* cards for a seat with these aims, its cards drawn from *pool*."""
        hidden = [code for code, n in pool.counts.items() for _ in range(n)]
        for card in story.taken:
            if card.code in hidden:
                hidden.remove(card.code)
        size -= len(story.taken)
        useless = int(SELECTED * min(story.draws, 10))
        found = []
        for at in range(hands):
            distances, expected = aims[at % len(aims)]
            drawn = chance.sample(hidden, min(len(hidden), max(size, 0) + useless))
            hand_state = distances.hand_state([*story.taken, *[pool.side.faces[code] for code in drawn]])
            hand_state = _without_useless(hand_state, distances, drawn, len(drawn) - size)
            weight = 1.0
            for card in story.refused[-REMEMBERED:]:
                if hand_state.improves(distances.kinds[face_on(card, pool.side).code]):
                    weight *= REFUSED
            found.append(_guess(hand_state, distances, expected, weight))
        return cls(found)

    @classmethod
    def known(cls, cards: Sequence[Card], aims: Sequence[tuple[DistanceTable, ExpectedDraws]]) -> OpponentModel:
        """A seat whose cards everybody sees, as those of flip when they are turned over."""
        return cls([_guess(distances.hand_state(cards), distances, expected, 1.0) for distances, expected in aims])

    @property
    def wait(self) -> float:
        """The draws that it still needs on average."""
        return sum([guess.weight * guess.wait for guess in self._guesses]) / self._weight

    def benefit(self, card: Card) -> float:
        """The draws that this card saves it on average."""
        total = 0.0
        for weight, hand_state, distances, _, saved in self._guesses:
            if saved and hand_state.improves(distances.kinds[card.code]):
                total += weight * saved
        return total / self._weight

    def wants(self, card: Card) -> float:
        """The chance that the card helps it."""
        total = sum([one.weight for one in self._guesses if one.hand_state.improves(one.table.kinds[card.code])])
        return total / self._weight


def _without_useless(hand_state: HandState, distances: DistanceTable, cards: Sequence[str], n: int) -> HandState:
    """The standing when up to *n* of these cards that it does not need are gone."""
    for code in cards:
        if n <= 0:
            break
        kind = distances.kinds[code]
        if hand_state.is_redundant(kind):
            hand_state = hand_state.minus(kind)
            n -= 1
    return hand_state
