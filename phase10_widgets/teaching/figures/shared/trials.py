"""Base classes for figures that repeat trials, with a single loop that runs the trials in steps.

A figure defines how to run some trials (``_try``) and what to discard when they start over (``_begin``). This module
provides its action, its buttons and the view after each step.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping
from math import inf
from random import Random
from time import perf_counter
from typing import Any, ClassVar

from ....base.integers import integer
from ....base.translatable import phrase
from ....languages.number_text import number
from ....odds.estimate import Estimate
from ....odds.simulation.chunks import stream
from ....odds.simulation.tally import Tally
from ....ui.interactive import SLICE, Input
from ....ui.sample import MOST_DEALS
from ....ui.screen import Refused
from ..wire import Deed, FigureContent
from .figure import Figure
from .parts import Part, text

_TIMES = phrase("You can do this {allowed} times at once, not {value}.")
AT_ONCE = (1, 100, 10_000)
"""The numbers of trials that a button can run at once."""
AT_A_LOOK = 100
"""The maximum number of trials between two clock checks."""


class Repeated(Figure):
    """A figure that repeats something in steps, between which Python handles other messages."""

    ACT: ClassVar[str]
    """The name of the method that requests more trials. It is also an action."""
    KEEPING: ClassVar[frozenset[str]] = frozenset()
    """The inputs that can change without affecting the trials, as long as no others change."""
    _wanted = 0
    """The number of trials that the learner has requested since the last change."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "ACT" in vars(cls):
            cls.ACTS = {**cls.ACTS, cls.ACT: getattr(cls, cls.ACT)}

    @abstractmethod
    def _advance(self) -> None:
        """Run a few of the requested trials, between two clock checks."""

    def _begin(self) -> None:
        """Discard all trials."""
        self._trials = self._wanted = 0

    def _chosen(self, changes: Mapping[str, Any]) -> None:
        super()._chosen(changes)
        if not self.KEEPING or set(changes) - self.KEEPING:
            self._begin()

    @property
    def _running(self) -> bool:
        return self._trials < self._wanted

    @property
    def _moment(self) -> str | None:
        """A text that changes at the 1st, 10th, 100th … trial, when cards fly into the picture; None while trials are
        running."""
        return None if self._running else f"{len(str(self._trials))} {self._values(self.ASKED)}"

    def _step(self) -> bool:
        if not self._running:
            return False
        self._run_until(perf_counter() + SLICE)
        self._show_progress(more=self._running)
        return self._running

    def _run_until(self, until: float) -> None:
        """Run the requested trials, or as many of them as the time allows."""
        while self._running and perf_counter() < until:
            self._advance()

    @property
    def _saved(self) -> int:
        """The number of trials shown with the result on a page without a kernel."""
        return 0

    def _revealed(self) -> FigureContent:
        """Return the view with the result; if the learner has not run trials, run some with this seed first."""
        if self._wanted or not self._saved:
            return super()._revealed()
        self._wanted = self._saved
        try:
            self._run_until(inf)
            return super()._revealed()
        finally:
            self._begin()


class Trials(Repeated):
    """A figure that runs trials. Each CHUNK of them has its own random stream, so that a seed gives the same
    trials no matter how they are divided into runs."""

    MOST: ClassVar[int] = MOST_DEALS
    """The maximum number of trials."""
    FULL: ClassVar[str]
    """The message shown when no more trials are allowed."""
    BUTTONS: ClassVar[tuple[str, str]]
    """The button labels for one trial and for several."""
    MAIN: ClassVar[int] = AT_ONCE[-1]
    """The number of trials on the main button."""
    STREAM: ClassVar[str]
    """The name of the random streams."""
    CHUNK: ClassVar[int]
    """The number of trials that share a random stream."""
    seed: Input[int]

    @abstractmethod
    def _try(self, random: Random, n: int) -> None:
        """Run *n* trials."""

    @abstractmethod
    def _tried(self) -> str:
        """Return a sentence about the trials so far."""

    def _more(self, n: Any) -> None:
        """Request as many additional trials as a button offers.

        Raises:
            Refused: there is no such button, or there are too many trials.
        """
        n = number_to_do(n, AT_ONCE)
        if self._wanted + n > self.MOST:
            raise Refused("bad_value", self.FULL, n=number(self._wanted))
        self._wanted += n

    def _advance(self) -> None:
        at = self._trials
        if not at % self.CHUNK:
            self._random = stream(f"{self.seed}/{self.STREAM}", at // self.CHUNK)
        n = min(self._wanted - at, self.CHUNK - at % self.CHUNK, AT_A_LOOK)
        self._try(self._random, n)
        self._trials += n

    def _try_buttons(self) -> list[Deed]:
        say, (one, many) = self.words.say, self.BUTTONS
        return [
            self._deed(
                self.ACT,
                say(many, n=number(n)) if n > 1 else say(one),
                n,
                main=n == self.MAIN,
                disabled=self._wanted + n > self.MOST or not self._ready,
            )
            for n in AT_ONCE
        ]

    def _so_far(self) -> Part:
        """Return the sentence about the trials so far, as a part."""
        return text(self._tried(), "plain" if self._trials else "hint", key="sample")


def mean_of(found: Collection[tuple[float, int]]) -> Estimate:
    """Return the mean of values, each paired with the number of times it occurred.

    >>> mean_of([(2, 3), (6, 1)]).value
    3.0
    """
    n, total = sum(times for _, times in found), sum(value * times for value, times in found)
    spread = sum((value - total / n) ** 2 * times for value, times in found)
    return Estimate.of(Tally("mean", n, total, spread))


def number_to_do(value: Any, allowed: tuple[int, ...]) -> int:
    """Return the button's number of repetitions if it is allowed.

    Raises:
        Refused: the number is not allowed.
    """
    number = integer(value)
    if number is None or number not in allowed:
        raise Refused("bad_value", _TIMES, allowed=", ".join(map(str, allowed)), value=repr(value)[:20])
    return number
