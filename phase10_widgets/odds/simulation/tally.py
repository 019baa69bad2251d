"""Tallies: trials summarized in a few numbers that can be added."""

from __future__ import annotations

from math import fsum
from numbers import Integral, Real
from typing import Any, NamedTuple

from ...base.errors import Phase10Error
from ..exact import Kind


class TrialError(Phase10Error, ValueError):
    """Raised if a trial returns neither a bool nor a number, or if trials return a mix of both.

    >>> import phase10_widgets as p10
    >>> p10.odds.simulate(lambda random: "yes", trials=10, seed=1)
    Traceback (most recent call last):
    phase10_widgets.odds.simulation.tally.TrialError: a trial must return True, False or a number, not 'yes' (str)
    """


LARGEST_ANSWER = 1e100
"""The upper limit for an answer, so that sums of squares stay finite."""


class Tally(NamedTuple):
    """A summary of some trials' answers, as a few numbers that can be added."""

    kind: Kind
    """The type of answer: "chance" for bools, "mean" for numbers."""
    trials: int
    total: int | float
    """The sum of the answers, which is the number of hits for a chance."""
    spread: float
    """The sum of the squared distances from the mean."""

    @property
    def mean(self) -> float:
        """The proportion of hits, or the mean of the answers."""
        return self.total / self.trials

    def plus(self, after: Tally) -> Tally:
        """Return the two tallies combined. Sums of floats are rounded, so the order of the chunks matters.

        Raises:
            TrialError: one tally counts hits and the other adds numbers.
        """
        if self.kind != after.kind:
            raise _mixed()
        trials = self.trials + after.trials
        apart = after.mean - self.mean
        spread = self.spread + after.spread + apart * apart * self.trials * after.trials / trials
        return Tally(self.kind, trials, self.total + after.total, spread)


def count(given: list[Any]) -> Tally:
    """Return the tally of these answers.

    >>> count([True, False, True, True])
    Tally(kind='chance', trials=4, total=3, spread=0.75)
    >>> count([1, 2, 6])
    Tally(kind='mean', trials=3, total=9, spread=14.0)

    Raises:
        TrialError: an answer is neither a bool nor a number, or the answers are not all of one type.
    """
    n, kinds = len(given), set(map(type, given))
    if kinds - {bool, int, float}:
        given = list(map(_plain, given))
        kinds = set(map(type, given))
    if bool in kinds:
        if len(kinds) > 1:
            raise _mixed()
        hits = sum(given)
        return Tally("chance", n, hits, hits * (n - hits) / n)
    for answer in given:
        if not -LARGEST_ANSWER < answer < LARGEST_ANSWER:
            raise TrialError(f"a trial must return a number that can be added up, not {answer!r:.80}")
    total = sum(given) if kinds == {int} else fsum(given)
    mean = total / n
    return Tally("mean", n, total, fsum([(answer - mean) ** 2 for answer in given]))


def _plain(answer: Any) -> bool | int | float:
    """Return the answer as a Python number; NumPy scalars and fractions are accepted."""
    if type(answer).__module__ == "numpy" and getattr(answer, "shape", None) == ():
        answer = answer.item()
    if isinstance(answer, bool | int):
        return answer
    if isinstance(answer, Real):
        return int(answer) if isinstance(answer, Integral) else float(answer)
    raise TrialError(f"a trial must return True, False or a number, not {answer!r:.80} ({type(answer).__name__})")


def _mixed() -> TrialError:
    return TrialError("all trials must return True or False, or all must return numbers; these returned some of each")
