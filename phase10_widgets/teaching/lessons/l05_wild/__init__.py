"""Lesson 5: conditions. The misconception: confusing one condition with another."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .another_wild import FIRST, GIVEN_ONE
from .held_cards import BLOG, HELD
from .lucky_task import TASK

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (GIVEN_ONE, FIRST, HELD, BLOG)

GUIDE = Guide(
    aim="Once you know something, only the cases that fit it remain: rule out the others, and divide by what is left.",
    before="Lesson 3: at least one, by counting none. Trees with chances on their branches.",
    plan=(
        Step(6, "Play the hand of phase 8. How many cards did the one wild save? Everybody writes the number down."),
        Step(
            8,
            "Everybody predicts questions 1 and 2 before trying anything. Count how many expect equal answers; most "
            "will.",
        ),
        Step(
            10,
            "Guess in the figure, then compare the 1,000 hands under 'at least one card' and under 'the first card'. "
            "Take a hand whose only wild is its seventh card: in which picture does it survive? Then repair "
            "the code in Your turn.",
        ),
        Step(
            10,
            "Compute both chances, then put them back together. Go back and answer questions 1 and 2. Answer question "
            "3 with the figure.",
        ),
        Step(
            8,
            "Find the mistake: nobody opens question 4 until there are three ideas on the board. Then sort by wilds.",
        ),
        Step(
            3,
            "The two children: which of the three ways of finding out did you have in mind? Everybody writes one "
            "sentence: why did my guess differ, and what was ruled out?",
        ),
    ),
    talks=(
        Talk(
            "Your friend looks at all ten cards and says: you have a wild. Or your friend takes one card at random, "
            "shows it, and it is wild. Which of the two questions does each match?",
            "The second matches the first-card question: a hand with many wilds is more likely to show one. How you "
            "found out is part of what you know.",
        ),
        Talk(
            "The chance was 16.0%, then 28.9%, then 46.9%. Did any card change?",
            "No card changed; the set of possible hands did. A chance depends on the cards and on what you know.",
        ),
        Talk(
            "The blog's author left out the wilds and said so. What would have been worse?",
            "Leaving them out silently. His number is still useful as a lower bound, because wilds can only help.",
        ),
        Talk(
            "Are 'the first card is wild' and 'two wilds or more' independent?",
            "No: knowing the first changes the chance of the second from 16.0% to 46.9%. Independent events leave each "
            "other's chances alone.",
        ),
    ),
    misconceptions=(
        Misconception(
            "In both cases one wild is known, so nine cards and seven wilds are left both times.",
            "Ask which card can be set aside. With 'at least one', no particular card is known to be wild, so there "
            "is nothing to set aside.",
        ),
        Misconception(
            "A condition makes a chance smaller, just as 'and' does.",
            "'And' takes a part of the same total; a condition shrinks the total itself. Let them count squares for "
            "both.",
        ),
        Misconception(
            "What happens later cannot affect what came first: the tenth card says nothing about the first.",
            "Turn over the tenth card, a wild. Now 7 wilds are left for 107 places, and the first card is one of them. "
            "Information does not care about the order of events.",
        ),
    ),
    without="Each learner deals ten cards face down in a row. Everybody with a wild stands up: how many of them have "
    "two? All sit down. Now only those whose first card is wild stand up. Repeat, and add up the results.",
)
