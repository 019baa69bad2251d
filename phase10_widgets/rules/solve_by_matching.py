"""Solver for phases with color groups, flushes, or kinds without a faster solver.

For each combination of identities, the problem is to match cards to places. Naturals are matched before
wilds, and a matched card stays matched, so a full matching uses as many naturals as any full matching can
(the sets of cards that can be matched together form a matroid). Combinations that cannot beat the best are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import chain, product
from operator import itemgetter, or_

from .cards import HUE_WILD_SHIFT, Card, Side, remove_all
from .phases import ColorOf, FlushOf, Identity, Need, Phase, Place, Spread

Combination = tuple[Identity, ...]
Placed = tuple[Identity, tuple[Card, ...]]
"""A group's identity and its cards in their places."""

MOST_PLACEMENTS = 10_000
"""The maximum number of combinations listed for a hand; phases in the printed rules have at most 3,120."""
MOST_CACHED_HANDS = 5000
"""The maximum number of hands whose distances are cached."""
_COUNTS = (1 << HUE_WILD_SHIFT) - 1


class ColorSolver:
    """Solver that finds the distance and the arrangements for one phase with groups of any kind."""

    def __init__(self, phase: Phase, side: Side) -> None:
        self.size = phase.size
        self.needs = phase.needs
        self._combinations = list(_combinations(phase.needs, side))
        self._order = {combination: at for at, combination in enumerate(self._combinations)}
        self._bits: dict[Place, int] = {}
        """One bit for each possible place in a group."""
        self._rows = [{name: self._row(need, name) for name in need.identities(side)} for need in phase.needs]
        """For each need, the places in a group of each identity, one bit per place."""
        self._masks = [{name: reduce(or_, row) for name, row in rows.items()} for rows in self._rows]
        self._fits = {face: self._fitting(face) for face in side.faces.values()}
        self._demands = _demands(self._combinations, phase.needs, side)
        """For each combination, (bit offset, places needed) pairs for its fields (empty unless counts suffice)."""
        self._known: dict[int, int] = {}
        """A cache of the number of naturals used, keyed by the counts of colors and suits."""
        self._known_hands: dict[str, int] = {}
        """A cache of hands' distances."""

    def missing(self, cards: Sequence[Card]) -> int:
        """Return the smallest number of additional cards, freely chosen, that completes the phase."""
        if self._demands:
            return self._missing_by_counts(sum([card.hue for card in cards]))
        hand = " ".join(sorted([card.code for card in cards]))
        known = self._known_hands.get(hand)
        if known is None:
            if len(self._known_hands) == MOST_CACHED_HANDS:
                self._known_hands.clear()
            known = self._known_hands[hand] = self._search(cards)
        return known

    def _search(self, cards: Sequence[Card]) -> int:
        best = self.size
        for at_most, combination in self._best_first(cards):
            if self.size - at_most >= best:
                break
            found = self._matching(combination, cards)
            best = min(best, self.size - found.matched or int(not found.naturals))
        return best

    def nearer_with(self, cards: Sequence[Card], card: Card) -> bool:
        """Return True if *card* brings the hand closer to the phase."""
        return self.missing((*cards, card)) < self.missing(cards)

    def missing_without(self, cards: Sequence[Card]) -> list[int]:
        """Return, for each card, the distance of the hand without it."""
        if not self._demands:
            return [self.missing([*cards[:at], *cards[at + 1 :]]) for at in range(len(cards))]
        hues = [card.hue for card in cards]
        whole = sum(hues)
        short = {hue: self._missing_by_counts(whole - hue) for hue in set(hues)}
        return [short[hue] for hue in hues]

    def placements(self, cards: Sequence[Card], wilds: int) -> Iterator[tuple[Placed, ...]]:
        """For each combination of identities, yield one arrangement with the fewest wilds, using at most *wilds*."""
        promising = sorted([row for _, row in self._by_naturals(cards)], key=self._order.__getitem__)
        n_found = 0
        for combination in promising:
            found = self._matching(combination, cards)
            if found.matched == self.size and 0 < found.naturals >= self.size - wilds:
                yield found.placed()
                n_found += 1
                if n_found == MOST_PLACEMENTS:
                    return

    def best(self, cards: Sequence[Card]) -> tuple[Placed, ...] | None:
        """Return an arrangement with the fewest wilds, or None if there is no arrangement."""
        if self._demands:
            return self._best_by_counts(cards)
        best: tuple[int, int] | None = None
        placed = None
        for reach, combination in self._by_naturals(cards):
            if best and reach < best[0]:
                break
            order = -self._order[combination]
            if best and (reach, order) < best:
                continue
            found = self._matching(combination, cards)
            if found.matched == self.size and found.naturals and (best is None or (found.naturals, order) > best):
                best, placed = (found.naturals, order), found.placed()
        return placed

    def _best_by_counts(self, cards: Sequence[Card]) -> tuple[Placed, ...] | None:
        """Return the combination with the most naturals, for groups that take any cards of their color."""
        hues = sum([card.hue for card in cards])
        covered = [sum([min(hues >> shift & 0xFF, places) for shift, places in demand]) for demand in self._demands]
        used = max(covered)
        combination = self._combinations[covered.index(used)]
        wilds = [card for card in cards if card.wild]
        if not used or used + len(wilds) < self.size:
            return None
        left, result = [card for card in cards if card.number is not None], []
        for need, name in zip(self.needs, combination, strict=True):
            row = [card for card in left if card.fits(*need.place(name, 0))][: need.size]
            left = list(remove_all(tuple(left), row))
            row += [wilds.pop(0) for _ in range(need.size - len(row))]
            result.append((name, tuple(row)))
        return tuple(result)

    def _missing_by_counts(self, hues: int) -> int:
        counts = hues & _COUNTS
        used = self._known.get(counts)
        if used is None:
            used = self._known[counts] = max(
                sum(min(counts >> shift & 0xFF, places) for shift, places in demand) for demand in self._demands
            )
        short = self.size - used - (hues >> HUE_WILD_SHIFT)
        return short if short > 0 else int(not used)

    def _reaches(self, cards: Sequence[Card]) -> tuple[list[dict[Identity, int]], int, int]:
        """Return how many naturals each group could use alone, by identity, and the numbers of naturals and wilds."""
        fits = [self._fits[card.face] for card in cards if card.number is not None]
        covered = reduce(or_, fits, 0)
        reaches: list[dict[Identity, int]] = []
        for need, masks in zip(self.needs, self._masks, strict=True):
            if isinstance(need, Spread):
                found = {name: min(need.size, sum([1 for fit in fits if fit & mask])) for name, mask in masks.items()}
            else:
                found = {name: (covered & mask).bit_count() for name, mask in masks.items()}
            reaches.append(found)
        return reaches, len(fits), sum([card.wild for card in cards])

    def _best_first(self, cards: Sequence[Card]) -> Iterator[tuple[int, Combination]]:
        """Yield (bound, combination) pairs, largest first; at most *bound* cards can be used, even if groups share
        cards."""
        reaches, n_naturals, n_wilds = self._reaches(cards)
        by_reach: list[dict[int, list[Identity]]] = []
        for found in reaches:
            names: dict[int, list[Identity]] = {}
            for name, reach in found.items():
                names.setdefault(reach, []).append(name)
            by_reach.append(names)
        for levels in sorted(product(*by_reach), key=sum, reverse=True):
            at_most = min(self.size, min(sum(levels), n_naturals) + n_wilds)
            for row in product(*[names[reach] for names, reach in zip(by_reach, levels, strict=True)]):
                if row in self._order:
                    yield at_most, row

    def _by_naturals(self, cards: Sequence[Card]) -> list[tuple[int, Combination]]:
        """Return (upper bound on naturals, combination) pairs for combinations that might be complete, largest first.

        Pairs with equal bounds keep the order of the combinations.
        """
        reaches, n_naturals, n_wilds = self._reaches(cards)
        result = []
        for row in self._combinations:
            reach = min(n_naturals, sum([found[name] for found, name in zip(reaches, row, strict=True)]))
            if reach + n_wilds >= self.size:
                result.append((reach, row))
        result.sort(key=itemgetter(0), reverse=True)
        return result

    def _row(self, need: Need, name: Identity) -> list[int]:
        return [self._bits.setdefault(need.place(name, at), 1 << len(self._bits)) for at in range(need.size)]

    def _matching(self, combination: Combination, cards: Sequence[Card]) -> _Matching:
        places = [rows[name] for rows, name in zip(self._rows, combination, strict=True)]
        return _Matching(combination, places, cards, [self._fits[card.face] for card in cards])

    def _fitting(self, face: Card) -> int:
        """Return the places that this face fits, as bits."""
        return sum(bit for place, bit in self._bits.items() if face.fits(*place))


