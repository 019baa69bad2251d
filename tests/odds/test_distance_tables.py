"""Distance tables against the core's distance: one card more, one card less, and the next draw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

import pytest

import phase10_widgets as p10
from phase10_widgets import Card, Phase
from phase10_widgets.odds.distance.by_solver import SolverTable
from phase10_widgets.odds.distance.hand_state import DistanceTable, HandState, Kind
from phase10_widgets.odds.distance.tables import table
from tests.faults import every
from tests.odds.lessons import SIDES, dealt, distance, phases

Of: TypeAlias = Callable[[Sequence[Card]], int]


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "side"), SIDES)
def test_a_hand_state_agrees_with_the_solver(edition: str, side: str) -> None:
    """Hands of any size with many wilds: one card more, one less, both, and the cards that help then."""
    chance = Random(f"plans/{edition}/{side}")
    for text in phases(edition):
        phase = Phase.parse(text)
        found = table(phase, p10.edition(edition).pack.side(side))
        of = distance(phase, side, edition)
        for _ in range(7):
            hand, others = dealt(edition, side, chance, chance.randint(1, 11), 6)
            thrown, rest = hand[0], hand[1:]
            hand_state = found.hand_state(hand)
            less = hand_state.minus(found.kinds[thrown.code])
            assert (hand_state.distance, less.distance) == (of(hand), of(rest)), (text, hand)
            for drawn in others:
                kind = found.kinds[drawn.code]
                more = less.plus(kind)
                assert more.distance == of([*rest, drawn]), (text, rest, drawn)
                assert less.improves(kind) == (more.distance < less.distance)
                assert more.minus(kind).distance == less.distance
            check_outs(found, less, rest, others, of)
            if hand_state.is_redundant(found.kinds[thrown.code]):
                same_outlook(found, less, hand_state, others)


def counted(found: DistanceTable, cards: list[Card]) -> tuple[list[Kind], Any]:
    """Return the kinds of these cards, and their numbers as the table counts them."""
    kinds = [found.kinds[card.code] for card in cards]
    return kinds, found.counts({kind: kinds.count(kind) for kind in kinds})


def check_outs(found: DistanceTable, hand_state: HandState, hand: list[Card], others: list[Card], of: Of) -> None:
    """Check the outs among these cards, and after each draw of one of them, the outs among the rest."""
    (_, counts), here = counted(found, others), of(hand)
    assert hand_state.outs(counts) == sum(of([*hand, card]) < here for card in others)
    lookahead = hand_state.lookahead(counts)
    for at, drawn in enumerate(others):
        left = [*others[:at], *others[at + 1 :]]
        there = of([*hand, drawn])
        outs = sum(of([*hand, drawn, card]) < there for card in left)
        assert lookahead.after(found.kinds[drawn.code]) == (there, outs), (hand, drawn, left)


def same_outlook(found: DistanceTable, one: HandState, other: HandState, cards: list[Card]) -> None:
    """Check that losing a redundant card changes nothing two draws ahead."""
    kinds, counts = counted(found, cards)
    assert one.outs(counts) == other.outs(counts)
    assert all(one.lookahead(counts).after(kind) == other.lookahead(counts).after(kind) for kind in kinds)


NO_TABLES = [
    ("classic", "1 set of 3 + 3 cards of one color", "a card can fit one group by number and the other by color"),
    ("flip", "4 cards of one color + 2 of another", "stars are bound to a color"),
    ("classic", "3 runs of 2 + 3 sets of 2", "these plans would take too long to list"),
]


@every("edition, phase, why", NO_TABLES)
def test_phases_without_a_table(edition: str, phase: str, why: str) -> None:
    assert isinstance(table(Phase.parse(phase), p10.edition(edition).pack.side("color")), SolverTable)


def test_every_printed_phase_has_a_table() -> None:
    for edition, side in SIDES:
        for phase in p10.edition(edition).phases:
            assert not isinstance(table(phase, p10.edition(edition).pack.side(side)), SolverTable)


def test_wilds_alone_lack_a_natural() -> None:
    """G9: seven wilds lack one card for two sets of 3, and only a natural helps."""
    pack = p10.edition("classic").pack
    found = table(Phase.parse("2 sets of 3"), pack.side("color"))
    hand_state = found.hand_state(pack.cards("W W W W W W W"))
    assert hand_state.distance == 1
    assert [hand_state.improves(found.kinds[code]) for code in ("W", "S", "R5")] == [False, False, True]
