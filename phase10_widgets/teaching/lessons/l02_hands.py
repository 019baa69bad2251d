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
    goals=(phrase("Count hands without regard to order."),),
    standards=STANDARDS,
    prompt=phrase("You take {k} cards at once from {n} different cards. How many different hands are possible?"),
    draw=lambda random: {"n": random.randint(6, 12), "k": random.randint(2, 4)},
    answer=lambda p: comb(p["n"], p["k"]),
    wrong=(
        Distractor(
            "orders",
            lambda p: perm(p["n"], p["k"]),
            phrase("You counted ordered hands. The same {k} cards in a different order are still the same hand."),
        ),
        Distractor(
            "put back",
            lambda p: p["n"] ** p["k"],
            phrase(
                "You let each card be any of the {n}. But a card that is already in the hand cannot be drawn again."
            ),
        ),
        Distractor(
            "multiplied",
            lambda p: p["n"] * p["k"],
            phrase(
                "You multiplied {n} by {k}. Write down all the hands for a small case, say 2 out of 4, and count them."
            ),
        ),
    ),
    hints=(
        phrase("First pretend that order matters: how many cards can come first, and how many second?"),
        phrase("Then ask how many times each hand was counted."),
        phrase("Divide {orders} by the number of ways to order {k} cards."),
    ),
    solution=phrase(
        "If order matters, there are {orders} ways. Each hand can be ordered in {each} ways, so there are {answer} "
        "hands."
    ),
    shown=lambda p: {"orders": number(perm(p["n"], p["k"])), "each": perm(p["k"], p["k"])},
    experiment=lambda p: (
        lambda random: perm(p["n"], p["k"]) * ((got := random.sample(range(p["n"]), p["k"])) == sorted(got))
    ),
    reflect=Reflection(
        phrase("When does the order of cards matter in this game?"),
        phrase("In the draw pile, where the top card is drawn first. In your hand, it never does."),
    ),
)


def _is_run(numbers: list[int]) -> bool:
    low = min(numbers)
    return sorted(numbers) == list(range(low, low + len(numbers)))


