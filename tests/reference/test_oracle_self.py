"""The oracle against cases worked out by hand, and against an even plainer search."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.reference import oracle

PARSED = [
    ("2 sets of 3", [("set", 3, False)] * 2, "a count repeats the need"),
    ("Run of 6", [("run", 6, False)], "no count means one"),
    ("1 Set of 3 & 1 Run of 4", [("set", 3, False), ("run", 4, False)], "masters prints an ampersand"),
    ("1 set of 3 and 1 run of 4", [("set", 3, False), ("run", 4, False)], "classic's text says and"),
    ("7 cards of one color", [("color", 7, False)], "as printed"),
    ("7 Cards of 1 Color", [("color", 7, False)], "British spelling, a figure"),
    ("2 flushes of 4", [("flush", 4, False)] * 2, "the plural in -es"),
    (
        "5 cards of one suit + 3 of another",
        [("flush", 5, False), ("flush", 3, True)],
        "another: a different suit",
    ),
    (
        "4 cards of one color + 3 of another",
        [("color", 4, False), ("color", 3, True)],
        "another: a different color",
    ),
    (
        "1 color run of 3 + 2 sets of 2",
        [("color run", 3, False), *[("set", 2, False)] * 2],
        "flip's last phase",
    ),
    ("Two color runs of 2", [("color run", 2, False)] * 2, "a count in letters"),
]


@pytest.mark.parametrize(("text", "needs", "why"), PARSED)
def test_parse(text: str, needs: list[tuple[str, int, bool]], why: str) -> None:
    assert [tuple(need) for need in oracle.parse_phase(text)] == needs, why


@pytest.mark.parametrize("text", ["", "3 of another", "1 set of 3 + 3 of another", "2 pairs", "sets"])
def test_parse_refuses(text: str) -> None:
    with pytest.raises(ValueError, match="no phase"):
        oracle.parse_phase(text)


@pytest.mark.parametrize(("edition", "phase"), [("standard", "1 color run of 3"), ("classic", "2 flushes of 4")])
def test_needs_that_an_edition_cannot_have(edition: str, phase: str) -> None:
    with pytest.raises(ValueError, match="has no"):
        oracle.best(edition, [], phase)


BEST = [
    ("classic", "R7 B7 G7 R2 B2 Y2", "2 sets of 3", "color", (0, 0), "complete without wilds"),
    ("classic", "R7 R7 B7 B7 G7 G7", "2 sets of 3", "color", (0, 0), "G7: six 7s are two sets"),
    ("classic", "R7 B7 G7 W W W", "2 sets of 3", "color", (0, 3), "G10: one group of wilds only"),
    ("classic", "W W W W W W", "2 sets of 3", "color", (1, None), "G9: a natural is needed"),
    ("classic", "W W W W W W R1", "2 sets of 3", "color", (0, 5), "one natural is enough"),
    ("classic", "W W W W W W S", "2 sets of 3", "color", (1, None), "C5: a skip is not a natural"),
    ("classic", "", "2 sets of 3", "color", (6, None), "nothing held"),
    (
        "classic",
        "R3 B4 G5 R3 B3",
        "1 set of 3 + 1 run of 4",
        "color",
        (2, None),
        "the 3s: two in the set, one runs",
    ),
    (
        "classic",
        "R3 B4 G5 R6 B3 Y3 Y3",
        "1 set of 3 + 1 run of 4",
        "color",
        (0, 0),
        "four 3s serve both groups",
    ),
    ("classic", "R3 B4 G5 R6 B3 Y3 W", "1 set of 3 + 1 run of 4", "color", (0, 1), "three 3s and a wild"),
    ("classic", "R11 B12 G1 R2", "1 run of 4", "color", (2, None), "G8: no wrapping"),
    ("classic", "R3 R3 R4 R4 R5", "1 run of 4", "color", (1, None), "G8: no repeats"),
    (
        "classic",
        "R1 R1 R3 R4 R5 R6 B7",
        "7 cards of one color",
        "color",
        (1, None),
        "G8: repeats count in a color",
    ),
    (
        "masters",
        "O1 O2 O3 W W O5 O6",
        "7 cards of one color",
        "color",
        (0, 2),
        "orange is a color of masters",
    ),
    ("masters", "O1 Y1 R1 G1 W R5 R6", "1 set of 5 + 1 run of 2", "color", (0, 1), "M2: the printed phase 9"),
    ("standard", "AH 2S 3D", "1 run of 3", "color", (0, 0), "S2: the ace is low"),
    ("standard", "QH KS AD", "1 run of 3", "color", (1, None), "S2: and never high"),
    (
        "standard",
        "2H 3H 4D 5D 6D 7H 8H 9D",
        "8 cards of one color",
        "color",
        (0, 0),
        "hearts and diamonds are red",
    ),
    ("standard", "2H 3H 4H 5H 5H 6H 7H 8H", "2 flushes of 4", "color", (0, 0), "S4: both may be hearts"),
    (
        "standard",
        "2H 3H 4H 5H 6H 7H 8H 9H",
        "5 cards of one suit + 3 of another",
        "color",
        (3, None),
        "S4: another",
    ),
    (
        "standard",
        "2H 3H 4H 5H 6H JK JK JK",
        "5 cards of one suit + 3 of another",
        "color",
        (0, 3),
        "jokers of any suit",
    ),
    ("flip", "R3 R4 B8 B9", "2 color runs of 2", "color", (0, 0), "two colors"),
    ("flip", "R3 B4", "1 color run of 2", "color", (1, None), "one color within a run"),
    ("flip", "R3 B*", "1 color run of 2", "color", (1, None), "F6: a star keeps its color"),
    ("flip", "R3 R*", "1 color run of 2", "color", (0, 1), "F6: and can be any number"),
    ("flip", "R3 B* G*", "1 set of 3", "color", (0, 2), "in a set the color is free"),
    ("flip", "R3 B* G5", "1 run of 3", "color", (0, 1), "in a plain run, too"),
    ("flip", "R* R*", "1 color run of 2", "color", (1, None), "F7: a number card is needed"),
    ("flip", "R* R* B5 G5", "1 color run of 2 + 1 set of 2", "color", (0, 2), "F7: one in the whole phase"),
    ("flip", "R3! R4", "1 color run of 2", "color", (0, 0), "F2: a symbol changes nothing"),
    ("flip", "3 4! * 9 9", "1 color run of 3 + 1 set of 2", "wild", (0, 1), "wild side: any color"),
    ("flip", "R3/7 B9/8!", "1 color run of 2", "wild", (0, 0), "of two faces, the active one"),
    ("flip", "R3/7 B9/8!", "1 color run of 2", "color", (1, None), "and only that"),
    (
        "flip",
        "R* B5 R5 G5 R6",
        "1 color run of 2 + 3 cards of one color",
        "color",
        (1, None),
        "the run is blue: B5 and a new card",
    ),
    (
        "classic",
        "R7 R7 R7 R8 R9",
        "1 set of 3 + 3 cards of one color",
        "color",
        (1, None),
        "a card is in one group",
    ),
    (
        "classic",
        "R7 B7 G7 R8 R9 R1",
        "1 set of 3 + 3 cards of one color",
        "color",
        (0, 0),
        "red 7 goes to the set",
    ),
    ("classic", "R7 R8 B1 B2", "2 cards of one color + 2 of another", "color", (0, 0), "two colors"),
    (
        "classic",
        "R7 R8 R1 R2",
        "2 cards of one color + 2 of another",
        "color",
        (2, None),
        "another is another",
    ),
]


@pytest.mark.parametrize(("edition", "words", "phase", "side", "expected", "why"), BEST)
def test_best(edition: str, words: str, phase: str, side: str, expected: tuple[int, int | None], why: str) -> None:
    assert oracle.best(edition, words.split(), phase, side) == expected, why


def _set(*numbers: int) -> tuple[oracle.Identity, ...]:
    return tuple(("set", number) for number in numbers)


MENU = [
    ("classic", "R7 B7 G7 R2 B2 Y2", "2 sets of 3", "color", {_set(2, 7): 0}, "equal groups: one order"),
    (
        "classic",
        "R7 B7 G2 Y2 W",
        "1 set of 3 + 1 set of 2",
        "color",
        {_set(7, 2): 1, _set(2, 7): 1},
        "unequal groups: both orders",
    ),
    (
        "classic",
        "R1 W",
        "1 run of 2",
        "color",
        {(("run", 1),): 1},
        "W before 1 would wrap",
    ),
    (
        "classic",
        "R5 W",
        "1 run of 2",
        "color",
        {(("run", 4),): 1, (("run", 5),): 1},
        "the wild below or above",
    ),
    (
        "flip",
        "4 5 *",
        "2 cards of one color",
        "wild",
        {(("color", color),): 0 for color in "RBGY"},
        "wild side: the color is declared",
    ),
    ("flip", "4 5", "1 color run of 2", "wild", {(("color run", 4, None),): 0}, "F9: no color yet"),
    ("flip", "R4 R5 B5", "1 color run of 2", "color", {(("color run", 4, "R"),): 0}, "color side: its own"),
    (
        "standard",
        "2H 3S JK",
        "2 cards of one suit",
        "color",
        {(("flush", s),): 1 for s in "HS"},
        "either suit",
    ),
    ("classic", "W W W", "1 set of 3", "color", {}, "G9"),
]


@pytest.mark.parametrize(("edition", "words", "phase", "side", "expected", "why"), MENU)
def test_menu(edition: str, words: str, phase: str, side: str, expected: dict[Any, int], why: str) -> None:
    assert oracle.menu(edition, words.split(), phase, side) == expected, why


FITS = [
    ("classic", "G3", {"kind": "set", "cards": "R3 W B3", "number": 3}, "color", ("any",), "its number"),
    ("classic", "G4", {"kind": "set", "cards": "R3 W B3", "number": 3}, "color", (), "another number"),
    ("classic", "S", {"kind": "set", "cards": "R3 W B3", "number": 3}, "color", (), "C5"),
    ("classic", "G2", {"kind": "run", "cards": "R3 W B5", "start": 3}, "color", ("low",), "one below"),
    (
        "classic",
        "W",
        {"kind": "run", "cards": "R3 W B5", "start": 3},
        "color",
        ("low", "high"),
        "the seat says",
    ),
    ("classic", "W", {"kind": "run", "cards": "R1 W B3", "start": 1}, "color", ("high",), "nothing below 1"),
    ("classic", "W", {"kind": "run", "cards": "W " * 11 + "R12", "start": 1}, "color", (), "G11: a full run"),
    ("classic", "W", {"kind": "color", "cards": "R1 R2", "color": "R"}, "color", ("any",), "a wild fits"),
    ("standard", "KS", {"kind": "run", "cards": "JD QD", "start": 11}, "color", ("high",), "13 is the top"),
    (
        "standard",
        "KS",
        {"kind": "color", "cards": "AC", "color": "black"},
        "color",
        ("any",),
        "spades are black",
    ),
    ("standard", "KS", {"kind": "flush", "cards": "AC", "suit": "C"}, "color", (), "but no clubs"),
    (
        "flip",
        "R2",
        {"kind": "color run", "cards": "3/R5 4/B9", "start": 3, "color": None},
        "color",
        ("low",),
        "F9: open",
    ),
    (
        "flip",
        "R2",
        {"kind": "color run", "cards": "B3/1 4/B9", "start": 3, "color": "B"},
        "color",
        (),
        "F9: fixed",
    ),
    (
        "flip",
        "2",
        {"kind": "color run", "cards": "B3/1 4/B9", "start": 3, "color": "B"},
        "wild",
        ("low",),
        "F9: sides mix",
    ),
    (
        "flip",
        "R*",
        {"kind": "color run", "cards": "B3/1 4/B9", "start": 3, "color": "B"},
        "color",
        (),
        "a star's color",
    ),
    (
        "flip",
        "R*",
        {"kind": "run", "cards": "B3/1 4/B9", "start": 3},
        "color",
        ("low", "high"),
        "no matter here",
    ),
    ("flip", "R*", {"kind": "set", "cards": "B3/1 3/B9", "number": 3}, "color", ("any",), "nor in a set"),
    (
        "flip",
        "7",
        {"kind": "color", "cards": "B3/1", "color": "B"},
        "wild",
        ("any",),
        "wild side: any color",
    ),
]


@pytest.mark.parametrize(("edition", "word", "group", "side", "ends", "why"), FITS)
def test_fits(edition: str, word: str, group: dict[str, Any], side: str, ends: tuple[str, ...], why: str) -> None:
    assert oracle.fits(edition, word, group, side) == ends, why


POINTS = [
    ("classic", "R1 R9 B10 B12 S W", "color", 5 + 5 + 10 + 10 + 15 + 25, "C7"),
    ("masters", "O9 O10 S W", "color", 5 + 10 + 15 + 25, "M8"),
    ("standard", "AH 9S 10D TD JC KC JK", "color", 5 + 5 + 10 + 10 + 10 + 10 + 25, "S7"),
    ("flip", "R9!/12 B*/1", "color", 5 + 20, "F11"),
    ("flip", "R9!/12 B*/1", "wild", 10 + 5, "F11: the active face"),
]


@pytest.mark.parametrize(("edition", "words", "side", "total", "why"), POINTS)
def test_points(edition: str, words: str, side: str, total: int, why: str) -> None:
    assert oracle.points(edition, words.split(), side) == total, why


S777 = {"kind": "set", "cards": "R7 B7 W", "number": 7}
R1234 = {"kind": "run", "cards": "R1 W G3 G4", "start": 1}


def test_check_arrangement_counts_wilds() -> None:
    words = ["R7", "B7", "W", "R1", "W", "G3", "G4", "S"]
    assert oracle.check_arrangement("classic", words, "1 set of 3 + 1 run of 4", [S777, R1234]) == 2


ILLEGAL = [
    ("classic", "R7 B7 W", "1 set of 4", [S777], "color", "G4", "too short"),
    ("classic", "R7 B7 W", "2 sets of 3", [S777], "color", "G6", "a group is missing"),
    ("classic", "R7 B7", "1 set of 3", [S777], "color", "G7", "a card that is not held"),
    ("classic", "R7 B7 W", "2 sets of 3", [S777, S777], "color", "G7", "cards used twice"),
    ("classic", "R7 B7 W", "1 run of 3", [S777], "color", "G4", "the wrong kind"),
    ("classic", "R7 B8 W", "1 set of 3", [{**S777, "cards": "R7 B8 W"}], "color", "G8", "two numbers"),
    ("classic", "R7 B7 W", "1 set of 3", [{**S777, "number": 8}], "color", "G8", "a wrong declaration"),
    (
        "classic",
        "R12 W",
        "1 run of 2",
        [{"kind": "run", "cards": "R12 W", "start": 12}],
        "color",
        "G8",
        "a run past 12",
    ),
    ("classic", "W W W", "1 set of 3", [{**S777, "cards": "W W W"}], "color", "G9", "no natural"),
    (
        "flip",
        "3 4",
        "1 color run of 2",
        [{"kind": "color run", "cards": "3 4", "start": 3, "color": "R"}],
        "wild",
        "G8",
        "F9: still open",
    ),
    (
        "flip",
        "R*/1 R4/2",
        "2 cards of one color",
        [{"kind": "color", "cards": "R*/1 R4/3", "color": "R"}],
        "color",
        "G7",
        "another card with the same active face",
    ),
    (
        "standard",
        "2H 3H",
        "1 cards of one suit + 1 of another",
        [{"kind": "flush", "cards": "2H", "suit": "H"}, {"kind": "flush", "cards": "3H", "suit": "H"}],
        "color",
        "S4",
        "the same suit",
    ),
]


@pytest.mark.parametrize(("edition", "words", "phase", "groups", "side", "rule", "why"), ILLEGAL)
def test_check_arrangement_refuses(
    edition: str, words: str, phase: str, groups: list[dict[str, Any]], side: str, rule: str, why: str
) -> None:
    with pytest.raises(AssertionError) as raised:
        oracle.check_arrangement(edition, words.split(), phase, groups, side)
    assert str(raised.value).startswith(f"{rule} "), why


DECKS = [
    ("classic", 4, 108),
    ("masters", 4, 110),
    ("flip", 4, 104),
    ("standard", 2, 108),
    ("standard", 3, 216),
]


@pytest.mark.parametrize(("edition", "seats", "size"), DECKS)
def test_deck_sizes(edition: str, seats: int, size: int) -> None:
    assert len(oracle.deck(edition, seats)) == size
    if edition == "flip":
        assert len(oracle.deck(edition, seats, "wild")) == size


BAD_WORDS = [
    ("classic", "O7", "color", "orange belongs to masters"),
    ("masters", "B7", "color", "blue does not"),
    ("classic", "R13", "color", "12 is the top"),
    ("standard", "1H", "color", "the ace is A"),
    ("flip", "R7", "wild", "its wild side is not shown"),
    ("flip", "7", "color", "its color side is not shown"),
]


@pytest.mark.parametrize(("edition", "word", "side", "why"), BAD_WORDS)
def test_bad_words(edition: str, word: str, side: str, why: str) -> None:
    with pytest.raises(ValueError, match=r"has no card|does not show"):
        pytest.fail(f"{why}: {oracle.face(edition, word, side)}")


# A search without matching theory: fill slot after slot with each card or with a new one.


def _plain_best(edition: str, words: list[str], phase: str, side: str) -> tuple[int, int | None]:
    lists = [oracle.identities(edition, need, side) for need in oracle.parse_phase(phase)]
    needs = oracle.parse_phase(phase)
    faces = [oracle.face(edition, word, side) for word in words]
    found: list[tuple[int, int]] = []

    def fill(places: list[oracle.Slot], left: list[oracle.Face], missing: int, wilds: int, naturals: int) -> None:
        if found and missing > min(found)[0]:
            return
        if not places:
            if missing or naturals:
                found.append((missing, 0 if missing else wilds))
            return
        for at, card in enumerate(left):
            if card not in left[:at] and _agrees(card, places[0]):
                rest = left[:at] + left[at + 1 :]
                fill(places[1:], rest, missing, wilds + card.wild, naturals + (not card.wild))
        fill(places[1:], left, missing + 1, wilds, naturals + 1)

    for chosen in _choices(lists):
        if len(needs) == 2 and needs[1].another and chosen[0] == chosen[1]:
            continue
        fill(
            [s for i, need in zip(chosen, needs, strict=True) for s in oracle.slots(i, need.size)],
            faces,
            0,
            0,
            0,
        )
    missing, wilds = min(found)
    return (missing, None if missing else wilds)


def _choices(lists: list[list[oracle.Identity]]) -> list[list[oracle.Identity]]:
    chosen: list[list[oracle.Identity]] = [[]]
    for options in lists:
        chosen = [[*before, option] for before in chosen for option in options]
    return chosen


def _agrees(card: oracle.Face, slot: oracle.Slot) -> bool:
    if card.skip:
        return False
    if slot.number is not None and card.number is not None and slot.number != card.number:
        return False
    if slot.color is not None and card.color is not None and slot.color != card.color:
        return False
    return slot.suit is None or card.suit is None or slot.suit == card.suit


SMALL_PHASES = [
    ("classic", "1 set of 2 + 1 run of 3", "color"),
    ("classic", "1 set of 2 + 2 cards of one color", "color"),
    ("masters", "1 run of 2 + 2 cards of one color", "color"),
    ("classic", "2 cards of one color + 2 of another", "color"),
    ("standard", "3 cards of one suit + 2 of another", "color"),
    ("standard", "2 flushes of 2", "color"),
    ("flip", "1 color run of 2 + 1 set of 2", "color"),
    ("flip", "1 color run of 2 + 1 set of 2", "wild"),
    ("flip", "1 run of 2 + 2 cards of one color", "color"),
]


@pytest.mark.parametrize(("edition", "phase", "side"), SMALL_PHASES)
def test_against_plain_search(edition: str, phase: str, side: str) -> None:
    rng = random.Random(f"{edition} {phase} {side}")
    deck = oracle.deck(edition, 2, side)
    wilds = [word for word in deck if oracle.face(edition, word, side).wild]
    for _ in range(12):
        hand = rng.sample(deck, rng.randrange(2, 6)) + rng.sample(wilds, rng.randrange(3))
        expected = _plain_best(edition, hand, phase, side)
        assert oracle.best(edition, hand, phase, side) == expected, hand
        menu = oracle.menu(edition, hand, phase, side)
        assert (min(menu.values()) if menu else None) == expected[1], hand
