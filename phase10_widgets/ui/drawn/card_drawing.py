"""Card drawings in a 100-by-140 box, as shapes and as SVG.

``faces.json`` describes each face as layers of shapes. This module and ``frontend/src/shared/drawing.ts`` turn the
layers into the same paths, so that a card looks the same in the browser, in saved notebooks, on paper, and in pictures
of the RL environment (tests/ui/test_card_drawing.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, floor, pi, sin
from typing import Any, NamedTuple

from ...rules.cards import Card
from .card_looks import CardLook, color_look, faces, look_of, symbol
from .markup import Html, joined, tag

WIDE, HIGH = 100, 140
"""The size of the box."""
FIELD = (5, 5, 90, 130)
"""The left, top, width, and height of the field inside the frame."""
BOX = 24
"""The size of the box in which shapes are defined."""
CAPITAL, STROKE = 60, 11
"""The height of a numeral and the width of its strokes, in the units of its path."""
GAP = 3
NARROW = (1.0, 0.56, 0.4)
"""The horizontal scale of a numeral with one, two, or three characters: longer ones get narrower, never shorter."""
INNER = 4.8
"""The radius at which the points of a faceted star begin."""
SHINE, SHADE = 0.34, 0.06
"""The opacity of the light on one half of each facet, and of the shade on the other."""
_POINT = re.compile(r"(-?[\d.]+) (-?[\d.]+)")


class Shape(NamedTuple):
    """A path to fill, or to draw with a stroke."""

    path: str
    ink: str
    opacity: float = 1.0
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    turn: float = 0.0
    """The rotation of the shape about its center, in degrees."""
    stroke: float = 0.0
    """The width of the stroke; 0 fills the shape."""


class Drawing(NamedTuple):
    """A face: its field, the shapes under the frame, the frame's color, and the shapes over it."""

    field: str
    under: tuple[Shape, ...]
    frame: str
    over: tuple[Shape, ...]


@cache
def drawing(card: Card) -> Drawing:
    """Return the drawing of a card's face-up side.

    >>> from phase10_widgets import edition
    >>> drawing(edition("classic").cards("R7")[0]).over[0].path
    'M16 17L46 17L27 67'
    """
    look, layout = look_of(card), faces()["layouts"][_kind(card)]
    under, over = (tuple(_shapes(rows, look, card)) for rows in (layout["under"], [*layout["over"], *_flip(card)]))
    return Drawing(look.paper, under, look.frame, over)


def back_drawing(name: str = "diamonds") -> Drawing:
    """Return the drawing of a card's back: one of the ``backs`` in ``faces.json``."""
    back = faces()["backs"][name]
    return Drawing(back["background"], tuple(_marks(back["layers"])), back["frame"], ())


def _kind(card: Card) -> str:
    """Return the name of a face's layout."""
    if card.skip:
        return "skip"
    if card.suit is not None:
        return "suit"
    if card.side.index and card.color is None:
        return "nightStar" if card.wild else "night"
    if card.wild:
        return "star" if card.color is not None else "joker" if card.side.suits else "wild"
    return "number"


def _flip(card: Card) -> list[Any]:
    return faces()["flip"] if card.flips else []


def _marks(rows: Sequence[Sequence[Any]]) -> Iterator[Shape]:
    for what, x, y, size, ink, *more in rows:
        yield Shape(symbol(what), ink, *_rest(more, x, y, size))


def _rest(more: Sequence[float], x: float, y: float, size: float) -> tuple[float, float, float, float, float]:
    opacity = more[0] if more else 1
    return opacity, x, y, size / BOX, more[1] if len(more) > 1 else 0


def _shapes(rows: Sequence[Sequence[Any]], look: CardLook, card: Card) -> Iterator[Shape]:
    """Yield the shapes in layers. Each layer lists a name, left, top and size, and optionally ink, opacity and turn."""
    for what, x, y, size, *more in rows:
        ink = more[0] if more and more[0] != "$ink" else look.ink
        match what:
            case "$label":
                yield from numeral(look.label, x, y, size, ink)
            case "$hues":
                yield from facets(_hues(card), x, y, size)
            case _:
                path = look.path if what == "$shape" else symbol(what)
                yield Shape(path, ink, *_rest(more[1:], x, y, size))


