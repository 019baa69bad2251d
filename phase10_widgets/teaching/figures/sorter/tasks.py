"""Ready-made hands to sort, each with the question that it raises."""

from __future__ import annotations

from typing import NamedTuple

from ....base.translatable import phrase


class Task(NamedTuple):
    """A ready-made hand and the question that it raises."""

    edition: str
    side: str
    phase: int
    cards: str
    title: str
    asks: str


TASKS = {
    "colors": Task(
        "classic", "color", 1, "R7 R7 B7 Y4 Y4 G4 R1 B9 Y12 S",
        phrase("A color twice"), phrase("Two sets of 3. May a set contain two red 7s?"),
    ),
    "run": Task(
        "classic", "color", 4, "R3 B4 G5 Y6 R7 B8 G9 R11 Y11 S",
        phrase("A run in four colors"), phrase("A run of 7. Do its cards have to be the same color?"),
    ),
    "corner": Task(
        "classic", "color", 2, "R8 B8 G8 Y11 R12 B1 G2 Y3 R4 S",
        phrase("Around the corner"), phrase("A set of 3 and a run of 4. Do 11, 12, 1 and 2 make a run?"),
    ),
    "wilds": Task(
        "classic", "color", 3, "R5 B5 W W Y9 R10 B11 W Y1 S",
        phrase("Wilds fill gaps"), phrase("A set of 4 and a run of 4. Where do the three wilds go?"),
    ),
    "only wilds": Task(
        "classic", "color", 9, "R6 B6 G6 Y6 R6 W W R2 B11 S",
        phrase("Nothing but wilds"), phrase("A set of 5 and a set of 2. May the set of 2 consist of two wilds?"),
    ),
    "skips": Task(
        "classic", "color", 8, "R1 R3 R3 R7 R9 R12 W S S B4",
        phrase("Skips"), phrase("7 cards of one color. May a number appear twice, and does a skip help?"),
    ),
    "short run": Task(
        "masters", "color", 9, "R4 O4 Y4 G4 R4 O7 Y8 R9 W S",
        phrase("A run of 2"), phrase("A set of 5 and, in this game only, a run of 2. Is that a run at all?"),
    ),
    "flushes": Task(
        "standard", "color", 8, "AH 3H 4H 4H 5H JH JH QH 2C KS",
        phrase("Two flushes"), phrase("Two flushes of 4. May both be hearts?"),
    ),
    "another suit": Task(
        "standard", "color", 9, "AH 3H 4H 9H KH 5H 2C 7C 7D JK",
        phrase("Another suit"), phrase("5 cards of one suit and 3 of another. May both be hearts this time?"),
    ),
    "color run": Task(
        "flip", "color", 5, "R3 B4 R4 R5 R6 G9 Y9 B1 G* Y12",
        phrase("Here a run needs a color"), phrase(
            "A color run of 4 and a set of 2. Can the blue 4 be part of the color run?"
        ),
    ),
    "wild side": Task(
        "flip", "wild", 7, "3 4 5 8 8 * 1 12 12 6",
        phrase("The wild side"),
        phrase("A color run of 3 and a set of 3, with cards that have no color. How does that work?"),
    ),
}  # fmt: skip
"""Hands that test a real rule, or one that people merely imagine."""
