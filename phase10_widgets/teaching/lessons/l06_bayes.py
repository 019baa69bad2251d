"""Lesson 6: evidence from an opponent's choice. The misconception: inverting a conditional probability."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from ...base.translatable import phrase
from ...languages.number_text import percent
from ..code.code_task import Bug, CodeTask
from ..exercises.question import Distractor, Params, Reflection
from ..guide import Guide, Misconception, Step, Talk
from .common import CARDS, at_level, drawn, question

STANDARDS = ("HSS-CP.A.4", "HSS-CP.A.5", "HSS-CP.B.6", "HSS-MD.B.7")


_POLICIES = (
    ((60, 80, 120, 150), (80, 90), (10, 20, 30, 40)),
    ((20, 40, 80, 120), (75, 80, 85, 90), (10, 15, 20, 25)),
    ((25, 50, 175, 225), (76, 84, 88, 92), (8, 12, 16, 24)),
)
"""The numbers of collectors, and the percentages of both groups that take a 7, from easier to harder numbers."""


def _policy(random: Random, level: int) -> Params:
    """Return the number of 7-collectors among 1,000 opponents, and the percentage of each group that takes a 7.

    Collectors are rare, so the proportion of collectors who take a 7 is far from the proportion of takers who collect
    7s.
    """
    collect, hit, other = map(random.choice, at_level(level, *_POLICIES))
    taking, false = collect * hit // 100, (1000 - collect) * other // 100
    return {
        "collect": collect,
        "others": 1000 - collect,
        "hit": hit,
        "other": other,
        "taking": taking,
        "false": false,
        "all": taking + false,
        "missed": collect - taking,
        "leaving": 1000 - taking - false,
    }


def _opponent(p: Params, random: Random, times: int = 1) -> tuple[bool, int]:
    """Sample an opponent; return whether that opponent collects 7s, and how many of the offered 7s they take."""
    collects = random.random() < p["collect"] / 1000
    share = (p["hit"] if collects else p["other"]) / 100
    return collects, sum(random.random() < share for _ in range(times))


def _among(p: Params, random: Random, took: int, times: int = 1) -> bool:
    """Sample opponents until one takes exactly *took* 7s; return True if that opponent collects 7s."""
    while (found := _opponent(p, random, times))[1] != took:
        pass
    return found[0]


TOOK = question(
    id="06/took",
    goals=(phrase("Reverse a conditional probability by counting people."),),
    standards=STANDARDS,
    prompt=phrase(
        "Of 1,000 opponents, {collect} collect 7s. When a 7 is face up, collectors take it {hit}% of the time; "
        "everybody else takes it {other}% of the time, for other reasons. Your opponent takes a 7. How likely is it "
        "that they collect 7s?"
    ),
    draw=_policy,
    answer=lambda p: Fraction(p["taking"], p["all"]),
    wrong=(
        Distractor(
            "turned round",
            lambda p: Fraction(p["hit"], 100),
            phrase("That is how often a collector takes it. The question is how often a taker is a collector."),
        ),
        Distractor(
            "prior",
            lambda p: Fraction(p["collect"], 1000),
            phrase(
                "That was the chance before the 7 was taken. Now you know that it was taken, and that is new "
                "information."
            ),
        ),
        Distractor(
            "of everybody",
            lambda p: Fraction(p["taking"], 1000),
            phrase(
                "That is the proportion of all 1,000 who are collectors and take it. Now your opponent must be one "
                "of the takers."
            ),
        ),
    ),
    hints=(
        phrase("Line up all 1,000 and offer each of them a 7. Those who take it step forward. Who are they?"),
        phrase("Two groups step forward: {taking} collectors, and some of the others. How many others?"),
        phrase("{false} others take it, too. What share of those who stepped forward are collectors?"),
    ),
    solution=phrase(
        "{taking} collectors and {false} others take it, a total of {all}. So {answer} of them are collectors."
    ),
    experiment=lambda p: lambda random: _among(p, random, 1),
    reflect=Reflection(
        phrase(
            "{hit}% of the collectors take the 7, but only {answer} of the takers are collectors. Why are the two "
            "numbers different?"
        ),
        phrase(
            "They are shares of different groups: one of the {collect} collectors, the other of the {all} takers, and "
            "{false} of those are others. A small share of many people can be more than most of a few."
        ),
    ),
)

LEFT = question(
    id="06/left",
    goals=(phrase("Recognize that something not happening is evidence, too."),),
    standards=STANDARDS,
    prompt=phrase(
        "Of 1,000 opponents, {collect} collect 7s. When a 7 is face up, collectors take it {hit}% of the time; "
        "everybody else takes it {other}% of the time. Your opponent does not take a 7. How likely is it that they "
        "collect 7s anyway?"
    ),
    draw=_policy,
    answer=lambda p: Fraction(p["missed"], p["leaving"]),
    wrong=(
        Distractor(
            "no news",
            lambda p: Fraction(p["collect"], 1000),
            phrase(
                "You assumed that leaving it tells you nothing. But collectors rarely leave it, so it tells you a lot."
            ),
        ),
        Distractor(
            "turned round",
            lambda p: Fraction(100 - p["hit"], 100),
            phrase(
                "That is how often a collector leaves it. The question is how often somebody who leaves it is a "
                "collector."
            ),
        ),
        Distractor(
            "counterpart",
            lambda p: 1 - Fraction(p["taking"], p["all"]),
            phrase("You subtracted the last answer from 1. But these are different people: the ones who left the 7."),
        ),
    ),
    hints=(
        phrase("Line up all 1,000 again. This time, count those who do not step forward."),
        phrase("{missed} collectors leave it. How many of the {others} others leave it?"),
        phrase("In all, {leaving} people leave it. What share of them are collectors?"),
    ),
    solution=phrase("{missed} of the {leaving} who leave the 7 are collectors: {answer}."),
    experiment=lambda p: lambda random: _among(p, random, 0),
    reflect=Reflection(
        phrase("When would leaving a card tell you nothing at all?"),
        phrase("If collectors and everybody else left it equally often."),
    ),
)


def _after_two(p: Params) -> Fraction:
    both, others = p["taking"] * p["hit"], p["false"] * p["other"]
    return Fraction(both, both + others)


TWICE = question(
    id="06/twice",
    goals=(phrase("Use one answer as the starting point for the next question."),),
    standards=STANDARDS,
    prompt=phrase(
        "Of 1,000 opponents, {collect} collect 7s. Each time a 7 is face up, collectors take it {hit}% of the time "
        "and everybody else {other}% of the time, whatever they did before. Your opponent takes two 7s, one after "
        "the other. How likely is it that they collect 7s?"
    ),
    draw=_policy,
    answer=_after_two,
    wrong=(
        Distractor(
            "once",
            lambda p: Fraction(p["taking"], p["all"]),
            phrase("That would be right after the first 7. The second one tells you more."),
        ),
        Distractor(
            "turned round",
            lambda p: Fraction(p["hit"], 100) ** 2,
            phrase(
                "That is how often a collector takes both. The question is how often somebody who took both is a "
                "collector."
            ),
        ),
        Distractor(
            "squared",
            lambda p: Fraction(p["taking"], p["all"]) ** 2,
            phrase(
                "You squared the first answer, so it went down. But a second 7 makes it more likely that they collect "
                "7s."
            ),
        ),
    ),
    hints=(
        phrase("Who took the first 7? Offer the second one only to those people."),
        phrase("Of the {taking} collectors, {hit}% also take the second; of the {false} others, {other}% do."),
        phrase("Divide the number of collectors who took both by the total number of people who took both."),
    ),
    solution=phrase(
        "{hit}% of the {taking} collectors and {other}% of the {false} others take both. So {answer} of those who take "
        "both are collectors."
    ),
    experiment=lambda p: lambda random: _among(p, random, 2, 2),
    reflect=Reflection(
        phrase("Does it matter whether you update after each 7 or once at the end?"),
        phrase("No, the result is the same; that is why you can build on the last answer."),
    ),
)


UNSEEN = CARDS - 11
"""The number of unseen cards for a player who sees a ten-card hand and the face-up card."""

_SIZES = {4: (7, 8, 9), 5: (7, 8, 9), 6: (7, 8, 13, 14), 7: (7, 12, 13, 14)}
"""Opponents' hand sizes, keyed by the number of unseen matching cards.

