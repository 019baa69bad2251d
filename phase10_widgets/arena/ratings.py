"""Ratings: one number per player, chosen so that differences predict how often one player beats another.

The model is Bradley and Terry's, in Luce's form for tables of any size: each player has a strength and wins with
a probability equal to its share of the table's total strength. A rating is 400 · log10 of the strength, like Elo's,
and 1500 on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from ..base.field_docs import with_field_docs
from ..base.translatable import Sentence

AVERAGE = 1500.0
SCALE = 400 / log(10)
"""The number of rating points per unit of log strength."""
DEAL_GROUPS = 25
"""The number of groups of deals used to estimate the errors."""
STEPS = 10_000
NEAR = 1e-9
ROUNDING_POINTS = 1e-6
"""The error, in rating points, below which the groups of deals differ only by rounding."""
TOO_FEW = Sentence("too few games, or too one-sided ones, to say how certain the rating is")
ALIKE = Sentence("all deals ended alike, so nothing shows how certain the rating is")


@with_field_docs
class Rating(NamedTuple):
    """A player's rating.

    >>> import phase10_widgets as p10
    >>> results = p10.arena.play("classic", ["greedy", "random"], games=20, seed=1, phases=[1])
    >>> f"{results.ratings[0].value:.0f} ± {results.ratings[0].error:.0f}"
    '1691 ± 79'
    """

    value: float | None
    """The rating, or None if the games do not determine one (see *why*)."""
    error: float | None
    """The rating's standard error relative to the players' average, or None if the games do not determine it."""
    why: Sentence | None = None
    """The reason why the rating or its error is missing."""


class MatchupWins(NamedTuple):
    """The wins at one table."""

    players: tuple[int, ...]
    wins: tuple[float, ...]
    """The wins in the players' order, which add up to the number of games."""


Matchups = Sequence[MatchupWins]


def ratings(n: int, groups: Sequence[Matchups]) -> tuple[Rating, ...]:
    """Return the ratings of *n* players from their games in independent *groups*.

    Maximum-likelihood strengths exist only if no set of players won every game against the others (Ford 1957).
    Otherwise, the players in the largest set with this property are rated among themselves, and the others get no
    rating. Errors are delete-a-group jackknife errors, which are valid even though games with the same deal are not
    independent.
    """
    whole = added(groups)
    linked = comparable(n, whole)
    if len(linked) < 2:
        return tuple(Rating(None, None, _why(at, whole, linked)) for at in range(n))
    found = _strengths(linked, whole)
    errors = _errors(linked, groups, found)
    middle = sum(found.values()) / len(linked)
    return tuple(
        _rated(AVERAGE + SCALE * (found[at] - middle), errors[at])
        if at in found
        else Rating(None, None, _why(at, whole, linked))
        for at in range(n)
    )


def _rated(value: float, error: float | None) -> Rating:
    """Return the rating, leaving out an error of 0, which means that the groups of deals did not differ."""
    if error is None or error < ROUNDING_POINTS:
        return Rating(value, None, TOO_FEW if error is None else ALIKE)
    return Rating(value, error)


def added(groups: Sequence[Matchups]) -> list[MatchupWins]:
    """Return the wins, added up by table."""
    found: dict[tuple[int, ...], list[float]] = {}
    for group in groups:
        for players, wins in group:
            sums = found.setdefault(players, [0.0] * len(players))
            for at, won in enumerate(wins):
                sums[at] += won
    return [MatchupWins(players, tuple(wins)) for players, wins in found.items()]


def comparable(n: int, tallies: Matchups) -> tuple[int, ...]:
    """Return the largest set (the first one in case of a tie) of players who have all beaten each other, directly or
    through others."""
    beaten: list[set[int]] = [set() for _ in range(n)]
    for players, wins in tallies:
        for player, won in zip(players, wins, strict=True):
            if won:
                beaten[player].update(players)
    reached = [_reached(at, beaten) for at in range(n)]
    sets = [tuple(b for b in sorted(reached[a]) if a in reached[b]) for a in range(n)]
    return max(sets, key=len, default=())


def _reached(start: int, beaten: list[set[int]]) -> set[int]:
    found, new = {start}, [start]
    while new:
        more = beaten[new.pop()] - found
        found |= more
        new += more
    return found


def _strengths(rated: Sequence[int], tallies: Matchups, start: dict[int, float] | None = None) -> dict[int, float]:
    """Return the maximum-likelihood log strengths, 0 on average, by Hunter's MM algorithm (Ann. Statist. 2004)."""
    games = [(players, sum(wins)) for players, wins in _among(rated, tallies)]
    wins = dict.fromkeys(rated, 0.0)
    for players, won in _among(rated, tallies):
        for player, w in zip(players, won, strict=True):
            wins[player] += w
    strength = {at: exp(start[at]) if start else 1.0 for at in rated}
    for _ in range(STEPS):
        met = dict.fromkeys(rated, 0.0)
        for players, n in games:
            share = n / sum([strength[at] for at in players])
            for at in players:
                met[at] += share
        new = {at: wins[at] / met[at] for at in rated}
        middle = exp(sum(map(log, new.values())) / len(new))
        new = {at: value / middle for at, value in new.items()}
        moved = max(abs(log(new[at] / strength[at])) for at in rated)
        strength = new
        if moved < NEAR:
            break
    return {at: log(value) for at, value in strength.items()}


def _among(rated: Sequence[int], tallies: Matchups) -> list[MatchupWins]:
    """Return the wins among these players, without matchups that none of them won."""
    found = []
    for players, wins in tallies:
        kept = [(at, won) for at, won in zip(players, wins, strict=True) if at in rated]
        if len(kept) > 1 and any(won for _, won in kept):
            found.append(MatchupWins(tuple(at for at, _ in kept), tuple(won for _, won in kept)))
    return found


def _errors(rated: tuple[int, ...], groups: Sequence[Matchups], found: dict[int, float]) -> dict[int, float | None]:
    """Return the standard error of each rating, or None for all of them if some group cannot be left out."""
    n, middle = len(groups), sum(found.values()) / len(found)
    without = []
    for left_out in range(n):
        rest = added([group for at, group in enumerate(groups) if at != left_out])
        if n < 2 or not set(rated) <= set(comparable(max(rated) + 1, _among(rated, rest))):
            return dict.fromkeys(rated)
        without.append(_strengths(rated, rest, {at: value - middle for at, value in found.items()}))
    errors: dict[int, float | None] = {}
    for at in rated:
        mean = sum(one[at] for one in without) / n
        errors[at] = SCALE * sqrt((n - 1) / n * sum((one[at] - mean) ** 2 for one in without))
    return errors


def _why(at: int, tallies: Matchups, linked: tuple[int, ...]) -> Sentence:
    games = round(sum(sum(wins) for players, wins in tallies if at in players))
    won = sum(wins[players.index(at)] for players, wins in tallies if at in players)
    if not games:
        return Sentence("no game was played")
    if won == games:
        return Sentence.plural("won the only game", "won all {n} games: too strong to rate", games)
    if not won:
        return Sentence.plural("lost the only game", "won none of {n} games: too weak to rate", games)
    return Sentence("always won or always lost against every rated player")
