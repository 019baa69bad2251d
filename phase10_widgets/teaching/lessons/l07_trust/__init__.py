"""Lesson 7: the accuracy of a simulation. The misconception: "it is due"."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .accuracy import ERROR, SMALL
from .due import DUE, ONCE
from .squared_error_task import TASK

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (SMALL, DUE, ERROR, ONCE)

GUIDE = Guide(
    aim="A share of n deals is typically off by the square root of p(1 - p)/n. Nothing is ever due: early luck is "
    "watered down.",
    before="Chances as shares of many trials; square roots; every deal is a fresh shuffle.",
    plan=(
        Step(
            8,
            "Five deals each: did your ten cards contain phase 1? Collect everybody's share on the board, then the "
            "share of the whole class.",
        ),
        Step(5, "Everybody predicts question 1 and says how sure they are. Vote; do not resolve it."),
        Step(
            10,
            "Simulate until everybody dares to bet on the share. Only then does the true value appear. Put 100 series "
            "side by side; everybody writes down how many of theirs are outside the band.",
        ),
        Step(
            10,
            "Compute: build the typical error of a share in pairs, and compare the class's shares with it. Go back to "
            "question 1.",
        ),
        Step(
            9,
            "'It is due': everybody first says what comes after five misses. Then look at the table, and answer "
            "question 2. Questions 3 and 4 and the code in Your turn are for fast workers, or for homework.",
        ),
        Step(3, "Everybody writes one sentence: how many deals would convince me, and of what?"),
    ),
    talks=(
        Talk(
            "The shares on the board differ. Who made a mistake?",
            "Nobody: with five deals, most shares are 0, 20 or 40%. The share of the whole class is nearer to 18%.",
        ),
        Talk(
            "If cards remember nothing, what makes the shares settle down?",
            "More deals in the denominator. Ten early misses stay forever, but among 10,000 deals they are one in a "
            "thousand.",
        ),
        Talk(
            "The band holds 19 out of 20 series. You see a series outside. Is anything wrong with it?",
            "Not necessarily: one in 20 is outside for no reason at all. Among 100 series, you will find some. Lesson "
            "12 comes back to this.",
        ),
        Talk(
            "You have your share and its standard error. What can you say about the true chance?",
            "Share plus or minus two standard errors is a 95% confidence interval. An interval made this way contains "
            "the true chance in 95 of 100 such experiments. It is a statement about the method.",
        ),
        Talk(
            "The best schools in the country are small. Would you make schools smaller?",
            "Look at the worst ones first: they are small, too. Small numbers swing more.",
        ),
    ),
    misconceptions=(
        Misconception(
            "Twice as many deals are twice as precise.",
            "That takes four times as many. Let them deal 100 and 400 and compare the bands.",
        ),
        Misconception(
            "In the long run, the number of hits gets close to the expected number.",
            "The share does. The number strays farther and farther, with the square root of n: after 10,000 deals, 40 "
            "hits too many or too few are nothing special.",
        ),
        Misconception(
            "A series that is doing well will go on doing well: it is hot.",
            "This is the other side of 'it is due'. The table of misses in a row answers both.",
        ),
    ),
    without="In pairs with one deck, learners shuffle and deal ten cards ten times, and note hits and misses as a row "
    "of 1s and 0s. Plot the running share on the board. Then mark what came after each row of three misses.",
)