With any other size, some mistake would come close to the right answer.
"""
_HELD = tuple({"left": left, "cards": cards} for left, sizes in _SIZES.items() for cards in sizes)

HOLDS = question(
    id="06/holds",
    goals=(phrase("Draw a conclusion from a known habit."),),
    standards=STANDARDS,
    prompt=phrase(
        "The face-up card has the number {number}. An opponent with {cards} cards takes it. You know their "
        "habit: they take it if they hold two or more of that number, and never otherwise. How likely is it that "
        "they held three or more? (You see this card and your own ten cards. {left} of the other 97 have that number.)"
    ),
    draw=lambda random: {"number": random.randint(1, 12), **random.choice(_HELD)},
    answer=lambda p: _matching(p, 3) / _matching(p, 2),
    wrong=(
        Distractor(
            "no news",
            lambda p: _matching(p, 3),
            phrase(
                "That is the chance before they took the card. With most hands, they would have left it: rule those "
                "out."
            ),
        ),
        Distractor(
            "the condition",
            lambda p: _matching(p, 2),
            phrase("That is the chance that they take it at all. It belongs in the denominator."),
        ),
        Distractor(
            "one more",
            lambda p: drawn(1, p["left"] - 2, p["cards"] - 2, UNSEEN - 2),
            phrase(
                "You fixed two of their cards and looked for one more among the others. That counts hands with three "
                "several times; you know there are two, but not which ones."
            ),
        ),
    ),
    hints=(
        phrase("With which hands would they have taken the card? Those are the new sample space."),
        phrase(
            "Start with the hands that have two or more of the {left} unseen cards with that number; then find those "
            "among them that have three or more."
        ),
        phrase("Divide the chance of three or more by the chance of two or more, each for {cards} cards from 97."),
    ),
    solution=phrase(
        "Of all hands with {cards} cards from 97, {none} have none of the {left}, {one} have one and {two} have two. "
        "So {taking} have two or more and take the card, and {more} have three or more. Divide {more} by {taking}: "
        "{answer}."
    ),
    shown=lambda p: {
        **{name: percent(_matching(p, k) - _matching(p, k + 1)) for k, name in enumerate(("none", "one", "two"))},
        "taking": percent(_matching(p, 2)),
        "more": percent(_matching(p, 3)),
    },
    experiment=lambda p: lambda random: _held(p, random) >= 3,
    reflect=Reflection(
        phrase("What if their habit is not quite what you think?"),
        phrase("Then the conclusion is wrong, too: Bayes' rule is only as good as the habit you put into it."),
    ),
)


def _matching(p: Params, wanted: int) -> Fraction:
    """Return the chance that a hand has at least *wanted* of the unseen matching cards."""
    return drawn(wanted, p["left"], p["cards"], UNSEEN)


def _held(p: Params, random: Random) -> int:
    """Return the number of matching cards held by an opponent who takes the card."""
    cards: int = p["cards"]
    while True:
        n = 0
        for placed in range(p["left"]):
            n += (UNSEEN - placed) * random.random() < cards - n  # the next matching card is in this hand
        if n >= 2:
            return n


QUESTIONS = (TOOK, LEFT, TWICE, HOLDS)


def _told(line: str) -> str:
    """Return a program that samples opponents until *known* is true and then returns the value of *asked*."""
    return f"""def likely(random):
    while True:
        collects = random.random() < 0.10
        takes = random.random() < (0.80 if collects else 0.15)
        {line}
        if known:
            return asked
