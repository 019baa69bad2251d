"""Solving phases of sets, runs and colour runs.

For given identities, the most naturals are used when colour runs choose their cards first, then runs, then
sets: a place that asks for more can only lose by waiting. The same holds for stars (F6). What sets and plain
runs can use together needs the count of each number only, and the sweep answers it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from .cards import FIELD, WILD_SHIFT, Card, Side
from .phases import ColorRunOf, Identity, Need, Phase, RunOf, SetOf
from .sweep import Sweep

Pool = tuple[tuple[Card, ...], ...]
"""The naturals still free, by number."""
Row = tuple[Identity, tuple[Card | None, ...]]
"""A group's identity and its naturals; None stands for a wild."""


class NumberSolver:
    """The distance and the arrangements of one phase without colour groups."""

    def __init__(self, phase: Phase, side: Side) -> None:
        self.side = side
        self.size = phase.size
        self.needs = phase.needs
        self._bound = side.bound_wilds
        self._colored = [need for need in phase.needs if self._is_colored(need)]
        self._sweep = Sweep([_plain(need) for need in phase.needs if not self._is_colored(need)], side.numbers)
        ranks = {ColorRunOf: 0, RunOf: 1, SetOf: 2}
        self._order = sorted(range(len(self.needs)), key=lambda at: (ranks[type(self.needs[at])], self.needs[at].size))
        self._identities = {need: need.identities(side) for need in self.needs}

    def missing(self, cards: Sequence[Card]) -> int:
        """The fewest further cards, freely chosen, that complete the phase."""
        weight = sum([card.weight for card in cards])
        if self._colored:
            return _ColorRunSearch(self, cards, weight).best
        return self._short(weight)

    def _short(self, weight: int) -> int:
        """The distance of a hand with this sum of weights; not for coloured runs."""
        used = self._sweep.used(weight)
        short = self.size - used - (weight >> WILD_SHIFT)
        return short if short > 0 else int(not used)

    def missing_without(self, cards: Sequence[Card]) -> list[int]:
        """For each card the distance of the hand without it."""
        if self._colored:
            return [self.missing([*cards[:at], *cards[at + 1 :]]) for at in range(len(cards))]
        whole = sum([card.weight for card in cards])
        weights = [card.weight for card in cards]
        short = {weight: self._short(whole - weight) for weight in set(weights)}
        return [short[weight] for weight in weights]

    def placements(self, cards: Sequence[Card], wilds: int) -> Iterator[tuple[tuple[Identity, tuple[Card, ...]], ...]]:
        """One arrangement with the fewest wilds, at most *wilds*, for each combination of identities."""
        pool, held = self._sorted(cards)
        for rows in self._rows(0, pool, min(wilds, len(held)), Counter([card.color for card in held]), ()):
            if any(card for _, row in rows for card in row):
                yield self._with_wilds(rows, held)

    def best(self, cards: Sequence[Card]) -> tuple[tuple[Identity, tuple[Card, ...]], ...] | None:
        """An arrangement with the fewest wilds, or None."""
        pool, held = self._sorted(cards)
        stars = Counter([card.color for card in held])
        for spare in range(len(held) + 1):
            for rows in self._rows(0, pool, spare, stars, ()):
                if any(card for _, row in rows for card in row):
                    return self._with_wilds(rows, held)
        return None

    def _sorted(self, cards: Sequence[Card]) -> tuple[Pool, list[Card]]:
        """The naturals by number, and the wilds."""
        by_number: list[tuple[Card, ...]] = [()] * (self.side.numbers[-1] + 1)
        held = []
        for card in cards:
            if card.number is not None:
                by_number[card.number] += (card,)
            elif card.wild:
                held.append(card)
        return tuple(by_number), held

    def _is_colored(self, need: Need) -> bool:
        return isinstance(need, ColorRunOf) and self.side.run_colors != (None,)

    def _rows(
        self, at: int, pool: Pool, spare: int, stars: Counter[str | None], done: tuple[Row, ...]
    ) -> Iterator[tuple[Row, ...]]:
        """The naturals of every combination that leaves no more than *spare* places to wilds."""
        if at == len(self._order):
            yield done
            return
        need = self.needs[self._order[at]]
        names = self._identities[need]
        if at and need == self.needs[self._order[at - 1]]:
            names = names[names.index(done[-1][0]) :]
        last = at + 1 == len(self._order)
        for name in names:
            row, short = _take(need, name, pool)
            if short > spare or (self._bound and name.color and short > stars[name.color]):
                continue
            left = pool if last else _without(pool, row)
            colors = stars
            if self._bound and name.color:
                colors = stars - Counter({name.color: short})
            yield from self._rows(at + 1, left, spare - short, colors, (*done, (name, row)))

    def _with_wilds(
        self, rows: tuple[Row, ...], wilds: list[Card]
    ) -> tuple[tuple[Identity, tuple[Card, ...]], ...]:
        """The rows, back in the phase's order, with a wild in each gap."""
        free = list(wilds)
        placed: list[tuple[Identity, tuple[Card, ...]]] = [(Identity(), ())] * len(rows)
        for at, (name, row) in zip(self._order, rows, strict=True):
            if None not in row:
                placed[at] = (name, row)  # type: ignore[assignment]
            else:
                bound = name.color if self._bound else None
                placed[at] = (name, tuple([card or _pop(free, bound) for card in row]))
        return tuple(placed)