def _hues(card: Card) -> list[str]:
    """Return the colors that a wild may stand for."""
    return [color_look(card.side.pack, color)["background"] for color in card.side.colors]


def numeral(label: str, x: float, y: float, height: float, ink: str) -> Iterator[Shape]:
    """Yield the shapes of a number or rank of this height.

    A line under 6 and 9 tells them apart when a card is upside down.

    >>> [shape.stroke for shape in numeral("9", 0, 0, 60, "#000000")]
    [11.0, 5.0]
    """
    scale, narrow, left, path = height / CAPITAL, NARROW[len(label) - 1], 0.0, ""
    for character in label:
        wide, glyph = faces()["glyphs"][character]
        path += _placed(glyph, x + left * scale, y, narrow * scale, scale)
        left += wide * narrow + GAP
    yield Shape(path, ink, stroke=_exact(STROKE * scale * (1 if narrow == 1 else 0.86)))
    if label in ("6", "9"):
        line = f"M{_point(x + 8 * scale, y + 68 * scale)}L{_point(x + 32 * scale, y + 68 * scale)}"
        yield Shape(line, ink, stroke=_exact(5 * scale))


def _placed(path: str, x: float, y: float, across: float, down: float) -> str:
    """Return a path, scaled and moved to x, y."""
    return _POINT.sub(lambda point: _point(x + float(point[1]) * across, y + float(point[2]) * down), path)


def facets(hues: Sequence[str], x: float, y: float, size: float) -> Iterator[Shape]:
    """Yield the shapes of a star that has one point per hue; each point has a light half and a dark half."""
    across, down = INNER * sin(pi / len(hues)), 12 - INNER * cos(pi / len(hues))
    halves = [f"M12 12L12 0L{_point(12 + side * across, down)}Z" for side in (-1, 1)]
    for at, hue in enumerate(hues):
        rest = (x, y, size / BOX, _exact(360 * at / len(hues)))
        for half, (shine, light) in zip(halves, (("#ffffff", SHINE), ("#000000", SHADE)), strict=True):
            yield Shape(half, hue, 1.0, *rest)
            yield Shape(half, shine, light, *rest)


def _point(x: float, y: float) -> str:
    return f"{_exact(x):g} {_exact(y):g}"


def _exact(value: float) -> float:
    """Return a number with at most three decimal places, rounded the way JavaScript rounds."""
    return floor(value * 1000 + 0.5) / 1000


def shapes_html(drawn: Drawing) -> Html:
    """Return the content of a card's ``<svg>``."""
    left, top, wide, high = FIELD
    field = tag("rect", x=left, y=top, width=wide, height=high, rx=8, fill=drawn.field)
    clip = {"x": left, "y": top, "width": wide, "height": high, "viewBox": f"{left} {top} {wide} {high}"}
    under = [tag("svg", *map(_html, drawn.under), **clip)] if drawn.under else []
    edge = tag("path", d=symbol("frame"), fill=drawn.frame, stroke="#000000", stroke_opacity="0.2")
    return joined([field, *under, edge, *map(_html, drawn.over)])


def _html(shape: Shape) -> Html:
    path, ink, opacity, x, y, scale, turn, stroke = shape
    moved = [
        *([f"translate({x:g} {y:g})"] if x or y else []),
        *([f"rotate({turn:g} {12 * scale:g} {12 * scale:g})"] if turn else []),
        *([f"scale({_exact(scale):g})"] if scale != 1 else []),
    ]
    drawn = {"fill": "none", "stroke": ink, "stroke_width": f"{stroke:g}"} if stroke else {"fill": ink}
    round_ends = {"stroke_linecap": "round", "stroke_linejoin": "round"} if stroke else {}
    seen = {"opacity": f"{opacity:g}"} if opacity != 1 else {}
    return tag("path", d=path, **drawn, **round_ends, **seen, **({"transform": "".join(moved)} if moved else {}))
