"""Lesson 10: the length of a game. The misconception: "10 phases are 10 rounds"."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .dealt_phase import DEALT
from .game_task import TASK
from .phase_by_phase import ONE_MISS, RACE, TEN, TWO_KINDS

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (TEN, TWO_KINDS, RACE, ONE_MISS, DEALT)

GUIDE = Guide(
    aim="Something with probability p takes 1/p tries on average, and waits that follow one another add up.",
    before="Multiplying probabilities; intervals (lesson 7); adding means (lesson 8). Lesson 3 helps with the race.",
    plan=(
        Step(
            10,
            "Everyone says how many rounds two phases will take, plays the game of two phases, and keeps a tally.",
        ),
        Step(
            5,
            "Everyone guesses the answer to question 1 and says how sure they are. Collect the tallies: how many were "
            "exactly two?",
        ),
        Step(
            8,
            "Everyone climbs the ladder round by round, then plays 10,000 games, and finds those of ten rounds in the "
            "picture.",
        ),
        Step(
            10,
            "In pairs, learners build m = 1 + 0.6 · m for one rung, then ten waits. They go back and answer question "
            "1, then question 2.",
        ),
        Step(
            9,
            "The race: question 3 in pairs. Where do Blaise and Carl go wrong? Then look at the tallies again, and at "
            "the album. Fast workers send a crowd up the ladder, and answer questions 4 and 5. 'Your turn' is for the "
            "computer room.",
        ),
        Step(3, "Everyone writes one sentence: why did my guess differ?"),
    ),
    talks=(
        Talk(
            "Why are six players not six times as fast as one?",
            "The luckiest of six finishes early, but never before round ten. If almost nobody ever misses, more "
            "players change almost nothing.",
        ),
        Talk(
            "Which phase would you make easier to shorten the game?",
            "The hardest one. Going from 10% to 20% saves five rounds; going from 50% to 60% saves only a third of a "
            "round.",
        ),
        Talk(
            "At 50%, more than half of the players have finished after 20 rounds, although the mean is 20. How can "
            "that be?",
            "A few very long games pull up the mean. Half of the games end within 19 rounds.",
        ),
        Talk(
            "The ladder says 12.9 rounds for four players, but real games took 13.5. What is wrong with the ladder?",
            "It treats the players as independent, and at the table, they are not. These games do not tell us which "
            "link between the players makes a game longer. Every model leaves something out.",
        ),
    ),
    misconceptions=(
        Misconception(
            "After many misses, the next round has to work.",
            "The ladder knows only the rung. Look at players who have waited for five rounds: their next round is like "
            "any other.",
        ),
        Misconception(
            "From the mean of the chances, you get the mean number of rounds.",
            "Take two phases, with 100% and 1%. The waits are 1 and 100 rounds, 101 in all. The mean chance of 50.5% "
            "would give only 4.",
        ),
        Misconception(
            "A wait of 2.5 rounds cannot be right, because you cannot play half a round.",
            "No single wait takes 2.5 rounds. But 1,000 waits take about 2,500.",
        ),
    ),
    without="All you need is ten stairs and a coin for each student. Heads means one step up. Count the rounds until "
    "the first student is at the top, then until everyone is.",
)
