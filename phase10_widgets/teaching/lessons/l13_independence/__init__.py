"""Lesson 13: independence and two-way tables. The misconception: treating mutually exclusive events as independent."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .first_edition import FIRST_EDITION
from .one_pick import EITHER, TABLE
from .suspicious_task import TASK
from .two_hands import BOTH, OTHER_HAND

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (OTHER_HAND, TABLE, EITHER, BOTH, FIRST_EDITION)

GUIDE = Guide(
    aim="Two events are independent if knowing about one does not change the probability of the other. That is a "
    "matter of numbers, not of causes, and a two-way table shows it.",
    before="C(n, k), at least one (lesson 3), conditional probabilities (lesson 5), conditional independence (lesson "
    "6). The null hypothesis is explained on the page, so lesson 12 may come later.",
    plan=(
        Step(
            6,
            "Play the round. Everybody notes two answers, wild or no wild, one for each hand. Collect them in a "
            "two-way table on the board, and add the totals.",
        ),
        Step(
            5, "Everybody guesses the answer to question 1. Ask one student who says “it stays the same” to defend it."
        ),
        Step(
            10,
            "The figure: everybody guesses, then deals 10,000. Each group looks for one pair of events of each "
            "kind: B becomes more likely, less likely, impossible, or stays the same. The last kind needs "
            "replacement.",
        ),
        Step(
            11,
            "Read the table: name joint, marginal and conditional probabilities, and answer question 2. Build the "
            "addition rule and the two hands, answer question 3, and then question 1.",
        ),
        Step(
            8,
            "Explain: exclusive or independent? Draw both as areas in a square. Fast workers answer questions 4 "
            "and 5; question 5 is the mistake in our own first edition.",
        ),
        Step(
            5,
            "The shuffle: what does a table of neighbors look like after a poor shuffle? “Your turn”, the test "
            "itself, is for fast workers or for the next lesson.",
        ),
    ),
    talks=(
        Talk(
            "Carl says that Ada's cards cannot know what you hold. What do you answer?",
            "They need not know. All the cards are dealt, and nothing moves. But you can rule out some of Ada's "
            "hands, and those hands were part of her probability. Listen for “fewer wilds are left”.",
        ),
        Talk(
            "The first card of a deck is wild with probability 8/108. How likely is the second one to be wild if "
            "nobody looks at the first? Why does it not matter that a card is gone?",
            "Also 8/108. Every card is equally likely to be in second place. It matters only once somebody looks "
            "at the first card: then the probability is 7/107 or 8/107, and the weighted mean of the two is 8/108.",
        ),
        Talk(
            "Are two events that cannot happen together independent?",
            "No. If one happens, you know that the other does not. Exclusive events that can both happen are "
            "always dependent. In a picture, exclusive sets do not touch; independent sets overlap by just the "
            "right amount.",
        ),
        Talk(
            "A shuffle passes the test. Is it fair?",
            "Not for certain. It passed a test of neighbors, but after two riffles, for example, the halves of the "
            "deck still differ. “Not rejected” does not mean “proved”, as in lesson 12.",
        ),
    ),
    misconceptions=(
        Misconception(
            "Mutually exclusive means independent.",
            "Ask for P(B | A). It is 0, whatever P(B) is. “Nothing in common” describes exclusive events. Only in "
            "everyday language does it sound like independence.",
        ),
        Misconception(
            "Independent means that the two have nothing to do with each other.",
            "Color and number are on the same card, and yet they are independent among the 96 number cards. Only "
            "the numbers decide.",
        ),
        Misconception(
            "P(A or B) = P(A) + P(B).",
            "Only if the two cannot happen together. Otherwise the overlap is counted twice. Let the class count "
            "the cards that are red or a 5.",
        ),
        Misconception(
            "P(A and B) = P(A) · P(B), always.",
            "Only for independent events. In general, one factor is conditional: P(A) · P(B | A).",
        ),
        Misconception(
            "A small difference between two rows of a table proves that they depend on each other.",
            "Rows also differ by luck. Chi-square says how far luck goes: if the rows are independent of the "
            "columns, it is above 3.841 in only 5% of all tables.",
        ),
    ),
    without="Students work in pairs. Deal ten cards to each of the two from one deck, several times. Every pair keeps "
    "a two-way table: wild or no wild for the student on the left and for the one on the right. Add up the "
    "tables of the class and compare the rows.",
)
