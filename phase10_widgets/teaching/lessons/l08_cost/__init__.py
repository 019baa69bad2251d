"""Lesson 8: means and spread. The misconception: mistaking the mean for the typical value."""

from __future__ import annotations

from ...guide import Guide, Misconception, Step, Talk
from .around_the_mean import BELOW, SPREAD
from .cheap_task import TASK
from .mean_cost import COST, WITH_WILD
from .middles import MIDDLES

__all__ = ["GUIDE", "QUESTIONS", "TASK"]

QUESTIONS = (COST, BELOW, WITH_WILD, SPREAD, MIDDLES)

GUIDE = Guide(
    aim="Expected values add up, even without replacement. The mean is a balance point, not the most likely value.",
    before="The mean of a list, chances as fractions, and reading a histogram.",
    plan=(
        Step(7, "Play the round of phase 1. Before the score appears, everyone guesses what the cards left over cost."),
        Step(
            6,
            "Everyone guesses the answer to question 1 and says how sure they are. Ask two students how they got "
            "their number.",
        ),
        Step(
            9,
            "Where will the highest column be? Everyone guesses, deals single hands first, then 10,000. Where is the "
            "mean?",
        ),
        Step(
            9,
            "In pairs, learners build the mean of one card, then of five. Why may they add, although no card goes "
            "back? Then everyone goes back to question 1.",
        ),
        Step(
            11,
            "Everyone sides with Blaise (mode), Carl (median) or Ada (mean), and then sees the three losses. They "
            "answer question 2. Questions 3 to 5 and the code in 'Your turn' are for fast workers, or for homework.",
        ),
        Step(3, "Everyone writes one sentence: where have I met a mean that nobody has?"),
    ),
    talks=(
        Talk(
            "Ada says that a hand of five costs about 40 points. Blaise says that it usually costs 30. Who is right?",
            "Both. Ada gives the mean, Blaise the mode, although more than three in four hands cost something else. "
            "Ask what the number is for: a total, or one exact hit.",
        ),
        Talk(
            "Why can we add means although the second card depends on the first?",
            "Each place in the hand is equally likely to get any card. Add up all hands place by place, and every "
            "place gives the same total.",
        ),
        Talk(
            "Can we add variances as well?",
            "Only for independent draws. Without replacement, hands vary a little less. If you deal the whole deck, "
            "its cost does not vary at all.",
        ),
        Talk(
            "Which average would you report for rents, for a tax on incomes, for shoe sizes in a shop?",
            "Rents: the median, a typical rent. Taxes: the mean, because the total counts. Shoes: the mode, because "
            "a size either fits or not.",
        ),
        Talk(
            "Are the cards left at the end of a round five random cards?",
            "No. Players keep what fits, discard expensive cards and lay down their wilds. In these rounds, nobody "
            "was left with five cards: it was ten, or at most four. Every model needs this question.",
        ),
    ),
    misconceptions=(
        Misconception(
            "The mean price is (5 + 10 + 15 + 25)/4.",
            "Each price counts as often as it occurs. Sort a deck into four piles: 72, 24, 4 and 8 cards.",
        ),
        Misconception(
            "Half of all hands cost less than the mean.",
            "That would be the median. Of single cards, two out of three cost less than the mean.",
        ),
        Misconception(
            "If the tail is on the right, the mean is above the median.",
            "Often, but not always. With ten cards, the tail is on the right, yet the mean is below the median.",
        ),
        Misconception(
            "With many cards, the mean, the median and the mode are equal.",
            "Not as a rule, although our first edition said so. For 15 dealt cards, they are 119.44, 120 and 115. In "
            "question 5, they are equal for some decks and not for others.",
        ),
        Misconception(
            "With more cards, the total is less certain, so the mean tells us less.",
            "The spread grows only with the square root of the number of cards. It is 12 points for five cards and 17 "
            "for ten, while the mean doubles.",
        ),
    ),
    without="Deal five cards from real decks to each student. Everyone writes their total on a sticky note, and the "
    "notes form a histogram on the wall. Mark the mean, the median and the mode. Repeat until there are 100 notes.",
)
