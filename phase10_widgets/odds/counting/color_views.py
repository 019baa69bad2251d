"""Views of a hand for a phase with few color runs: some colors stay separate while the others are merged.

A hand makes the phase if it does so in at least one of the views. An automaton that distinguishes fewer colors has far
fewer states. The same automaton reads all views of a phase.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple, TypeAlias

from ...rules.cards import Side
from ...rules.phases import ColorOf, ColorRunOf, FlushOf, Phase
from .rows import Class

View: TypeAlias = dict[str, Class]
"""For each face on the simpler side, the faces it stands for."""

REST = "rest"
"""The merged color for all cards whose color has no color run."""


class Views(NamedTuple):
    """The side that an automaton reads, and its views, each of which maps a face to the faces it stands for."""

    side: Side
    views: tuple[View, ...]


def views(phase: Phase, side: Side) -> Views:
    """Return a phase's views: the side itself, unless color runs leave at least two of its colors unused.

    >>> from phase10_widgets.editions import edition
    >>> color = edition("flip").pack.side("color")
    >>> simpler, found = views(Phase.parse("1 color run of 4 + 1 set of 2"), color)
    >>> [view["R7"] for view in found]
    [('R7',), ('B7',), ('G7', 'G7!'), ('Y7',)]
    >>> len(found[0]["rest7"])
    4
    """
    n = sum(isinstance(need, ColorRunOf) for need in phase.needs)
    hues = any(isinstance(need, ColorOf | FlushOf) for need in phase.needs)
    if hues or not 0 < n <= len(side.colors) - 2 or side.run_colors != side.colors:
        return Views(side, ({code: (code,) for code in side.faces},))
    simpler = _simpler(side, n)
    return Views(simpler, tuple(_view(simpler, side, colors) for colors in combinations(side.colors, n)))


def _simpler(side: Side, n: int) -> Side:
    """Build a side with *n* of the colors, and merge the others into one more color, which has no color runs."""
    colors = side.colors[:n]
    result = Side(side.pack, side.name, side.index, (*colors, REST), (), colors)
    for color in result.colors:
        for number in side.numbers:
            result.add(f"{color}{number}", points=0, number=number, color=color)
    for wild in result.colors if side.bound_wilds else (None,):
        result.add(f"{wild or ''}*", points=0, color=wild)
    return result


def _view(simpler: Side, side: Side, colors: tuple[str, ...]) -> View:
    """Return the faces that each face on the simpler side stands for if the color runs have these colors."""
    color_of: dict[str | None, str | None] = dict.fromkeys(side.colors, REST)
    color_of |= dict(zip(colors, simpler.run_colors, strict=True))
    found: dict[str, list[str]] = {code: [] for code in simpler.faces}
    words = {(card.number, card.color): code for code, card in simpler.faces.items()}
    for card in side.faces.values():
        if not card.skip:
            found[words[card.number, color_of.get(card.color)]].append(card.code)
    return {code: tuple(faces) for code, faces in found.items()}
