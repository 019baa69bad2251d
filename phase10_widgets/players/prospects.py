"""Prospects: the expected number of draws until a seat can lay down a phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..odds.distance.hand_state import DistanceTable, HandState, Kind
from ..odds.distance.tables import quick_table
from ..odds.pool import Pool
from ..rules.cards import Card, Side
from ..rules.phases import Phase
from .expected_draws import ExpectedDraws


class Aim:
    """One phase that may be laid down, with the unseen cards."""

    def __init__(
        self,
        phase: Phase,
        pool: Pool,
        expected: ExpectedDraws,
        handicap: float = 0.0,
        *,
        table: Callable[[Phase, Side], DistanceTable] = quick_table,
    ) -> None:
        """Set up a phase.

        Args:
            phase: the phase.
            pool: the unseen cards.
            expected: the phase's expected draws.
            handicap: the extra cost of this phase, in draws; it matters when choosing among phases.
            table: a function that returns the table of distances.
        """
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
        """Return the card's kind for this phase: cards of the same kind are interchangeable."""
        return self.table.kinds[card.code]


Hand = Sequence[HandState]
"""The state of one hand for each aim."""


class Prospects:
    """A seat's aims, and the number of draws until the closest one is complete, given some cards."""

    def __init__(self, aims: Sequence[Aim], pool: Pool, *, ahead: bool = True) -> None:
        """Store the aims; *ahead* is True to average over the next draw, False to take the cards as they are."""
        self.aims = aims
        self.ahead = ahead
        self.pool = pool
        draws: dict[tuple[Kind, ...], int] = {}
        for code, n in pool.counts.items():
            kinds = tuple([aim.table.kinds[code] for aim in aims])
            draws[kinds] = draws.get(kinds, 0) + n
        self._draws = draws
        """The number of unseen cards of these kinds, one kind for each aim."""

    def hand(self, cards: Iterable[Card]) -> Hand:
        """Return the hand states of these cards."""
        held = tuple(cards)
        return [aim.table.hand_state(held) for aim in self.aims]

    def plus(self, hand: Hand, card: Card) -> Hand:
        """Return the hand states with one more card."""
        return [hand_state.plus(aim.kind(card)) for aim, hand_state in zip(self.aims, hand, strict=True)]

    def improved_by(self, hand: Hand, code: str) -> bool:
        """Return True if a card with this face brings one of the aims closer."""
        return any(state.improves(aim.table.kinds[code]) for aim, state in zip(self.aims, hand, strict=True))

    def now(self, hand: Hand) -> float:
        """Return the draws still needed right after drawing a card."""
        size = self.pool.size
        return min(
            aim.expected(hand_state.distance, hand_state.outs(aim.counts), size) + aim.handicap
            for aim, hand_state in zip(self.aims, hand, strict=True)
        )

    def after_draw(self, hand: Hand) -> float:
        """Return the average number of draws still needed after one draw from the pile, not counting that draw."""
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
        """Return, by card code, the draws still needed after discarding that card and drawing once."""
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
