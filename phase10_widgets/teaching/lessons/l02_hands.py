"""Lesson 2: counting hands. The misconception: counting orders."""

from __future__ import annotations

from fractions import Fraction
from math import comb, perm
from random import Random

from ...core.translatable import Sentence, phrase
from ..code_task import Bug, CodeTask
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import number
from ..question import Distractor, Params, Reflection
from .common import CARDS, COPIES, SKIPS, WILDS, drawn, question

STANDARDS = ("7.SP.C.8", "HSS-CP.B.9")
NUMBERS = 12

HANDS = question(
    id="02/hands",
    kind="number",
    exact=True,
    goals=(phrase("Count hands without regard to order."),),
    standards=STANDARDS,
    prompt=phrase("You take {k} cards at once from {n} different cards. How many different hands are possible?"),
    draw=lambda random: {"n": random.randint(6, 20), "k": random.randint(2, 4)},
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


def _runs(random: Random) -> Params:
    """Return a deck of number cards, other than the classic one, which the lesson's figure counts."""
    last, colors = random.choice(
        [(last, n) for last in (8, 9, 11, 12, 13, 14) for n in (3, 4, 5) if (last, n) != (NUMBERS, 4)]
    )
    return {"k": random.randint(2, 4), "last": last, "colors": colors, "copies": 2 * colors}


RUNS = question(
    id="02/runs",
    kind="number",
    exact=True,
    goals=(phrase("Multiply when choices are made one after another."),),
    standards=STANDARDS,
    prompt=phrase(
        "A natural run of {k} has {k} numbers in a row, in any colors. A deck has the numbers 1 to {last} in {colors} "
        "colors, two cards of each, so {copies} cards of each number. How many different {k}-card hands are natural "
        "runs?"
    ),
    draw=_runs,
    answer=lambda p: (p["last"] + 1 - p["k"]) * p["copies"] ** p["k"],
    wrong=(
        Distractor(
            "one start",
            lambda p: p["copies"] ** p["k"],
            phrase(
                "That is the number of runs that start with one particular number. Runs can start with other numbers, "
                "too."
            ),
        ),
        Distractor(
            "twelve starts",
            lambda p: p["last"] * p["copies"] ** p["k"],
            phrase(
                "A run of {k} cannot start with {last}: it never wraps around from {last} to 1. Count the starting "
                "numbers again."
            ),
        ),
        Distractor(
            "one copy",
            lambda p: (p["last"] + 1 - p["k"]) * p["colors"] ** p["k"],
            phrase(
                "You counted {colors} cards of each number, one in each color. But the deck has two of each of them."
            ),
        ),
    ),
    hints=(
        phrase("Two things determine a run: where it starts, and which card is used for each of its numbers."),
        phrase(
            "A run with the highest possible starting number ends with {last}. How many starting numbers are possible?"
        ),
        phrase(
            "For each starting number, there are {copies} cards for the first number, {copies} for the second, and so "
            "on, {k} times."
        ),
    ),
    solution=phrase("{starts} starting numbers, and {copies} cards for each of the {k} numbers: {answer} hands."),
    shown=lambda p: {"starts": p["last"] + 1 - p["k"]},
    experiment=lambda p: lambda random: _if_run(p, random),
    reflect=Reflection(
        phrase("Why do you not divide by the number of orderings here?"),
        phrase(
            "The cards in a run all have different numbers: each place is filled once, so no hand is counted twice."
        ),
    ),
)


def _if_run(p: Params, random: Random) -> int:
    """Return the number of all hands if the one dealt is a run, else 0: on average, the number of runs."""
    size, copies = p["last"] * p["copies"], p["copies"]
    return comb(size, p["k"]) * _is_run([at // copies for at in random.sample(range(size), p["k"])])


def _deck(random: Random) -> Params:
    """Return a hand's size, and a deck with more or fewer wilds and skips than the classic one."""
    others = random.choice([n for n in range(8, 25) if n != WILDS + SKIPS])
    return {"k": random.randint(3, 5), "others": others, "size": COPIES * NUMBERS + others}


DEALT_RUN = question(
    id="02/dealt-run",
    goals=(phrase("Count hands without order in both the numerator and the denominator."),),
    standards=STANDARDS,
    prompt=phrase(
        "A deck has 8 cards of each number from 1 to 12, and {others} wilds and skips: {size} cards. You are dealt {k} "
        "of them. How likely is it that they are {k} naturals in a row, such as {row}, in any colors? (Someone asked "
        "this on the poker forum Two Plus Two, about ten cards from the 108 of the classic deck. The answer given "
        "there, 1 in 12,021, is correct.)"
    ),
    draw=_deck,
    answer=lambda p: Fraction((13 - p["k"]) * COPIES ** p["k"], comb(p["size"], p["k"])),
    wrong=(
        Distractor(
            "orders",
            lambda p: Fraction((13 - p["k"]) * COPIES ** p["k"], perm(p["size"], p["k"])),
            phrase(
                "You divided unordered hands by ordered ones. The denominator must count unordered hands, too: "
                "C({size}, {k})."
            ),
        ),
        Distractor(
            "one start",
            lambda p: Fraction(COPIES ** p["k"], comb(p["size"], p["k"])),
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
        phrase(
            "A run has a starting number, and 8 cards to choose from for each place. There are C({size}, {k}) "
            "hands in all."
        ),
        phrase("{starts} starting numbers times 8 to the power of {k}, divided by {all}."),
    ),
    solution=phrase("{starts} times 8 to the power of {k}, out of {all} hands: {answer}."),
    shown=lambda p: {
        "starts": 13 - p["k"],
        "all": number(comb(p["size"], p["k"])),
        "row": " ".join(str(at) for at in range(3, 3 + p["k"])),
    },
    experiment=lambda p: lambda random: _dealt_run(p, random),
    reflect=Reflection(
        phrase("Wilds do not count here. What difference would they make?"),
        phrase("A lot: a wild can fill any gap, so runs with wilds are far more common than natural ones."),
    ),
)


def _dealt_run(p: Params, random: Random) -> bool:
    got = random.sample(range(p["size"]), p["k"])
    return max(got) < COPIES * NUMBERS and _is_run([at // COPIES for at in got])


def _colors(random: Random) -> Params:
    """Return a hand's size, and a deck with four colors."""
    marked, others = 2 * random.randint(8, 13), random.choice((8, 12, 16))
    return {"k": random.randint(2, 4), "marked": marked, "others": others, "size": 4 * marked + others}


ONE_COLOR = question(
    id="02/one-color",
    goals=(phrase("Draw without replacement."),),
    standards=STANDARDS,
    prompt=phrase(
        "A deck has {size} cards: {marked} of each of the four colors, and {others} wilds and skips. You are dealt {k} "
        "cards. How likely is it that all of them are red?"
    ),
    draw=_colors,
    answer=lambda p: drawn(p["k"], p["marked"], p["k"], p["size"]),
    wrong=(
        Distractor(
            "put back",
            lambda p: Fraction(p["marked"], p["size"]) ** p["k"],
            phrase(
                "You drew with replacement. After the first red card, only {fewer} of the remaining {left} cards are "
                "red."
            ),
        ),
        Distractor(
            "any color",
            lambda p: 4 * drawn(p["k"], p["marked"], p["k"], p["size"]),
            phrase(
                "That is the chance that all the cards share a color, no matter which. The question asks about red."
            ),
        ),
        Distractor(
            "one card",
            lambda p: Fraction(p["marked"], p["size"]),
            phrase("That is the chance that a single card is red. All {k} must be red."),
        ),
    ),
    hints=(
        phrase("Deal the cards one by one. What has changed by the time you deal the second one?"),
        phrase("The first card is red in {marked} of {size} cases, and then the second in {fewer} of {left}."),
        phrase("Multiply {k} such fractions, or divide C({marked}, {k}) by C({size}, {k})."),
    ),
    solution=phrase(
        "{marked}/{size} times {fewer}/{left} and so on, {k} factors: {answer}. C({marked}, {k}) / C({size}, {k}) "
        "gives the same result."
    ),
    shown=lambda p: {"fewer": p["marked"] - 1, "left": p["size"] - 1},
    experiment=lambda p: lambda random: max(random.sample(range(p["size"]), p["k"])) < p["marked"],
    reflect=Reflection(
        phrase("The product of the fractions equals the number of red hands divided by the number of all hands. Why?"),
        phrase(
            "The product counts ordered hands in both the numerator and the denominator, so the number of orderings"
            " cancels out."
        ),
    ),
)


def _useful(random: Random) -> Params:
    """Return the cards that are useful, and their number."""
    m, wilds, skips = random.randint(2, 10), random.choice((0, WILDS)), random.choice((0, SKIPS))
    fits = {
        (0, 0): Sentence("has one of {m} different numbers you can use", m=m),
        (WILDS, 0): Sentence("is a wild or has one of {m} different numbers you can use", m=m),
        (0, SKIPS): Sentence("is a skip or has one of {m} different numbers you can use", m=m),
        (WILDS, SKIPS): Sentence("is a wild, a skip or one of {m} different numbers you can use", m=m),
    }
    return {"m": m, "others": wilds + skips, "fits": fits[wilds, skips], "n": COPIES * m + wilds + skips}


PAGE = question(
    id="02/page",
    goals=(phrase("Find the wrong number behind a wrong answer."),),
    standards=STANDARDS,
    prompt=phrase(
        "A web page says that there are 8 cards of each number and 8 wilds, so the chance of each of these is 6.15%. "
        "The chance of one of the 4 skips is 3.08%. You turn over the top card of a full deck. What is the actual "
        "chance that it {fits}?"
    ),
    draw=_useful,
    answer=lambda p: Fraction(p["n"], CARDS),
    wrong=(
        Distractor(
            "page",
            lambda p: Fraction(p["n"], 130),
            phrase("You used the page's chances. 6.15% is 8 out of 130, and no deck in this game has 130 cards."),
        ),
        Distractor(
            "one color",
            lambda p: Fraction(2 * p["m"] + p["others"], CARDS),
            phrase("You counted only one color. There are four colors, each with two cards of every number."),
        ),
        Distractor(
            "naturals only",
            lambda p: Fraction(p["n"], COPIES * NUMBERS),
            phrase("You divided by the 96 number cards. The top card could also be a wild or a skip."),
        ),
    ),
    hints=(
        phrase("The page is right about the 8. But what did it divide by?"),
        phrase("8 cards would be 6.15% of how many? And how many cards are there really?"),
        phrase("Count 8 cards for each number. Add the wilds and the skips if they count, too. Divide by 108."),
    ),
    solution=phrase("{n} of the 108 cards count: {answer}. For a single number, the chance is 7.41%, not 6.15%."),
    experiment=lambda p: lambda random: (random.randrange(CARDS) + p["others"]) % CARDS < p["n"],
    reflect=Reflection(
        phrase("How could you spot this mistake without knowing the right answer?"),
        phrase(
            "12 numbers at 6.15% each add up to 74%. That would leave 26% for wilds and skips, which is far too much."
        ),
    ),
)

QUESTIONS = (HANDS, RUNS, DEALT_RUN, PAGE, ONE_COLOR)

_SAME = """def same(random):
    yours = random.sample(range(5), 2)
    theirs = random.sample(range(5), 2)
    return ___
"""


def _filled(condition: str) -> str:
    return _SAME.replace("___", condition)


TASK = CodeTask(
    id="02/your-turn",
    name="same",
    kind="chance",
    exact=Fraction(1, comb(5, 2)),
    prompt=phrase(
        "You and a friend have five different cards each, the cards 0 to 4. Each of you draws two. Return True if both "
        "of you hold the same hand. Replace ___ with a condition."
    ),
    start=_SAME,
    solution=_filled("sorted(yours) == sorted(theirs)"),
    bugs=(
        Bug(
            "orders",
            _filled("yours == theirs"),
            Fraction(1, perm(5, 2)),
            phrase(
                "Your code compares orders: to Python, [2, 4] and [4, 2] are different lists. They are the same hand."
            ),
        ),
        Bug(
            "one in common",
            _filled("len(set(yours) & set(theirs)) > 0"),
            1 - Fraction(comb(3, 2), comb(5, 2)),
            phrase("That is true as soon as the two hands share one card. They must share both."),
        ),
        Bug(
            "first card",
            _filled("yours[0] == theirs[0]"),
            Fraction(1, 5),
            phrase("That compares only the first card of each hand. The second card counts, too."),
        ),
        Bug(
            "sum",
            _filled("sum(yours) == sum(theirs)"),
            Fraction(16, 100),
            phrase("Different hands can have the same sum: 0 and 3 make 3, and so do 1 and 2."),
        ),
        Bug(
            "put back",
            """def same(random):
    yours = [random.randrange(5) for card in range(2)]
    theirs = [random.randrange(5) for card in range(2)]
    return sorted(yours) == sorted(theirs)
""",
            Fraction(5 + 10 * 4, 5**4),
            phrase(
                "Your code draws with replacement, so a hand can hold the same card twice. Nobody has two of a card."
            ),
        ),
    ),
    hints=(
        phrase("yours and theirs are lists, and a list has an order. A hand does not."),
        phrase("How could you bring both hands into the same order before you compare them?"),
        phrase("sorted(yours) is your hand from low to high. Do the same with the other hand, and compare with ==."),
    ),
    trials=50_000,
)

GUIDE = Guide(
    aim="Multiply choices that are made one after another, and divide by the orders that do not matter.",
    before="Lesson 1: sample space and event. Powers, and a feeling for fractions of two large numbers.",
    plan=(
        Step(
            7,
            "Play the hand of phase 4. Before the first draw, everybody writes down how many of the other 98 cards "
            "would complete the run.",
        ),
        Step(4, "Everybody predicts question 1. Write a few guesses on the board that differ by a factor of two."),
        Step(
            10,
            "Draw the tree for 2 of 4 cards on the board, then open the figure and let the tree collapse. How many "
            "orders do three cards have? Let the class say it before the figure does. Then: Your turn.",
        ),
        Step(
            10,
            "Compute: 12 orders and 6 hands, then C(108, 10), then 3 · 8^10. Let the class find the three starting "
            "numbers. Answer question 1.",
        ),
        Step(
            8,
            "Questions 2 and 3. Insist on hands in the numerator and hands in the denominator. Then find the mistake "
            "in question 4.",
        ),
        Step(
            6,
            "Question 5 in two ways, one for each half of the class. End with the first question of the lesson: has "
            "anybody held these ten cards before?",
        ),
    ),
    talks=(
        Talk(
            "Two red 7s look the same. Why may we count them as two cards?",
            "Put a dot of ink on one of them: no chance changes, and all hands are equally likely. Without the dot, "
            "they are not: a red 7 and a red 8 come in four versions, two red 7s in only one.",
        ),
        Talk(
            "Why do we not divide the natural runs of ten by 10! as well?",
            "We chose a card for the 1, a card for the 2, and so on, so each hand was counted once. Dividing repairs a "
            "count that was too high, and this one was not.",
        ),
        Talk(
            "The chances in the page's table add up to 83.03%. What does that prove, and what does it not prove?",
            "Something in the table is wrong, because some card must be on top. It does not tell us what. And a table "
            "that adds up to 100% can be wrong, too.",
        ),
        Talk(
            "Has anybody held your ten cards before? Which numbers do you need, and which one is the weakest guess?",
            "The number of versions that look alike (exact), the decks sold (reported) and the hands dealt with each "
            "of them (a guess). Ask for the answer if the guess is three times too high or too low.",
        ),
    ),
    misconceptions=(
        Misconception(
            "There are more hands of three from five cards than of two from five, because you draw more cards.",
            "C(5, 3) = C(5, 2): if you take three, you leave two behind. Let the figure list both.",
        ),
        Misconception(
            "Choices are added: 4 first cards and 3 second ones make 7 hands.",
            "Follow one branch: each first card has three second cards. 'Or' adds, 'and then' multiplies.",
        ),
        Misconception(
            "A hand in order, 1 2 3 4 5 6 7 8 9 10, is rarer than any other ten cards.",
            "As ten particular cards, it is exactly as rare as any other hand. Runs are rare because few hands are "
            "runs.",
        ),
    ),
    without="Four learners stand in front, and there are two chairs. The class seats two of the four in every possible "
    "way and keeps a tally. Then push the chairs together and ask only who is sitting. Count again.",
)
