"""Spare cards: cards that a seat's phase does not need, and the chance that the seat can hit them later.

A seat that has laid down goes out once it is rid of every card. A card that fits a group on the table costs no further
turn. Any other card does: each turn brings a card and takes one away, so the hand shrinks only when a card can be hit.
So spare cards that will fit are worth keeping before the phase is complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from math import prod
from types import MappingProxyType

from ..core.cards import Card, Side
from ..core.groups import Group, make_group
from ..core.melds import solver
from ..core.phases import Identity, Need, Phase
from ..core.solve_by_matching import Placed

MOST_LAY_DOWNS = 60
"""The most ways to lay a complete phase down that are compared."""
MOST_ARRANGEMENTS = 12
"""The most arrangements of the seat's own phase considered."""
import os
NEXT = float(os.environ.get("NX","0.3"))
"""The chance that a card one number away from fitting a run can be hit later."""
OTHERS = float(os.environ.get("OT","0.4"))
"""The share of spare cards fitting a phase that its seat lays down while they can still be hit."""


class SpareCards:
    """The cards of one hand that can be hit once its phase is on the table."""

    def __init__(
        self,
        cards: Sequence[Card],
        phase: Phase | None,
        laid: Iterable[Group] = (),
        others: Iterable[Sequence[Phase]] = (),
    ) -> None:
        """Look at a hand.

        Args:
            cards: the hand, with the sides up that count.
            phase: the phase that the hand is for; None if it is on the table.
            laid: the groups on the table.
            others: for each other seat that has not laid down, the phases that it may lay down.
        """
        self.side = cards[0].side
        self._likely = _any_of([_likely_of(phases, self.side) for phases in others])
        table = list(laid)
        wholes = _arrangements(cards, phase) if phase else [()]
        self._ends: list[tuple[list[Group], list[Card]]] = []
        self._hit: dict[str, float] = {}
        """For each face, the share of the arrangements in which a spare card with it can be hit."""
        self._next: dict[str, float] = {}
        """For each face, the share of the arrangements in which a spare card with it lacks one other to be hit."""
        self._spare: dict[str, float] = {}
        """For each face, the share of the arrangements in which a card with it is spare, but cannot be hit yet."""
        for groups in wholes:
            left = _unused(cards, groups)
            grown, rest = hit_all([*table, *groups], left)
            self._ends.append((grown, rest))
            stuck = {card.code for card in rest}
            near = _near(grown) if stuck and NEXT else set()
            for code in {card.code for card in left}:
                known = self._hit if code not in stuck else self._next if code in near else self._spare
                known[code] = known.get(code, 0.0) + 1 / len(wholes)

    def chance(self, code: str) -> float:
        """Return the chance that a spare card of the hand with this face can be hit; 0 if the phase needs the card."""
        likely = self._likely.get(code, 0.0)
        lacking = self._next.get(code, 0.0) * (1 - (1 - NEXT) * (1 - likely))
        return self._hit.get(code, 0.0) + lacking + self._spare.get(code, 0.0) * likely

    def chance_of_another(self, code: str) -> float:
        """Return the chance that one more card with this face, which the phase does not need, can be hit."""
        fits = sum([any(code in group.takes for group in groups) for groups, _ in self._ends]) / len(self._ends)
        return fits + (1 - fits) * self._likely.get(code, 0.0)

    @property
    def total(self) -> float:
        """The average number of spare cards that can be hit."""
        codes = {**self._hit, **self._next, **self._spare}
        return sum([self.chance(code) for code in codes])


def hit_all(groups: Sequence[Group], cards: Sequence[Card]) -> tuple[list[Group], list[Card]]:
    """Return the groups after hitting every card that fits, in an order that lets runs grow, and the cards left over.

    Naturals go first, so that a wild takes no place that one of them needs.
    """
    grown, left = list(groups), sorted(cards, key=lambda card: card.wild)
    found = True
    while found and left:
        found = False
        for card in list(left):
            for at, group in enumerate(grown):
                ends = group.takes.get(card.code)
                if ends:
                    grown[at] = group.hit(card, ends[-1])
                    left.remove(card)
                    found = True
                    break
    return grown, left


