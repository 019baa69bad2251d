"""An example edition: a shorter game for younger players, with three colors, the numbers 1 to 9, and five phases."""

from __future__ import annotations

from random import Random

from phase10_widgets import Card, Edition
from phase10_widgets.extensions import SHARED_NOTES, Pack, add_numbers, numbered

COLORS = ("R", "B", "G")


def _pack() -> Pack:
    pack = Pack("junior", range(1, 10))
    side = pack.add_side("color", COLORS)
    add_numbers(side, COLORS)
    side.add("W", points=20)
    return pack


PACK = _pack()


def _deck(seats: int, chance: Random) -> tuple[Card, ...]:
    """Return three of each number and color, and nine wilds: 90 cards."""
    numbers = [f"{color}{number}" for color in COLORS for number in PACK.numbers]
    return tuple(map(PACK.card, 3 * numbers + 9 * ["W"]))


JUNIOR = Edition(
    id="junior",
    name="Phases for beginners",
    pack=PACK,
    seats=range(2, 5),
    phases=numbered(
        "2 sets of 2",
        "1 run of 4",
        "1 set of 3 + 1 set of 2",
        "5 cards of one color",
        "1 set of 3 + 1 run of 4",
    ),
    build_deck=_deck,
    notes=(*SHARED_NOTES, ("G14", "Points: 1 to 9 cost 5, a wild 20.")),
)
