"""The oracle, and the solvers compared with it, checked on cases worked out by hand."""

from __future__ import annotations

from phase10_widgets import Phase
from tests.faults import every
from tests.reference import oracle
from tests.rules.test_solver import check

BEST = [
    ("classic", "R7 B7 G7 R2 B2 Y2", "2 sets of 3", "color", (0, 0), "complete without wilds"),
    ("classic", "R7 R7 B7 B7 G7 G7", "2 sets of 3", "color", (0, 0), "G7: six 7s are two sets"),
    ("classic", "R7 B7 G7 W W W", "2 sets of 3", "color", (0, 3), "G10: one group of wilds only"),
    ("classic", "W W W W W W", "2 sets of 3", "color", (1, None), "G9: a natural is needed"),
    ("classic", "W W W W W W S", "2 sets of 3", "color", (1, None), "C5: a skip is not a natural"),
    ("classic", "R3 B4 G5 R3 B3", "1 set of 3 + 1 run of 4", "color", (2, None), "the 3s: two in the set, one runs"),
    ("classic", "R3 B4 G5 R6 B3 Y3 Y3", "1 set of 3 + 1 run of 4", "color", (0, 0), "four 3s serve both groups"),
    ("classic", "R11 B12 G1 R2", "1 run of 4", "color", (2, None), "G8: no wrapping"),
    ("classic", "R3 R3 R4 R4 R5", "1 run of 4", "color", (1, None), "G8: no repeats"),
    ("standard", "QH KS AD", "1 run of 3", "color", (1, None), "S2: and never high"),
    ("standard", "2H 3H 4H 5H 5H 6H 7H 8H", "2 flushes of 4", "color", (0, 0), "S4: both may be hearts"),
    ("standard", "2H 3H 4H 5H 6H 7H 8H 9H", "5 cards of one suit + 3 of another", "color", (3, None), "S4: another"),
    ("flip", "R3 B*", "1 color run of 2", "color", (1, None), "F6: a star keeps its color"),
    ("flip", "R3 R*", "1 color run of 2", "color", (0, 1), "F6: and can be any number"),
    ("flip", "R* R*", "1 color run of 2", "color", (1, None), "F7: a number card is needed"),
    ("flip", "R* R* B5 G5", "1 color run of 2 + 1 set of 2", "color", (0, 2), "F7: one in the whole phase"),
    ("flip", "3 4! * 9 9", "1 color run of 3 + 1 set of 2", "wild", (0, 1), "wild side: any color"),
    ("flip", "R3/7 B9/8!", "1 color run of 2", "wild", (0, 0), "of two faces, the active one"),
    ("flip", "R3/7 B9/8!", "1 color run of 2", "color", (1, None), "and only that"),
    ("flip", "R* B5 R5 G5 R6", "1 color run of 2 + 3 cards of one color", "color", (1, None), "the run is blue"),
    ("classic", "R7 R7 R7 R8 R9", "1 set of 3 + 3 cards of one color", "color", (1, None), "a card is in one group"),
    ("classic", "R7 R8 R1 R2", "2 cards of one color + 2 of another", "color", (2, None), "another is another"),
]


@every("edition, words, phase, side, expected, why", BEST)
def test_best(edition: str, words: str, phase: str, side: str, expected: tuple[int, int | None]) -> None:
    assert oracle.best(edition, words.split(), phase, side) == expected
    assert check(edition, words.split(), phase, side) == (expected[0] == 0)


PARSED = [
    ("Run of 6", "1 run of 6", "no count means one"),
    ("Two color runs of 2", "2 color runs of 2", "a count in letters"),
    ("1 Set of 3 & 1 Run of 4", "1 set of 3 + 1 run of 4", "masters prints an ampersand"),
    ("1 set of 3 and 1 run of 4", "1 set of 3 + 1 run of 4", "classic's text says and"),
    ("7 Cards of 1 Colour", "7 cards of one color", "British spelling, a figure"),
    ("5 cards of one suit, 3 of another", "5 cards of one suit + 3 of another", "another: a different suit"),
]


@every("text, printed, why", PARSED)
def test_a_phase_is_read_as_people_write_it(text: str, printed: str) -> None:
    assert str(Phase.parse(text)) == printed
    assert oracle.parse_phase(text) == oracle.parse_phase(printed)
