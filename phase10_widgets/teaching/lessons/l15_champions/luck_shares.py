"""Lesson 15, questions 4 and 5: the part of a result that is due to luck."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from ....base.translatable import phrase
from ....languages.number_text import percent
from ....odds.simulation.experiment import Trial
from ...exercises.question import Distractor, Params, Reflection
from ..common import question
from ..repeated_trials import successes
from .champions import STANDARDS

DECK = (5,) * 72 + (10,) * 24 + (15,) * 4 + (25,) * 8
"""The point value of each card in the classic deck (C2, C7)."""
POINTS = sum(DECK)


def _expensive(random: Random) -> Params:
    """Return a hand of ten cards that costs 120 points or more, and the number of cards kept from it."""
    wilds = random.choice((3, 4))
    tens = random.randint(2, 7) if wilds == 3 else random.randint(0, 6)
    hand = (25,) * wilds + (10,) * tens + (5,) * (10 - wilds - tens)
    kept = random.randint(2, 6)
    return {"hand": hand, "points": sum(hand), "kept": kept, "new": 10 - kept}


def _exchanged(p: Params, random: Random) -> int:
    deck = list(DECK)
    for points in p["hand"]:
        deck.remove(points)
    return int(sum(random.sample(p["hand"], p["kept"])) + sum(random.sample(deck, p["new"])))


EXCHANGE = question(
    id="15/exchange",
    kind="number",
    digits=3,
    goals=(phrase("Compute how far a result goes back if a part of it stays."),),
    standards=STANDARDS,
    prompt=phrase(
        "The 108 cards cost 860 points together, so ten of them cost 79.63 on average. Your ten cost {points}. "
        "Lots decide which {kept} of them you keep. The other {new} go away, and you get {new} new ones from the "
        "98 cards that were not in your hand. What do your ten cards cost on average now?"
    ),
    draw=_expensive,
    answer=lambda p: (
        Fraction(p["kept"] * p["points"], 10) + Fraction(p["new"] * (POINTS - p["points"]), len(DECK) - 10)
    ),
    wrong=(
        Distractor(
            "same",
            lambda p: p["points"],
            phrase(
                "That is what your hand costs before the exchange. The new cards are not as expensive as the old ones."
            ),
        ),
        Distractor(
            "mean",
            lambda p: Fraction(10 * POINTS, len(DECK)),
            phrase("That is the mean of ten new cards. But {kept} of the expensive ones stay."),
        ),
        Distractor(
            "whole deck",
            lambda p: Fraction(p["kept"] * p["points"], 10) + Fraction(p["new"] * POINTS, len(DECK)),
            phrase("Close. But the new cards come from 98 cards, and your expensive ones are not among them."),
        ),
    ),
    hints=(
        phrase("Look at the cards that stay and the new ones separately. Expected values add up."),
        phrase("A card that stays costs {points}/10 on average."),
        phrase(
            "A new card costs (860 − {points})/98 on average. Add {kept} times the old mean and {new} times the "  # noqa: RUF001
            "new one."
        ),
    ),
    solution=phrase(
        "{kept} · {points}/10 + {new} · (860 − {points})/98 = {answer}. The cards that stay "  # noqa: RUF001
        "bring their share of the old cost with them."
    ),
    experiment=lambda p: lambda random: _exchanged(p, random),
    reflect=Reflection(
        phrase("Which part of this hand plays the role of skill? Which part plays the role of luck?"),
        phrase("The cards that stay are like skill, and the new cards are like luck."),
    ),
)


def _two_kinds(random: Random) -> Params:
    while True:
        low, games = random.choice((30, 35, 40, 42, 45)), random.randrange(10, 61, 5)
        p = {"low": low, "high": 100 - low, "games": games}
        # otherwise, skill and luck contribute about equally
        if abs(_reliability(p) - Fraction(1, 2)) > Fraction(1, 50):
            return p


def _parts(p: Params) -> tuple[Fraction, Fraction]:
    """Return the variance of skill and the variance of luck in one game."""
    return Fraction((p["high"] - p["low"]) ** 2, 200**2), Fraction(p["low"] * p["high"], 100**2)


def _reliability(p: Params) -> Fraction:
    skill, luck = _parts(p)
    return skill / (skill + luck / int(p["games"]))


def _deviations(p: Params) -> Trial:
    """Return a trial that multiplies a player's deviations from the mean in two seasons, as proportions."""
    games = p["games"]
    seasons = [successes(games, Fraction(chance, 100)) for chance in (p["low"], p["high"])]

    def trial(random: Random) -> float:
        season = random.choice(seasons)
        return float((season(random) / games - 1 / 2) * (season(random) / games - 1 / 2))

    return trial


RELIABILITY = question(
    id="15/reliability",
    goals=(phrase("Split a variance into skill and luck."),),
    standards=STANDARDS,
    prompt=phrase(
        "In the long run, half of all players win {low}% of their games, and the other half win {high}%. A season "
        "has {games} games. What share of the variance of the results is skill? In other words: what is the "
        "correlation between two seasons?"
    ),
    draw=_two_kinds,
    answer=_reliability,
    wrong=(
        Distractor(
            "one game",
            lambda p: _reliability({**p, "games": 1}),
            phrase("That is right for a season of one game. In {games} games, luck is watered down."),
        ),
        Distractor(
            "luck",
            lambda p: 1 - _reliability(p),
            phrase("That is the share of luck. The question asks for the share of skill."),
        ),
        Distractor(
            "not squared",
            lambda p: 1 / (1 + Fraction(2 * p["low"] * p["high"], 100 * (p["high"] - p["low"]) * p["games"])),
            phrase("You have to square the distance from the mean. Only variances can be added."),
        ),
    ),
    hints=(
        phrase("A result is skill plus luck. Find the variance of each."),
        phrase("Skill: every player is {off} percentage points from the mean of 50%. Square that distance."),
        phrase("Luck: {low}% times {high}%, divided by {games}. Divide the variance of skill by the sum of the two."),
    ),
    solution=phrase(
        "Skill: every player is {off} percentage points from the mean, and the square of {off}% is {skill}. Luck: "
        "{low}% times {high}%, divided by {games}, is {luck}. Skill divided by the sum of the two: {answer}."
    ),
    shown=lambda p: {
        "off": (p["high"] - p["low"]) // 2,
        "skill": percent(_parts(p)[0]),
        "luck": percent(_parts(p)[1] / p["games"]),
    },
    experiment=_deviations,
    reads=lambda p, value: value * float(_reliability(p) / _parts(p)[0]),
    reflect=Reflection(
        phrase("A league wants the better player to win more often. What can it change?"),
        phrase(
            "It can play more games in a season: luck is watered down, and skill is not. Then last year's champion "
            "does better, too."
        ),
    ),
)