RUNS = question(
    id="02/runs",
    kind="number",
    goals=(phrase("Multiply when choices are made one after another."),),
    standards=STANDARDS,
    prompt=phrase(
        "A natural run of {k} has {k} numbers in a row, in any colors. The 96 number cards include 8 of each number "
        "from 1 to 12. How many different {k}-card hands are natural runs?"
    ),
    draw=lambda random: {"k": random.randint(2, 4)},
    answer=lambda p: (13 - p["k"]) * COPIES ** p["k"],
    wrong=(
        Distractor(
            "one start",
            lambda p: COPIES ** p["k"],
            phrase(
                "That is the number of runs that start with one particular number. Runs can start with other numbers, "
                "too."
            ),
        ),
        Distractor(
            "twelve starts",
            lambda p: 12 * COPIES ** p["k"],
            phrase(
                "A run of {k} cannot start with 12: it never wraps around from 12 to 1. Count the starting numbers "
                "again."
            ),
        ),
        Distractor(
            "one copy",
            lambda p: (13 - p["k"]) * 4 ** p["k"],
            phrase("You counted four cards of each number, one in each color. But the deck has two of each of them."),
        ),
    ),
    hints=(
        phrase("Two things determine a run: where it starts, and which card is used for each of its numbers."),
        phrase("A run with the highest possible starting number ends with 12. How many starting numbers are possible?"),
        phrase(
            "For each starting number, there are 8 cards for the first number, 8 for the second, and so on, {k} times."
        ),
    ),
    solution=phrase("{starts} starting numbers, and 8 cards for each of the {k} numbers: {answer} hands."),
    shown=lambda p: {"starts": 13 - p["k"]},
    experiment=lambda p: (
        lambda random: comb(96, p["k"]) * _is_run([at // 8 for at in random.sample(range(96), p["k"])])
    ),
    reflect=Reflection(
        phrase("Why do you not divide by the number of orderings here?"),
        phrase(
            "The cards in a run all have different numbers: each place is filled once, so no hand is counted twice."
        ),
    ),
)

DEALT_RUN = question(
    id="02/dealt-run",
    goals=(phrase("Count hands without order in both the numerator and the denominator."),),
    standards=STANDARDS,
    prompt=phrase(
        "You are dealt {k} of the 108 cards. How likely is it that they are {k} naturals in a row, such as 3 4 5 …, "
        "in any colors? (Someone asked this about ten cards on the poker forum Two Plus Two; the answer given there, "
        "1 in 12,021, is correct.)"
    ),
    draw=lambda random: {"k": random.randint(3, 5)},
    answer=lambda p: Fraction((13 - p["k"]) * COPIES ** p["k"], comb(CARDS, p["k"])),
    wrong=(
        Distractor(
            "orders",
            lambda p: Fraction((13 - p["k"]) * COPIES ** p["k"], perm(CARDS, p["k"])),
            phrase(
                "You divided unordered hands by ordered ones. The denominator must count unordered hands, too: "
                "C(108, {k})."
            ),
        ),
        Distractor(
            "one start",
            lambda p: Fraction(COPIES ** p["k"], comb(CARDS, p["k"])),
            phrase(
                "You assumed that the run starts with one particular number. There are {starts} possible "
                "starting numbers."
            ),
        ),
        Distractor(
            "48 cards",
            lambda p: Fraction((13 - p["k"]) * 4 ** p["k"], comb(48, p["k"])),
            phrase(
                "You counted as if there were 48 different cards. An answer on the web makes the same mistake. The "
                "deck has two of each of these cards, plus wilds and skips."
            ),
        ),
    ),
    hints=(
        phrase("The numerator counts the hands that are natural runs; the denominator counts all hands."),
        phrase("Count the runs as in the last question. There are C(108, {k}) hands in all."),
        phrase("{starts} starting numbers times 8 to the power of {k}, divided by {all}."),
    ),
    solution=phrase("{starts} times 8 to the power of {k}, out of {all} hands: {answer}."),
    shown=lambda p: {"starts": 13 - p["k"], "all": number(comb(CARDS, p["k"]))},
    experiment=lambda p: lambda random: _dealt_run(p, random),
    reflect=Reflection(
        phrase("Wilds do not count here. What difference would they make?"),
        phrase("A lot: a wild can fill any gap, so runs with wilds are far more common than natural ones."),
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
            phrase("You drew with replacement. After the first red card, only 23 of the remaining 107 cards are red."),
        ),
        Distractor(
            "any color",
            lambda p: 4 * drawn(p["k"], 24, p["k"]),
            phrase(
                "That is the chance that all the cards share a color, no matter which. The question asks about red."
            ),
        ),
        Distractor(
            "one card",
            lambda p: Fraction(24, CARDS),
            phrase("That is the chance that a single card is red. All {k} must be red."),
        ),
    ),
    hints=(
        phrase("Deal the cards one by one. What has changed by the time you deal the second one?"),
        phrase("The first card is red in 24 of 108 cases, and then the second in 23 of 107."),
        phrase("Multiply {k} such fractions, or divide C(24, {k}) by C(108, {k})."),
    ),
    solution=phrase(
        "24/108 times 23/107 and so on, {k} factors: {answer}. C(24, {k}) / C(108, {k}) gives the same result."
    ),
    experiment=lambda p: lambda random: max(random.sample(range(CARDS), p["k"])) < 24,
    reflect=Reflection(
        phrase("The product of the fractions equals the number of red hands divided by the number of all hands. Why?"),
        phrase(
            "The product counts ordered hands in both the numerator and the denominator, so the number of orderings"
            " cancels out."
        ),
    ),
)

PAGE = question(
    id="02/page",
    goals=(phrase("Find the wrong number behind a wrong answer."),),
    standards=STANDARDS,
    prompt=phrase(
        "A web page says that there are 8 cards of each number, so the chance of any given number is 6.15%. What "
        "is the actual chance that the top card of a full deck has one of {m} different numbers you can use?"
    ),
    draw=lambda random: {"m": random.randint(2, 8)},
    answer=lambda p: Fraction(COPIES * p["m"], CARDS),
    wrong=(
        Distractor(
            "page",
            lambda p: Fraction(COPIES * p["m"], 130),
            phrase("You used the chance of 6.15%. That is 8 out of 130, and no deck in this game has 130 cards."),
        ),
        Distractor(
            "one color",
            lambda p: Fraction(2 * p["m"], CARDS),
            phrase("You counted only one color. There are four colors, each with two cards of every number."),
        ),
        Distractor(
            "naturals only",
            lambda p: Fraction(COPIES * p["m"], 96),
            phrase("You divided by the 96 number cards. The top card could also be a wild or a skip."),
        ),
    ),
    hints=(
        phrase("The page is right about the 8. But what did it divide by?"),
        phrase("8 cards would be 6.15% of how many? And how many cards are there really?"),
        phrase("{m} numbers, 8 cards each, out of 108."),
    ),
    solution=phrase("{m} times 8 out of 108 cards: {answer}. For a single number, the chance is 7.41%, not 6.15%."),
    experiment=lambda p: lambda random: random.randrange(CARDS) // 8 < p["m"],
    reflect=Reflection(
        phrase("How could you spot this mistake without knowing the right answer?"),
        phrase(
            "12 numbers at 6.15% each add up to 74%. That would leave 26% for wilds and skips, which is far too much."
        ),
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
            "The page's table adds up to 83.03%. What does that prove, and what not?",
            "That something in it is wrong, since something must be on top. Not what; a table that adds up to 100% "
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
