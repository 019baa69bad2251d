"""A machine that reads a hand row by row and knows at the end whether it holds the phase.

A state is what all partial arrangements together can still become: those that no other one beats. States are
numbered; they and the steps between them are made when a hand first needs them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from ...core.cards import Card, Side
from ...core.phases import Phase, check_playable
from .dominance import DominanceFrontier, Transitions, bits
from .partial_plans import Vector
from .rows import Row, row_reader

DEAD: Final = 0
"""The state of a hand that cannot hold the phase any more."""
ACCEPTED: Final = 1
"""The state of a hand that holds the phase, whatever comes."""
START: Final = 2
"""The state before the first row."""


class _State:
    """A set of partial arrangements, and what can follow it."""

    __slots__ = ("gaps", "mask", "steps", "ties", "ways")

    def __init__(self, mask: int) -> None:
        self.mask = mask
        self.ways: dict[Any, list[Transitions]] = {}
        """Where its partial arrangements can go, for each stage."""
        self.steps: dict[Any, int] = {}
        """The states after it, by stage and what was read there."""
        self.gaps: int | None = None
        self.ties: tuple[Vector, ...] | None = None


class Automaton:
    """Reads the counts of a hand's cards, row by row.

    >>> from phase10_widgets.editions import edition
    >>> classic = edition("classic")
    >>> machine = Automaton(classic.phases[0], classic.pack.side("color"))
    >>> machine.holds(classic.cards("R1 B1 W R7 G7 Y7"))
    True
    """

    def __init__(self, phase: Phase, side: Side, alike: Iterable[Vector] = ()) -> None:
        """The automaton of a phase with the cards of this side.

        Args:
            phase: what is asked for.
            side: whose faces are read.
            alike: groups of colors, by their places among a row's classes, that may change names: they have the
                same cards in every row, and the automaton serves for counting only. States that differ by such
                names are one state then.

        Raises:
            PhaseError: the side's cards cannot make the phase.
        """
        check_playable(phase, side)
        reads = row_reader(phase, side)
        wilds = (reads.wilds,) if reads.wilds else ()
        self.rows: tuple[Row, ...] = (*wilds, *reads.rows) if reads.bound else (*reads.rows, *wilds)
        """For each row its classes of faces, each a tuple of their words."""
        self.colors = reads.colors
        """How many classes a row has, where its classes are colors that could change names; else 0."""
        self.start = START
        """The state before the first row."""
        self._reading = reads
        self._first = int(reads.bound)
        self._stages = [reads.stage(row) for row in range(len(reads.rows))]
        self._frontier = DominanceFrontier(reads, phase.size, alike)
        self.fits = self._frontier.fits
        """For each number of cards, the partial arrangements that so many cards can complete."""
        self._known: dict[int | None, int] = {0: DEAD, None: ACCEPTED}
        self._settled: dict[int, int] = {0: DEAD}
        self._states = [_State(0), _State(0), _State(0 if reads.bound else self._frontier.starts())]

    def stage(self, row: int) -> Any:
        """What the steps at a row depend on besides the counts: equal values, equal steps."""
        at = row - self._first
        return self._stages[at] if 0 <= at < len(self._stages) else "wilds"

    def is_natural(self, row: int) -> bool:
        """Whether a row counts naturals."""
        return 0 <= row - self._first < len(self._stages)

    def read(self, row: int, counts: Vector) -> Any:
        """What matters of the counts of a row's classes: equal values, equal steps."""
        at = row - self._first
        return self._reading.read(counts) if 0 <= at < len(self._stages) else counts

    def after(self, row: int, state: int, counts: Vector) -> int:
        """The state after a row with these counts of its classes."""
        return self.step(row, state, self.read(row, counts)) if state > ACCEPTED else state

    def step(self, row: int, state: int, key: Any) -> int:
        """The state after a row that was read as *key*; only for a state that is neither dead nor accepted."""
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
        """Where the partial arrangements of a state can go at a row of naturals."""
        here, stage = self._states[state], self.stage(row)
        found = here.ways.get(stage)
        if found is None:
            found = here.ways[stage] = [self._frontier.ways(number, stage) for number in bits(here.mask)]
        return found

    def settle(self, raw: int) -> int:
        """The state of these partial arrangements."""
        found = self._settled.get(raw)
        return self._state(raw) if found is None else found

    def ties(self, state: int) -> tuple[Vector, ...]:
        """Groups of colors whose names do not matter in this state."""
        here = self._states[state]
        if here.ties is None:
            here.ties = self._frontier.ties(here.mask) if here.mask else ()
        return here.ties

    def _state(self, raw: int) -> int:
        """The state of these partial arrangements."""
        mask = self._frontier.best(raw)
        found = self._known.get(mask)
        if found is None:
            found = self._known[mask] = len(self._states)
            self._states.append(_State(mask or 0))
        self._settled[raw] = found
        return found

    def accepts(self, state: int) -> bool:
        """Whether a hand that ends in this state holds the phase."""
        return state == ACCEPTED

    def holds(self, cards: Iterable[Card]) -> bool:
        """Whether these cards hold the phase."""
        codes = [card.code for card in cards]
        state = self.start
        for at, row in enumerate(self.rows):
            state = self.after(at, state, tuple([sum(code in faces for code in codes) for faces in row]))
        return self.accepts(state)


@lru_cache(maxsize=16)
def automaton(phase: Phase, side: Side) -> Automaton:
    """The automaton of a phase, made once."""
    return Automaton(phase, side)
