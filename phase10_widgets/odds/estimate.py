"""Simulated answers: a number with its confidence interval, and no more digits than it supports.

All formatting of simulated numbers is done here, according to five rules:

- A simulated value is rounded to the digits that its standard error supports, and so are the ends of its interval:
  all three have the same number of decimals.
- A count is exact: 29 wins in 40 games is 72.5%, no matter how the next 40 games turn out.
- The ends of an interval are rounded outward, so that the displayed interval contains the entire computed interval.
- A chance halfway between two rounded values is rounded away from one half, so that a chance and its complement add up
to 100%.
- "Never" and "always" are written without decimals: 0% and 100%.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import lru_cache
from math import floor, inf, isfinite, log10, sqrt
from typing import Any, SupportsFloat

from ..base.html import as_html
from ..base.integers import shown
from ..base.translatable import NumberText, Sentence
from .exact import Kind, formatted, percent
from .simulation.tally import Tally, TrialError, count

CONFIDENCE = 0.95
NOISE = 1e-9
"""The fraction of a unit that counts as floating-point error and is therefore not rounded up."""
TIE = 1e-7
"""The amount by which a chance is shifted away from one half before it is rounded."""
MINUS = "\N{MINUS SIGN}"


def _unsaid() -> Sentence:
    return Sentence("These trials have no description.")


@dataclass(frozen=True, slots=True)
class Estimate(float):
    """The result of a simulation: a chance or a mean, and the interval around it.

    It is a number, equal to its value: it can be compared, rounded, added and averaged, and the result is a plain
    float. Two estimates are equal if their intervals, trials and questions are equal, too.

    >>> chance = Estimate.of(Tally("chance", 1000, 183, 0))
    >>> chance < 0.6, round(chance, 2), round(chance - 0.1, 3), max(chance, 0.1) is chance
    (True, 0.18, 0.083, True)
    >>> print(Estimate.of(Tally("chance", 1000, 183, 0)))
    18% (16% to 21%)
    >>> print(Estimate.of(Tally("chance", 40, 29, 0), observed=True))
    72.5% (57% to 84%)
    >>> f"{Estimate.of(Tally('chance', 1000, 183, 0)):.2%}"
    '18.30%'
    """

    value: float
    """The proportion of hits, from 0 to 1, or the mean of the answers."""
    low: float
    """The lower end of the interval."""
    high: float
    trials: int
    kind: Kind = "chance"
    error: float = inf
    """The standard error: the typical deviation of the value in a simulation of this length."""
    confidence: float = CONFIDENCE
    """The proportion of such simulations whose intervals contain the true value."""
    seed: int | str | None = None
    asked: Sentence = field(default_factory=_unsaid)
    """The question that each trial answers."""
    assumption: Sentence = field(default_factory=_unsaid)
    """The assumption behind the number, such as which cards are equally likely."""
    observed: bool = False
    """True if the value itself is the answer, such as the proportion of games won, and is therefore shown as
    counted."""

    def __new__(cls, value: SupportsFloat, *rest: Any, **about: Any) -> Estimate:
        """Create the number; without an interval, return a plain float, as ``statistics.mean`` expects."""
        return float.__new__(cls if rest or about else float, value)  # type: ignore[return-value]

    @classmethod
    def of(cls, tally: Tally, confidence: float = CONFIDENCE, **about: Any) -> Estimate:
        """Build the estimate from these trials, with the Wilson interval for a chance and the normal interval for
        a mean."""
        n, z = tally.trials, z_score(confidence)
        value = tally.mean
        if tally.kind == "chance":
            low, high = wilson(int(tally.total), n, confidence)
            error = (high - low) / (2 * z) if z else sqrt(value * (1 - value) / n)
        else:
            error = sqrt(tally.spread / (n - 1) / n) if n > 1 else inf
            low, high = value - z * error, value + z * error
        return cls(value, low, high, n, tally.kind, error, confidence, **about)

    @property
    def margin(self) -> float:
        """Half the width of the interval: the x in "± x"."""
        return (self.high - self.low) / 2

    @property
    def explanation(self) -> Sentence:
        """The number's meaning, in a few words."""
        parts: dict[str, object] = {
            "value": self.text,
            "trials": _whole(self.trials),
            "share": _percent(self.confidence, None),
        }
        parts |= dict(zip(("low", "high"), self.ends, strict=True))
        if self.kind == "chance":
            parts["value"] = self.counted if self.observed else _whole(round(self.value * self.trials))
            return Sentence.plural(
                "It happened in {value} of {trials} trial. {share} confidence interval: {low} to {high}.",
                "It happened in {value} of {trials} trials. {share} confidence interval: {low} to {high}.",
                self.trials,
                **parts,
            )
        if not isfinite(self.error):
            return Sentence.plural(
                "The result of {trials} trial is {value}.",
                "The mean of {trials} trials is {value}.",
                self.trials,
                **parts,
            )
        return Sentence.plural(
            "The mean of {trials} trial is {value}. {share} confidence interval: {low} to {high}.",
            "The mean of {trials} trials is {value}. {share} confidence interval: {low} to {high}.",
            self.trials,
            **parts,
        )

    def agrees_with(self, exact: SupportsFloat, standard_errors: float = 4) -> bool:
        """Return True if the simulation is plausible when *exact* is the true value.

        A chance is compared using the standard error that *exact* implies, so even zero hits can agree with a small
        chance. A certain event must always have occurred, and an impossible one never.

        >>> Estimate.of(Tally("chance", 1000, 183, 0)).agrees_with(0.18)
        True
        """
        truth = float(exact)
        error = self.error
        if self.kind == "chance":
            if not 0 <= truth <= 1:
                return False
            error = sqrt(truth * (1 - truth) / self.trials)
        return abs(self.value - truth) <= standard_errors * error or self.value == truth

    @property
    def text(self) -> NumberText:
        """The value as displayed: ``"18.3%"``, ``"54.2"``.

        It has the same digits as :attr:`supported`, or as :attr:`counted` if it was observed.
        """
        return self.counted if self.observed else self.supported

    @property
    def supported(self) -> NumberText:
        """The value with the digits that its standard error supports; :attr:`ends` has the same number of decimals.

        >>> print(share(210, 400).supported, share(190, 400).supported)
        53% 47%
        """
        value = self.value
        if self.kind == "chance" and value not in (0, 0.5, 1):
            value += TIE if value > 0.5 else -TIE
        return self._format(value, _place(self.error))

    @property
    def counted(self) -> NumberText:
        """The trials' result to four digits: 3 of 7 is ``"42.86%"``."""
        return NumberText(percent(Fraction(self.value))) if self.kind == "chance" else self._format(self.value, None)

    @property
    def ends(self) -> tuple[NumberText, NumberText]:
        """The ends of the interval as displayed, rounded outward (the low end down and the high end up).

        The rounding unit is at most one standard error, so a displayed end is off by less than one standard error.
        """
        place = _place(self.error)
        return self._format(_down(self.low, place), place), self._format(-_down(-self.high, place), place)

    def __str__(self) -> str:
        low, high = self.ends
        return f"{self.text} ({low} to {high})"

    _repr_html_ = as_html

    def __repr__(self) -> str:
        return f"<Estimate {self}, {_whole(self.trials)} trials>"

    def __hash__(self) -> int:
        return float.__hash__(self)

    def __ne__(self, other: object) -> bool:
        return not self == other  # the inherited one would compare only the values

    def __reduce__(self) -> tuple[Callable[..., Estimate], tuple[Any, ...]]:
        return Estimate, tuple(getattr(self, one.name) for one in fields(self))

    def __format__(self, spec: str) -> str:
        """Format the value like a float; if the format contains no number, pad the value and interval instead."""
        return formatted(self, spec)

    def to_dict(self) -> dict[str, Any]:
        """Return a table row with value, low, high, trials, kind, error, confidence, seed, text, asked, assumption
        and explanation.

        A bound that is undefined for so few trials is None.
        """
        numbers = {name: getattr(self, name) for name in ("value", "low", "high", "trials")}
        about = {"kind": self.kind, "error": self.error, "confidence": self.confidence, "seed": self.seed}
        texts = {name: str(getattr(self, name)) for name in ("text", "asked", "assumption", "explanation")}
        row = {**numbers, **about, **texts}
        return {name: None if isinstance(v, float) and not isfinite(v) else v for name, v in row.items()}

    def _format(self, value: float, place: int | None) -> NumberText:
        """Format a value on this estimate's scale, rounded to a decimal place; a chance of 0 or 1 needs no decimals."""
        if self.kind == "mean":
            return _number(value, place)
        return _percent(value, None if value in (0, 1) else place)


