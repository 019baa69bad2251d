"""Anything that can play as a player: a function of an observation, or an object with ``choose``."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ..core.actions import Action
from ..core.observation import Observation
from .base import Player

Choice: TypeAlias = Callable[[Observation], Action | Mapping[str, Any]]
"""A function that chooses: an observation goes in, an action or its dict comes out."""


class FunctionPlayer:
    """A function of an observation as a player."""

    def __init__(self, function: Choice) -> None:
        self.function = function

    def choose(self, observation: Observation) -> Action:
        """What the function chooses.

        Raises:
            IllegalAction: ``malformed``: it is no action, and no action's dict.
        """
        answer = self.function(observation)
        return answer if isinstance(answer, Action) else Action.from_dict(answer)


def as_player(one: Player | Choice) -> Player:
    """The player that this is: an object with ``choose`` itself, or a function made into one.

    Raises:
        ValueError: it is neither.
    """
    if isinstance(one, type):
        raise ValueError(f"{one.__name__} is a class; give an object of it: {one.__name__}()")
    if callable(getattr(one, "choose", None)):
        return one  # type: ignore[return-value]
    if callable(one):
        return FunctionPlayer(one)
    raise ValueError(
        "a player is a name, a function that makes an action of an observation, or an object with choose(observation), "
        f"not {reprlib.repr(one)[:60]}"
    )


def label(player: Player | Choice) -> str:
    """What a player that has no name in the registry is called: its function's name, or its class's."""
    chooser = player.function if isinstance(player, FunctionPlayer) else player
    name = getattr(chooser, "__name__", None) or type(chooser).__name__
    return "function" if name == "<lambda>" else str(name)
