"""Lesson 8: means and spread. The misconception: taking the mean for the typical value."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from random import Random

from ...core.translatable import Translatable, phrase
from ...editions import edition
from ...odds.pool import Pool
from ...odds.simulation.experiment import Trial
from ...odds.simulation.registry import question as experiment
from ..code_task import Bug, CodeTask
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import number
from ..question import Distractor, Params, Reflection
from .common import CARDS, WILDS, question
from .l08_middles import MIDDLES

STANDARDS = ("7.SP.B.4", "HSS-MD.A.2", "HSS-MD.A.3", "HSS-MD.B.5")
MEAN = Fraction(72 * 5 + 24 * 10 + 4 * 15 + 8 * 25, CARDS)
"""The average points of a card in the classic deck (C7)."""


def _deck(skips: int, wilds: int) -> list[int]:
    """Return what each card of a deck costs, with 96 number cards."""
    return [5] * 72 + [10] * 24 + [15] * skips + [25] * wilds


def _left(random: Random) -> Params:
    """Return a number of cards, and a deck that differs from the classic one."""
    skips, wilds = random.choice([(2, 8), (2, 10), (2, 12), (4, 6), (4, 10), (4, 12), (6, 8), (6, 12), (8, 8)])
    deck = _deck(skips, wilds)
    return {
        "cards": random.randint(3, 10),
        "skips": skips,
        "wilds": wilds,
        "size": len(deck),
        "total": sum(deck),
        "mean": number(Fraction(sum(deck), len(deck))),
    }


def _sums(p: Params) -> Trial:
    deck, cards = _deck(p["skips"], p["wilds"]), p["cards"]
    return lambda random: sum(random.sample(deck, cards))


COST = question(
    id="08/cost",
    kind="number",
    goals=(phrase("Add means card by card."),),
    standards=STANDARDS,
    prompt=phrase(
        "The round ends while you hold {cards} cards you have not looked at. Numbers 1 to 9 cost 5 points each, "
        "numbers 10 to 12 cost 10, skips cost 15 and wilds cost 25. What do your cards cost on average? (At this "
        "table, the deck has {size} cards: 72, 24, {skips} and {wilds} of these kinds.)"
    ),
    draw=_left,
    answer=lambda p: Fraction(p["total"] * p["cards"], p["size"]),
    wrong=(
        Distractor(
            "most frequent",
            lambda p: 5 * p["cards"],
            phrase("You used the most common cost of a card. The rarer cards cost more and pull the mean up."),
        ),
        Distractor(
            "mean of prices",
            lambda p: Fraction(5 + 10 + 15 + 25, 4) * p["cards"],
            phrase(
                "You averaged the four costs. But most cards cost 5: each cost must be weighted by how often it occurs."
            ),
        ),
        Distractor(
            "numbers only",
            lambda p: Fraction(72 * 5 + 24 * 10, 96) * p["cards"],
            phrase("You left out skips and wilds. There are only a few of them, but they cost a lot."),
        ),
    ),
    hints=(
        phrase("What does a single card cost on average?"),
        phrase("Multiply each cost by the number of cards that have it, add up the products, and divide by {size}."),
        phrase("That is {total}/{size} per card. Multiply by {cards}: you can add means, even without replacement."),
    ),
    solution=phrase("A card costs {total}/{size} on average, about {mean}; {cards} cards cost {answer}."),
    experiment=_sums,
    reflect=Reflection(
        phrase("Can a hand ever cost exactly the mean?"),
        phrase(
            "Only if the mean is a multiple of 5, as every cost is. A mean is a balance point, not a result to expect "
            "on any one hand."
        ),
    ),
)


def _caught(random: Random) -> Params:
    """Return a hand with a wild, a number card, and cards that nobody has looked at."""
    number_held = random.randint(1, 12)
    known = 5 if number_held < 10 else 10
    others = random.randint(3, 8)
    return {"number": number_held, "known": known, "others": others, "sure": 25 + known, "rest": 835 - known}


WITH_WILD = question(
    id="08/with-a-wild",
    kind="number",
    goals=(phrase("Use exact costs for the cards you know and the mean for the rest."),),
    standards=STANDARDS,
    prompt=phrase(
        "You are caught with a wild (25 points), a card numbered {number} ({known} points) and {others} cards you "
        "have not looked at. What does the whole hand cost on average? The deck has 108 cards worth a total of 860 "
        "points."
    ),
    draw=_caught,
    answer=lambda p: p["sure"] + Fraction(p["rest"] * p["others"], CARDS - 2),
    digits=3,
    wrong=(
        Distractor(
            "whole deck",
            lambda p: p["sure"] + MEAN * p["others"],
            phrase(
                "Close. You used the mean of the whole deck for the other cards. But the two cards you know are not "
                "among them: the remaining 106 cards cost {rest} points."
            ),
        ),
        Distractor(
            "no news",
            lambda p: MEAN * (p["others"] + 2),
            phrase("You treated all the cards as unknown. But you know what two of them cost."),
        ),
        Distractor(
            "others only",
            lambda p: Fraction(p["rest"], CARDS - 2) * p["others"],
            phrase("That is what the unknown cards cost. The two cards you know are in your hand, too."),
        ),
    ),
    hints=(
        phrase("Split the hand in two: what you know and what you do not."),
        phrase("What do the other 106 cards cost in total? What does one of them cost on average?"),
        phrase("{sure} points plus {others} times {rest}/106."),
    ),
    solution=phrase("{sure} plus {others} times {rest}/106: {answer}."),
    experiment=lambda p: experiment("points", edition="classic", cards=p["others"] + 2, hand=f"W R{p['number']}"),
    reflect=Reflection(
        phrase("A wild costs the most and helps the most. When should you discard it?"),
        phrase(
            "When the round is about to end and your phase is out of reach. At that point, a wild can only cost"
            " you points."
        ),
    ),
)


def _binomial(p: Params) -> Fraction:
    return Fraction(p["cards"] * WILDS * (CARDS - WILDS), CARDS**2)


SPREAD = question(
    id="08/spread",
    kind="number",
    goals=(phrase("Measure spread when drawing without replacement."),),
    standards=STANDARDS,
    prompt=phrase(
        "In the deck of 108 cards, 8 are wild. You are dealt {cards} cards. The mean number of wilds is {mean}. What "
        "is the variance, that is, the mean squared distance from the mean?"
    ),
    draw=lambda random: {"cards": random.randint(8, 42)},
    answer=lambda p: _binomial(p) * Fraction(CARDS - p["cards"], CARDS - 1),
    wrong=(
        Distractor(
            "put back",
            _binomial,
            phrase(
                "That is the variance with replacement. Without replacement, hands vary less, because no card can "
                "be dealt twice."
            ),
        ),
        Distractor(
            "mean",
            lambda p: Fraction(WILDS * p["cards"], CARDS),
            phrase("That is the mean. In a small hand, it is close to the variance, but the variance is smaller."),
        ),
        Distractor(
            "one card",
            lambda p: Fraction(WILDS * (CARDS - WILDS), CARDS**2),
            phrase("That is the variance for a single card. You are dealt {cards} cards."),
        ),
    ),
    hints=(
        phrase("If all 108 cards were dealt, how much could the number of wilds vary?"),
        phrase(
            "With replacement, the variance is n times p times (1 - p). Without replacement, multiply by a factor "
            "less than 1."
        ),
        phrase("The factor is the number of cards not dealt divided by 107: {left}/107."),
    ),
    solution=phrase("{cards} times 8/108 times 100/108 is {binomial}. Multiply that by {left}/107 to get {answer}."),
    shown=lambda p: {
        "left": CARDS - p["cards"],
        "binomial": number(_binomial(p)),
        "mean": number(Fraction(WILDS * p["cards"], CARDS)),
    },
    experiment=lambda p: (
        lambda random: (
            (sum(at < WILDS for at in random.sample(range(CARDS), p["cards"])) - WILDS * p["cards"] / CARDS) ** 2
        )
    ),
    reflect=Reflection(
        phrase("What is the variance if the whole deck is dealt?"),
        phrase("0: the whole deck always contains all 8 wilds. The factor shows that, too: it is 0."),
    ),
)


EDITIONS = ("classic", "flip", "standard", "masters")


def _house(random: Random) -> Params:
    """Return a deck with its own number and price of wilds; only the cards for 5 points stay below the mean."""
    found, wild, wilds = edition(random.choice(EDITIONS)), random.randrange(15, 61, 5), random.randint(4, 16)
    prices = Counter({wild: wilds})
    for card, n in Pool.of_deck(found).faces().items():
        prices[card.points] += 0 if card.wild else n
    prices = +prices
    size, total = prices.total(), sum(points * n for points, n in prices.items())
    if total >= 10 * size:
        return _house(random)
    return {
        "game": Translatable(found.name),
        "wild": wild,
        "wilds": wilds,
        "deck": ", ".join(f"{n} × {points}" for points, n in sorted(prices.items())),  # noqa: RUF001
        "mean": number(Fraction(total, size)),
        "below": sum(n for points, n in prices.items() if points * size < total),
        "size": size,
        "prices": len(prices),
        "costs": tuple(sorted(prices.elements())),
    }


def _cheap(p: Params) -> Trial:
    costs, total = p["costs"], sum(p["costs"])
    return lambda random: random.choice(costs) * len(costs) < total


BELOW = question(
    id="08/below-the-mean",
    goals=(phrase("Tell the difference between the mean and the median."),),
    standards=STANDARDS,
    prompt=phrase(
        "You play {game} with house rules: the deck has {wilds} wilds, and each of them costs {wild} points. The whole "
        "deck, as cards × points: "  # noqa: RUF001
        "{deck}. On average, a card costs {mean} points. How likely is a single card to cost less than that?"
    ),
    draw=_house,
    answer=lambda p: Fraction(p["below"], p["size"]),
    wrong=(
        Distractor(
            "half",
            lambda p: Fraction(1, 2),
            phrase("Half below and half above: that is the median. A few high-cost cards pull the mean up."),
        ),
        Distractor(
            "prices",
            lambda p: Fraction(1, p["prices"]),
            phrase(
                "You counted the different costs: only one of the {prices} is below the mean. Count the cards "
                "with that cost instead."
            ),
        ),
    ),
    hints=(
        phrase("Which cards cost less than the mean?"),
        phrase("All the cards that cost 5 points are below the mean. How many of them are in the deck?"),
        phrase("There are {below} of them in the deck of {size} cards."),
    ),
    solution=phrase("{below} of {size} cards cost 5 points, which is less than the mean: {answer}."),
    experiment=_cheap,
    reflect=Reflection(
        phrase("Can you think of something else where most values are below the mean?"),
        phrase("Incomes, for example: a few very large ones pull the mean far above the median."),
    ),
)

QUESTIONS = (COST, WITH_WILD, BELOW, SPREAD, MIDDLES)

HAND = 5
CODE = """def cheap(random):
    deck = [5] * 72 + [10] * 24 + [15] * 4 + [25] * 8
    mean = {mean}
    hand = random.sample(deck, 5)
    return sum(hand) {sign} mean
