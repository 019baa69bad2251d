"""A cache for the exact deal chances computed in this process."""

from __future__ import annotations

import gc
from typing import TypeAlias

from ... import odds
from ...rules.edition import Edition
from ...rules.phases import Phase

MOST = 2000
"""The maximum number of cached chances."""
Key: TypeAlias = tuple[Edition, Phase, int, str]
_KEPT: dict[Key, odds.Exact] = {}


def counted(edition: Edition, phase: Phase, cards: int, side: str) -> odds.Exact:
    """Return the chance that a hand of *cards* cards contains the phase."""
    key = (edition, phase, cards, side)
    if key not in _KEPT:
        if len(_KEPT) >= MOST:
            _KEPT.clear()
        _KEPT[key] = odds.deal(edition, phase, cards=cards, side=side)
        if slow(edition, side):
            gc.collect()  # each computation leaves megabytes in reference cycles, and servers compute many chances
    return _KEPT[key]


def known(edition: Edition, phase: Phase, cards: int, side: str) -> odds.Exact | None:
    """Return the chance that a hand of *cards* cards contains the phase if it is cached; otherwise None."""
    return _KEPT.get((edition, phase, cards, side))


def slow(edition: Edition, side: str) -> bool:
    """Return True if an exact chance can take seconds to compute, which is the case if wilds have colors."""
    return edition.pack.side(side).bound_wilds