class _Matching:
    """A matching of cards to the places of one combination, naturals first."""

    def __init__(
        self, combination: Combination, rows: Sequence[list[int]], cards: Sequence[Card], fits: list[int]
    ) -> None:
        """Match the cards to the places.

        Args:
            combination: an identity for each group.
            rows: the places of each group, one bit per place.
            cards: the hand.
            fits: for each card, the bits of the places that it fits.
        """
        self.combination = combination
        self._rows = rows
        self._places = list(chain.from_iterable(rows))
        self._holder: list[int | None] = [None] * len(self._places)
        self._cards = cards
        self._fits = fits
        self.naturals = self._match(at for at, card in enumerate(cards) if card.number is not None)
        self.matched = self.naturals + self._match(at for at, card in enumerate(cards) if card.wild)

    def placed(self) -> tuple[Placed, ...]:
        """Return each group with its cards; the matching must be full."""
        at, result = 0, []
        for name, places in zip(self.combination, self._rows, strict=True):
            row = [self._cards[held] for held in self._holder[at : at + len(places)] if held is not None]
            result.append((name, tuple(row)))
            at += len(places)
        return tuple(result)

    def _match(self, cards: Iterator[int]) -> int:
        return sum([self._augment(card, set()) for card in cards])

    def _augment(self, card: int, tried: set[int]) -> bool:
        """Find a place for *card*, moving other cards if that helps."""
        fit = self._fits[card]
        for at, place in enumerate(self._places):
            if not fit & place or at in tried:
                continue
            tried.add(at)
            holder = self._holder[at]
            if holder is None or self._augment(holder, tried):
                self._holder[at] = card
                return True
        return False


