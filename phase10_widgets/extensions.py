"""Add editions, kinds of groups, players and lessons from outside the package.

What is registered is known by its name everywhere: games are played, saved, replayed and reviewed, players enter the
arena, and work that is sent to other processes takes along what it needs. A distribution registers by entry points
instead: ``phase10_widgets.editions``, ``.kinds``, ``.players``, ``.lessons`` and ``.languages``.
"""

from __future__ import annotations

from typing import Any, TypeVar

from .core.edition import REGISTERED as EDITIONS_BY_ID
from .core.edition import Edition
from .core.phases import KINDS, Need
from .core.registry import RegistrationError
from .players import REGISTERED as PLAYERS_BY_NAME

Thing = TypeVar("Thing")


def register(thing: Thing, /, *, name: str | None = None) -> Thing:
    """Register an edition, a kind of group or a player, and return it; as a decorator for a class, too.

    Registering again under the same name takes the place of the first, as when a notebook's cell runs again.

    >>> from phase10_widgets import players
    >>> def first(observation):
    ...     return observation.legal_actions()[0]
    >>> register(first, name="first") is first, "first" in players.names()
    (True, True)
    >>> unregister("first")

    Args:
        thing: an Edition without options; a class derived from ``Spread`` or ``InOrder``; or a player: a function of an
            observation, an object with ``choose`` (each game gets a copy), or a class (each game gets an instance).
        name: a player's name; editions and kinds have theirs.

    Raises:
        RegistrationError: it exceeds a limit, is not solved right, or its name is a built-in one; a ValueError.
    """
    if isinstance(thing, Edition) or (isinstance(thing, type) and issubclass(thing, Need)):
        if name is not None:
            raise RegistrationError("only players are given a name; an edition has its id, a kind of group its kind")
        registry: Any = EDITIONS_BY_ID if isinstance(thing, Edition) else KINDS
        registry.add(thing)
    else:
        PLAYERS_BY_NAME.add(thing, name)
    return thing


def unregister(name: str) -> None:
    """Forget what was registered under this name.

    Raises:
        KeyError: nothing registered has this name.
    """
    registries: tuple[Any, ...] = (EDITIONS_BY_ID, KINDS, PLAYERS_BY_NAME)
    found = [registry for registry in registries if registry.known(name) and name not in registry.built_in]
    if not found:
        raise KeyError(name)
    for registry in found:
        registry.remove(name)
