"""An automaton's transition tables, which advance many hands by one step in a single operation.

A table is filled on demand, like a lazily built regular-expression automaton: an unknown entry leads to a sink state.
Hands that end there are read again, slowly, and the automaton supplies the missing entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from threading import Lock
from typing import Any, Final, NamedTuple

from ...rules.cards import Side
from ...rules.edition import DEALT
from ...rules.phases import Phase
from .automaton import ACCEPTED, DEAD, Automaton
from .color_views import View, views
from .rows import Class, Row, row_reader

try:
    import numpy as np
except ImportError as error:
    raise ImportError("checking many hands together requires NumPy: pip install 'phase10_widgets[fast]'") from error

__all__ = ["Block", "Tables", "np", "tables"]

Counts = Any
"""An integer array with the number of cards of one class in each hand in a block."""

_UNKNOWN: Final = 0
"""The sink state for hands that reach an unknown entry; every other state is the automaton's state number plus one."""
_SHIFT: Final = 1
_DEAD: Final = DEAD + _SHIFT
_ACCEPTED: Final = ACCEPTED + _SHIFT
JOINED_ROWS = 3
"""The maximum number of rows combined in one lookup, provided they have at most ``JOINED_CLASSES`` classes in total."""
JOINED_CLASSES = 4
_LOCK = Lock()
"""The lock for tables and codes, which threads share and which grow as hands are read."""
MOST_ENTRIES = 1 << 24
"""The maximum number of entries in one phase's tables (64 MiB); beyond that, the tables are rebuilt."""


class Block:
    """A block of hands, small enough for the intermediate results to stay in the processor's cache."""

    def __init__(self, columns: Sequence[str], counts: Counts) -> None:
        """Store the hands, with one row per face and one column per hand."""
        self._faces = dict(zip(columns, counts, strict=True))
        self.size = counts.shape[1]
        self._counts: dict[Class, Counts] = {}
        self._codes: dict[Any, Counts] = {}

    def counts(self, faces: Class) -> Counts:
        """Return the number of cards with these faces in each hand."""
        result = self._counts.get(faces)
        if result is None:
            result = self._counts[faces] = np.zeros(self.size, np.uint8)
            for face in faces:
                result += self._faces[face]
        return result

    def codes(self, rows: tuple[Row, ...], code: _Code) -> Counts:
        """Return a code for each hand's counts in these rows."""
        result = self._codes.get((rows, code))
        if result is None:
            result = self._codes[rows, code] = code.of([self.counts(faces) for row in rows for faces in row])
        return result


class _Code:
    """The codes 0, 1, 2 … for the combinations of counts in some rows, in order of appearance.

    Few of the possible combinations actually occur, so tables indexed by these codes stay small.
    """

    def __init__(self, cap: int, shape: Sequence[int]) -> None:
        """Create codes for rows with these numbers of classes; counts above the cap are treated as the cap."""
        self._base = cap + 1
        self._shape = shape
        self._numbers = np.full(self._base ** sum(shape), -1, np.int32)
        self.met: list[tuple[tuple[int, ...], ...]] = []
        """For each code, the counts row by row."""

    def of(self, counts: Sequence[Counts]) -> Counts:
        """Return each hand's code, given its count in each class."""
        spelled: Any = np.zeros(len(counts[0]), np.int32)
        for each in counts:
            spelled *= self._base
            spelled += np.minimum(each, self._base - 1)
        spelled = spelled.astype(np.intp)
        result = self._numbers.take(spelled)
        new = np.unique(spelled[result < 0])
        if len(new):
            self._numbers[new] = np.arange(len(self.met), len(self.met) + len(new))
            self.met += map(self._read, new.tolist())
            result = self._numbers.take(spelled)
        return result

    def _read(self, spelled: int) -> tuple[tuple[int, ...], ...]:
        counts = []
        for _ in range(sum(self._shape)):
            spelled, count = divmod(spelled, self._base)
            counts.append(count)
        return tuple(tuple([counts.pop() for _ in range(n)]) for n in self._shape)


_code = lru_cache(maxsize=64)(_Code)


class _Table:
    """The transitions over some rows: the next state is at ``state * width + code``, UNKNOWN until computed."""

    def __init__(self, code: _Code) -> None:
        self.code = code
        self.width = 0
        self.steps: Any = np.zeros(0, np.int32)

    def make_room(self, states: int) -> None:
        """Resize the table for this many states and all known codes."""
        had, width = len(self.steps) // max(self.width, 1), len(self.code.met)
        if states <= had and width <= self.width:
            return
        states = had if states <= had else max(states, 2 * had)
        width = self.width if width <= self.width else width + width // 4
        steps: Any = np.zeros((states, width), np.int32)
        steps[:had, : self.width] = self.steps.reshape(had, self.width)
        steps[_DEAD], steps[_ACCEPTED] = _DEAD, _ACCEPTED
        self.steps, self.width = steps.reshape(-1), width


