"""Phase 10 in its original edition (rules C1 to C8)."""

from __future__ import annotations

from random import Random

from ..rules.cards import Card
from ..rules.edition import Edition, numbered
from .common import SHARED_NOTES, pack_with_skips

COLORS = ("R", "B", "G", "Y")
PACK = pack_with_skips("classic", COLORS)


def _deck(seats: int, chance: Random) -> tuple[Card, ...]:
    numbers = [f"{color}{number}" for color in COLORS for number in PACK.numbers]
    return tuple(map(PACK.card, 2 * numbers + 8 * ["W"] + 4 * ["S"]))


CLASSIC = Edition(
    id="classic",
    name="Phase 10",
    pack=PACK,
    seats=range(2, 7),
    phases=numbered(
        "2 sets of 3",
        "1 set of 3 + 1 run of 4",
        "1 set of 4 + 1 run of 4",
        "1 run of 7",
        "1 run of 8",
        "1 run of 9",
        "2 sets of 4",
        "7 cards of one color",
        "1 set of 5 + 1 set of 2",
        "1 set of 5 + 1 set of 3",
    ),
    build_deck=_deck,
    notes=(
        *SHARED_NOTES,
        ("C3", "On the turn you lay down your phase, you may hit only your own groups."),
        ("C4", "Every turn ends with a discard, even the last one."),
        (
            "C5",
            "When you discard a skip, the next player loses a turn. A skip cannot be part of a group and cannot"
            " be picked up from the discard pile.",
        ),
        ("C7", "Points: 1 to 9 cost 5 each, 10 to 12 cost 10 each, a skip costs 15, and a wild costs 25."),
    ),
    skip="next",
    hit_others_same_turn=False,
    go_out_by_hit=False,
)
