"""Solver for phases of sets, runs and color runs.

For given identities, the most naturals are used if color runs choose their cards first, then runs, then sets:
a place with more requirements gains nothing by choosing later. The same holds for stars (F6). The naturals that sets
and plain runs can use together depend only on the count of each number; the sweep computes that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache

from .cards import FIELD, WILD_SHIFT, Card, Side, remove
from .phases import ColorRunOf, Identity, Need, Phase, RunOf, SetOf
from .solve_by_matching import MOST_PLACEMENTS, Placed
from .sweep import Sweep

Pool = tuple[tuple[Card, ...], ...]
"""The unused naturals, grouped by number."""
Layers = tuple[tuple[int, ...], ...]
"""The unused naturals of each color as rows of bits: row *k* contains the numbers held more than *k* times."""
Row = tuple[Identity, tuple[Card | None, ...]]
"""A group's identity and its naturals, with None in place of each wild."""


MOST_CACHED_HANDS = 2000
"""The maximum number of hands for which a solver caches its search. The same few hands come up at a table again and
again."""


class NumberSolver:
    """Solver that finds the distance and the arrangements for one phase without color groups."""

    def __init__(self, phase: Phase, side: Side) -> None:
        self.side = side
        self.size = phase.size
        self.needs = phase.needs
        self._bound = side.bound_wilds
        self._colored = sorted((need for need in phase.needs if self._is_colored(need)), key=lambda need: -need.size)
        self._left = [Counter([need.size for need in self._colored[at:]]) for at in range(len(self._colored) + 1)]
        self._sweep = Sweep([_plain(need) for need in phase.needs if not self._is_colored(need)], side.numbers)
        ranks = {ColorRunOf: 0, RunOf: 1, SetOf: 2}
        self._order = sorted(range(len(self.needs)), key=lambda at: (ranks[type(self.needs[at])], self.needs[at].size))
        self._identities = {need: need.identities(side) for need in self.needs}
        self._known: dict[tuple[str, ...], tuple[int, int]] = {}

    def missing(self, cards: Sequence[Card]) -> int:
        """Return the smallest number of additional cards, freely chosen, that completes the phase."""
        weight = sum([card.weight for card in cards])
        if self._colored:
            return self._searched(cards, weight)[0]
        return self._short(weight)

    def _searched(self, cards: Sequence[Card], weight: int) -> tuple[int, int]:
        """Return a hand's distance and the largest number of naturals used at that distance, for a phase with color
        runs."""
        codes = tuple(sorted([card.code for card in cards]))
        found = self._known.get(codes)
        if found is None:
            search = _ColorRunSearch(self, cards, weight)
            if len(self._known) >= MOST_CACHED_HANDS:
                self._known.clear()
            found = self._known[codes] = search.best, search.used
        return found

    def _reaches(self, cards: Sequence[Card], goal: int) -> bool:
        """Return True if a hand's distance is at most *goal*, for a phase with color runs."""
        codes = tuple(sorted([card.code for card in cards]))
        if codes in self._known:
            return self._known[codes][0] <= goal
        return _ColorRunSearch(self, cards, sum([card.weight for card in cards]), goal).best <= goal

    def _short(self, weight: int) -> int:
        """Return the distance of a hand with this sum of weights; this is not valid for color runs."""
        used = self._sweep.used(weight)
        short = self.size - used - (weight >> WILD_SHIFT)
        return short if short > 0 else int(not used)

    def nearer_with(self, cards: Sequence[Card], card: Card) -> bool:
        """Return True if *card* brings the hand closer to the phase."""
        if self._colored:
            return self._reaches((*cards, card), self.missing(cards) - 1)
        whole = sum([card.weight for card in cards])
        return self._short(whole + card.weight) < self._short(whole)

    def missing_without(self, cards: Sequence[Card]) -> list[int]:
        """Return, for each card, the distance of the hand without it."""
        if self._colored:
            return [self.missing([*cards[:at], *cards[at + 1 :]]) for at in range(len(cards))]
        weights = [card.weight for card in cards]
        whole = sum(weights)
        found = {}
        for weight, used in self._sweep.used_without(whole, set(weights)):
            short = self.size - used - (whole - weight >> WILD_SHIFT)
            found[weight] = short if short > 0 else int(not used)
        return [found[weight] for weight in weights]

    def placements(self, cards: Sequence[Card], wilds: int) -> Iterator[tuple[Placed, ...]]:
        """For each combination of identities, yield one arrangement with the fewest wilds, using at most *wilds*."""
        pool, held = self._sorted(cards)
        found: list[tuple[Row, ...]] = []
        spare = min(wilds, len(held), self.size - 1)
        self._search(0, pool, spare, self._stars(held), (), found, self._fewest_wilds(pool), MOST_PLACEMENTS)
        return map(self._filler(held), found)

    def best(self, cards: Sequence[Card]) -> tuple[Placed, ...] | None:
        """Return an arrangement with the fewest wilds, or None if there is no arrangement."""
        pool, held = self._sorted(cards)
        wilds = self.size - self._most_naturals(cards)
        if wilds > min(len(held), self.size - 1):
            return None
        found: list[tuple[Row, ...]] = []
        self._search(0, pool, wilds, self._stars(held), (), found, self._fewest_wilds(pool), 1)
        return self._filler(held)(found[0]) if found else None

    def _most_naturals(self, cards: Sequence[Card]) -> int:
        """Return the largest number of naturals that can be used at the hand's distance."""
        weight = sum([card.weight for card in cards])
        return self._searched(cards, weight)[1] if self._colored else self._sweep.used(weight)

    def _fewest_wilds(self, pool: Pool) -> list[int]:
        """Return, for each position in the search order, the fewest wilds needed by the groups from there on."""
        result = [0]
        for at in reversed(self._order):
            need = self.needs[at]
            result.append(result[-1] + min([_take(need, name, pool)[1] for name in self._identities[need]]))
        return result[::-1]

    def _sorted(self, cards: Sequence[Card]) -> tuple[Pool, list[Card]]:
        """Split the cards into naturals, grouped by number, and wilds."""
        by_number: list[tuple[Card, ...]] = [()] * (self.side.numbers[-1] + 1)
        held = []
        for card in cards:
            if card.number is not None:
                by_number[card.number] += (card,)
            elif card.wild:
                held.append(card)
        return tuple(by_number), held

    def _stars(self, wilds: list[Card]) -> dict[str | None, int]:
        """Count the wilds of each color (empty unless wilds have colors)."""
        return Counter([card.color for card in wilds]) if self._bound else {}

    def _is_colored(self, need: Need) -> bool:
        return isinstance(need, ColorRunOf) and self.side.run_colors != (None,)

    def _search(
        self,
        at: int,
        pool: Pool,
        spare: int,
        stars: dict[str | None, int],
        done: tuple[Row, ...],
        found: list[tuple[Row, ...]],
        fewest: list[int],
        most: int,
    ) -> None:
        """Append to *found* the naturals of combinations with at most *spare* places for wilds, up to *most* in all.

        *spare* is less than the phase's size, so that at least one card is natural (G9). *fewest* contains, for each
        position, the fewest wilds needed by the groups from there on.
        """
        need, bound = self.needs[self._order[at]], self._bound
        names = self._identities[need]
        if at and need == self.needs[self._order[at - 1]]:
            names = names[names.index(done[-1][0]) :]
        last = at + 1 == len(self._order)
        here = spare - fewest[at + 1]
        enough = need.size - here
        for name in names:
            if name.number is not None and len(pool[name.number]) < enough:
                continue
            row, short = _take(need, name, pool)
            if short > here or (bound and name.color and short > stars.get(name.color, 0)):
                continue
            if last:
                found.append((*done, (name, row)))
                if len(found) == most:
                    return
                continue
            left = stars
            if bound and short and name.color:
                left = {**stars, name.color: stars[name.color] - short}
            rows = (*done, (name, row))
            self._search(at + 1, _without(pool, row), spare - short, left, rows, found, fewest, most)
            if len(found) == most:
                return

    def _filler(self, wilds: list[Card]) -> Callable[[tuple[Row, ...]], tuple[Placed, ...]]:
        """Return a function that fills the gaps of rows with wilds and puts the rows into the phase's order."""
        order = sorted(range(len(self._order)), key=self._order.__getitem__)
        in_order = order == list(range(len(order)))

        def fill(rows: tuple[Row, ...]) -> tuple[Placed, ...]:
            free = list(wilds)
            placed = tuple([(name, self._filled(row, name.color, free)) for name, row in rows])
            return placed if in_order else tuple([placed[at] for at in order])

        return fill

    def _filled(self, row: tuple[Card | None, ...], color: str | None, free: list[Card]) -> tuple[Card, ...]:
        """Return the row with a wild from *free* in each gap; colored stars must match the group's color."""
        if None not in row:
            return row  # type: ignore[return-value]
        if not self._bound or color is None:
            return tuple([card or free.pop(0) for card in row])
        mine = [card for card in free if card.color == color]
        filled = tuple([card or mine.pop(0) for card in row])
        for card in filled:
            if card.wild:
                free.remove(card)
        return filled


