"""What one card more or one less does to a hand's distance: the quickest table that a phase allows.

Every way to fill a phase is one bit (``levels``). Phases that mix colour groups with others, or ask for colour
groups where cards have no colour of their own or stars are bound to one, have no such table (``by_core``).
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import comb, prod

from ..core.cards import Side
from ..core.phases import ColorOf, FlushOf, Phase, check_playable
from .by_core import CoreTable
from .colored import ColorTable
from .counted import CountTable
from .standing import Table

MOST_PLANS = 20_000
"""Phases with more plans (no printed one has) are left to the core's own distance."""


@lru_cache(maxsize=200)
def table(phase: Phase, side: Side) -> Table:
    """The plans of this phase with this side's cards; made once.

    Raises:
        PhaseError: the side's cards cannot make the phase.
    """
    check_playable(phase, side)
    groups = Counter(phase.needs)
    n_plans = prod(comb(len(need.identities(side)) + n - 1, n) for need, n in groups.items())
    kinds = {type(need) for need in phase.needs}
    if n_plans > MOST_PLANS:
        return CoreTable(phase, side)
    if kinds & {ColorOf, FlushOf}:
        fixed = all(face.color is not None for face in side.faces.values() if face.number is not None)
        counted = len(kinds) == 1 and fixed and not side.bound_wilds
        return CountTable(phase, side) if counted else CoreTable(phase, side)
    colored = any(need.kind == "color run" for need in phase.needs) and side.run_colors != (None,)
    return ColorTable(phase, side) if colored else CountTable(phase, side)
