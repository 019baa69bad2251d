"""A machine that reads a hand row by row and knows at the end whether it holds the phase.

A state is what all partial arrangements together can still become: those that no other one beats. States are
numbered; they and the steps between them are made when a hand first needs them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from ..core.cards import Side
from ..core.phases import Phase, check_playable
from .partial import Vector
from .reading import Reading, Row, reading

Partial = tuple[Any, Vector, int]
"""A shape, the gaps that each colour's stars can still fill, and the gaps that may still be left in all."""

DEAD: Final = 0
"""The state of a hand that cannot hold the phase any more."""
ACCEPTED: Final = 1
"""The state of a hand that holds the phase, whatever comes."""
START: Final = 2
"""The state before the first row."""


class _State:
    """The partial arrangements that no other one beats, by their numbers, and the states after it."""

    __slots__ = ("number", "partials", "steps")

    def __init__(self, number: int, partials: tuple[int, ...]) -> None:
        self.number = number
        self.partials = partials
        self.steps: dict[Any, int] = {}


class Automaton:
    """Reads the counts of a hand's cards, row by row.

    >>> from phase10_widgets.editions import edition
    >>> classic = edition("classic")
    >>> machine = Automaton(classic.phases[0], classic.pack.side("color"))
    >>> machine.holds(classic.cards("R1 B1 W R7 G7 Y7"))
    True
    """

    def __init__(self, phase: Phase, side: Side) -> None:
        """The automaton of a phase with the cards of this side.

        Raises:
            PhaseError: the side's cards cannot make the phase.
        """
        check_playable(phase, side)
        self.phase = phase
        self.side = side
        self._reading: Reading = reading(phase, side)
        self._first = int(self._reading.bound)
        naturals, wilds = self._reading.rows, (self._reading.wilds,) if self._reading.wilds else ()
        self.rows: tuple[Row, ...] = (*wilds, *naturals) if self._first else (*naturals, *wilds)
        """For each row its classes of faces, each a tuple of their words."""
        self.start = START
        """The state before the first row."""
        self._most = phase.size - 1  # a natural at least (G9)
        self._partials: list[Partial] = []
        self._numbers: dict[Partial, int] = {}
        self._states: list[_State] = [_State(DEAD, ()), _State(ACCEPTED, ())]
        self._known: dict[tuple[int, ...], int] = {(): DEAD}
        self._pruned: dict[int, int] = {0: DEAD}
        self._beats: dict[tuple[int, int], bool] = {}
        self._after: dict[Any, int] = {}
        self._moves: dict[Any, list[Any]] = {}
        self._stages = [self._reading.stage(row) for row in range(len(naturals))]
        if self._first:
            self._states.append(_State(START, ()))
        else:
            start = self._state([self._number((shape, (), self._most)) for shape in self._reading.starts])
            assert start == START

    def read(self, row: int, counts: Vector) -> Any:
        """What matters of the counts of a row's classes: equal values, equal steps."""
        at = row - self._first
        return self._reading.read(counts) if 0 <= at < len(self._stages) else counts

    def after(self, row: int, state: int, counts: Vector) -> int:
        """The state after a row with these counts."""
        return state if state <= ACCEPTED else self.step(row, state, self.read(row, counts))

    def step(self, row: int, state: int, key: Any) -> int:
        """The state after a row whose counts were read as *key*."""
        at = row - self._first
        if at < 0:
            return self._begin(key)
        if at == len(self._stages):
            return self._close(state, key[0])
        here = self._states[state]
        known = (self._stages[at], key)
        found = here.steps.get(known)
        if found is None:
            raw = 0
            for partial in here.partials:
                raw |= self._ways(partial, key, at)
            found = here.steps[known] = self._prune(raw)
        return found

    def accepts(self, state: int) -> bool:
        """Whether a hand that ends in this state holds the phase."""
        return state == ACCEPTED

    def holds(self, cards: Iterable[Any]) -> bool:
        """Whether these cards hold the phase."""
        codes = [card.code for card in cards]
        state = self.start
        for at, row in enumerate(self.rows):
            state = self.after(at, state, tuple([sum(code in faces for code in codes) for faces in row]))
        return self.accepts(state)

    def _begin(self, stars: Vector) -> int:
        spare = min(sum(stars), self._most)
        return self._state([self._number(self._clipped(shape, stars, spare)) for shape in self._reading.starts])

    def _close(self, state: int, wilds: int) -> int:
        """The end: whether so many wilds fill the gaps of some arrangement."""
        ends = [self._ending(at) for at in self._states[state].partials]
        return ACCEPTED if self._most - max(ends, default=-1) <= min(wilds, self._most) else DEAD

    def _ending(self, partial: int) -> int:
        """The gaps that may still be left when everything stays as it is; negative when that does not do."""
        shape, bound, spare = self._partials[partial]
        gaps = self._reading.open_end(shape)
        if gaps is None or any(gap > most for gap, most in zip(gaps, bound, strict=False)):
            return -1
        return spare - sum(gaps)

    def _ways(self, partial: int, key: Any, at: int) -> int:
        """The partial arrangements after a row, as bits."""
        known = (partial, key, self._stages[at])
        found = self._after.get(known)
        if found is None:
            found = 0
            shape, bound, spare = self._partials[partial]
            for after, gaps, free in self._moves_of(shape, key, at):
                left = spare - free - sum(gaps)
                if left < 0:
                    continue
                if not bound:
                    found |= 1 << self._number((after, (), left))
                elif all(gap <= most for gap, most in zip(gaps, bound, strict=True)):
                    rest = [most - gap for gap, most in zip(gaps, bound, strict=True)]
                    found |= 1 << self._number(self._clipped(after, rest, left))
            self._after[known] = found
        return found

    def _moves_of(self, shape: Any, key: Any, at: int) -> list[Any]:
        known = (shape, key, self._stages[at])
        found = self._moves.get(known)
        if found is None:
            found = self._moves[known] = list(self._reading.moves(shape, key, at))
        return found

    def _clipped(self, shape: Any, bound: Sequence[int], spare: int) -> Partial:
        """A partial arrangement without the wilds that it can never use."""
        spare = min(spare, self._reading.places_left(shape))
        return (
            shape,
            tuple([min(n, most, spare) for n, most in zip(bound, self._reading.reach(shape), strict=True)]),
            spare,
        )

    def _number(self, partial: Partial) -> int:
        found = self._numbers.get(partial)
        if found is None:
            found = self._numbers[partial] = len(self._partials)
            self._partials.append(partial)
        return found

    def _prune(self, raw: int) -> int:
        """The state of these partial arrangements (bits), without those that another one beats."""
        found = self._pruned.get(raw)
        if found is None:
            found = self._pruned[raw] = self._state(_bits(raw))
        return found

    def _state(self, partials: list[int]) -> int:
        certain = self._most if not self._first else 0
        if not self._reading.wilds:
            certain = 0
        if any(self._ending(at) >= certain for at in partials):
            return ACCEPTED
        left = list(dict.fromkeys(partials))
        for one in partials:
            if one in left:
                left = [other for other in left if other == one or not self._beat(one, other)]
        key = tuple(sorted(left))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = len(self._states)
            self._states.append(_State(found, key))
        return found

    def _beat(self, one: int, other: int) -> bool:
        """Whether the first partial arrangement can complete the phase whenever the second can."""
        found = self._beats.get((one, other))
        if found is None:
            found = self._beats[one, other] = self._compare(one, other)
        return found

    def _compare(self, one: int, other: int) -> bool:
        (mine, my_bound, my_spare), (theirs, their_bound, their_spare) = self._partials[one], self._partials[other]
        gaps = self._reading.surcharge(mine, theirs)
        if gaps is None:
            return False
        if self._first:
            for n, others, gap, most in zip(my_bound, their_bound, gaps, self._reading.reach(mine), strict=False):
                if n < most and n - gap < others:
                    return False
            if my_spare >= self._reading.places_left(mine):
                return True
        return my_spare - sum(gaps) >= their_spare


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
