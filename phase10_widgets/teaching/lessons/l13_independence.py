"""Lesson 13: independence and two-way tables. The misconception: mutually exclusive events are independent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb
from random import Random

from ...core.translatable import Translatable, phrase
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import percent
from ..question import Choice, Distractor, Params, Reflection
from .common import question
from .first_edition import FIRST_EDITION
from .shuffle_test import TASK

__all__ = ["GUIDE", "QUESTIONS", "STANDARDS", "TASK"]

STANDARDS = ("HSS-CP.A.2", "HSS-CP.A.4", "HSS-CP.A.5", "HSS-CP.B.6", "HSS-CP.B.7")


def _none(p: Params, hands: int) -> Fraction:
    """Return the chance that so many hands together have no wild."""
    others, cards = p["size"] - p["wilds"], hands * p["cards"]
    return Fraction(comb(others, cards), comb(p["size"], cards))


def _both(p: Params) -> Fraction:
    """Return the chance that two hands have a wild each."""
    return 1 - 2 * _none(p, 1) + _none(p, 2)


SOME, NONE, ALL = (
    phrase(
        "A friend looks at your cards for you. You ask only whether there is at least one wild, and the answer is yes."
    ),
    phrase("You look at your hand, and there is no wild in it."),
    phrase("You look at your hand, and both wilds are in it."),
)
ONE_DECK, OWN_DECKS = phrase("You share one deck."), phrase("Each of you has a deck of your own.")
NEWS: Mapping[str, tuple[str, str, str, str, str]] = {
    "some": (
        ONE_DECK,
        SOME,
        "less",
        phrase(
            "If you had no wild, all of them would be among the other cards, and Ben's chance would be higher. Before "
            "you knew, his chance was a weighted mean of two cases: you have none, or at least one. So with at least "
            "one, it is lower. But there can be wilds left for him."
        ),
        phrase(
            "Suppose that you had no wild: would Ben's chance be higher or lower? The chance before you knew is a "
            "weighted mean of the two cases, none and at least one."
        ),
    ),
    "none": (
        ONE_DECK,
        NONE,
        "more",
        phrase("None of the wilds is in your hand, so all of them are among the cards that Ben's hand comes from."),
        phrase("Compare the share of wilds among all the cards with their share among the cards that Ben can have."),
    ),
    "all": (
        ONE_DECK,
        ALL,
        "never",
        phrase("You hold every wild of the only deck."),
        phrase("Count the wilds that are not in your hand."),
    ),
    "own": (
        OWN_DECKS,
        SOME,
        "same",
        phrase("Ben's cards come from another deck, and your wilds are not missing there."),
        phrase("Is any wild missing from the deck that Ben's hand comes from?"),
    ),
}
"""For each case: the deal, the news, its effect on the chance of a wild in Ben's hand, the reason, and a hint."""


def _other(random: Random) -> Params:
    case = random.choice(list(NEWS))
    decks, news, *_ = NEWS[case]
    return {
        "case": case,
        "decks": Translatable(decks),
        "news": Translatable(news),
        "size": random.choice((36, 40, 44) if case == "all" else (40, 44, 48, 52)),
        "cards": random.randint(14, 16) if case == "all" else random.randint(12, 14),
        "wilds": 2 if case == "all" else random.randint(2, 4),
    }


def _wild_in_both(p: Params) -> Callable[[Random], bool]:
    """Return a trial: deal until your hand is as described; True if Ben's hand has a wild."""
    cards, wilds, places, case = p["cards"], p["wilds"], range(p["size"]), p["case"]
    fits = {"none": range(1), "all": range(wilds, wilds + 1)}.get(case, range(1, wilds + 1))

    def trial(random: Random) -> bool:
        mine, at = -1, []
        while mine not in fits:
            at = random.sample(places, wilds)
            mine = sum([place < cards for place in at])
        if case == "own":
            at = [place + cards for place in random.sample(places, wilds)]
        return any(cards <= place < 2 * cards for place in at)

    return trial


def _known(p: Params) -> Mapping[str, Fraction]:
    """Return Ben's chance without news, with some, or with no wild in your hand, by the choice that it supports."""
    one, none = _none(p, 1), _none(p, 2) / _none(p, 1)
    return {"same": 1 - one, "less": _both(p) / (1 - one), "more": 1 - none, "never": Fraction(0)}


def _change(p: Params, value: float) -> str:
    """Return the choice that a simulated chance supports."""
    known = _known(p)
    return min(known, key=lambda name: abs(float(known[name]) - value))