def _combinations(needs: Sequence[Need], side: Side, before: Combination = ()) -> Iterator[Combination]:
    """Yield every combination of identities that begins with *before*; the order of equal groups does not matter."""
    at = len(before)
    if at == len(needs):
        if differ(needs, before):
            yield before
        return
    need = needs[at]
    names = need.identities(side)
    equal = [other for other in range(at) if needs[other].kind == need.kind and needs[other].size == need.size]
    for name in names[names.index(before[equal[-1]]) :] if equal else names:
        yield from _combinations(needs, side, (*before, name))


def differ(needs: Sequence[Need], row: Sequence[Identity]) -> bool:
    """Return True if every group with "another" differs from all earlier groups of its kind."""
    return not any(
        need.another and any(type(needs[before]) is type(need) and row[before] == row[at] for before in range(at))
        for at, need in enumerate(needs)
    )


def _demands(rows: Sequence[Combination], needs: Sequence[Need], side: Side) -> list[tuple[tuple[int, int], ...]]:
    """Return the places that each combination needs per color or suit (empty unless counts suffice)."""
    kinds = {type(need) for need in needs}
    fixed = all(card.color is not None for card in side.faces.values() if card.number is not None)
    if len(kinds) > 1 or side.bound_wilds or not fixed or not kinds <= {ColorOf, FlushOf}:
        return []
    result = []
    for row in rows:
        places: dict[int, int] = {}
        for need, name in zip(needs, row, strict=True):
            shift = side.suit_shift(name.suit) if name.color is None else side.color_shift(name.color)
            places[shift or 0] = places.get(shift or 0, 0) + need.size
        result.append(tuple(places.items()))
    return result
