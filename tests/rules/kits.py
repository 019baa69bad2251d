"""Cards from every edition for short tests of the rules that all four editions share."""

from __future__ import annotations

from typing import Any, NamedTuple

import phase10_widgets as p10
from tests.faults import every
from tests.helpers import Json, group, seat


class Kit(NamedTuple):
    """Cards from one edition, so that the same test works for all editions."""

    threes: str
    fours: str
    run: str
    """The numbers 5, 6 and 7."""
    five: str
    """One more 5, which costs 5 points like all cards up to 9."""
    eight: str
    high: str
    """A card that costs 10 points."""
    wilds: str
    """Three wilds."""
    wild_cost: int


KITS = {
    "classic": Kit("R3 B3 G3", "R4 B4 G4", "R5 B6 G7", "Y5", "Y8", "Y11", "W W W", 25),
    "masters": Kit("R3 O3 G3", "R4 O4 G4", "R5 O6 G7", "Y5", "Y8", "Y11", "W W W", 25),
    "standard": Kit("3H 3S 3D", "4H 4S 4D", "5H 6S 7D", "5C", "8C", "JC", "JK JK JK", 25),
    "flip": Kit("R3/1 B3/1 G3!/1", "R4/2 B4/2 G4/2", "R5/3 B6/3 G7/3", "Y5/4", "Y8/4", "Y11/5", "R*/6 B*/6 G*/6", 20),
}
ONE = {"phases": ["1 set of 3", "1 run of 3"]}
"""Two short phases, so that the same test can run with every edition."""
LAST = {"phases": ["1 set of 3"]}


def threes(kit: Kit) -> Json:
    return group("set", kit.threes, number=3)


def fours(kit: Kit) -> Json:
    return group("set", kit.fours, number=4)


def done(kit: Kit, cards: str, **more: Any) -> Json:
    """Return a seat with its phase, a set of 3s, on the table."""
    return seat(cards, **{"phase": 1, "completed": [1], "laid": [threes(kit)], **more})


every_edition = every("edition", p10.EDITIONS)
every_kit = every("edition", KITS)
