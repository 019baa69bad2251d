"""Counting against a plain enumeration of every choice from small pools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb
from random import Random

import pytest

import phase10_widgets as p10
from phase10_widgets import Card, Phase
from phase10_widgets.odds.counting import completions as counting
from phase10_widgets.odds.counting.completions import completions
from phase10_widgets.odds.pool import Pool
from tests.core.test_melds import SIDES, playable
from tests.reference import oracle

CASES = {"classic": 50, "masters": 30, "standard": 50, "flip": 50}
"""Small pools for each edition and side."""


def small_pool(chance: Random, edition: str, side: str, phase: str) -> tuple[list[str], list[str]]:
    """Return held cards and a pool: cards that make the phase, some replaced by wilds, and a few near ones."""
    left = oracle.deck(edition, 2, side)
    chance.shuffle(left)
    needs = oracle.parse_phase(phase)
    ways = oracle._combinations(edition, phase, side)
    chosen = chance.choice(ways)
    slots = [
        slot
        for need, at in zip(needs, chosen, strict=True)
        for slot in oracle.slots(oracle.identities(edition, need, side)[at], need.size)
    ]
    cards = []
    for slot in slots:
        wild = chance.random() < 0.2
        fitting = [w for w in left if oracle._fits_slot(oracle.face(edition, w, side), slot)]
        fitting = [w for w in fitting if oracle.face(edition, w, side).wild == wild] or fitting
        cards.append(fitting[0])
        left.remove(fitting[0])
    numbers = {oracle.face(edition, word, side).number for word in cards}
    near = [word for word in left if oracle.face(edition, word, side).number in numbers]
    extra = chance.randint(1, max(1, 11 - len(cards)))
    cards += near[: extra // 2 + 1] + left[: extra // 2]
    cards = list((Counter(cards) & Counter(oracle.deck(edition, 2, side))).elements())
    chance.shuffle(cards)
    held = chance.randint(0, max(0, len(slots) - 2))
    return cards[:held], cards[held:]


def case(edition: str, side: str, seed: str) -> tuple[str, list[str], list[str]]:
    """Return a phase, printed or custom, with held cards and a pool."""
    chance = Random(seed)
    phases = list(oracle.PHASES[edition]) if chance.random() < 0.4 else playable(edition)
    phase = chance.choice([text for text in phases if Phase.parse(text).size <= 9])
    return (phase, *small_pool(chance, edition, side, phase))


def enumerated(held: Sequence[Card], pool: Sequence[Card], phase: Phase, side: str) -> list[int]:
    """Count the choices of each size that complete the phase by checking each."""
    found = [0] * (len(pool) + 1)
    known: dict[tuple[str, ...], bool] = {}
    for k in range(len(pool) + 1):
        for chosen in combinations(pool, k):
            hand = tuple(sorted(card.code for card in chosen))
            if hand not in known:
                known[hand] = p10.missing((*held, *chosen), phase, side=side) == 0 if held or chosen else False
            found[k] += known[hand]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "side"), [(edition, side) for edition in SIDES for side in SIDES[edition]])
def test_every_choice_from_small_pools(edition: str, side: str) -> None:
    open_cases, kinds = 0, set()
    pack = p10.edition(edition).pack
    for at in range(CASES[edition]):
        phase, held, pool = case(edition, side, f"{edition}/{side}/{at}")
        kinds.add(phase)
        mine, rest, wanted = pack.cards(" ".join(held)), pack.cards(" ".join(pool)), Phase.parse(phase)
        found = completions(wanted, mine, Pool.of(rest, pack.side(side)), len(pool))
        where = f"{edition} {side}: {phase} with {held} out of {pool}"
        assert found == enumerated(mine, rest, wanted, side), where
        assert all(0 <= n <= comb(len(pool), k) for k, n in enumerate(found)), where
        whole = oracle.best(edition, [*held, *pool], phase, side)[1] is not None
        assert found[-1] == whole, where
        open_cases += any(0 < n < comb(len(pool), k) for k, n in enumerate(found))
    assert open_cases > CASES[edition] * 0.6
    assert len(kinds) >= 15


def test_a_mixture_that_takes_too_long_is_refused_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MOST_WORK", 50)
    pool = Pool.of_deck(p10.edition("classic"))
    with pytest.raises(ValueError, match="too many groups for an exact count; simulate it instead"):
        completions(Phase.parse("4 cards of one color + 1 run of 4"), (), pool, 10)


def test_names_of_colors_do_not_matter() -> None:
    """Two hands that differ only by the names of colors have equal counts, even if other colors are distinguished."""
    for edition, phase in (("flip", str(p10.edition("flip").phase(2))), ("classic", "2 color runs of 2")):
        words = p10.edition(edition)
        one, other = (
            completions(Phase.parse(phase), cards, Pool.of_deck(words, side="color", without=cards), 4)
            for cards in (words.cards("R1 R2 B5"), words.cards("G1 G2 Y5"))
        )
        assert one == other


def test_renaming_changes_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole deck, with canonical color names and without."""
    for name, sides in SIDES.items():
        for side in sides:
            wanted = p10.edition(name).phase(2)
            pool = Pool.of_deck(p10.edition(name), side=side)
            renamed = completions(wanted, (), pool, wanted.size)
            with monkeypatch.context() as patch:
                patch.setattr(counting, "_alike", lambda rows, colors: ())
                assert completions(wanted, (), pool, wanted.size) == renamed
            assert renamed[-1] > 0
