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


def portraits(seat_plans: Sequence[SeatPlan], words: Text) -> list[Portrait]:
    """Return a different portrait for each seat."""
    return [{"name": words.say(NAMES[name]), "path": PATHS[name]} for name in chosen(seat_plans)]


def chosen(seat_plans: Sequence[SeatPlan]) -> list[str]:
    """Return the id of each seat's portrait.

    >>> chosen([SeatPlan("You"), SeatPlan("Ada", "expert:10"), SeatPlan("Blaise", "expert:2"), SeatPlan("Ben")])
    ['fox', 'lion', 'rabbit', 'cat']
    """
    found: list[str] = []
    for plan in seat_plans:
        found.append(next(name for name in _wanted(plan) if name not in found))
    return found


def _wanted(plan: SeatPlan) -> Iterator[str]:
    """Yield the portraits that suit a player, best first."""
    if plan.player is None:
        return iter(NAMES)
    level = level_of(plan.player) if isinstance(plan.player, str) else None
    if level is None:
        return chain(OTHERS, reversed(NAMES))
    suited = [name for most, name in LEVELS if level <= most]
    return chain(suited, reversed(NAMES))
