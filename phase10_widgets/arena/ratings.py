"""Ratings: one number for each player, such that differences say how often one beats the other.

The model is Bradley and Terry's, in Luce's form for tables of any size: each player has a strength, and wins with the
chance of its strength's share in the table's. A rating is 400 · log10 of the strength, as Elo's, 1500 on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from ..core.messages import Sentence

AVERAGE = 1500.0
SCALE = 400 / log(10)
"""Rating points for each unit of the logarithm of strength."""
GROUPS = 25
"""Parts into which the deals are cut for the errors."""
STEPS = 10_000
NEAR = 1e-9


class Rating(NamedTuple):
    """A player's rating."""

    value: float | None
    """None where no number fits: see *why*."""
    error: float | None
    """Its standard error, against the average of the players; None where too few games tell."""
    why: Sentence | None = None
    """Why there is no number."""


class MatchupWins(NamedTuple):
    """The games of one table."""

    players: tuple[int, ...]
    wins: tuple[float, ...]
    """In the players' order; their sum is the number of games."""


Matchups = Sequence[MatchupWins]


def ratings(n: int, groups: Sequence[Matchups]) -> tuple[Rating, ...]:
    """The ratings of *n* players from their games in *groups* that are independent of each other.

    The most likely strengths exist only if no set of players won every game against the others (Ford 1957). Otherwise
    the players of the largest set for which they do are rated among themselves, and the others get no number. Errors
    are the delete-a-group jackknife's: they hold although the games of a deal depend on each other.
    """
    whole = added(groups)
    linked = comparable(n, whole)
    if len(linked) < 2:
        return tuple(Rating(None, None, _why(at, whole, linked)) for at in range(n))
    found = _strengths(linked, whole)
    errors = _errors(linked, groups, found)
    middle = sum(found.values()) / len(linked)
    return tuple(
        Rating(AVERAGE + SCALE * (found[at] - middle), errors.get(at))
        if at in found
        else Rating(None, None, _why(at, whole, linked))
        for at in range(n)
    )


def added(groups: Sequence[Matchups]) -> list[MatchupWins]:
    """One tally for each table."""
    found: dict[tuple[int, ...], list[float]] = {}
    for group in groups:
        for players, wins in group:
            sums = found.setdefault(players, [0.0] * len(players))
            for at, won in enumerate(wins):
                sums[at] += won
    return [MatchupWins(players, tuple(wins)) for players, wins in found.items()]


def comparable(n: int, tallies: Matchups) -> tuple[int, ...]:
    """The largest set of players each of whom has beaten each, perhaps by way of others; the first one of equals."""
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
    """The logarithms of the most likely strengths, 0 on average, by Hunter's MM algorithm (Ann. Statist. 2004)."""
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
    """The games won by one of these players over others of them."""
    found = []
    for players, wins in tallies:
        kept = [(at, won) for at, won in zip(players, wins, strict=True) if at in rated]
        if len(kept) > 1 and any(won for _, won in kept):
            found.append(MatchupWins(tuple(at for at, _ in kept), tuple(won for _, won in kept)))
    return found


def _errors(rated: tuple[int, ...], groups: Sequence[Matchups], found: dict[int, float]) -> dict[int, float | None]:
    """The standard error of each rating; None for all if some group cannot be spared."""
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
        return Sentence.plural("won the only game", "won all {n} games: stronger than any number says", games)
    if not won:
        return Sentence.plural("lost the only game", "won none of {n} games: weaker than any number says", games)
    return Sentence("always won or always lost against each of those who can be rated")
