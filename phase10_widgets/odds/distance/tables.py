"""What one card more or one less does to a hand's distance: the quickest table that a phase allows.

Every way to fill a phase is one bit (``levels``). Where a card fits several places, by its number and by its color,
say, or stars are bound to a color, there is no such table (``by_core``), but for color runs (``colored``).
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import comb, prod

from ...core.cards import Side
from ...core.phases import ColorRunOf, Phase, RunOf, SetOf, check_playable
from .by_counts import CountsTable
from .by_solver import SolverTable
from .color_runs import ColorRunTable
from .hand_state import DistanceTable

MOST_PLANS = 20_000
"""Phases with more plans (no printed one has) are left to the core's own distance."""


@lru_cache(maxsize=200)
def table(phase: Phase, side: Side) -> DistanceTable:
    """The plans of this phase with this side's cards; made once.

    Raises:
        PhaseError: the side's cards cannot make the phase.
    """
    check_playable(phase, side)
    groups = Counter(phase.needs)
    n_plans = prod(comb(len(need.identities(side)) + n - 1, n) for need, n in groups.items())
    if n_plans > MOST_PLANS:
        return SolverTable(phase, side)
    if side.run_colors != (None,) and any(isinstance(need, ColorRunOf) for need in phase.needs):
        mixed = any(not isinstance(need, ColorRunOf | RunOf | SetOf) for need in phase.needs)
        return SolverTable(phase, side) if mixed else ColorRunTable(phase, side)
    return CountsTable(phase, side) if CountsTable.serves(phase, side) else SolverTable(phase, side)
