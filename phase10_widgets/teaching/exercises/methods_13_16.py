"""The methods that fit the questions of lessons 13 to 16; those for the other lessons are in ``method_fits.py``."""

from __future__ import annotations

from collections.abc import Mapping

from ...base.translatable import phrase
from .methods import MethodFit, fit

ONE_CARD = phrase("That is for several cards drawn one after another. Here, only one card comes.")
NOTHING_SEEN = phrase(
    "That is for learning from something you have seen: how likely a cause is afterwards. Here, you have seen nothing "
    "that points to a cause."
)
INDEPENDENT = phrase("That is for cards that do not go back. Here, every try has the same chance.")
MEAN_DRAWS = phrase("That is how many tries it takes on average. Here, their number is fixed.")
FIXED = phrase("The tries are independent, with the same chance, and their number is fixed. Count the hits.")

LATE_FITS: Mapping[str, MethodFit] = {
    "13/other-hand": fit(
        "conditional",
        phrase("You know something about your own hand. Look only at the deals that are still possible, and compare."),
        hypergeometric=phrase(
            "That is the probability before you know about your hand. The question is what your news changes."
        ),
        addition=phrase(
            "That is the probability that at least one of you has a wild. The question is about Ada alone."
        ),
        mean=phrase("That is how many wilds Ada has on average, not how likely she is to have one."),
    ),
    "13/table": fit(
        "conditional",
        phrase("The hand held its phase, so all hands that did not are ruled out. Look only at the hands that did."),
        total=phrase("That is how often a hand holds its phase, with a wild or without. It is only the denominator."),
        product=phrase("That is the share of all hands that have a wild and hold their phase as well."),
        independent=phrase("That is right only if a wild makes no difference. Do not assume that: look at the table."),
        test=phrase("That tells you whether such a difference can be luck. The question asks for a probability."),
    ),
    "13/or": fit(
        "addition",
        phrase("One of the two is enough. Add both chances, and subtract what you have counted twice."),
        product=phrase("That is for both at once, and only if they are independent. Here, one of them is enough."),
        hypergeometric=ONE_CARD,
        conditional=phrase("That is the probability of one of them once you know the other. You know nothing yet."),
        mean=phrase("That is how many such cards come in a larger hand, on average."),
    ),
    "13/both-hands": fit(
        "addition",
        phrase(
            "You can find the probability of each, and that of at least one. What the sum counts twice is the "
            "probability of both."
        ),
        product=phrase(
            "That works only for independent hands. But these come from one deck, and each wild can be in only one "
            "of them."
        ),
        binomial=phrase("That treats the hands as two separate tries. But they come from one deck."),
        mean=phrase("That is how many of you have a wild on average, not how likely it is that both of you have one."),
        bayes=phrase(
            "That tells you what Ada may have once you have seen what she does. But nobody has done anything yet."
        ),
    ),
    "14/total": fit(
        "normal",
        phrase("Many costs are added up, so their total follows the normal curve. Compute its z-score."),
        asks=phrase(
            "You draw {n} cards and put each back before the next. A card costs {mean} points on average, with a "
            "standard deviation of {deviation}. How likely are the {n} cards to cost {limit} points or more in total?"
        ),
        hypergeometric=phrase("That is for cards that do not go back, and it counts hits. Here, points are added up."),
        binomial=phrase("That counts hits and misses. A card has several possible costs, and they are added up."),
        mean=phrase("That is what the cards cost on average. It does not tell you how often they cost more than that."),
        waiting=MEAN_DRAWS,
    ),
    "14/point-at-zero": fit(
        "binomial",
        FIXED,
        complement=phrase("That is the chance of at least one hit. Then the interval is more than a point."),
        normal=phrase("With so few hits, there is no bell. That is exactly why this interval can fail."),
        error=phrase("That is how the interval is made. How often it shrinks to a point is another question."),
        waiting=MEAN_DRAWS,
    ),
    "15/again": fit(
        "regression",
        phrase("Was the best one skilled, or lucky, or both? Skill stays, luck does not."),
        binomial=phrase("That is how likely each number of wins is for a player whose strength you know."),
        complement=phrase("That is how likely at least one player does so well. It says nothing about new games."),
        test=phrase("That tells you whether such a result can be luck alone. It does not say what comes next."),
    ),
    "15/blame": fit(
        "binomial",
        FIXED,
        hypergeometric=INDEPENDENT,
        mean=phrase("That is how many games you win on average: half of them."),
        test=phrase("That tells you whether tonight was worse than luck allows. The question is about tomorrow."),
        regression=phrase("That explains why tomorrow is probably better. It does not tell you how likely that is."),
    ),
    "15/best": fit(
        "mean",
        phrase("“On average” asks for an expected value: each result of the best counts as often as it occurs."),
        variance=phrase("That is how much the best result differs from time to time, not what it is on average."),
        waiting=phrase("That is how many games it takes somebody to win one. Here, the number of games is fixed."),
        test=phrase("That tells you whether such a result can be luck alone. Here, you know that it is."),
        regression=phrase("That is what happens to the best in new games. The question is about these games."),
    ),
    "15/exchange": fit(
        "mean",
        phrase("“On average” asks for an expected value: that of the cards that stay plus that of the new ones."),
        hypergeometric=phrase("That is how likely some number of wilds is, for example. You need all the costs."),
        bayes=phrase("That tells you which cards you are likely to hold, once you know what they cost."),
        variance=phrase("That is how much the cost differs from hand to hand, not what it is on average."),
    ),
    "16/fair-price": fit(
        "mean",
        phrase("A fair price is what a draw pays on average: each prize counts as often as it comes."),
        count=phrase("That is the chance of winning something. It also matters how much you win."),
        bayes=NOTHING_SEEN,
        variance=phrase("That is how much the prizes differ from draw to draw, not what they are on average."),
        waiting=phrase("That is how many draws it takes to win something. It also matters how much you win."),
    ),
    "16/ahead-or-behind": fit(
        "total",
        phrase("Go through the cases of each way, and add up the chances of those in which you win."),
        mean=phrase("That is what each way costs on average. But a win is a win, by one point or by a hundred."),
        variance=phrase("That is how far apart the costs are. It does not tell you in which of the cases you win."),
        bayes=phrase("That tells you which way somebody went, once you know who has won."),
        test=phrase("That is for judging a long series of rounds. Here, one round decides."),
    ),
    "16/two-errors": fit(
        "mean",
        phrase("“On average” asks for an expected value: each cost counts as often as it occurs."),
        addition=phrase("That is how often you make one of the two errors. But they do not cost the same."),
        total=phrase("That is how often you see the sign at all. The question is what your errors cost."),
        bayes=phrase("That is how often the sign is right when you see it. The question is what your errors cost."),
    ),
    "16/purse": fit(
        "binomial",
        FIXED,
        hypergeometric=INDEPENDENT,
        mean=phrase("That is what players end with on average. A few lucky ones can raise it while most have less."),
        variance=phrase("That is how far the results lie from their mean, but not how many lie below a limit."),
        waiting=phrase("That is how many rounds it takes to win once, on average. Here, all the rounds count."),
    ),
    "16/honest": fit(
        "mean",
        phrase("“On average” asks for an expected value: the score if it comes true, and the score if it does not."),
        binomial=phrase("That is how likely some number of predictions is to come true. Here, there is one."),
        bayes=phrase("That is for changing your mind when you have seen something new. You have seen nothing new."),
        error=phrase("That is how far the share of many predictions can be off. Here, the chance is known."),
        test=phrase("That tells you whether a good score can be luck alone. Here, the chance is known."),
    ),
}
"""The methods that fit, keyed by question id."""
