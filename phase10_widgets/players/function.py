"""Players made from functions of an observation."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ..rules.actions import Action
from ..rules.observation import Observation
from .base import Player

Choice: TypeAlias = Callable[[Observation], Action | Mapping[str, Any]]
"""A function that takes an observation and returns an action or its dict."""


class FunctionPlayer:
    """A player made from a function of an observation."""

    def __init__(self, function: Choice) -> None:
        self.function = function

    def __repr__(self) -> str:
        return f"<FunctionPlayer {getattr(self.function, '__name__', type(self.function).__name__)}>"

    def choose(self, observation: Observation) -> Action:
        """Return the function's choice.

        Raises:
            IllegalAction: ``malformed``: it returned neither an action nor an action's dict.
        """
        answer = self.function(observation)
        return answer if isinstance(answer, Action) else Action.from_dict(answer)


def as_player(one: Player | Choice) -> Player:
    """Return an object with ``choose`` unchanged, or wrap a function as a player.

    Raises:
        ValueError: it is neither.
    """
    if isinstance(one, type):
        raise ValueError(f"{one.__name__} is a class; pass an instance: {one.__name__}()")
    if callable(getattr(one, "choose", None)):
        return one  # type: ignore[return-value]
    if callable(one):
        return FunctionPlayer(one)
    raise ValueError(
        "a player must be a name, a function from an observation to an action, or an object with choose(observation), "
        f"not {reprlib.repr(one)[:60]}"
    )


def label(player: Player | Choice) -> str:
    """Return a display name for a player outside the registry: its own ``name``, or that of its function or class."""
    chooser = player.function if isinstance(player, FunctionPlayer) else player
    own = getattr(chooser, "name", None)
    if isinstance(own, str) and own.strip():
        return own
    name = getattr(chooser, "__name__", None) or type(chooser).__name__
    return "function" if name == "<lambda>" else str(name)
