"""Count the sets of further cards that complete a phase together with the cards already held.

One sweep over the automaton's rows counts hands of every size together: each state has a polynomial, and its
coefficient of x**k counts the choices of k cards that lead there. A polynomial is stored as one Python integer with
wide fields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from math import comb, prod
from typing import Any, NamedTuple

from ...base.integers import integer_from, shown
from ...base.translatable import Refusal
from ...rules.cards import Card
from ...rules.phases import Phase
from ..pool import Pool, face_on
from .automaton import ACCEPTED, Choices, automaton
from .rows import Vector

MOST_DRAWN = 10_000
"""The maximum number of cards to choose; no pool has that many."""
MOST_STATES = 100_000
"""The number of expanded states beyond which counting is refused; reaching it takes about a minute."""


def completions(phase: Phase, held: Iterable[Card], pool: Pool, most: int) -> list[int]:
    """Return, for k = 0 … *most*, the number of choices of k cards that make the phase with the held cards.

    Cards are counted individually, even if they are equal: there are ``comb(pool.size, k)`` choices of k cards in all.

    >>> from phase10_widgets.editions import edition
    >>> classic = edition("classic")
    >>> pool = Pool.of(classic.cards("R7 B7 G1"), classic.pack.side("color"))
    >>> completions(Phase.parse("1 set of 3"), classic.cards("Y7"), pool, 3)
    [0, 0, 1, 1]

    Phases that mix color groups with runs or sets take seconds; all others take milliseconds, or up to a second on
    flip's color side.

    Raises:
        PhaseError: the pool's side cannot make the phase.
        Refusal: the phase mixes too many groups to be counted in time.
        ValueError: an argument is invalid.
    """
    if not isinstance(phase, Phase):
        raise ValueError(f"phase must be a Phase, such as Phase.parse('1 set of 3'), not {shown(phase)}")
    if not isinstance(pool, Pool):
        raise ValueError(f"pool must be a Pool, such as Pool.of_deck(edition('classic')), not {shown(pool)}")
    cards = list(held) if isinstance(held, Iterable) else [held]
    if not all(isinstance(card, Card) for card in cards):
        raise ValueError(f"held must be a list of cards, such as edition('classic').cards('R7'), not {shown(held)}")
    number = integer_from(0, most, MOST_DRAWN)
    if number is None:
        raise ValueError(f"most must be a whole number from 0 to {MOST_DRAWN:,}, not {shown(most)}")
    held_codes = Counter(face_on(card, pool.side).code for card in cards)
    return _Sweep(phase, held_codes, pool, number).counts()


class _Row(NamedTuple):
    """The number of cards in each class of a row."""

    there: Vector
    """The number of these cards in the pool."""
    held: Vector
    """The number of these cards already held."""


class _Sweep:
    """A sweep over an automaton's rows with the cards from a pool."""

    def __init__(self, phase: Phase, held: Counter[str], pool: Pool, most: int) -> None:
        self.phase = phase
        self.most = most
        self.work = 0
        self.width = max(comb(pool.size, k).bit_length() for k in range(most + 1)) + 1
        self.mask = (1 << self.width * (most + 1)) - 1
        machine = automaton(phase, pool.side)
        self.rows = [
            _Row(tuple(map(pool.count, classes)), tuple([sum([held[code] for code in codes]) for codes in classes]))
            for classes in machine.rows
        ]
        self.junk = pool.size - sum(sum(row.there) for row in self.rows)
        # The large automata for a whole deck on flip's color side merge colors, so they are not cached.
        self.machine = machine.merging(_alike(self.rows, machine.colors))
        self.waiting = [sum(sum(row.held) for row in self.rows[at + 1 :]) for at in range(len(self.rows))]
        """For each row, the number of held cards that are read in later rows."""
        self._choices: dict[Any, list[Choices]] = {}
        self._fans: dict[Any, dict[tuple[int, int], list[tuple[int, int]]]] = {}

    def counts(self) -> list[int]:
        level, accepted = {self.machine.start: 1}, 0
        for at, row in enumerate(self.rows):
            accepted = accepted * self.all_of(sum(row.there)) & self.mask
            level = self.past(at, level)
            accepted += level.pop(ACCEPTED, 0)
        return self.unpacked(accepted * self.all_of(self.junk) & self.mask)

    def past(self, at: int, level: dict[int, int]) -> dict[int, int]:
        """Return the polynomials for the states after a row."""
        after: dict[int, int] = {}
        mask, width, get = self.mask, self.width, after.get
        fans = self.fans_of(at)
        for state, ways in level.items():
            room = self.most - (ways & -ways).bit_length() // width
            fan = fans.get((state, room))
            if fan is None:
                fan = fans[state, room] = self.fan(at, state, room)
            for found, weight in fan:
                after[found] = get(found, 0) + (ways * weight & mask)
        return {state: ways for state, ways in after.items() if ways}

    def fans_of(self, at: int) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """Return the cached fans, keyed by state and room, for all rows equal to this one."""
        return self._fans.setdefault((self.machine.stage(at), self.rows[at], self.waiting[at]), {})

    def fan(self, at: int, state: int, room: int) -> list[tuple[int, int]]:
        """Return the states after a row, and the choices that lead there, if at most *room* more cards can be
        chosen."""
        self.work += 1
        if self.work > MOST_STATES:
            raise Refusal(
                "'{phase}' combines too many groups for an exact count; simulate it instead", phase=self.phase
            )
        choices = self.choices_of(at, self.machine.ties(at, state))
        return list(self.machine.fan(at, state, choices, room, self.waiting[at]).items())

    def choices_of(self, at: int, ties: tuple[Vector, ...]) -> list[Choices]:
        """Return the cached choices for all rows equal to this one."""
        known = (self.rows[at], ties, self.machine.is_natural(at))
        result = self._choices.get(known)
        if result is None:
            result = self._choices[known] = self.choices(at, ties)
        return result

    def choices(self, at: int, ties: tuple[Vector, ...]) -> list[Choices]:
        """Return the choices from a row's cards, grouped by the key that the automaton reads, fewest cards first."""
        found: dict[Any, int] = {}
        there, held = self.rows[at]
        for drawn in product(*(range(min(n, self.most) + 1) for n in there)):
            if sum(drawn) <= self.most:
                counts = _tied([a + b for a, b in zip(drawn, held, strict=True)], ties)
                key = self.machine.read(at, counts)
                ways = prod(map(comb, there, drawn))
                found[key] = found.get(key, 0) + (ways << self.width * sum(drawn))
        choices = [Choices(key, ways, (ways & -ways).bit_length() // self.width) for key, ways in found.items()]
        return sorted(choices, key=lambda each: each.fewest)

    def all_of(self, n: int) -> int:
        """Return the polynomial for all choices among *n* cards."""
        return sum([comb(n, k) << self.width * k for k in range(min(n, self.most) + 1)])

    def unpacked(self, ways: int) -> list[int]:
        """Return a polynomial's coefficients."""
        field = (1 << self.width) - 1
        return [ways >> self.width * k & field for k in range(self.most + 1)]


def _tied(counts: list[int], ties: tuple[Vector, ...]) -> Vector:
    """Return the counts, with those for interchangeable colors in descending order."""
    for group in ties:
        for at, n in zip(group, sorted([counts[at] for at in group], reverse=True), strict=True):
            counts[at] = n
    return tuple(counts)


def _alike(rows: Sequence[_Row], colors: int) -> tuple[Vector, ...]:
    """Return the groups of colors that have the same cards in every row."""
    groups: dict[Any, list[int]] = {}
    colored = [row for row in rows if len(row.there) == colors]
    for at in range(colors):
        groups.setdefault(tuple((row.there[at], row.held[at]) for row in colored), []).append(at)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)