def share(hits: int, trials: int) -> Estimate:
    """Return the proportion of trials that were hits, with its interval, as an estimate of the chance.

    >>> print(share(183, 1000))
    18% (16% to 21%)

    Raises:
        ValueError: fewer than one trial, or more hits than trials.
    """
    wilson(hits, trials)  # checks the numbers
    return Estimate.of(Tally("chance", trials, hits, hits * (trials - hits) / trials))


def average(results: Iterable[Any]) -> Estimate:
    """Return the mean of trial results with its interval; for bools, the mean is the proportion of True.

    >>> print(average([35, 40, 30, 45, 40, 35]))
    38 (33 to 42)

    Raises:
        TrialError: there are no results, or they are not all of one type.
    """
    if not isinstance(results, Iterable):
        raise TrialError(f"results must be a list of trial results, such as [True, False], not {shown(results)}")
    found = list(results)
    if not found:
        raise TrialError("there are no results to average")
    return Estimate.of(count(found))


def rounded(value: SupportsFloat, error: SupportsFloat) -> NumberText:
    """Return a simulated number with the digits that its standard error supports.

    >>> rounded(4.2049, error=0.29), rounded(37575, error=2000)
    ('4.2', '38,000')

    Raises:
        ValueError: an argument is not a number.
    """
    try:
        number, place = float(value), _place(2 * float(error))
    except (TypeError, ValueError):
        given = f"{shown(value)} and {shown(error)}"
        raise ValueError(f"a value and its standard error must be numbers, such as 4.2 and 0.29, not {given}") from None
    if place is None:
        return _number(number, None)
    return NumberText(f"{round(number, -place) + 0.0:,.{max(0, -place)}f}".replace("-", MINUS))


