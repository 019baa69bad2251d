"""Lesson 16, questions 1 and 2: a fair price, and when to take a risk."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import number
from ....odds.simulation.experiment import Trial
from ...exercises.question import Choice, Distractor, Params, Reflection
from ..common import CARDS, SKIPS, WILDS, question

STANDARDS = ("HSS-MD.A.2", "HSS-MD.B.5", "HSS-MD.B.6", "HSS-MD.B.7")
HUNDRED = 100


def _prizes(random: Random) -> Params:
    """Return the prizes for drawing a wild or a skip, and the sum of the prizes for all cards in the deck."""
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
            phrase("You divided by the 96 cards that pay nothing. For a mean over all draws, divide by all 108 cards."),
        ),
        Distractor(
            "kinds",
            lambda p: Fraction(p["wild"] + p["skip"], 3),
            phrase("You treated wilds, skips and other cards as equally likely. Count the cards of each kind."),
        ),
    ),
    hints=(
        phrase("Imagine that somebody draws very often. What would a draw pay on average?"),
        phrase(
            "Suppose that every card is drawn exactly once. What do the 8 wilds, the 4 skips and the other cards "
            "pay together?"
        ),
        phrase("All 108 cards together pay {total} points. Share them equally among 108 draws."),
    ),
    solution=phrase(
        "8 times {wild} plus 4 times {skip} is {total}. Divide by 108: on average, a draw pays {answer} points. At "
        "that price, the game is fair."
    ),
    experiment=_one_draw,
    reflect=Reflection(
        phrase(
            "At a carnival, a draw would cost more than that. Why do people play, and where does the difference go?"
        ),
        phrase(
            "They pay for the fun, or they hope for a wild. The difference is the house edge: in the long run, the "
            "booth keeps it."
        ),
    ),
)


def _last_round(random: Random) -> Params:
    """Return a safe and a risky way to end a game; the one with fewer points on average never wins more often."""
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
    """Return a trial whose result is 1 if only the safe way wins and -1 if only the risky way does."""

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
        "have {mine}. The safe way to end the round costs you exactly {safe} more points. The risky way costs you "
        "nothing with probability {p}%, and {high} points otherwise. With which way are you more likely to win?"
    ),
    draw=_last_round,
    answer=lambda p: "safe" if p["ahead"] else "risky",
    choices=(
        Choice(
            "safe",
            phrase("The safe way"),
            phrase(
                "The safe way costs fewer points on average, but you are sure to lose: you would have {end} "
                "points, against {theirs}."
            ),
        ),
        Choice(
            "risky",
            phrase("The risky way"),
            phrase(
                "The risky way costs only {mean} points on average, but it can leave you with {worst} points. The "
                "safe way wins for sure."
            ),
        ),
        Choice(
            "equal",
            phrase("Both are equally good"),
            phrase("Write down your final points for each case, and compare them with {theirs}."),
        ),
    ),
    hints=(
        phrase("It does not matter by how much you win or lose. With which final points do you win?"),
        phrase("Write down your final points: one result for the safe way, two for the risky way."),
        phrase(
            "The safe way ends with {end} points. The risky way ends with {mine} or {worst}. You need fewer than "
            "{theirs}."
        ),
    ),
    solution=phrase(
        "You win with fewer than {theirs} points. The safe way leaves you with {end}: it wins with probability "
        "{safely}%. The risky way leaves you with {mine} (probability {p}%) or {worst}: it wins with probability "
        "{p}%. {answer} wins more often, although it costs more points on average."
    ),
    shown=lambda p: {"safely": 100 * p["ahead"]},
    experiment=_ending,
    reads=lambda p, value: "safe" if value > 0 else "risky",
    reflect=Reflection(
        phrase("When should you look for risk, and when should you avoid it?"),
        phrase(
            "If an average result is enough to win, avoid risk. If you would lose with an average result, you need "
            "luck, so take a risk."
        ),
    ),
)
