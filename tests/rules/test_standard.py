"""Chapter S: the game with ordinary playing cards."""

from __future__ import annotations

import pytest

import phase10_widgets as p10
from tests.helpers import Json, begin, discard, each, lay, play, refusal, refused, seat
from tests.rulebook import cases, rule

RANKS = [
    ("S2", "AC", 1, "black", "C", "the ace is 1"),
    ("S2", "2S", 2, "black", "S", "spades are black"),
    ("S2", "10H", 10, "red", "H", "hearts are red"),
    ("S2", "td", 10, "red", "D", "T is read as 10; diamonds are red"),
    ("S2", "JC", 11, "black", "C", "the jack is 11; clubs are black"),
    ("S2", "QD", 12, "red", "D", "the queen is 12"),
    ("S2", "KH", 13, "red", "H", "the king is 13"),
]


@cases("rule, word, number, color, suit, why", RANKS)
def test_ranks_and_suits(word: str, number: int, color: str, suit: str) -> None:
    (card,) = p10.edition("standard").cards(word)
    assert (card.number, card.color, card.suit) == (number, color, suit)


JOKERS = "2H 3H 4H 5H 6H JK JK JK KC"
LAID: list[tuple[str, int, str, list[Json | str], str | None, str]] = [
    ("S2", 1, "AH 2S 3D 9H 9C 9D KC", ["9H 9C 9D", "AH 2S 3D"], None, "an ace before a two"),
    ("S2", 1, "QH KS AD 9H 9C 9D KC", ["9H 9C 9D", "QH KS AD"], "not_the_phase", "no ace after a king"),
    ("S3", 7, "2H 3H 4D 5D 6D 7H 8H 9D KC", ["2H 3H 4D 5D 6D 7H 8H 9D"], None, "eight red cards of both suits"),
    ("S3", 7, "2S 3C 4S 5S 6S 7C 8C 9S KH", ["2S 3C 4S 5S 6S 7C 8C 9S"], None, "eight black cards of both suits"),
    (
        "S3",
        7,
        "2S 3C 4S 5S 6S 7C 8C 9H KH",
        ["2S 3C 4S 5S 6S 7C 8C 9H"],
        "not_the_phase",
        "no mix of red and black cards",
    ),
    ("S4", 8, "2H 2H 4H 5H 6H 7H 7H 9H KC", ["2H 2H 4H 5H", "6H 7H 7H 9H"], None, "flushes of one suit, with repeats"),
    ("S4", 8, "2H 2H 4H 5H 6S 7S 7S 9S KC", ["2H 2H 4H 5H", "6S 7S 7S 9S"], None, "flushes of two suits"),
    (
        "S4",
        8,
        "2H 2H 4H 5D 6S 7S 7S 9S KC",
        ["2H 2H 4H 5D", "6S 7S 7S 9S"],
        "not_the_phase",
        "no mix of hearts and a diamond",
    ),
    ("S4", 9, "2H 3H 4H 5H 6H 7S 8S 9S KC", ["2H 3H 4H 5H 6H", "7S 8S 9S"], None, "five hearts and three spades"),
    (
        "S4",
        9,
        "2H 3H 4H 5H 6H 7H 8H 9H KC",
        ["2H 3H 4H 5H 6H", "7H 8H 9H"],
        "same_color",
        "no two groups of the same suit",
    ),
    ("S4", 10, "2H 3H 4H 5H 6H 7D 8D 9D TD KC", ["2H 3H 4H 5H 6H", "7D 8D 9D TD"], None, "two red suits"),
    (
        "S4",
        10,
        "2H 3H 4H 5H 6H 7H 8H 9H TH KC",
        ["2H 3H 4H 5H 6H", "7H 8H 9H TH"],
        "same_color",
        "no two groups of the same suit in phase 10",
    ),
    ("S5", 1, "JK JK 3D 9H 9C JK KC", ["9H 9C JK", "JK JK 3D"], None, "jokers for any rank"),
    ("S5", 7, "2H 3H 4D JK JK 7H 8H 9D KC", ["2H 3H 4D JK JK 7H 8H 9D"], None, "jokers for any color"),
    ("S5", 9, "2H 3H 4H JK JK 7S 8S JK KC", ["2H 3H 4H JK JK", "7S 8S JK"], None, "jokers for any suit"),
    ("S5", 9, JOKERS, ["2H 3H 4H 5H 6H", {"cards": "JK JK JK", "suit": "C"}], None, "a declared suit"),
    ("S5", 9, JOKERS, ["2H 3H 4H 5H 6H", {"cards": "JK JK JK", "suit": "H"}], "same_color", "the suit must differ"),
]


@cases("rule, number, cards, groups, code, why", LAID)
def test_phases_on_the_table(number: int, cards: str, groups: list[Json | str], code: str | None) -> None:
    game = begin("standard", seat(cards, phase=number), "", draw_pile="AC")
    if code is None:
        assert each(play(game, lay(*groups)), "completed")[0] == [number]
        return
    assert refused(game, lay(*groups)) == (code, "S4" if code == "same_color" else "G8")


@rule("S6")
def test_there_are_no_skips() -> None:
    """The deck has no skips, and a skip is not a valid card."""
    assert not any(card.skip for card in p10.edition("standard").deck(4))
    with pytest.raises(p10.errors.CardError, match="'S'"):
        p10.edition("standard").cards("S")
    assert refusal(begin("standard", "5C 6C", "8C"), discard("5C", 1)).code == "bad_target"
