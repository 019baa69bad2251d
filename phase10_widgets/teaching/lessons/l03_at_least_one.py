"""Lesson 3: the complement. The misconception: adding up chances."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from random import Random

from ...core.translatable import phrase
from ...odds.simulation.experiment import Trial
from ..code_task import Bug, CodeTask
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import percent
from ..question import Distractor, Reflection
from .common import CARDS, WILDS, Params, drawn, exactly, question

STANDARDS = ("7.SP.C.8", "HSS-CP.A.1", "HSS-CP.B.9")


NATURALS = 100
"""The cards of the classic deck that are not wild."""
IN_MASTERS, MASTERS_SIZE = 12, 110
"""The wilds and all cards of the Masters Edition (M1)."""


def _deck(random: Random, cards: tuple[int, int]) -> Params:
    """Return a deck with more or fewer wilds than the classic one, and a hand of a size between these two."""
    wilds = random.randint(5, 10)
    return {"cards": random.randint(*cards), "wilds": wilds, "size": NATURALS + wilds}


def _clearly(draw: Callable[[Random], Params], chance: Callable[[Params], Fraction]) -> Callable[[Random], Params]:
    """Return the draw without numbers for which "at least one" and "none" are both about 50%."""

    def drawing(random: Random) -> Params:
        while abs(chance(p := draw(random)) - Fraction(1, 2)) < Fraction(1, 100):
            pass
        return p

    return drawing


def _at_least(wanted: int, p: Params) -> Fraction:
    """Return the chance of this many wilds or more in the hand."""
    return drawn(wanted, p["wilds"], p["cards"], p["size"])


def _one(p: Params) -> Fraction:
    return exactly(1, p["wilds"], p["cards"], p["size"])


PUT_BACK = phrase(
    "That is the chance with replacement, as if each card went back before the next. Here, a card that was dealt "
    "cannot come again."
)


def _put_back(marked: int, p: Params, *, wanted: int = 1, cards: int | None = None) -> Fraction:
    """Return the chance of *wanted* marked cards or more, if each card went back before the next."""
    share, n = Fraction(marked, p["size"]), p["cards"] if cards is None else cards
    fewer = (comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(wanted))
    return 1 - sum(fewer, Fraction(0))


def _first(marked: int, size: int, cards: int, wanted: int = 1) -> Trial:
    """Return a trial: deal a hand; the first cards of the deck are the marked ones."""
    if wanted == 1:
        return lambda random: min(random.sample(range(size), cards)) < marked
    return lambda random: sum([card < marked for card in random.sample(range(size), cards)]) >= wanted


AT_LEAST_ONE = question(
    id="03/at-least-one",
    goals=(phrase("Use the chance of none to find the chance of at least one."),),
    standards=STANDARDS,
    prompt=phrase(
        "Your deck has {size} cards, and {wilds} of them are wild. You are dealt {cards} cards. How likely are you to "
        "get at least one wild?"
    ),
    draw=_clearly(lambda random: _deck(random, (4, 10)), lambda p: _at_least(1, p)),
    answer=lambda p: _at_least(1, p),
    wrong=(
        Distractor(
            "added",
            lambda p: Fraction(p["wilds"], p["size"]) * p["cards"],
            phrase(
                "You added {wilds}/{size} once for each card. That counts a hand with two wilds twice and one with "
                "three wilds three times. With {over} cards, you would even get more than 100%."
            ),
        ),
        Distractor(
            "none",
            lambda p: 1 - _at_least(1, p),
            phrase("That is the chance of getting no wild at all. You are one step away."),
        ),
        Distractor(
            "one", _one, phrase("That is the chance of exactly one wild. Hands with two or more wilds count, too.")
        ),
        Distractor("put back", lambda p: _put_back(p["wilds"], p), PUT_BACK, close=True),
    ),
    hints=(
        phrase("At least one means one, or two, or three … What is the only case that does not count?"),
        phrase(
            "Count the hands without a wild. The first card is not wild in 100 of {size} cases, the next in 99 of "
            "{less}."
        ),
        phrase("Multiply {cards} such fractions and subtract the product from 1."),
    ),
    solution=phrase(
        "No wild at all: 100/{size} times 99/{less} and so on, {cards} factors, which gives {none}. All other hands "
        "have at least one wild: {answer}."
    ),
    shown=lambda p: {
        "none": percent(1 - _at_least(1, p)),
        "less": p["size"] - 1,
        "over": p["size"] // p["wilds"] + 1,
    },
    experiment=lambda p: _first(p["wilds"], p["size"], p["cards"]),
    reflect=Reflection(
        phrase("Why is it wrong to add the chances for the individual cards, and when does it almost work?"),
        phrase(
            "Adding counts hands with several wilds several times. It almost works when two wilds in one hand are "
            "very rare, that is, in small hands."
        ),
    ),
)


def _special(p: Params) -> Fraction:
    return drawn(1, p["wilds"] + p["skips"], p["cards"], p["size"])


def _special_deck(random: Random) -> Params:
    wilds, skips = random.choice((6, 8, 10)), random.choice((4, 5, 6))
    return {"cards": random.randint(3, 10), "wilds": wilds, "skips": skips, "size": 96 + wilds + skips}


SPECIAL = question(
    id="03/special",
    goals=(phrase("Combine two kinds of cards before counting, not after."),),
    standards=STANDARDS,
    prompt=phrase(
        "{wilds} of the {size} cards are wilds, and {skips} others are skips. You are dealt {cards} cards. How likely "
        "is it that at least one of them is a wild or a skip?"
    ),
    draw=_clearly(_special_deck, _special),
    answer=_special,
    wrong=(
        Distractor(
            "two chances added",
            lambda p: drawn(1, p["wilds"], p["cards"], p["size"]) + drawn(1, p["skips"], p["cards"], p["size"]),
            phrase("You added the chance of a wild and the chance of a skip. That counts a hand with both twice."),
        ),
        Distractor(
            "both",
            lambda p: drawn(1, p["wilds"], p["cards"], p["size"]) * drawn(1, p["skips"], p["cards"], p["size"]),
            phrase("You multiplied two chances, as if the hand needed both a wild and a skip. Either one is enough."),
        ),
        Distractor(
            "none",
            lambda p: 1 - _special(p),
            phrase("That is the chance of having only number cards. The question asks about all the other hands."),
        ),
        Distractor("put back", lambda p: _put_back(p["wilds"] + p["skips"], p), PUT_BACK, close=True),
        Distractor(
            "added",
            lambda p: Fraction((p["wilds"] + p["skips"]) * p["cards"], p["size"]),
            phrase("You added the chance once for each card. That counts a hand with two wilds or skips twice."),
            close=True,
        ),
    ),
    hints=(
        phrase("For this question, wilds and skips are one kind of card: cards without a number."),
        phrase("Count the hands with only number cards: 96 of {size} for the first card, 95 of {less} for the second."),
        phrase("Multiply {cards} such fractions; 1 minus the product is the answer."),
    ),
    solution=phrase(
        "Only number cards: 96/{size} times 95/{less} and so on, {cards} factors: {none}. So at least one wild or "
        "skip: {answer}."
    ),
    shown=lambda p: {"none": percent(1 - _special(p)), "less": p["size"] - 1},
    experiment=lambda p: _first(p["wilds"] + p["skips"], p["size"], p["cards"]),
    reflect=Reflection(
        phrase("When can you add two chances?"),
        phrase(
            "When the two events cannot happen at once. A hand can contain both a wild and a skip, so you "
            "cannot add here."
        ),
    ),
)

AT_LEAST_TWO = question(
    id="03/at-least-two",
    goals=(phrase("Subtract every case that does not count."),),
    standards=STANDARDS,
    prompt=phrase(
        "Your deck has {size} cards, and {wilds} of them are wild. You are dealt {cards} cards. How likely are you to "
        "get two or more wilds?"
    ),
    draw=lambda random: _deck(random, (6, 12)),
    answer=lambda p: _at_least(2, p),
    wrong=(
        Distractor(
            "at least one",
            lambda p: _at_least(1, p),
            phrase("You subtracted only the hands without a wild. You must also subtract those with exactly one."),
        ),
        Distractor(
            "exactly two",
            lambda p: exactly(2, p["wilds"], p["cards"], p["size"]),
            phrase("That is the chance of exactly two wilds. Hands with three or more count, too."),
        ),
        Distractor(
            "squared",
            lambda p: _at_least(1, p) ** 2,
            phrase(
                "You squared the chance of at least one wild. That is the chance that two players, each with their "
                "own deck, both get one. Here, one hand needs two."
            ),
        ),
        Distractor("put back", lambda p: _put_back(p["wilds"], p, wanted=2), PUT_BACK, close=True),
        Distractor(
            "added",
            lambda p: comb(p["cards"], 2) * drawn(2, p["wilds"], 2, p["size"]),
            phrase(
                "You added the chance of two wilds once for each pair of cards. That counts a hand with three wilds "
                "three times."
            ),
            close=True,
        ),
    ),
    hints=(
        phrase("Which hands do not count? Now there are two kinds."),
        phrase("Hands with no wild, and hands with exactly one. In the second kind, any of the wilds can be the one."),
        phrase(
            "None: C(100, {cards}) hands out of C({size}, {cards}). Exactly one: {wilds} times C(100, {fewer}). "
            "Subtract both from the total."
        ),
    ),
    solution=phrase(
        "No wild: C(100, {cards}) of the C({size}, {cards}) hands, or {none}. Exactly one: {wilds} times C(100, "
        "{fewer}), or {one}. Subtract both from 100%, and round only then: {answer}."
    ),
    shown=lambda p: {
        "none": percent(1 - _at_least(1, p)),
        "one": percent(_one(p)),
        "fewer": p["cards"] - 1,
    },
    experiment=lambda p: _first(p["wilds"], p["size"], p["cards"], wanted=2),
    reflect=Reflection(
        phrase("Most hands with a wild have only one. Can you explain why without a formula?"),
        phrase(
            "Deal the cards one by one. Once the first wild has come, only the cards after it can bring another, and "
            "fewer wilds are left. In most hands, none of them does."
        ),
    ),
)


def _table(random: Random) -> Params:
    return {**_deck(random, (7, 10)), "seats": random.randint(2, 4)}


def _somebody(p: Params) -> Fraction:
    return drawn(1, p["wilds"], p["cards"] * p["seats"], p["size"])


TABLE = question(
    id="03/table",
    goals=(phrase("Recognize when hands depend on each other."),),
    standards=STANDARDS,
    prompt=phrase(
        "{seats} players are dealt {cards} cards each from one deck of {size} with {wilds} wilds. How likely is it "
        "that somebody was dealt at least one wild?"
    ),
    draw=_table,
    answer=_somebody,
    wrong=(
        Distractor(
            "own hand",
            lambda p: _at_least(1, p),
            phrase("That is the chance for your own hand. Here a wild in anyone's hand is enough."),
        ),
        Distractor(
            "own decks",
            lambda p: 1 - (1 - _at_least(1, p)) ** p["seats"],
            phrase(
                "You multiplied as if each player had their own deck. Hands dealt from one deck depend on each other: "
                "if you have no wild, the others are more likely to have one."
            ),
        ),
        Distractor(
            "none",
            lambda p: 1 - _somebody(p),
            phrase("That is the chance that nobody has a wild. Now subtract it from 1."),
        ),
        Distractor("put back", lambda p: _put_back(p["wilds"], p, cards=p["cards"] * p["seats"]), PUT_BACK, close=True),
        Distractor(
            "added",
            lambda p: Fraction(p["wilds"] * p["cards"] * p["seats"], p["size"]),
            phrase(
                "You added {wilds}/{size} once for each of the {all} cards. That counts a deal with two wilds twice."
            ),
            close=True,
        ),
    ),
    hints=(
        phrase("For this question, does it matter who holds which cards?"),
        phrase("Put all the dealt cards in one pile. How many are there?"),
        phrase(
            "None of the {all} cards is wild: 100/{size} times 99/{less} and so on, {all} factors. Subtract that from "
            "1."
        ),
    ),
    solution=phrase(
        "Together, the players hold {all} cards. The chance that none of them is wild is {none}, so the chance that"
        " somebody has a wild is {answer}."
    ),
    shown=lambda p: {
        "all": p["cards"] * p["seats"],
        "less": p["size"] - 1,
        "none": percent(1 - _somebody(p)),
        "unseen": p["size"] - p["cards"],
    },
    experiment=lambda p: _first(p["wilds"], p["size"], p["cards"] * p["seats"]),
    reflect=Reflection(
        phrase("You find no wild in your hand. What does that tell you about the other players?"),
        phrase(
            "All {wilds} wilds are among the {unseen} cards you cannot see, so each of the other players is more "
            "likely to have one."
        ),
    ),
)


def _masters(random: Random) -> Params:
    """Return a Masters deck without some of its wilds; without four, it would be almost the classic deck."""
    out = random.choice((2, 3, 5, 6))
    return {"cards": random.randint(4, 12), "out": out, "wilds": IN_MASTERS - out, "size": MASTERS_SIZE - out}


MASTERS = question(
    id="03/masters",
    goals=(phrase("Use the card counts of the deck you are playing with."),),
    standards=STANDARDS,
    prompt=phrase(
        "The Masters Edition has 110 cards, 12 of which are wild. Your table takes {out} of the wilds out of the deck. "
        "How likely are you to get at least one wild in {cards} cards?"
    ),
    draw=_clearly(_masters, lambda p: _at_least(1, p)),
    answer=lambda p: _at_least(1, p),
    wrong=(
        Distractor(
            "classic",
            lambda p: drawn(1, WILDS, p["cards"]),
            phrase("That would be right for the classic deck. Here, {wilds} of {size} cards are wild."),
        ),
        Distractor(
            "all wilds",
            lambda p: drawn(1, IN_MASTERS, p["cards"], MASTERS_SIZE),
            phrase(
                "You counted all 12 wilds. But {out} of them are not in your deck, which has only {size} cards now."
            ),
        ),
        Distractor(
            "added",
            lambda p: Fraction(p["wilds"], p["size"]) * p["cards"],
            phrase(
                "You added {wilds}/{size} once for each card, so you counted hands with several wilds several times."
            ),
        ),
        Distractor(
            "none",
            lambda p: 1 - _at_least(1, p),
            phrase("That is the chance of no wild. The question asks about the opposite."),
        ),
        Distractor("put back", lambda p: _put_back(p["wilds"], p), PUT_BACK, close=True),
    ),
    hints=(
        phrase("The method is the same as for the classic deck. Which numbers change?"),
        phrase("The first card is not wild in 98 of {size} cases, the next in 97 of {less}."),
        phrase("Multiply {cards} such fractions: that is the chance of no wild. Subtract it from 1."),
    ),
    solution=phrase("No wild: 98/{size} times 97/{less} and so on: {none}. At least one: {answer}."),
    shown=lambda p: {"none": percent(1 - _at_least(1, p)), "less": p["size"] - 1},
    experiment=lambda p: _first(p["wilds"], p["size"], p["cards"]),
    reflect=Reflection(
        phrase("12 wilds are 1.5 times as many as 8. Does that make you 1.5 times as likely to get at least one?"),
        phrase(
            "No. The more wilds there are, the more often two turn up in the same hand, and those hands count only "
            "once."
        ),
    ),
)

QUESTIONS = (AT_LEAST_ONE, SPECIAL, AT_LEAST_TWO, TABLE, MASTERS)

TASK = CodeTask(
    id="03/your-turn",
    name="lucky",
    kind="chance",
    exact=drawn(1, WILDS, 10),
    prompt=phrase(
        "Simulate it yourself: deal ten cards and return True if at least one of them is wild. In this deck of 108, "
        "the cards 0 to 7 are the wilds. Replace ___ with a condition."
    ),
    start="""def lucky(random):
    hand = random.sample(range(108), 10)
    wilds = [card for card in hand if card < 8]
    return ___
