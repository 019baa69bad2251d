"""Convert SVG paths to polygons, so that pictures show the same shapes as a browser."""

from __future__ import annotations

import re
from functools import lru_cache

from svg.path import Close, Line, Move, Path, parse_path

Polygon = tuple[complex, ...]
"""Points as ``x + y * 1j``."""

_COMMAND = re.compile(r"[A-Za-z][^A-Za-z]*")
_LINES_PER_CURVE = 32
"""The number of lines that replace one curve or arc."""


@lru_cache(256)
def polygons(path: str) -> tuple[Polygon, ...]:
    """Return a path's outlines, with curves as short lines; a malformed path ends at its first error.

    >>> polygons("M1 2h3v4z")
    (((1+2j), (4+2j), (4+6j)),)
    """
    outlines: list[list[complex]] = []
    for part in _parsed(path):
        if isinstance(part, Move):
            outlines.append([part.end])
        elif isinstance(part, Line):
            outlines[-1].append(part.end)
        elif not isinstance(part, Close):
            outlines[-1] += [part.point(step / _LINES_PER_CURVE) for step in range(1, _LINES_PER_CURVE + 1)]
    return tuple(tuple(outline) for outline in outlines if len(outline) > 1)


def _parsed(path: str) -> Path:
    """Return the parts of a path that precede its first malformed command."""
    commands = _COMMAND.findall(path)
    while commands:
        try:
            return parse_path("".join(commands))
        except (ValueError, IndexError, AssertionError):  # svg.path reports errors in several ways
            commands.pop()
    return Path()
