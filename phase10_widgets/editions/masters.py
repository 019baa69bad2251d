"""Phase 10 Masters Edition: chosen phases, saved cards and targeted skips (rules M1 to M9)."""

from __future__ import annotations

from random import Random

from ..rules.cards import Card
from ..rules.edition import Edition, numbered
from .common import SHARED_NOTES, pack_with_skips

COLORS = ("R", "O", "Y", "G")
PACK = pack_with_skips("masters", COLORS)


def _deck(seats: int, chance: Random) -> tuple[Card, ...]:
    numbers = [f"{color}{number}" for color in COLORS for number in PACK.numbers]
    return tuple(map(PACK.card, 2 * numbers + 12 * ["W"] + 2 * ["S"]))


MASTERS = Edition(
    id="masters",
    name="Phase 10 Masters",
    pack=PACK,
    seats=range(2, 5),
    phases=numbered(
        "2 sets of 3",
        "1 set of 3 + 1 run of 4",
        "1 set of 4 + 1 run of 4",
        "1 run of 7",
        "1 run of 8",
        "1 run of 9",
        "2 sets of 4",
        "7 cards of one color",
        "1 set of 5 + 1 run of 2",
        "1 set of 5 + 1 set of 3",
    ),
    build_deck=_deck,
    notes=(
        *SHARED_NOTES,
        (
            "M3",
            "Before each round, everyone names the phase they will try. It can be any phase they have not completed.",
        ),
        ("M4", "You may draw one of your own saved cards instead of a card from a pile."),
        ("M5", "Once per round, you may end your turn by saving a card face down instead of discarding one."),
        ("M6", "When you discard a skip, a player of your choice loses a turn."),
        (
            "M7",
            "You may go out by hitting or by discarding, and you may hit other players' groups on the turn you lay "
            "down.",
        ),
        (
            "C7",
            "Points: 1 to 9 cost 5 each, 10 to 12 cost 10 each, a skip costs 15, and a wild costs 25. Saved "
            "cards cost nothing.",
        ),
        ("M9", "The first player to complete all ten phases, in any order, wins."),
    ),
    skip="chosen",
    saves=True,
    chooses_phase=True,
    variants={"phase_9": {"run": {}, "set": {9: "1 set of 5 + 1 set of 2"}}},
)
