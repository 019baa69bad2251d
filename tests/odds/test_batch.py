"""Many hands at once, checked against the solver hand by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets.errors import HandsError
from phase10_widgets.rules.cards import MAX_CARDS
from tests.faults import every
from tests.odds.lessons import SIDES
from tests.odds.with_numpy import batch, np, tables
from tests.rules.test_solver import playable, random_hands


def faces(edition: str, side: str) -> list[p10.Card]:
    return list(p10.edition(edition).pack.side(side).faces.values())


def adversarial(edition: str, side: str) -> Iterator[list[p10.Card]]:
    """Yield hands that decks rarely or never give."""
    each = faces(edition, side)
    wilds = [card for card in each if card.wild]
    numbers = [card for card in each if card.number is not None]
    yield []
    yield each  # one of each face
    for card in each:
        yield [card] * 11  # more of a face than any deck has
        yield [card] * 3 + wilds[:1] * 7
        yield [card] + wilds[-1:] * 9  # stars of one color
        yield [card, *(wilds * 9)[:9]]
    for n in range(1, 16):
        yield wilds[:1] * n  # wilds alone make nothing (G9)
        yield numbers[:n]
        yield numbers[::2][:n]
        yield (numbers[:3] * 5)[:n]
    yield [card for card in each if card.skip] * 10 + numbers[:2]
    yield wilds * 20
    yield numbers[-1:] * MAX_CARDS


def dealt(edition: str, side: str, n: int) -> Iterator[list[p10.Card]]:
    """Yield hands of up to 15 cards, from a whole deck and from a small one that makes phases likely."""
    chance = Random(f"batch/{edition}/{side}")
    deck = p10.edition(edition).deck(p10.edition(edition).seats[-1])
    whole = [card.face if card.side.name == side or not card.back else card.back for card in deck]
    for at in range(n):
        few = whole if at % 2 else chance.sample(whole, 30)
        yield chance.sample(few, chance.randint(0, 15))
    for words in random_hands(edition, side, n, "batch"):
        yield list(map(p10.edition(edition).pack.card, words))


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "side"), SIDES)
def test_every_phase_check_agrees_with_the_rules(edition: str, side: str) -> None:
    """All printed phases on all hands, and many mixtures on a few hands each, since those are slow to solve."""
    hands = [tuple(hand) for hand in (*dealt(edition, side, 60), *adversarial(edition, side))]
    counts = batch.matrix(edition, hands, side)
    printed = p10.edition(edition).phases
    found = batch.holds(edition, printed, counts, side=side)
    assert found.shape == (len(hands), len(printed))
    assert found.dtype == np.bool_
    for column, phase in zip(found.T, printed, strict=True):
        expected = [p10.missing(hand, phase, edition=edition, side=side) == 0 for hand in hands]
        assert column.tolist() == expected, str(phase)
        assert 0 < sum(expected) < len(hands), str(phase)
    held = 0
    for at, text in enumerate(playable(edition)):
        few = slice(at % 9, None, 9)
        expected = [p10.missing(hand, text, edition=edition, side=side) == 0 for hand in hands[few]]
        assert batch.holds(edition, text, counts[few], side=side).tolist() == expected, text
        held += sum(expected)
    assert held > 200


@pytest.mark.slow
def test_tables_learn_in_any_order_and_forget_without_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small blocks, small hands first or last, and tables that are rebuilt again and again."""
    hands = batch.matrix("flip", [tuple(hand) for hand in dealt("flip", "color", 150)])
    asked = ["1 color run of 3 + 1 set of 3", "2 color runs of 3"]
    expected = batch.holds("flip", asked, hands)
    monkeypatch.setattr(batch, "HANDS_PER_BLOCK", 7)
    monkeypatch.setattr(tables, "MOST_ENTRIES", 20_000)
    for order in (np.argsort(hands.sum(axis=1)), np.argsort(-hands.sum(axis=1).astype(int))):
        tables.tables.cache_clear()
        assert (batch.holds("flip", asked, hands[order]) == expected[order]).all()
    tables.tables.cache_clear()


