"""`odds.deal`: published values, options, cards already held, refusals and sentences."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb, sqrt
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import odds
from phase10_widgets.languages.text import Text
from tests.faults import every

PUBLISHED = [18.275229, 29.809240, 5.341861, 15.568861, 6.488136, 1.992557, 0.332137, 2.767219, 3.112314, 0.352300]
"""Chances of phases 1 to 10 of classic in percent, from a public Rust program with 5e11 simulated deals."""


@every("phase, percent", [*enumerate(PUBLISHED, 1)])
def test_published_values_of_classic(phase: int, percent: float) -> None:
    chance = odds.deal("classic", phase)
    error = sqrt(chance * (1 - chance) / 5e11) * 100 + 0.5e-6
    assert abs(float(100 * chance) - percent) < 4.5 * error


def test_values_computed_by_hand() -> None:
    """Three cards of one number: 12 numbers of 8 cards, 8 wilds of which at most two help (G9)."""
    threes = 12 * (comb(8, 3) + comb(8, 2) * 8 + 8 * comb(8, 2))
    assert odds.deal("classic", "1 set of 3", cards=3) == Fraction(threes, comb(108, 3))
    assert odds.deal("classic", "1 set of 3", cards=3, hand="R7 B7") == Fraction(6 + 8, 106)
    pairs = 4 * comb(26, 2) + 4 * 26 * 4 + 0  # two of a suit, or one and a joker
    assert odds.deal("standard", "1 flush of 2", cards=2) == Fraction(pairs, comb(108, 2))
    stars = 4 * (comb(24, 2) + 24 * 2)  # a star has only its own color (F6)
    assert odds.deal("flip", "2 cards of one color", cards=2) == Fraction(stars, comb(104, 2))


@every("edition, side, phase", [("classic", "color", 2), ("masters", "color", 9), ("flip", "wild", 6)])
def test_more_cards_are_never_worse(edition: str, side: str, phase: int) -> None:
    size = p10.edition(edition).phase(phase).size
    chances = [odds.deal(edition, phase, cards=n, side=side) for n in (size - 1, size, size + 1, 11, 15)]
    assert chances[0] == 0 < chances[1]
    assert sorted(set(chances)) == chances


def test_an_edition_brings_its_options_and_its_deck() -> None:
    """M2: phase 9 with a set of 2 has a different chance, and so does a custom deck.

    S1: four seats play with twice the cards, three with the cards of four.
    """
    as_set = p10.edition("masters", phase_9="set")
    assert odds.deal(as_set, 9) == odds.deal("masters", "1 set of 5 + 1 set of 2") < odds.deal("masters", 9)
    classic = p10.edition("classic")
    tame = replace(classic, build_deck=lambda seats, chance: tuple(c for c in classic.deck(2) if not c.wild))
    assert odds.deal(tame, 1) < odds.deal("classic", 1)
    own = p10.edition("classic", phases=["1 set of 3", "2 sets of 2"])
    assert odds.deal(own, 2) == odds.deal("classic", "2 sets of 2")
    assert odds.deal("standard", 1) == odds.deal("standard", 1, seats=2)
    assert odds.deal("standard", 1, seats=3) == odds.deal("standard", 1, seats=4) != odds.deal("standard", 1)
    assert odds.deal("classic", 1, seats=6) == odds.deal("classic", 1)


def test_held_cards_may_be_text_or_cards() -> None:
    classic, flip = p10.edition("classic"), p10.edition("flip")
    assert odds.deal("classic", 1, hand="S R7 W") == odds.deal("classic", 1, hand=classic.cards("S R7 W"))
    both = flip.cards("R5!/9 B*/12!")
    on_wild: dict[str, Any] = {"side": "wild", "cards": 6}
    assert odds.deal("flip", 2, hand=both, **on_wild) == odds.deal("flip", 2, hand="9 12!", **on_wild)
    assert odds.deal("flip", 1, cards=4, hand=both) == odds.deal("flip", 1, cards=4, hand="R5! B*")
    assert odds.deal("classic", "1 set of 3", cards=3, hand="R7 B7 G7") == 1


REFUSED = [
    ("whist", 1, {}, "there is no edition 'whist'", "an unknown edition"),
    ("classic", 11, {}, "there is no phase 11; the phases are 1 to 10", "an unknown phase"),
    ("classic", 1.5, {}, "a phase must be a whole number such as 1", "no number at all"),
    ("classic", "five kings", {}, "'five kings' is not a group", "a text that cannot be read"),
    ("classic", "2 flushes of 4", {}, "asks for suits", "a phase of other cards"),
    ("classic", 1, {"seats": 9}, "is for 2 to 6 players, not 9", "too many seats"),
    ("classic", 1, {"cards": 200}, "must be a whole number from 0 to 108, not 200", "more cards than there are"),
    ("classic", 1, {"cards": 1, "hand": "R7 R8"}, "must be a whole number from 2 to 108, not 1", "fewer than are held"),
    ("classic", 1, {"cards": 9.5}, "not 9.5", "half a card"),
    ("classic", 1, {"hand": "R7 R7 R7"}, "3 copies of R7 are listed, but the pool has", "one card too many times"),
    ("classic", 1, {"hand": "JK"}, "'JK' is not a card in the classic edition", "another game's card"),
    ("flip", 1, {"hand": "7"}, "7 is a face of the wild side", "the other side's face"),
    ("flip", 1, {"side": "back"}, "there is no side 'back'", "an unknown side"),
]


@every("edition, phase, options, sentence, why", REFUSED)
def test_invalid_arguments_are_refused(
    edition: str, phase: Any, options: dict[str, Any], sentence: str, why: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        odds.deal(edition, phase, **options)


SAID = [
    ({"phase": 1}, "About 18 in 100 hands of 10 cards contain phase 1 (2 sets of 3), that is, 1 in 5.5.", "often"),
    ({"phase": 7}, "About 1 in 301 hands of 10 cards contains phase 7 (2 sets of 4).", "seldom"),
    ({"phase": 7, "cards": 7}, "It takes 8 cards to make phase 7 (2 sets of 4); 7 is not enough.", "too few"),
    ({"phase": "1 run of 2"}, "Nearly all hands of 10 cards contain 1 run of 2.", "nearly always"),
    ({"phase": "1 run of 3"}, "About 91 in 100 hands of 10 cards contain 1 run of 3.", "more often than not"),
    ({"phase": "1 set of 2", "hand": "R7 B7"}, "Every hand of 10 cards contains 1 set of 2.", "always"),
    ({"phase": "1 run of 7", "cards": 7, "hand": "R1 S"}, "No hand of 7 cards contains 1 run of 7.", "never"),
]


@every("asked, sentence, why", SAID)
def test_explanations(asked: dict[str, Any], sentence: str, why: str) -> None:
    assert str(odds.deal("classic", **asked).explanation) == sentence


def test_assumptions() -> None:
    plain, held = odds.deal("classic", 1), odds.deal("classic", 1, hand="R7 W")
    assert str(plain.assumption) == "The deck for 2 players is well shuffled: all hands are equally likely."
    assert "The hand contains R7 W; every other card in the deck for 2 players" in str(held.assumption)
    german = Text("de").tell(plain.explanation)
    assert german == "Etwa 18 von 100 Händen mit 10 Karten enthalten Phase 1 (2 Sätze aus je 3), also 1 von 5,5."
    assert "rote 7" in Text("de").tell(held.assumption).lower()
