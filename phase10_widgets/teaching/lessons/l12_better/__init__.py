"""Lesson 12: telling luck from skill. The misconception: "56 of 100 is proof"."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .better_task import TASK
from .luck import BOTH_SIDES, LUCK, MANY
from .peeking import PEEK

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (LUCK, MANY, BOTH_SIDES, PEEK)

GUIDE = Guide(
    aim="Ask how often luck alone does as well, and decide beforehand how often you will check and how many "
    "players you will look at.",
    before="C(n, k) and series of coin tosses; at least one (lesson 3); intervals (lesson 7). Power (lesson 11) is "
    "also explained here.",
    plan=(
        Step(
            6,
            "Everybody plays one game of phase 1 in place of Blaise's player. Are the winners better players? How many "
            "games would it take to find out?",
        ),
        Step(
            6,
            "Everybody guesses the answer to question 1 and says how sure they are. A show of hands: who is for "
            "Blaise, and who for Carl?",
        ),
        Step(
            11,
            "The figure: everybody guesses, then plays 100 contests of equal players. Collect three shares: "
            "checked once, checked ten times, the best of twelve players. Then question 2.",
        ),
        Step(
            10,
            "Build the p-value of 56 wins, and name the null hypothesis and the significance level. Now everybody "
            "answers question 1. Who gets the point?",
        ),
        Step(
            9,
            "The jelly beans: everybody estimates how likely the headline was. What should the scientists have said "
            "beforehand?",
        ),
        Step(
            3,
            "For homework: the two kinds of error, how many games are enough, peeking, and questions 3 and 4. "
            'Learners who program write the rule in "Your turn" and a player, and hand in their progress; the '
            "class ladder opens the next period.",
        ),
    ),
    talks=(
        Talk(
            "56 of 100 is no proof. Is it proof that the player is not better?",
            "No. Even if its true strength is 56%, such a contest shows it only three times out of ten: the power "
            "is low. The result is a reason to play on.",
        ),
        Talk(
            "Which error is worse: believing in a player who is not better (type I), or missing one who is (type II)?",
            "It depends on the consequences. Compare a spam filter, a court, and a test for a disease. A lower "
            "significance level makes one error rarer and the other more common.",
        ),
        Talk(
            "Why does it matter when somebody decides to stop?",
            "If you may stop whenever it looks good, you have many chances to be fooled. The same numbers mean less.",
        ),
        Talk(
            "Look at the class ladder. Is the player in first place the best in the class?",
            "Not for certain: many of the intervals overlap, and the best of many was lucky, too. Let the first three "
            "play again with another seed.",
        ),
        Talk(
            "A newspaper reports one study out of many. What would you like to know?",
            "How many studies there were, what was planned beforehand, and whether anybody repeated the study with "
            "new people.",
        ),
    ),
    misconceptions=(
        Misconception(
            "A p-value of 5% means a 95% chance that the player is better.",
            "It is the probability of such a result if the players are equal. It is not the probability that they "
            "are equal, given the result. These are the two conditions of lesson 6. Ask what share of the players "
            "that somebody tries are really better.",
        ),
        Misconception(
            "More games make false alarms rarer.",
            "With one check at the end, false alarms stay at no more than 5%, because that is how the line was "
            "chosen. More games raise the power: they help you notice skill.",
        ),
        Misconception(
            "A significant difference is a large one.",
            "With 10,000 games, 51% is striking. Set the strength to 51% in the figure: even 1,600 games are not "
            "enough to notice it four times out of five.",
        ),
        Misconception(
            "If the result is not significant, the null hypothesis is true.",
            "It was only not rejected. The interval shows which other strengths fit as well.",
        ),
    ),
    without="Everybody tosses a coin 20 times. Anyone with 15 heads or more is a champion (about one person in fifty). "
    "Then the champions toss again.",
)
