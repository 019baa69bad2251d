"""An automaton that reads a hand row by row and decides whether it makes the phase.

A state is a set of partial plans, without those that another one dominates. States are numbered; states and steps
are created when a hand first needs them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from ...core.cards import Card, Side
from ...core.phases import Phase
from .dominance import DominanceFrontier, Transitions, bits
from .partial_plans import Vector
from .rows import reading_order, row_reader

DEAD: Final = 0
"""The state of hands that can no longer make the phase."""
ACCEPTED: Final = 1
"""The state of hands that make the phase whatever cards follow."""
START: Final = 2
"""The state before the first row."""


class _State:
    """A set of partial plans and its transitions."""

    __slots__ = ("gaps", "mask", "steps", "ties", "ways")

    def __init__(self, mask: int) -> None:
        self.mask = mask
        self.ways: dict[Any, list[Transitions]] = {}
        """For each stage, the transitions of its partial plans."""
        self.steps: dict[Any, int] = {}
        """The next states, by stage and row key."""
        self.gaps: int | None = None
        self.ties: tuple[Vector, ...] | None = None


class Automaton:
    """A recognizer that reads the counts of a hand's cards, row by row.

    >>> from phase10_widgets.editions import edition
    >>> classic = edition("classic")
    >>> machine = Automaton(classic.phases[0], classic.pack.side("color"))
    >>> machine.holds(classic.cards("R1 B1 W R7 G7 Y7"))
    True
    """

    def __init__(self, phase: Phase, side: Side, alike: Iterable[Vector] = ()) -> None:
        """Build the automaton of a phase for the cards of this side.

        Args:
            phase: the phase to make.
            side: the side whose faces are read.
            alike: groups of interchangeable colors, as indexes into a row's classes: they have the same cards in every
                row, and the automaton is used only for counting. States that differ only by exchanging such colors
                are merged.

        Raises:
            PhaseError: the side's cards cannot make the phase.
        """
        reader = row_reader(phase, side)
        self.rows = reading_order(reader)
        """For each row its classes of faces, each a tuple of card codes."""
        self.start = START
        """The state before the first row."""
        self._reader = reader
        self._first = int(reader.bound)
        self._stages = [reader.stage(row) for row in range(len(reader.rows))]
        self._frontier = DominanceFrontier(reader, phase.size, alike)
        self.fits = self._frontier.fits
        """For each number of cards, the partial plans that this many cards can complete."""
        self._known: dict[int | None, int] = {0: DEAD, None: ACCEPTED}
        self._settled: dict[int, int] = {0: DEAD}
        self._states = [_State(0), _State(0), _State(0 if reader.bound else self._frontier.starts())]

    def __repr__(self) -> str:
        return f"<Automaton, {len(self.rows)} rows>"

    def stage(self, row: int) -> Any:
        """Return everything besides the counts that the steps of a row depend on: equal values, equal steps."""
        at = row - self._first
        return self._stages[at] if 0 <= at < len(self._stages) else "wilds"

    def is_natural(self, row: int) -> bool:
        """Return True if a row counts naturals."""
        return 0 <= row - self._first < len(self._stages)

    def read(self, row: int, counts: Vector) -> Any:
        """Return the row's counts reduced to what matters: equal values, equal steps."""
        at = row - self._first
        return self._reader.read(counts) if 0 <= at < len(self._stages) else counts

    def after(self, row: int, state: int, counts: Vector) -> int:
        """Return the state after a row with these counts of its classes."""
        return self.step(row, state, self.read(row, counts)) if state > ACCEPTED else state

    def step(self, row: int, state: int, key: Any) -> int:
        """Return the state after a row with this key; *state* must be neither dead nor accepted."""
        at = row - self._first
        if at < 0:
            return self.settle(self._frontier.starts(key))
        if at == len(self._stages):
            here = self._states[state]
            if here.gaps is None:
                here.gaps = self._frontier.gaps(here.mask)
            return ACCEPTED if here.gaps <= key[0] else DEAD
        steps, known = self._states[state].steps, (self._stages[at], key)
        after = steps.get(known)
        if after is None:
            raw = 0
            for ways in self.ways(row, state):
                raw |= ways[key]
            after = steps[known] = self.settle(raw)
        return after

    def ways(self, row: int, state: int) -> list[Transitions]:
        """Return the transitions of a state's partial plans at a row of naturals."""
        here, stage = self._states[state], self.stage(row)
        result = here.ways.get(stage)
        if result is None:
            result = here.ways[stage] = [self._frontier.ways(number, stage) for number in bits(here.mask)]
        return result

    def settle(self, raw: int) -> int:
        """Return the state of a set of partial plans, from the cache if possible."""
        found = self._settled.get(raw)
        return self._state(raw) if found is None else found

    def ties(self, state: int) -> tuple[Vector, ...]:
        """Return the groups of colors that are interchangeable in this state."""
        here = self._states[state]
        if here.ties is None:
            here.ties = self._frontier.ties(here.mask) if here.mask else ()
        return here.ties

    def _state(self, raw: int) -> int:
        """Return the state of a set of partial plans, and create it if it is new."""
        mask = self._frontier.best(raw)
        result = self._known.get(mask)
        if result is None:
            result = self._known[mask] = len(self._states)
            self._states.append(_State(mask or 0))
        self._settled[raw] = result
        return result

    def accepts(self, state: int) -> bool:
        """Return True if a hand that ends in this state makes the phase."""
        return state == ACCEPTED

    def holds(self, cards: Iterable[Card]) -> bool:
        """Return True if these cards make the phase."""
        codes = [card.code for card in cards]
        state = self.start
        for at, row in enumerate(self.rows):
            state = self.after(at, state, tuple([sum(code in faces for code in codes) for faces in row]))
        return self.accepts(state)


@lru_cache(maxsize=16)
def automaton(phase: Phase, side: Side) -> Automaton:
    """Return the cached automaton of a phase."""
    return Automaton(phase, side)
