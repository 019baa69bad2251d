"""SVG drawings for the pages around the widgets: a table with card backs, a table in play, and the icon.

``devtools.generate.pictures`` writes them.
"""

from __future__ import annotations

from ..editions import edition
from ..ui.drawn.card_drawing import HIGH, WIDE, back_drawing, drawing, shapes_html
from ..ui.drawn.markup import Html, tag

FELT, FELT_EDGE = "#2b6e58", "#1f5745"
HAND = "R3 B4 G5 Y6 B7 R8 W"
"""The hand in the picture of a table in play: a run and a wild."""
LAID = ("R9 G9 Y9", "B2 Y2 R2")
"""The groups on the table in that picture."""


def faces(codes: str) -> list[Html]:
    """Return drawings of the classic game's cards."""
    return [shapes_html(drawing(card)) for card in edition("classic").cards(codes)]


def back() -> Html:
    """Return the drawing of a card's back."""
    return shapes_html(back_drawing())


def backs() -> Html:
    """Return the drawing of a table before a game: the draw pile, an empty place beside it, and a hand of ten card
    backs."""
    piles = [_at(back(), 162, 24, 0.8), _at(back(), 158, 20, 0.8), _place(258, 20, 80, 115)]
    hand = [_at(back(), 34 + 39 * at, 178 + 1.1 * (at - 4.5) ** 2, 0.8, 2.2 * (at - 4.5)) for at in range(10)]
    return _svg(500, 330, *piles, *hand)


def hero() -> Html:
    """Return the drawing of a table in play: both piles, two groups on the table, and a hand."""
    piles = [_at(back(), 24, 24, 0.7), _at(back(), 20, 20, 0.7), _at(faces("G11")[0], 106, 20, 0.7)]
    groups = [
        _at(face, 226 + 128 * group + 34 * at, 30, 0.5)
        for group, codes in enumerate(LAID)
        for at, face in enumerate(faces(codes))
    ]
    held = faces(HAND)
    middle = (len(held) - 1) / 2
    hand = [
        _at(face, 38 + 52 * at, 154 + 2 * (at - middle) ** 2, 0.95, 3.5 * (at - middle)) for at, face in enumerate(held)
    ]
    return _svg(490, 316, *piles, *groups, *hand)


def icon(*, margin: float = 0) -> Html:
    """Return the icon, 512 units wide: three cards on felt. *margin* is the fraction of the width to leave free on each
    side."""
    corner = 0 if margin else 112
    field = tag("rect", width=512, height=512, rx=corner, fill=FELT)
    scale = 1 - 2 * margin
    cards = [
        _at(back(), 60, 132, 1.9, -16),
        _at(faces("B10")[0], 161, 106, 1.9, 0),
        _at(faces("W")[0], 262, 132, 1.9, 16),
    ]
    moved = f"translate({512 * margin:g} {512 * margin:g}) scale({scale:g})"
    return _svg(512, 512, field, tag("g", *cards, transform=moved))


def social() -> Html:
    """Return the preview picture for links to these pages: the table in play, 1200 by 630."""
    field = tag("rect", width=1200, height=630, fill=FELT_EDGE)
    table = tag("rect", x=24, y=24, width=1152, height=582, rx=48, fill=FELT)
    inner = tag("g", hero(), transform="translate(165 35) scale(1.78)")
    return _svg(1200, 630, field, table, inner)


def _svg(width: int, height: int, *parts: object) -> Html:
    size = {"viewBox": f"0 0 {width} {height}", "width": width, "height": height}
    return tag("svg", *parts, xmlns="http://www.w3.org/2000/svg", **size)


def _at(card: Html, x: float, y: float, scale: float, turn: float = 0) -> Html:
    """Return a card that has been moved, scaled, and rotated around its center by a number of degrees."""
    turned = f" rotate({turn:g} {WIDE / 2:g} {HIGH / 2:g})" if turn else ""
    return tag("g", card, transform=f"translate({x:g} {y:g}) scale({scale:g}){turned}")


def _place(x: float, y: float, width: float, height: float) -> Html:
    look = {"fill": "#000", "fill_opacity": 0.14, "stroke": "#fff", "stroke_opacity": 0.4, "stroke_dasharray": "6 5"}
    return tag("rect", x=x, y=y, width=width, height=height, rx=9, **look)
