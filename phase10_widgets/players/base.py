"""What a player is."""

from __future__ import annotations

from typing import Protocol

from ..core.actions import Action
from ..core.observation import Observation


class Player(Protocol):
    """Chooses actions from what one seat may know."""

    def choose(self, observation: Observation, /) -> Action:
        """A legal action for the seat of this observation, which is to act."""