class _Step(NamedTuple):
    """A block of rows combined in one lookup."""

    first: int
    """The index of the first row."""
    rows: tuple[Row, ...]
    table: _Table


class Tables:
    """A phase check for blocks of hands."""

    def __init__(self, phase: Phase, side: Side) -> None:
        """Create empty tables.

        Raises:
            PhaseError: the side's cards cannot make the phase.
        """
        self._arguments = phase, side
        self._begin()

    def _begin(self) -> None:
        phase, side = self._arguments
        simpler, ways = views(phase, side)
        self._machine = Automaton(row_reader(phase, simpler))
        self._cap = max(phase.size, DEALT)  # no phase can use more of a class; a common cap lets phases share codes
        self._states = self._machine.start + _SHIFT + 1
        """The largest known state plus one."""
        self._tables: dict[Any, _Table] = {}
        """The transition tables; rows for which the automaton behaves identically share a table."""
        self._views = [list(self._joined(view)) for view in ways]

    def _joined(self, view: View) -> Iterator[_Step]:
        """Yield one view's rows, combined as far as the limits allow."""
        first, rows = 0, tuple(tuple(_seen(faces, view) for faces in row) for row in self._machine.rows)
        while first < len(rows):
            n = 1
            while n < JOINED_ROWS and sum(map(len, rows[first : first + n + 1])) <= JOINED_CLASSES:
                n += 1
            some = rows[first : first + n]
            shape = tuple(map(len, some))
            same = (shape, tuple(map(self._machine.stage, range(first, first + len(some)))))
            table = self._tables.setdefault(same, _Table(_code(self._cap, shape)))
            yield _Step(first, some, table)
            first += len(some)

    @property
    def entries(self) -> int:
        """The number of entries, known and unknown."""
        return sum(len(table.steps) for table in self._tables.values())

    def holds(self, block: Block) -> Any:
        """Return which hands in the block make the phase."""
        with _LOCK:
            if self.entries > MOST_ENTRIES:
                self._begin()
            result = np.zeros(block.size, np.bool_)
            for steps in self._views:
                result |= self._holds(block, steps)
            return result

    def _holds(self, block: Block, steps: Sequence[_Step]) -> Any:
        """Return which hands in the block make the phase in one view."""
        codes = [block.codes(step.rows, step.table.code) for step in steps]
        ends = self._read(steps, codes)
        lost = np.flatnonzero(ends == _UNKNOWN)
        if len(lost):
            ends[lost] = self._learn(steps, [code[lost] for code in codes])
        return ends == _ACCEPTED

    def _read(self, steps: Sequence[_Step], codes: Sequence[Counts]) -> Any:
        """Return the final states for hands with these codes, or UNKNOWN where an entry is missing."""
        size = len(codes[0])
        at: Any = np.empty(size, np.intp)
        state: Any = np.full(size, self._machine.start + _SHIFT, np.int32)
        for (_, _, table), code in zip(steps, codes, strict=True):
            table.make_room(self._states)
            np.multiply(state, table.width, out=state)
            np.add(state, code, out=at)
            np.take(table.steps, at, out=state, mode="clip")  # all in range; clip writes straight to out
        return state

    def _learn(self, steps: Sequence[_Step], codes: Sequence[Counts]) -> Any:
        """Return the final states for hands with these codes, and fill in the missing entries."""
        state: Any = np.full(len(codes[0]), self._machine.start + _SHIFT, np.int32)
        for (first, _, table), code in zip(steps, codes, strict=True):
            table.make_room(self._states)
            at = state * table.width + code
            for entry in np.unique(at[table.steps[at] == _UNKNOWN]).tolist():
                table.steps[entry] = self._computed(first, table, entry)
            state = table.steps[at]
        return state

    def _computed(self, first: int, table: _Table, entry: int) -> int:
        """Use the automaton to compute the state for an entry."""
        place, code = divmod(entry, table.width)
        state = place - _SHIFT
        for row, counts in enumerate(table.code.met[code], first):
            state = self._machine.after(row, state, counts)
        self._states = max(self._states, state + _SHIFT + 1)
        return state + _SHIFT


@lru_cache(maxsize=32)
def tables(phase: Phase, side: Side) -> Tables:
    """Return the cached tables for this phase with this side's cards."""
    return Tables(phase, side)


def _seen(faces: Class, view: View) -> Class:
    """Return the faces that these faces stand for."""
    return tuple(face for word in faces for face in view[word])
