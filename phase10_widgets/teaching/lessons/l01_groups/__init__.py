"""Lesson 1: sets, runs and colors. The misconception: applying rules from other games."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .fits_task import TASK
from .next_card import COLOR, PAGE, RUN, SET
from .which_group import WHICH

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (WHICH, PAGE, RUN, SET, COLOR)

GUIDE = Guide(
    aim="To find a chance, write two lists: the sample space and the event. Only the rules decide the second.",
    before="Fractions and percentages. Nobody needs to know the game; one round is enough to learn it.",
    plan=(
        Step(
            8,
            "Play the round of phase 2, in pairs at one screen. Ask those who know the game what a set and a run are. "
            "Write every version on the board and judge none of them.",
        ),
        Step(4, "Everybody predicts and answers question 1. Count the votes for each of the four choices."),
        Step(
            8,
            "Sort the hands of the figure: A color twice, A run in four colors, Around the corner, Wilds fill gaps, "
            "Nothing but wilds. On the board, underline what the rules allow and cross out what they refuse.",
        ),
        Step(
            12,
            "Sample space and event. Start with question 2, and say nothing about the deck: let the class find the "
            "wrong sum. Then do the set of sevens card by card, and ask what an extra rule would cost.",
        ),
        Step(
            10,
            "Your turn and questions 3 to 5, in pairs. Before they divide, one partner reads both lists aloud to the "
            "other. Pairs that finish early compare a set, a run and a color.",
        ),
        Step(3, "Everybody completes this sentence: I used to play by a rule that does not exist, namely …"),
    ),
    talks=(
        Talk(
            "Why do so many people ask for different colors in a set?",
            "Other games do, rummy among them. A rule is a decision. Two tables may decide differently, and then their "
            "chances differ, too.",
        ),
        Talk(
            "You see three cards on the table. Does the sample space have 108 cards or 105?",
            "105: a card on the table cannot be turned over. Your information changes the list. Lesson 5 continues "
            "from here.",
        ),
        Talk(
            "There are 110 cards in the box and 108 in the deck. Is the page wrong?",
            "If you pack boxes, it is right. If you want to know which card comes next, it is wrong. Every number "
            "belongs to a question.",
        ),
    ),
    misconceptions=(
        Misconception(
            "An event is a single outcome, so the chance of a card that fits is 1/103.",
            "Lay out the 11 cards one by one and count them. The event is the whole list.",
        ),
        Misconception(
            "Either it fits or it does not. There are two outcomes, so the chance is one half.",
            'Ask which outcomes are equally likely. The cards are; the words "fits" and "does not fit" are not.',
        ),
        Misconception(
            "A wild in a set of sevens is a seven for good, in other groups and for other players.",
            "It is a seven only in that set (G10). A wild in the draw pile can still stand for any number.",
        ),
    ),
    without="Give each group ten real cards and a phase. One group sorts its cards; another plays the rules and may "
    "answer only with the number of a rule. Then count the cards that fit in the rest of the deck.",
)
