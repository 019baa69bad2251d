"""Lesson 2, questions 3 to 5: chances from counts."""

from __future__ import annotations

from fractions import Fraction
from math import comb, perm
from random import Random

from ....base.translatable import Sentence, phrase
from ....languages.number_text import number
from ...exercises.question import Distractor, Params, Reflection
from ..common import CARDS, COPIES, SKIPS, WILDS, at_level, drawn, question
from .counting import NUMBERS, STANDARDS, is_run


def _deck(random: Random) -> Params:
    """Return a hand size and a deck with more or fewer wilds and skips than the classic deck."""
    others = random.choice([n for n in range(8, 25) if n != WILDS + SKIPS])
    return {"k": random.randint(3, 5), "others": others, "size": COPIES * NUMBERS + others}


DEALT_RUN = question(
    id="02/dealt-run",
    goals=(phrase("Count hands without order in both the numerator and the denominator."),),
    standards=STANDARDS,
    prompt=phrase(
        "A deck has 8 cards of each number from 1 to 12, and {others} wilds and skips: {size} cards. You are dealt {k} "
        "of them. How likely is it that they are {k} naturals in a row, such as {row}, in any colors? (Someone asked "
        "this on the poker forum Two Plus Two, about ten cards from the 108 of the classic deck. The answer given "
        "there, 1 in 12,021, is correct.)"
    ),
    draw=_deck,
    answer=lambda p: Fraction((13 - p["k"]) * COPIES ** p["k"], comb(p["size"], p["k"])),
    wrong=(
        Distractor(
            "orders",
            lambda p: Fraction((13 - p["k"]) * COPIES ** p["k"], perm(p["size"], p["k"])),
            phrase(
                "You divided unordered hands by ordered ones. The denominator must count unordered hands, too: "
                "C({size}, {k})."
            ),
        ),
        Distractor(
            "one start",
            lambda p: Fraction(COPIES ** p["k"], comb(p["size"], p["k"])),
            phrase(
                "You assumed that the run starts with one particular number. There are {starts} possible "
                "starting numbers."
            ),
        ),
        Distractor(
            "48 cards",
            lambda p: Fraction((13 - p["k"]) * 4 ** p["k"], comb(48, p["k"])),
            phrase(
                "You counted as if the deck had only 48 different cards. An answer on the web makes the "
                "same mistake. The deck has two of each of these cards, and it also has wilds and skips."
            ),
        ),
    ),
    hints=(
        phrase("The numerator counts the hands that are natural runs; the denominator counts all hands."),
        phrase(
            "A run has a starting number, and 8 cards to choose from for each place. There are C({size}, {k}) "
            "hands in all."
        ),
        phrase("{starts} starting numbers times 8 to the power of {k}, divided by {all}."),
    ),
    solution=phrase("{starts} times 8 to the power of {k}, out of {all} hands: {answer}."),
    shown=lambda p: {
        "starts": 13 - p["k"],
        "all": number(comb(p["size"], p["k"])),
        "row": " ".join(str(at) for at in range(3, 3 + p["k"])),
    },
    experiment=lambda p: lambda random: _dealt_run(p, random),
    reflect=Reflection(
        phrase("Wilds do not count here. What would change if they did?"),
        phrase("A lot: a wild can fill any gap, so runs with wilds are far more common than natural ones."),
    ),
)


