"""Lesson 1: sets, runs and colors. The misconception: applying rules from other games."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .fits_task import TASK
from .next_card import COLOR, PAGE, RUN, SET
from .which_group import WHICH

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (WHICH, PAGE, RUN, SET, COLOR)

GUIDE = Guide(
    aim=(
        "To find a probability, make two lists: the sample space and the event. Only the rules decide what is "
        "on the second."
    ),
    before="Fractions and percentages. Nobody needs to know the game; one round is enough to learn it.",
    plan=(
        Step(
            8,
            "In pairs, play the round of phase 2. Ask those who know the game what a set and a run are. "
            "Write every version on the board, and judge none of them.",
        ),
        Step(4, "Everybody predicts and answers question 1. Count the votes for each of the four choices."),
        Step(
            8,
            "Sort the hands of the figure: A color twice, A run in four colors, Around the corner, Wilds fill gaps, "
            "Nothing but wilds. On the board, underline what the rules allow and cross out what they refuse.",
        ),
        Step(
            12,
            "Sample space and event. Start with question 2, and say nothing about the deck: let the class "
            "find the wrong sum. Then go through the set of sevens card by card.",
        ),
        Step(
            10,
            "Question 3, in pairs. Before they divide, one partner reads both lists aloud to the other. "
            "Then ask what an extra rule would cost. Pairs that finish early do Your turn, or go further "
            "with questions 4 and 5.",
        ),
        Step(3, 'Everybody completes this sentence: "I used to play by a rule that does not exist, namely …"'),
    ),
    talks=(
        Talk(
            "Why do so many people think that a set needs different colors?",
            "Because it does in other games, such as rummy. A rule is a decision. Two tables may decide "
            "differently, and then their probabilities are different, too.",
        ),
        Talk(
            "You see three cards on the table. Does the sample space have 108 cards or 105?",
            "105: a card that is already on the table cannot be turned over. What you know changes the "
            "list. Lesson 5 takes up this idea.",
        ),
        Talk(
            "There are 110 cards in the box and 108 in the deck. Is the page wrong?",
            "It is right for somebody who packs boxes. It is wrong for somebody who wants to know which "
            "card comes next. Every number answers a question.",
        ),
    ),
    misconceptions=(
        Misconception(
            "An event is a single outcome, so the probability of a card that fits is 1/103.",
            "Lay out the 11 cards one by one and count them. The event is the whole list.",
        ),
        Misconception(
            "Either it fits or it does not. There are two outcomes, so the probability is one half.",
            'Ask which outcomes are equally likely. The cards are; the words "fits" and "does not fit" are not.',
        ),
        Misconception(
            "A wild in a set of sevens is a seven from now on, also in other groups and for other players.",
            "It is a seven only in that set (G10). A wild in the draw pile can still stand for any number.",
        ),
    ),
    without=(
        "Give each group ten real cards and a phase. One group sorts its cards. Another group plays the rule "
        "book: it may answer only with the number of a rule. Then all groups look through the rest of the deck "
        "and count the cards that fit."
    ),
)
