"""Lesson 7: the accuracy of a simulation. The misconception: "it is due"."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .accuracy import ERROR, SMALL
from .due import DUE, ONCE
from .squared_error_task import TASK

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (SMALL, DUE, ERROR, ONCE)

GUIDE = Guide(
    aim="A share of n deals is typically off by the square root of p(1 - p)/n. Nothing is ever due: luck in the "
    "beginning is not made up for, but watered down.",
    before="Probabilities as shares of many trials; square roots; every deal is a fresh shuffle.",
    plan=(
        Step(
            8,
            "Everybody deals ten cards five times: how often did they contain phase 1? Collect everybody's share on "
            "the board, then the share of the whole class.",
        ),
        Step(
            5,
            "Everybody guesses the answer to question 1 and says how sure they are. Take a vote; do not give the "
            "answer yet.",
        ),
        Step(
            10,
            "Everybody deals until they dare to bet on the share. Only then does the true value appear. Then they set "
            "100 series side by side, and write down how many of theirs end outside the band.",
        ),
        Step(
            10,
            "In pairs, learners build the typical error of a share, and compare the class's shares with it. Then "
            "everybody goes back to question 1.",
        ),
        Step(
            9,
            "'It is due': everybody first says what they expect after five misses. Then they look at the table and "
            "answer question 2. Questions 3 and 4 and the code in 'Your turn' are for fast workers, or for homework.",
        ),
        Step(3, "Everybody writes one sentence: how many deals would convince me, and of what?"),
    ),
    talks=(
        Talk(
            "The shares on the board differ. Who made a mistake?",
            "Nobody. With five deals, most shares are 0%, 20% or 40%. The share of the whole class is closer to 18%.",
        ),
        Talk(
            "If cards remember nothing, why do the shares settle down?",
            "Because there are more deals in the denominator. Ten early misses stay forever, but among 10,000 deals "
            "they are one in a thousand.",
        ),
        Talk(
            "The band holds 19 out of 20 series. You see a series outside. Is anything wrong with it?",
            "Not necessarily: on average, one in 20 ends outside by luck alone. Among 100 series, you will find some. "
            "Lesson 12 comes back to this.",
        ),
        Talk(
            "You have your share and its standard error. What can you say about the true probability?",
            "The share plus or minus two standard errors is a 95% confidence interval. In about 95 of 100 such "
            "experiments, the interval contains the true probability. This is a statement about the method.",
        ),
        Talk(
            "The best schools in the country are small. Would you make schools smaller?",
            "Look at the worst ones first: they are small, too. Small numbers swing more widely.",
        ),
    ),
    misconceptions=(
        Misconception(
            "Twice as many deals are twice as precise.",
            "That takes four times as many. Let learners deal 100 and 400 hands and compare the bands.",
        ),
        Misconception(
            "In the long run, the number of hits gets close to the expected number.",
            "The share does, but the number strays farther and farther, with the square root of n. After 10,000 "
            "deals, 40 hits too many or too few are nothing special.",
        ),
        Misconception(
            "A series that has gone well will go on that way: it is hot.",
            "This is the reverse of 'it is due'. The table of misses in a row refutes both.",
        ),
    ),
    without="In pairs with one deck, learners shuffle and deal ten cards ten times, and write down hits and misses as "
    "a row of 1s and 0s. Plot the running share on the board. Then mark what came after each three misses in a row.",
)
