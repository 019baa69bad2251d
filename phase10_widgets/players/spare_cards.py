"""Spare cards: cards that a seat's phase does not need, and the chance of hitting them later.

A seat that has laid down goes out once its hand is empty. A card that fits a group on the table costs no extra turn.
Any other card costs one: each turn adds a card and removes one, so only hits shrink the hand. A seat therefore keeps
spare cards that will fit, and lays down and hits in ways that let as many of them as possible fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from math import prod
from types import MappingProxyType

from ..rules.cards import Card, Side, remove
from ..rules.groups import Group, make_group
from ..rules.phases import KINDS, Need, Phase
from ..rules.solve_by_matching import Placed
from ..rules.solver import solver

MOST_ARRANGEMENTS = 12
"""The maximum number of arrangements considered for a phase that is not complete yet."""
MOST_LAY_DOWNS = 60
"""The maximum number of ways to lay down a complete phase that are compared."""
ONE_AWAY_CHANCE = 0.3
"""The chance that a card can be hit later if a run on the table is one card away from accepting it."""
OTHERS_SHARE = 0.4
"""Of the cards that fit another seat's phase, the fraction that can be hit because that phase is laid down in time."""

Chances = Mapping[str, float]
"""Chances by face code; a missing face has a chance of 0."""


class SpareCards:
    """The spare cards of one hand, once its phase is on the table."""

    def __init__(
        self,
        cards: Sequence[Card],
        phase: Phase | None,
        laid: Iterable[Group] = (),
        others: Iterable[Sequence[Phase]] = (),
    ) -> None:
        """Set up a hand.

        Args:
            cards: the hand (at least one card), each card with the relevant face up.
            phase: the phase that the hand is for, or None if the phase is on the table or not considered.
            laid: the groups on the table.
            others: for each other seat that has not laid down, the phases that it may lay down.
        """
        table = list(laid)
        self._likely = _taken_by_others(others, cards[0].side)
        """For each face, the chance that another seat will lay down a group that accepts it."""
        ways = _arrangements(cards, phase) if phase else [()]
        self._chances: dict[str, float] = {}
        self._ends: list[list[Group]] = []
        """The groups on the table after hitting, for each way to lay the phase down."""
        for groups in ways:
            for code, chance in self._lost(cards, table, groups).items():
                self._chances[code] = self._chances.get(code, 0.0) + chance / len(ways)
        self.total = sum(self._chances.values())
        """The average number of different cards that can be hit, or whose place in the phase can be filled by another
        card."""

    def _lost(self, cards: Sequence[Card], table: Sequence[Group], groups: Sequence[Group]) -> dict[str, float]:
        """Return, for each face in the hand, the chances lost with a card of that face if the phase is laid down in
        this way.

        If a spare card replaces a lost one, that spare card can no longer be hit. If none can replace it, the phase is
        farther away, which is not taken into account here.
        """
        spare = _unused(cards, groups)
        grown, rest = hit_all([*table, *groups], spare)
        self._ends.append(grown)
        stuck = {card.code for card in rest}
        near = _taken_one_later(grown) if stuck else set()
        found = {card.code: self._later(card.code, near) if card.code in stuck else 1.0 for card in spare}
        lost = dict(found)
        for group in groups if spare else ():
            for at, card in enumerate(group.cards):
                if card.code not in found:
                    place = KINDS[group.kind].place(group.identity, at)
                    able = [found[other.code] for other in spare if other.fits(*place)]
                    if able:
                        lost[card.code] = min(able)
        return lost

    def _later(self, code: str, near: set[str]) -> float:
        """Return the chance that a card that fits no group yet can be hit later."""
        likely = self._likely.get(code, 0.0)
        return 1 - (1 - ONE_AWAY_CHANCE) * (1 - likely) if code in near else likely

    def chance(self, card: Card) -> float:
        """Return the chance that this card in the hand is spare and can be hit."""
        return self._chances.get(card.code, 0.0)

    def chance_of_another(self, code: str) -> float:
        """Return the chance that one more card with this face can be hit, if the phase does not need it."""
        fits = sum([any(code in group.takes for group in groups) for groups in self._ends]) / len(self._ends)
        return fits + (1 - fits) * self._likely.get(code, 0.0)


def hit_all(groups: Sequence[Group], cards: Iterable[Card]) -> tuple[list[Group], list[Card]]:
    """Return the groups after hitting every card that fits, and the cards left over.

    A card may fit once another has been hit. A wild is placed where the most other cards can then be hit.
    """
    held = list(cards)
    grown, left = _hit_naturals(groups, [card for card in held if not card.wild])
    for wild in [card for card in held if card.wild]:
        ways = [
            _hit_naturals([*grown[:at], group.hit(wild, end), *grown[at + 1 :]], left)
            for at, group in enumerate(grown)
            for end in group.takes.get(wild.code, ())
        ]
        if ways:
            grown, left = min(ways, key=lambda way: sum([not card.wild for card in way[1]]))
        else:
            left = [*left, wild]
    return grown, left


