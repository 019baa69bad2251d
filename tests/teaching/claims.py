"""The claims that reflections and some feedback make about random numbers, as predicates on a question's numbers.

Each claim quotes the sentence that it checks, so a sentence cannot change without its claim.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import ceil, comb, prod
from typing import Any, NamedTuple

from phase10_widgets.editions import edition
from phase10_widgets.odds.deal import deal
from phase10_widgets.odds.estimate import wilson
from phase10_widgets.teaching.lessons.common import drawn, exactly

HALF = Fraction(1, 2)


class Claim(NamedTuple):
    """A sentence (or the part of it that could be false), and a predicate on the numbers and the answer."""

    quote: str
    holds: Callable[[Any, Any], bool]


def binomial(wanted: int, n: int, share: Fraction) -> Fraction:
    """Return the chance of *wanted* or more hits."""
    return sum((comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(wanted, n + 1)), Fraction(0))


def percent_of(text: object) -> float:
    return float(str(text).rstrip("%"))


@cache
def dealt(game: str, phase: int | str, cards: int = 10, hand: str = "") -> float:
    return float(deal(game, phase, cards=cards, hand=hand))


def more_wilds_help(p: Any) -> bool:
    """Check that four wilds raise the chance of any triple or run, by comparing Masters with the classic deck."""
    return dealt("masters", p["phase"]) > 1.2 * dealt("classic", p["phase"])


def rare_and_common(p: Any) -> bool:
    """Check that the wild gives phase 6 the larger factor and phase 2 more percentage points."""
    rare, common = ((dealt("classic", n, p["cards"]), dealt("classic", n, p["cards"], "W")) for n in (6, 2))
    return rare[1] / rare[0] > common[1] / common[0] and common[1] - common[0] > rare[1] - rare[0] and rare < common


def gains(p: Any) -> bool:
    """Check that a phase in the middle gains the most percentage points, and a rare one has the largest factor."""
    codes = {str(type(phase)(phase.needs)) for phase in edition("classic").phases}
    found = [(ten, dealt(p["name"], code, 11)) for code in codes if (ten := dealt(p["name"], code)) > 0]
    points, factor = max(found, key=lambda pair: pair[1] - pair[0]), max(found, key=lambda pair: pair[1] / pair[0])
    return 0.2 < points[0] < 0.8 and factor[0] < 0.05


def longer_than_the_mean(p: Any, answer: Fraction) -> Fraction:
    """Return the chance of waiting longer than this for one of the cards in a pile."""
    return prod((Fraction(p["misses"] - at, p["left"] - at) for at in range(int(answer))), start=Fraction(1))


def lead(players: int, games: int) -> Fraction:
    """Return the lead in games that the best of several equal players has over their mean."""
    fewer = [Fraction(sum(comb(games, k) for k in range(wins)), 2**games) for wins in range(1, games + 1)]
    mean: Fraction = sum((1 - each**players for each in fewer), Fraction(0))
    return mean - Fraction(games, 2)


def purse(p: Any, wins: int, stake: int) -> Fraction:
    share, losses = Fraction(stake, 100), int(p["rounds"]) - wins
    return Fraction(1 + share) ** wins * Fraction(1 - share) ** losses


def smaller_losses(p: Any) -> bool:
    """Check that a smaller stake leaves more for every number of wins that ends in a loss."""
    return all(
        purse(p, wins, smaller) > purse(p, wins, p["share"])
        for wins in range(p["rounds"])
        if purse(p, wins, p["share"]) < 1
        for smaller in range(5, p["share"], 5)
    )


def mean_grows(p: Any, answer: Fraction) -> bool:
    win, n = Fraction(p["p"], 100), p["rounds"]
    mean = sum(comb(n, k) * win**k * (1 - win) ** (n - k) * purse(p, k, p["share"]) for k in range(n + 1))
    return mean > 1 and 2 * p["p"] > 100 and answer > 0


def wilson_from_zero(p: Any) -> bool:
    """Check that an interval's ends are rounded outward."""
    return 0 <= percent_of(p["top"]) - 100 * wilson(0, p["n"])[1] < 0.1


