"""Phase 10 Flip!: two-sided cards, color runs and stars (rules F1 to F13)."""

from __future__ import annotations

from random import Random

from ..rules.cards import Card, Pack
from ..rules.edition import Edition, numbered
from .common import SHARED_NOTES, add_numbers, points_of

COLORS = ("R", "B", "G", "Y")
FLIP_NUMBERS = {"B": (2, 6, 10), "G": (3, 7, 11), "R": (1, 5, 9), "Y": (4, 8, 12)}
"""For each color, the numbers for which one of the two cards has the flip symbol (F2)."""


def _pack() -> Pack:
    pack = Pack("flip", range(1, 13))
    colored = pack.add_side("color", COLORS)
    add_numbers(colored, COLORS)
    for color in COLORS:
        for number in FLIP_NUMBERS[color]:
            colored.add(f"{color}{number}!", number=number, color=color, points=points_of(number), flips=True)
        colored.add(f"{color}*", color=color, points=20)
    wild = pack.add_side("wild", COLORS, run_colors=(None,))
    for mark, flips in (("", False), ("!", True)):
        for number in wild.numbers:
            wild.add(f"{number}{mark}", number=number, points=points_of(number), flips=flips)
        wild.add(f"*{mark}", points=20, flips=flips)
    return pack


PACK = _pack()


def _deck(seats: int, chance: Random) -> tuple[Card, ...]:
    """Build the deck: each color face is paired with a random wild face (F3)."""
    backs = sorted(wild_faces(), key=lambda face: chance.random())
    return tuple(PACK.pair(front, back) for front, back in zip(color_faces(), backs, strict=True))


def color_faces() -> list[Card]:
    """Return the 104 color faces: two of each number in each color, and two stars of each color (F1, F2)."""
    codes = []
    for color in COLORS:
        for number in PACK.numbers:
            mark = "!" if number in FLIP_NUMBERS[color] else ""
            codes += [f"{color}{number}", f"{color}{number}{mark}"]
        codes += 2 * [f"{color}*"]
    return list(map(PACK.card, codes))


def wild_faces() -> list[Card]:
    """Return the 104 wild faces: eight of each number and eight stars; one in each eight has the symbol (F1, F2)."""
    plain = [*map(str, PACK.numbers), "*"]
    return [PACK.card(code) for face in plain for code in (*7 * [face], f"{face}!")]


FLIP = Edition(
    id="flip",
    name="Phase 10 Flip!",
    pack=PACK,
    seats=range(2, 7),
    phases=numbered(
        "2 color runs of 2",
        "1 color run of 2 + 1 set of 2",
        "1 color run of 2 + 1 set of 3",
        "1 color run of 3 + 1 set of 2",
        "1 color run of 4 + 1 set of 2",
        "2 color runs of 3",
        "1 color run of 3 + 1 set of 3",
        "1 color run of 5 + 1 set of 2",
        "1 color run of 2 + 1 set of 4",
        "1 color run of 3 + 2 sets of 2",
    ),
    build_deck=_deck,
    notes=(
        *SHARED_NOTES,
        ("F4", "You play the side that faces you; everyone else sees the other side of your cards."),
        (
            "F6",
            "A star counts as any number, but on the color side only in its own color. Wild-side numbers count as "
            "any color.",
        ),
        ("F8", "Discarding a card with the flip symbol turns every card over, except those on the table."),
        ("F9", "A color run of wild-side cards has no color until a card with a color is added."),
        ("F10", "You may go out by hitting or by discarding."),
        (
            "F11",
            "Points: 1 to 9 cost 5 each, 10 to 12 cost 10 each, and a star costs 20. The side that is up at the"
            " end counts.",
        ),
        ("F12", "After a tie, the last phase is played again; the first to lay it down and go out wins."),
    ),
    tie_break="going out",
)