""",
    solution="""def lucky(random):
    hand = random.sample(range(108), 10)
    wilds = [card for card in hand if card < 8]
    return len(wilds) >= 1
""",
    bugs=(
        Bug(
            "exactly one",
            """def lucky(random):
    hand = random.sample(range(108), 10)
    wilds = [card for card in hand if card < 8]
    return len(wilds) == 1
""",
            exactly(1, WILDS, 10),
            phrase("That counts only hands with exactly one wild. Two or three wilds are at least one, too."),
        ),
        Bug(
            "none",
            """def lucky(random):
    hand = random.sample(range(108), 10)
    wilds = [card for card in hand if card < 8]
    return len(wilds) == 0
""",
            1 - drawn(1, WILDS, 10),
            phrase("That is true for hands without a wild: the opposite of what you want."),
        ),
        Bug(
            "more than one",
            """def lucky(random):
    hand = random.sample(range(108), 10)
    wilds = [card for card in hand if card < 8]
    return len(wilds) > 1
""",
            drawn(2, WILDS, 10),
            phrase("More than one means two or more. A hand with one wild counts as well."),
        ),
        Bug(
            "one card",
            """def lucky(random):
    hand = random.sample(range(108), 10)
    wilds = [card for card in hand if card < 8]
    return hand[0] < 8