"""


def _program(mean: str, sign: str = "<") -> str:
    return CODE.format(mean=mean, sign=sign)


def _below(limit: Fraction | int) -> Fraction:
    """Return the chance that five cards cost less than this."""
    found = 0
    for wilds in range(HAND + 1):
        for skips in range(HAND + 1 - wilds):
            for tens in range(HAND + 1 - wilds - skips):
                fives = HAND - wilds - skips - tens
                if 5 * fives + 10 * tens + 15 * skips + 25 * wilds < limit:
                    found += comb(72, fives) * comb(24, tens) * comb(4, skips) * comb(8, wilds)
    return Fraction(found, comb(CARDS, HAND))


TASK = CodeTask(
    id="08/your-turn",
    name="cheap",
    kind="chance",
    exact=_below(HAND * MEAN),
    prompt=phrase(
        "How often does a hand of five cost less than the mean? This code deals hands and compares them with the mean. "
        "It runs, but its mean is wrong. Change that line."
    ),
    start=_program("5 * (5 + 10 + 15 + 25) / 4"),
    solution=_program("5 * sum(deck) / len(deck)"),
    bugs=(
        Bug(
            "mean of prices",
            _program("5 * (5 + 10 + 15 + 25) / 4"),
            _below(HAND * Fraction(5 + 10 + 15 + 25, 4)),
            phrase("This averages the four prices as if they were equally common. But 72 of the 108 cards cost 5."),
        ),
        Bug(
            "one card",
            _program("sum(deck) / len(deck)"),
            _below(MEAN),
            phrase("That is the mean of one card, and even the cheapest hand costs more. The hand has five cards."),
        ),
        Bug(
            "mode",
            _program("30"),
            _below(30),
            phrase("You compare with 30. That is the most common cost of a hand, the mode, and not the mean."),
        ),
        Bug(
            "median",
            _program("35"),
            _below(35),
            phrase("You compare with 35, the cost in the middle: that is the median. The mean is higher."),
        ),
        Bug(
            "more than the mean",
            _program("5 * sum(deck) / len(deck)", ">"),
            1 - _below(HAND * MEAN),
            phrase("The mean is right now. But you count the hands that cost more than the mean, not less."),
        ),
    ),
    hints=(
        phrase("What does a card cost on average? Look at the whole deck, not at the list of prices."),
        phrase("The deck costs sum(deck) points and has len(deck) cards."),
        phrase("Five cards cost five times as much as one, on average: multiply sum(deck) / len(deck) by 5."),
    ),
)

GUIDE = Guide(
    aim="Expected values add up, even without replacement. The mean is a balance point, not the most likely value.",
    before="The mean of a list, chances as fractions, and reading a histogram.",
    plan=(
        Step(7, "Play the round of phase 1. Before the score appears, everyone guesses what the cards left over cost."),
        Step(6, "Everyone predicts question 1 and says how sure they are. Ask two students how they got their number."),
        Step(
            10,
            "Simulate. Where will the highest column be? Deal single hands first, then 10,000. Compare 1, 5 and 10 "
            "cards and describe the shapes.",
        ),
        Step(
            11,
            "Compute the mean of one card, then of two by listing pairs, then of five. Answer questions 1 and 2. Name "
            "the three averages, and find a situation for each of them.",
        ),
        Step(
            8,
            "Your turn: change one line of code. Then question 3 in pairs; questions 4 and 5 for fast workers.",
        ),
        Step(3, "Everyone writes one sentence: where have I met a mean that nobody has?"),
    ),
    talks=(
        Talk(
            "Ann says that a hand of five costs about 40. Ben says that it usually costs 30. Who is right?",
            "Both. Ann gives the mean, Ben the mode. Ask what the number is for: a total, or one exact hit.",
        ),
        Talk(
            "Why can we add means although the second card depends on the first?",
            "Each place in the hand is equally likely to get any card. Add up all hands place by place, and every "
            "place gives the same total.",
        ),
        Talk(
            "Can we add variances as well?",
            "Only for independent draws. Without replacement, hands vary a little less. If you deal the whole deck, "
            "nothing varies at all.",
        ),
        Talk(
            "Which average would you report for rents, for a tax on incomes, for shoe sizes in a shop?",
            "Rents: the median, a typical rent. Taxes: the mean, because the total counts. Shoes: the mode, because "
            "a size either fits or not.",
        ),
        Talk(
            "Are the cards left at the end of a round five random cards?",
            "No. Players keep what fits, discard expensive cards and lay down wilds. In these rounds, nobody was left "
            "with five cards: it was ten, or at most four. Every model needs this question.",
        ),
    ),
    misconceptions=(
        Misconception(
            "The mean price is (5 + 10 + 15 + 25)/4.",
            "Each price counts as often as it occurs. Sort a deck into four piles: 72, 24, 4 and 8 cards.",
        ),
        Misconception(
            "Half of all hands cost less than the mean.",
            "That would be the median. Of single cards, two out of three cost less than the mean.",
        ),
        Misconception(
            "If the tail is on the right, the mean is above the median.",
            "Often, but not always. Ten cards have a tail on the right, yet their mean is below their median.",
        ),
        Misconception(
            "With many cards, the mean, the median and the mode are equal.",
            "Not as a rule, though our first edition said so. For 15 dealt cards, they are 119.44, 120 and 115. "
            "Question 5 has decks for which they are equal, and others.",
        ),
        Misconception(
            "With more cards, the total is less certain, so the mean tells us less.",
            "The spread grows only with the square root of the number of cards. It is 12 points for five cards and 17 "
            "for ten, while the mean doubles.",
        ),
    ),
    without="Deal five cards from real decks to each student. Everyone writes their total on a sticky note, and the "
    "notes form a histogram on the wall. Mark the mean, the median and the mode. Repeat until there are 100 notes.",
)
