"""Choice of the fastest table for how one card more or less changes a hand's distance from a phase.

Every way to fill a phase is one bit (``bitplanes``). That fails if a card fits several places, for example by its
number and by its color, or if stars are bound to a color: then ``by_solver`` is used, or ``color_runs`` for color runs.
"""

from __future__ import annotations

from functools import lru_cache

from ...core.cards import Side
from ...core.phases import ColorRunOf, Phase, RunOf, SetOf, check_playable, count_combinations
from .by_counts import CountsTable
from .by_solver import SolverTable
from .color_runs import ColorRunTable
from .estimates import EstimateTable
from .hand_state import DistanceTable

MOST_PLANS = 20_000
"""The most plans that a table may have (every printed phase has fewer); above that the core solver is used."""
MOST_ASKED = 100
"""The most plans for which the core solver answers quickly enough for a player, who asks thousands of times."""


@lru_cache(maxsize=200)
def table(phase: Phase, side: Side) -> DistanceTable:
    """Return the cached distance table of this phase with this side's cards.

    Raises:
        PhaseError: the side's cards cannot make the phase.
    """
    check_playable(phase, side)
    if count_combinations(phase.needs, side) > MOST_PLANS:
        return SolverTable(phase, side)
    if side.run_colors != (None,) and any(isinstance(need, ColorRunOf) for need in phase.needs):
        mixed = any(not isinstance(need, ColorRunOf | RunOf | SetOf) for need in phase.needs)
        return SolverTable(phase, side) if mixed else ColorRunTable(phase, side)
    return CountsTable(phase, side) if CountsTable.serves(phase, side) else SolverTable(phase, side)


def is_quick(phase: Phase, side: Side) -> bool:
    """Return True if a player's questions about this phase are answered quickly."""
    found = table(phase, side)
    return not isinstance(found, SolverTable) or count_combinations(phase.needs, side) <= MOST_ASKED


@lru_cache(maxsize=200)
def quick_table(phase: Phase, side: Side) -> DistanceTable:
    """Return a table that answers quickly, for players: if necessary, one that only estimates what comes next.

    Raises:
        PhaseError: as for :func:`table`.
    """
    return table(phase, side) if is_quick(phase, side) else EstimateTable(phase, side)
