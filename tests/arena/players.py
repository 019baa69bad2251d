"""Players for the tests of executors, in a module so that workers can import them by name."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

from phase10_widgets import Action, Observation
from phase10_widgets.arena import Contest
from phase10_widgets.parallel.progress_bar import Watcher
from phase10_widgets.players.greedy import GreedyPlayer

_GREEDY = GreedyPlayer()


def careful(observation: Observation) -> Action:
    """Play greedily, as a function."""
    return _GREEDY.choose(observation)


def gives_up(observation: Observation) -> Action:
    """Play greedily until round 2, then raise an error."""
    if observation.round == 2:
        raise RuntimeError("enough")
    return _GREEDY.choose(observation)


@dataclass
class Deadly:
    """A greedy player that kills the first worker process whose game reaches its second round."""

    grave: str
    """The path of a file created once a worker has died."""
    spared: int
    """The id of the process that must survive: the test's own."""

    def choose(self, observation: Observation) -> Action:
        if observation.round == 2 and os.getpid() != self.spared and self._first():
            os.kill(os.getpid(), signal.SIGKILL)
        return _GREEDY.choose(observation)

    def _first(self) -> bool:
        try:
            Path(self.grave).touch(exist_ok=False)
        except FileExistsError:
            return False
        return True


def stop_at(contest: Contest, games: int) -> Watcher:
    """Return a watcher that stops the contest after this many games."""

    def watch(done: int, most: int) -> None:
        if done >= games:
            contest.stop()

    return watch
