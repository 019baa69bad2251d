"""An edition with six colors, the numbers 1 to 10, and leaps."""

from __future__ import annotations

from random import Random

from phase10_widgets import Card, Edition
from phase10_widgets.extensions import SHARED_NOTES, Look, Pack, add_numbers, numbered

COLORS = ("R", "B", "G", "Y", "O", "P")


def _pack() -> Pack:
    pack = Pack("aurora", range(1, 11), looks={"P": Look("purple", "#6b3fa0", "#ffffff", "hexagon")})
    side = pack.add_side("color", COLORS)
    add_numbers(side, COLORS)
    side.add("W", points=25)
    return pack


PACK = _pack()


def _deck(seats: int, chance: Random) -> tuple[Card, ...]:
    """Return two of each number and color, and eight wilds: 128 cards."""
    numbers = [f"{color}{number}" for color in COLORS for number in PACK.numbers]
    return tuple(map(PACK.card, 2 * numbers + 8 * ["W"]))


AURORA = Edition(
    id="aurora",
    name="Aurora",
    line="Six colors, and groups that leap over every other number.",
    pack=PACK,
    seats=range(2, 6),
    phases=numbered("2 sets of 3", "1 leap of 4", "5 cards of one color", "1 leap of 3 + 1 set of 4", "1 run of 8"),
    build_deck=_deck,
    notes=(
        *SHARED_NOTES,
        ("A1", "A leap consists of every other number, in any colors. It grows at the high end only."),
    ),
)
