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
            phrase("Five of the 108 cards are on the table. How many different cards could be on top of the pile?"),
            "108 − 5",  # noqa: RUF001
            {
                "108": phrase("The five on the table cannot be on top of the pile any more."),
                "108 − 7": phrase("Five cards are on the table. Seven is only the number printed on them."),  # noqa: RUF001
            },
            phrase("That is the sample space: all the cards that could come."),
            Fraction(103),
            ((phrase("could come"), 103),),
        ),
        Step(
            phrase("Five sevens are on the table. How many sevens can still come?"),
            "8 − 5",  # noqa: RUF001
            {
                "8": phrase("That is all the sevens in the deck. Five of them are on the table."),
                "4 − 4": phrase("Each color has two sevens, so there are eight of them."),  # noqa: RUF001
            },
            phrase("Three sevens are still in the pile, and none of them is red."),
            Fraction(3),
            ((phrase("sevens"), 3), (phrase("other cards"), 100)),
        ),
        Step(
            phrase("A wild fits as well, and there are 8 of them. How many cards fit?"),
            "3 + 8",
            {
                "3 · 8": phrase("That counts pairs of a seven and a wild. But you turn over one card: this or that."),
                "8 + 8": phrase("Five of the eight sevens are on the table. They cannot come again."),
            },
            phrase("That is the event. You may add because no card is a seven and a wild at once."),
            Fraction(11),
            ((phrase("cards that fit"), 11), (phrase("other cards"), 92)),
        ),
        Step(
            phrase("Now the probability: divide the cards that fit by what?"),
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
                "4 · 4": phrase("That would put the first card back. It stays in your hand, so three are left."),
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
                "3": phrase("Any of the 3 cards can come first. But then, either of the other two can come second."),
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
            phrase("Each hand has {value} orders. The result is written C(108, 10)."),
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
                "100/108": phrase("That is the probability for one card. None of the ten cards may be wild."),
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
                "8 · C(107, 9)": phrase("The other nine cards must not be wild, so you choose them from 100 cards."),
                "C(100, 9)": phrase("That chooses the other nine cards. But which of the 8 wilds is in the hand?"),
            },
            phrase("All the other hands that are left have two wilds or more."),
            None,
            ((_TWO, 160), (_ONE, 393), (_NONE, -447)),
        ),
        Step(
            phrase("Two wilds or more: 160 hands. What do you divide by?"),
            "160/553",
            {
                "160/1000": phrase("That is the probability if you know nothing. Which hands are left after the news?"),
                "553/1000": phrase("That is the probability of the news itself."),
            },
            phrase("Given at least one wild, the probability of two or more is {value}."),
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
            phrase("Put that wild aside. How likely is it that there is none among your other nine cards?"),
            "C(100, 9)/C(107, 9)",
            {
                "C(100, 9)/C(108, 9)": phrase("The wild in your hand is out of the deck: 107 cards are left."),
                "C(100, 10)/C(108, 10)": phrase("That is a whole hand of ten cards. You already know one of them."),
            },
            phrase("{value} of these hands have only that one wild."),
            _NO_OTHER,
            ((_TWO, 35), (_ONE, 39), (_LATER, -926)),
        ),
        Step(
            phrase("And how likely are two wilds or more?"),
            "1 − C(100, 9)/C(107, 9)",  # noqa: RUF001
            {
                "35/1000": phrase("Divide by the hands that are left, not by all 1,000."),
                "74/553": phrase("So many of the hands with a wild begin with one. That is another question."),
            },
            phrase("Given that the first card is wild, the probability of two or more is {value}."),
            1 - _NO_OTHER,
        ),
    ),
)

_ONE_NUMBER = 1 - Fraction(sum(comb(8, k) * comb(100, 10 - k) for k in range(3)), comb(108, 10))
_THREE_FIVES, _FEWER = phrase("three fives or more"), phrase("fewer fives")

THREE_FIVES = Computation(
    phrase("Three fives in ten cards"),
    phrase("1,000 hands"),
    (
        Step(
            phrase("How many of the C(108, 10) hands have no five?"),
            "C(100, 10)",
            {
                "C(108, 8)": phrase("That still chooses from all the cards. Leave out the 8 fives."),
                "C(100, 8)": phrase("You still need ten cards. You only leave out the fives."),
            },
            phrase("447 of 1,000 hands have no five."),
            None,
            ((phrase("at least one five"), 553), (phrase("no five"), 447)),
            ((_ALL, 1_000),),
        ),
        Step(
            phrase("And how many have exactly two fives?"),
            "C(8, 2) · C(100, 8)",
            {
                "C(8, 2) · C(106, 8)": phrase("Six of these 106 cards are fives. The other eight must not be."),
                "C(8, 2) + C(100, 8)": phrase("Every pair of fives can come with any eight other cards: multiply."),
            },
            phrase("Exactly one five works the same way: 8 · C(100, 9)."),
            None,
            (
                (_THREE_FIVES, 25),
                (phrase("exactly two fives"), 135),
                (phrase("exactly one five"), 393),
                (phrase("no five"), 447),
            ),
        ),
        Step(
            phrase("What is the chance of three fives or more?"),
            "1 − P(0) − P(1) − P(2)",  # noqa: RUF001
            {
                "1 − P(0)": phrase("That is the probability of at least one five."),  # noqa: RUF001
                "P(3)": phrase("That leaves out four fives or more, which also count."),
            },
            phrase("{value} of all hands have three fives or more."),
            _ONE_NUMBER,
            ((_THREE_FIVES, 25), (_FEWER, -975)),
        ),
    ),
)