class _ColorRunSearch:
    """Search for the smallest distance over the positions of the color runs; the sweep handles the other groups.

    A position is skipped if another one of the same color takes all of its cards and more, because the run gains at
    least as much as the other groups lose. Positions that take the same cards count once. With a *goal*, only distances
    up to it count, and the first one found ends the search.
    """

    def __init__(self, solver: NumberSolver, cards: Sequence[Card], weight: int, goal: int | None = None) -> None:
        self.solver = solver
        self.goal = goal
        self.colors = solver.side.run_colors
        stars = Counter([card.color for card in cards if card.wild])
        self.n_stars = stars.total()
        self.stars = tuple([stars[color] for color in self.colors])
        self.best = solver.size if goal is None else goal + 1
        """The smallest distance found."""
        self.used = 0 if goal is None else solver.size
        """The largest number of naturals used at this distance."""
        self.n_naturals = sum([card.number is not None for card in cards])
        self.reach = solver._sweep.used(weight)
        self._seen: set[tuple[int, Layers, tuple[int, ...]]] = set()
        layers: list[tuple[int, ...]] = [()] * len(self.colors)
        for card in cards:
            if card.number is not None:
                at = self.colors.index(card.color)
                layers[at] = _raised(layers[at], 1 << card.number)
        self._place(0, tuple(layers), weight, 0, (0,) * len(self.colors))

    def _place(self, at: int, layers: Layers, weight: int, used: int, short: tuple[int, ...]) -> None:
        """Try every position for color run *at* and the runs after it; *short* counts the existing gaps by color."""
        runs = self.solver._colored
        if at == len(runs):
            self._finish(weight, used, short)
            return
        if (at, layers, short) in self._seen:
            return
        self._seen.add((at, layers, short))
        need, open_places, last = runs[at], sum([need.size for need in runs[at + 1 :]]), self.solver.side.numbers[-1]
        by_runs = need.size + open_places
        if open_places:
            by_runs = sum([_most_taken(layers, size, n, last) for size, n in self.solver._left[at].items()])
        held = tuple([rows[0] if rows else 0 for rows in layers])
        for taken, bits, color in _positions(need.size, last, held):
            at_most = min(self.n_naturals, used + min(by_runs, taken + open_places) + self.reach)
            closest = max(0, self.solver.size - at_most - self.n_stars)
            if closest > self.best or (closest == self.best and at_most <= self.used) or self.best == self.goal:
                return
            gaps = (*short[:color], short[color] + need.size - taken, *short[color + 1 :])
            left = layers if not bits else (*layers[:color], _lowered(layers[color], bits), *layers[color + 1 :])
            self._place(at + 1, left, weight - _weight(bits), used + taken, gaps)

    def _finish(self, weight: int, used: int, short: tuple[int, ...]) -> None:
        used += self.solver._sweep.used(weight)
        gaps = sum(short)
        filled = min(self.n_stars, gaps)
        if self.solver._bound:
            filled = sum([min(stars, places) for stars, places in zip(self.stars, short, strict=True)])
        rest = self.solver.size - used - gaps
        distance = gaps - filled + max(0, rest - (self.n_stars - filled))
        distance = distance or int(not used)
        if (distance, -used) < (self.best, -self.used):
            self.best, self.used = distance, used


