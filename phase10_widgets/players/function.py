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
AnyPlayer: TypeAlias = str | Player | Choice | type[Player] | tuple[str, str | Player | Choice | type[Player]]
"""A player as it may be given anywhere: a name, a player, a function of an observation, a class whose instances choose,
or a pair of a name for tables and one of these."""


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


def own_name(player: Any) -> tuple[str | None, Any]:
    """Return the name and the player of a pair such as ``("Mine", "expert:3")``; any other player has no name of its
    own.

    Raises:
        ValueError: it is a tuple of another form.
    """
    if not isinstance(player, tuple):
        return None, player
    if len(player) != 2 or not isinstance(player[0], str):
        raise ValueError(f"a player with a name must be a pair such as ('Mine', 'greedy'), not {reprlib.repr(player)}")
    return player


def as_player(one: Any) -> Player:
    """Return an object with ``choose`` unchanged, or wrap a function as a player.

    >>> as_player(lambda observation: observation.legal_actions()[0])
    <FunctionPlayer <lambda>>

    Raises:
        ValueError: it is neither.
    """
    if isinstance(one, type):
        raise ValueError(f"{one.__name__} is a class; pass an instance: {one.__name__}()")
    if callable(getattr(one, "choose", None)):
        return one  # type: ignore[no-any-return]
    if callable(one):
        return FunctionPlayer(one)
    raise ValueError(
        "a player must be a name, a function from an observation to an action, or an object with choose(observation), "
        f"not {reprlib.repr(one)[:60]}"
    )


def label(player: AnyPlayer) -> str:
    """Return a display name for a player outside the registry: its own ``name``, or that of its function or class.

    >>> label(("Mine", "expert:3")), label(lambda observation: None)
    ('Mine', 'function')
    """
    name, player = own_name(player)
    if name is not None:
        return name
    chooser = player.function if isinstance(player, FunctionPlayer) else player
    own = getattr(chooser, "name", None)
    if isinstance(own, str) and own.strip():
        return own
    called = getattr(chooser, "__name__", None) or type(chooser).__name__
    return "function" if called == "<lambda>" else str(called)