def _without_a_triple() -> int:
    """Count the hands of ten in which each number comes up 0, 1 or 2 times."""
    ways = [comb(12, n) for n in range(11)]
    for _ in range(12):
        ways = [sum(ways[n - k] * comb(8, k) for k in range(min(2, n) + 1)) for n in range(11)]
    return ways[10]


ANY_TRIPLE = Computation(
    phrase("A triple of some number"),
    phrase("1,000 hands"),
    (
        Step(
            phrase("In a hand without a triple, how often may a number come up?"),
            "0, 1, 2",
            {
                "0, 1": phrase("That rules out pairs, too. A pair is no triple yet."),
                "1, 2": phrase("A number may also be missing. In ten cards, some number always is."),
            },
            phrase("That goes for each of the twelve numbers."),
            before=((_ALL, 1_000),),
        ),
        Step(
            phrase("How many ways are there to choose two of a number's 8 cards?"),
            "C(8, 2)",
            {
                "8 · 7": phrase("That counts each pair twice, once for each order."),
                "8 · 2": phrase("The first has 8 ways, the second 7, and the order does not matter."),
            },
            phrase("So each number adds no card in 1 way, one card in 8 ways, or two cards in {value} ways."),
            Fraction(28),
        ),
        Step(
            phrase("Eight wilds and skips can be chosen in C(12, 8) = 495 ways. Add two 1s. How many hands?"),
            "495 · 28",
            {
                "495 + 28": phrase("Each of the 495 choices goes with each pair of 1s: multiply."),
                "495 · 8": phrase("That adds only one 1. You want two."),
            },
            phrase("{value} hands. Go on, number by number: in the end, A hands have no triple."),
            Fraction(13_860),
        ),
        Step(
            phrase("A of the C(108, 10) hands have no triple. What share has one?"),
            "1 − A/C(108, 10)",  # noqa: RUF001
            {
                "A/C(108, 10)": phrase("That is the share without a triple."),
                "12 · P(5, 5, 5)": phrase("That adds up all twelve numbers. Does it count each hand only once?"),
            },
            phrase("{value} of all hands have a triple of some number."),
            1 - Fraction(_without_a_triple(), comb(108, 10)),
            ((phrase("some triple"), 288), (phrase("no triple"), -712)),
        ),
    ),
)

_TAKERS, _OTHER_TAKERS = phrase("collectors who take it"), phrase("others who take it")

TOOK = Computation(
    phrase("You know: your opponent took the 7"),
    phrase("1,000 opponents"),
    (
        Step(
            phrase("80 of the 100 collectors take the 7. How many of the others take it?"),
            "900 · 15/100",
            {
                "1000 · 15/100": phrase("The 100 collectors have a habit of their own. Count the others only."),
                "900 · 80/100": phrase("That is the habit of the collectors. The others take it 15% of the time."),
            },
            phrase("{value} of the others take it: more than all collectors together."),
            Fraction(135),
            (
                (_TAKERS, 80),
                (_OTHER_TAKERS, 135),
                (phrase("collectors who leave it"), 20),
                (phrase("others who leave it"), 765),
            ),
            ((phrase("collectors"), 100), (phrase("others"), 900)),
        ),
        Step(
            phrase("Yours took the 7. How many of the 1,000 could it be?"),
            "80 + 135",
            {
                "1000": phrase("Those who left the 7 cannot be yours any more."),
                "100 + 135": phrase("20 of the 100 collectors left the 7."),
            },
            phrase("These {value} are your new whole."),
            Fraction(215),
            ((_TAKERS, 80), (_OTHER_TAKERS, 135), (phrase("left the 7"), -785)),
        ),
        Step(
            phrase("How likely is it that yours collects 7s?"),
            "80/215",
            {
                "80/100": phrase("That is how many collectors take it. You want to know how many takers collect."),
                "80/1000": phrase("Divide by those who are left, not by all 1,000."),
            },
            phrase("{value} of those who took the 7 collect 7s."),
            Fraction(80, 215),
        ),
    ),
)

_PHASE_1 = Fraction(24743665412, 135394472835)

