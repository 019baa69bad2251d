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
    before='Lesson 3: "at least one" is found by counting "none". Trees with probabilities on their branches.',
    plan=(
        Step(6, "Play the hand of phase 8. How many cards did the one wild save? Everybody writes the number down."),
        Step(
            8,
            "Everybody predicts questions 1 and 2 before trying anything. Count how many expect the same "
            "answer to both; usually, it is the majority.",
        ),
        Step(
            10,
            'Guess in the figure. Then compare the 1,000 hands under "at least one card" and under "the '
            'first card". Take a hand whose only wild is its seventh card: in which of the two pictures is '
            "it left?",
        ),
        Step(
            10,
            "Compute both probabilities. Go back and answer questions 1 and 2. Then the two sentences about "
            "illness: what is the whole in each?",
        ),
        Step(
            8,
            "Go further: find the blog's mistake. Nobody opens question 4 until three ideas are on the "
            "board. Then sort by wilds. Pairs that finish early repair the code in Your turn.",
        ),
        Step(
            3,
            "Everybody writes one sentence: why did my guess differ, and what was ruled out? Question 3 and "
            "the two children are homework: which of the three ways of knowing did you have in mind?",
        ),
    ),
    talks=(
        Talk(
            'Your friend looks at all ten of your cards and says, "You have a wild." Or your friend takes '
            "one of them at random and shows it, and it is a wild. Which of the two questions does each "
            "case match?",
            "The first case matches question 1, and the second matches question 2: a hand with many wilds "
            "is more likely to show one. How you found out is part of what you know.",
        ),
        Talk(
            "The probability was 16.0%, then 28.9%, then 46.9%. Did any card change?",
            "No card changed, but the set of possible hands did. A probability depends on the cards and on "
            "what you know.",
        ),
        Talk(
            "The blog's author left out the wilds and said so. What would have been worse?",
            "It would have been worse to leave them out without saying so. His number is still a useful "
            "lower bound, because wilds can only help.",
        ),
        Talk(
            "Are 'the first card is wild' and 'two wilds or more' independent?",
            "No. If you know that the first event has happened, the probability of the second rises from "
            "16.0% to 46.9%. If events are independent, neither changes the probability of the other.",
        ),
    ),
    misconceptions=(
        Misconception(
            "In both cases, you know of one wild, so nine cards and seven wilds are left both times.",
            'Ask which card can be put aside. With "at least one", you do not know which card is wild, so '
            "there is nothing to put aside.",
        ),
        Misconception(
            'A condition makes a probability smaller, just as "and" does.',
            '"And" takes a part of the same whole, but a condition makes the whole itself smaller. Let the '
            "class count the marks for both.",
        ),
        Misconception(
            "What comes later cannot affect what came first, so the tenth card says nothing about the first.",
            "Turn over the tenth card: a wild. Now 7 wilds are left for the other 107 places, and one of "
            "these is the place of the first card. For information, it does not matter what happened first.",
        ),
    ),
    without=(
        "Each learner lays ten cards face down in a row. Everybody with a wild stands up: how many of them have "
        "two or more? Everybody sits down. Now only those whose first card is wild stand up: how many of them "
        "have two or more? Repeat, and add up the results."
    ),
)
