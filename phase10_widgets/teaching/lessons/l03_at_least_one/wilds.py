"""Lesson 3: decks with different numbers of wilds, and the chances of drawing wilds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from math import comb
from random import Random

from ....base.translatable import phrase
from ....odds.simulation.experiment import Trial
from ..common import Params, drawn, exactly

STANDARDS = ("7.SP.C.8", "HSS-CP.A.1", "HSS-CP.B.9")


NATURALS = 100
"""The number of cards in the classic deck that are not wild."""


def wild_deck(random: Random, cards: tuple[int, int], wilds: tuple[int, int] = (5, 10)) -> Params:
    """Return a deck with 100 naturals and a number of wilds, and a hand size, both within these ranges."""
    wild = random.randint(*wilds)
    return {"cards": random.randint(*cards), "wilds": wild, "size": NATURALS + wild}


def clearly(draw: Callable[..., Params], chance: Callable[[Params], Fraction]) -> Callable[..., Params]:
    """Wrap *draw* so that it skips cases in which "at least one" and "none" are about equally likely."""

    @wraps(draw)
    def drawing(random: Random, **level: int) -> Params:
        while abs(chance(p := draw(random, **level)) - Fraction(1, 2)) < Fraction(1, 100):
            pass
        return p

    return drawing


def at_least(wanted: int, p: Params) -> Fraction:
    """Return the chance of at least this many wilds in the hand."""
    return drawn(wanted, p["wilds"], p["cards"], p["size"])


def exactly_one(p: Params) -> Fraction:
    return exactly(1, p["wilds"], p["cards"], p["size"])


PUT_BACK = phrase(
    "That is the probability with replacement, as if each card went back before the next one came. Here, a "
    "card that has been dealt cannot come again."
)


def put_back(marked: int, p: Params, *, wanted: int = 1, cards: int | None = None) -> Fraction:
    """Return the chance of at least *wanted* marked cards if each card is put back before the next one is drawn."""
    share, n = Fraction(marked, p["size"]), p["cards"] if cards is None else cards
    fewer = (comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(wanted))
    return 1 - sum(fewer, Fraction(0))


def first_cards(marked: int, size: int, cards: int, wanted: int = 1) -> Trial:
    """Return a trial that deals a hand and returns True if it has at least *wanted* of the first *marked* cards."""
    if wanted == 1:
        return lambda random: min(random.sample(range(size), cards)) < marked
    return lambda random: sum([card < marked for card in random.sample(range(size), cards)]) >= wanted
