"""Hands dealt by NumPy, and simulations with them."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from math import sqrt
from multiprocessing import get_context
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import odds
from tests.faults import every, no_faults
from tests.helpers import rotating
from tests.odds.coins import heads, stop_at
from tests.odds.lessons import SIDES
from tests.odds.with_numpy import batch, np, sampling

DEAL = odds.question("deal", edition="classic", phase=1)


@pytest.mark.parametrize(("edition", "side"), SIDES)
def test_every_hand_comes_from_one_deck(edition: str, side: str) -> None:
    rules = p10.edition(edition)
    for seats in (rules.seats[0], rules.seats[-1]):
        pool = odds.Pool.of_deck(rules, seats, side)
        hands = sampling.deal_hands(pool, 15, 20_000, seed=seats)
        assert set(hands.sum(axis=1).tolist()) == {15}
        there = np.array([pool.count([code]) for code in batch.columns(edition, side)])
        assert (hands <= there).all()
        mean, expected = hands.mean(axis=0), 15 * there / pool.size
        error = np.sqrt(15 * there / pool.size / len(hands)) + 1e-12
        assert (abs(mean - expected) <= 4.5 * error).all()


def test_a_whole_deck_and_nothing_can_be_dealt_and_cards_held_are_in_every_hand() -> None:
    pool = odds.Pool.of(p10.edition("classic").cards("R1 R1 W"), p10.edition("classic").pack.side("color"))
    assert (sampling.deal_hands(pool, 3, 5) == batch.matrix("classic", ["R1 R1 W"])).all()
    assert sampling.deal_hands(pool, 0, 5).sum() == 0
    assert sampling.deal_hands(pool, 2, 0).shape == (0, 50)
    held = p10.edition("classic").cards("W W R7")
    pool = odds.Pool.of_deck(p10.edition("classic"), without=held)
    hands = sampling.deal_hands(pool, 7, 1000, held=held)
    assert set(hands.sum(axis=1).tolist()) == {10}
    assert (hands >= batch.matrix("classic", [held])).all()


def test_a_seed_gives_the_same_hands_everywhere() -> None:
    """Computed once and fixed: NumPy guarantees the bits of its generators, and the rest is our own arithmetic."""
    pool = odds.Pool.of_deck(p10.edition("classic"))
    hands = [batch.cards("classic", row) for row in sampling.deal_hands(pool, 10, 2, "kept")]
    assert [" ".join(card.code for card in hand) for hand in hands] == KEPT
    assert (sampling.deal_hands(pool, 10, 50, 1) != sampling.deal_hands(pool, 10, 50, 2)).any()


KEPT = ["R2 R12 B3 B6 B6 B11 G8 Y1 Y7 Y8", "R2 B1 B6 G3 G8 G12 Y6 Y10 W W"]

REFUSED = [
    ({"cards": 109}, "each hand can be dealt 0 to 108 cards, not 109", "the deck has no more"),
    ({"cards": -1}, "each hand can be dealt 0 to 108 cards, not -1", "a negative number of cards"),
    ({"cards": 10, "n": -1}, "the number of hands must be at least 0, not -1", "a negative number of hands"),
]


@every("asked, message, why", REFUSED)
def test_impossible_deals_are_refused(asked: dict[str, Any], message: str, why: str) -> None:
    with pytest.raises(ValueError, match=message):
        sampling.deal_hands(odds.Pool.of_deck(p10.edition("classic")), **{"n": 1, **asked})


@pytest.mark.slow
def test_the_engine_gives_the_same_number_everywhere() -> None:
    expected = odds.simulate(DEAL, 20_500, seed=3, engine="numpy", chunk=2000)
    with ThreadPoolExecutor(3) as threads:
        assert odds.simulate(DEAL, 20_500, seed=3, engine="numpy", chunk=2000, executor=threads) == expected
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        found = odds.simulate(DEAL, 20_500, seed=3, engine="numpy", chunk=2000, executor=processes, in_flight=4)
    assert found == expected
    assert odds.simulate(DEAL, 20_500, seed=4, engine="numpy", chunk=2000) != expected


def test_a_numpy_simulation_can_be_stopped_and_resumed() -> None:
    simulation = odds.Simulation(DEAL, 30_000, seed="x", engine="numpy", chunk=5000)
    simulation.run(progress=stop_at(simulation, 10_000))
    assert simulation.done == 10_000
    again = odds.Simulation.from_dict(simulation.to_dict())
    assert again.run() == odds.simulate(DEAL, 30_000, seed="x", engine="numpy", chunk=5000)


ASKED = [
    ({"edition": "classic", "phase": 4, "hand": "R1 B2 W"}, "with cards held"),
    ({"edition": "standard", "phase": 2, "seats": 8, "cards": 15}, "a large deck and a large hand"),
    ({"edition": "flip", "phase": "2 sets of 3", "side": "wild"}, "a custom phase on the other side"),
    ({"edition": "classic", "phase": 1, "deck": "R1 R1 R1 R2 R2 R2 R3 R4 W W S S S"}, "another deck"),
]


@pytest.mark.slow
@every("asked, why", ASKED)
def test_both_engines_and_counting_agree(asked: dict[str, Any], why: str) -> None:
    question = odds.question("deal", **asked)
    found = odds.simulate(question, 100_000, seed=1, engine="numpy", confidence=0.9999)
    exact = question.exact()
    assert exact is not None
    assert found.low <= float(exact) <= found.high
    slow = odds.simulate(question, 1500, seed=1)
    assert abs(slow.value - found.value) < 4.5 * sqrt(found.value * (1 - found.value) / 1500)


def test_questions_that_no_table_answers_are_refused() -> None:
    for asked, name in ((odds.question("points", edition="classic"), "points"), (heads, "heads")):
        with pytest.raises(ValueError, match=f"'{name}' needs engine=\"python\", not 'numpy'"):
            odds.simulate(asked, 10, engine="numpy")


@pytest.mark.slow
@pytest.mark.parametrize("times", [rotating(2), pytest.param(100, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("edition", "side"), SIDES)
def test_every_exact_chance_agrees_with_many_deals(edition: str, side: str, times: int) -> None:
    """Check four editions, both sides of flip, and ten phases each, with a hundred thousand hands per phase."""
    phases = [phase.number for phase in p10.edition(edition).phases]
    pool, n = odds.Pool.of_deck(p10.edition(edition), side=side), 100_000
    hits: Any = np.zeros(len(phases), int)
    for seed in range(times):
        hits += batch.holds(edition, phases, sampling.deal_hands(pool, 10, n, f"many/{side}/{seed}"), side=side).sum(0)
    with no_faults() as faults:
        for phase, held in zip(phases, hits.tolist(), strict=True):
            with faults.of(phase):
                chance = float(odds.deal(edition, phase, side=side))
                assert abs(held / (times * n) - chance) <= 4.5 * sqrt(chance * (1 - chance) / (times * n))
