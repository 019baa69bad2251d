"""Lesson 16: decisions with stakes. The misconception: "the higher mean is the better choice"."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

from ...core.translatable import phrase
from ...odds.simulation.experiment import Trial
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import number, percent
from ..question import Choice, Distractor, Params, Reflection
from .common import CARDS, SKIPS, WILDS, question
from .l16_points import HONEST, TASK

__all__ = ["GUIDE", "QUESTIONS", "STANDARDS", "TASK"]

STANDARDS = ("HSS-MD.A.2", "HSS-MD.B.5", "HSS-MD.B.6", "HSS-MD.B.7")
HUNDRED = 100


def _prizes(random: Random) -> Params:
    """Return the prizes of a game with the whole deck."""
    skip = random.randrange(5, 41, 5)
    wild = random.randrange(skip + 10, 101, 5)
    return {"wild": wild, "skip": skip, "total": WILDS * wild + SKIPS * skip}


def _one_draw(p: Params) -> Trial:
    pays = [p["wild"]] * WILDS + [p["skip"]] * SKIPS + [0] * (CARDS - WILDS - SKIPS)
    return lambda random: random.choice(pays)


FAIR = question(
    id="16/fair-price",
    kind="number",
    goals=(phrase("Find the price that makes a game fair."),),
    standards=STANDARDS,
    prompt=phrase(
        "You draw one of the 108 cards. Each of the 8 wilds pays you {wild} points, and each of the 4 skips pays "
        "{skip}. All other cards pay nothing. How many points should a draw cost, so that the game is fair?"
    ),
    draw=_prizes,
    answer=lambda p: Fraction(p["total"], CARDS),
    wrong=(
        Distractor(
            "mean of prizes",
            lambda p: Fraction(p["wild"] + p["skip"], 2),
            phrase("You averaged the two prizes. But most cards pay nothing, and a wild is more common than a skip."),
        ),
        Distractor(
            "winners only",
            lambda p: Fraction(p["total"], WILDS + SKIPS),
            phrase(
                "That is what the 12 winning cards pay on average. You draw from all 108 cards, and 96 of them pay 0."
            ),
        ),
        Distractor(
            "odds",
            lambda p: Fraction(p["total"], CARDS - WILDS - SKIPS),
            phrase("You divided by the 96 cards that lose. A chance counts all cards: divide by 108."),
        ),
        Distractor(
            "kinds",
            lambda p: Fraction(p["wild"] + p["skip"], 3),
            phrase("You treated wild, skip and other cards as equally likely. Count the cards of each kind."),
        ),
    ),
    hints=(
        phrase("Imagine that somebody draws very often. What would a draw bring on average?"),
        phrase("Let every card be drawn once. What do the 8 wilds, the 4 skips and the other cards pay together?"),
        phrase("All 108 cards together pay {total} points. Share them equally among 108 draws."),
    ),
    solution=phrase(
        "8 times {wild} plus 4 times {skip} is {total}. Divide by 108: a draw is worth {answer} points on average, and "
        "at that price the game is fair."
    ),
    experiment=_one_draw,
    reflect=Reflection(
        phrase(
            "At a carnival, every draw costs more than that. Why do people play, and what happens to the difference?"
        ),
        phrase(
            "They pay for the fun, or they dream of a wild. The difference is the house edge: in the long run, the "
            "booth keeps it."
        ),
    ),
)


def _last_round(random: Random) -> Params:
    """Return a safe and a risky way to end a game: the one with fewer points on average never wins more often."""
    safe, mine = random.randrange(15, 41, 5), random.randrange(100, 301, 5)
    high = random.randrange(safe + 20, safe + 51, 5)
    ahead = random.random() < 0.5
    even = Fraction(high - safe, high)
    fits = [p for p in range(10, 91, 5) if (100 * even < p - 2 if ahead else p + 2 < 100 * even)]
    lead = random.randrange(safe + 5, high, 5) if ahead else random.randrange(5, safe, 5)
    if not fits:
        return _last_round(random)
    chance = random.choice(fits)
    means = {"mean": number(high * Fraction(100 - chance, 100)), "end": mine + safe, "worst": mine + high}
    return {"safe": safe, "high": high, "mine": mine, "theirs": mine + lead, "p": chance, "ahead": ahead, **means}


def _ending(p: Params) -> Trial:
    """Return a trial: 1 if only the safe way wins, -1 if only the risky one does."""

    def ends(random: Random) -> int:
        cost = 0 if random.random() < p["p"] / HUNDRED else p["high"]
        return int(p["end"] < p["theirs"]) - int(p["mine"] + cost < p["theirs"])

    return ends


AHEAD = question(
    id="16/ahead-or-behind",
    kind="choice",
    goals=(phrase("Choose the way that wins, not the way with the better mean."),),
    standards=STANDARDS,
    prompt=phrase(
        "The game ends with this round, and the lower score wins. Your opponent finishes with {theirs} points. You "
        "have {mine}. The safe way to end the round costs you exactly {safe} more points. The risky way has "
        "a {p}% chance of costing you nothing; otherwise, it costs {high} points. Which way gives you the better "
        "chance to win?"
    ),
    draw=_last_round,
    answer=lambda p: "safe" if p["ahead"] else "risky",
    choices=(
        Choice(
            "safe",
            phrase("The safe way"),
            phrase(
                "The safe way costs fewer points on average, but it loses for sure: you would have {end} points, "
                "against {theirs}."
            ),
        ),
        Choice(
            "risky",
            phrase("The risky way"),
            phrase(
                "The risky way costs only {mean} points on average. But the safe way wins for sure, and this one can "
                "leave you with {worst} points."
            ),
        ),
        Choice(
            "equal",
            phrase("Both give the same chance"),
            phrase("Write down your final points for each case, and compare them with {theirs}."),
        ),
    ),
    hints=(
        phrase("It does not matter by how much you win or lose. Which results win?"),
        phrase("Write down your final points: one result for the safe way, two for the risky way."),
        phrase(
            "The safe way ends with {end} points. The risky way ends with {mine} or {worst}. You need fewer than "
            "{theirs}."
        ),
    ),
    solution=phrase(
        "You win with fewer than {theirs} points. The safe way leaves you with {end}: it wins with a chance of "
        "{safely}%. The risky way leaves you with {mine} (chance {p}%) or {worst}: it wins with a chance of {p}%. "
        "{answer} wins more often, although it costs more points on average."
    ),
    shown=lambda p: {"safely": 100 * p["ahead"]},
    experiment=_ending,
    reads=lambda p, value: "safe" if value > 0 else "risky",
    reflect=Reflection(
        phrase("When should you look for risk, and when should you avoid it?"),
        phrase(
            "If an average result is enough to win, avoid risk. If an average result loses, you need luck, so give "
            "luck a chance."
        ),
    ),
)


def _warnings(random: Random) -> Params:
    """Return how often a danger and a warning come, in percent, and what a false alarm costs; the sign is of use."""
    while True:
        p = {
            "base": random.randrange(10, 41, 5),
            "hit": random.randrange(60, 91, 5),
            "false": random.randrange(10, 31, 5),
            "needless": random.choice((8, 10, 12, 15)),
        }
        misses, ignored = 25 * _misses(p), Fraction(25 * p["base"], HUNDRED)
        if _cost(p) < Fraction(9, 10) * ignored and len({misses, _cost(p) - misses, ignored, _unweighted(p)}) == 4:
            return p


def _misses(p: Params) -> Fraction:
    return Fraction(p["base"] * (HUNDRED - p["hit"]), HUNDRED**2)


def _false_alarms(p: Params) -> Fraction:
    return Fraction((HUNDRED - p["base"]) * p["false"], HUNDRED**2)


def _cost(p: Params) -> Fraction:
    needless: int = p["needless"]
    return 25 * _misses(p) + needless * _false_alarms(p)


def _unweighted(p: Params) -> Fraction:
    """Return what the errors would cost if danger and no danger were certain at once."""
    return Fraction(25 * (HUNDRED - p["hit"]) + p["needless"] * p["false"], HUNDRED)


def _turn(p: Params) -> Trial:
    def costs(random: Random) -> int:
        danger = random.random() < p["base"] / HUNDRED
        warned = random.random() < (p["hit"] if danger else p["false"]) / HUNDRED
        return 25 * (danger and not warned) + int(p["needless"]) * (warned and not danger)

    return costs


ERRORS = question(
    id="16/two-errors",
    kind="number",
    goals=(phrase("Weigh two kinds of error by how often they happen and by what they cost."),),
    standards=STANDARDS,
    prompt=phrase(
        "You hold a wild. In {base}% of such turns, somebody goes out next. A sign warns you in {hit}% of those turns, "
        "but also in {false}% of the others. You throw the wild away whenever you are warned. A miss costs you the 25 "
        "points of the wild. A false alarm costs you the help of the wild: {needless} points. What do your errors cost "
        "per turn, on average?"
    ),
    draw=_warnings,
    answer=_cost,
    wrong=(
        Distractor(
            "no base rate",
            _unweighted,
            phrase(
                "You left out how often somebody goes out at all. A miss can happen only in {base}% of the turns, a "
                "false alarm only in the others."
            ),
        ),
        Distractor(
            "misses only",
            lambda p: 25 * _misses(p),
            phrase("That is what the misses cost. False alarms cost something, too."),
        ),
        Distractor(
            "alarms only",
            lambda p: p["needless"] * _false_alarms(p),
            phrase("That is what the false alarms cost. Misses cost something, too."),
        ),
        Distractor(
            "no sign",
            lambda p: Fraction(25 * p["base"], HUNDRED),
            phrase("That is the cost if you ignore the sign and always keep the wild."),
        ),
    ),
    hints=(
        phrase("Draw a tree: first danger or no danger, then sign or no sign. Where are the two errors?"),
        phrase("How often do danger and no sign come together? How often do no danger and a sign?"),
        phrase(
            "Misses: {misses} of all turns. False alarms: {alarms} of all turns. Multiply each by its cost, and add."
        ),
    ),
    solution=phrase(
        "Misses: {base}% times {missed}% is {misses} of all turns, and each costs 25. False alarms: {quiet}% times "
        "{false}% is {alarms}, and each costs {needless}. Together: {answer} points per turn."
    ),
    shown=lambda p: {
        "misses": percent(_misses(p)),
        "alarms": percent(_false_alarms(p)),
        "missed": HUNDRED - p["hit"],
        "quiet": HUNDRED - p["base"],
    },
    experiment=_turn,
    reflect=Reflection(
        phrase("Somebody offers you a sign that never misses a danger. What else do you want to know?"),
        phrase(
            "How often it gives a false alarm, and what that costs. A sign that always warns never misses, and it is "
            "useless."
        ),
    ),
)


def _wins_needed(p: Params) -> int:
    """Return the fewest wins after which a purse is at least what it was."""
    share, n = Fraction(p["share"], HUNDRED), p["rounds"]
    return next(k for k in range(n + 1) if (1 + share) ** k * (1 - share) ** (n - k) >= 1)


def _fewer_wins(p: Params, wins: int) -> Fraction:
    """Return the chance of fewer wins than this."""
    win, n = Fraction(p["p"], HUNDRED), p["rounds"]
    return sum((comb(n, k) * win**k * (1 - win) ** (n - k) for k in range(wins)), Fraction(0))


def _purse(random: Random) -> Params:
    """Return an even number of rounds, a share and a chance, in percent; no mistake gives nearly the right answer."""
    while True:
        p = {
            "rounds": random.choice((4, 6, 8, 10)),
            "share": random.randrange(20, 71, 10),
            "p": random.randrange(51, 71),
        }
        answer = _fewer_wins(p, _wins_needed(p))
        values = (answer, 1 - answer, 1 - Fraction(p["p"], HUNDRED), _fewer_wins(p, p["rounds"] // 2))
        if min(abs(one - other) for one, other in combinations(values, 2)) > Fraction(1, 40):
            return p


def _ends_below(p: Params) -> Trial:
    share, win, rounds = p["share"] / HUNDRED, p["p"] / HUNDRED, range(p["rounds"])

    def plays(random: Random) -> bool:
        purse = 1.0
        for _ in rounds:
            purse *= 1 + share if random.random() < win else 1 - share
        return purse < 1

    return plays


PURSE = question(
    id="16/purse",
    goals=(phrase("See that a favorable bet can make most players poorer."),),
    standards=STANDARDS,
    prompt=phrase(
        "You play {rounds} rounds and stake {share}% of your points each time. With a chance of {p}%, you win and gain "
        "as much as you staked; otherwise you lose the stake. How likely are you to end with less than you had?"
    ),
    draw=_purse,
    answer=lambda p: _fewer_wins(p, _wins_needed(p)),
    wrong=(
        Distractor(
            "half the rounds",
            lambda p: _fewer_wins(p, p["rounds"] // 2),
            phrase(
                "You think that as many wins as losses bring you back to where you were. Try one of each: first up "
                "{share}%, then down {share}% of a bigger amount."
            ),
        ),
        Distractor(
            "opposite",
            lambda p: 1 - _fewer_wins(p, _wins_needed(p)),
            phrase("That is the chance to end with at least as much. You want the opposite."),
        ),
        Distractor(
            "one round",
            lambda p: 1 - Fraction(p["p"], HUNDRED),
            phrase("That is the chance to lose a single round. Which numbers of wins in {rounds} rounds are too few?"),
        ),
        Distractor(
            "all lost",
            lambda p: (1 - Fraction(p["p"], HUNDRED)) ** p["rounds"],
            phrase("That is the chance to lose every round. You can end with less after a few wins, too."),
        ),
    ),
    hints=(
        phrase("Does the order of wins and losses matter? What does a win do to your points, and what does a loss do?"),
        phrase("A win multiplies your points by {up}, a loss by {down}. How many wins keep the product above 1?"),
        phrase("You need {needed} wins. Add up the chances of fewer: C({rounds}, k) times powers of {p}% and {q}%."),
    ),
    solution=phrase(
        "A win multiplies by {up}, a loss by {down}. {last} wins in {rounds} rounds leave {few} of your points, "
        "{needed} wins leave {enough}. So you end with less if you win {last} times or fewer. Add up C({rounds}, k) · "
        "{win}^k · {lose}^({rounds} - k) for k = 0 to {last}: {answer}."
    ),
    shown=lambda p: {
        "up": number(1 + Fraction(p["share"], HUNDRED)),
        "down": number(1 - Fraction(p["share"], HUNDRED)),
        "q": HUNDRED - p["p"],
        "win": number(Fraction(p["p"], HUNDRED)),
        "lose": number(1 - Fraction(p["p"], HUNDRED)),
        "needed": _wins_needed(p),
        "last": _wins_needed(p) - 1,
        "few": _left(p, _wins_needed(p) - 1),
        "enough": _left(p, _wins_needed(p)),
    },
    experiment=_ends_below,
    reflect=Reflection(
        phrase("The bet is in your favor, and the mean grows. How can {answer} of all players end with less?"),
        phrase(
            "Those who win the most rounds become very rich. They pull up the mean, but not the results of the others. "
            "A smaller stake makes every loss smaller, and sometimes, but not always, it makes losers rarer."
        ),
    ),
)


def _left(p: Params, wins: int) -> str:
    share = Fraction(p["share"], HUNDRED)
    return percent((1 + share) ** wins * (1 - share) ** (p["rounds"] - wins))


QUESTIONS = (FAIR, AHEAD, ERRORS, PURSE, HONEST)

GUIDE = Guide(
    aim="Ask what is at stake before you choose: the mean is right for totals, but a goal, a limit or ruin changes the "
    "choice. And treat your own confidence as a bet.",
    before="Expected value and median (lesson 8), trees (lesson 5), base rates (lesson 6), the two types of error "
    "(lesson 12), and some predictions made in earlier lessons.",
    plan=(
        Step(6, "Play the round of phase 1. Everyone notes one discard they were unsure about, and what was at stake."),
        Step(5, "Everyone predicts question 1 and says how sure they are. Collect the intervals on the board."),
        Step(
            9,
            "Simulate. Everyone guesses first, then lets 10,000 players stake half of their points. Who would take the "
            "bet? Compare the mean, the median and the share of players who lose; then try 20% and 100%.",
        ),
        Step(
            10,
            "Compute: the expected value and the fair price (question 1), the last round (question 2), and the tree "
            "with two kinds of error (question 3). Question 4 is for the fast ones. Those who program "
            "write the race in Your turn.",
        ),
        Step(
            12,
            "Confidence as a bet: fill in the table of mean scores together, ask where it is smallest, and answer "
            "question 5. Look at Ana's curve, then everyone looks at their own. Nobody has to show theirs.",
        ),
        Step(3, "Everyone writes one sentence: from now on, I will say a lower (or higher) number when …"),
    ),
    talks=(
        Talk(
            "A bet gains 20% on average. Why would a sensible person not put everything into it, twenty times?",
            "One lost round ends it. The mean comes from the few who win every round; the median player has nothing.",
        ),
        Talk(
            "An insurance costs more than the expected loss. Is it a swindle?",
            "Not by itself. You swap a rare disaster for a small sure cost. It pays for losses you could not bear, and "
            "it wastes money on losses you can: a phone, a bicycle lock.",
        ),
        Talk(
            "Some people choose so that their worst regret is as small as possible. When is that sensible?",
            "When nobody knows the chances at all. This rule is called minimax regret. It ignores the chances, so it "
            "gives away a lot where they are known.",
        ),
        Talk(
            "Which is worse, a false alarm or a miss?",
            "Compare a smoke detector, a spam filter and a screening test. The costs decide, and the base rate decides "
            "how often each error happens.",
        ),
        Talk(
            "A forecaster says 30% rain every day, and it rains on 30% of days. Is the forecaster good?",
            "Well calibrated, and useless: the forecasts never differ. Ask for both, calibration and forecasts that "
            "tell days apart.",
        ),
    ),
    misconceptions=(
        Misconception(
            "The choice with the higher mean is always the better one.",
            "It is better for totals over many rounds that you survive. Ask what counts at the end: a place, a limit, "
            "or points in total?",
        ),
        Misconception(
            "Up 50% and then down 50% brings you back.",
            "100 becomes 150, then 75. Factors multiply: 1.5 times 0.5 is 0.75.",
        ),
        Misconception(
            "70% sure and then wrong: that was a mistake.",
            "Of ten such predictions, three should fail. One case says next to nothing; look at all predictions "
            "together.",
        ),
        Misconception(
            "To be safe, always say 50%.",
            "That gives a Brier score of 0.25 for certain. Say what you believe, and the score gets better on average.",
        ),
        Misconception(
            "My share of hits is below my confidence, so I am overconfident.",
            "Perhaps it was luck. With ten predictions, the interval is wide. The chart says how few hits it takes.",
        ),
    ),
    without="Everybody starts with 100 points and throws a die ten times: 1 to 4 wins, 5 and 6 lose. One group stakes "
    "everything each time, one half, one a fifth. Compare each group's mean and median. Then everybody answers ten "
    "quiz questions with a confidence, and adds up the squared distances.",
)
