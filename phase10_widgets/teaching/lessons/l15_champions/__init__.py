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
    aim="The best were both good and lucky. Skill stays, luck does not: expect less from anyone who was chosen for "
    "a good result.",
    before="Coin tosses and C(n, k); variance (lesson 8); the best of many (lesson 12). Bayes (lesson 6) helps.",
    plan=(
        Step(
            6,
            "Everybody plays a round and writes down the points. What will the three best players score next time? "
            "Play again.",
        ),
        Step(
            5,
            "Everybody guesses the answer to question 1 and says how sure they are. Collect reasons for the fall "
            "on the board.",
        ),
        Step(
            10,
            "The figure: equal players, then players who differ. What is left of a lead after 10, 20 and 100 games?",
        ),
        Step(
            10,
            "Two seasons of one program: compare them with the reasons on the board. Then questions 2 and 3 in "
            "pairs, and question 1.",
        ),
        Step(
            10,
            "Split the variance and draw the regression line; questions 4 and 5. Learners who program do “Your turn”.",
        ),
        Step(4, "The examples: who was chosen, and for which result? What would show a real effect?"),
    ),
    talks=(
        Talk(
            "Flight instructors said that praise makes pilots worse, and shouting makes them better. What had they "
            "seen?",
            "They praised after the best landings and shouted after the worst. Both were followed by more ordinary "
            "landings. Kahneman let the instructors throw coins at a target behind their backs, twice, to show "
            "them the same thing.",
        ),
        Talk(
            "If the best get worse and the worst get better, is everybody average in the end?",
            "No. Both seasons have the same spread: other players move to the ends. It also works backward.",
        ),
        Talk(
            "The best schools in a country are small. Are small schools better?",
            "The worst are small, too. With few students, luck moves a mean a lot (lesson 7). It is the same with "
            "hospitals.",
        ),
        Talk(
            "A remedy was tried on people who felt worst, and most felt better a week later. What is missing?",
            "There is no control group: people who felt just as bad but, by lot, did not get the remedy. The "
            "difference between the groups is the effect.",
        ),
    ),
    misconceptions=(
        Misconception(
            "The champion fell because of fame, laziness or a curse.",
            "Twelve copies of one program know no fame, laziness or curse, and yet their champion falls, too.",
        ),
        Misconception(
            "Regression makes results more and more average.",
            "Regression concerns only those who were chosen for their result. The spread of all results stays the "
            "same.",
        ),
        Misconception(
            "A correlation of 0.3 means that 30% of the players are skilled.",
            "It says that 30% of the variance is skill, and that 30% of a lead is left on average.",
        ),
    ),
    without="Each player rolls a die once, in secret, and keeps it: that is skill. Each season, everybody rolls "
    "another die: that is luck. The result is the sum of the two. The three best and the three worst play a "
    "second season. On average, half of their distance from 7 is left, because skill and luck have the same "
    "variance. Then play again with both dice rolled anew.",
)
