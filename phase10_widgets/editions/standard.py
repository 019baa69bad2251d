"""The game with ordinary playing cards and jokers (rules S1 to S8)."""

from __future__ import annotations

from random import Random

from ..rules.cards import Card, Pack
from ..rules.edition import Edition, numbered
from .common import SHARED_NOTES, points_of

SUITS = ("C", "D", "H", "S")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def _pack() -> Pack:
    pack = Pack("standard", range(1, 14), aliases={f"T{suit}": f"10{suit}" for suit in SUITS})
    side = pack.add_side("color", ("red", "black"), SUITS, run_colors=())
    for suit in SUITS:
        color = "red" if suit in "DH" else "black"
        for number, rank in enumerate(RANKS, 1):
            side.add(f"{rank}{suit}", number=number, color=color, suit=suit, points=points_of(number))
    side.add("JK", points=25)
    return pack


PACK = _pack()


def _deck(seats: int, chance: Random) -> tuple[Card, ...]:
    """Build the deck: two decks and four jokers for every two seats, rounded up (S1)."""
    pairs = (seats + 1) // 2
    one = [f"{rank}{suit}" for suit in SUITS for rank in RANKS]
    return tuple(map(PACK.card, pairs * (2 * one + 4 * ["JK"])))


STANDARD = Edition(
    id="standard",
    name="Phases with ordinary cards",
    pack=PACK,
    seats=range(2, 9),
    phases=numbered(
        "1 set of 3 + 1 run of 3",
        "1 set of 3 + 1 run of 4",
        "2 sets of 3",
        "1 run of 6",
        "1 run of 7",
        "1 run of 8",
        "8 cards of one color",
        "2 flushes of 4",
        "5 cards of one suit + 3 of another",
        "5 cards of one suit + 4 of another",
    ),
    build_deck=_deck,
    notes=(
        *SHARED_NOTES,
        ("S2", "The ace is always low, and a king is never followed by an ace."),
        ("S4", "A flush consists of cards of one suit. Hearts and diamonds are red; clubs and spades are black."),
        ("S5", "A joker is wild: it counts as any rank, suit and color."),
        (
            "S6",
            "You may go out by hitting or by discarding, and you may hit other players' groups on the turn you lay "
            "down.",
        ),
        ("S7", "Points: ace to 9 cost 5 each, 10 to king cost 10 each, and a joker costs 25."),
        ("S8", "After a tie, the last phase is played again; the first to lay it down and go out wins."),
    ),
    tie_break="going out",
)
