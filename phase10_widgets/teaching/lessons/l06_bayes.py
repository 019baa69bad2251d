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
        "Of 1,000 opponents, {collect} collect 7s. When a 7 is face up, collectors take it {hit}% of the time. "
        "Everybody else takes it {other}% of the time, for other reasons. Your opponent takes a 7. How likely is it "
        "that they collect 7s?"
    ),
    draw=_policy,
    answer=lambda p: Fraction(p["taking"], p["all"]),
    wrong=(
        Distractor(
            "turned round",
            lambda p: Fraction(p["hit"], 100),
            phrase(
                "That is how likely a collector is to take the 7. The question is how likely somebody who takes it is "
                "to be a collector."
            ),
        ),
        Distractor(
            "prior",
            lambda p: Fraction(p["collect"], 1000),
            phrase(
                "That was the probability before anybody took the 7. Now you know that your opponent took it, and that "
                "is new information."
            ),
        ),
        Distractor(
            "of everybody",
            lambda p: Fraction(p["taking"], 1000),
            phrase(
                "That is the share of all 1,000 who are collectors and take the 7. But your opponent took it, so count "
                "only among those who take it."
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
            "{hit}% of the collectors take the 7, but only {answer} of the takers are collectors. Why are these two "
            "numbers different?"
        ),
        phrase(
            "They are shares of different groups. The first is a share of the {collect} collectors. The second is a "
            "share of the {all} takers, and {false} of those are not collectors. A small share of many people can be "
            "more people than most of a few."
        ),
    ),
)

