"""The editions: the four built-in ones, each in its own file, and those that other programs register.

>>> EDITIONS
('classic', 'flip', 'standard', 'masters')
>>> "classic" in REGISTERED, "mine" in REGISTERED
(True, False)
"""

from __future__ import annotations

from ..base.translatable import UNTRANSLATED, Refusal
from ..rules.cards import BUILT_IN
from ..rules.edition import REGISTERED, Edition
from ..rules.edition_names import edition, names
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


def is_registered(given: Edition) -> bool:
    """Return True if this edition, or the one that it is a variant of, can be looked up by its id.

    >>> is_registered(edition("flip", order="any"))
    True
    """
    return REGISTERED.known(given.id) is (given.base or given)


def check_registered(given: Edition, why: str, error: type[Refusal] = Refusal) -> None:
    """Raise an error that begins with *why* and explains how to register the edition, unless its id is already
    known.

    >>> import phase10_widgets as p10
    >>> mine = p10.edition("classic").vary("mine", phases=["2 sets of 3"])
    >>> check_registered(mine, "the game cannot be saved")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    phase10_widgets.base.translatable.Refusal: the game cannot be saved: call p10.register on the ...
    """
    if not is_registered(given):
        raise error(UNTRANSLATED, fault=f"{why}: {how_to_register(given)}")


def how_to_register(given: Edition) -> str:
    """Return instructions for registering an edition.

    >>> import phase10_widgets as p10
    >>> how_to_register(p10.edition("classic").vary("mine", phases=["2 sets of 3"]))
    "call p10.register on the edition 'mine' first"
    """
    if given.id in REGISTERED.built_in:
        return f"this {given.id!r} is not the built-in one; give it its own id, then call p10.register on it"
    return f"call p10.register on the edition {given.id!r} first"


__all__ = ["EDITIONS", "REGISTERED", "check_registered", "edition", "how_to_register", "is_registered", "names"]


def __dir__() -> list[str]:
    """Return the public names, for tab completion."""
    return __all__
