"""A learner's player without a separate process, for tests of the ladder rather than the process."""

from __future__ import annotations

from typing import Any

import phase10_widgets
from phase10_widgets.rules.actions import Action
from phase10_widgets.rules.edition import Edition
from phase10_widgets.rules.observation import Observation
from phase10_widgets.teaching.code.player_child import Child
from phase10_widgets.teaching.code.player_code import PlayerFault


class Here:
    """A stand-in for ``ConfinedPlayer`` that runs in this process instead of a separate one."""

    def __init__(self, source: str, edition: Edition, **limits: Any) -> None:
        """Store the code until `wait` is called."""
        self._source, self._child = source, Child()
        self._child.edition, self._child.package = edition, phase10_widgets

    def wait(self) -> None:
        """Define the player."""
        if report := self._child.define(self._source):
            raise PlayerFault(report["fault"])

    def new_game(self, seed: str) -> Here:
        """Replace the player with a fresh one."""
        self._child.game(seed)
        return self

    def choose(self, observation: Observation) -> Action:
        """Return the player's action."""
        assert self._child.player is not None
        return self._child.player.choose(observation)

    def close(self) -> None:
        """Do nothing."""
