"""How many of the hands that may come hold a phase, with the cards already held.

One sweep over the automaton's rows counts hands of every size at once: what leads to a state is a polynomial,
whose coefficient of x**k counts the choices of k cards. A polynomial is one Python integer with wide fields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product
from math import comb
from typing import Any

from ..core.cards import Card
from ..core.phases import Phase
from .automaton import ACCEPTED, DEAD, Automaton
from .partial import Vector
from .pool import Pool, face_on


def completions(phase: Phase, held: Iterable[Card], pool: Pool, most: int) -> list[int]:
    """For k = 0 … *most*, how many choices of k cards of the pool hold the phase together with the held cards.

    Every card counts by itself, also among equal ones: of all choices of k cards there are ``comb(pool.size, k)``.

    >>> from phase10_widgets.editions import edition
    >>> classic = edition("classic")
    >>> pool = Pool.of(classic.cards("R7 B7 G1"), classic.pack.side("color"))
    >>> completions(Phase.parse("1 set of 3"), classic.cards("Y7"), pool, 3)
    [0, 0, 1, 1]

    Raises:
        PhaseError: the pool's side cannot make the phase.
    """
    machine = Automaton(phase, pool.side)
    sweep = _Sweep(machine, Counter(face_on(card, pool.side).code for card in held), pool, most)
    return sweep.counts()


class _Sweep:
    """The rows of an automaton with the cards of a pool."""

    def __init__(self, machine: Automaton, held: Counter[str], pool: Pool, most: int) -> None:
        self.machine = machine
        self.most = most
        self.held = held
        self.pool = pool
        self.width = max(comb(pool.size, k).bit_length() for k in range(most + 1)) + 1
        self.mask = (1 << self.width * (most + 1)) - 1
        self._weights: dict[Any, dict[Any, int]] = {}

    def counts(self) -> list[int]:
        level = {self.machine.start: 1}
        junk = self.pool.size
        accepted = 0
        for row, classes in enumerate(self.machine.rows):
            there = tuple([self.pool.count(codes) for codes in classes])
            held = tuple([sum([self.held[code] for code in codes]) for codes in classes])
            accepted = accepted * self.choices(sum(there)) & self.mask
            junk -= sum(there)
            level = self.past(row, level, there, held)
            accepted += level.pop(ACCEPTED, 0)
        accepted = accepted * self.choices(junk) & self.mask
        return self.unpacked(accepted)

    def past(self, row: int, level: dict[int, int], there: Vector, held: Vector) -> dict[int, int]:
        """The polynomials of the states after a row."""
        after: dict[int, int] = {}
        weights, step, mask = self.weights(row, there, held), self.machine.step, self.mask
        for state, ways in level.items():
            for key, weight in weights.items():
                found = step(row, state, key)
                if found != DEAD:
                    after[found] = after.get(found, 0) + (ways * weight & mask)
        return {state: ways for state, ways in after.items() if ways}

    def weights(self, row: int, there: Vector, held: Vector) -> dict[Any, int]:
        """For each way to read a row, the choices of its cards that are read so."""
        found: dict[Any, int] = {}
        for drawn in product(*(range(min(n, self.most) + 1) for n in there)):
            if sum(drawn) <= self.most:
                key = self.machine.read(row, tuple([a + b for a, b in zip(drawn, held, strict=True)]))
                ways = 1
                for n, k in zip(there, drawn, strict=True):
                    ways *= comb(n, k)
                found[key] = found.get(key, 0) + (ways << self.width * sum(drawn))
        return found

    def choices(self, n: int) -> int:
        """All choices among n cards."""
        return sum([comb(n, k) << self.width * k for k in range(min(n, self.most) + 1)])

    def unpacked(self, ways: int) -> list[int]:
        field = (1 << self.width) - 1
        return [ways >> self.width * k & field for k in range(self.most + 1)]