def _dealt_run(p: Params, random: Random) -> bool:
    got = random.sample(range(p["size"]), p["k"])
    return max(got) < COPIES * NUMBERS and is_run([at // COPIES for at in got])


def _colors(random: Random, level: int) -> Params:
    """Return a hand size and a deck with four colors."""
    half, k = at_level(level, ((8, 20), (2, 2)), ((8, 13), (2, 4)), ((8, 13), (3, 4)))
    marked, others = 2 * random.randint(*half), random.choice((8, 12, 16))
    return {"k": random.randint(*k), "marked": marked, "others": others, "size": 4 * marked + others}


ONE_COLOR = question(
    id="02/one-color",
    goals=(phrase("Draw without replacement."),),
    standards=STANDARDS,
    prompt=phrase(
        "A deck has {size} cards: {marked} of each of the four colors, and {others} wilds and skips. You are dealt {k} "
        "cards. How likely is it that all of them are red?"
    ),
    draw=_colors,
    answer=lambda p: drawn(p["k"], p["marked"], p["k"], p["size"]),
    wrong=(
        Distractor(
            "put back",
            lambda p: Fraction(p["marked"], p["size"]) ** p["k"],
            phrase(
                "You calculated as if each card went back. After the first red card, only {fewer} of the "
                "remaining {left} cards are red."
            ),
        ),
        Distractor(
            "any color",
            lambda p: 4 * drawn(p["k"], p["marked"], p["k"], p["size"]),
            phrase(
                "That is the chance that all the cards share a color, no matter which. The question asks about red."
            ),
        ),
        Distractor(
            "one card",
            lambda p: Fraction(p["marked"], p["size"]),
            phrase("That is the chance that a single card is red. All {k} must be red."),
        ),
    ),
    hints=(
        phrase("Deal the cards one by one. What has changed when you deal the second one?"),
        phrase("The first card is red in {marked} of {size} cases, and then the second in {fewer} of {left}."),
        phrase("Multiply {k} such fractions, or divide C({marked}, {k}) by C({size}, {k})."),
    ),
    solution=phrase(
        "{marked}/{size} times {fewer}/{left} and so on, {k} factors: {answer}. C({marked}, {k}) / C({size}, {k}) "
        "gives the same result."
    ),
    shown=lambda p: {"fewer": p["marked"] - 1, "left": p["size"] - 1},
    experiment=lambda p: lambda random: max(random.sample(range(p["size"]), p["k"])) < p["marked"],
    reflect=Reflection(
        phrase(
            "The product of the fractions is the same as the number of red hands divided by the number of all "
            "hands. Why?"
        ),
        phrase(
            "The product counts each hand in all its orders, both in the numerator and in the denominator. "
            "So the number of orders cancels out."
        ),
    ),
)


def _useful(random: Random) -> Params:
    """Return a description of the useful cards, and how many there are."""
    m, wilds, skips = random.randint(2, 10), random.choice((0, WILDS)), random.choice((0, SKIPS))
    fits = {
        (0, 0): Sentence("has one of {m} different numbers you can use", m=m),
        (WILDS, 0): Sentence("is a wild or has one of {m} different numbers you can use", m=m),
        (0, SKIPS): Sentence("is a skip or has one of {m} different numbers you can use", m=m),
        (WILDS, SKIPS): Sentence("is a wild, a skip or one of {m} different numbers you can use", m=m),
    }
    return {"m": m, "others": wilds + skips, "fits": fits[wilds, skips], "n": COPIES * m + wilds + skips}


PAGE = question(
    id="02/page",
    goals=(phrase("Find the wrong number behind a wrong answer."),),
    standards=STANDARDS,
    prompt=phrase(
        'A web page says: "There are 8 cards of each number and 8 wilds, so the probability is 6.15% each '
        'time. For the 4 skips, it is 3.08%." You turn over the top card of a full deck. How likely is it '
        "really that it {fits}?"
    ),
    draw=_useful,
    answer=lambda p: Fraction(p["n"], CARDS),
    wrong=(
        Distractor(
            "page",
            lambda p: Fraction(p["n"], 130),
            phrase("You used the page's probabilities. 6.15% is 8 out of 130, but no deck of this game has 130 cards."),
        ),
        Distractor(
            "one color",
            lambda p: Fraction(2 * p["m"] + p["others"], CARDS),
            phrase("You counted only one color. There are four colors, each with two cards of every number."),
        ),
        Distractor(
            "naturals only",
            lambda p: Fraction(p["n"], COPIES * NUMBERS),
            phrase("You divided by the 96 number cards. The top card could also be a wild or a skip."),
        ),
    ),
    hints=(
        phrase("The page is right about the 8 cards. But what did it divide by?"),
        phrase("8 cards would be 6.15% of how many? And how many cards are there really?"),
        phrase("Count 8 cards for each number. Add the wilds and the skips if they count, too. Divide by 108."),
    ),
    solution=phrase("{n} of the 108 cards count: {answer}. For a single number, the probability is 7.41%, not 6.15%."),
    experiment=lambda p: lambda random: (random.randrange(CARDS) + p["others"]) % CARDS < p["n"],
    reflect=Reflection(
        phrase("How could you spot this mistake without knowing the right answer?"),
        phrase(
            "12 numbers at 6.15% each add up to 74%. That would leave 26% for the wilds and the skips. But "
            "there are only 12 of them, so that is far too much."
        ),
    ),
)