""",
            Fraction(WILDS, CARDS),
            phrase("That looks at the first card only. Any of the ten cards may be the wild."),
        ),
        Bug(
            "put back",
            """def lucky(random):
    hand = [random.randrange(108) for card in range(10)]
    wilds = [card for card in hand if card < 8]
    return len(wilds) >= 1
""",
            1 - Fraction(CARDS - WILDS, CARDS) ** 10,
            phrase(
                "Your code draws with replacement, so the same card can come twice. In the game, each card leaves the "
                "deck."
            ),
        ),
    ),
    hints=(
        phrase("The list wilds holds the wild cards of this hand. How long may it be?"),
        phrase("len(wilds) is the number of wilds. At least one means one or more."),
        phrase("Compare len(wilds) with 1, and choose the right one of ==, > and >=."),
    ),
    trials=100_000,
)

GUIDE = Guide(
    aim="At least one is 1 minus none. A sum of chances counts a hand with two wilds twice.",
    before="Chances as fractions, and multiplying chances along a path of a tree. C(n, k) from lesson 2 helps.",
    plan=(
        Step(
            6,
            "Show of hands: who bets on a wild among ten cards? Then play the round of phase 1 in pairs.",
        ),
        Step(
            6,
            "Everybody predicts question 1 and says how sure they are. Ask three students how they got their number, "
            "and judge none of them.",
        ),
        Step(
            9,
            "The figure: each pair sets a seed of its own and guesses. Then it deals ten hands, 100 and 10,000. "
            "Collect the counts of ten and of 100 on the board: how far apart are they?",
        ),
        Step(
            5,
            "Your turn, in pairs: write the condition in words first, and then as code. Pairs that finish early try 2 "
            "cards and 20 in the figure, after a guess.",
        ),
        Step(
            10,
            "Compute: what does 10 · 8/108 count? Then multiply the chances of no wild. Go back and answer question 1.",
        ),
        Step(6, "Questions 2 and 3 in pairs. Questions 4 and 5 for fast workers, or as homework."),
        Step(
            3,
            "Everybody writes one sentence: why did my guess differ? What was your confidence worth?",
        ),
    ),
    talks=(
        Talk(
            "Ten times 8/108 is 74%. What does that number count?",
            "Wilds, not hands: on average, a hand has 0.74 of them. A hand with two wilds is counted twice.",
        ),
        Talk(
            "When is the sum nearly right?",
            "With few cards or few wilds, because two wilds in one hand are rare then. Try 1 card and 2 cards.",
        ),
        Talk(
            "Where else do you want to know the chance of at least one?",
            "One defect in a box, one birthday in common, one hit in several tries. Ask about none first.",
        ),
    ),
    misconceptions=(
        Misconception(
            "Each of the ten cards has an 8/108 chance of being wild, so the cards do not depend on each other.",
            "Each place in the hand has that chance, but one card changes the next. Take 12 cards with 8 wilds: if the "
            "first four are not wild, the fifth is wild for sure.",
        ),
        Misconception(
            "55% means that every second hand has a wild, more or less in turn.",
            "Look at the marks of the latest hands in the figure. Five hands in a row without a wild are not unusual.",
        ),
    ),
    without="In groups, deal ten real cards twenty times, and tally the hands with a wild. Then draw the tree.",
)