OTHER_HAND = question(
    id="13/other-hand",
    kind="choice",
    goals=(phrase("Decide whether one event changes the chance of another."),),
    standards=STANDARDS,
    prompt=phrase(
        "A deck has {size} cards, and {wilds} of them are wild. You and Ben are dealt {cards} cards each. {decks} "
        "{news} How does this change the chance that Ben has at least one wild?"
    ),
    draw=_other,
    answer=lambda p: NEWS[p["case"]][2],
    choices=(
        Choice("more", phrase("It goes up"), phrase("{why} So his chance does not go up.")),
        Choice(
            "less",
            phrase("It goes down, but not to 0"),
            phrase("{why} So that is not what happens to his chance."),
        ),
        Choice("same", phrase("It stays the same"), phrase("{why} So his chance does change.")),
        Choice("never", phrase("It drops to 0"), phrase("{why} So Ben can still have a wild.")),
    ),
    hints=(
        phrase("Where could the wilds be before you knew about your hand, and where can they be now?"),
        phrase("Does that leave more wilds for Ben on average, fewer, or just as many?"),
        phrase("{clue} What does that mean for Ben's chance now?"),
    ),
    solution=phrase(
        "{why} Before you knew about your hand, his chance of a wild was {before}. Now it is {after}. So the answer "
        "is: {answer}."
    ),
    shown=lambda p: {
        "why": Translatable(NEWS[p["case"]][3]),
        "clue": Translatable(NEWS[p["case"]][4]),
        "before": percent(1 - _none(p, 1)),
        "after": percent(_known(p)[NEWS[p["case"]][2]]),
    },
    experiment=_wild_in_both,
    reads=_change,
    reflect=Reflection(
        phrase("If you share one deck, Ben cannot argue: “My cards do not know what you hold.” Why not?"),
        phrase(
            "Nothing happens to Ben's cards when you learn about yours. What changes is what you know, and a chance is "
            "always a chance given what you know."
        ),
    ),
)

COLORS = (phrase("red"), phrase("blue"), phrase("green"), phrase("yellow"))
COLOR, NUMBER = 24, 8
"""The number cards of one color, and those of one number; two cards have both."""


def _card(random: Random) -> Params:
    skips, wilds = random.choice([(2, 8), (2, 12), (4, 8), (4, 10), (4, 14), (6, 8), (6, 12), (8, 12)])
    number = random.randint(3, 8)
    counts = {"low": NUMBER * number, "both": 2 * number, "either": COLOR + NUMBER * number - 2 * number}
    color = random.randrange(len(COLORS))
    named = {"color": Translatable(COLORS[color]), "at": color, "number": number}
    return {**named, "skips": skips, "wilds": wilds, "size": 96 + skips + wilds, **counts}


