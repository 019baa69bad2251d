"""An automaton's steps as tables, so that many hands take each step at once.

A table is filled in where hands need it, as an automaton of a regular expression is built lazily: an entry that is not
known yet leads to a state of its own, which nothing leaves. The hands that end there are read once more, slowly, and
the automaton is asked what was lacking.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import prod
from threading import Lock
from typing import Any, Final, NamedTuple

from ..core.cards import Side
from ..core.edition import DEALT
from ..core.phases import Phase
from .automaton import ACCEPTED, DEAD, Automaton
from .reading import Class

try:
    import numpy as np
except ImportError as error:
    raise ImportError("many hands at once need NumPy: pip install 'phase10_widgets[fast]'") from error

__all__ = ["Block", "Tables", "np", "tables"]

Counts = Any
"""An array of whole numbers: the cards of a class in each hand of a block."""

_UNKNOWN: Final = 0
"""The state of a hand that the tables cannot follow yet; all others are the automaton's, each greater by one."""
_SHIFT: Final = 1
_DEAD: Final = DEAD + _SHIFT
_ACCEPTED: Final = ACCEPTED + _SHIFT
JOINED = 3
"""Rows of one class that are looked up at once."""
LARGEST = 1 << 24
"""Entries of one phase's tables, 64 MiB, after which they are begun anew."""


class Block:
    """So many hands that what is worked out about them stays in the processor's cache."""

    def __init__(self, columns: Sequence[str], counts: Counts) -> None:
        """The hands of these counts, a row for each face and a column for each hand."""
        self._faces = dict(zip(columns, counts, strict=True))
        self.size = counts.shape[1]
        self._counts: dict[Class, Counts] = {}
        self._most: dict[Class, int] = {}
        self._codes: dict[Any, Counts] = {}

    def counts(self, faces: Class) -> Counts:
        """The cards of these faces in each hand."""
        found = self._counts.get(faces)
        if found is None:
            found = self._counts[faces] = np.zeros(self.size, np.uint8)
            for face in faces:
                found += self._faces[face]
        return found

    def most(self, faces: Class) -> int:
        """The most cards of these faces in any of the hands."""
        found = self._most.get(faces)
        if found is None:
            found = self._most[faces] = int(self.counts(faces).max(initial=0))
        return found

    def codes(self, classes: tuple[Class, ...], limits: tuple[int, ...]) -> Counts:
        """One number for the counts of all these classes, each count up to its limit."""
        known = (classes, limits)
        found = self._codes.get(known)
        if found is None:
            found = np.zeros(self.size, np.int32)
            for faces, limit in zip(classes, limits, strict=True):
                counts = self.counts(faces)
                found *= limit + 1
                found += counts if self.most(faces) <= limit else np.minimum(counts, limit)
            self._codes[known] = found
        return found


class _Table:
    """The steps past a few rows: entry ``state * width + code`` is the state after them, UNKNOWN until it is asked for.

    Rows at which the automaton does the same share a table.
    """

    def __init__(self, shape: Sequence[int]) -> None:
        """A table that knows nothing, for rows of so many classes."""
        self.shape = shape
        self.limits = (0,) * sum(shape)
        self.width = 1
        self.steps = np.zeros(0, np.int32)

    def make_room(self, states: int, limits: Sequence[int]) -> None:
        """Entries for so many states, and for counts up to these limits."""
        had, old = len(self.steps) // self.width, [limit + 1 for limit in self.limits]
        new = [max(n, limit + 1) for n, limit in zip(old, limits, strict=True)]
        if states <= had and new == old:
            return
        room = had if states <= had else max(states, 2 * had)
        steps = np.zeros((room, *new), np.int32)
        steps[(slice(had), *map(slice, old))] = self.steps.reshape(had, *old)
        steps[_DEAD], steps[_ACCEPTED] = _DEAD, _ACCEPTED
        self.steps, self.limits, self.width = steps.reshape(-1), tuple(n - 1 for n in new), prod(new)

    def counts(self, code: int) -> Iterator[tuple[int, ...]]:
        """The counts that this code stands for, row by row."""
        counts = []
        for limit in reversed(self.limits):
            code, count = divmod(code, limit + 1)
            counts.append(count)
        for n in self.shape:
            yield tuple([counts.pop() for _ in range(n)])


