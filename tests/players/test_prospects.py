"""Prospects, checked against counting card by card with the core's distance."""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose
from random import Random
from typing import NamedTuple

import pytest

import phase10_widgets as p10
from phase10_widgets import Card, Phase
from phase10_widgets.odds.distance.tables import is_quick, quick_table, table
from phase10_widgets.odds.pool import Pool
from phase10_widgets.players.expected_draws import DistanceRow, ExpectedDraws, expected_draws
from phase10_widgets.players.prospects import Aim, Prospects
from tests.faults import every
from tests.odds.lessons import SIDES, dealt, distance, phases


class Wanted(NamedTuple):
    phase: Phase
    expected: ExpectedDraws
    handicap: float
    edition: str
    side: str

    def wait(self, cards: Sequence[Card], rest: Sequence[Card]) -> float:
        """Return the expected draws for these cards, with the outs counted one by one among *rest*."""
        of = distance(self.phase, self.side, self.edition)
        here = of(cards)
        outs = sum(of([*cards, card]) < here for card in rest)
        return self.expected(here, outs, len(rest)) + self.handicap


def now(aims: Sequence[Wanted], cards: Sequence[Card], rest: Sequence[Card]) -> float:
    return min(aim.wait(cards, rest) for aim in aims)


def after_draw(aims: Sequence[Wanted], cards: Sequence[Card], rest: Sequence[Card]) -> float:
    """Return the mean, over each possible next card, of the draws to the nearest phase."""
    each = [now(aims, [*cards, card], [*rest[:at], *rest[at + 1 :]]) for at, card in enumerate(rest)]
    return sum(each) / len(each)


def moment(
    edition: str, side: str, texts: Sequence[str], chance: Random, sizes: tuple[int, int]
) -> tuple[list[Wanted], Pool, list[Card], list[Card]]:
    """Return aims at these phases with handicaps, cards in hand and cards to come."""
    rules = p10.edition(edition)
    aims = []
    for text in texts:
        phase = Phase.parse(text)
        found = expected_draws(rules, phase, side)
        if chance.random() < 0.5:
            found = ExpectedDraws(
                [DistanceRow(3.0 * d + chance.random(), chance.random(), 0.3) for d in range(1, 12)], 5.0
            )
        aims.append(Wanted(phase, found, chance.uniform(-4, 2), edition, side))
    hand, rest = dealt(edition, side, chance, *sizes)
    return aims, Pool.of(rest, rules.pack.side(side)), hand, rest


def prospects(aims: Sequence[Wanted], pool: Pool, *, ahead: bool = True) -> Prospects:
    exact = [Aim(aim.phase, pool, aim.expected, aim.handicap, table=table) for aim in aims]
    return Prospects(exact, pool, ahead=ahead)


def same(found: float, expected: float) -> bool:
    return isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9)


@pytest.mark.slow
@every("edition, side", SIDES)
def test_one_phase_counted_card_by_card(edition: str, side: str) -> None:
    """Check every printed phase and some custom ones, with hands of any size and many wilds."""
    chance = Random(f"prospects/{edition}/{side}")
    for text in phases(edition):
        for _ in range(2):
            aims, pool, hand, rest = moment(edition, side, [text], chance, (chance.randint(1, 11), 14))
            found = prospects(aims, pool)
            assert same(found.now(found.hand(hand)), now(aims, hand, rest)), (text, hand)
            assert same(found.after_draw(found.hand(hand)), after_draw(aims, hand, rest)), (text, hand)
            blind = prospects(aims, pool, ahead=False)
            assert same(blind.after_draw(blind.hand(hand)), now(aims, hand, rest)), "it does not look ahead"
            more, left = [*hand, rest[0]], rest[1:]
            fewer = prospects(aims, Pool.of(left, pool.side))
            assert same(fewer.now(fewer.plus(fewer.hand(hand), rest[0])), now(aims, more, left)), (text, more)


@every("edition, side", SIDES)
def test_the_nearest_of_several_phases_counted_card_by_card(edition: str, side: str) -> None:
    """Handicaps belong to their phases: after each draw the smallest sum counts."""
    chance = Random(f"several/{edition}/{side}")
    for _ in range(12):
        texts = chance.sample(phases(edition), chance.choice((2, 3)))
        aims, pool, hand, rest = moment(edition, side, texts, chance, (chance.randint(1, 11), 10))
        found = prospects(aims, pool)
        assert same(found.now(found.hand(hand)), now(aims, hand, rest)), (texts, hand)
        assert same(found.after_draw(found.hand(hand)), after_draw(aims, hand, rest)), (texts, hand)


@pytest.mark.slow
@every("edition, side", SIDES)
@every("ahead", [True, False])
def test_each_discard_is_judged_by_the_cards_that_are_left(edition: str, side: str, ahead: bool) -> None:
    """Check one phase and several; without lookahead the cards are taken as they are after the discard."""
    chance = Random(f"discards/{edition}/{side}/{ahead}")
    judge = after_draw if ahead else now
    for at in range(12):
        texts = chance.sample(phases(edition), (1, 1, 2, 3)[at % 4])
        aims, pool, hand, rest = moment(edition, side, texts, chance, (chance.randint(2, 11), 9))
        found = prospects(aims, pool, ahead=ahead).without_each(hand)
        assert found.keys() == {card.code for card in hand}
        for place, card in enumerate(hand):
            left = [*hand[:place], *hand[place + 1 :]]
            assert same(found[card.code], judge(aims, left, rest)), (texts, hand, card)


@every("left", [0, 1])
def test_the_end_of_the_cards(left: int) -> None:
    """With at most one card to come, there is no draw to look beyond."""
    chance = Random(left)
    for text in phases("classic"):
        aims, pool, hand, rest = moment("classic", "color", [text], chance, (10, left))
        found = prospects(aims, pool)
        assert same(found.after_draw(found.hand(hand)), now(aims, hand, rest))


@every("edition, side", SIDES)
def test_without_lookahead_the_present_is_exact(edition: str, side: str) -> None:
    """Printed phases always get lookahead; for others, the distance is exact, as are the outs unless there are many."""
    chance = Random(f"quick/{edition}/{side}")
    printed = [*map(str, p10.edition(edition).phases)]
    for text in [*phases(edition), "2 sets of 2 + 1 run of 3 + 2 cards of one color", "3 color runs of 2 + 1 set of 3"]:
        try:
            aims, pool, hand, _ = moment(edition, side, [text], chance, (10, 12))
            exact = prospects(aims, pool)
        except ValueError:
            continue
        (aim,) = aims
        phase = aim.phase
        found = Prospects([Aim(phase, pool, aim.expected, aim.handicap)], pool)
        (state,), (wanted,) = found.hand(hand), exact.hand(hand)
        assert state.distance == wanted.distance
        if text in printed:
            assert quick_table(phase, pool.side) is table(phase, pool.side)
        if is_quick(phase, pool.side):
            assert same(found.now(found.hand(hand)), exact.now(exact.hand(hand))), text
            assert found.after_draw(found.hand(hand)) >= exact.after_draw(exact.hand(hand)) - 1e-9, text