KINDS = [
    ("uint8", "C", "what matrix() gives"),
    ("uint8", "F", "what deal_hands() gives"),
    ("int64", "C", "what numpy.array([[…]]) gives"),
    ("int16", "F", "any other"),
    (">u4", "C", "and in the other byte order"),
]


@every("kind, order, why", KINDS)
def test_any_integer_dtype_is_accepted(kind: str, order: Any, why: str) -> None:
    given = batch.matrix("classic", ["R7 B7 W G1 Y1 G1", "", "R1 S"]).astype(kind, order=order)
    assert batch.holds("classic", 1, given).tolist() == [True, False, False]
    assert batch.holds("classic", 1, given[::-2]).tolist() == [False, True], "rows of a slice"


def test_no_hands_and_no_phases_and_too_many_cards() -> None:
    none = batch.matrix("classic", [])
    assert batch.holds("classic", 1, none).shape == (0,)
    assert batch.holds("classic", [1, 2], none).shape == (0, 2)
    assert batch.holds("classic", [], batch.matrix("classic", ["R1"])).shape == (1, 0)
    with pytest.raises(HandsError, match="at most 255 cards, not 256"):
        batch.matrix("classic", ["W " * 256])


@every("edition, side", SIDES)
def test_a_matrix_row_converts_back_to_cards(edition: str, side: str) -> None:
    for hand in dealt(edition, side, 20):
        (row,) = batch.matrix(edition, [hand], side)
        assert Counter(batch.cards(edition, row, side)) == Counter(hand)
    assert batch.columns(edition, side) == tuple(card.code for card in faces(edition, side))


def hands_like(**changed: Any) -> Any:
    """Return two classic hands with a change."""
    hands = np.zeros((2, 50), changed.get("dtype", np.int64))
    hands[1, 3] = changed.get("count", 1)
    hands[1, 4] = changed.get("other", 0)
    return hands


REFUSED = [
    (hands_like(count=-1), r"from 0 to 255, not -1 \(row 1, column 3: R4\)", "a negative count"),
    (hands_like(count=256), r"from 0 to 255, not 256 \(row 1", "would be 0 as a byte"),
    (hands_like(count=200, other=100), r"at most 255 cards, not 300 \(row 1\)", "too many in all"),
    (hands_like(count=200, other=100, dtype=np.uint8), r"at most 255 cards, not 300 \(row 1\)", "also as bytes"),
    (hands_like(dtype=float), "whole numbers .* not float64", "half a card"),
    (hands_like(dtype=bool), "whole numbers .* not bool", "present, but how often?"),
    (hands_like()[:, :49], r"50 columns, one for each face \(R1, R2 … S; .*not 2 by 49", "a face is missing"),
    (hands_like()[0], "row for each hand .* not 50", "one hand is a matrix of one row"),
    (np.zeros((2, 61), int), "50 columns.*not 2 by 61", "another edition's"),
    ("R1 R2", "not a single value", "only matrix() takes words"),
]


@every("hands, message, why", REFUSED)
def test_non_hands_are_refused(hands: Any, message: str, why: str) -> None:
    with pytest.raises(HandsError, match=message):
        batch.holds("classic", 1, hands)


ASKED_WRONG = [
    ({"edition": "uno"}, "there is no edition 'uno'"),
    ({"phase": 11}, "there is no phase 11"),
    ({"phase": "1 flush of 3"}, "flush"),
    ({"edition": "flip", "side": "back"}, "there is no side 'back'"),
]


@every("asked, message", ASKED_WRONG)
def test_invalid_questions_are_refused(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        batch.holds(**{"edition": "classic", "phase": 1, **asked}, hands=np.zeros((1, 50), int))
