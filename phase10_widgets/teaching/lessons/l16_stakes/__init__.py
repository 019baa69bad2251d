"""Lesson 16: decisions with stakes. The misconception: "the higher mean is the better choice"."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .honesty import HONEST
from .one_stake import AHEAD, FAIR
from .purse import PURSE
from .reach_task import TASK
from .two_errors import ERRORS

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (FAIR, PURSE, HONEST, AHEAD, ERRORS)

GUIDE = Guide(
    aim="Ask what is at stake before you choose: the mean is right for totals, but a goal, a limit or the risk of "
    "ruin changes the choice. And treat your own confidence as a bet.",
    before="Expected value and median (lesson 8), trees (lesson 5), base rates (lesson 6), the two types of error "
    "(lesson 12), and some predictions made in earlier lessons.",
    plan=(
        Step(
            6,
            "Everybody plays the round of phase 1, and notes one discard that they were unsure about and what was "
            "at stake.",
        ),
        Step(
            5,
            "Everybody guesses the answer to question 1 and says how sure they are. Collect the intervals on the "
            "board.",
        ),
        Step(
            9,
            "Simulate. Everybody guesses first, then lets 10,000 players stake half of their points. Who would "
            "take the bet? Compare the mean, the median and the share of players who lose; then try 20% and 100%.",
        ),
        Step(
            10,
            "Compute: the expected value and the fair price (question 1), and a purse (question 2). Then play the "
            "bet of the three friends. Fast workers take the last round (question 4) and the two kinds of error "
            "(question 5). Learners who program write the race in “Your turn”.",
        ),
        Step(
            12,
            "Confidence as a bet: fill in the table of mean scores together, ask where they are lowest, and answer "
            "question 3. Look at Blaise's curve, then everybody looks at their own. Nobody has to show theirs.",
        ),
        Step(3, "Everybody writes one sentence: from now on, I will say a lower (or higher) number when …"),
    ),
    talks=(
        Talk(
            "A bet gains 20% on average. Why would a sensible person not put everything into it, twenty times?",
            "One lost round ends everything. The mean comes from the few who win every round; half of all players, "
            "and many more, have nothing.",
        ),
        Talk(
            "Insurance costs more than the expected loss. Is it a swindle?",
            "Not by itself. You exchange a rare disaster for a small, certain cost. That pays for losses that you "
            "could not bear, but it wastes money on losses that you can bear, such as a phone or a bicycle lock.",
        ),
        Talk(
            "Some people choose so that their worst regret is as small as possible. When is that sensible?",
            "When nobody knows the probabilities at all. This rule is called minimax regret. It ignores "
            "probabilities, so it gives away a lot where they are known.",
        ),
        Talk(
            "Which is worse, a false alarm or a miss?",
            "Compare a smoke detector, a spam filter and a screening test. The costs decide, and the base rate decides "
            "how often each error happens.",
        ),
        Talk(
            "A forecaster says every day that the probability of rain is 30%, and it rains on 30% of days. Is this "
            "a good forecaster?",
            "Well calibrated, but useless: the forecasts never differ. A good forecaster is calibrated and also "
            "tells the days apart.",
        ),
    ),
    misconceptions=(
        Misconception(
            "The choice with the higher mean is always the better one.",
            "It is better for totals over many rounds, if you survive them. Ask what counts at the end: a place, a "
            "limit, or the total of points?",
        ),
        Misconception(
            "Up 50% and then down 50% brings you back to the start.",
            "100 becomes 150, then 75. Factors multiply: 1.5 times 0.5 is 0.75.",
        ),
        Misconception(
            "I was 70% sure, and I was wrong: that was a mistake.",
            "Of ten such predictions, about three should fail. One case says next to nothing; look at all "
            "predictions together.",
        ),
        Misconception(
            "To be safe, always say 50%.",
            "Then the Brier score is always 0.25. If you say what you believe, your score gets better on average.",
        ),
        Misconception(
            "My share of hits is below my confidence, so I am overconfident.",
            "Perhaps it was bad luck. With ten predictions, the interval is wide. The chart says from which number "
            "of hits on you are probably overconfident.",
        ),
    ),
    without="Everybody starts with 100 points and rolls a die ten times: 1 to 4 wins, 5 and 6 lose. Each time, one "
    "group stakes everything, one half, and one a fifth. Compare the mean and the median of each group. Then "
    "everybody answers ten quiz questions, says how sure they are, and adds up the squared distances.",
)
