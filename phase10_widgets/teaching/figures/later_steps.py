"""The computations of the later lessons, from lesson 9 on; see step_texts for the earlier ones."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from ...base.translatable import phrase
from .step_texts import Computation, Step

_MISS_FOUR = Fraction(75 * 74 * 73 * 72, 99 * 98 * 97 * 96)

_MISS_THREE = Fraction(75 * 74 * 73, 99 * 98 * 97)

_OUTS, _MISSES = phrase("outs"), phrase("misses")

OUTS = Computation(
    phrase("From one draw to four"),
    phrase("The cards that you cannot see"),
    (
        Step(
            phrase("You hold the run from 3 to 8. How many cards make it a run of seven?"),
            "8 + 8 + 8",
            {
                "8": phrase("Your run can grow at both ends, and each number is in the deck eight times."),
                "8 + 8": phrase("Those are the cards for its two ends. A wild completes the run as well."),
            },
            phrase("The 2s, the 9s and the wilds: {value} outs."),
            Fraction(24),
        ),
        Step(
            phrase("How many cards could be on top of the pile?"),
            "108 − 9",  # noqa: RUF001
            {
                "108": phrase("You see nine of them: your eight cards and the 12. None of these is in the pile."),
                "108 − 8": phrase("You see one card more than your own: the 12 that lies face up."),  # noqa: RUF001
            },
            phrase("Some of these {value} are in other hands. You cannot see which, so each is equally likely."),
            Fraction(99),
            ((_OUTS, 24), (_MISSES, 75)),
        ),
        Step(
            phrase("How likely is it that the next card completes the run?"),
            "24/99",
            {
                "24/75": phrase("That compares outs with misses. Divide by all the cards that you cannot see."),
                "1/2": phrase("It is an out or it is not, but look at the marks: there are more misses."),
            },
            phrase("The outs divided by the cards that you cannot see: {value}."),
            Fraction(24, 99),
        ),
        Step(
            phrase("Now four draws. How likely is it that all of them miss?"),
            "75/99 · 74/98 · 73/97 · 72/96",
            {
                "(75/99)⁴": phrase("That puts every card back into the pile. You keep what you draw."),
                "4 · 75/99": phrase("First this, then that: multiply. This sum is more than 1."),
            },
            phrase("Four misses in a row, without replacement: {value}."),
            _MISS_FOUR,
        ),
        Step(
            phrase("And how likely is at least one out in four draws?"),
            "1 − 75/99 · 74/98 · 73/97 · 72/96",  # noqa: RUF001
            {
                "4 · 24/99": phrase("Four draws with two outs would count twice. You know that from lesson 3."),
                "1 − 24/99": phrase("That is the probability of a single miss."),  # noqa: RUF001
            },
            phrase("Draw four times, and the run is complete in {value} of all cases."),
            1 - _MISS_FOUR,
        ),
        Step(
            phrase("Take the 12 first, and three draws are left. What now?"),
            "1 − 75/99 · 74/98 · 73/97",  # noqa: RUF001
            {
                "1 − 74/98 · 73/97 · 72/96": phrase(  # noqa: RUF001
                    "The 12 lay face up. The pile is still untouched, so begin with 75/99."
                ),
                "1 − 75/99 · … · 72/96": phrase("That is four draws. The 12 has cost you one of them."),  # noqa: RUF001
            },
            phrase("The sure pair costs you a draw: only {value} of all cases are left."),
            1 - _MISS_THREE,
        ),
    ),
)

STRETCHES = Computation(
    phrase("The mean wait, without a sum"),
    phrase("The cards that you cannot see"),
    (
        Step(
            phrase("Lay the 99 cards in a row. The 24 outs cut the others into stretches. How many?"),
            "24 + 1",
            {
                "24": phrase("Try it with two outs: one stretch before them, one between, one after."),
                "99/24": phrase("That is not a whole number. Count the gaps before, between and after the outs."),
            },
            phrase("One before the first out, one after the last, and 23 in between: {value}."),
            Fraction(25),
            before=((_OUTS, 24), (_MISSES, 75)),
        ),
        Step(
            phrase("How many cards does a stretch have on average?"),
            "75/25",
            {
                "99/25": phrase("The outs are not in the stretches. They are the cuts."),
                "75/24": phrase("There is one stretch more than there are outs."),
            },
            phrase("No stretch is special, so each has {value} cards on average."),
            Fraction(3),
        ),
        Step(
            phrase("You wait through the first stretch. How many draws is that until the out?"),
            "3 + 1",
            {
                "3": phrase("Those are the misses. You draw the out as well."),
                "99/24": phrase("That is the mean if every card goes back into the pile."),
            },
            phrase("{value} draws on average. Take the pair first, and it is one turn more."),
            Fraction(4),
        ),
    ),
)

_HALF_BY_20 = Fraction(sum(comb(20, heads) for heads in range(10, 21)), 2**20)

_HIT, _MISS = phrase("a hit: up one rung"), phrase("a miss: stay")

RUNG = Computation(
    phrase("The wait on one rung, and on ten"),
    phrase("100 rounds"),
    (
        Step(
            phrase("You play one round in any case. How often does the wait begin again after it?"),
            "60/100",
            {
                "40/100": phrase("In those rounds you climb, and the wait is over."),
                "100/100": phrase("Then you would never climb. A hit ends the wait."),
            },
            phrase("After a miss, you stand where you stood before, and a wait of m begins again."),
            None,
            ((_HIT, 40), (_MISS, 60)),
            ((phrase("rounds"), 100),),
        ),
        Step(
            phrase("One round, and then? Write it down."),
            "m = 1 + 6/10 · m",
            {
                "m = 6/10 · m": phrase("The round that you play in any case is missing."),
                "m = 1 + m": phrase("The wait begins again only after a miss."),
            },
            phrase("Now m is on both sides. Bring it to one: 4/10 · m = 1."),
        ),
        Step(
            phrase("How long is the mean wait?"),
            "10/4",
            {
                "4/10": phrase("A wait of less than one round? Divide 1 by 4/10."),
                "10/6": phrase("That divides by the chance of a miss."),
            },
            phrase("{value} rounds on average: 1 divided by the probability."),
            Fraction(10, 4),
        ),
        Step(
            phrase("And ten rungs, one after the other?"),
            "10 · 10/4",
            {
                "10": phrase("That is a game without a single miss."),
                "10 + 10/4": phrase("You wait on each of the ten rungs, not only on one."),
            },
            phrase("{value} rounds. Expected values add up."),
            Fraction(25),
        ),
    ),
)

CLIMBERS = Computation(
    phrase("Climbers and coins"),
    "",
    (
        Step(
            phrase("You have a 50% chance at each phase. How likely is a game of just ten rounds?"),
            "(1/2)¹⁰",
            {
                "10 · 1/2": phrase("That is 5, which is not a probability. First this, then that: multiply."),
                "1/10": phrase("There are far more than ten ways to climb or to stay in ten rounds."),
            },
            phrase("It is like ten heads in a row: {value}."),
            Fraction(1, 1024),
        ),
        Step(
            phrase("Toss a coin 20 times. How many sequences of heads and tails are there?"),
            "2²⁰",
            {
                "20²": phrase("That would be two tosses of a coin with 20 sides."),
                "2 · 20": phrase("Each toss doubles the number of sequences."),
            },
            phrase("{value} sequences, all equally likely."),
            Fraction(2**20),
        ),
        Step(
            phrase("At least ten heads take you to the top. How many sequences have so many?"),
            "C(20, 10) + C(20, 11) + … + C(20, 20)",
            {
                "C(20, 10)": phrase("Those have exactly ten heads. With more, you are at the top as well."),
                "2²⁰/2": phrase("Ten heads or more are as frequent as ten or fewer, but exactly ten count in both."),
            },
            phrase("{value} sequences take you to the top."),
            _HALF_BY_20 * 2**20,
        ),
        Step(
            phrase("So how likely is it that one player is at the top within 20 rounds?"),
            "616666/2²⁰",
            {
                "10/20": phrase("Half of the tosses are heads on average. How often are there enough?"),
                "616666/20²": phrase("Divide by the number of all sequences."),
            },
            phrase("One player is at the top within 20 rounds in {value} of all games."),
            _HALF_BY_20,
        ),
        Step(
            phrase("431,910 sequences fail. Four players climb independently. Is at least one of them at the top?"),
            "1 − (431910/2²⁰)⁴",  # noqa: RUF001
            {
                "4 · 616666/2²⁰": phrase("That is more than 1: games with several winners count several times."),
                "(616666/2²⁰)⁴": phrase("That is the chance that all four of them are at the top."),
            },
            phrase("At least one of four is at the top in {value} of all games."),
            1 - (1 - _HALF_BY_20) ** 4,
        ),
    ),
)

_BELOW_15 = Fraction(sum(comb(20, wins) for wins in range(15)), 2**20)

_BEST_OF_12 = sum(
    (1 - Fraction(sum(comb(20, wins) for wins in range(k)), 2**20) ** 12 for k in range(1, 21)), Fraction(0)
)

_HIGH, _LOW = phrase("the best has 15 wins or more"), phrase("the best has fewer than 15 wins")

BEST_OF_12 = Computation(
    phrase("The best of twelve"),
    phrase("1,000 leagues"),
    (
        Step(
            phrase("A player has fewer than 15 wins with the chance F = 97.93%. And the best of twelve players?"),
            "F · F · … · F = F¹²",
            {
                "F": phrase("That is one player, named before the season. The best is named afterward."),
                "12 · F": phrase("That is more than 1. Twelve things must all come true: multiply."),
            },
            phrase("All twelve must stay below 15. That happens in {value} of the leagues."),
            _BELOW_15**12,
            ((_LOW, 778), (_HIGH, -222)),
            ((phrase("leagues"), 1_000),),
        ),
        Step(
            phrase("So how likely is it that the best has 15 wins or more?"),
            "1 − F¹²",  # noqa: RUF001
            {
                "(1 − F)¹²": phrase("That asks all twelve to have 15 or more. One of them is enough."),  # noqa: RUF001
                "12 · (1 − F)": phrase("That counts a league twice if two players have 15 or more."),  # noqa: RUF001
            },
            phrase("In {value} of the leagues, the best has 15 wins or more, by luck alone."),
            1 - _BELOW_15**12,
            ((_HIGH, 222), (_LOW, -778)),
        ),
        Step(
            phrase("In the same way, you find P(≥ k) for each number k of wins. How do you get the mean from that?"),
            "P(≥ 1) + P(≥ 2) + … + P(≥ 20)",
            {
                "P(≥ 1) · P(≥ 2) · … · P(≥ 20)": phrase("That is far less than 1. The mean is a number of wins."),
                "1 · P(≥ 1) + 2 · P(≥ 2) + …": phrase("A champion with 3 wins would count 1 + 2 + 3 = 6 times."),
            },
            phrase(
                "A champion with 3 wins counts in P(≥ 1), P(≥ 2) and P(≥ 3): three times. The mean is {value} wins."
            ),
            _BEST_OF_12,
        ),
    ),
)

_POORER = sum((comb(20, k) * Fraction(3, 5) ** k * Fraction(2, 5) ** (20 - k) for k in range(13)), Fraction(0))

STAKES = Computation(
    phrase("Two sums for one bet"),
    phrase("1,000 players who stake half"),
    (
        Step(
            phrase(
                "You win with probability 0.6 and gain your stake; otherwise you lose it. What is the bet worth, for "
                "each point at stake?"
            ),
            "3/5 · 1 − 2/5 · 1",  # noqa: RUF001
            {
                "3/5 · 1": phrase("That leaves out the losses. They come with probability 0.4."),
                "3/5 · 1 + 2/5 · 1": phrase("That counts each loss as a gain."),
            },
            phrase("On average, you gain {value} of your stake. This bet is in your favor."),
            Fraction(1, 5),
            before=((phrase("players"), 1_000),),
        ),
        Step(
            phrase("Blaise stakes all of his 100 points, twenty times. With how many does he end on average?"),
            "100 · (6/5)²⁰",
            {
                "100 + 20 · 20": phrase("That stakes 100 points each time. Blaise stakes all that he has by then."),
                "100 · 2²⁰": phrase("That is what he has if he wins every single round."),
            },
            phrase("{value} points: each round multiplies the mean by 1.2. Blaise's sum is right."),
            Fraction(round(100 * Fraction(6, 5) ** 20)),
        ),
        Step(
            phrase("Carl stakes half. He wins one round and loses one. What is left of his 100 points?"),
            "100 · 3/2 · 1/2",
            {
                "100 + 50 − 50": phrase(  # noqa: RUF001
                    "The second half is taken from 150 points, or the gain is added to 50. They do not cancel."
                ),
                "100 · 3/2 · 3/2": phrase("Winning makes 1.5 of every point, but losing makes 0.5."),
            },
            phrase("{value} points are left. Up 50% and down 50% do not cancel."),
            Fraction(75),
        ),
        Step(
            phrase(
                "12 wins and 8 losses leave 51 points, 13 wins and 7 losses make 152. What is the probability that "
                "Carl ends with less than 100?"
            ),
            "P(≤ 12)",
            {
                "P(≤ 9)": phrase("Ten wins and ten losses leave only 6 points. He needs more wins than that."),
                "P(≤ 13)": phrase("Thirteen wins are enough. Count the cases with fewer."),
            },
            phrase("On average, he wins 12 of 20 rounds, and that is not enough: {value} of such players end poorer."),
            _POORER,
            ((phrase("end with less than 100 points"), 584), (phrase("end with more"), 416)),
        ),
    ),
)

_A_WILD, _IN_TWENTY = 1 - Fraction(comb(100, 10), comb(108, 10)), 1 - Fraction(comb(100, 20), comb(108, 20))

_IN_BOTH = 2 * _A_WILD - _IN_TWENTY

TWO_HANDS = Computation(
    phrase("Your hand and another"),
    phrase("1,000 deals"),
    (
        Step(
            phrase("A: your ten cards have a wild. How likely is that?"),
            "1 − C(100, 10)/C(108, 10)",  # noqa: RUF001
            {
                "10 · 8/108": phrase("That counts a hand with two wilds twice. Count the hands without a wild."),
                "C(100, 10)/C(108, 10)": phrase("That is the probability of no wild."),
            },
            phrase("P(A) is {value}. For B, a wild in Ada's ten cards, it is the same."),
            _A_WILD,
            ((phrase("you have a wild"), 553), (phrase("you have none"), 447)),
            ((phrase("deals"), 1_000),),
        ),
        Step(
            phrase("How likely is a wild in your twenty cards together?"),
            "1 − C(100, 20)/C(108, 20)",  # noqa: RUF001
            {
                "P(A) + P(B)": phrase("That is more than 1. It counts the deals twice in which both of you have one."),
                "1 − C(100, 10)/C(108, 10)": phrase("That looks at one hand of ten. There are twenty cards."),  # noqa: RUF001
            },
            phrase("P(A ∪ B), at least one of you, is {value}."),  # noqa: RUF001
            _IN_TWENTY,
        ),
        Step(
            phrase("And how likely is it that both of you have one?"),
            "P(A) + P(B) − P(A ∪ B)",  # noqa: RUF001
            {
                "P(A) · P(B)": phrase("That would be right if your wild told you nothing about Ada's. Does it?"),
                "1 − P(A ∪ B)": phrase("That is the probability that neither of you has one."),  # noqa: RUF001
            },
            phrase("{value}: the overlap, which the sum counts twice."),
            _IN_BOTH,
            (
                (phrase("both have a wild"), 289),
                (phrase("only you"), 264),
                (phrase("only Ada"), 264),
                (phrase("neither of you"), 183),
            ),
        ),
        Step(
            phrase("You have a wild. How likely is it now that Ada has one?"),
            "P(A ∩ B)/P(A)",
            {
                "P(A ∩ B)": phrase("That is out of all deals. Which deals has your wild left?"),
                "P(B)": phrase("That is the probability before you look. Now divide by what is left."),
            },
            phrase("P(B | A) is {value}, a little less than P(B). Your wild tells you something."),
            _IN_BOTH / _A_WILD,
            (
                (phrase("both have a wild"), 289),
                (phrase("only you"), 264),
                (phrase("you have none"), -447),
            ),
        ),
    ),
)

_SIGMA = Fraction("5.487")

SLIP = Computation(
    phrase("Two numbers for the slip"),
    phrase("Each mark is a total"),
    (
        Step(
            phrase(
                "The 108 cards cost 860 points together. What does a total of 100 cards cost on average, if each is "
                "put back?"
            ),
            "100 · 860/108",
            {
                "(500 + 2500)/2": phrase("That is the middle of what can happen. But most cards cost 5."),
                "108 · 860/108": phrase("That is the whole deck, each card once."),
            },
            phrase("The middle of the bell is at {value} points."),
            Fraction(100 * 860, 108),
            before=((phrase("totals"), 100),),
        ),
        Step(
            phrase(
                "One card has the standard deviation σ = 5.487 points. What is it for the total of 100 independent "  # noqa: RUF001
                "cards?"
            ),
            "√100 · σ",  # noqa: RUF001
            {
                "100 · σ": phrase(  # noqa: RUF001
                    "The variances add up, not the standard deviations: high and low cards cancel."
                ),
                "σ/√100": phrase("That is for the mean of 100 cards. Emmy wants their total."),  # noqa: RUF001
            },
            phrase(
                "A hundred times as many cards, and the standard deviation is only ten times as large: {value} points."
            ),
            10 * _SIGMA,
        ),
        Step(
            phrase("95% of a bell lies within z = 1.96 standard deviations. How far does Emmy go to each side?"),
            "z · 10 · σ",  # noqa: RUF001
            {
                "z · σ": phrase("That would do for a single card. The total is spread out ten times as much."),  # noqa: RUF001
                "z · 100 · σ": phrase("That is far too wide. The standard deviation grows with √n."),  # noqa: RUF001
            },
            phrase("She goes {value} points to each side, and writes 689 and 904 on her slip."),
            Fraction("1.96") * 10 * _SIGMA,
            ((phrase("between the two numbers"), 95), (phrase("outside"), -5)),
        ),
    ),
)

LATER = {
    "outs": OUTS,
    "stretches": STRETCHES,
    "rung": RUNG,
    "climbers": CLIMBERS,
    "best-of-12": BEST_OF_12,
    "stakes": STAKES,
    "two-hands": TWO_HANDS,
    "slip": SLIP,
}