@lru_cache(maxsize=10_000)
def _positions(size: int, last: int, held: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """Return a run's options: (number of naturals, their numbers as bits, index of the color), most naturals first.

    Args:
        size: the size of the run.
        last: the highest card number.
        held: for each color, the unused naturals as bits.
    """
    whole, result = (1 << size) - 1, []
    for color, row in enumerate(held):
        found = {row & whole << start for start in range(1, last - size + 2)}
        result += [
            (bits.bit_count(), bits, color)
            for bits in found
            if not any(bits != other and bits & other == bits for other in found)
        ]
    result.sort(reverse=True)
    return result


@lru_cache(maxsize=10_000)
def _most_taken(layers: Layers, size: int, n: int, last: int) -> int:
    """Return the largest number of naturals that *n* color runs of one size can take if there are no other groups."""
    most = [0] * (n + 1)
    for rows in layers:
        here = [_most_of_color(rows, size, k, last) for k in range(n + 1)]
        most = [max([most[k - mine] + here[mine] for mine in range(k + 1)]) for k in range(n + 1)]
    return most[n]


@lru_cache(maxsize=10_000)
def _most_of_color(rows: tuple[int, ...], size: int, n: int, last: int) -> int:
    """Return the largest number of naturals that *n* runs of one size, all in one color, can take."""
    if not n or not rows or not rows[0]:
        return 0
    positions = _positions(size, last, (rows[0],))
    return max([taken + _most_of_color(_lowered(rows, bits), size, n - 1, last) for taken, bits, _ in positions])


@cache
def _weight(bits: int) -> int:
    """Return an integer with a 1 in the field of each number whose bit is set."""
    return sum([1 << FIELD * (number - 1) for number in range(1, 14) if bits >> number & 1])


def _plain(need: Need) -> Need:
    """Replace a color run with a plain run."""
    return RunOf(need.size) if isinstance(need, ColorRunOf) else need


def _take(need: Need, name: Identity, pool: Pool) -> tuple[tuple[Card | None, ...], int]:
    """Return the naturals for a group of this identity, with None in each gap, and the number of gaps."""
    if name.number is not None:
        found = pool[name.number][: need.size]
        short = need.size - len(found)
        return (found + (None,) * short if short else found), short
    start, color = name.start or 0, name.color
    rows = pool[start : start + need.size]
    row = [cards[0] if cards else None for cards in rows] if color is None else [_first(c, color) for c in rows]
    return tuple(row), row.count(None)


def _first(cards: tuple[Card, ...], color: str | None) -> Card | None:
    for card in cards:
        if color is None or card.color == color:
            return card
    return None


def _without(pool: Pool, row: Sequence[Card | None]) -> Pool:
    rows = list(pool)
    for card in row:
        if card is not None:
            number = card.number or 0
            rows[number] = remove(rows[number], card)
    return tuple(rows)


def _raised(rows: tuple[int, ...], bit: int) -> tuple[int, ...]:
    """Increase a number's count by one: row *k* contains the numbers held more than *k* times."""
    for at, row in enumerate(rows):
        if not row & bit:
            return (*rows[:at], row | bit, *rows[at + 1 :])
    return (*rows, bit)


def _lowered(rows: tuple[int, ...], bits: int) -> tuple[int, ...]:
    """Return the rows after removing one card of each of these numbers."""
    above = (*rows[1:], 0)
    return tuple([(row & ~bits) | (next_row & bits) for row, next_row in zip(rows, above, strict=True)])
