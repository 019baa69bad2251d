"""Lesson 2: counting hands. The misconception: counting orders."""

from __future__ import annotations

from fractions import Fraction
from math import comb, perm
from random import Random

from ...core.translatable import phrase
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import number
from ..question import Distractor, Params, Reflection
from .common import CARDS, COPIES, drawn, question

TITLE = phrase("How many hands are there?")
STANDARDS = ("7.SP.C.8", "HSS-CP.B.9")

HANDS = question(
    id="02/hands",
    kind="number",
    goals=(phrase("Count hands, in which the order does not matter."),),
    standards=STANDARDS,
    prompt=phrase("You take {k} cards out of {n} different ones, all at once. How many different hands can that be?"),
    draw=lambda random: {"n": random.randint(6, 12), "k": random.randint(2, 4)},
    answer=lambda p: comb(p["n"], p["k"]),
    wrong=(
        Distractor(
            "orders",
            lambda p: perm(p["n"], p["k"]),
            phrase("You counted orders. The same {k} cards in another order are the same hand."),
        ),
        Distractor(
            "put back",
            lambda p: p["n"] ** p["k"],
            phrase("You let each card be any of the {n}. But a card that is in the hand cannot come again."),
        ),
        Distractor(
            "multiplied",
            lambda p: p["n"] * p["k"],
            phrase("You multiplied {n} by {k}. Write down the hands of a small case, say 2 out of 4, and count them."),
        ),
    ),
    hints=(
        phrase("First pretend that the order matters: how many cards can be the first, how many the second?"),
        phrase("Then ask how many orders each hand was counted in."),
        phrase("Divide {orders} by the number of orders of {k} cards."),
    ),
    solution=phrase("In order there are {orders} ways. Each hand comes in {each} orders, so there are {answer} hands."),
    shown=lambda p: {"orders": number(perm(p["n"], p["k"])), "each": perm(p["k"], p["k"])},
    experiment=lambda p: (
        lambda random: perm(p["n"], p["k"]) * ((got := random.sample(range(p["n"]), p["k"])) == sorted(got))
    ),
    reflect=Reflection(
        phrase("When does the order of cards matter in this game?"),
        phrase("In the draw pile, where the top card comes first. In your hand it never does."),
    ),
)


def _is_run(numbers: list[int]) -> bool:
    low = min(numbers)
    return sorted(numbers) == list(range(low, low + len(numbers)))


