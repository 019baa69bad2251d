"""Lesson 4: several of a kind. The misconception: multiplying by 12."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

from ...core.translatable import phrase
from ...odds.simulation.registry import question as experiment
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import percent
from ..question import Distractor, Params, Reflection
from .common import CARDS, COPIES, drawn, exactly, question

TITLE = phrase("Three fives? Any triple?")
STANDARDS = ("7.SP.C.8", "HSS-CP.B.7", "HSS-CP.B.9", "HSS-MD.A.2")


@cache
def _any(cards: int, at_least: int) -> Fraction:
    """Return the chance that at least *at_least* of the cards share some number, as the engine counts it."""
    counted = experiment("same number", edition="classic", cards=cards, at_least=at_least).exact()
    assert counted is not None
    return Fraction(counted)


def _with_replacement(p: Params) -> Fraction:
    share, n = Fraction(COPIES, CARDS), p["cards"]
    return 1 - sum((comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(3)), Fraction(0))


THREE = question(
    id="04/three-fives",
    goals=(phrase("Count marked cards drawn without replacement."),),
    standards=STANDARDS,
    prompt=phrase(
        "8 of the 108 cards have the number {number}. You are dealt {cards} cards. How likely are you to get three or "
        "more naturals with that number?"
    ),
    draw=lambda random: {"number": random.randint(1, 12), "cards": random.randint(8, 12)},
    answer=lambda p: drawn(3, COPIES, p["cards"]),
    wrong=(
        Distractor(
            "put back",
            _with_replacement,
            phrase(
                "You drew with replacement (the binomial distribution). Here, each matching card you draw makes "
                "another one less likely."
            ),
        ),
        Distractor(
            "at least two",
            lambda p: drawn(2, COPIES, p["cards"]),
            phrase("That is the chance of two or more. A pair is not yet a triple."),
        ),
        Distractor(
            "any number",
            lambda p: _any(p["cards"], 3),
            phrase("That is the chance of three of any number. Here it must be one particular number."),
        ),
    ),
    hints=(
        phrase("Which hands do not count? There are fewer kinds of them than of hands that do count."),
        phrase("Exactly k of the 8: C(8, k) times C(100, {cards} - k), out of all C(108, {cards}) hands."),
        phrase("Add this up for k = 0, 1 and 2, and subtract the sum from 1."),
    ),
    solution=phrase("None: {none}, one: {one}, two: {two}. The rest: {answer}."),
    shown=lambda p: {name: percent(exactly(k, COPIES, p["cards"])) for k, name in enumerate(("none", "one", "two"))},
    experiment=lambda p: experiment("same number", edition="classic", cards=p["cards"], number=p["number"]),
    reflect=Reflection(
        phrase("Why are triples more likely with replacement?"),
        phrase(
            "With replacement, the second and third matching cards are as likely as the first; without "
            "replacement, they are less likely."
        ),
    ),
)

ANY = question(
    id="04/any-triple",
    goals=(phrase("See what gets counted twice when you add up overlapping events."),),
    standards=STANDARDS,
    prompt=phrase(
        "You are dealt {cards} of the 108 cards. How likely is it that three or more of your naturals have the same "
        "number, no matter which number that is? (For one particular number, the chance is {one}.)"
    ),
    draw=lambda random: {"cards": random.randint(9, 13)},
    answer=lambda p: _any(p["cards"], 3),
    wrong=(
        Distractor(
            "times 12",
            lambda p: 12 * drawn(3, COPIES, p["cards"]),
            phrase("You multiplied by 12. That counts a hand with a triple of 4s and a triple of 9s twice."),
        ),
        Distractor(
            "independent",
            lambda p: 1 - (1 - drawn(3, COPIES, p["cards"])) ** 12,
            phrase(
                "You treated the 12 numbers as independent. But they share one hand: if one number is missing, there "
                "is more room for the others."
            ),
        ),
        Distractor(
            "one number",
            lambda p: drawn(3, COPIES, p["cards"]),
            phrase("That is the chance for one particular number, such as fives. Any of the 12 numbers will do."),
        ),
    ),
    hints=(
        phrase("Multiplying by 12 gives a bound. Is the true chance above or below it?"),
        phrase("Count the hands without a triple: each number appears 0, 1 or 2 times."),
        phrase(
            "Raise 1 + 8x + 28x² to the power of 12, one factor for each number, and multiply by (1 + x)¹² for "
            "wilds and skips. The coefficient of x to the power of {cards} counts the hands without a triple; the "
            "simulation gives about the same result."
        ),
    ),
    solution=phrase(
        "{none} of all hands have no triple, so {answer} have at least one. Multiplying by 12 would give {bound}."
    ),
    shown=lambda p: {
        "one": percent(drawn(3, COPIES, p["cards"])),
        "none": percent(1 - _any(p["cards"], 3)),
        "bound": percent(12 * drawn(3, COPIES, p["cards"])),
    },
    experiment=lambda p: experiment("same number", edition="classic", cards=p["cards"]),
    reflect=Reflection(
        phrase("For which hands is multiplying by 12 almost right?"),
        phrase("For small hands, where two triples at once are almost impossible."),
    ),
)

MEAN = question(
    id="04/mean",
    kind="number",
    goals=(phrase("Find a mean without knowing the distribution."),),
    standards=STANDARDS,
    prompt=phrase("You are dealt {cards} of the 108 cards. How many of them have the number {number}, on average?"),
    draw=lambda random: {"cards": random.randint(6, 20), "number": random.randint(1, 12)},
    answer=lambda p: Fraction(p["cards"] * COPIES, CARDS),
    wrong=(
        Distractor(
            "twelve numbers",
            lambda p: Fraction(p["cards"], 12),
            phrase("You divided by the 12 numbers. Wilds and skips take up part of the hand, too."),
        ),
        Distractor(
            "one color",
            lambda p: Fraction(p["cards"] * 2, CARDS),
            phrase("You counted only the two cards of one color. Each number comes in four colors."),
        ),
        Distractor(
            "at least one",
            lambda p: drawn(1, COPIES, p["cards"]),
            phrase("That is the chance of at least one. For the mean, a hand with two of them counts twice."),
        ),
    ),
    hints=(
        phrase("How likely is a single card to have that number?"),
        phrase("Each of the {cards} cards is equally likely to have it, the last just as much as the first."),
        phrase("You can add means even when the draws are dependent: {cards} times 8/108."),
    ),
    solution=phrase("Each card has the number with probability 8/108; for {cards} cards, the mean is {answer}."),
    experiment=lambda p: lambda random: sum(at < COPIES for at in random.sample(range(CARDS), p["cards"])),
    reflect=Reflection(
        phrase("Does drawing with replacement change the mean?"),
        phrase("No. It changes the spread around the mean, not the mean itself."),
    ),
)

PAIR = question(
    id="04/pair",
    goals=(phrase("Find the chance that all cards differ, one card at a time."),),
    standards=STANDARDS,
    prompt=phrase(
        "You are dealt {cards} cards from the 96 number cards only. How likely is it that at least two have the same "
        "number?"
    ),
    draw=lambda random: {"cards": random.randint(3, 7)},
    answer=lambda p: 1 - _all_different(p["cards"]),
    wrong=(
        Distractor(
            "the first card's",
            lambda p: drawn(1, 7, p["cards"] - 1, 95),
            phrase("You looked only for cards that match the first one. But any two of the {cards} cards can match."),
        ),
        Distractor(
            "all different",
            lambda p: _all_different(p["cards"]),
            phrase("That is the chance that they are all different. The question asks about the opposite."),
        ),
        Distractor(
            "put back",
            lambda p: 1 - _put_back(p["cards"]),
            phrase(
                "You drew with replacement, as in the birthday problem. Here, a second 7 is less likely "
                "once you have drawn one."
            ),
        ),
    ),
    hints=(
        phrase("This is the birthday problem with 12 days and without replacement."),
        phrase(
            "All different: the second card must avoid one number (88 of 95 cards), the third must avoid two (80 of "
            "94)."
        ),
        phrase("Multiply such fractions up to the last of the {cards} cards, and subtract the product from 1."),
    ),
    solution=phrase("All different: 88/95 times 80/94 and so on: {different}. So at least two match: {answer}."),
    shown=lambda p: {"different": percent(_all_different(p["cards"]))},
    experiment=lambda p: lambda random: len({at // 8 for at in random.sample(range(96), p["cards"])}) < p["cards"],
    reflect=Reflection(
        phrase("Why do pairs turn up so soon even though there are so many numbers?"),
        phrase("Because every new card can match any earlier one: the number of pairs of cards grows fast."),
    ),
)


def _all_different(cards: int) -> Fraction:
    found = Fraction(1)
    for at in range(cards):
        found *= Fraction(96 - 8 * at, 96 - at)
    return found


def _put_back(cards: int) -> Fraction:
    found = Fraction(1)
    for at in range(cards):
        found *= Fraction(12 - at, 12)
    return found


QUESTIONS = (THREE, ANY, MEAN, PAIR)

GUIDE = Guide(
    aim="Added chances count what happens together several times: a bound, no chance. What is kept is not put back.",
    before="Lessons 2 and 3: C(n, k), and the complement.",
    plan=(
        Step(6, "Play the hand of phase 1: it has two triples. Ask who would have called that a rare hand."),
        Step(
            8,
            "Everybody predicts questions 1 and 2, with how sure they are. Ask who multiplied by 12, and let them "
            "defend it.",
        ),
        Step(
            10,
            "The urn: kept and put back, with a pile of 108 and one of 27. Then 16 cards, until somebody laughs at "
            "113%.",
        ),
        Step(
            12,
            "Compute three fives with C(8, k) · C(100, 10 - k). For any triple, explain the two lines of code by a "
            "smaller case: two numbers only. Answer questions 1 and 2.",
        ),
        Step(6, "Hands with two triples, question 3; those who are quick do the birthdays and question 4."),
        Step(3, "Everybody writes one sentence: what did times 12 count? Look at what the sureness was worth."),
    ),
    talks=(
        Talk(
            "Times 12 gives 30.50%, the truth is 28.84%. Where have 1.66 points gone?",
            "Into hands with two triples, 1.64% of all, each counted once too often, and those with three, 0.01%, "
            "twice too often.",
        ),
        Talk(
            "Which is the better news for somebody who collects fives: keeping or putting back?",
            "Putting back: 3.29% against 2.54%. The mean is the same, 0.74 fives, but kept cards spread less.",
        ),
        Talk(
            "An engineer adds up the chances of 20 faults and gets 1%. Is that useless?",
            "No. It is a bound: the chance of any fault is at most that. Bounds on the safe side are what engineers "
            "want.",
        ),
    ),
    misconceptions=(
        Misconception(
            "If one number is missing from a hand, that says nothing about the others.",
            "The ten places have to be filled: without fives there is more room for the rest. The numbers compete.",
        ),
        Misconception(
            "23 people of 365 days: a common birthday has the chance 23/365.",
            "That is about one certain day. Let the class count pairs of people: 253 of them.",
        ),
        Misconception(
            "The ten cards are 10/108 of the deck, so I get 10/108 of the fives, never three.",
            "That is the mean. Deal ten hands and write down how far they lie from it.",
        ),
    ),
    without="Each pair deals ten hands of ten from a real deck and notes two tallies: three or more fives, three or "
    "more of any number, and how many numbers in the hand do so. Add up the class.",
)
