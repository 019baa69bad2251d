"""Chance: the same seed gives the same game, and all deals are equally likely."""

from __future__ import annotations

import hashlib
import json
import math
import random
from collections import Counter

import pytest

import phase10_widgets as p10
from phase10_widgets import Game
from tests.faults import every
from tests.helpers import NAMES, draw, played_out, position
from tests.reference import oracle
from tests.reference.playing import variations

GOLDEN = [
    # edition, SHA-256 of the record of one greedy game: it changes with rules, player or random numbers
    ("classic", "22aaeab38d0e46a751f05a7d0f5bdd804b24b5df4be2ae3f21c1813df924bfcf"),
    ("flip", "0374a0623463534abd0bb3b1724763f4cb439f9f627241bfaae15bc2d6fa0257"),
    ("standard", "5740e698282ae82e7e6b916087937cb76febe10261840b4585fd054404d4d8ed"),
    ("masters", "fd4d498c6f2416ae4c4bd4fcd8fc6551e5ff0b6b9a61010023cc97feaef66811"),
]


def digest(game: Game) -> str:
    text = json.dumps(game.record(), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.slow
def test_a_golden_game() -> None:
    assert [(edition, digest(played_out(edition, 20240607, NAMES[:3]))) for edition in p10.EDITIONS] == GOLDEN


@every("edition", p10.EDITIONS)
def test_the_same_seed_is_the_same_game(edition: str) -> None:
    record = played_out(edition, 5, phases=[1, 2, 3]).record()
    assert record == played_out(edition, 5, phases=[1, 2, 3]).record()
    assert len({entry["deck"] for entry in record["rounds"]}) == len(record["rounds"]) > 2, "each round has its deal"
    decks = {Game.new(edition, seed=seed).record()["rounds"][0]["deck"] for seed in (1, 2, "1", "a", "b", -1)}
    assert len(decks) >= 5, "other seeds, other games"
    games = [Game.new(edition, seed=5, **rows[0]) for rows in variations(edition).values()]
    dealt = {game.record()["rounds"][0]["deck"] for game in games}
    assert len(dealt) == 1, "options do not change the deal"


@every("edition", p10.EDITIONS)
def test_a_games_random_numbers_leave_the_global_generator_alone(edition: str) -> None:
    """A game ignores both Python's global generator and a player's use of it."""
    random.seed(1)
    before = random.getstate()
    first = played_out(edition, 2, phases=[1]).record()
    assert random.getstate() == before
    random.random()
    assert played_out(edition, 2, phases=[1]).record() == first


DEALS = 3000


def chi_square(found: Counter[str], expected: dict[str, float]) -> float:
    assert set(found) <= set(expected)
    return sum((found[word] - wanted) ** 2 / wanted for word, wanted in expected.items())


def bound(cells: int) -> float:
    """Return six standard deviations above the expected value."""
    return cells - 1 + 6 * math.sqrt(2 * (cells - 1))


@pytest.mark.slow
def test_every_pairing_is_equally_likely() -> None:
    """F3: over many games, every wild face is equally likely behind one color face."""
    found = Counter[str]()
    for seed in range(DEALS):
        (card,) = [card for card in p10.edition("flip").deck(2, seed) if card.code == "R5!"]
        found[card.turned.code] += 1
    whole = Counter(oracle.deck("flip", 2, "wild"))
    expected = {word: DEALS * count / 104 for word, count in whole.items()}
    assert chi_square(found, expected) < bound(len(expected))


@pytest.mark.slow
def test_every_order_of_a_reshuffle_is_equally_likely() -> None:
    """G13: over many seeds, each of four discards comes first equally often."""
    found = Counter[str]()
    start = position("classic", "Y1", "Y2", step="draw", draw_pile="", discard_pile="R9 R1 R2 R3 R4")
    for seed in range(2000):
        game = Game.from_position(start, seed).apply(draw())
        found[game.position()["seats"][0]["hand"].split()[-1]] += 1
    assert chi_square(found, dict.fromkeys(("R1", "R2", "R3", "R4"), 500.0)) < bound(4)
