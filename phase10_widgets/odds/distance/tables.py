"""Choose the fastest table for the distances of a hand with one card added or removed.

Every way to fill a phase is represented by one bit (``bitplanes``). This fails if a card fits several places, for
example by its number and by its color, or if stars are bound to a color. In these cases, ``by_solver`` is used, or
``color_runs`` for color runs.
"""

from __future__ import annotations

from functools import lru_cache

from ...rules.cards import Side
from ...rules.phases import ColorRunOf, Phase, RunOf, SetOf, check_playable, count_combinations
from .by_counts import CountsTable
from .by_solver import SolverTable
from .color_runs import ColorRunTable
from .estimates import EstimateTable
from .hand_state import DistanceTable

MOST_PLANS = 20_000
"""The maximum number of plans in a table (every printed phase has fewer); beyond that, the core solver is used."""
MOST_QUICK_PLANS = 5_000
"""The maximum number of plans in a table for players; such a table takes a fifth of a second to build."""
MOST_ASKED_PLANS = 100
"""The maximum number of plans for which the core solver may be asked about all of a hand's outs or about many hands."""


@lru_cache(maxsize=100)
def table(phase: Phase, side: Side) -> DistanceTable:
    """Return the cached distance table for this phase with this side's cards.

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


def exact_table(phase: Phase, side: Side) -> DistanceTable:
    """Return a table suited to a few questions about a hand, without building a large one.

    Raises:
        PhaseError: the side's cards cannot make the phase.
    """
    return table(phase, side) if count_combinations(phase.needs, side) <= MOST_QUICK_PLANS else SolverTable(phase, side)


@lru_cache(maxsize=100)
def quick_table(phase: Phase, side: Side) -> DistanceTable:
    """Return a table for players, who ask thousands of times; it uses estimates where the core solver would be needed.

    Raises:
        PhaseError: the side's cards cannot make the phase.
    """
    found, n_plans = exact_table(phase, side), count_combinations(phase.needs, side)
    return EstimateTable(found, exact_outs=n_plans <= MOST_ASKED_PLANS) if isinstance(found, SolverTable) else found


def is_quick(phase: Phase, side: Side) -> bool:
    """Return True if many hands can be compared quickly."""
    found = quick_table(phase, side)
    return not isinstance(found, EstimateTable) or found.exact_outs