def wilson(hits: float, trials: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the Wilson score interval (low, high) for the chance of an event that occurred in *hits* of *trials*
    trials.

    The interval stays between 0 and 1 and contains ``hits / trials``, even with no hits or only hits. For dependent
    trials, *hits* and *trials* may be fractional, giving the equivalent numbers of independent trials.

    >>> [round(end, 4) for end in wilson(0, 10)], [round(end, 4) for end in wilson(5, 10)]
    ([0.0, 0.2775], [0.2366, 0.7634])

    Raises:
        ValueError: there is less than one trial, there are more hits than trials, or an argument is not a number.
    """
    try:
        fits = trials >= 1 and 0 <= hits <= trials
    except TypeError:
        fits = False
    if not fits:
        given = f"{shown(hits)} of {shown(trials)}"
        raise ValueError(f"hits must be from 0 to the number of trials, which must be at least 1, not {given}")
    return score_interval(hits, trials, z_score(confidence))


def score_interval(hits: float, trials: float, z: float) -> tuple[float, float]:
    """Return the Wilson interval, between 0 and 1, that reaches *z* standard errors to each side.

    >>> [round(end, 4) for end in score_interval(5, 10, 1.96)]
    [0.2366, 0.7634]
    """
    share, pull = hits / trials, z * z / trials
    middle = (share + pull / 2) / (1 + pull)
    half = z * sqrt(share * (1 - share) / trials + pull / (4 * trials)) / (1 + pull)
    low = 0.0 if hits == 0 else max(0.0, min(share, middle - half))
    high = 1.0 if hits == trials else min(1.0, max(share, middle + half))
    return low, high


def z_score(confidence: float) -> float:
    """Return how many standard errors to each side cover this proportion of a normal distribution, such as 1.96 for
    0.95.

    Raises:
        ValueError: it is not a number between 0 and 1.
    """
    try:
        return _z_score(confidence)
    except TypeError:  # not a number
        raise ValueError(f"confidence must be between 0 and 1, such as 0.95, not {shown(confidence)}") from None


@lru_cache(maxsize=32)
def _z_score(confidence: float) -> float:
    from statistics import NormalDist

    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be between 0 and 1, such as 0.95, not {shown(confidence)}")
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def _place(most: float) -> int | None:
    """Return the decimal place whose unit is at most *most*, or None for no rounding.

    >>> _place(0.0024), _place(0.0192), _place(6.2)
    (-3, -2, 0)
    """
    return floor(log10(most)) if most and isfinite(most) else None


def _down(value: float, place: int | None) -> float:
    """Round down to the given decimal place; leave a value that already ends there unchanged.

    >>> _down(0.5715, -2), _down(-0.8389, -2), _down(0.15, -2), _down(1.25, None)
    (0.57, -0.84, 0.15, 1.25)
    """
    if place is None or not isfinite(value):
        return value
    unit = Fraction(10) ** place
    return float(floor(Fraction(value) / unit + Fraction(NOISE)) * unit)


def _percent(share: float, place: int | None) -> NumberText:
    return NumberText(f"{_number(100 * share, None if place is None else place + 2)}%")


def _number(value: float, place: int | None) -> NumberText:
    """Format the value rounded to a decimal place; a value rounded to zero has no sign."""
    if not isfinite(value):
        return NumberText("∞" if value > 0 else f"{MINUS}∞")
    text = f"{value:.12g}" if place is None else f"{round(value, -place) + 0.0:.{max(0, -place)}f}"
    return NumberText(text.replace("-", MINUS))


def _whole(n: int) -> NumberText:
    return NumberText(f"{n:,}")
