"""Moves that several players share."""

from __future__ import annotations

from ..rules import legal
from ..rules.actions import Laid, LayDown
from ..rules.observation import Observation
from ..rules.phases import Phase
from ..rules.solve_by_matching import Placed
from ..rules.solver import solver


def lay_down(view: Observation, phase: Phase) -> LayDown:
    """Return the action that lays down this phase at minimum size with the fewest wilds; the hand must complete it."""
    placed = solver(phase, view.hand[0].side).best(view.hand)
    assert placed is not None, "a completed phase can be arranged"
    return placed_down(view, phase, placed)


def placed_down(view: Observation, phase: Phase, placed: tuple[Placed, ...]) -> LayDown:
    """Return the action that lays down this phase with these groups."""
    groups = tuple([Laid(" ".join([card.code for card in cards]), *name) for name, cards in placed])
    return LayDown(groups, phase.number if view.edition.order == "any" and not view.tie_break else None)


def leader(view: Observation) -> int | None:
    """Return the seat to skip: of those that may be skipped, the one with the most phases, then the lowest score."""
    targets = legal.skip_targets(view)
    return min(targets, key=lambda at: (-len(view.seats[at].completed), view.seats[at].score), default=None)
