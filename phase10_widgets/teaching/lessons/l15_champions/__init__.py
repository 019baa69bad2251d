"""Lesson 15: regression to the mean. The misconception: "the champion will do just as well again"."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .champions import AGAIN, BEST
from .evening import BLAME
from .luck_shares import EXCHANGE, RELIABILITY
from .second_task import TASK

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (AGAIN, BLAME, BEST, EXCHANGE, RELIABILITY)

GUIDE = Guide(
    aim="The best were good and lucky. Skill stays, luck does not: expect less from anyone who was chosen for a good "
    "result.",
    before="Coin tosses and C(n, k); variance (lesson 8); the best of many (lesson 12). Bayes (lesson 6) helps.",
    plan=(
        Step(
            6,
            "Everybody plays a round and writes down the points. What will the three best score next time? Play again.",
        ),
        Step(5, "Everybody predicts question 1 with their confidence. Collect reasons for the fall on the board."),
        Step(
            10,
            "The figure: equal players, then players who differ. What is left of a lead with 10, 20 and 100 games?",
        ),
        Step(
            10,
            "Questions 2 and 3 in pairs. Then two seasons of one program: compare them with the reasons on the board.",
        ),
        Step(
            10,
            "Split the variance, draw the regression line; questions 1, 4 and 5. Learners who program do Your turn.",
        ),
        Step(4, "The list of examples: who was chosen, for which result, and what would show a real effect?"),
    ),
    talks=(
        Talk(
            "Flight instructors said: praise makes pilots worse, and shouting makes them better. What had they seen?",
            "They praised after the best landings and shouted after the worst. Both were followed by more ordinary "
            "ones. Kahneman let them throw coins at a target behind their backs, twice, and showed them the same.",
        ),
        Talk(
            "If the best get worse and the worst get better, are not all equal in the end?",
            "No. Both seasons have the same spread: different players move to the ends. It works backward as well.",
        ),
        Talk(
            "The best schools in a country are small. Are small schools better?",
            "The worst are small, too. With few students, luck moves a mean a lot: lesson 7, and the same for "
            "hospitals.",
        ),
        Talk(
            "A remedy was tried on people who felt worst, and most felt better a week later. What is missing?",
            "A randomly chosen control group that felt just as bad but did not get the remedy. The difference is the "
            "effect.",
        ),
    ),
    misconceptions=(
        Misconception(
            "The champion fell because of fame, laziness or a curse.",
            "Twelve copies of one program have none of these, and their champion falls as well.",
        ),
        Misconception(
            "Regression makes results more and more average.",
            "It concerns those who were chosen for their result. The spread of all results stays the same.",
        ),
        Misconception(
            "A correlation of 0.3 means that 30% of the players are skilled.",
            "It says what share of the variance is skill, and what share of a lead is left on average.",
        ),
    ),
    without="Each player rolls a die once, in secret, and keeps it: that is skill. Each season, everybody rolls "
    "another die: luck. The result is the sum. The three best and the three worst play season two. Half of "
    "the distance from 7 is left on average, because skill and luck have the same variance. Then roll both "
    "dice again.",
)
