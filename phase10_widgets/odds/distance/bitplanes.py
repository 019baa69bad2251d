"""All plans for a phase, as bits: a *plan* chooses one identity for each group.

A plan needs cards in certain places. The number of naturals that a hand supplies for each plan is stored as levels:
level *k* has a bit for each plan that uses at least *k* of them. Adding a card raises the plans that have room for it
by one, and removing one lowers the plans that lose it, so a few bitwise ANDs of Python ints update all plans together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, pairwise, product

from ...rules.cards import Side
from ...rules.phases import Identity, Phase, Place
from ...rules.solve_by_matching import differ


def plans_of(phase: Phase, side: Side) -> Iterator[Counter[Place]]:
    """Yield each plan's places, with the number of cards that it needs in each."""
    groups = Counter(phase.needs)
    needs = [need for need, n in groups.items() for _ in range(n)]
    choices = [combinations_with_replacement(need.identities(side), n) for need, n in groups.items()]
    for chosen in product(*choices):
        row: list[Identity] = [name for names in chosen for name in names]
        if differ(needs, row):
            yield Counter(
                need.place(name, at) for need, name in zip(needs, row, strict=True) for at in range(need.size)
            )


def bits_of(phase: Phase, side: Side) -> tuple[int, dict[Place, list[int]]]:
    """Return the number of plans and, for each place, a list whose entry *k* contains the plans that need more than *k*
    cards."""
    plans = list(plans_of(phase, side))
    rows: dict[Place, list[bytearray]] = {}
    for at, places in enumerate(plans):
        for place, n in places.items():
            row = rows.setdefault(place, [])
            row += [bytearray(len(plans) // 8 + 1) for _ in range(n - len(row))]
            for bits in row[:n]:
                bits[at >> 3] |= 1 << (at & 7)
    return len(plans), {place: [int.from_bytes(bits, "little") for bits in row] for place, row in rows.items()}


def raised(levels: Sequence[int], more: int) -> list[int]:
    """Return the levels after each plan in *more* uses one more natural."""
    result = [*levels]
    raise_in_place(result, more)
    return result


def raise_in_place(levels: list[int], more: int) -> None:
    """Update these levels in place after each plan in *more* uses one more natural."""
    top = levels[-1] & more
    for at in range(len(levels) - 1, 0, -1):
        levels[at] |= levels[at - 1] & more
    if top:
        levels.append(top)


def lowered(levels: Sequence[int], fewer: int) -> list[int]:
    """Return the levels after each plan in *fewer* uses one fewer natural."""
    kept = ~fewer
    result = [levels[0]]
    result += [(level & kept) | above for level, above in pairwise(levels[1:])]
    top = levels[-1] & kept if len(levels) > 1 else 0
    if top:
        result.append(top)
    return result
