"""Lesson 9, questions 2 to 4: the outs of one hand."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from ....base.translatable import Sentence, phrase
from ....languages.number_text import percent
from ....odds.draw_odds import next_draw, within
from ....odds.simulation.registry import question as experiment
from ....odds.situation import Situation
from ...exercises.question import Distractor, Params, Reflection
from ..common import CARDS, COLORS, COPIES, WILDS, at_level, cards_of, drawn, question
from ..worked import falling, listed

STANDARDS = ("7.SP.C.8", "HSS-CP.B.8", "HSS-MD.B.5", "HSS-MD.B.7")
SETS = "2 sets of 3"
_SIZES = tuple((pairs, others) for pairs in (1, 2, 3) for others in range(8 - 2 * pairs))
"""The possible numbers of pairs and of other cards alongside a set of 3 in a hand of at most ten cards."""


def _hand(random: Random) -> Params:
    """Return a hand with a set of 3 and one or more pairs, and a number of draws.

    The chance of drawing an out is not close to 50%.
    """
    n, others = random.choice(_SIZES)
    whole, *numbers = random.sample(range(1, 13), 1 + n + others)
    pairs = sorted(numbers[:n])
    words = [f"{color}{whole}" for color in random.sample(COLORS, 3)]
    words += [f"{color}{pair}" for pair in pairs for color in random.sample(COLORS, 2)]
    words += [f"{random.choice(COLORS)}{number}" for number in numbers[n:]]
    left, outs = CARDS - len(words), (COPIES - 2) * n + WILDS
    p = {"hand": cards_of(words), "n": n, "pairs": listed(pairs), "left": left, "outs": outs, "stretches": outs + 1}
    return {**p, "misses": left - outs, "draws": random.choice(_clear(p, (2, 3, 4)))}


def _clear(p: Params, draws: tuple[int, ...]) -> list[int]:
    """Return those numbers of draws for which the chance of an out is not close to 50%."""
    return [n for n in draws if abs(drawn(1, p["outs"], n, p["left"]) - Fraction(1, 2)) > Fraction(1, 100)]


def _some(random: Random, level: int) -> Params:
    p = _hand(random)
    return {**p, "draws": at_level(level, _clear(p, (2, 3))[0], p["draws"], _clear(p, (6, 5))[0])}


def _at(p: Params) -> Situation:
    return Situation.with_cards("classic", SETS, p["hand"])


def _words(p: Params) -> str:
    return " ".join(card.code for card in p["hand"])


ENOUGH = (
    phrase("A third card for the pair ({pairs}) is enough."),
    phrase("A third card for one of the pairs ({pairs}) is enough."),
)
HELPS = (
    phrase("A third card for the pair ({pairs}) helps: there are 6 such cards."),
    phrase("A third card for one of the pairs ({pairs}) helps: there are 6 such cards for each pair."),
)
"""The sentences about a helpful third card, for one pair and for several pairs."""


def _third(p: Params) -> Params:
    """Return sentences about the effect of a third card for a pair."""
    several = p["n"] > 1
    return {name: Sentence(of[several], pairs=p["pairs"]) for name, of in (("enough", ENOUGH), ("helps", HELPS))}


NEXT = question(
    id="09/next-card",
    goals=(phrase("Count the cards that help, and all cards that you might draw."),),
    standards=STANDARDS,
    prompt=phrase("You want two sets of 3. You hold {hand}. How likely is it that the next card completes the phase?"),
    draw=_hand,
    answer=lambda p: next_draw(_at(p)).completes,
    wrong=(
        Distractor(
            "no wilds",
            lambda p: Fraction((COPIES - 2) * p["n"], p["left"]),
            phrase("You counted the naturals correctly. But a wild would also complete the set."),
        ),
        Distractor(
            "not gone",
            lambda p: Fraction(COPIES * p["n"] + WILDS, p["left"]),
            phrase("You counted 8 cards for each pair. But two of them are in your hand, so you cannot draw them."),
        ),
        Distractor(
            "full deck",
            lambda p: Fraction(p["outs"], CARDS),
            phrase(
                "You counted the cards that help correctly. But you cannot draw your own cards: there are {left} "
                "others, not 108."
            ),
        ),
    ),
    hints=(
        phrase("Which group is complete, and what does the other one lack?"),
        phrase("{enough} Count those that are not in your hand, plus the wilds."),
        phrase("Divide by the number of cards that you cannot see: 108 minus the cards in your hand."),
    ),
    digits=2,
    solution=phrase("{helps} With the 8 wilds, that makes {outs} of the {left} unseen cards: {answer}."),
    shown=_third,
    experiment=lambda p: experiment("within", edition="classic", phase=SETS, hand=_words(p), draws=1),
    reflect=Reflection(
        phrase("Some of the cards that help may be in other players' hands. Why does the probability stay the same?"),
        phrase("You cannot see who holds which cards, so every unseen card is equally likely to be the next one."),
    ),
)

DRAWS = question(
    id="09/some-draws",
    goals=(phrase("Use the probability of no success to find the probability of at least one."),),
    standards=STANDARDS,
    prompt=phrase(
        "You want two sets of 3. You hold {hand}. Of the {left} cards that you cannot see, {outs} would complete the "
        "phase right away. How likely are you to draw at least one of these {outs} in {draws} draws?"
    ),
    draw=_some,
    answer=lambda p: drawn(1, p["outs"], p["draws"], p["left"]),
    wrong=(
        Distractor(
            "added",
            lambda p: p["draws"] * Fraction(p["outs"], p["left"]),
            phrase(
                "You added up the probabilities of the single draws. That counts every series of draws with two "
                "helpful cards twice."
            ),
        ),
        Distractor(
            "never",
            lambda p: 1 - drawn(1, p["outs"], p["draws"], p["left"]),
            phrase(
                "That is the probability that none of the {draws} draws helps. The question asks about the opposite."
            ),
        ),
        Distractor(
            "one draw",
            lambda p: Fraction(p["outs"], p["left"]),
            phrase("That is the probability for a single draw. You have {draws}."),
        ),
    ),
    hints=(
        phrase("How can you fail? Look at the draws one by one."),
        phrase("The first draw is a miss in {misses} of {left} cases. After that, there is one card fewer."),
        phrase("Multiply {draws} such fractions and subtract the product from 1."),
    ),
    solution=phrase(
        "The probability that none of the {draws} draws helps is {product}, or {none}. Subtract that from 100%, and "
        "you get the probability of at least one of the {outs}: {answer}."
    ),
    shown=lambda p: {
        "all": percent(within(_at(p), p["draws"])),
        "product": falling(p["misses"], p["left"], p["draws"]),
        "none": percent(1 - drawn(1, p["outs"], p["draws"], p["left"])),
    },
    experiment=lambda p: lambda random: min(random.sample(range(p["left"]), p["draws"])) < p["outs"],
    reflect=Reflection(
        phrase(
            "The computer says: with {draws} draws, you complete the phase in {all} of all cases. For which hands is "
            "that more than you found?"
        ),
        phrase(
            "For hands in which the second set of 3 can also come from other cards: from a single card and two draws "
            "that match it. With three draws or more, new cards alone can do it."
        ),
    ),
)

WAIT = question(
    id="09/wait",
    kind="number",
    digits=3,
    goals=(phrase("Find a mean waiting time by symmetry."),),
    standards=STANDARDS,
    prompt=phrase(
        "You want two sets of 3. You hold {hand}. Of the {left} cards that you cannot see, {outs} would complete the "
        "phase right away. All unseen cards are in one pile. How many draws does it take on average until one of these "
        "{outs} comes?"
    ),
    draw=_hand,
    answer=lambda p: Fraction(p["left"] + 1, p["stretches"]),
    wrong=(
        Distractor(
            "put back",
            lambda p: Fraction(p["left"], p["outs"]),
            phrase(
                "Very close: that is the answer with replacement. Cards that did not help cannot come again, so it "
                "takes fewer draws."
            ),
        ),
        Distractor(
            "half",
            lambda p: Fraction(p["left"], 2 * p["outs"]),
            phrase(
                "You cut the wait in half, as if the first card that helps were in the middle of its stretch of the "
                "pile."
            ),
        ),
        Distractor(
            "worst case",
            lambda p: p["misses"] + 1,
            phrase(
                "That is the longest possible wait, when all the misses come first. The question asks for the mean."
            ),
        ),
    ),
    hints=(
        phrase(
            "The {outs} cards that help cut the shuffled pile into stretches of misses. How many stretches are there?"
        ),
        phrase("There are {stretches} stretches, all the same length on average. The first one is your wait."),
        phrase("Divide the {misses} misses by the {stretches} stretches. Then add 1 for the card that helps."),
    ),
    solution=phrase(
        "The {outs} cards that help cut the pile into {stretches} stretches, and on average, the {misses} misses are "
        "spread evenly over them. So on average, {misses}/{stretches} misses come first, and then the card that helps: "
        "{answer} draws."
    ),
    experiment=lambda p: lambda random: 1 + min(random.sample(range(p["left"]), p["outs"])),
    reflect=Reflection(
        phrase("How likely are you to wait longer than the mean?"),
        phrase("It happens less than half the time, because a few very long waits pull the mean up."),
    ),
)
