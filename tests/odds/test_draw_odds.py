"""Odds of the next cards: by hand, by trying every choice of cards, and by consistency."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets.base.translatable import Refusal
from phase10_widgets.languages.text import Text
from phase10_widgets.odds import Situation, next_draw, options, wait, within
from phase10_widgets.rules.solver import missing
from tests.faults import every
from tests.helpers import begin
from tests.odds.lessons import SIDES, dealt, distance, lesson, mean, phases, small, views
from tests.reference import oracle

PAIR_SHORT = Situation.with_cards("classic", "2 sets of 3", "R7 B7 G7 Y2 B2 R9")
"""One 2 is missing: of 102 unseen cards, six 2s and eight wilds complete the phase."""


def test_the_next_cards_by_hand() -> None:
    """No success in two draws: both are among the 88 others, but not two 9s (seven are left): 88 · 87 - 7 · 6."""
    found = next_draw(PAIR_SHORT)
    assert found.completes == found.nearer == Fraction(6 + 8, 108 - 6)
    assert next_draw(PAIR_SHORT, "1 set of 4").completes == Fraction(5 + 8, 102), "another phase"
    assert [(out.card.code, out.unseen, out.completes) for out in found.outs] == [
        ("W", 8, True),
        ("R2", 2, True),
        ("G2", 2, True),
        ("B2", 1, True),
        ("Y2", 1, True),
    ]
    assert within(PAIR_SHORT, 2) == 1 - Fraction(88 * 87 - 7 * 6, 102 * 101)


def test_a_wait_by_hand() -> None:
    """One of three cards completes the phase: it comes first, second or third with equal chances."""
    found = wait(Situation.with_cards(small("classic", "R7 B7 R1 R3"), "1 set of 2", "R7"))
    assert list(found.probabilities) == [0, *[Fraction(1, 3)] * 3]
    assert [found.mean, found.median, found.never] == [2, 2, 0]
    assert found.to_dicts()[2] == {"draws": 2, "chance": pytest.approx(1 / 3), "by_then": pytest.approx(2 / 3)}


def test_a_phase_that_never_comes_or_is_in_hand() -> None:
    found = wait(Situation.with_cards(small("classic", "R7 R1 R3"), "1 set of 2", "R7"))
    assert [found.mean, found.median, found.never] == [None, None, 1]
    assert str(found.explanation) == "You cannot complete your phase, no matter how many cards you draw."
    x = Situation.with_cards("classic", "1 set of 2", "R7 B7")
    assert next_draw(x).completes == within(x, 0) == 1
    assert next_draw(x).nearer == len(next_draw(x).outs) == 0
    assert wait(x).mean == wait(x).median == 0


def test_an_empty_pool() -> None:
    x = Situation.with_cards(small("classic", "R7 R1"), "1 set of 2", "R7 R1")
    assert next_draw(x).completes == 0
    assert list(wait(x).probabilities) == [0]
    assert options(x) == ()


@every("n", [-1, 103, 2.0, "2", True, None])
def test_invalid_numbers_of_draws_are_refused(n: Any) -> None:
    for ask in (within, lambda x, n: wait(x).cumulative(n)):
        with pytest.raises(Refusal, match="the number of draws must be a whole number from 0 to 102"):
            ask(PAIR_SHORT, n)


def test_explanations() -> None:
    found = next_draw(PAIR_SHORT)
    assert str(found.assumption) == "Every card that you cannot see is equally likely to be the next one."
    assert str(wait(PAIR_SHORT).explanation) == ("At least half the time, 5 draws are enough to complete your phase.")
    assert str(within(PAIR_SHORT, 1).explanation) == "With 1 more card, your chance of completing your phase is 13.73%."
    german = Text("de").tell(found.completes.explanation)
    assert german == "14 der 102 Karten, die kommen können, machen deine Phase vollständig."
    assert Text("de").tell(options(PAIR_SHORT)[0].explanation).startswith("Ziehe vom Ziehstapel")


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "side"), SIDES)
def test_the_wait_matches_trying_every_choice_of_cards(edition: str, side: str) -> None:
    """Every phase with a hand and a pool of up to seven cards: for each n, each choice of n cards."""
    chance = Random(f"wait/{edition}/{side}")
    uncertain = 0
    for phase in phases(edition):
        hand, pool = dealt(edition, side, chance, chance.randint(5, 9), chance.randint(2, 6))
        x = lesson(edition, side, phase, hand, pool)
        of = distance(x.phase, side, edition)
        found = wait(x)
        for n in range(len(pool) + 1):
            expected = mean([not of([*hand, *more]) for more in combinations(pool, n)])
            assert found.cumulative(n) == within(x, n) == expected, (phase, hand, pool)
            uncertain += 0 < expected < 1
        assert sum(found.probabilities) + found.never == 1
        if found.mean is not None:
            assert found.mean == sum(n * p for n, p in enumerate(found.probabilities))
    assert uncertain > 3, "the pools are neither sure nor hopeless"


@pytest.mark.slow
@every("edition, side", SIDES)
def test_the_outs_match_the_oracle(edition: str, side: str) -> None:
    chance = Random(f"outs/{edition}/{side}")
    for phase in map(str, p10.edition(edition).phases[::3]):
        hand, _ = dealt(edition, side, chance, 10, 0)
        x, words = Situation.with_cards(edition, phase, hand, side=side), [card.code for card in hand]
        here = oracle.best(edition, words, phase, side)[0]
        there = {code: oracle.best(edition, [*words, code], phase, side)[0] for code in x.pool.counts if here}
        found = next_draw(x)
        expected = {code: (x.pool.counts[code], not left) for code, left in there.items() if left < here}
        assert {out.card.code: (out.unseen, out.completes) for out in found.outs} == expected
        assert not here or found.nearer == Fraction(sum(out.unseen for out in found.outs), x.pool.size)
        assert found.completes == (found.nearer if here == 1 else not here)
        assert [row["unseen"] for row in found.to_dicts()] == [out.unseen for out in found.outs]


@pytest.mark.slow
@every("edition", p10.EDITIONS)
def test_answers_in_a_game_agree(edition: str) -> None:
    """`within` one draw equals the next draw, and so does the chance of `options` to complete now."""
    looked = 0
    for seed in range(2):
        for _, view in views(edition, seed, 6, phases=[1 + seed, 7]):
            if view.to_act is None or view.me.laid or view.me.phase is None:
                continue
            x, chance = Situation.of(view), next_draw(view).completes
            if view.side == "wild" or not view.edition.two_sided:
                assert within(view, 1) == chance
            assert all(option.now == chance for option in options(view) if option.draw == "deck")
            complete = not missing(view.hand, x.phase)
            assert complete == (not next_draw(view).outs and chance == 1) or not x.pool.size
            looked += 1
    assert looked > 7


def test_the_discards_become_the_draw_pile() -> None:
    """G13: the pile is empty, so one of the discards below the top comes: 7, 1 or 3."""
    piles: dict[str, Any] = {"draw_pile": "", "discard_pile": "R5 G7 R1 R3"}
    game = begin("classic", "R7 B7", "Y1", step="draw", options={"phases": ["1 set of 3"]}, **piles)
    found = next_draw(game.observe(0))
    assert found.completes == Fraction(1, 3)
    assert str(found.assumption).startswith("The discards are shuffled to form the draw pile: each is equally likely")