REFLECTIONS: Mapping[str, Claim] = {
    "01/page": Claim("The box also contains two reference cards.", lambda p, a: 108 + 2 == 110),
    "01/longer-run": Claim("8 fewer fit", lambda p, a: p["length"] <= 10),
    "01/bigger-set": Claim(
        "Yes, but only a little: two fewer naturals fit",
        lambda p, a: 0 < Fraction(p["fitting"] + 2, 110 - p["all"]) - a < Fraction(1, 50),
    ),
    "01/more-of-a-color": Claim(
        "even when it has six cards, 26 others fit.", lambda p, a: p["n"] <= 6 and 24 - 6 + 8 == 26
    ),
    "02/dealt-run": Claim(
        "runs with wilds are far more common than natural ones",
        lambda p, a: with_wilds(p["k"]) > 2 * (13 - p["k"]) * 8 ** p["k"],
    ),
    "02/page": Claim("12 numbers at 6.15% each add up to 74%.", lambda p, a: round(12 * 6.15) == 74),
    "03/special": Claim("A hand can contain both a wild and a skip", lambda p, a: p["cards"] >= 2),
    "03/at-least-two": Claim(
        "Most hands with a wild have only one.", lambda p, a: a < exactly(1, p["wilds"], p["cards"], p["size"])
    ),
    "03/table": Claim(
        "so each of the other players is more likely to have one",
        lambda p, a: (
            p["unseen"] == p["size"] - p["cards"]
            and drawn(1, p["wilds"], p["cards"], p["unseen"]) > drawn(1, p["wilds"], p["cards"], p["size"])
        ),
    ),
    "03/masters": Claim(
        "Does that make you 1.5 times as likely to get at least one?",
        lambda p, a: drawn(1, 12, p["cards"], 110) < Fraction(3, 2) * drawn(1, 8, p["cards"]),
    ),
    "04/three-fives": Claim(
        "Why are triples more likely with replacement?", lambda p, a: binomial(3, p["cards"], Fraction(8, 108)) > a
    ),
    "04/pair": Claim("Why do pairs turn up so soon", lambda p, a: p["cards"] < p["numbers"]),
    "05/first-wild": Claim(
        '"The first is wild."',
        lambda p, a: a > drawn(2, p["wilds"], p["cards"], p["size"]) / drawn(1, p["wilds"], p["cards"], p["size"]),
    ),
    "05/phase-with-a-wild": Claim(
        "by a larger factor, and it adds more percentage points", lambda p, a: rare_and_common(p)
    ),
    "05/blog": Claim("It is right for a different game.", lambda p, a: p["cards"] < 2 * p["wanted"]),
    "06/took": Claim("but only {answer} of the takers are collectors", lambda p, a: a < Fraction(p["hit"], 100)),
    "08/below-the-mean": Claim("something else where most values are below the mean", lambda p, a: a > HALF),
    "09/some-draws": Claim(
        "With three draws or more, new cards alone can do it.",
        lambda p, a: (percent_of(p["all"]) > round(100 * float(a), 2)) == (p["draws"] >= 3 or any(singles(p["hand"]))),
    ),
    "09/wait": Claim("It happens less than half the time", lambda p, a: longer_than_the_mean(p, a) < HALF),
    "10/two-kinds": Claim("The hardest one", lambda p, a: p["low"] < p["high"]),
    "10/dealt": Claim(
        "{twice} of all waits are that long or longer",
        lambda p, a: (
            abs(percent_of(p["twice"]) - 100 * float((1 - 1 / a) ** (ceil(2 * a) - 1))) < 0.01
            and percent_of(p["twice"]) > 5
        ),
    ),
    "11/which-game": Claim("Four more wilds raise the chance a lot.", lambda p, a: more_wilds_help(p)),
    "11/first-draw": Claim("In relative terms, the rare ones do.", lambda p, a: gains(p)),
    "12/luck": Claim(
        "Luck alone does that well in 14% of all such contests.",
        lambda p, a: round(100 * binomial(56, 100, HALF)) == 14,
    ),
    "13/table": Claim(
        "held their phase, but only {without} of the others",
        lambda p, a: percent_of(p["with_wild"]) > percent_of(p["without"]) > 0,
    ),
    "13/both-hands": Claim("Lower.", lambda p, a: a < drawn(1, p["wilds"], p["cards"], p["size"]) ** 2),
    "14/total": Claim(
        "the small difference between counting and the normal curve",
        lambda p, a: 0 < abs(100 * float(a) - percent_of(p["normal"])) < 2,
    ),
    "14/point-at-zero": Claim("It goes from 0% to {top}.", lambda p, a: wilson_from_zero(p)),
    "15/best": Claim("The lead does not even double", lambda p, a: lead(100, p["games"]) < 2 * lead(10, p["games"])),
    "16/ahead-or-behind": Claim(
        "If an average result is enough to win, avoid risk.",
        lambda p, a: (p["end"] < p["theirs"]) == p["ahead"] and (a == "safe") == p["ahead"],
    ),
    "16/purse": Claim("A smaller stake makes every loss smaller", lambda p, a: smaller_losses(p) and mean_grows(p, a)),
}


