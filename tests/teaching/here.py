"""A learner's player without a process of its own, for tests about the ladder and not about the process."""

from __future__ import annotations

from typing import Any

import phase10_widgets
from phase10_widgets.core.actions import Action
from phase10_widgets.core.edition import Edition
from phase10_widgets.core.observation import Observation
from phase10_widgets.teaching.player_child import Child
from phase10_widgets.teaching.player_code import PlayerFault


class Here:
    """A player that runs in this process, as a ``ConfinedPlayer`` runs in its own."""

    def __init__(self, source: str, edition: Edition, **limits: Any) -> None:
        """Keep the code until it is waited for."""
        self._source, self._child = source, Child()
        self._child.edition, self._child.package = edition, phase10_widgets

    def wait(self) -> None:
        """Define the player."""
        if report := self._child.define(self._source):
            raise PlayerFault(report["fault"])

    def new_game(self, seed: str) -> Here:
        """Let a fresh player play from now on."""
        self._child.game(seed)
        return self

    def choose(self, observation: Observation) -> Action:
        """Return the player's action."""
        assert self._child.player is not None
        return self._child.player.choose(observation)

    def close(self) -> None:
        """Do nothing."""
