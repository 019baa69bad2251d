"""Find an edition by its id."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, Unpack, overload

from ..base.translatable import UNTRANSLATED, Refusal
from .cards import PACKS
from .edition import REGISTERED, Edition
from .options import Options, choose


def names() -> tuple[str, ...]:
    """Return the ids of all editions: the built-in ones, the registered ones and those from installed plugins.

    >>> names()[:4]
    ('classic', 'flip', 'standard', 'masters')
    """
    return tuple(REGISTERED)


@overload
def edition(name: str, /, **options: Unpack[Options]) -> Edition: ...
@overload
def edition(name: Edition, /, **options: Any) -> Edition: ...
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
