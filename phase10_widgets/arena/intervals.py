"""Intervals for a player's share of the wins.

Games with the same deal share its cards, so they count as one observation, not several; all intervals are therefore
computed from deals. With rotated seats, a good hand helps each player once, so deals vary less than games do.
"""

from __future__ import annotations

from math import log, log1p, sqrt

from ..odds.estimate import wilson, z_score

FEW_DEALS = 10
"""The number of deals below which the spread between deals is treated as unknown."""


class Clusters:
    """Running sums over deals, used to compute a win share's interval after a fixed number of games."""

    __slots__ = ("deals", "games", "games_squared", "product", "wins", "wins_squared")

    def __init__(self) -> None:
        self.deals = self.games = self.games_squared = 0
        self.wins = self.wins_squared = self.product = 0.0

    def add(self, wins: float, games: int) -> None:
        """Add one deal."""
        self.deals += 1
        self.games += games
        self.games_squared += games * games
        self.wins += wins
        self.wins_squared += wins * wins
        self.product += wins * games

    @property
    def share(self) -> float:
        """The proportion of games that were won."""
        return self.wins / self.games

    @property
    def error(self) -> float:
        """The cluster-robust standard error of the share, which is 0 if all deals had the same result."""
        if self.deals < 2:
            return 0.0
        share = self.share
        squares = self.wins_squared - 2 * share * self.product + share * share * self.games_squared
        return sqrt(max(0.0, squares) * self.deals / (self.deals - 1)) / self.games

    def interval(self, confidence: float) -> tuple[float, float]:
        """Return the Wilson interval (low, high), based on the effective number of independent games.

        That number is share * (1 - share) / error², adjusted to use Student's t quantile for the number of deals
        instead of the normal quantile (Korn and Graubard 1998; Franco, Little, Louis and Slud 2019). With few deals, or
        with deals that do not differ, each deal counts as a single game, which is the most cautious choice.
        """
        share, error = self.share, self.error
        alike = error * error <= 1e-12
        if alike or self.deals < FEW_DEALS:
            return wilson(share * self.deals, self.deals, confidence)
        z = z_score(confidence)
        as_good_as = share * (1 - share) / (error * error) * (z / student(confidence, self.deals - 1)) ** 2
        return wilson(share * as_good_as, as_good_as, confidence)


class AnyTime:
    """A confidence sequence: an interval for the mean of numbers from 0 to 1 that holds at all looks simultaneously.

    The predictable plug-in empirical Bernstein confidence sequence of Waudby-Smith and Ramdas, "Estimating means of
    bounded random variables by betting" (JRSS B 86, 2024), theorem 2: in all but a fraction 1 - confidence of series,
    the true mean lies within *all* of the series' intervals. It does not use a normal approximation, so both looking at
    the interval and stopping early are safe from the very first number.
    """

    __slots__ = ("_cost", "_pull", "_spread", "_sum", "_weights", "n", "room")

    def __init__(self, confidence: float, guess: float = 0.5) -> None:
        """Start with *guess*, the mean expected before the first number; a poor guess widens the interval slightly."""
        self.room = log(2 / (1 - confidence))
        self.n = 0
        self._sum, self._spread = guess, 0.25
        self._weights = self._pull = self._cost = 0.0

    def add(self, value: float) -> None:
        """Add one number."""
        n = self.n = self.n + 1
        before, spread = self._sum / n, self._spread / n
        weight = min(sqrt(2 * self.room / (spread * n * log1p(n))), 0.5)
        self._weights += weight
        self._pull += weight * value
        self._cost += (value - before) ** 2 * (-log1p(-weight) - weight)
        self._sum += value
        self._spread += (value - self._sum / (n + 1)) ** 2

    def interval(self) -> tuple[float, float]:
        """Return the interval (low, high) after the numbers added so far."""
        if not self.n:
            return 0.0, 1.0
        middle, half = self._pull / self._weights, (self.room + self._cost) / self._weights
        return max(0.0, middle - half), min(1.0, middle + half)


def student(confidence: float, freedom: int) -> float:
    """Return the two-sided quantile, in standard errors, of Student's t distribution with *freedom* degrees of freedom
    (9 or more).

    It is computed with the Cornish-Fisher expansion (Abramowitz and Stegun 26.7.5), correct to three decimal places.

    >>> round(student(0.95, 10), 3), round(student(0.95, 30), 3)
    (2.228, 2.042)
    """
    z, v = z_score(confidence), freedom
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum([term * float(v) ** -power for power, term in enumerate(terms, 1)])
