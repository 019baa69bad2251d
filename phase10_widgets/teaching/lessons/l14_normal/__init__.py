"""Lesson 14: the normal curve and named intervals. The misconception: "with enough data, everything is bell-shaped"."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .named_intervals import TASK, ZERO
from .normal_curve import BEYOND, PICTURE, TOTAL
from .old_rules import OURS

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (PICTURE, BEYOND, TOTAL, ZERO, OURS)

GUIDE = Guide(
    aim="Sums of many results approximately follow the normal curve, whatever a single result looks like. "
    "Intervals depend on that, so they keep their promise only where there is a bell.",
    before="Mean (lesson 8), standard deviation, adding variances, the standard error (lesson 7), the interval of a "
    "difference (lesson 11), p-values (lesson 12).",
    plan=(
        Step(
            6,
            "Everybody plays one round and calls out the points left. Collect them on the board as columns. Is "
            "this a bell? Then groups of five add up their points. Collect these totals, too.",
        ),
        Step(
            5,
            "Everybody guesses the answer to question 1 and says how sure they are. Three students defend three "
            "different pictures.",
        ),
        Step(
            10,
            "The figure: guess the share within one standard deviation for 1 card, then for 2, 10 and 100 cards. "
            "Answer question 1. Who finds something that is not a bell even at 100?",
        ),
        Step(
            10,
            "Compute: mean and standard deviation of a total, z-scores, the 68-95-99.7 rule. Everybody answers "
            "question 2 alone and question 3 in pairs.",
        ),
        Step(
            9,
            "Named intervals. Everybody guesses, then draws 100 Wald intervals for 20 deals and a true probability "
            "of 3%. Answer question 4. Learners who program build the experiment in “Your turn”.",
        ),
        Step(5, "Find our mistakes: question 5 in groups. Everybody writes down which rule they had believed."),
    ),
    talks=(
        Talk(
            "Body heights look like a bell, incomes do not. Why?",
            "A height is roughly a sum of many small influences, and none of them dominates. Incomes grow by "
            "factors rather than by sums. The logarithms of incomes look more like a bell.",
        ),
        Talk(
            "How many results must you add up? Are 30 enough?",
            "That depends on the single result. If its distribution is flat or symmetric, a few are enough. If it "
            "is a hit with probability 3%, even 100 are too few. What matters is the skewness, which shrinks with "
            "the square root of the number of results.",
        ),
        Talk(
            "Is the probability 95% that a 95% interval contains the truth?",
            "For the method, before the deals, yes. But a finished interval contains the truth or it does not. And "
            "for rare events, Wald's method does not even keep its promise.",
        ),
        Talk(
            "Why does the course show its old mistakes?",
            "Every number had been checked, and still the rules were wrong. If you check numbers, you have not "
            "checked sentences. Ask which rules of their textbook the students have ever tried to refute.",
        ),
    ),
    misconceptions=(
        Misconception(
            "With enough data, every histogram becomes a bell.",
            "It comes closer to the shape of a single result. Draw 10,000 single cards in the figure: the tall "
            "column at 5 stays.",
        ),
        Misconception(
            "The standard deviation of a total of n cards is n times that of one card.",
            "Variances add up, so it is √n times as large. Expensive and cheap cards partly cancel out.",
        ),
        Misconception(
            "No hit in 20 deals means that the probability is 0.",
            "Wald's interval says so, but that is wrong. If the probability is 3%, there is no hit in 20 deals "
            "more than half of the time. Wilson's interval goes up to 16.1%.",
        ),
        Misconception(
            "If two intervals overlap, there is no difference.",
            "Look at the difference itself, with its own standard error. The squares of the two errors add up, not "
            "the errors.",
        ),
    ),
    without="Everybody rolls one die ten times, and notes each number and the total. Draw two histograms on the board: "
    "one of all single rolls, one of all totals. Only one of them looks like a bell.",
)