def _fits(p: Params) -> Callable[[Random], bool]:
    """Return a trial: draw a card by its place in the sorted deck, and look at its color and number."""
    size, color, number = int(p["size"]), int(p["at"]), int(p["number"])

    def trial(random: Random) -> bool:
        place = random.randrange(size)
        return place < 96 and (place // COLOR == color or place % COLOR < 2 * number)

    return trial


EITHER = question(
    id="13/or",
    goals=(phrase("Add two chances, and count what they share only once."),),
    standards=STANDARDS,
    prompt=phrase(
        "A deck has {size} cards: {wilds} wilds, {skips} skips and 96 number cards. Each number from 1 to 12 comes "
        "twice in each of the four colors. You draw a card. How likely is it to be {color}, or a number from 1 to "
        "{number}, or both?"
    ),
    draw=_card,
    answer=lambda p: Fraction(p["either"], p["size"]),
    digits=3,
    wrong=(
        Distractor(
            "twice",
            lambda p: Fraction(COLOR + p["low"], p["size"]),
            phrase("You counted {both} cards twice: they have the color and one of the numbers."),
        ),
        Distractor(
            "both",
            lambda p: Fraction(p["both"], p["size"]),
            phrase("That is the chance of both at once. Here, one of the two is enough."),
        ),
        Distractor(
            "not both",
            lambda p: Fraction(p["either"] - p["both"], p["size"]),
            phrase("You left out the cards that have both. “Or” includes them."),
        ),
        Distractor(
            "independent",
            lambda p: (
                Fraction(COLOR + p["low"], p["size"]) - Fraction(COLOR, p["size"]) * Fraction(p["low"], p["size"])
            ),
            phrase(
                "You multiplied to get the chance of both. That needs independent events, and these are not quite: "
                "a card with a color cannot be wild. Count the cards that have both."
            ),
        ),
    ),
    hints=(
        phrase("Draw two overlapping circles. Which cards belong in the part they share?"),
        phrase("24 cards have the color, and {low} have one of the numbers. How many have both?"),
        phrase("Add 24 and {low}, subtract {both}, and divide by {size}."),
    ),
    solution=phrase(
        "24 cards have the color and {low} one of the numbers; {both} have both. So {either} of {size}: {answer}."
    ),
    experiment=_fits,
    reflect=Reflection(
        phrase("When can you add two chances and subtract nothing?"),
        phrase("When both cannot happen at once, as with “red” and “blue”. Then there is nothing to count twice."),
    ),
)


def _rounds(random: Random) -> Params:
    both, only_wild = random.randint(22, 48), random.randint(70, 120)
    only_phase, neither = random.randint(4, 14), random.randint(75, 120)
    return {
        "both": both,
        "only_wild": only_wild,
        "only_phase": only_phase,
        "neither": neither,
        "n": both + only_wild + only_phase + neither,
        "with_phase": both + only_phase,
    }


def _picked(p: Params) -> Callable[[Random], bool]:
    """Return a trial: pick hands from the class's list until one held its phase; True if it had a wild."""
    n, both, no_phase = int(p["n"]), int(p["both"]), int(p["only_wild"] + p["neither"])

    def trial(random: Random) -> bool:
        while (place := random.randrange(n)) < no_phase:
            pass
        return place < no_phase + both

    return trial


TABLE = question(
    id="13/table",
    goals=(phrase("Read a conditional chance from a two-way table."),),
    standards=STANDARDS,
    prompt=phrase(
        "A class wrote down {n} dealt hands. Of the hands with a wild, {both} held their phase and {only_wild} did "
        "not. Of the hands without a wild, {only_phase} held it and {neither} did not. Somebody picks one of these "
        "hands at random and says: it held its phase. How likely is it that this hand had a wild?"
    ),
    draw=_rounds,
    answer=lambda p: Fraction(p["both"], p["with_phase"]),
    wrong=(
        Distractor(
            "other way round",
            lambda p: Fraction(p["both"], p["both"] + p["only_wild"]),
            phrase("That is how likely a hand with a wild is to hold its phase. You know the phase and want the wild."),
        ),
        Distractor(
            "of all",
            lambda p: Fraction(p["both"], p["n"]),
            phrase("You divided by all the hands. The hands without their phase are ruled out."),
        ),
        Distractor(
            "no news",
            lambda p: Fraction(p["both"] + p["only_wild"], p["n"]),
            phrase("That is the share of hands with a wild among all hands. You know more: it held its phase."),
        ),
    ),
    hints=(
        phrase("Draw the table: a row for hands with a wild, a row for hands without, and a total for each column."),
        phrase("Which hands could it be, now that you know that it held its phase? Add up that column."),
        phrase("{with_phase} hands held their phase. {both} of them had a wild."),
    ),
    solution=phrase("{both} of the {with_phase} hands that held their phase had a wild: {answer}."),
    shown=lambda p: {
        "with_wild": percent(Fraction(p["both"], p["both"] + p["only_wild"])),
        "without": percent(Fraction(p["only_phase"], p["only_phase"] + p["neither"])),
    },
    experiment=_picked,
    reflect=Reflection(
        phrase("How can you see in such a table that a wild and the phase are not independent?"),
        phrase(
            "Compare the two rows: {with_wild} of the hands with a wild held their phase, but only {without} of the "
            "others. If the two were independent, the shares would be about the same."
        ),
    ),
)


def _two_hands(random: Random) -> Params:
    wilds = random.choice((6, 7, 9, 10, 11, 12, 13, 14))
    return {"wilds": wilds, "size": 100 + wilds, "cards": random.randint(7, 12)}


def _wilds_apart(p: Params) -> Callable[[Random], bool]:
    """Return a trial: put the wilds in their places in the deck; True if both hands get one."""
    places, wilds, cards = range(p["size"]), int(p["wilds"]), int(p["cards"])

    def trial(random: Random) -> bool:
        at = random.sample(places, wilds)
        return any(place < cards for place in at) and any(cards <= place < 2 * cards for place in at)

    return trial


BOTH = question(
    id="13/both-hands",
    goals=(phrase("Find the chance of both from the addition rule when two events are not independent."),),
    standards=STANDARDS,
    prompt=phrase(
        "A deck has {size} cards, and {wilds} of them are wild. You and Ben are dealt {cards} cards each. A hand has "
        "no wild in {none} of all deals; the two hands together have none in {neither}. How likely is it that both "
        "of you have a wild?"
    ),
    draw=_two_hands,
    answer=_both,
    digits=3,
    tolerance=Fraction(1, 1000),
    wrong=(
        Distractor(
            "multiplied",
            lambda p: (1 - _none(p, 1)) ** 2,
            phrase(
                "You multiplied the two chances, as if the hands were independent. A wild of yours cannot be Ben's."
            ),
        ),
        Distractor(
            "either",
            lambda p: 1 - _none(p, 2),
            phrase("That is the chance that at least one of you has a wild."),
        ),
        Distractor(
            "given yours",
            lambda p: _both(p) / (1 - _none(p, 1)),
            phrase("That is Ben's chance if you already know that you have a wild. Here, nobody has looked yet."),
        ),
    ),
    hints=(
        phrase("Draw a two-way table: you with and without a wild, Ben with and without. Which cells do you know?"),
        phrase("The addition rule works in both directions: P(A and B) = P(A) + P(B) - P(A or B)."),
        phrase("P(A) and P(B) are {some} each, and P(A or B) is {either}."),
    ),
    solution=phrase("{some} + {some} - {either}: {answer}."),
    shown=lambda p: {
        "none": percent(_none(p, 1)),
        "neither": percent(_none(p, 2)),
        "some": percent(1 - _none(p, 1)),
        "either": percent(1 - _none(p, 2)),
    },
    experiment=_wilds_apart,
    reflect=Reflection(
        phrase("Is the chance of both higher or lower than the product of the two chances? Why?"),
        phrase("Lower. The hands compete for the same wilds: if you have one, Ben is less likely to have one."),
    ),
)

QUESTIONS = (OTHER_HAND, TABLE, EITHER, BOTH, FIRST_EDITION)

GUIDE = Guide(
    aim="Two events are independent if knowing one does not change the chance of the other. That is a matter of "
    "numbers, not of causes, and a two-way table shows it.",
    before="C(n, k), at least one (lesson 3), conditional chances (lesson 5), conditional independence (lesson 6). The "
    "null hypothesis is explained on the page, so lesson 12 may come later.",
    plan=(
        Step(
            6,
            "Play the round. Everybody notes two answers, wild or no wild, for both hands. Collect them in a two-way "
            "table on the board, and add the totals.",
        ),
        Step(5, "Everybody predicts question 1. Ask one student who says “it stays the same” to defend it."),
        Step(
            10,
            "The figure: guess, then deal 10,000. Each group looks for one pair of events of each kind: more likely, "
            "less likely, impossible, unchanged. The last kind needs replacement.",
        ),
        Step(
            11,
            "Compute the table exactly, name joint, marginal and conditional chances, and the two rules. Answer "
            "question 1; questions 2 to 4 in pairs.",
        ),
        Step(
            8,
            "Explain: exclusive or independent? Draw both as areas in a square. Then question 5, the mistake in our "
            "own first edition.",
        ),
        Step(
            5,
            "The shuffle: what does a table of neighbors look like after a poor one? Your turn, the test itself, "
            "is for fast workers, or for the next lesson.",
        ),
    ),
    talks=(
        Talk(
            "Ben says that his cards cannot know what you hold. What do you answer?",
            "They need not know. All the cards are dealt and nothing moves. But you can rule some of Ben's hands out, "
            "and with them goes part of his chance. Listen for “fewer wilds are left”.",
        ),
        Talk(
            "The first card of a deck is wild with 8/108. How likely is the second one to be wild if nobody looks at "
            "the first? Why does it not matter that a card is gone?",
            "Also 8/108. Any card can lie in second place. It matters only once somebody looks at the first card: then "
            "it is 7/107 or 8/107, and the mixture of both is 8/108.",
        ),
        Talk(
            "Are two events that cannot happen together independent?",
            "No. If one happens, you are certain about the other. Exclusive events with positive chances are as "
            "dependent as can be. In a picture, exclusive sets do not touch; independent sets overlap in just the "
            "right share.",
        ),
        Talk(
            "A shuffle passes the test. Is it fair?",
            "It passed a test of neighbors. After two riffles, the halves of the deck still differ. Not rejected is "
            "not proved, as in lesson 12.",
        ),
    ),
    misconceptions=(
        Misconception(
            "Mutually exclusive means independent.",
            "Ask for P(B | A). It is 0, whatever P(B) is. “Nothing in common” describes exclusive events, and it "
            "sounds like independence only in everyday language.",
        ),
        Misconception(
            "Independent means that the two have nothing to do with each other.",
            "Color and number are on the same card. Among the 96 number cards they are independent all the same. Only "
            "the numbers decide.",
        ),
        Misconception(
            "P(A or B) = P(A) + P(B).",
            "Only if both cannot happen together. Otherwise the overlap is counted twice; count the cards that are red "
            "or a 5.",
        ),
        Misconception(
            "P(A and B) = P(A) · P(B), always.",
            "Only for independent events. In general, one factor is conditional: P(A) · P(B | A).",
        ),
        Misconception(
            "A small difference between two rows of a table proves that they depend on each other.",
            "Luck makes rows differ. Chi-square says how far luck goes: beyond 3.841 in only 5% of all tables.",
        ),
    ),
    without="Deal ten cards each to pairs of students from one deck, several times. Every pair keeps a two-way table: "
    "wild or no wild for the student on the left and for the one on the right. Add up the class's tables and compare "
    "the rows.",
)