RUNS = question(
    id="02/runs",
    kind="number",
    goals=(phrase("Multiply choices that are made one after the other."),),
    standards=STANDARDS,
    prompt=phrase(
        "A natural run of {k} has {k} numbers in a row, of any colors. The 96 number cards hold 8 cards of each number "
        "from 1 to 12. How many different hands of {k} cards are a natural run?"
    ),
    draw=lambda random: {"k": random.randint(2, 4)},
    answer=lambda p: (13 - p["k"]) * COPIES ** p["k"],
    wrong=(
        Distractor(
            "one start",
            lambda p: COPIES ** p["k"],
            phrase(
                "That is the number of runs that start with one particular number. They can start with others, too."
            ),
        ),
        Distractor(
            "twelve starts",
            lambda p: 12 * COPIES ** p["k"],
            phrase("A run of {k} cannot start with 12: it never goes on from 12 to 1. Count the starts again."),
        ),
        Distractor(
            "one copy",
            lambda p: (13 - p["k"]) * 4 ** p["k"],
            phrase("You took four cards of each number, one in each color. Each of them is there twice."),
        ),
    ),
    hints=(
        phrase("A run is settled by two things: where it starts, and which card stands for each of its numbers."),
        phrase("The highest start is the one whose run ends with 12. How many starts are there up to that?"),
        phrase("For each start there are 8 cards for the first number, 8 for the second, and so on, {k} times."),
    ),
    solution=phrase("{starts} starts, and 8 cards for each of {k} numbers: {answer} hands."),
    shown=lambda p: {"starts": 13 - p["k"]},
    experiment=lambda p: (
        lambda random: comb(96, p["k"]) * _is_run([at // 8 for at in random.sample(range(96), p["k"])])
    ),
    reflect=Reflection(
        phrase("Why is there no division by orders here?"),
        phrase(
            "A run's cards are told apart by their numbers: each place is filled once, so no hand is counted twice."
        ),
    ),
)

DEALT_RUN = question(
    id="02/dealt-run",
    goals=(phrase("Divide hands by hands, never hands by orders."),),
    standards=STANDARDS,
    prompt=phrase(
        "You are dealt {k} of the 108 cards. How likely is it that they are {k} naturals in a row, such as 3 4 5 …, "
        "of any colors? (Somebody asked this for ten cards on the poker forum Two Plus Two; the answer there, 1 in "
        "12,021, is right.)"
    ),
    draw=lambda random: {"k": random.randint(3, 5)},
    answer=lambda p: Fraction((13 - p["k"]) * COPIES ** p["k"], comb(CARDS, p["k"])),
    wrong=(
        Distractor(
            "orders",
            lambda p: Fraction((13 - p["k"]) * COPIES ** p["k"], perm(CARDS, p["k"])),
            phrase("You divided hands by orders. The denominator must count hands, too: C(108, {k})."),
        ),
        Distractor(
            "one start",
            lambda p: Fraction(COPIES ** p["k"], comb(CARDS, p["k"])),
            phrase("You let the run start with one particular number. There are {starts} possible starts."),
        ),
        Distractor(
            "48 cards",
            lambda p: Fraction((13 - p["k"]) * 4 ** p["k"], comb(48, p["k"])),
            phrase(
                "You counted with 48 different cards. An answer on the web does so, too; but every card is there "
                "twice, and there are wilds and skips in the deck."
            ),
        ),
    ),
    hints=(
        phrase("The numerator counts the hands that are such a run, the denominator all hands."),
        phrase("The runs are those of the last question. All hands: C(108, {k})."),
        phrase("{starts} starts times 8 to the power of {k}, divided by {all}."),
    ),
    solution=phrase("{starts} times 8 to the power of {k} of {all} hands: {answer}."),
    shown=lambda p: {"starts": 13 - p["k"], "all": number(comb(CARDS, p["k"]))},
    experiment=lambda p: lambda random: _dealt_run(p, random),
    reflect=Reflection(
        phrase("Wilds were left out here. What would they change?"),
        phrase("Very much: a wild can fill any gap, so runs with wilds are far more frequent than natural ones."),
    ),
)


def _dealt_run(p: Params, random: Random) -> bool:
    got = random.sample(range(CARDS), p["k"])
    return max(got) < 96 and _is_run([at // 8 for at in got])


ONE_COLOR = question(
    id="02/one-color",
    goals=(phrase("Draw without replacement."),),
    standards=STANDARDS,
    prompt=phrase("24 of the 108 cards are red. You are dealt {k} cards. How likely is it that all of them are red?"),
    draw=lambda random: {"k": random.randint(2, 5)},
    answer=lambda p: drawn(p["k"], 24, p["k"]),
    wrong=(
        Distractor(
            "put back",
            lambda p: Fraction(24, CARDS) ** p["k"],
            phrase("You put each red card back. After the first one only 23 red cards are left, among 107."),
        ),
        Distractor(
            "any color",
            lambda p: 4 * drawn(p["k"], 24, p["k"]),
            phrase("That is all cards of one color, whichever it is. The question asks for red."),
        ),
        Distractor(
            "one card",
            lambda p: Fraction(24, CARDS),
            phrase("That is how likely a single card is to be red. All {k} have to be."),
        ),
    ),
    hints=(
        phrase("Deal the cards one by one. What has changed when the second one comes?"),
        phrase("The first is red in 24 of 108 cases, the second then in 23 of 107."),
        phrase("Multiply {k} such fractions, or divide C(24, {k}) by C(108, {k})."),
    ),
    solution=phrase("24/108 times 23/107 and so on, {k} factors: {answer}. C(24, {k}) / C(108, {k}) is the same."),
    experiment=lambda p: lambda random: max(random.sample(range(CARDS), p["k"])) < 24,
    reflect=Reflection(
        phrase("The product of fractions and the quotient of hands are equal. Why?"),
        phrase("Both count orders above and below the line; in the quotient the orders of each hand cancel."),
    ),
)

PAGE = question(
    id="02/page",
    goals=(phrase("Find out which wrong number a wrong answer rests on."),),
    standards=STANDARDS,
    prompt=phrase(
        "A page on the web says: there are 8 cards of each number, so a certain number comes with 6.15 %. How likely "
        "is it really that the top card of a full deck has one of {m} different numbers that you can use?"
    ),
    draw=lambda random: {"m": random.randint(2, 8)},
    answer=lambda p: Fraction(COPIES * p["m"], CARDS),
    wrong=(
        Distractor(
            "page",
            lambda p: Fraction(COPIES * p["m"], 130),
            phrase("You went on from the 6.15 %. That is 8 of 130, and no deck of this game has 130 cards."),
        ),
        Distractor(
            "one color",
            lambda p: Fraction(2 * p["m"], CARDS),
            phrase("You counted one color. There are four, with two cards of each number in each."),
        ),
        Distractor(
            "naturals only",
            lambda p: Fraction(COPIES * p["m"], 96),
            phrase("You divided by the 96 number cards. Wilds and skips can lie on top, too."),
        ),
    ),
    hints=(
        phrase("The page is right about the 8. What did it divide by?"),
        phrase("Which number of cards would make 8 of them 6.15 %, and how many are there really?"),
        phrase("{m} numbers, 8 cards each, of 108."),
    ),
    solution=phrase("{m} times 8 of 108 cards: {answer}. For a single number that is 7.41 %, not 6.15 %."),
    experiment=lambda p: lambda random: random.randrange(CARDS) // 8 < p["m"],
    reflect=Reflection(
        phrase("How can one notice such a mistake without knowing the right answer?"),
        phrase("12 numbers with 6.15 % each make 74 %. So 26 % would be wilds and skips, and that cannot be."),
    ),
)

QUESTIONS = (HANDS, RUNS, DEALT_RUN, PAGE, ONE_COLOR)

GUIDE = Guide(
    aim="Multiply choices that are made one after the other, and divide by the orders that nobody cares about.",
    before="Lesson 1: sample space and event. Powers; what a fraction of two large numbers means.",
    plan=(
        Step(
            7,
            "Play the hand of phase 4. Before the first card is drawn, everybody writes down how many of the 98 other "
            "cards would complete the run.",
        ),
        Step(4, "Everybody predicts question 1. Collect guesses that differ by a factor of two and keep them."),
        Step(
            10,
            "Grow the tree for 2 of 4 cards on the board, then in the figure; let it collapse. Let them find the "
            "number of orders of three cards before the figure says it.",
        ),
        Step(
            10,
            "Compute: 12 orders and 6 hands, then C(108, 10), then 3 · 8^10. Who finds the three starts? Question 1.",
        ),
        Step(8, "Questions 2 and 3: above the line and below it, always hands. Then find the mistake, question 4."),
        Step(6, "Question 5 in two ways, half of the class each. Everybody writes one sentence about their guess."),
    ),
    talks=(
        Talk(
            "Two red 7s look the same. Why may we count them as two cards?",
            "With a dot of ink on one of them no chance changes, and all hands are equally likely. Without the dot "
            "a hand with two different cards would be likelier than one with two equal ones.",
        ),
        Talk(
            "Why is the natural run of ten not divided by 10! as well?",
            "We chose a card for the 1, a card for the 2 and so on: each hand was counted once. Division mends "
            "counting several times, and here nothing was.",
        ),
        Talk(
            "The page's table adds up to 83.03 %. What does that prove, and what not?",
            "That something in it is wrong, since something must be on top. Not what; a table that adds up to 100 % "
            "may be wrong, too.",
        ),
    ),
    misconceptions=(
        Misconception(
            "A choice of three from five has more hands than one of two from five, since more cards are drawn.",
            "C(5, 3) = C(5, 2): who takes three leaves two. Let the figure list both.",
        ),
        Misconception(
            "Choices are added: 4 first cards and 3 second ones make 7 hands.",
            "Follow one branch: for each of the first cards there are three second ones. 'Or' adds, 'and then' "
            "multiplies.",
        ),
        Misconception(
            "A hand in order, 1 2 3 4 5 6 7 8 9 10, is rarer than any other ten cards.",
            "As ten certain cards it is as rare as every other hand. Runs are rare because few hands are runs.",
        ),
    ),
    without="Four learners stand in front; the class seats two of them on two chairs in all ways and tallies. Then the "
    "chairs are pushed together, and it is only asked who sits. Count again.",
)
