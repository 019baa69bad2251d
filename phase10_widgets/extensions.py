"""Add editions, kinds of groups, players and lessons from outside the package.

A registered object can be used by name everywhere: games can be played, saved, replayed and reviewed; players can enter
the arena; and jobs sent to other processes carry everything they need. A distribution can use entry points instead:
``phase10_widgets.editions``, ``.kinds``, ``.players``, ``.lessons`` and ``.languages``.

Import the building blocks from here: cards and packs, kinds of groups, and looks. They are defined elsewhere, in
modules that may change without notice.

>>> import re
>>> re.fullmatch(rf"{COUNT}twins? of {SIZE}", "2 twins of 3")["size"]  # how a kind of group reads its words
'3'
>>> any_seven: Place = (7, None, None)  # number, color, suit
>>> SHARED_NOTES[0]
('G1', 'Each player is dealt 10 cards; one card is turned face up to start the discard pile.')
"""

from __future__ import annotations

import sys
from typing import Any, TypeVar

from .base.registry import RegistrationError
from .base.translatable import phrase
from .editions.common import SHARED_NOTES, add_numbers
from .players import REGISTERED as PLAYERS_BY_NAME
from .rules.cards import Pack, Side, remove
from .rules.edition import REGISTERED as EDITIONS_BY_ID
from .rules.edition import Edition, numbered
from .rules.looks import Look
from .rules.phases import COUNT, KINDS, SIZE, Identity, InOrder, Need, Place, Spread

__all__ = [
    "COUNT",
    "SHARED_NOTES",
    "SIZE",
    "Identity",
    "InOrder",
    "Look",
    "Need",
    "Pack",
    "Place",
    "RegistrationError",
    "Side",
    "Spread",
    "add_numbers",
    "numbered",
    "phrase",
    "register",
    "remove",
    "unregister",
]

Thing = TypeVar("Thing")


def __dir__() -> list[str]:
    """Return the public names, for tab completion."""
    return __all__


def register(thing: Thing, /, *, name: str | None = None) -> Thing:
    """Register an edition, a kind of group, a player or a lesson, and return it; this also works as a class decorator.

    Registering again under the same name replaces the first registration, so a notebook cell can be run again.

    >>> from phase10_widgets import players
    >>> def first(observation):
    ...     return observation.legal_actions()[0]
    >>> register(first, name="first") is first, "first" in players.names()
    (True, True)
    >>> unregister("first")

    Args:
        thing: an Edition without options; a class derived from ``Spread`` or ``InOrder``; a player, which is a function
            of an observation, an object with ``choose`` (each game gets a copy), or a class (each game gets an
            instance); or a Lesson with a number above 17.
        name: a player's name; editions use their id, kinds of groups their kind, and lessons their number.

    Raises:
        RegistrationError: it exceeds a limit, is not solved correctly, or has a built-in name; this is a ValueError.
    """
    registry = _registry_of(thing)
    if registry is not PLAYERS_BY_NAME and name is not None:
        raise RegistrationError(
            "only players can be given a name; an edition has its id, a kind of group its kind, a lesson its number"
        )
    registry.add(thing, name)
    return thing


def _registry_of(thing: object) -> Any:
    if isinstance(thing, Edition):
        return EDITIONS_BY_ID
    for lessons in _lessons():
        if isinstance(thing, lessons.Lesson):
            return lessons.REGISTERED
    return KINDS if isinstance(thing, type) and issubclass(thing, Need) else PLAYERS_BY_NAME


def _lessons() -> list[Any]:
    """Return the lessons module if it is loaded (as it is if a Lesson exists); adding a player does not load it."""
    module = sys.modules.get(f"{__package__}.teaching.lessons")
    return [] if module is None else [module]


def unregister(name: str | int) -> None:
    """Remove the object registered under this name (a lesson's name is its number).

    >>> import phase10_widgets as p10
    >>> player = p10.register(lambda observation: observation.legal_actions()[0], name="first")
    >>> unregister("first")
    >>> "first" in p10.players.names()
    False

    Raises:
        KeyError: nothing is registered under this name.
    """
    key = str(name)
    registries: tuple[Any, ...] = (
        EDITIONS_BY_ID,
        KINDS,
        PLAYERS_BY_NAME,
        *(lessons.REGISTERED for lessons in _lessons()),
    )
    found = [registry for registry in registries if registry.known(key) and key not in registry.built_in]
    if not found:
        raise KeyError(name)
    for registry in found:
        registry.remove(key)
