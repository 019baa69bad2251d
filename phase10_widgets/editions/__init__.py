"""The editions: the four built-in ones, each in its own file, and those that other programs register."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from ..base.translatable import UNTRANSLATED, Refusal
from ..rules.cards import BUILT_IN, PACKS
from ..rules.edition import REGISTERED, Edition
from ..rules.options import choose
from . import kind_check as kind_check  # decides which kinds of groups can be registered
from .checks import checked
from .classic import CLASSIC
from .flip import FLIP
from .masters import MASTERS
from .standard import STANDARD

REGISTERED.built_in = {edition.id: edition for edition in (CLASSIC, FLIP, STANDARD, MASTERS)}
REGISTERED.accept = checked
EDITIONS: tuple[str, ...] = tuple(REGISTERED.built_in)
"""The ids of the built-in editions."""
BUILT_IN.update(EDITIONS)


def names() -> tuple[str, ...]:
    """Return the ids of all editions: the built-in ones, the registered ones and those from installed plugins.

    >>> names()[:4] == EDITIONS
    True
    """
    return tuple(REGISTERED)


def edition(name: str | Edition, /, **options: Any) -> Edition:
    """Return the edition with this id and with these options, given as keyword arguments.

    >>> str(edition("classic").phases[1])
    '1 set of 3 + 1 run of 4'

    Raises:
        ValueError: there is no such edition.
        OptionError: an unknown option or an invalid value; this is a ValueError.
    """
    if isinstance(name, Edition):
        return choose(name, options) if options else name
    if name not in REGISTERED:
        if isinstance(name, str) and name in PACKS:
            raise Refusal(UNTRANSLATED, fault=f"the edition {name!r} is not registered: call p10.register on it first")
        listed = ", ".join(names())
        if near := near_name(name):
            raise Refusal(
                "there is no edition {name} (did you mean '{near}'?); the editions are {listed}",
                name=repr(name)[:60],
                near=near,
                listed=listed,
            )
        raise Refusal(
            "there is no edition {name}; the editions are {listed}; to use your own, call p10.register first",
            name=repr(name)[:60],
            listed=listed,
        )
    return choose(REGISTERED[name], options) if options else REGISTERED[name]


def near_name(name: object) -> str | None:
    """Return the edition id closest to a misspelled name, such as "classic" for "Clasic", or None if none is close."""
    known = {each.casefold(): each for each in names()}
    found = get_close_matches(name.strip().casefold(), known, 1) if isinstance(name, str) else []
    return known[found[0]] if found else None


def is_registered(given: Edition) -> bool:
    """Return True if this edition, or the one that it is a variant of, can be looked up by its id.

    >>> is_registered(edition("flip", order="any"))
    True
    """
    return REGISTERED.known(given.id) is (given.base or given)


def check_registered(given: Edition, why: str, error: type[Refusal] = Refusal) -> None:
    """Raise an error that begins with *why* and explains how to register the edition, unless its id is already
    known."""
    if not is_registered(given):
        raise error(UNTRANSLATED, fault=f"{why}: {how_to_register(given)}")


def how_to_register(given: Edition) -> str:
    """Return instructions for registering an edition."""
    if given.id in REGISTERED.built_in:
        return f"this {given.id!r} is not the built-in one; give it its own id, then call p10.register on it"
    return f"call p10.register on the edition {given.id!r} first"


__all__ = ["EDITIONS", "REGISTERED", "check_registered", "edition", "how_to_register", "is_registered", "names"]


def __dir__() -> list[str]:
    """Return the public names, for tab completion."""
    return __all__
