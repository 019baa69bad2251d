"""Lesson 14: the normal curve and named intervals. The misconception: "with enough data, everything is bell-shaped"."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .named_intervals import TASK, ZERO
from .normal_curve import BEYOND, PICTURE, TOTAL
from .old_rules import OURS

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (PICTURE, BEYOND, TOTAL, ZERO, OURS)

GUIDE = Guide(
    aim="Sums of many results follow the normal curve, whatever a single result looks like. Intervals rest on it, so "
    "they keep their promise only where there is a bell.",
    before="Mean (lesson 8), standard deviation, adding up variances, the standard error (lesson 7), the interval "
    "of a difference (lesson 11), p-values (lesson 12).",
    plan=(
        Step(
            6,
            "Everybody plays one round and calls out the points left. Collect them on the board as columns. Is this a "
            "bell? Groups of five add up theirs: collect the totals, too.",
        ),
        Step(5, "Everybody predicts question 1 with their confidence. Three students defend three different pictures."),
        Step(
            10,
            "The figure: guess the share within one standard deviation for 1 card, then 2, 10 and 100. Who finds "
            "something that is still no bell at 100?",
        ),
        Step(
            10,
            "Compute: mean and standard deviation of a total, z-scores, the 68-95-99.7 rule. Answer questions 1 and 2 "
            "alone, question 3 in pairs.",
        ),
        Step(
            9,
            "Named intervals. Guess, then draw 100 Wald intervals for 20 deals and a chance of 3%. Answer question 4. "
            "Learners who program build the experiment in Your turn.",
        ),
        Step(5, "Find our mistakes: question 5 in groups. Everybody writes down which rule they had believed."),
    ),
    talks=(
        Talk(
            "Body heights look like a bell, incomes do not. Why?",
            "A height is roughly a sum of many small influences, none of which dominates. Incomes grow by factors "
            "rather than by sums. Their logarithms look more like a bell.",
        ),
        Talk(
            "How many results must be added up: are 30 enough?",
            "That depends on the single result. Flat or symmetric ones need few. For a chance of 3%, even 100 deals "
            "are too few. What matters is the skewness, which shrinks with the square root of the number.",
        ),
        Talk(
            "Does a 95% interval contain the truth with a chance of 95%?",
            "The method does, before the deals. A finished interval contains the truth or it does not. Wald's method "
            "does not even keep its promise for rare events.",
        ),
        Talk(
            "Why does the course keep its old mistakes in view?",
            "Every number in it had been checked, and the rules were still wrong. Checking numbers does not check "
            "sentences. Ask which of your own textbook's rules you have ever tried to refute.",
        ),
    ),
    misconceptions=(
        Misconception(
            "With enough data, every histogram becomes a bell.",
            "It comes closer to the shape of a single result. Draw 10,000 single cards in the figure: the giant column "
            "at 5 stays.",
        ),
        Misconception(
            "The standard deviation of a total of n cards is n times that of one card.",
            "Variances add up, so it is √n times. High and low cards partly cancel.",
        ),
        Misconception(
            "No hit in 20 deals means a chance of 0.",
            "Wald's interval says so, and it is wrong. A chance of 3% gives no hit in 20 deals more than half of the "
            "time. Wilson's interval goes up to 16.1%.",
        ),
        Misconception(
            "If two intervals overlap, there is no difference.",
            "Look at the difference itself, with its own standard error. Two errors add up as squares, not as lengths.",
        ),
    ),
    without="Everybody rolls one die ten times and notes each number and the total. Two histograms on the board: one "
    "of all single rolls, one of all totals. Only one of them is a bell.",
)
