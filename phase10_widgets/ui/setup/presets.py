"""The presets on the setup screen, each of which sets the game's length or house rules with one button."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...base.translatable import phrase


class Preset(NamedTuple):
    """A set of house rules that one button selects."""

    id: str
    name: str
    minutes: int
    """The usual length of a game with a newcomer and two computer players (see ``devtools/measure/minutes.py``)."""
    line: str
    options: dict[str, Any]
    """The options; an edition ignores those that it does not offer."""


PRESETS = (
    Preset("taste", phrase("A taste"), 3, phrase("One phase, to get to know the game."), {"phases": [1]}),
    Preset("quick", phrase("Quick game"), 10, phrase("The first five phases."), {"phases": [1, 2, 3, 4, 5]}),
    Preset(
        "short",
        phrase("Short game"),
        12,
        phrase("Only the even-numbered phases: 2, 4, 6, 8 and 10."),
        {"phases": "even"},
    ),
    Preset("full", phrase("Full game"), 30, phrase("All ten phases, one after another."), {}),
    Preset(
        "together",
        phrase("Everybody moves on"),
        25,
        phrase("A new phase for everyone each round; the lowest score wins."),
        {"advance": "always"},
    ),
    Preset(
        "free", phrase("Free order"), 25, phrase("Lay down any phase you have not completed yet."), {"order": "any"}
    ),
    Preset(
        "strict", phrase("No holding back"), 30, phrase("A completed phase must be laid down."), {"must_lay_down": True}
    ),
)
