"""The computations that learners build: each step's question, its choices, and what every wrong choice would count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from ...base.translatable import phrase

Marks = Sequence[tuple[str, int]]
"""Groups of marks with their sizes; the size of a group that is ruled out is negative."""


class Step(NamedTuple):
    """One step of a computation."""

    ask: str
    right: str
    wrong: Mapping[str, str]
    """Each wrong choice with its feedback."""
    told: str
    value: Fraction | None = None
    """The result of this step."""
    marks: Marks = ()
    """The marks after this step; nothing if they stay as they are."""
    before: Marks = ()
    """The marks before the first step."""


class Computation(NamedTuple):
    """A computation that the learner builds."""

    title: str
    picture: str
    """The title of the marks."""
    steps: tuple[Step, ...]


_ALL, _ORDERS = phrase("hands"), phrase("orders")
_NONE, _ONE, _TWO = phrase("no wild"), phrase("exactly one wild"), phrase("two wilds or more")
_LATER = phrase("the first card is not wild")

FITS = Computation(
    phrase("A card for the set of sevens"),
    phrase("The cards in the pile"),
    (
        Step(
            phrase("Five of the 108 cards lie on the table. How many cards could be on top of the pile?"),
            "108 − 5",  # noqa: RUF001
            {
                "108": phrase("The five on the table cannot be on top of the pile any more."),
                "108 − 7": phrase("There are five cards on the table. Seven is the number that is printed on them."),  # noqa: RUF001
            },
            phrase("That is the sample space: all the cards that could come."),
            Fraction(103),
            ((phrase("could come"), 103),),
        ),
        Step(
            phrase("Two red sevens, a blue, a green and a yellow one are out. How many sevens can still come?"),
            "8 − 5",  # noqa: RUF001
            {
                "8": phrase("That is all the sevens in the deck. Five of them are on the table."),
                "4 − 4": phrase("Each color has its seven twice, so there are eight of them."),  # noqa: RUF001
            },
            phrase("Three sevens are still in the pile, and none of them is red."),
            Fraction(3),
            ((phrase("sevens"), 3), (phrase("other cards"), 100)),
        ),
        Step(
            phrase("A wild fits as well, and there are 8 of them. How many cards fit?"),
            "3 + 8",
            {
                "3 · 8": phrase("That counts pairs of a seven and a wild. You turn over one card: this or that."),
                "8 + 8": phrase("Five of the eight sevens are on the table. They cannot come again."),
            },
            phrase("That is the event. You may add because no card is a seven and a wild at once."),
            Fraction(11),
            ((phrase("cards that fit"), 11), (phrase("other cards"), 92)),
        ),
        Step(
            phrase("Now the chance: cards that fit, out of what?"),
            "11/103",
            {
                "11/108": phrase("Five of these 108 cards lie on the table and cannot be on top of the pile."),
                "1/2": phrase("It fits or it does not, but the marks show that the two are not equally likely."),
            },
            phrase("The event divided by the sample space: {value}."),
            Fraction(11, 103),
        ),
    ),
)

HANDS = Computation(
    phrase("From orders to hands"),
    phrase("Each mark is an order"),
    (
        Step(
            phrase("Draw two of four cards, one after the other. How many ways are there?"),
            "4 · 3",
            {
                "4 · 4": phrase("That puts the first card back. It stays in your hand, so three are left."),
                "4 + 3": phrase("Every first card goes with every second one. First this, then that: multiply."),
            },
            phrase("These are {value} orders. First 2, then 5 is one; first 5, then 2 is another."),
            Fraction(12),
            ((_ORDERS, 12),),
        ),
        Step(
            phrase("In your hand, 2 and 5 are the same as 5 and 2. How many hands are there?"),
            "12/2",
            {
                "12": phrase("That counts each hand twice, once for each of its orders."),
                "12 · 2": phrase("That would be more hands than orders. Each hand has been counted twice."),
            },
            phrase("{value} hands: the orders, divided by the orders of one hand."),
            Fraction(6),
            ((_ALL, 6), (phrase("the same hands again"), -6)),
        ),
        Step(
            phrase("Now three of five cards: 5 · 4 · 3 = 60 orders. How often is each hand among them?"),
            "3 · 2 · 1",
            {
                "3": phrase("A card can come first in 3 ways. But then two more can come second."),
                "2": phrase("That was right for two cards. How many orders do 2, 5 and 7 have?"),
            },
            phrase("Each hand has {value} orders, so the 60 orders are 10 hands."),
            Fraction(6),
            ((_ALL, 10), (phrase("the same hands again"), -50)),
        ),
        Step(
            phrase("Ten of 108 cards: 108 · 107 · … · 99 orders. What do you divide by?"),
            "10 · 9 · … · 1",
            {
                "10": phrase("That is the number of cards. Each hand has more orders than that."),
                "108": phrase("That is the whole deck. You want the orders of ten cards."),
            },
            phrase("Each hand has {value} orders. What is left is written C(108, 10)."),
            Fraction(3_628_800),
        ),
    ),
)

_NONE_AT_ALL = Fraction(comb(100, 10), comb(108, 10))
_TWO_GIVEN_ONE = 1 - Fraction(8 * comb(100, 9), comb(108, 10)) / (1 - _NONE_AT_ALL)
_NO_OTHER = Fraction(comb(100, 9), comb(107, 9))

SOME_WILD = Computation(
    phrase("You know: at least one card is wild"),
    phrase("1,000 hands"),
    (
        Step(
            phrase("Rule out the hands without a wild. What share of all hands is that?"),
            "C(100, 10)/C(108, 10)",
            {
                "100/108": phrase("That is the chance for one card. All ten must not be wild."),
                "C(100, 10)/C(100, 8)": phrase("Divide by all hands: ten of the 108 cards."),
            },
            phrase("Those {value} of the hands are gone. The others are the new whole."),
            _NONE_AT_ALL,
            ((phrase("at least one wild"), 553), (_NONE, -447)),
            ((_ALL, 1_000),),
        ),
        Step(
            phrase("How many hands have exactly one wild?"),
            "8 · C(100, 9)",
            {
                "8 · C(107, 9)": phrase("The other nine cards must not be wild, so they come from 100 cards."),
                "C(100, 9)": phrase("That fills up the hand. Which of the 8 wilds is it?"),
            },
            phrase("All the others that are left have two wilds or more."),
            None,
            ((_TWO, 160), (_ONE, 393), (_NONE, -447)),
        ),
        Step(
            phrase("Two wilds or more: 160 hands. What do you divide by?"),
            "160/553",
            {
                "160/1000": phrase("That is the chance if you know nothing. Which hands has the news left?"),
                "553/1000": phrase("That is the chance of the news itself."),
            },
            phrase("Given at least one wild, the chance of two or more is {value}."),
            _TWO_GIVEN_ONE,
        ),
    ),
)

FIRST_WILD = Computation(
    phrase("You know: the first card is wild"),
    phrase("1,000 hands"),
    (
        Step(
            phrase("Keep the hands whose first card is wild. What share of all hands is that?"),
            "8/108",
            {
                "10 · 8/108": phrase(
                    "That is the average number of wilds in the whole hand. Look at the first card only."
                ),
                "8/100": phrase("Compare the 8 wilds with all 108 cards, not with the others."),
            },
            phrase("Only {value} of the hands are left, far fewer than before."),
            Fraction(8, 108),
            ((phrase("the first card is wild"), 74), (_LATER, -926)),
            ((_ALL, 1_000),),
        ),
        Step(
            phrase("Put that wild aside. What is the chance that your other nine cards have none?"),
            "C(100, 9)/C(107, 9)",
            {
                "C(100, 9)/C(108, 9)": phrase("The wild in your hand is out of the deck: 107 cards are left."),
                "C(100, 10)/C(108, 10)": phrase("That is a whole hand of ten. One of your cards is known."),
            },
            phrase("{value} of these hands have just the one wild."),
            _NO_OTHER,
            ((_TWO, 35), (_ONE, 39), (_LATER, -926)),
        ),
        Step(
            phrase("And the chance of two wilds or more?"),
            "1 − C(100, 9)/C(107, 9)",  # noqa: RUF001
            {
                "35/1000": phrase("Divide by the hands that are left, not by all 1,000."),
                "74/553": phrase("Of the hands with a wild, so many begin with one. That is another question."),
            },
            phrase("Given that the first card is wild, the chance of two or more is {value}."),
            1 - _NO_OTHER,
        ),
    ),
)

_BELOW_15 = Fraction(sum(comb(20, wins) for wins in range(15)), 2**20)
_BEST_OF_12 = sum(
    (1 - Fraction(sum(comb(20, wins) for wins in range(k)), 2**20) ** 12 for k in range(1, 21)), Fraction(0)
)
_HIGH, _LOW = phrase("the best has 15 wins or more"), phrase("the best has fewer than 15 wins")

BEST_OF_12 = Computation(
    phrase("The best of twelve"),
    phrase("1,000 leagues"),
    (
        Step(
            phrase("A player has fewer than 15 wins with the chance F = 97.93%. And the best of twelve players?"),
            "F · F · … · F = F¹²",
            {
                "F": phrase("That is one player, named before the season. The best is named afterward."),
                "12 · F": phrase("That is more than 1. Twelve things must all come true: multiply."),
            },
            phrase("All twelve must stay below 15. That happens in {value} of the leagues."),
            _BELOW_15**12,
            ((_LOW, 778), (_HIGH, -222)),
            ((phrase("leagues"), 1_000),),
        ),
        Step(
            phrase("So how likely is it that the best has 15 wins or more?"),
            "1 − F¹²",  # noqa: RUF001
            {
                "(1 − F)¹²": phrase("That asks all twelve to have 15 or more. One of them is enough."),  # noqa: RUF001
                "12 · (1 − F)": phrase("That counts a league twice if two players have 15 or more."),  # noqa: RUF001
            },
            phrase("In {value} of the leagues, the best has 15 wins or more, by luck alone."),
            1 - _BELOW_15**12,
            ((_HIGH, 222), (_LOW, -778)),
        ),
        Step(
            phrase("In the same way, you find P(≥ k) for each number k of wins. How do you get the mean from that?"),
            "P(≥ 1) + P(≥ 2) + … + P(≥ 20)",
            {
                "P(≥ 1) · P(≥ 2) · … · P(≥ 20)": phrase("That is far less than 1. The mean is a number of wins."),
                "1 · P(≥ 1) + 2 · P(≥ 2) + …": phrase("A champion with 3 wins would count 1 + 2 + 3 = 6 times."),
            },
            phrase(
                "A champion with 3 wins counts in P(≥ 1), P(≥ 2) and P(≥ 3): three times. The mean is {value} wins."
            ),
            _BEST_OF_12,
        ),
    ),
)

_POORER = sum((comb(20, k) * Fraction(3, 5) ** k * Fraction(2, 5) ** (20 - k) for k in range(13)), Fraction(0))

STAKES = Computation(
    phrase("Two sums for one bet"),
    phrase("1,000 players who stake half"),
    (
        Step(
            phrase(
                "You win with probability 0.6 and gain your stake; otherwise you lose it. What is the bet worth, for "
                "each point at stake?"
            ),
            "3/5 · 1 − 2/5 · 1",  # noqa: RUF001
            {
                "3/5 · 1": phrase("That leaves out the losses. They come with probability 0.4."),
                "3/5 · 1 + 2/5 · 1": phrase("That counts each loss as a gain."),
            },
            phrase("On average, you gain {value} of your stake. This bet is in your favor."),
            Fraction(1, 5),
            before=((phrase("players"), 1_000),),
        ),
        Step(
            phrase("Blaise stakes all of his 100 points, twenty times. With how many does he end on average?"),
            "100 · (6/5)²⁰",
            {
                "100 + 20 · 20": phrase("That stakes 100 points each time. Blaise stakes all that he has by then."),
                "100 · 2²⁰": phrase("That is what he has if he wins every single round."),
            },
            phrase("{value} points: each round multiplies the mean by 1.2. Blaise's sum is right."),
            Fraction(round(100 * Fraction(6, 5) ** 20)),
        ),
        Step(
            phrase("Carl stakes half. He wins one round and loses one. What is left of his 100 points?"),
            "100 · 3/2 · 1/2",
            {
                "100 + 50 − 50": phrase(  # noqa: RUF001
                    "The second half is taken from 150 points, or the gain is added to 50. They do not cancel."
                ),
                "100 · 3/2 · 3/2": phrase("Winning makes 1.5 of every point, but losing makes 0.5."),
            },
            phrase("{value} points are left. Up 50% and down 50% do not cancel."),
            Fraction(75),
        ),
        Step(
            phrase(
                "12 wins and 8 losses leave 51 points, 13 wins and 7 losses make 152. What is the probability that "
                "Carl ends with less than 100?"
            ),
            "P(≤ 12)",
            {
                "P(≤ 9)": phrase("Ten wins and ten losses leave only 6 points. He needs more wins than that."),
                "P(≤ 13)": phrase("Thirteen wins are enough. Count the cases with fewer."),
            },
            phrase("On average, he wins 12 of 20 rounds, and that is not enough: {value} of such players end poorer."),
            _POORER,
            ((phrase("end with less than 100 points"), 584), (phrase("end with more"), 416)),
        ),
    ),
)

_A_WILD, _IN_TWENTY = 1 - _NONE_AT_ALL, 1 - Fraction(comb(100, 20), comb(108, 20))
_IN_BOTH = 2 * _A_WILD - _IN_TWENTY

TWO_HANDS = Computation(
    phrase("Your hand and another"),
    phrase("1,000 deals"),
    (
        Step(
            phrase("A: your ten cards have a wild. How likely is that?"),
            "1 − C(100, 10)/C(108, 10)",  # noqa: RUF001
            {
                "10 · 8/108": phrase("That counts a hand with two wilds twice. Count the hands without a wild."),
                "C(100, 10)/C(108, 10)": phrase("That is the probability of no wild."),
            },
            phrase("P(A) is {value}. For B, a wild in Ada's ten cards, it is the same."),
            _A_WILD,
            ((phrase("you have a wild"), 553), (phrase("you have none"), 447)),
            ((phrase("deals"), 1_000),),
        ),
        Step(
            phrase("How likely is a wild in your twenty cards together?"),
            "1 − C(100, 20)/C(108, 20)",  # noqa: RUF001
            {
                "P(A) + P(B)": phrase("That is more than 1. It counts the deals twice in which both of you have one."),
                "1 − C(100, 10)/C(108, 10)": phrase("That looks at one hand of ten. There are twenty cards."),  # noqa: RUF001
            },
            phrase("P(A ∪ B), at least one of you, is {value}."),  # noqa: RUF001
            _IN_TWENTY,
        ),
        Step(
            phrase("And how likely is it that both of you have one?"),
            "P(A) + P(B) − P(A ∪ B)",  # noqa: RUF001
            {
                "P(A) · P(B)": phrase("That would be right if your wild told you nothing about Ada's. Does it?"),
                "1 − P(A ∪ B)": phrase("That is the probability that neither of you has one."),  # noqa: RUF001
            },
            phrase("{value}: the overlap, which the sum counts twice."),
            _IN_BOTH,
            (
                (phrase("both have a wild"), 289),
                (phrase("only you"), 264),
                (phrase("only Ada"), 264),
                (phrase("neither of you"), 183),
            ),
        ),
        Step(
            phrase("You have a wild. How likely is it now that Ada has one?"),
            "P(A ∩ B)/P(A)",
            {
                "P(A ∩ B)": phrase("That is out of all deals. Which deals has your wild left?"),
                "P(B)": phrase("That is the probability before you look. Now divide by what is left."),
            },
            phrase("P(B | A) is {value}, a little less than P(B). Your wild tells you something."),
            _IN_BOTH / _A_WILD,
            (
                (phrase("both have a wild"), 289),
                (phrase("only you"), 264),
                (phrase("you have none"), -447),
            ),
        ),
    ),
)

_SIGMA = Fraction("5.487")

SLIP = Computation(
    phrase("Two numbers for the slip"),
    phrase("Each mark is a total"),
    (
        Step(
            phrase(
                "The 108 cards cost 860 points together. What does a total of 100 cards cost on average, if each is "
                "put back?"
            ),
            "100 · 860/108",
            {
                "(500 + 2500)/2": phrase("That is the middle of what can happen. But most cards cost 5."),
                "108 · 860/108": phrase("That is the whole deck, each card once."),
            },
            phrase("The middle of the bell is at {value} points."),
            Fraction(100 * 860, 108),
            before=((phrase("totals"), 100),),
        ),
        Step(
            phrase(
                "One card has the standard deviation σ = 5.487 points. What is it for the total of 100 independent "  # noqa: RUF001
                "cards?"
            ),
            "√100 · σ",  # noqa: RUF001
            {
                "100 · σ": phrase(  # noqa: RUF001
                    "The variances add up, not the standard deviations: high and low cards cancel."
                ),
                "σ/√100": phrase("That is for the mean of 100 cards. Emmy wants their total."),  # noqa: RUF001
            },
            phrase(
                "A hundred times as many cards, and the standard deviation is only ten times as large: {value} points."
            ),
            10 * _SIGMA,
        ),
        Step(
            phrase("95% of a bell lies within z = 1.96 standard deviations. How far does Emmy go to each side?"),
            "z · 10 · σ",  # noqa: RUF001
            {
                "z · σ": phrase("That would do for a single card. The total is spread out ten times as much."),  # noqa: RUF001
                "z · 100 · σ": phrase("That is far too wide. The standard deviation grows with √n."),  # noqa: RUF001
            },
            phrase("She goes {value} points to each side, and writes 689 and 904 on her slip."),
            Fraction("1.96") * 10 * _SIGMA,
            ((phrase("between the two numbers"), 95), (phrase("outside"), -5)),
        ),
    ),
)

COMPUTATIONS = {
    "fits": FITS,
    "hands": HANDS,
    "some-wild": SOME_WILD,
    "first-wild": FIRST_WILD,
    "best-of-12": BEST_OF_12,
    "stakes": STAKES,
    "two-hands": TWO_HANDS,
    "slip": SLIP,
}
