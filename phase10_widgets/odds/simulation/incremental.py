"""A simulation that grows trial by trial while someone watches."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from time import perf_counter
from typing import NamedTuple

from ..estimate import Estimate
from ..exact import Kind
from .chunks import stream
from .experiment import Experiment, Trial, read_experiment
from .tally import Tally

SNAPSHOTS_PER_DECADE = 24
"""The number of snapshots taken each time the number of trials grows tenfold."""


class Snapshot(NamedTuple):
    """The estimate after some of the trials."""

    trials: int
    value: float
    low: float
    high: float


class IncrementalSimulation:
    """A simulation that runs trial by trial. As in ``odds.simulate``, only the question and the seed determine the
    result.

    >>> growing = IncrementalSimulation(lambda: lambda random: random.random() < 0.5, seed=1)
    >>> growing.wanted += 1000
    >>> while growing.run():
    ...     pass
    >>> growing.trials, growing.estimate().agrees_with(0.5)
    (1000, True)
    """

    def __init__(self, make: Callable[[], Experiment | Trial], seed: int | str) -> None:
        """Set up an experiment; *make* is called to create it when the first trial runs."""
        self._make = make
        self.seed = seed
        self.wanted = 0
        """The number of trials requested so far."""
        self.trials = 0
        self._kind: Kind = "chance"
        self._total: float = 0
        self._spread = 0.0
        self._noted: list[Snapshot] = []
        self._estimate: Estimate | None = None
        """The estimate from the trials so far, if it is known."""
        self._next = 1

    @cached_property
    def question(self) -> Experiment:
        """The experiment that each trial runs."""
        return read_experiment(self._make())

    def run(self, seconds: float = 0.06) -> bool:
        """Run trials for this many seconds or until all requested ones are done; return True if some are left."""
        until = perf_counter() + seconds
        trial = self.question.prepared()
        while self.trials < self.wanted and perf_counter() < until:
            if self.trials % self.question.chunk == 0:
                self._random = stream(self.seed, self.trials // self.question.chunk)
            self._add(trial(self._random))
            if self.trials == self._next:
                self._noted.append(self._snapshot())
                self._next = max(self.trials + 1, round(self.trials * 10 ** (1 / SNAPSHOTS_PER_DECADE)))
        return self.trials < self.wanted

    def _add(self, answer: bool | float) -> None:
        if self.trials == 0:
            self._kind = "chance" if isinstance(answer, bool) else "mean"
        self._estimate = None
        before = self._total / self.trials if self.trials else 0.0
        self.trials += 1
        self._total += answer
        self._spread += (answer - before) * (answer - self._total / self.trials)

    @property
    def _tally(self) -> Tally:
        return Tally(self._kind, self.trials, self._total, self._spread)

    @property
    def hits(self) -> int:
        """The number of hits so far, if a chance is estimated."""
        return int(self._total)

    def estimate(self) -> Estimate:
        """Return the estimate from the trials so far; there must be at least one."""
        if self._estimate is None:
            asked, assumption = self.question.asked, self.question.assumption
            self._estimate = Estimate.of(self._tally, seed=self.seed, asked=asked, assumption=assumption)
        return self._estimate

    def _snapshot(self) -> Snapshot:
        found = Estimate.of(self._tally)
        return Snapshot(self.trials, found.value, found.low, found.high)

    def moments(self) -> list[Snapshot]:
        """Return snapshots of the estimate, ending with the current one."""
        noted = self._noted
        if self.trials and (not noted or noted[-1].trials < self.trials):
            noted = [*noted, self._snapshot()]
        return [*noted]
