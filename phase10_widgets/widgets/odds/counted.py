"""Chances of deals that were counted in this process, kept for whoever asks next."""

from __future__ import annotations

import gc
from typing import TypeAlias

from ... import odds
from ...core.edition import Edition
from ...core.phases import Phase

MOST = 2000
"""So many are kept."""
Key: TypeAlias = tuple[Edition, Phase, int, str]
_KEPT: dict[Key, odds.Exact] = {}


def counted(edition: Edition, phase: Phase, cards: int, side: str) -> odds.Exact:
    """The chance that so many dealt cards hold the phase."""
    key = (edition, phase, cards, side)
    if key not in _KEPT:
        if len(_KEPT) >= MOST:
            _KEPT.clear()
        _KEPT[key] = odds.deal(edition, phase, cards=cards, side=side)
        if slow(edition, side):
            gc.collect()  # such a count leaves megabytes in cycles, and a school's server has many kernels
    return _KEPT[key]


def known(edition: Edition, phase: Phase, cards: int, side: str) -> odds.Exact | None:
    """The same chance, if it was counted before."""
    return _KEPT.get((edition, phase, cards, side))


def slow(edition: Edition, side: str) -> bool:
    """Whether counting takes up to seconds for a phase: where wilds are bound to a color."""
    return edition.pack.side(side).bound_wilds
