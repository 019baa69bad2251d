"""Lesson 5, questions 3 and 4: hands that contain a phase and a wild, and hands with cards of one color."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

from ....base.translatable import Translatable, phrase
from ....languages.number_text import number, percent
from ....odds.deal import deal
from ....odds.exact import figure
from ....odds.simulation.registry import question as experiment
from ...exercises.question import Distractor, Params, Reflection
from ..common import CARDS, WILDS, drawn, question
from ..worked import by_wilds
from .another_wild import STANDARDS

_deal = cache(lambda phase, cards, hand: Fraction(deal("classic", phase, cards=cards, hand=hand)))


_PHASES = (
    (1, Translatable(phrase("two sets of 3")), (9, 11, 12, 13)),
    (2, Translatable(phrase("a set of 3 and a run of 4")), (9, 10, 11, 12)),
    (3, Translatable(phrase("a set of 4 and a run of 4")), (10, 11, 12, 13)),
    (4, Translatable(phrase("a run of 7")), (9, 10, 11, 12, 13)),
    (5, Translatable(phrase("a run of 8")), (9, 10, 11, 12, 13)),
    (6, Translatable(phrase("a run of 9")), (11, 12, 13)),
    (8, Translatable(phrase("7 cards of one color")), (11, 12, 13)),
    (9, Translatable(phrase("a set of 5 and a set of 2")), (10, 11, 12, 13)),
)
"""Phases and the hand sizes that make their chances worth asking about (phase 1 with ten cards is too well known)."""
_HANDS = tuple({"number": n, "phase": phase, "cards": cards} for n, phase, sizes in _PHASES for cards in sizes)

HELD = question(
    id="05/phase-with-a-wild",
    goals=(phrase("Compare a probability with and without a condition."),),
    standards=STANDARDS,
    prompt=phrase(
        "Phase {number} is {phase}. You are dealt {cards} cards, and the first one is a wild. How likely is "
        "it that your cards contain the phase? Let the computer count the hands or simulate them."
    ),
    draw=lambda random: random.choice(_HANDS),
    answer=lambda p: _deal(p["number"], p["cards"], "W"),
    tolerance=Fraction(1, 100),
    measured=True,
    digits=2,
    wrong=(
        Distractor(
            "no condition",
            lambda p: _deal(p["number"], p["cards"], ""),
            phrase(
                "That is the probability for any {cards} cards. But you know one of yours, and it is the "
                "best card there is."
            ),
        ),
        Distractor(
            "eleventh card",
            lambda p: _deal(p["number"], p["cards"] + 1, "W"),
            phrase("You calculated with the wild and {cards} more cards. But the wild is one of the {cards} cards."),
        ),
    ),
    hints=(
        phrase("Does a wild make the phase more likely or less likely? Would you expect a small change or a big one?"),
        phrase(
            "In the figure of lesson 5, choose “the first card is wild” and “a hand that holds a phase”. Set “Phase” "
            "to {number} and “Cards in a hand” to {cards}."
        ),
        phrase(
            "In Python: p10.odds.deal('classic', {number}, cards={cards}, hand='W'). The wild counts as one of the "
            "cards."
        ),
    ),
    solution=phrase(
        "Set the wild aside. The other {others} cards come from 107, in {all} ways. The computer goes through them: "
        "with the wild, {ways} of them make the phase. Divide: {answer}. For any {cards} cards, it is {plain}."
    ),
    shown=lambda p: {
        "others": p["cards"] - 1,
        "plain": percent(_deal(p["number"], p["cards"], "")),
        "all": number(comb(CARDS - 1, p["cards"] - 1)),
        "ways": number(_deal(p["number"], p["cards"], "W") * comb(CARDS - 1, p["cards"] - 1)),
    },
    experiment=lambda p: experiment("deal", edition="classic", phase=p["number"], cards=p["cards"], hand="W"),
    reflect=Reflection(
        phrase("For which phases is a wild worth the most?"),
        phrase(
            "It multiplies the probability of a rare phase by a larger factor, and it adds more percentage "
            "points to that of a common one. Compare phase 6, a run of 9, with phase 2, a set of 3 and a "
            "run of 4."
        ),
    ),
)


_SIZES = {3: (4, 5), 4: (5, 6, 7), 5: (6, 7, 8, 9), 6: (8, 9, 10, 11), 7: (9, 10, 11, 12, 13), 8: (11, 12, 13, 14, 15)}
_SIZES |= {9: (13, 14, 15, 16, 17), 10: (17, 18, 19)}
"""Hand sizes, keyed by the number of one-color cards required; no hand is large enough for that many in two colors."""
_ASKED = tuple({"wanted": wanted, "cards": cards} for wanted, sizes in _SIZES.items() for cards in sizes)


def _colors(p: Params) -> Fraction:
    """Return the chance of at least the required number of naturals of one color."""
    return 4 * drawn(p["wanted"], 24, p["cards"])


def _any_color(p: Params) -> Fraction:
    return _deal(f"{p['wanted']} cards of one color", p["cards"], "")


BLOG = question(
    id="05/blog",
    goals=(phrase("Split an event by the number of wilds, and then add up the probabilities."),),
    standards=STANDARDS,
    prompt=phrase(
        "You are dealt {cards} cards of the Phase 10 deck. How likely is it that they contain {wanted} "
        "cards of one color? A blog (rockyroer, 2012) counted such hands like this: choose a color, choose "
        "enough of its 24 cards, and fill up the hand with any other cards. Here, that gives {naturals}, "
        "which is too low. Let the computer count, or sort the hands by what the blog left out."
    ),
    draw=lambda random: random.choice(_ASKED),
    answer=_any_color,
    wrong=(
        Distractor(
            "no wilds",
            _colors,
            phrase(
                "That is the blog's method. It leaves out the wilds, as its author says himself. The result "
                "is too low by a factor of {times}."
            ),
        ),
        Distractor(
            "one color",
            lambda p: _any_color(p) / 4,
            phrase("That is the chance for one particular color, such as red. Any of the four will do."),
        ),
        Distractor(
            "wilds as a color",
            lambda p: 4 * drawn(p["wanted"], 24 + WILDS, p["cards"]),
            phrase(
                "You gave each color 24 + 8 cards and multiplied by 4. But with many wilds, a hand can have "
                "{wanted} cards in two colors at once, and then you counted it twice."
            ),
        ),
    ),
    digits=3,
    hints=(
        phrase("The blog builds the color from number cards only. Which other cards can stand in for them?"),
        phrase(
            "Sort the hands by number of wilds: 0, 1, 2 … With w wilds, {wanted} - w naturals of one color among the "
            "other cards are enough."
        ),
        phrase("In Python: p10.odds.deal('classic', '{wanted} cards of one color', cards={cards}) adds it all up."),
    ),
    solution=phrase(
        "Sort the hands by their wilds. With w wilds, {wanted} - w cards of one color are enough. No wild: {w0}. One: "
        "{w1}. Two: {w2}. Three or more: {more}. Together: {answer}. The blog's method gives {naturals}."
    ),
    shown=lambda p: {
        "naturals": percent(_colors(p)),
        "times": figure(_any_color(p) / _colors(p), 2),
        **{f"w{wilds}": percent(chance) for wilds, chance in enumerate(by_wilds(p["wanted"], p["cards"], 2))},
        "more": percent(_any_color(p) - sum(by_wilds(p["wanted"], p["cards"], 2))),
    },
    experiment=lambda p: experiment(
        "deal", edition="classic", phase=f"{p['wanted']} cards of one color", cards=p["cards"]
    ),
    reflect=Reflection(
        phrase("The blog's author wrote that he had left out the wilds. Is his number wrong?"),
        phrase(
            "It is right for a different game. If you say what you have left out, others can correct it. "
            "That is good practice."
        ),
    ),
)
