"""Lesson 2: counting hands. The misconception: counting different orders as different hands."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .counting import HANDS, RUNS
from .dealt_cards import DEALT_RUN, ONE_COLOR, PAGE
from .same_task import TASK

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (HANDS, RUNS, DEALT_RUN, PAGE, ONE_COLOR)

GUIDE = Guide(
    aim=(
        "Multiply choices that are made one after another, and divide by the number of orders that make the same hand."
    ),
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
            "Draw the tree for 2 of 4 cards on the board. Then open the figure and let the tree collapse. "
            "How many orders do three cards have? Let the class say it before the figure does.",
        ),
        Step(
            10,
            "Compute: 12 orders and 6 hands, and then C(108, 10). Go back and answer question 1. Then the "
            "lottery: how many times rarer does winning seem if you count orders?",
        ),
        Step(
            8,
            "Go further with the run of ten, 3 · 8^10: let the class find the three starting numbers. Then "
            "questions 2 and 3: insist on hands in the numerator and hands in the denominator.",
        ),
        Step(
            6,
            "Pairs that finish early look for the mistake in question 4, do Your turn, or answer question 5 "
            "in two ways. End with the first question of the lesson: has anybody ever held these ten cards?",
        ),
    ),
    talks=(
        Talk(
            "Two red 7s look the same. Why may we count them as two cards?",
            "Put a dot of ink on one of them. No probability changes, and now all hands are equally likely. "
            "Without the dot, they are not: a red 7 and a red 8 come in four versions, but two red 7s in "
            "only one.",
        ),
        Talk(
            "Why do we not divide the natural runs of ten by 10! as well?",
            "We chose a card for the 1, a card for the 2, and so on, so we counted each hand once. You "
            "divide if you have counted too often, and here we have not.",
        ),
        Talk(
            "The probabilities in the page's table add up to 83.03%. What does that prove, and what does it not prove?",
            "Something in the table is wrong, because some card must be on top. But the sum does not tell "
            "us what is wrong. And a table that adds up to 100% can be wrong, too.",
        ),
        Talk(
            "Has anybody ever held your ten cards? Which numbers do you need, and which of them is the weakest guess?",
            "You need the number of hands that look alike (exact), the number of decks sold (reported) and "
            "the number of hands dealt from each deck (a guess). What if the guess is three times too high, "
            "or three times too low?",
        ),
    ),
    misconceptions=(
        Misconception(
            "There are more hands of three from five cards than of two from five, because you draw more cards.",
            "C(5, 3) = C(5, 2): if you take three, you leave two behind. Let the figure list both.",
        ),
        Misconception(
            "You add choices: 4 first cards and 3 second ones make 7 hands.",
            "Follow one branch: three second cards go with each first card. With 'or' you add, with 'and "
            "then' you multiply.",
        ),
        Misconception(
            "A hand in order, 1 2 3 4 5 6 7 8 9 10, is rarer than any other ten cards.",
            "As ten particular cards, it is exactly as rare as any other hand. Runs are rare because few hands are "
            "runs.",
        ),
    ),
    without=(
        "Four learners stand in front of the class, next to two chairs. The class seats two of the four in "
        "every possible way and keeps a tally. Then push the chairs together and ask only who is sitting. Count "
        "again."
    ),
)