def _near(groups: Iterable[Group]) -> set[str]:
    """Return the faces that a run takes once it has one more card."""
    found: set[str] = set()
    for group in groups:
        if group.start is None:
            continue
        wild = next(iter(_wilds(group.cards[0].side)), group.cards[0])
        for end in {end for ends in group.takes.values() for end in ends}:
            found.update(group.hit(wild, end).takes)
    return found


def arranged(cards: Sequence[Card], phase: Phase, table: Iterable[Group], pool: Mapping[str, int]) -> tuple[Placed, ...]:
    """Return the complete phase so laid that most other cards can be hit, and then most unseen cards."""
    laid = list(table)
    found = solver(phase, cards[0].side)
    best = found.best(cards)
    assert best is not None, "a completed phase can be arranged"

    def worth(row: tuple[Placed, ...]) -> tuple[int, int]:
        groups = [make_group(need, placed, name) for need, (name, placed) in zip(phase.needs, row, strict=True)]
        grown, rest = hit_all([*laid, *groups], _unused(cards, groups))
        takes = {code for group in grown for code in group.takes}
        return -len(rest), sum([n for code, n in pool.items() if code in takes])

    rows = islice(found.placements(cards, sum([card.wild for card in cards])), MOST_LAY_DOWNS)
    return max([best, *rows], key=worth)


def _arrangements(cards: Sequence[Card], phase: Phase) -> list[tuple[Group, ...]]:
    """Return ways to lay the phase down with these cards and the fewest further ones, for which wilds stand."""
    side = cards[0].side
    found = solver(phase, side)
    missing = found.missing(cards)
    wilds = _wilds(side)
    if missing and not wilds:
        return [()]
    held = sum([card.wild for card in cards])
    rows = islice(found.placements([*cards, *wilds * missing], held + missing), MOST_ARRANGEMENTS)
    return [
        tuple([make_group(need, placed, name) for need, (name, placed) in zip(phase.needs, row, strict=True)])
        for row in rows
    ] or [()]


def _unused(cards: Sequence[Card], groups: Iterable[Group]) -> list[Card]:
    """Return the cards of the hand outside the groups; a wild of the groups may stand for a card still missing."""
    left = list(cards)
    for group in groups:
        for card in group.cards:
            if card in left:
                left.remove(card)
    return left


@lru_cache(maxsize=100)
def _wilds(side: Side) -> list[Card]:
    """Return one wild of each color, or one in all if wilds have none."""
    return list({face.color: face for face in side.faces.values() if face.wild and not face.flips}.values())


@lru_cache(maxsize=500)
def likely(phase: Phase, side: Side) -> Mapping[str, float]:
    """Return, for each face of a side, the chance that a phase takes it as a hit, all identities being as likely."""
    needs = [_taking(need, side) for need in phase.needs]
    return MappingProxyType({code: 1 - prod([1 - need[code] for need in needs]) for code in side.faces})


def _taking(need: Need, side: Side) -> dict[str, float]:
    """Return, for each face, the share of a group's identities with which the group takes it."""
    names: Sequence[Identity] = need.identities(side)
    places = [[place for _, place in need.openings(name, need.size, side.numbers)] for name in names]
    return {
        code: sum([any(face.fits(*place) for place in row) for row in places]) / max(len(names), 1)
        for code, face in side.faces.items()
    }


def _likely_of(phases: Sequence[Phase], side: Side) -> Mapping[str, float]:
    """Return, for each face, the chance that a seat with these phases will lay down a group that takes it."""
    if not phases:
        return {}
    known = [likely(phase, side) for phase in phases]
    return {code: OTHERS * sum([one[code] for one in known]) / len(known) for code in side.faces}


def _any_of(seats: Sequence[Mapping[str, float]]) -> Mapping[str, float]:
    if len(seats) == 1:
        return seats[0]
    codes = {code for seat in seats for code in seat}
    return {code: 1 - prod([1 - seat.get(code, 0.0) for seat in seats]) for code in codes}
