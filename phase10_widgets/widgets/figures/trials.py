"""Base class for the figures whose buttons run a trial once, 100 or 10,000 times."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from time import perf_counter
from typing import Any, ClassVar

from ...odds.simulation.chunks import stream
from ...screens.screen import Refused
from ...teaching.number_text import number
from ...views.protocol.lesson import Deed
from ..odds.sample import MOST_DEALS
from ..shared.interactive import SLICE
from .deals import AT_ONCE
from .figure import Figure, number_to_do

AT_A_LOOK = 100
"""The most trials between two looks at the clock."""


class Trials(Figure):
    """A figure that runs trials in steps. Each CHUNK of them has a random stream of its own, so that a seed gives the
    same trials in whatever portions they are run."""

    _wanted = 0
    """The trials that the learner has asked for since the last change."""
    MOST: ClassVar[int] = MOST_DEALS
    """The maximum number of trials."""
    FULL: ClassVar[str]
    """The refusal of more than that."""
    ACT: ClassVar[str]
    """The name of the buttons' action."""
    BUTTONS: ClassVar[tuple[str, str]]
    """The texts of a button for one trial, and for several."""
    MAIN: ClassVar[int] = AT_ONCE[-1]
    """The number on the main button."""
    STREAM: ClassVar[str]
    """The name of the random streams."""
    CHUNK: ClassVar[int]
    """The number of trials that share a random stream."""

    @property
    @abstractmethod
    def _trials(self) -> int:
        """The trials so far."""

    @abstractmethod
    def _try(self, random: Random, n: int) -> None:
        """Run *n* trials."""

    def _more(self, n: Any) -> None:
        """Want as many more trials as a button says.

        Raises:
            Refused: there is no such button, or these are too many.
        """
        n = number_to_do(n, AT_ONCE)
        if self._wanted + n > self.MOST:
            raise Refused("bad_value", self.FULL, n=number(self._wanted))
        self._wanted += n

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

    @property
    def _running(self) -> bool:
        return self._trials < self._wanted

    def _step(self) -> bool:
        if not self._running:
            return False
        self._try_until(perf_counter() + SLICE)
        self._show()
        return self._running

    def _try_until(self, until: float) -> None:
        """Run the trials that are wanted, or a part of them if the time is over before."""
        while self._running and perf_counter() < until:
            at = self._trials
            if not at % self.CHUNK:
                self._random = stream(f"{self.seed}/{self.STREAM}", at // self.CHUNK)
            self._try(self._random, min(self._wanted - at, self.CHUNK - at % self.CHUNK, AT_A_LOOK))
