"""Players for the tests of executors. They stand in a module, so that workers find them by name."""

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
    """The greedy player as a function."""
    return _GREEDY.choose(observation)


def gives_up(observation: Observation) -> Action:
    """Plays well until round 2, then stops with an error."""
    if observation.round == 2:
        raise RuntimeError("enough")
    return _GREEDY.choose(observation)


@dataclass
class Deadly:
    """The greedy player; the first worker that plays a game to its second round with it kills itself."""

    grave: str
    """A file that says that a worker has died."""
    spared: int
    """The process that must live: the test's own."""

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
    """A watcher that stops the contest once it has played so many games."""

    def watch(done: int, most: int) -> None:
        if done >= games:
            contest.stop()

    return watch
