"""Trials for executor tests, in a separate module so that workers can import them by name."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import ClassVar

from phase10_widgets.arena import Contest
from phase10_widgets.base.translatable import Sentence
from phase10_widgets.odds.simulation.experiment import Experiment, Trial
from phase10_widgets.odds.simulation.simulate import Simulation
from phase10_widgets.parallel.progress_bar import Watcher


def heads(random: Random) -> bool:
    """Toss a fair coin."""
    return random.random() < 0.5


def height(random: Random) -> float:
    """Return a number whose sums are rounded, which reveals the order of addition."""
    return 1e6 + random.gauss() / 3


def stop_at(running: Simulation | Contest, n: int) -> Watcher:
    """Return a watcher that stops the simulation after this many trials, or the contest after this many games."""

    def watch(done: int, most: int) -> None:
        if done >= n:
            running.stop()

    return watch


@dataclass(frozen=True)
class Deadly(Experiment):
    """A fair coin that makes the first worker to toss it this many times kill itself in the middle of its chunk."""

    name: ClassVar[str] = "deadly"

    grave: str
    """The file that records that a worker has died."""
    throws: int
    spared: int
    """The test's own process, which must survive."""

    def prepare(self) -> Trial:
        thrown = count(1)

        def trial(random: Random) -> bool:
            if next(thrown) == self.throws and os.getpid() != self.spared:
                with suppress(FileExistsError):
                    Path(self.grave).touch(exist_ok=False)
                    os.kill(os.getpid(), signal.SIGKILL)
            return heads(random)

        return trial

    @property
    def asked(self) -> Sentence:
        return Sentence("Heads?")

    @property
    def assumption(self) -> Sentence:
        return Sentence("The coin is fair.")