def with_wilds(k: int) -> int:
    """Return the number of *k*-card hands from the classic deck that are a run with at least one wild."""
    found = 0
    for naturals in range(1, k):
        shapes = sum(
            comb(high - low - 1, naturals - 2) if naturals > 1 else 1
            for low in range(1, 13)
            for high in range(low, min(12, low + k - 1) + 1)
            if (naturals == 1) == (high == low)
        )
        found += shapes * 8**naturals * comb(8, k - naturals)
    return found


def singles(hand: Any) -> list[int]:
    """Return the numbers that occur exactly once in a hand."""
    numbers = [card.number for card in hand]
    return [n for n in numbers if numbers.count(n) == 1]


FEEDBACK: Mapping[str, Claim] = {
    # the other constant sentences that make a comparison
    "04/any-triple": Claim(
        "That counts a hand with a triple of 4s and a triple of 9s twice.", lambda p, a: p["cards"] >= 6
    ),
    "05/given-one": Claim(
        "and a smaller share of them has two", lambda p, a: a < drawn(1, p["wilds"] - 1, p["cards"] - 1, p["size"] - 1)
    ),
    "05/blog": Claim("The result is too low", lambda p, a: percent_of(p["naturals"]) < 100 * float(a)),
    "06/left": Claim("But collectors rarely leave it", lambda p, a: p["hit"] >= 75),
    "06/twice": Claim(
        "But a second 7 makes it more likely that they collect 7s.",
        lambda p, a: a > Fraction(p["taking"], p["all"]) > Fraction(p["taking"], p["all"]) ** 2,
    ),
    "06/holds": Claim(
        "With most hands, they would have left it", lambda p, a: drawn(2, p["left"], p["cards"], 97) < HALF
    ),
    "07/small-series": Claim(
        "60% is less than one standard error from 50% in the short series, but two or more in the long one.",
        lambda p, a: 50 / min(p["ana"], p["ben"]) ** 0.5 > 10 >= 100 / max(p["ana"], p["ben"]) ** 0.5,
    ),
    "08/with-a-wild": Claim(
        "Close. You used the mean of the whole deck",
        lambda p, a: abs(p["sure"] + p["others"] * Fraction(860, 108) - a) < a / 20,
    ),
    "08/spread": Claim("but the variance is smaller", lambda p, a: a < Fraction(8 * p["cards"], 108)),
    "09/wait": Claim(
        "Very close: that is the answer with replacement.",
        lambda p, a: a < Fraction(p["left"], p["outs"]) < a * Fraction(11, 10),
    ),
    "11/first-draw": Claim(
        "the chance grows by more than a tenth", lambda p, a: a > Fraction(11, 10) * deal(p["name"], p["code"])
    ),
    "15/blame": Claim(
        "After so few wins, an increase is likely.", lambda p, a: a > HALF and 2 * p["wins"] < p["games"]
    ),
    "15/exchange": Claim(
        "Close. But the new cards come from 98 cards",
        lambda p, a: abs(p["kept"] * Fraction(p["points"], 10) + p["new"] * Fraction(860, 108) - a) < a / 10,
    ),
}
ALSO: tuple[str, Claim] = (
    "15/exchange",
    Claim("The new cards are not as expensive as the old ones.", lambda p, a: p["points"] * 108 > 860 * 10),
)
"""A second claim about a question in `FEEDBACK`."""

ALWAYS = {
    1: "which-group",
    2: "hands runs one-color",
    3: "at-least-one",
    4: "any-triple mean",
    5: "given-one",
    6: "left twice holds",
    7: "small-series error due at-least-once",
    8: "cost with-a-wild spread middles",
    9: "pair-or-run next-card",
    10: "ten-phases race one-miss",
    11: "which-phase wild-side",
    12: "both-sides many peeking",
    13: "other-hand or first-edition",
    14: "which-picture beyond our-mistakes",
    15: "again blame exchange reliability",
    16: "fair-price two-errors honest",
}
"""By lesson, the questions whose reflection states only a rule of the game or of chance, not a claim about numbers."""
