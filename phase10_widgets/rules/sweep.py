"""Count the naturals that sets and runs can use, in one sweep over the numbers.

The sweep visits the numbers from low to high. A *plan* records the decisions so far: which sets have been
assigned a number, and how far each run has progressed. Plans that agree on these differ only in the number of naturals
they have used, so keeping the best of them is enough. All plans together form a node; the count of each number
determines the next node. Nodes are built when a hand first needs them. A node is a dict from the counts of the next
three numbers to the node after them, so a hand costs four lookups.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, TypeAlias

from .cards import FIELD
from .phases import Need, SetOf

Plan: TypeAlias = tuple[int, ...]
"""The progress of each need: 0 or 1 for a set, or how many numbers have been passed for a run."""
Plans: TypeAlias = tuple[tuple[Plan, int], ...]
"""All plans after the numbers visited so far, in order, each with the largest number of naturals it can have used."""

NUMBERS_PER_LOOK_UP = 3
"""The number of card numbers covered by one lookup."""

LOOK_UPS = 4
"""The number of lookups per hand (one more if there is a thirteenth number)."""

MASK = (1 << FIELD * NUMBERS_PER_LOOK_UP) - 1
ONE = (1 << FIELD) - 1


class _Node(dict[int, Any]):
    """All plans after the numbers below *number*; as a dict, it maps the next counts to the next node or the answer."""

    __slots__ = ("number", "plans", "steps", "sweep")

    def __init__(self, sweep: Sweep, number: int, plans: Plans) -> None:
        self.sweep = sweep
        self.number = number
        self.plans = plans
        self.steps: list[_Node | None] = [None] * (sweep.most + 1)
        """The nodes that follow one number, by its count."""

    def __missing__(self, counts: int) -> Any:
        node, n = self, self.sweep.length
        for at in range(min(NUMBERS_PER_LOOK_UP, n + 1 - self.number)):
            node = self.sweep.after(node, (counts >> FIELD * at) & ONE)
        result = self[counts] = dict(node.plans)[self.sweep.finished] if node.number > n else node
        return result


class Sweep:
    """A counter of the naturals that these sets and runs can use together, with each card used once."""

    def __init__(self, needs: Sequence[Need], numbers: range) -> None:
        self.needs = tuple(needs)
        self.numbers = numbers
        self.length = max(len(numbers), LOOK_UPS * NUMBERS_PER_LOOK_UP)
        """The length of the sweep, padded with numbers that no card has."""
        self.finished: Plan = tuple(1 if isinstance(need, SetOf) else need.size for need in self.needs)
        self.most = sum(need.size if isinstance(need, SetOf) else 1 for need in self.needs)
        """The maximum number of naturals with the same number that can be used."""
        self._nodes: list[dict[Plans, _Node]] = [{} for _ in range(self.length + 2)]
        self._pairs: dict[tuple[Plan, int], tuple[Plan, int]] = {}
        """Interned pairs of a plan and its naturals; many nodes share them."""
        self._known_ways: dict[tuple[Plan, int], list[tuple[Plan, int]]] = {}
        self.root = self._node(1, {(0,) * len(self.needs): 0})

    def used(self, weight: int) -> int:
        """Return the largest number of naturals that can be used from a hand with this sum of weights."""
        result = self.root[weight & MASK][weight >> 24 & MASK][weight >> 48 & MASK][weight >> 72 & MASK]
        return result if type(result) is int else result[weight >> 96 & ONE]

    def used_without(self, weight: int, parts: Iterable[int]) -> list[tuple[int, int]]:
        """Return each of *parts*, paired with the largest number of naturals that can be used once it is subtracted
        from *weight*."""
        root, longer, result = self.root, self.length > LOOK_UPS * NUMBERS_PER_LOOK_UP, []
        for part in parts:
            left = weight - part
            used = root[left & MASK][left >> 24 & MASK][left >> 48 & MASK][left >> 72 & MASK]
            result.append((part, used[left >> 96 & ONE] if longer else used))
        return result

    def after(self, node: _Node, count: int) -> _Node:
        """Return the node that follows one number, of which the hand has *count* cards."""
        count = min(count, self.most)
        result = node.steps[count]
        if result is None:
            result = node.steps[count] = self._node(node.number + 1, self._advance(node, count))
        return result

    def _advance(self, node: _Node, count: int) -> dict[Plan, int]:
        plans: dict[Plan, int] = {}
        for plan, used in node.plans:
            for after, places in self._ways(plan, node.number):
                total = used + (places if places < count else count)
                if plans.get(after, -1) < total:
                    plans[after] = total
        return plans

    def _ways(self, plan: Plan, number: int) -> list[tuple[Plan, int]]:
        """Return every plan that can follow at this number, with the number of places it fills there."""
        result = self._known_ways.get((plan, number))
        if result is None:
            options = [self._moves(need, at, number) for need, at in zip(self.needs, plan, strict=True)]
            ways: dict[Plan, int] = {}
            for moves in product(*options):
                after = self._merged(tuple(progress for progress, _ in moves))
                ways[after] = max(ways.get(after, 0), sum(places for _, places in moves))
            result = self._known_ways[plan, number] = list(ways.items())
        return result

    def _moves(self, need: Need, progress: int, number: int) -> list[tuple[int, int]]:
        """Return a need's options at this number: its resulting progress and the places it fills."""
        if isinstance(need, SetOf):
            return [(1, 0)] if progress else [(0, 0), (1, need.size)]
        if progress == need.size:
            return [(progress, 0)]
        if progress:
            return [(progress + 1, 1)]
        can_start = number + need.size - 1 <= self.numbers[-1]
        return [(0, 0), (1, 1)] if can_start else [(0, 0)]

    def _merged(self, plan: Plan) -> Plan:
        """Return the plan with equal needs sorted by descending progress: it does not matter which of them is ahead."""
        if len(set(self.needs)) == len(self.needs):
            return plan
        left = {need: sorted(p for n, p in zip(self.needs, plan, strict=True) if n == need) for need in self.needs}
        return tuple(left[need].pop() for need in self.needs)

    def _node(self, number: int, best: dict[Plan, int]) -> _Node:
        plans = tuple([self._pairs.setdefault(pair, pair) for pair in sorted(best.items())])
        node = self._nodes[number].get(plans)
        if node is None:
            node = self._nodes[number][plans] = _Node(self, number, plans)
        return node