class _Step(NamedTuple):
    """Some rows that are looked up at once."""

    first: int
    """The place of the first of them."""
    classes: tuple[Class, ...]
    table: _Table


class Tables:
    """Whether hands hold a phase, for whole blocks of them."""

    def __init__(self, phase: Phase, side: Side) -> None:
        """Tables that know nothing yet.

        Raises:
            PhaseError: the side's cards cannot make the phase.
        """
        self._asked = phase, side
        self._lock = Lock()
        self._begin()

    def _begin(self) -> None:
        phase, side = self._asked
        self._machine = Automaton(phase, side)
        self._cap = max(phase.size, DEALT)  # no phase can use more of a class; the same for most: codes are shared
        self._states = self._machine.start + _SHIFT + 1
        """How many states have been met; more exactly the greatest number of one, and one."""
        self._tables: dict[Any, _Table] = {}
        self._steps = list(self._joined())

    def _joined(self) -> Iterator[_Step]:
        """The rows, as many at once as may be."""
        first, rows = 0, self._machine.rows
        while first < len(rows):
            n = 1
            while n < JOINED and all(len(row) == 1 for row in rows[first : first + n + 1]):
                n += 1
            some = rows[first : first + n]
            same = tuple((self._machine.stage(first + at), len(row)) for at, row in enumerate(some))
            table = self._tables.setdefault(same, _Table([len(row) for row in some]))
            yield _Step(first, tuple(faces for row in some for faces in row), table)
            first += len(some)

    @property
    def entries(self) -> int:
        """How many entries there are, known or not."""
        return sum(len(table.steps) for table in self._tables.values())

    def holds(self, block: Block) -> Any:
        """For each hand of the block whether it holds the phase."""
        with self._lock:
            if self.entries > LARGEST:
                self._begin()
            for _, classes, table in self._steps:
                table.make_room(self._states, [min(block.most(faces), self._cap) for faces in classes])
            codes = [block.codes(step.classes, step.table.limits) for step in self._steps]
            ends = self._read(codes)
            lost = np.flatnonzero(ends == _UNKNOWN)
            if len(lost):
                ends[lost] = self._learn([code[lost] for code in codes])
            return ends == _ACCEPTED

    def _read(self, codes: Sequence[Counts]) -> Any:
        """The states in which hands with these codes end, as far as is known."""
        size = len(codes[0])
        at, state = np.empty(size, np.intp), np.full(size, self._machine.start + _SHIFT, np.int32)
        for (_, _, table), code in zip(self._steps, codes, strict=True):
            np.multiply(state, table.width, out=state)
            np.add(state, code, out=at)
            np.take(table.steps, at, out=state, mode="clip")  # all are in range; only so it writes straight to out
        return state

    def _learn(self, codes: Sequence[Counts]) -> Any:
        """The states in which hands with these codes end; afterwards the tables know their steps."""
        state = np.full(len(codes[0]), self._machine.start + _SHIFT, np.int32)
        for (first, _, table), code in zip(self._steps, codes, strict=True):
            table.make_room(self._states, table.limits)
            at = state * table.width + code
            for entry in np.unique(at[table.steps[at] == _UNKNOWN]).tolist():
                table.steps[entry] = self._asked_for(first, table, entry)
            state = table.steps[at]
        return state

    def _asked_for(self, first: int, table: _Table, entry: int) -> int:
        """The state after the step of this entry, as the automaton has it."""
        place, code = divmod(entry, table.width)
        state = place - _SHIFT
        for row, counts in enumerate(table.counts(code), first):
            state = self._machine.after(row, state, counts)
        self._states = max(self._states, state + _SHIFT + 1)
        return state + _SHIFT


@lru_cache(maxsize=32)
def tables(phase: Phase, side: Side) -> Tables:
    """The tables of this phase with the cards of this side, with all that they have learnt."""
    return Tables(phase, side)
