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
    aim="Two events are independent if knowing one does not change the chance of the other. That is a matter of "
    "numbers, not of causes, and a two-way table shows it.",
    before="C(n, k), at least one (lesson 3), conditional chances (lesson 5), conditional independence (lesson 6). The "
    "null hypothesis is explained on the page, so lesson 12 may come later.",
    plan=(
        Step(
            6,
            "Play the round. Everybody notes two answers, wild or no wild, for both hands. Collect them in a two-way "
            "table on the board, and add the totals.",
        ),
        Step(5, "Everybody predicts question 1. Ask one student who says “it stays the same” to defend it."),
        Step(
            10,
            "The figure: guess, then deal 10,000. Each group looks for one pair of events of each kind: more likely, "
            "less likely, impossible, unchanged. The last kind needs replacement.",
        ),
        Step(
            11,
            "Compute the table exactly, name joint, marginal and conditional chances, and the two rules. Answer "
            "question 1; questions 2 to 4 in pairs.",
        ),
        Step(
            8,
            "Explain: exclusive or independent? Draw both as areas in a square. Then question 5, the mistake in our "
            "own first edition.",
        ),
        Step(
            5,
            "The shuffle: what does a table of neighbors look like after a poor one? Your turn, the test itself, "
            "is for fast workers, or for the next lesson.",
        ),
    ),
    talks=(
        Talk(
            "Ben says that his cards cannot know what you hold. What do you answer?",
            "They need not know. All the cards are dealt and nothing moves. But you can rule some of Ben's hands out, "
            "and with them goes part of his chance. Listen for “fewer wilds are left”.",
        ),
        Talk(
            "The first card of a deck is wild with a chance of 8/108. How likely is the second one to be wild if "
            "nobody looks at the first? Why does it not matter that a card is gone?",
            "Also 8/108. Any card can lie in second place. It matters only once somebody looks at the first card: then "
            "it is 7/107 or 8/107, and the mixture of both is 8/108.",
        ),
        Talk(
            "Are two events that cannot happen together independent?",
            "No. If one happens, you are certain about the other. Exclusive events with positive chances are as "
            "dependent as can be. In a picture, exclusive sets do not touch; independent sets overlap by just the "
            "right amount.",
        ),
        Talk(
            "A shuffle passes the test. Is it fair?",
            "It passed a test of neighbors. After two riffles, the halves of the deck still differ. Not rejected is "
            "not proved, as in lesson 12.",
        ),
    ),
    misconceptions=(
        Misconception(
            "Mutually exclusive means independent.",
            "Ask for P(B | A). It is 0, whatever P(B) is. “Nothing in common” describes exclusive events, and it "
            "sounds like independence only in everyday language.",
        ),
        Misconception(
            "Independent means that the two have nothing to do with each other.",
            "Color and number are on the same card. Among the 96 number cards they are independent all the same. Only "
            "the numbers decide.",
        ),
        Misconception(
            "P(A or B) = P(A) + P(B).",
            "Only if both cannot happen together. Otherwise the overlap is counted twice; count the cards that are red "
            "or a 5.",
        ),
        Misconception(
            "P(A and B) = P(A) · P(B), always.",
            "Only for independent events. In general, one factor is conditional: P(A) · P(B | A).",
        ),
        Misconception(
            "A small difference between two rows of a table proves that they depend on each other.",
            "Luck makes rows differ. Chi-square says how far luck goes: beyond 3.841 in only 5% of all tables.",
        ),
    ),
    without="Deal ten cards each to pairs of students from one deck, several times. Every pair keeps a two-way table: "
    "wild or no wild for the student on the left and for the one on the right. Add up the class's tables and compare "
    "the rows.",
)
