"""The portraits of players: people look like pets, and computer players like animals that match their level."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from ...base.translatable import phrase
from ...languages.text import Text
from ...players import level_of
from ...sessions.seating import SeatPlan
from ..wire import Portrait

NAMES = {
    "fox": phrase("fox"),
    "cat": phrase("cat"),
    "bear": phrase("bear"),
    "dog": phrase("dog"),
    "panda": phrase("panda"),
    "koala": phrase("koala"),
    "penguin": phrase("penguin"),
    "hedgehog": phrase("hedgehog"),
    "rabbit": phrase("rabbit"),
    "frog": phrase("frog"),
    "owl": phrase("owl"),
    "lion": phrase("lion"),
}
"""The names of all portraits by id, in the order in which people get them."""
PATHS: dict[str, str] = json.loads((Path(__file__).parent / "portraits.json").read_text("utf-8"))
"""The drawings by id: each an SVG path in a 24-by-24 box, drawn with lines two units wide."""
LEVELS = ((3, "rabbit"), (6, "frog"), (9, "owl"), (10, "lion"))
"""The portraits of computer players, each with the highest level that it represents."""
OTHERS = ("penguin", "hedgehog")
"""The portraits of computer players without a level."""


def portraits(seat_plans: Sequence[SeatPlan], words: Text, own: Sequence[str | None] = ()) -> list[Portrait]:
    """Return a different portrait for each seat; *own* is the same as for :func:`chosen`."""
    return [portrait(name, words) for name in chosen(seat_plans, own)]


def portrait(name: str, words: Text) -> Portrait:
    """Return the portrait with this id."""
    return {"name": words.say(NAMES[name]), "path": PATHS[name]}


def chosen(seat_plans: Sequence[SeatPlan], own: Sequence[str | None] = ()) -> list[str]:
    """Return the id of each seat's portrait.

    *own* are the different ids that people have chosen, by seat (None for a seat without a choice); by default, nobody
    has chosen one.

    >>> chosen([SeatPlan("You"), SeatPlan("Ada", "expert:10"), SeatPlan("Blaise", "expert:2"), SeatPlan("Ben")])
    ['fox', 'lion', 'rabbit', 'cat']
    >>> chosen([SeatPlan("You"), SeatPlan("Ada", "expert:10"), SeatPlan("Ben")], [None, None, "lion"])
    ['fox', 'owl', 'lion']
    """
    found = [*own] or [None] * len(seat_plans)
    for seat, plan in enumerate(seat_plans):
        if found[seat] is None:
            found[seat] = next(name for name in _wanted(plan) if name not in found)
    return [name for name in found if name is not None]


def _wanted(plan: SeatPlan) -> Iterator[str]:
    """Yield the portraits that suit a player, best first."""
    if plan.player is None:
        return iter(NAMES)
    level = level_of(plan.player) if isinstance(plan.player, str) else None
    if level is None:
        return chain(OTHERS, reversed(NAMES))
    suited = [name for most, name in LEVELS if level <= most]
    return chain(suited, reversed(NAMES))
