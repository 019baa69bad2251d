"""Lesson 4: several of a kind. The misconception: multiplying by 12."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from fractions import Fraction
from functools import cache
from math import comb
from random import Random

from ...base.translatable import phrase
from ...languages.number_text import number, percent
from ...odds.simulation.registry import question as experiment
from ..code.code_task import Bug, CodeTask
from ..exercises.question import Distractor, Params, Reflection
from ..guide import Guide, Misconception, Step, Talk
from .common import CARDS, COPIES, SKIPS, WILDS, at_level, drawn, exactly, question

STANDARDS = ("7.SP.C.8", "HSS-CP.B.7", "HSS-CP.B.9", "HSS-MD.A.2")


NUMBERS = 12
OTHERS = WILDS + SKIPS
FEW = (0, 1, 2)


@cache
def _share(
    allowed: Collection[int] = FEW, cards: int = 10, others: int = OTHERS, kinds: tuple[int, ...] = (COPIES,) * NUMBERS
) -> Fraction:
    """Return the proportion of hands with an *allowed* count of every kind; *kinds* lists how many copies each has."""
    ways = [comb(others, n) for n in range(cards + 1)]
    for copies in kinds:
        ways = [sum(ways[n - k] * comb(copies, k) for k in allowed if k <= n) for n in range(cards + 1)]
    return Fraction(ways[cards], comb(sum(kinds) + others, cards))


def _any(cards: int, others: int = OTHERS) -> Fraction:
    """Return the chance that three or more of the cards have the same number."""
    return 1 - _share(FEW, cards, others)


def _any_with_replacement(cards: int) -> Fraction:
    """Return the chance that three or more drawn cards have the same number if each card is put back."""
    ways = [OTHERS**n for n in range(cards + 1)]
    for _ in range(NUMBERS):
        ways = [sum(ways[n - k] * comb(n, k) * COPIES**k for k in FEW if k <= n) for n in range(cards + 1)]
    return 1 - Fraction(ways[cards], CARDS**cards)


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
    draw=lambda random: {"number": random.randint(1, 12), "cards": random.randint(7, 20)},
    answer=lambda p: drawn(3, COPIES, p["cards"]),
    wrong=(
        Distractor(
            "put back",
            _with_replacement,
            phrase(
                "You calculated with replacement (the binomial distribution). Here, each matching card that "
                "you draw makes another one less likely."
            ),
        ),
        Distractor(
            "at least two",
            lambda p: drawn(2, COPIES, p["cards"]),
            phrase("That is the chance of two or more. A pair is not yet a triple."),
        ),
        Distractor(
            "any number",
            lambda p: _any(p["cards"]),
            phrase("That is the probability for three or more of any number. Here, it must be one particular number."),
        ),
    ),
    hints=(
        phrase("Which hands do not count? There are fewer kinds of those than of the hands that count."),
        phrase("Exactly k of the 8 cards: C(8, k) times C(100, {cards} - k) of all C(108, {cards}) hands."),
        phrase("Add this up for k = 0, 1 and 2, and subtract the sum from 1."),
    ),
    solution=phrase(
        "For k cards with the number: C(8, k) · C(100, {cards} - k) / C(108, {cards}). That is {none} for k = 0, {one} "
        "for k = 1 and {two} for k = 2. Subtract all three from 100%: {answer}."
    ),
    shown=lambda p: {name: percent(exactly(k, COPIES, p["cards"])) for k, name in enumerate(("none", "one", "two"))},
    experiment=lambda p: experiment("same number", edition="classic", cards=p["cards"], number=p["number"]),
    reflect=Reflection(
        phrase("Why are triples more likely with replacement?"),
        phrase(
            "With replacement, the second and the third matching card are as likely as the first. Without "
            "replacement, they are less likely."
        ),
    ),
)


def _deck(random: Random) -> Params:
    """Return a hand size and a deck with 8 to 16 wilds and skips."""
    others = random.randint(8, 16)
    return {"cards": random.randint(10, 14), "others": others, "size": COPIES * NUMBERS + others}


def _one(p: Params) -> Fraction:
    """Return the chance of three or more cards with one particular number."""
    return drawn(3, COPIES, p["cards"], p["size"])


def _triple(p: Params, random: Random) -> bool:
    hand = random.sample(range(p["size"]), p["cards"])
    counts = Counter(at // COPIES for at in hand if at < COPIES * NUMBERS)
    return max(counts.values(), default=0) >= 3


ANY = question(
    id="04/any-triple",
    goals=(phrase("See what is counted twice if you add up events that overlap."),),
    standards=STANDARDS,
    prompt=phrase(
        "A deck has 8 cards of each number from 1 to 12, and {others} wilds and skips: {size} cards. You "
        "are dealt {cards} of them. How likely is it that three or more of your naturals have the same "
        "number, no matter which one? (For one particular number, the probability is {one}.)"
    ),
    draw=_deck,
    answer=lambda p: _any(p["cards"], p["others"]),
    wrong=(
        Distractor(
            "times 12",
            lambda p: NUMBERS * _one(p),
            phrase("You multiplied by 12. That counts a hand with a triple of 4s and a triple of 9s twice."),
        ),
        Distractor(
            "independent",
            lambda p: 1 - (1 - _one(p)) ** NUMBERS,
            phrase(
                "You treated the 12 numbers as independent. But they share one hand: if one number is missing, there "
                "is more room for the others."
            ),
        ),
        Distractor(
            "one number",
            _one,
            phrase("That is the chance for one particular number, such as fives. Any of the 12 numbers will do."),
        ),
    ),
    hints=(
        phrase("If you multiply by 12, you get a bound. Is the true probability higher or lower?"),
        phrase("Count the hands without a triple: each number appears 0, 1 or 2 times."),
        phrase(
            "Build these hands number by number. Start with only the wilds and the skips. Each number then "
            "adds no card (1 way), one card (8 ways) or two cards (28 ways)."
        ),
        phrase(
            "In one formula: multiply (1 + 8x + 28x²)^12 by (1 + x)^{others}. The coefficient of x to the power of "
            "{cards} counts the hands without a triple."
        ),
    ),
    solution=phrase(
        "The coefficient of x to the power of {cards} in (1 + 8x + 28x²)^12 · (1 + x)^{others} is {ways}. "
        "That many hands have no triple: {none} of all C({size}, {cards}) hands. The other {answer} have at "
        "least one. If you multiply by 12, you get {bound}."
    ),
    shown=lambda p: {
        "one": percent(_one(p)),
        "none": percent(1 - _any(p["cards"], p["others"])),
        "ways": number((1 - _any(p["cards"], p["others"])) * comb(p["size"], p["cards"])),
        "bound": percent(NUMBERS * _one(p)),
    },
    experiment=lambda p: lambda random: _triple(p, random),
    reflect=Reflection(
        phrase("For which hands is it almost right to multiply by 12?"),
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
            phrase("You counted only the two cards of one color. But each number comes in four colors."),
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


def _numbers(random: Random, level: int) -> Params:
    """Return a hand size and a deck of number cards only."""
    most, cards = at_level(level, (30, (3, 3)), (15, (3, 6)), (15, (6, 8)))
    numbers, copies = random.randint(10, most), random.choice((4, 8))
    return {"cards": random.randint(*cards), "numbers": numbers, "copies": copies, "size": numbers * copies}


def _all_different(p: Params) -> Fraction:
    found = Fraction(1)
    for at in range(p["cards"]):
        found *= Fraction(p["size"] - p["copies"] * at, p["size"] - at)
    return found


def _put_back(p: Params) -> Fraction:
    found = Fraction(1)
    for at in range(p["cards"]):
        found *= Fraction(p["numbers"] - at, p["numbers"])
    return found


PAIR = question(
    id="04/pair",
    goals=(phrase("Find the probability that all cards differ, one card at a time."),),
    standards=STANDARDS,
    prompt=phrase(
        "A deck has number cards only: {copies} of each number from 1 to {numbers}. You are dealt {cards} cards. How "
        "likely is it that at least two have the same number?"
    ),
    draw=_numbers,
    answer=lambda p: 1 - _all_different(p),
    wrong=(
        Distractor(
            "the first card's",
            lambda p: drawn(1, p["copies"] - 1, p["cards"] - 1, p["size"] - 1),
            phrase("You only looked for cards that match the first one. But any two of the {cards} cards may match."),
        ),
        Distractor(
            "all different",
            _all_different,
            phrase("That is the chance that they are all different. The question asks about the opposite."),
        ),
        Distractor(
            "put back",
            lambda p: 1 - _put_back(p),
            phrase(
                "You calculated with replacement, as in the birthday problem. Here, once you have drawn a "
                "7, another 7 is less likely."
            ),
        ),
    ),
    hints=(
        phrase("This is the birthday problem, but with numbers instead of days, and without replacement."),
        phrase(
            "All different: the second card must avoid one number ({second} of {left} cards), the third must avoid "
            "two ({third} of {left2})."
        ),
        phrase("Multiply such fractions up to the last of the {cards} cards, and subtract the product from 1."),
    ),
    solution=phrase(
        "All different: {second}/{left} times {third}/{left2} and so on: {different}. So at least two match: {answer}."
    ),
    shown=lambda p: {
        "different": percent(_all_different(p)),
        "second": p["size"] - p["copies"],
        "third": p["size"] - 2 * p["copies"],
        "left": p["size"] - 1,
        "left2": p["size"] - 2,
    },
    experiment=lambda p: (
        lambda random: len({at // p["copies"] for at in random.sample(range(p["size"]), p["cards"])}) < p["cards"]
    ),
    reflect=Reflection(
        phrase("Why do pairs turn up so soon, although there are so many numbers?"),
        phrase("Because every new card can match any of the earlier cards. So the number of pairs grows fast."),
    ),
)


QUESTIONS = (THREE, ANY, PAIR, MEAN)

_TRIPLE = """def triple(random):
    hand = random.sample(range(108), 10)
    numbers = [card // 8 for card in hand if card < 96]
    counts = [numbers.count(number) for number in range(12)]
    return ___
"""


def _filled(condition: str) -> str:
    return _TRIPLE.replace("___", condition)


TASK = CodeTask(
    id="04/your-turn",
    name="triple",
    kind="chance",
    exact=_any(10),
    prompt=phrase(
        "Deal ten cards, and return True if three or more of them have the same number, whichever it is. The cards 0 "
        "to 95 are the number cards, eight of each number. The list counts says how often each of the 12 numbers "
        "came up. Replace ___ with a condition."
    ),
    start=_TRIPLE,
    solution=_filled("max(counts) >= 3"),
    bugs=(
        Bug(
            "exactly three",
            _filled("3 in counts"),
            1 - _share((0, 1, 2, 4, 5, 6, 7, 8)),
            phrase("That asks for exactly three cards of a number. Four cards of a number count, too."),
        ),
        Bug(
            "pair",
            _filled("max(counts) >= 2"),
            1 - _share((0, 1)),
            phrase("Two cards of a number are only a pair. You need three or more."),
        ),
        Bug(
            "one number",
            _filled("counts[4] >= 3"),
            drawn(3, COPIES, 10),
            phrase("That looks at one number only. Any of the 12 numbers will do."),
        ),
        Bug(
            "always",
            _filled("len(counts) >= 3"),
            Fraction(1),
            phrase("len(counts) is always 12, one count for each number. Look at the counts themselves."),
        ),
        Bug(
            "wilds",
            """def triple(random):
    hand = random.sample(range(108), 10)
    numbers = [card // 8 for card in hand]
    counts = [numbers.count(number) for number in range(14)]
    return max(counts) >= 3
""",
            1 - _share(FEW, 10, 0, (*(COPIES,) * NUMBERS, WILDS, SKIPS)),
            phrase("Your code counts the wilds and the skips as two more numbers. They have no number."),
        ),
        Bug(
            "put back",
            """def triple(random):
    hand = [random.randrange(108) for card in range(10)]
    numbers = [card // 8 for card in hand if card < 96]
    counts = [numbers.count(number) for number in range(12)]
    return max(counts) >= 3
""",
            _any_with_replacement(10),
            phrase("Your code draws with replacement. In the game you keep each card, so triples are rarer."),
        ),
    ),
    hints=(
        phrase("counts is a list of 12 numbers, such as 0, 2, 1, 3 and so on. Which number in it matters most?"),
        phrase("If the largest count is big enough, the hand has a triple."),
        phrase("max(counts) is the largest count. Compare it with 3, and choose the right one of ==, > and >=."),
    ),
    trials=40_000,
)

GUIDE = Guide(
    aim=(
        "If two events happen in the same hand, a sum of probabilities counts that hand twice. The sum is then "
        "a bound, not a probability. And a card that you keep cannot come again."
    ),
    before="Lessons 2 and 3: C(n, k), and the complement.",
    plan=(
        Step(6, "Play the hand of phase 1. It has two triples. Who thinks that such a hand is rare? Take a vote."),
        Step(
            8,
            "Everybody predicts question 1. Then the bet: is some triple twelve times as likely? Find "
            "somebody who agrees with Blaise, and let them defend it.",
        ),
        Step(
            8,
            "The urn: with and without replacement, first with a pile of 108 cards, and then with 27 cards. "
            "For which of the two ways does the size of the pile make no difference?",
        ),
        Step(
            12,
            "Count three fives with C(8, k) · C(100, 10 - k). Go back and answer question 1.",
        ),
        Step(
            8,
            "How many times does Blaise count the hand with two triples? Then the birthdays. Pairs that "
            "finish early go further: they count any triple and answer question 2, or they do Your turn. "
            "Questions 3 and 4 are homework.",
        ),
        Step(3, 'Everybody completes this sentence: "Twelve times as likely is too much because …"'),
    ),
    talks=(
        Talk(
            "Twelve times the probability of one triple is 30.50%, but the truth is 28.84%. Where did the "
            "other 1.66 percentage points go?",
            "They are the hands that were counted too often. 1.64% of all hands have two triples, and each "
            "was counted once too often. 0.01% have three triples, and each was counted twice too often.",
        ),
        Talk(
            "You collect fives. Would you rather draw with or without replacement?",
            "With replacement, if you want at least three: 3.29% against 2.54%. The mean is 0.74 fives both "
            "times, but without replacement, the results vary less.",
        ),
        Talk(
            "An engineer adds up the probabilities of 20 faults and gets 1%. Is that sum useless?",
            "No. It is a bound: the probability that anything fails is at most 1%. Engineers like bounds "
            "that are on the safe side.",
        ),
    ),
    misconceptions=(
        Misconception(
            "If one number is missing from a hand, that tells you nothing about the others.",
            "All ten places are filled. Without fives, there is more room for the other numbers. The "
            "numbers are not independent: they compete for places.",
        ),
        Misconception(
            "There are 23 people and 365 days, so the probability of a shared birthday is 23/365.",
            "That is roughly the probability that somebody has a birthday on one particular day. Let the "
            "class count the pairs of people: there are 253.",
        ),
        Misconception(
            "My ten cards are 10/108 of the deck, so I get 10/108 of the fives, and never three of them.",
            "That is only the mean. Deal ten hands, and write down how far each of them is from it.",
        ),
    ),
    without=(
        "Each pair deals ten hands of ten cards from a real deck. It keeps three tallies: hands with three or "
        "more fives, hands with three or more cards of any number, and all the triples. Add up the results of "
        "the class."
    ),
)