LEFT = question(
    id="06/left",
    goals=(phrase("Recognize that it is evidence, too, when something does not happen."),),
    standards=STANDARDS,
    prompt=phrase(
        "Of 1,000 opponents, {collect} collect 7s. When a 7 is face up, collectors take it {hit}% of the time. "
        "Everybody else takes it {other}% of the time. Your opponent does not take a 7. How likely is it that they "
        "collect 7s anyway?"
    ),
    draw=_policy,
    answer=lambda p: Fraction(p["missed"], p["leaving"]),
    wrong=(
        Distractor(
            "no news",
            lambda p: Fraction(p["collect"], 1000),
            phrase(
                "You assumed that it tells you nothing when your opponent leaves the 7. But collectors rarely leave "
                "it, so it tells you a lot."
            ),
        ),
        Distractor(
            "turned round",
            lambda p: Fraction(100 - p["hit"], 100),
            phrase(
                "That is how likely a collector is to leave the 7. The question is how likely somebody who leaves it "
                "is to be a collector."
            ),
        ),
        Distractor(
            "counterpart",
            lambda p: 1 - Fraction(p["taking"], p["all"]),
            phrase(
                "That is the share of others among those who take the 7. But your opponent left it: count among those "
                "who leave the 7."
            ),
        ),
    ),
    hints=(
        phrase("Line up all 1,000 again, and offer each of them a 7. This time, count those who do not step forward."),
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
        "Of 1,000 opponents, {collect} collect 7s. Each time a 7 is face up, collectors take it {hit}% of the time and "
        "everybody else {other}% of the time, whatever they did before. Your opponent takes two 7s, one after the "
        "other. How likely is it that they collect 7s?"
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
                "That is how likely a collector is to take both. The question is how likely somebody who took both is "
                "to be a collector."
            ),
        ),
        Distractor(
            "squared",
            lambda p: Fraction(p["taking"], p["all"]) ** 2,
            phrase(
                "You squared the probability after one 7, which makes it smaller. But a second 7 makes it more likely "
                "that they collect 7s."
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
        phrase("Does it matter whether you calculate after each 7 or only once at the end?"),
        phrase(
            "No, the result is the same. That is why the answer after the first 7 can be the starting point for the "
            "second."
        ),
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
        "The face-up card is a {number}. An opponent with {cards} cards takes it, and you know their habit: they take "
        "a card if they hold two or more of its number, and never otherwise. How likely is it that they held three or "
        "more? (You see this card and your own ten cards. Of the other 97 cards, {left} have that number.)"
    ),
    draw=lambda random: {"number": random.randint(1, 12), **random.choice(_HELD)},
    answer=lambda p: _matching(p, 3) / _matching(p, 2),
    wrong=(
        Distractor(
            "no news",
            lambda p: _matching(p, 3),
            phrase(
                "That is the probability before they took the card. With most hands, they would have left it. Rule "
                "those hands out."
            ),
        ),
        Distractor(
            "the condition",
            lambda p: _matching(p, 2),
            phrase("That is the probability that they take the card at all. It belongs in the denominator."),
        ),
        Distractor(
            "one more",
            lambda p: drawn(1, p["left"] - 2, p["cards"] - 2, UNSEEN - 2),
            phrase(
                "You fixed two of their cards and looked for one more among the others. That counts hands with three "
                "several times. You know that there are two, but not which ones they are."
            ),
        ),
    ),
    hints=(
        phrase("With which hands would they have taken the card? Those are the new sample space."),
        phrase(
            "Start with the hands that have two or more of the {left} cards with that number. Then find those among "
            "them that have three or more."
        ),
        phrase(
            "Divide the probability of three or more by the probability of two or more, each for {cards} cards out of "
            "97."
        ),
    ),
    solution=phrase(
        "Of all hands of {cards} cards out of 97, {none} have none of the {left}, {one} have one and {two} have two. "
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
        "Of 1,000 opponents, 100 collect 7s and take one 80% of the time; the others take one 15% of the time. Your "
        "opponent took a 7. How likely is it that they collect 7s? This code meets one opponent after another until "
        '"known" is true, which should stand for what you know. Then it returns "asked", which should be what you ask. '
        "It runs, but it answers a different question. Change one line."
    ),
    start=_told("known, asked = collects, takes"),
    solution=_told("known, asked = takes, collects"),
    bugs=(
        Bug(
            "turned round",
            _told("known, asked = collects, takes"),
            Fraction(80, 100),
            phrase(
                "This code knows that the opponent collects 7s, and asks if they take one. You know that they took "
                "one, and ask if they collect 7s."
            ),
        ),
        Bug(
            "nothing known",
            _told("known, asked = True, collects"),
            Fraction(10, 100),
            phrase(
                "This code accepts the first opponent that it meets, whatever they do. But you know what yours did."
            ),
        ),
        Bug(
            "both asked",
            _told("known, asked = True, collects and takes"),
            Fraction(80, 1000),
            phrase(
                "That is the share of all opponents who collect 7s and take one. But everybody who left the 7 is ruled "
                "out, so divide by fewer people."
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
            phrase("That is the share of all opponents who take a 7. You ask how many of those collect 7s."),
        ),
        Bug(
            "others",
            _told("known, asked = takes, not collects"),
            Fraction(135, 215),
            phrase("That is the probability that your opponent does not collect 7s. You are one step away."),
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
    aim="To learn from what somebody did, count among all who did the same. How many collectors take a card is one "
    "question; how many of those who take it are collectors is another.",
    before="Shares of shares in a tree or a two-way table; conditions that rule cases out (lesson 5).",
    plan=(
        Step(
            7,
            "Everybody plays the round of phase 1, notes what Ada took, and guesses a number that she collects.",
        ),
        Step(
            6,
            "Everybody guesses the answer to question 1 and says how sure they are. List the guesses on the board, in "
            "order. Who is with Blaise, with Carl, with Emmy?",
        ),
        Step(
            10,
            "Everybody places a guess on the figure, then sorts the 1,000 opponents by what they collect, and by what "
            "they did. Each pair writes down a fraction for both pictures before anybody names a rule. Then let "
            "everybody take the 7.",
        ),
        Step(
            8,
            "Count those who took the 7, then go back and answer question 1. Which guesses on the board answer a "
            "different question: how many collectors take the 7?",
        ),
        Step(4, "The test for a rare disease, told in numbers of people: everybody guesses before they count."),
        Step(
            7,
            "The 7 that stays: discuss it before you count, then ask question 2. Fast workers repair the code in "
            '"Your turn", and answer questions 3 and 4.',
        ),
        Step(3, "Everyone writes one sentence: why did my guess differ?"),
    ),
    talks=(
        Talk(
            "Most collectors take the 7. Why are most of the people who take it not collectors?",
            "There are nine others for each collector. A small share of many people can be more people than most of a "
            "few. Listen for numbers of people, not for the word 'unlikely'.",
        ),
        Talk(
            "You want to hide what you collect. What would you take or leave?",
            "Whatever collectors and others do equally often, because it reveals nothing. But taking useless cards "
            "costs turns.",
        ),
        Talk(
            "When may you multiply for the second 7?",
            "If the second pick does not depend on the first within each kind of opponent: conditional independence. "
            "If the others want only one 7, for a run, this fails, and the second 7 tells you much more.",
        ),
        Talk(
            "We counted the computer's habit in 2,000 first turns. What may be different later in the round?",
            "It holds fewer single cards then, and its phase may be complete. A habit belongs to a situation.",
        ),
        Talk(
            "A witness recognizes whatever happens 80% of the time. Now she reports something. Is the probability 80% "
            "that it is true?",
            "Not if the thing that she reports is rare. It is the same mix-up as with the medical test.",
        ),
    ),
    misconceptions=(
        Misconception(
            "37% is less than half, so the pick tells us nothing.",
            "Compare it with the 10% from before, as Carl should have. Evidence can change a probability a lot and "
            "still leave it below one half.",
        ),
        Misconception(
            "Taking and leaving are opposites, so they change the probability by the same amount.",
            "Taking raises it from 10% to 37%, and leaving lowers it to 2.6%. Set 'Collectors take a 7' to 100% in "
            "the figure: now leaving reveals everything.",
        ),
        Misconception(
            "The prior is just an opinion, so it is better to leave it out.",
            "Leaving it out means using one half. Set 500 collectors in the figure: the answer is 84%, so even then "
            "it is not 80%.",
        ),
    ),
    without="Thirty learners draw roles; three of them collect 7s. Everybody draws a card from 1 to 10. Collectors "
    "take the 7 on cards 1 to 8, the others on 1 or 2. Everybody who takes it stands up; count the collectors among "
    "them. Repeat five times, and add up the results.",
)
