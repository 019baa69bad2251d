"""A fast test of whether cards contain a phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import TypeAlias

from ...rules.cards import FIELD, Card, Side
from ...rules.phases import ColorRunOf, Phase
from ...rules.solver import solver
from ..counting.automaton import ACCEPTED, Automaton
from ..counting.rows import row_reader

Holds: TypeAlias = Callable[[Sequence[Card]], bool]

ONE = (1 << FIELD) - 1


def holds(phase: Phase, side: Side) -> Holds:
    """Return a function that returns True for cards on this side that contain the phase.

    It uses the rules' solver, so that simulations are an independent check on exact counting. For color runs on a
    side where runs have colors, that solver has to search, so the automaton is used instead; once warm, it is up to
    twenty times as fast.
    """
    missing = solver(phase, side).missing
    if side.run_colors != (None,) and any(isinstance(need, ColorRunOf) for need in phase.needs):
        return _walk(Automaton(row_reader(phase, side)))
    return lambda cards: not missing(cards)


def _walk(machine: Automaton) -> Holds:
    """Return a check that caches the automaton's steps; it reads a hand as one number, a field per class and row."""
    weights: dict[str, int] = {}
    rows = []
    shift = 0
    for at, row in enumerate(machine.rows):
        steps: dict[tuple[int, int], int] = {}
        rows.append((at, shift, (1 << FIELD * len(row)) - 1, len(row), steps))
        for faces in row:
            weights |= {code: weights.get(code, 0) + (1 << shift) for code in faces}
            shift += FIELD
    making = Lock()  # threads may share a question, and adding a state is not atomic

    def made(at: int, state: int, counts: int, size: int) -> int:
        with making:
            return machine.after(at, state, tuple([counts >> FIELD * place & ONE for place in range(size)]))

    def walk(cards: Sequence[Card]) -> bool:
        hand = sum([weights.get(card.code, 0) for card in cards])
        state = machine.start
        for at, shift, mask, size, steps in rows:
            key = (state, hand >> shift & mask)
            found = steps.get(key)
            state = steps[key] = made(at, *key, size) if found is None else found
            if state <= ACCEPTED:
                break
        return machine.accepts(state)

    return walk
