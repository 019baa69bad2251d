"""Counting against a plain enumeration of every choice from small pools."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations
from math import comb
from random import Random

import pytest

import phase10_widgets as p10
from phase10_widgets import Card, Phase
from phase10_widgets.odds.counting import completions as counting
from phase10_widgets.odds.counting.completions import completions
from phase10_widgets.odds.pool import Pool
from phase10_widgets.rules.solver import solver
from tests.odds.lessons import dealt
from tests.reference import oracle
from tests.rules.test_solver import SIDES, playable

CASES = {"classic": 50, "masters": 30, "standard": 50, "flip": 50}
"""Small pools for each edition and side."""


def case(edition: str, side: str, seed: str) -> tuple[str, list[Card], list[Card]]:
    """Return a phase, printed or custom, with held cards and a pool: cards that make it, cards near it and others."""
    chance = Random(seed)
    phases = list(oracle.PHASES[edition]) if chance.random() < 0.4 else playable(edition)
    phase = chance.choice([text for text in phases if Phase.parse(text).size <= 9])
    lacks = solver(Phase.parse(phase), p10.edition(edition).pack.side(side)).missing
    left, _ = dealt(edition, side, chance, 80, 0)
    made: list[Card] = []
    while lacking := lacks(made):
        made.append(left.pop(next(at for at, card in enumerate(left) if lacks([*made, card]) < lacking)))
    numbers = {card.number for card in made}
    left.sort(key=lambda card: card.number not in numbers)
    extra = chance.randint(1, max(1, 11 - len(made)))
    cards = made + left[: extra // 2 + 1] + left[len(left) - extra // 2 :]
    chance.shuffle(cards)
    held = chance.randint(0, max(0, len(made) - 2))
    return phase, cards[:held], cards[held:]


def enumerated(held: Sequence[Card], pool: Sequence[Card], phase: Phase, side: str) -> list[int]:
    """Count the choices of each size that complete the phase, by checking every choice."""
    found = [0] * (len(pool) + 1)
    known: dict[str, bool] = {}
    for chosen in chain(*(combinations(pool, k) for k in range(len(pool) + 1))):
        hand = " ".join(sorted(card.code for card in chosen))
        if hand not in known:
            known[hand] = bool(held or chosen) and p10.missing((*held, *chosen), phase, side=side) == 0
        found[len(chosen)] += known[hand]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "side"), [(edition, side) for edition in SIDES for side in SIDES[edition]])
def test_every_choice_from_small_pools(edition: str, side: str) -> None:
    open_cases, kinds = 0, set()
    pack = p10.edition(edition).pack
    for at in range(CASES[edition]):
        phase, held, pool = case(edition, side, f"{edition}/{side}/{at}")
        kinds.add(phase)
        wanted = Phase.parse(phase)
        found = completions(wanted, held, Pool.of(pool, pack.side(side)), len(pool))
        where = f"{edition} {side}: {phase} with {held} out of {pool}"
        assert found == enumerated(held, pool, wanted, side), where
        assert all(0 <= n <= comb(len(pool), k) for k, n in enumerate(found)), where
        whole = oracle.best(edition, [card.code for card in (*held, *pool)], phase, side)[1] is not None
        assert found[-1] == whole, where
        open_cases += any(0 < n < comb(len(pool), k) for k, n in enumerate(found))
    assert open_cases > CASES[edition] * 0.6
    assert len(kinds) >= 15


def test_a_mixture_that_takes_too_long_is_refused_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MOST_STATES", 50)
    pool = Pool.of_deck(p10.edition("classic"))
    with pytest.raises(ValueError, match="too many groups for an exact count; simulate it instead"):
        completions(Phase.parse("4 cards of one color + 1 run of 4"), (), pool, 10)


def test_renaming_changes_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try the whole deck, and the deck without two cards of one color, with and without canonical color names."""
    for name, sides in SIDES.items():
        for side in sides:
            wanted, faces = p10.edition(name).phase(2), p10.edition(name).pack.side(side).faces
            for held in ((), tuple(faces.values())[:2]):
                pool = Pool.of_deck(p10.edition(name), side=side, without=held)
                renamed = completions(wanted, held, pool, wanted.size)
                with monkeypatch.context() as patch:
                    patch.setattr(counting, "_alike", lambda rows, colors: ())
                    assert completions(wanted, held, pool, wanted.size) == renamed
                assert renamed[-1] > 0