def _hit_naturals(groups: Sequence[Group], cards: Sequence[Card]) -> tuple[list[Group], list[Card]]:
    """Return the groups after hitting all naturals, each on the first group it fits, and the remaining cards."""
    grown, left, before = list(groups), list(cards), -1
    while left and before != len(left):
        before = len(left)
        left = [card for card in left if card.wild or not _hit(grown, card)]
    return grown, left


def _hit(groups: list[Group], card: Card) -> bool:
    """Hit the first group that accepts the card; return False if none does."""
    for at, group in enumerate(groups):
        ends = group.takes.get(card.code)
        if ends:
            groups[at] = group.hit(card, ends[-1])
            return True
    return False


def left_after(table: Sequence[Group], at: int, end: str, card: Card, hand: tuple[Card, ...]) -> int:
    """Return the number of cards in the hand that cannot be hit after this one is hit on group *at*."""
    groups = [group.hit(card, end) if place == at else group for place, group in enumerate(table)]
    return len(hit_all(groups, remove(hand, card))[1])


def arranged(
    cards: Sequence[Card], phase: Phase, laid: Sequence[Group], unseen: Mapping[str, int]
) -> tuple[Placed, ...]:
    """Return the arrangement of the phase that lets the most other cards in the hand be hit, then the most unseen ones.

    Args:
        cards: the hand; it completes the phase.
        phase: the phase.
        laid: the groups on the table.
        unseen: the number of unseen cards by card code.
    """
    found = solver(phase, cards[0].side)
    best = found.best(cards)
    assert best is not None, "a completed phase can be arranged"

    def worth(row: tuple[Placed, ...]) -> tuple[int, int]:
        groups = _groups(phase, row)
        grown, rest = hit_all([*laid, *groups], _unused(cards, groups))
        takes = {code for group in grown for code in group.takes}
        return -len(rest), sum([n for code, n in unseen.items() if code in takes])

    others = islice(found.placements(cards, sum([card.wild for card in cards])), MOST_LAY_DOWNS)
    return max([best, *others], key=worth)


def _arrangements(cards: Sequence[Card], phase: Phase) -> list[tuple[Group, ...]]:
    """Return ways to lay down the phase with the fewest missing cards, each replaced by a wild.

    If wilds cannot replace them, return a single arrangement with no groups.
    """
    side = cards[0].side
    found = solver(phase, side)
    missing, held = found.missing(cards), sum([card.wild for card in cards])
    rows = islice(found.placements([*cards, *_wilds(side) * missing], held + missing), MOST_ARRANGEMENTS)
    return [_groups(phase, row) for row in rows] or [()]


def _groups(phase: Phase, row: tuple[Placed, ...]) -> tuple[Group, ...]:
    return tuple([make_group(need, placed, name) for need, (name, placed) in zip(phase.needs, row, strict=True)])


def _unused(cards: Sequence[Card], groups: Iterable[Group]) -> list[Card]:
    """Return the cards in the hand that are not in the groups, which may contain wilds that are not in the hand."""
    left = list(cards)
    for group in groups:
        for card in group.cards:
            if card in left:
                left.remove(card)
    return left


def _taken_one_later(groups: Iterable[Group]) -> set[str]:
    """Return the faces that a run accepts after one more card is added."""
    found: set[str] = set()
    for group in groups:
        if group.start is not None:
            for end in {end for ends in group.takes.values() for end in ends}:
                found.update(group.hit(group.cards[0], end).takes)
    return found


@lru_cache(maxsize=100)
def _wilds(side: Side) -> tuple[Card, ...]:
    """Return one wild of each color, or a single wild if wilds have no colors."""
    return tuple({face.color: face for face in side.faces.values() if face.wild and not face.flips}.values())


@lru_cache(maxsize=500)
def taken_by_phase(phase: Phase, side: Side) -> Chances:
    """Return, for each face, the chance that the phase accepts it as a hit if all its groups are equally likely."""
    needs = [_taken_by_need(need, side) for need in phase.needs]
    return MappingProxyType({code: 1 - prod([1 - need[code] for need in needs]) for code in side.faces})


def _taken_by_need(need: Need, side: Side) -> dict[str, float]:
    names = need.identities(side)
    places = [[place for _, place in need.openings(name, need.size, side.numbers)] for name in names]
    return {
        code: sum([any(face.fits(*place) for place in row) for row in places]) / max(len(names), 1)
        for code, face in side.faces.items()
    }


def _taken_by_others(others: Iterable[Sequence[Phase]], side: Side) -> Chances:
    """Return, for each face, the chance that one of these seats lays down a group that accepts it in time."""
    seats = [[taken_by_phase(phase, side) for phase in phases] for phases in others if phases]
    if not seats:
        return {}
    return {
        code: 1 - prod([1 - OTHERS_SHARE * sum([known[code] for known in seat]) / len(seat) for seat in seats])
        for code in side.faces
    }
