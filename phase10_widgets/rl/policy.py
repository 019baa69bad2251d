"""Learned policies as players for the arena, a session or a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ..base.integers import integer
from ..rules.actions import Action
from ..rules.edition import Edition
from ..rules.observation import Observation
from .coding import Coding, coding_of

Policy: TypeAlias = Callable[[Mapping[str, Any]], int]
"""A function that maps an environment's observation, including its ``"action_mask"``, to a legal action's number."""


class PolicyPlayer:
    """A player that follows a policy.

    >>> from phase10_widgets import Session
    >>> session = Session("classic", [PolicyPlayer(lambda seen: int(seen["action_mask"].argmax())), "greedy"], seed=1)
    >>> session.step()[0].source
    'deck'
    """

    def __init__(self, policy: Policy, *, coding: Coding | None = None, name: str | None = None) -> None:
        """Make a player from a policy.

        Args:
            policy: a function that takes an observation with its mask and returns the number of a legal action.
            coding: the coding that the policy was trained with (``env.unwrapped.coding``). The player then refuses
                games in which the numbers have different meanings. Without a coding, the player tries to play any game.
            name: the player's name in tables; None uses the function's name.

        Raises:
            TypeError: the policy is not a function, or the coding is not a Coding.
        """
        if not callable(policy):
            raise TypeError(f"a policy must be a function of an observation, not {policy!r:.60}")
        if coding is not None and not isinstance(coding, Coding):
            raise TypeError(f"coding must be a Coding, such as env.unwrapped.coding, not {coding!r:.60}")
        self.policy = policy
        self.coding = coding
        given = getattr(policy, "__name__", "<lambda>")
        self.name = name or (type(self).__name__ if given == "<lambda>" else given)
        """The player's name in tables."""
        self._checked: tuple[Edition, int] | None = None

    def __repr__(self) -> str:
        return f"<PolicyPlayer {self.name}>"

    def choose(self, observation: Observation) -> Action:
        """Return the action whose number the policy chooses.

        Raises:
            ValueError: the policy is for another game, or the number that it chooses is not that of a legal action.
        """
        coding = self._coding(observation)
        number = self._asked(coding, observation)
        menu = coding.menu(observation)
        if number not in menu:
            text = coding.describe(number) if 0 <= number < coding.n_actions else "no action"
            raise ValueError(f"the policy chose {number} ({text}), which is not legal here")
        return menu[number]

    def _coding(self, view: Observation) -> Coding:
        """Return the coding of this game; for each new game, check that it matches the policy's coding."""
        seats = len(view.seats)
        coding = coding_of(view.edition, seats, self.coding.observe_phases if self.coding else "played")
        if self.coding is not None and self._checked != (view.edition, seats):
            if not self.coding.fits(coding):
                raise ValueError(f"{self.name} was trained on {self.coding}; it cannot play {coding}")
            self._checked = (view.edition, seats)
        return coding

    def _asked(self, coding: Coding, view: Observation) -> int:
        try:
            answer = self.policy(coding.encode(view))
        except Exception as error:
            if self.coding is not None:
                raise
            raise ValueError(
                f"the policy failed on {coding} ({coding.features.size} numbers, {coding.n_actions} actions): {error} "
                "(to check whether it was trained on a different game, use PolicyPlayer(policy, coding=…))"
            ) from error
        number = integer(answer)
        if number is None:
            raise ValueError(f"the policy returned {answer!r:.60}; it must return the number of a legal action")
        return number