SHARE = Computation(
    phrase("How far off is a share?"),
    phrase("1,000 deals"),
    (
        Step(
            phrase("Write down 1 for each of the 183 hits and 0 for each miss. What is the mean?"),
            "1 · p + 0 · (1 − p)",  # noqa: RUF001
            {
                "(1 + 0)/2": phrase("That counts hits and misses alike. Misses are far more common."),
                "1": phrase("That is the mean if every deal is a hit."),
            },
            phrase("The mean of a deal is p itself: {value}."),
            _PHASE_1,
            ((phrase("hits: 1"), 183), (phrase("misses: 0"), 817)),
            ((phrase("deals"), 1_000),),
        ),
        Step(
            phrase("A hit is off by 1 − p, a miss by −p. What is the mean of the squares?"),  # noqa: RUF001
            "p · (1 − p)² + (1 − p) · p²",  # noqa: RUF001
            {
                "p · (1 − p) − (1 − p) · p": phrase("Those cancel: the result is 0. Square them first."),  # noqa: RUF001
                "(1 − p)² + p²": phrase("Misses are more common, so each square counts as often as it comes."),  # noqa: RUF001
            },
            phrase("In short, p · (1 − p). That is the variance of one deal."),  # noqa: RUF001
        ),
        Step(
            phrase("No deal tells you anything about another, so variances add up. What about the hits in 100 deals?"),
            "100 · p · (1 − p)",  # noqa: RUF001
            {
                "100² · p · (1 − p)": phrase("That is one deal that counts a hundred times. These are 100 deals."),  # noqa: RUF001
                "p · (1 − p)": phrase("That is the variance of one deal. Add up a hundred."),  # noqa: RUF001
            },
            phrase("That is the variance of the number of hits."),
        ),
        Step(
            phrase("The share is that number divided by 100. What is its variance?"),
            "p · (1 − p)/100",  # noqa: RUF001
            {
                "p · (1 − p)": phrase("You divide each error by 100, so you divide its square by 100 · 100."),  # noqa: RUF001
                "100 · p · (1 − p)": phrase("That is the variance of the number of hits. The share is a hundredth."),  # noqa: RUF001
            },
            phrase("More deals, less variance."),
        ),
        Step(
            phrase("And how far off is the share, typically?"),
            "√(p · (1 − p)/100)",  # noqa: RUF001
            {
                "p · (1 − p)/100": phrase("Those are squares. The root brings you back to percentage points."),  # noqa: RUF001
                "√(p · (1 − p))/100": phrase("The 100 is under the root, too: divide by 10."),  # noqa: RUF001
            },
            phrase("Typically, a share of 100 deals is 3.86 percentage points off."),
        ),
        Step(
            phrase("Two such errors must make one percentage point, or 1/100. How many deals is that?"),
            "200² · p · (1 − p)",  # noqa: RUF001
            {
                "200 · p · (1 − p)": phrase("For half the error, you need four times the deals: square it."),  # noqa: RUF001
                "100² · p · (1 − p)": phrase("Then one error makes a whole point. It must be half a point."),  # noqa: RUF001
            },
            phrase("{value} deals, and you can believe it to plus or minus one percentage point."),
            Fraction(5_975),
        ),
    ),
)

COST = Computation(
    phrase("What do five cards cost?"),
    phrase("The 108 cards"),
    (
        Step(
            phrase("72 cards cost 5 points, 24 cost 10, 4 cost 15 and 8 cost 25. What do all of them cost?"),
            "72 · 5 + 24 · 10 + 4 · 15 + 8 · 25",
            {
                "5 + 10 + 15 + 25": phrase("That is one card of each kind. Most cards cost 5."),
                "108 · 5": phrase("Not every card costs 5. The others cost more."),
            },
            phrase("Each cost counts as often as it occurs: {value} points."),
            Fraction(860),
            ((phrase("5 points"), 72), (phrase("10 points"), 24), (phrase("15 points"), 4), (phrase("25 points"), 8)),
            ((phrase("cards"), 108),),
        ),
        Step(
            phrase("So what does one card cost on average?"),
            "860/108",
            {
                "860/4": phrase("There are four costs, but 108 cards share the 860 points."),
                "(5 + 10 + 15 + 25)/4": phrase("That is the mean of the four costs, as if each were equally common."),
            },
            phrase("{value} points, though no card costs that."),
            Fraction(860, 108),
        ),
        Step(
            phrase("And five cards, if none goes back?"),
            "5 · 860/108",
            {
                "5 · 5": phrase("That is the most common card, five times. The others cost more."),
                "860/108 + … + 860/104": phrase("If a card is gone, so are its points. Every place is like the first."),
            },
            phrase("{value} points. Each place in your hand is equally likely to get any card."),
            5 * Fraction(860, 108),
        ),
    ),
)

COMPUTATIONS = {
    "fits": FITS,
    "hands": HANDS,
    "three-fives": THREE_FIVES,
    "any-triple": ANY_TRIPLE,
    "some-wild": SOME_WILD,
    "first-wild": FIRST_WILD,
    "took": TOOK,
    "share": SHARE,
    "cost": COST,
}