"""


TASK = CodeTask(
    id="06/your-turn",
    name="likely",
    kind="chance",
    exact=Fraction(80, 215),
    prompt=phrase(
        "Of 1,000 opponents, 100 collect 7s and take one 80% of the time; the others take one 15% of the time. Yours "
        "took a 7. How likely are they to collect 7s? This code meets one opponent after another until what is known "
        "is true, and then returns what is asked. It runs, but it answers a different question. Change one line."
    ),
    start=_told("known, asked = collects, takes"),
    solution=_told("known, asked = takes, collects"),
    bugs=(
        Bug(
            "turned round",
            _told("known, asked = collects, takes"),
            Fraction(80, 100),
            phrase(
                "This knows that the opponent collects 7s and asks if they take one. You know that they took one and "
                "ask if they collect them."
            ),
        ),
        Bug(
            "nothing known",
            _told("known, asked = True, collects"),
            Fraction(10, 100),
            phrase("This accepts the first opponent it meets, whatever they do. You know what yours did."),
        ),
        Bug(
            "both asked",
            _told("known, asked = True, collects and takes"),
            Fraction(80, 1000),
            phrase(
                "That is how many of all opponents collect 7s and take one. Everybody who left the 7 is ruled out now, "
                "so the whole is smaller."
            ),
        ),
        Bug(
            "left",
            _told("known, asked = not takes, collects"),
            Fraction(20, 785),
            phrase("This is about an opponent who left the 7. Yours took it."),
        ),
        Bug(
            "takes at all",
            _told("known, asked = True, takes"),
            Fraction(215, 1000),
            phrase("That is how many of all opponents take a 7. You ask how many of those collect them."),
        ),
        Bug(
            "others",
            _told("known, asked = takes, not collects"),
            Fraction(135, 215),
            phrase("That is how likely your opponent is not to collect 7s. You are one step away."),
        ),
    ),
    hints=(
        phrase("What do you know about your opponent, and what would you like to know?"),
        phrase("The variable known decides which opponents get through. Which of the two facts did you see?"),
        phrase("You saw that they took the 7. So known is takes. What is asked?"),
    ),
    trials=50_000,
)

GUIDE = Guide(
    aim="To learn from what somebody did, count among everybody who did the same. How many collectors take a card is "
    "one question; how many takers collect is another.",
    before="Shares of shares in a tree or a two-way table; conditions that rule cases out (lesson 5).",
    plan=(
        Step(
            7,
            "Play the round of phase 1. Everybody notes what the opponent took, and guesses a number they collect.",
        ),
        Step(6, "Everybody predicts question 1 and says how sure they are. List the guesses on the board, in order."),
        Step(
            10,
            "Guess in the figure. Sort the 1,000 opponents by what they collect, then by what they did. Each pair "
            "writes down a fraction for both pictures before anybody names a rule. Then let everybody take the 7.",
        ),
        Step(
            8,
            "Count the takers, and go back and answer question 1. Which guesses on the board answer a different "
            "question: how many collectors take the 7?",
        ),
        Step(4, "The test for a rare disease, told in people: everybody guesses before they count."),
        Step(
            7,
            "The 7 that was left: discuss before you count, then question 2. Fast workers repair the code in Your "
            "turn, and answer questions 3 and 4.",
        ),
        Step(3, "Everyone writes one sentence: why did my guess differ?"),
    ),
    talks=(
        Talk(
            "Most collectors take the 7. Why are most of the people who take it not collectors?",
            "There are nine others for each collector. A small share of many people can be more than most of a few. "
            "Listen for numbers of people, not for the word 'unlikely'.",
        ),
        Talk(
            "You want to hide what you collect. What would you take or leave?",
            "Whatever makes both kinds look alike: if collectors and others do it equally often, it reveals nothing. "
            "But taking useless cards costs turns.",
        ),
        Talk(
            "When may you multiply for the second 7?",
            "If, within each kind of opponent, the second pick does not depend on the first: conditional independence. "
            "If the others want one 7 for a run, it fails, and the second 7 tells much more.",
        ),
        Talk(
            "We counted the computer's habit in 2,000 first turns. What may be different later in the round?",
            "It holds fewer single cards then, and its phase may be complete. A habit belongs to a situation.",
        ),
        Talk(
            "Whatever happens, a witness recognizes it 80% of the time. Now they report something. Is it true with a "
            "chance of 80%?",
            "Not if the thing they report is rare. It is the same mix-up as with the medical test.",
        ),
    ),
    misconceptions=(
        Misconception(
            "37% is less than half, so the pick told us nothing.",
            "Compare it with the 10% from before. Evidence can change a belief a lot and leave it below one half.",
        ),
        Misconception(
            "Taking and leaving are opposites, so they change the belief by the same amount.",
            "Taking moves it from 10% up to 37%, leaving down to 2.6%. Set 'Collectors take a 7' to 100% in the "
            "figure: now leaving reveals everything.",
        ),
        Misconception(
            "The prior is just an opinion, so it is better to leave it out.",
            "Leaving it out means using one half. Set 500 collectors in the figure: the answer is 84%, and still not "
            "80%.",
        ),
    ),
    without="Thirty learners draw roles; three of them collect 7s. Everybody draws a card from 1 to 10. Collectors "
    "take the 7 on cards 1 to 8, the others on 1 or 2. Everybody who takes it stands up; count the collectors among "
    "them. Repeat five times, and add up the results.",
)
