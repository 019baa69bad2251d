"""Fit a hand to a phase exactly: distance, arrangement with the fewest wilds, and lay-down menu."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from .cards import MAX_CARDS, Card, CardError, Side
from .groups import Group, make_group
from .phases import ColorRunOf, Identity, Need, Phase, RunOf, SetOf, check_playable
from .solve_by_matching import ColorSolver, Placed
from .solve_by_number import NumberSolver

MOST_SOLVERS = 60
"""The maximum number of solvers cached for one side of a pack; printed phases need fewer than half as many."""


class Solver(Protocol):
    """Cached solver for one phase and one side of a pack."""

    def missing(self, cards: Sequence[Card]) -> int:
        """Return the smallest number of additional cards, freely chosen, that completes the phase."""

    def nearer_with(self, cards: Sequence[Card], card: Card) -> bool:
        """Return True if *card* brings the hand closer to the phase."""

    def missing_without(self, cards: Sequence[Card]) -> list[int]:
        """Return, for each card, the distance of the hand without it."""

    def placements(self, cards: Sequence[Card], wilds: int) -> Iterator[tuple[Placed, ...]]:
        """For each combination of identities, yield one arrangement with the fewest wilds, using at most *wilds*."""

    def best(self, cards: Sequence[Card]) -> tuple[Placed, ...] | None:
        """Return an arrangement with the fewest wilds, or None if there is no arrangement."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A way to lay down a phase: one group for each need, in the phase's order."""

    groups: tuple[Group, ...]

    @property
    def wilds(self) -> int:
        """The number of wilds in the lay-down."""
        return sum(group.wilds for group in self.groups)


def solver(phase: Phase, side: Side) -> Solver:
    """Return the cached solver for this phase and this side's cards.

    Raises:
        PhaseError: the side's cards cannot make the phase.
    """
    result: Solver | None = side.solvers.get(phase)
    if result is None:
        check_playable(phase, side)
        by_number = all(isinstance(need, SetOf | RunOf | ColorRunOf) for need in phase.needs)
        if len(side.solvers) >= MOST_SOLVERS:
            del side.solvers[next(iter(side.solvers))]
        result = side.solvers[phase] = NumberSolver(phase, side) if by_number else ColorSolver(phase, side)
    return result


def missing(cards: Sequence[Card], phase: Phase) -> int:
    """Return the smallest number of additional cards, chosen from all faces of the side, that completes the phase.

    The distance is 0 exactly when :func:`arrange` returns an arrangement, and 1 if there are enough wilds but no
    natural (G9).
    """
    return solver(phase, side_of(cards)).missing(cards) if cards else phase.size


def arrange(cards: Sequence[Card], phase: Phase) -> Arrangement | None:
    """Return an arrangement of the phase at minimum size with the fewest wilds, or None if no arrangement exists."""
    found = solver(phase, side_of(cards)) if cards else None
    if found is None or found.missing(cards):
        return None
    placed = found.best(cards)
    assert placed is not None, "a phase that lacks nothing has an arrangement"
    return Arrangement(
        tuple([make_group(need, row, name) for need, (name, row) in zip(phase.needs, placed, strict=True)])
    )


@dataclass(frozen=True, slots=True)
class Part:
    """A group of a phase, filled as far as a hand allows."""

    kind: str
    identity: Identity
    row: tuple[Card | None, ...]
    """The card from the hand at each place, or None for an empty place."""


def nearest(cards: Sequence[Card], phase: Phase) -> tuple[Part, ...]:
    """Return the phase filled as far as these cards allow, one part per group.

    There is one empty place per missing card. If several ways leave the fewest gaps, return one of them,
    preferring gaps that naturals can fill. The result is empty if there are no cards.
    """
    if not cards:
        return ()
    side = side_of(cards)
    found = solver(phase, side)
    wishes: list[Card] = []
    faces = sorted(side.faces.values(), key=lambda card: card.wild)
    for _ in range(found.missing(cards)):
        wishes.append(next(face for face in faces if found.nearer_with([*cards, *wishes], face)))
    placed = found.best([*cards, *wishes])
    assert placed is not None, "the wishes complete the phase"
    return tuple([_part(need, name, row, wishes) for need, (name, row) in zip(phase.needs, placed, strict=True)])


def helpful(cards: Sequence[Card], phase: Phase) -> tuple[Card, ...]:
    """Return the numbered cards that each bring the hand one card closer to the phase, in the side's order."""
    if not cards:
        return ()
    side = side_of(cards)
    found = solver(phase, side)
    return tuple([face for face in side.numbered if found.nearer_with(cards, face)])


def _part(need: Need, identity: Identity, row: Sequence[Card], wishes: list[Card]) -> Part:
    """Build the part, leaving gaps for the wished-for cards and removing them from *wishes*."""
    left: list[Card | None] = []
    for card in row:
        if card in wishes:
            wishes.remove(card)
            left.append(None)
        else:
            left.append(card)
    return Part(need.kind, identity, tuple(left))


def menu(cards: Sequence[Card], phase: Phase) -> Iterator[tuple[Placed, ...]]:
    """For each combination of identities, yield one arrangement at minimum size with the fewest wilds."""
    if not cards:
        return iter(())
    return solver(phase, side_of(cards)).placements(cards, len(cards))


def side_of(cards: Sequence[Card]) -> Side:
    """Return the side that all the cards show.

    Raises:
        CardError: the cards belong to several sides or editions, or there are too many.
    """
    side = cards[0].side
    for card in cards:
        if card.side is not side:
            shown = " ".join(card.code for card in cards[:20])
            raise CardError(f"these cards are not all from one edition and side: {shown}")
    if len(cards) > MAX_CARDS:
        raise CardError(f"{len(cards)} cards are too many: a hand has at most {MAX_CARDS}")
    return side
