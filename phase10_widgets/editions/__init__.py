"""The four editions, one file each. A new edition needs one file and one line here."""

from __future__ import annotations

from typing import Any

from ..core.edition import Edition
from ..core.options import choose
from ..core.translatable import Refusal
from .classic import CLASSIC
from .flip import FLIP
from .masters import MASTERS
from .standard import STANDARD

_REGISTRY: dict[str, Edition] = {edition.id: edition for edition in (CLASSIC, FLIP, STANDARD, MASTERS)}

EDITIONS: tuple[str, ...] = tuple(_REGISTRY)
"""The ids of all editions."""

__all__ = ["EDITIONS", "edition"]


def edition(name: str | Edition, /, **options: Any) -> Edition:
    """Return the edition with this id, with options by name.

    >>> str(edition("classic").phases[1])
    '1 set of 3 + 1 run of 4'

    Raises:
        ValueError: there is no such edition; OptionError (a ValueError) for an unknown option or an invalid value.
    """
    if isinstance(name, Edition):
        return choose(name, options) if options else name
    found = _REGISTRY.get(name) if isinstance(name, str) else None
    if found is None:
        listed = ", ".join(EDITIONS)
        raise Refusal("there is no edition {name}; the editions are {listed}", name=repr(name)[:60], listed=listed)
    return choose(found, options) if options else found


def is_registered(given: Edition) -> bool:
    """Return True if this edition, or the one that it is a variant of, is found by its id.

    >>> is_registered(edition("flip", order="any"))
    True
    """
    try:
        return edition(given.id) is (given.base or given)
    except Refusal:
        return False
