"""What a seat's cards are worth: how many more draws it takes until a phase can be laid down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core.cards import Card
from ..core.phases import Phase
from ..odds.distance.hand_state import HandState, Kind
from ..odds.distance.tables import table
from ..odds.pool import Pool
from .expected_draws import ExpectedDraws


class Aim:
    """One phase that may be laid down, with the cards that may come."""

    def __init__(self, phase: Phase, pool: Pool, expected: ExpectedDraws, handicap: float = 0.0) -> None:
        """*handicap* in draws is for choosing among phases: what this one costs more than another."""
        self.phase = phase
        self.table = table(phase, pool.side)
        self.expected = expected
        self.handicap = handicap
        self.kinds: dict[Kind, int] = {}
        for code, n in pool.counts.items():
            kind = self.table.kinds[code]
            self.kinds[kind] = self.kinds.get(kind, 0) + n
        self.counts = self.table.counts(self.kinds)

    def kind(self, card: Card) -> Kind:
        """What matters of a card for this phase."""
        return self.table.kinds[card.code]


Hand = Sequence[HandState]
"""Where the same cards stand with each aim."""


class Prospects:
    """A seat's aims, and how long the nearest takes with these cards or those."""

    def __init__(self, aims: Sequence[Aim], pool: Pool, *, ahead: bool = True) -> None:
        """*ahead*: whether each draw to come is looked at, or the cards are taken as they are."""
        self.aims = aims
        self.ahead = ahead
        self.pool = pool
        draws: dict[tuple[Kind, ...], int] = {}
        for code, n in pool.counts.items():
            kinds = tuple([aim.table.kinds[code] for aim in aims])
            draws[kinds] = draws.get(kinds, 0) + n
        self._draws = draws
        """How many of the cards to come are of these kinds, one for each aim."""

    def hand(self, cards: Iterable[Card]) -> Hand:
        """Where these cards stand."""
        held = tuple(cards)
        return [aim.table.hand_state(held) for aim in self.aims]

    def plus(self, hand: Hand, card: Card) -> Hand:
        """The same with one card more."""
        return [hand_state.plus(aim.kind(card)) for aim, hand_state in zip(self.aims, hand, strict=True)]

    def now(self, hand: Hand) -> float:
        """The draws still needed when a card has just been drawn."""
        size = self.pool.size
        return min(
            aim.expected(hand_state.distance, hand_state.outs(aim.counts), size) + aim.handicap
            for aim, hand_state in zip(self.aims, hand, strict=True)
        )

    def after_draw(self, hand: Hand) -> float:
        """The same on average after one draw from the pile, which is not counted."""
        size, total = self.pool.size, 0.0
        if size < 2 or not self.ahead:
            return self.now(hand)
        looks = [
            (aim.expected, hand_state.lookahead(aim.counts).after, aim.handicap)
            for aim, hand_state in zip(self.aims, hand, strict=True)
        ]
        if len(looks) == 1:
            ((wait, after, handicap),) = looks
            for (kind,), n in self._draws.items():
                total += n * wait(*after(kind), size - 1)
            return total / size + handicap
        for kinds, n in self._draws.items():
            total += n * min(
                [
                    wait(*after(kind), size - 1) + handicap
                    for (wait, after, handicap), kind in zip(looks, kinds, strict=True)
                ]
            )
        return total / size

    def without_each(self, cards: Sequence[Card]) -> dict[str, float]:
        """For the word of each card: the draws still needed after the next one when it is thrown."""
        hand, found = self.hand(cards), {}
        known: dict[tuple[Kind, ...], float] = {}
        for card in cards:
            if card.code in found:
                continue
            kinds = tuple(
                [
                    None if hand_state.is_redundant(kind := aim.kind(card)) else kind
                    for aim, hand_state in zip(self.aims, hand, strict=True)
                ]
            )
            if kinds not in known:
                left = [hand_state.minus(kind) for hand_state, kind in zip(hand, kinds, strict=True)]
                known[kinds] = self.after_draw(left)
            found[card.code] = known[kinds]
        return found
