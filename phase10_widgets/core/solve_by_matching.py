"""Solver for phases with color groups, flushes, or kinds that no faster solver knows, alone or among others.

For each combination of identities the problem is a matching of cards to places. Naturals are matched before
wilds, and a matched card stays matched, so a full matching uses the most naturals that any full matching can
(the sets of cards that can be matched together form a matroid). Combinations that cannot beat the best are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from .cards import HUE_WILD_SHIFT, Card, Side, remove_all
from .phases import ColorOf, FlushOf, Identity, Need, Phase, Place, Spread

Combination = tuple[Identity, ...]
Placed = tuple[Identity, tuple[Card, ...]]
"""A group's identity and its cards in their places."""

_COUNTS = (1 << HUE_WILD_SHIFT) - 1


class ColorSolver:
    """Solver for the distance and the arrangements of one phase with any kinds of groups."""

    def __init__(self, phase: Phase, side: Side) -> None:
        self.size = phase.size
        self.needs = phase.needs
        self._combinations = list(_combinations(phase.needs, side))
        self._order = {combination: at for at, combination in enumerate(self._combinations)}
        self._bits: dict[Place, int] = {}
        """One bit for each place that a group may have."""
        self._masks = [{name: self._mask(need, name) for name in need.identities(side)} for need in phase.needs]
        self._fits = {face: self._fitting(face) for face in side.faces.values()}
        self._demands = _demands(self._combinations, phase.needs, side)
        """If counts alone decide: for each combination, pairs of a field's bit offset and the places it needs."""
        self._known: dict[int, int] = {}
        """Cache: the number of naturals used, by the counts of colors and suits."""

    def missing(self, cards: Sequence[Card]) -> int:
        """Return the fewest further cards, freely chosen, that complete the phase."""
        if self._demands:
            return self._missing_by_counts(sum([card.hue for card in cards]))
        best = self.size
        for at_most, combination in self._best_first(cards):
            if self.size - at_most >= best:
                break
            found = _Matching(self.needs, combination, cards)
            best = min(best, self.size - found.matched or int(not found.naturals))
        return best

    def nearer_with(self, cards: Sequence[Card], card: Card) -> bool:
        """Return True if *card* brings the hand nearer to the phase."""
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
        """Yield one arrangement with the fewest wilds, at most *wilds*, for each combination of identities."""
        for at_most, combination in self._promising(cards):
            if at_most < self.size:
                break
            found = _Matching(self.needs, combination, cards)
            if found.matched == self.size and 0 < found.naturals >= self.size - wilds:
                yield found.placed()

    def best(self, cards: Sequence[Card]) -> tuple[Placed, ...] | None:
        """Return an arrangement with the fewest wilds, or None if there is no arrangement."""
        if self._demands:
            return self._best_by_counts(cards)
        best: _Matching | None = None
        for at_most, combination in self._promising(cards):
            if at_most < self.size:
                break
            found = _Matching(self.needs, combination, cards)
            if found.matched == self.size and found.naturals > (best.naturals if best else 0):
                best = found
        return None if best is None else best.placed()

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

    def _best_first(self, cards: Sequence[Card]) -> Iterator[tuple[int, Combination]]:
        """Yield every combination after an upper bound on the cards it can use (groups may share), largest first."""
        fits = [self._fits[card.face] for card in cards if card.number is not None]
        n_wilds = sum([card.wild for card in cards])
        covered = 0
        for fit in fits:
            covered |= fit
        reached: list[dict[int, list[Identity]]] = []
        for need, masks in zip(self.needs, self._masks, strict=True):
            names: dict[int, list[Identity]] = {}
            for name, mask in masks.items():
                if isinstance(need, Spread):
                    reach = min(need.size, sum([1 for fit in fits if fit & mask]))
                else:
                    reach = (covered & mask).bit_count()
                names.setdefault(reach, []).append(name)
            reached.append(names)
        for reaches in sorted(product(*reached), key=sum, reverse=True):
            at_most = min(self.size, min(sum(reaches), len(fits)) + n_wilds)
            for row in product(*[names[reach] for names, reach in zip(reached, reaches, strict=True)]):
                if row in self._order:
                    yield at_most, row

    def _mask(self, need: Need, name: Identity) -> int:
        """Return the places of a group with this identity, as bits."""
        result = 0
        for at in range(need.size):
            result |= self._bits.setdefault(need.place(name, at), 1 << len(self._bits))
        return result

    def _fitting(self, face: Card) -> int:
        """Return the places that this face fits, as bits."""
        return sum(bit for place, bit in self._bits.items() if face.fits(*place))

    def _promising(self, cards: Sequence[Card]) -> list[tuple[int, Combination]]:
        """Return the same pairs all at once; ties keep the order of the combinations."""
        return sorted(self._best_first(cards), key=lambda pair: (-pair[0], self._order[pair[1]]))


class _Matching:
    """A matching of cards to the places of one combination, naturals first."""

    def __init__(self, needs: Sequence[Need], combination: Combination, cards: Sequence[Card]) -> None:
        self.needs = needs
        self.combination = combination
        self.places: list[Place] = [
            need.place(name, at) for need, name in zip(needs, combination, strict=True) for at in range(need.size)
        ]
        self._holder: list[int | None] = [None] * len(self.places)
        self._cards = cards
        self.naturals = self._match(at for at, card in enumerate(cards) if card.number is not None)
        self.matched = self.naturals + self._match(at for at, card in enumerate(cards) if card.wild)

    def placed(self) -> tuple[Placed, ...]:
        """Return each group with its cards; the matching must be full."""
        at, result = 0, []
        for need, name in zip(self.needs, self.combination, strict=True):
            row = [self._cards[held] for held in self._holder[at : at + need.size] if held is not None]
            result.append((name, tuple(row)))
            at += need.size
        return tuple(result)

    def _match(self, cards: Iterator[int]) -> int:
        return sum(self._augment(card, set()) for card in cards)

    def _augment(self, card: int, tried: set[int]) -> bool:
        """Find a place for *card*, moving other cards if that helps."""
        for at, place in enumerate(self.places):
            if at in tried or not self._cards[card].fits(*place):
                continue
            tried.add(at)
            holder = self._holder[at]
            if holder is None or self._augment(holder, tried):
                self._holder[at] = card
                return True
        return False


def _combinations(needs: Sequence[Need], side: Side) -> Iterator[Combination]:
    """Yield every combination of identities; the order of equal groups does not matter."""
    seen = set()
    for row in product(*[need.identities(side) for need in needs]):
        key = tuple(sorted((need.kind, need.size, str(name)) for need, name in zip(needs, row, strict=True)))
        if key not in seen and differ(needs, row):
            seen.add(key)
            yield row


def differ(needs: Sequence[Need], row: Sequence[Identity]) -> bool:
    """Return True if every "another" differs from all earlier groups of its kind."""
    return not any(
        need.another and any(type(needs[before]) is type(need) and row[before] == row[at] for before in range(at))
        for at, need in enumerate(needs)
    )


def _demands(rows: Sequence[Combination], needs: Sequence[Need], side: Side) -> list[tuple[tuple[int, int], ...]]:
    """Return the places that each combination needs per color (or suit); empty unless counts alone decide."""
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
