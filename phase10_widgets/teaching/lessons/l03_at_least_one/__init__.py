"""Lesson 3: the complement. The misconception: adding up chances."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .lucky_task import TASK
from .one_hand import AT_LEAST_ONE, AT_LEAST_TWO, SPECIAL
from .other_deals import MASTERS, TABLE

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (AT_LEAST_ONE, TABLE, SPECIAL, AT_LEAST_TWO, MASTERS)

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
            "The figure: each pair sets its own seed and guesses. Then it deals ten hands, 100 and 10,000. "
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
        Step(6, "Question 2 in pairs. Questions 3 to 5 for fast workers, or as homework."),
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
            "55% means that hands with and without a wild more or less alternate.",
            "Look at the marks of the latest hands in the figure. Five hands in a row without a wild are not unusual.",
        ),
    ),
    without="In groups, deal ten real cards twenty times, and tally the hands with a wild. Then draw the tree.",
)
