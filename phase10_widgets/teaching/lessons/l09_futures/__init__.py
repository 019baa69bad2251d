"""Lesson 9: waiting and choosing. The misconception: "a sure pair beats an unknown card"."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .draws_task import TASK
from .outs import DRAWS, NEXT, WAIT
from .pair_or_run import FUTURES

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (FUTURES, NEXT, DRAWS, WAIT)

GUIDE = Guide(
    aim="A card is worth what it adds to your probability of finishing in time, however certain it is.",
    before="The complement (lesson 3); a mean need not be a likely value (lesson 8).",
    plan=(
        Step(
            7,
            "Everyone plays the round of phase 4, and lists the cards that they took mainly because they could see "
            "them.",
        ),
        Step(
            6, "Everyone guesses the answer to question 1 and says how sure they are. Ask for reasons, not for results."
        ),
        Step(
            10,
            "In pairs, learners try the two futures, one hand after the other. For each hand, they write down which "
            "way leads after how many turns.",
        ),
        Step(
            11,
            "Everyone counts the outs, then finds the probability for four draws by way of 'none'. They answer "
            "questions 2 and 3, then go back to question 1. Who gets the point?",
        ),
        Step(
            8,
            "The sure pair: what is a card worth? Then take the two bets on dice. Fast workers lay out the stretches "
            "with real cards, answer question 4, and ask when a third pair is right. 'Your turn' is for the computer "
            "room.",
        ),
        Step(3, "Everyone writes one sentence: what will I ask before I take a face-up card?"),
    ),
    talks=(
        Talk(
            "Is 'a sure pair beats an unknown card' always wrong?",
            "No. It is right when the phase needs the pair anyway, and wrong when the pair leads nowhere. In between, "
            "it depends on the turns that are left.",
        ),
        Talk(
            "Some outs may be in other players' hands. Why do we count them anyway?",
            "Nobody knows which ones, so each unseen card is equally likely to be next. Leave out only the cards that "
            "you see.",
        ),
        Talk(
            "What does it tell the others if you take a face-up card?",
            "A pick is evidence (lesson 6). Drawing from the pile tells them nothing, and that has its value, too.",
        ),
        Talk(
            "The mean wait is 4 draws. Why are 3 draws enough in more than half of all cases?",
            "Long waits are rare but long. They pull up the mean, but not the median (lesson 8).",
        ),
        Talk(
            "What does it leave out if we only ask how likely you are to finish within four turns?",
            "Points, opponents, skips, and the cards that you leave for others. A good class finds all four.",
        ),
    ),
    misconceptions=(
        Misconception(
            "Each draw adds the same probability: four draws, four times 24%.",
            "That makes 97%, but the true answer is 68%. A series of draws with two outs is counted twice (lesson 3).",
        ),
        Misconception(
            "After three misses, the fourth draw must help.",
            "It helps only a little more often: 24 of 96 cards instead of 24 of 99. The misses are used up, and that "
            "is all. The pile owes you nothing (lesson 7).",
        ),
        Misconception(
            "Both hands lack one card, so both are equally close.",
            "Count the outs. A run with a gap has 16, a run with two open ends has 24.",
        ),
    ),
    without="Lay out the hand (the run from 3 to 8, a 12 and a 1) and the open 12. Mark the 2s, the 9s and the wilds "
    "of a real deck. Shuffle the 99 unseen cards and count the draws until a marked card comes. Thirty tries give a "
    "mean near 4 and a median near 3.",
)
