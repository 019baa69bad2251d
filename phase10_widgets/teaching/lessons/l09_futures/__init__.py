"""Lesson 9: waiting and choosing. The misconception: "a sure pair beats an unknown card"."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .draws_task import TASK
from .outs import DRAWS, NEXT, WAIT
from .pair_or_run import FUTURES

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (FUTURES, NEXT, DRAWS, WAIT)

GUIDE = Guide(
    aim="A card is worth as much as it raises the chance to finish in time, however certain it is.",
    before="The complement (lesson 3), and that a mean need not be a likely value (lesson 8).",
    plan=(
        Step(7, "Play the round of phase 4. Everyone lists the cards they took mainly because they could see them."),
        Step(6, "Everyone predicts question 1 and says how sure they are. Ask for reasons, not for results."),
        Step(
            10,
            "Simulate the two futures, one hand at a time. For each hand, pairs of students write down which way "
            "leads after how many turns.",
        ),
        Step(
            11,
            "Compute: count outs, then four draws by way of none. Answer questions 2 and 3, then go back to "
            "question 1.",
        ),
        Step(
            8,
            "The sure pair: what is a card worth? Then the two bets on dice. Fast workers lay out the stretches with "
            "real cards, answer question 4, and ask when a third pair is right. Your turn is for the computer room.",
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
            "Some outs may be in other players' hands. Why do we still count them?",
            "Nobody knows which ones, so each unseen card is equally likely to be next. Leave out only cards you see.",
        ),
        Talk(
            "What does it tell the others if you take a face-up card?",
            "A pick is evidence (lesson 6). Drawing from the pile tells them nothing, and that has its value, too.",
        ),
        Talk(
            "The mean wait is 4 draws. Why are 3 draws enough more than half the time?",
            "Long waits are rare but long. They pull up the mean, but not the median (lesson 8).",
        ),
        Talk(
            "What does the chance to finish within four turns leave out?",
            "Points, opponents, skips and the cards you leave for others. A good class finds all four.",
        ),
    ),
    misconceptions=(
        Misconception(
            "Each draw adds the same chance: four draws, four times 24%.",
            "That makes 97%, but the true chance is 68%. A series of draws with two outs is counted twice (lesson 3).",
        ),
        Misconception(
            "After three misses, the fourth draw has to help.",
            "It helps only a little more often: 24 of 96 cards instead of 24 of 99. The misses are used up, that is "
            "all. The pile does not owe you anything (lesson 7).",
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
