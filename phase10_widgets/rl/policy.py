"""Learned policies as players: for the arena, a session, a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ..core.actions import Action
from ..core.observation import Observation
from .coding import coding_of

Policy: TypeAlias = Callable[[Mapping[str, Any]], int]
"""Takes an environment's observation with its ``"action_mask"`` and returns the number of a legal action."""


class PolicyPlayer:
    """A player that follows a policy.

    >>> from phase10_widgets import Session
    >>> session = Session("classic", [PolicyPlayer(lambda seen: int(seen["action_mask"].argmax())), "greedy"], seed=1)
    >>> session.step()[0].source
    'deck'
    """

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def choose(self, observation: Observation) -> Action:
        """Return the action whose number the policy chooses.

        Raises:
            ValueError: the number does not belong to a legal action.
        """
        coding = coding_of(observation.edition, len(observation.seats))
        number = int(self.policy(coding.encode(observation)))
        menu = coding.menu(observation)
        if number not in menu:
            text = coding.describe(number) if 0 <= number < coding.n_actions else "no action"
            raise ValueError(f"the policy chose {number} ({text}), which is not legal here")
        return menu[number]
