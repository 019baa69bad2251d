"""Lesson 11: comparing phases and games. The misconception: "a phase's number says how hard it is"."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .changed_deals import DRAW, SIDE
from .settled_task import TASK
from .two_decks import GAME
from .two_phases import WHICH

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (WHICH, GAME, SIDE, DRAW)

GUIDE = Guide(
    aim="Say what 'hard' means, in a way that you can measure. Then compare with only one thing changed.",
    before="Probabilities as counted shares; the standard error and the confidence interval (lesson 7).",
    plan=(
        Step(
            7,
            "Everybody plays phases 3 and 4 and keeps a tally of the rounds. Who agrees with Blaise, and who with "
            "Carl? Nothing is counted yet. Then everybody guesses the answer to question 1.",
        ),
        Step(
            9,
            "Everybody guesses the hardest phase, looks at the list, and sorts it. Does the order change in Masters? "
            "Now everybody answers question 1.",
        ),
        Step(
            8,
            "In pairs, learners count phase 8 row by row. Why is 925/3003 not the answer? Then settle the friends' "
            "bet.",
        ),
        Step(
            9, "Everybody looks at one phase in every deck, then answers question 2. Which guesses went wrong, and why?"
        ),
        Step(
            9,
            "The kidney stones: everybody chooses a treatment, then looks at small and large stones. What would a fair "
            "comparison be?",
        ),
        Step(
            3,
            "For homework: phases 8 and 9 by dealing, played or dealt, and questions 3 and 4. Learners who program "
            "write the test in Your turn.",
        ),
    ),
    talks=(
        Talk(
            "Four copies of one player play whole games. They complete phase 8 in 80% of the rounds at it, and phase "
            "4 in only 71%. So phase 8 is easier to play. What is wrong with that?",
            "When you are at phase 8, your opponents are at different phases than when you are at phase 4. So the "
            "round has a different length, and different cards are discarded: that is confounding. Only those who get "
            "past phase 7 reach phase 8, but copies of one player do not differ in skill. Listen for a proposal to "
            "give both the same round.",
        ),
        Talk(
            "What makes a deck easy: wilds, copies of each number, or few different numbers?",
            "All three. The ordinary cards in this lesson, 108 from two packs, have 13 ranks with 8 cards each, but "
            "only 4 wilds. Ask what happens if only one of these changes.",
        ),
        Talk(
            "How would you find out fairly which of two schools teaches better?",
            "Compare students who were alike at the start, and look at what they gained, not at where they ended. "
            "Random assignment would be best; ask why nobody does it.",
        ),
    ),
    misconceptions=(
        Misconception(
            "More cards in a phase make it harder.",
            "Phase 6 needs nine cards and is dealt six times as often as phase 7, which needs eight.",
        ),
        Misconception(
            "If two 95% intervals overlap, there is no significant difference.",
            "Overlap is no test. Look at one interval, that of the difference. Its standard error is the root of the "
            "sum of the squared standard errors, and that is less than their sum. If the two intervals do not "
            "overlap, the difference is clear; if they overlap, it may still be clear.",
        ),
        Misconception(
            "If 0 lies in the interval of the difference, the two are equal.",
            "Many other values lie in it, too. Phases 8 and 9 do differ: counting shows it, and about 38,000 deals of "
            "each would show it four times out of five.",
        ),
        Misconception(
            "If something is true in each part, it is true in the whole.",
            "The old treatment for kidney stones is better for small stones, better for large ones, and worse "
            "overall. Draw the four groups to scale.",
        ),
    ),
    without="Give each group a real deck and one phase. Each group deals ten cards thirty times and counts. Put the "
    "phases in order by the class's counts, then show the exact order.",
)
