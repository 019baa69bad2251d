"""Lesson 3: the complement. The misconception: adding up chances."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .lucky_task import TASK
from .one_hand import AT_LEAST_ONE, AT_LEAST_TWO, SPECIAL
from .other_deals import MASTERS, TABLE

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (AT_LEAST_ONE, TABLE, SPECIAL, AT_LEAST_TWO, MASTERS)

GUIDE = Guide(
    aim="At least one is 1 minus none. A sum of probabilities counts a hand with two wilds twice.",
    before="Probabilities as fractions, and multiplying them along a path of a tree. C(n, k) from lesson 2 helps.",
    plan=(
        Step(
            6,
            "Show of hands: who bets on a wild among ten cards? Then play the round of phase 1 in pairs.",
        ),
        Step(
            6,
            "Everybody predicts question 1 and says how sure they are. Ask three learners how they found "
            "their number, and judge none of the answers.",
        ),
        Step(
            11,
            "The figure: each pair sets its own seed and guesses. Then it deals ten hands, 100 hands and "
            "10,000 hands. Collect the counts for ten and for 100 hands on the board: how far apart are "
            "they? Then show the computation: what does 10 · 8/108 count?",
        ),
        Step(
            12,
            "Compute: turn over the cards one by one, and multiply the probabilities of no wild. Go back "
            "and answer question 1.",
        ),
        Step(
            7,
            "Question 2, in pairs. Pairs that finish early do Your turn: they write the condition in words "
            "first, and then as code. Questions 3 to 5 are homework.",
        ),
        Step(
            3,
            "Everybody writes one sentence: why did my guess differ? Was I right to be so sure?",
        ),
    ),
    talks=(
        Talk(
            "Ten times 8/108 is 74%. What does that number count?",
            "It counts wilds, not hands: on average, a hand has 0.74 wilds. A hand with two wilds is counted twice.",
        ),
        Talk(
            "When is the sum nearly right?",
            "With few cards or few wilds, because then, two wilds in one hand are rare. Try 1 card, and then 2 cards.",
        ),
        Talk(
            'Where else would you want to know how likely "at least one" is?',
            "At least one defect in a box, at least one shared birthday, at least one hit in several tries. "
            "Each time, ask about none first.",
        ),
    ),
    misconceptions=(
        Misconception(
            "Each of the ten cards has an 8/108 chance of being wild, so the cards do not depend on each other.",
            "That is true for each place in the hand, but one card changes the next. Take 12 cards with 8 "
            "wilds: if the first four are not wild, the fifth certainly is.",
        ),
        Misconception(
            "55% means that hands with and without a wild more or less alternate.",
            "Look at the marks of the latest hands in the figure. Five hands in a row without a wild are not unusual.",
        ),
    ),
    without=(
        "In groups, deal ten real cards twenty times, and keep a tally of the hands with a wild. Then draw the tree."
    ),
)