class _ColorRunSearch:
    """The smallest distance over all places for the colour runs; the sweep sees to the rest."""

    def __init__(self, solver: NumberSolver, cards: Sequence[Card], weight: int) -> None:
        self.solver = solver
        self.stars = Counter(card.color for card in cards if card.wild)
        self.n_stars = self.stars.total()
        self.best = solver.size
        self.reach = solver._sweep.used(weight)
        layers: dict[str | None, list[int]] = {color: [] for color in solver.side.run_colors}
        for card in cards:
            if card.number is not None:
                _add(layers[card.color], 1 << card.number)
        self._place(0, layers, weight, 0, ())

    def _place(
        self, at: int, layers: dict[str | None, list[int]], weight: int, used: int, short: tuple[tuple[str, int], ...]
    ) -> None:
        """Try every place for colour run *at* and those after it."""
        runs = self.solver._colored
        if at == len(runs):
            self._finish(weight, used, short)
            return
        need, open_places = runs[at], sum(need.size for need in runs[at + 1 :])
        for taken, window, color in self._windows(need, layers):
            at_most = used + taken + open_places + self.reach
            if self.solver.size - at_most - self.n_stars >= self.best:
                return
            rows = layers[color]
            bits = rows[0] & window if rows else 0
            left = {**layers, color: _lowered(rows, window)}
            self._place(at + 1, left, weight - _weight(bits), used + taken, (*short, (color, need.size - taken)))

    def _windows(self, need: Need, layers: dict[str | None, list[int]]) -> list[tuple[int, int, str]]:
        """Each place of a run as (naturals there, its numbers as bits, colour), the fullest first."""
        found = []
        for start, color in [(name.start or 0, name.color or "") for name in self.solver._identities[need]]:
            window = ((1 << need.size) - 1) << start
            rows = layers[color]
            found.append(((rows[0] & window).bit_count() if rows else 0, window, color))
        found.sort(key=lambda row: -row[0])
        return found

    def _finish(self, weight: int, used: int, short: tuple[tuple[str, int], ...]) -> None:
        plain = self.solver._sweep.used(weight)
        lacking = Counter[str | None]()
        for color, places in short:
            lacking[color] += places
        filled = sum(min(self.stars[color], places) for color, places in lacking.items())
        rest = self.solver.size - used - plain - lacking.total()
        distance = lacking.total() - filled + max(0, rest - (self.n_stars - filled))
        self.best = min(self.best, distance or int(not used + plain))


def _plain(need: Need) -> Need:
    """A colour run without colours is a run."""
    return RunOf(need.size) if isinstance(need, ColorRunOf) else need


def _take(need: Need, name: Identity, pool: Pool) -> tuple[tuple[Card | None, ...], int]:
    """The naturals for a group of this identity, None in each gap, and the number of gaps."""
    if name.number is not None:
        found = pool[name.number][: need.size]
        short = need.size - len(found)
        return (found + (None,) * short if short else found), short
    start = name.start or 0
    row = [_first(pool[number], name.color) for number in range(start, start + need.size)]
    return tuple(row), row.count(None)


def _first(cards: tuple[Card, ...], color: str | None) -> Card | None:
    for card in cards:
        if color is None or card.color == color:
            return card
    return None


def _without(pool: Pool, row: Sequence[Card | None]) -> Pool:
    rows = list(pool)
    for card in row:
        if card is not None and card.number is not None:
            at = rows[card.number].index(card)
            rows[card.number] = rows[card.number][:at] + rows[card.number][at + 1 :]
    return tuple(rows)


def _pop(wilds: list[Card], color: str | None) -> Card:
    """Take a wild out of the list: one of this colour, or any."""
    for at, card in enumerate(wilds):
        if color is None or card.color == color:
            return wilds.pop(at)
    raise AssertionError("the search counted the wilds before")


def _add(layers: list[int], bit: int) -> None:
    """Count a number once more: layer *k* holds the numbers held more than *k* times."""
    for at, layer in enumerate(layers):
        if not layer & bit:
            layers[at] |= bit
            return
    layers.append(bit)


def _lowered(layers: list[int], window: int) -> list[int]:
    """The layers after one card of each number in the window is gone."""
    above = [*layers[1:], 0]
    return [(layer & ~window) | (above[at] & window) for at, layer in enumerate(layers)]


def _weight(bits: int) -> int:
    """One in the field of each number among the bits."""
    return sum([1 << FIELD * (number - 1) for number in range(1, 14) if bits >> number & 1])
