"""SVG drawings for the pages around the widgets: a table with card backs, a table in play, and the icon.

The cards look like those at the table (frontend/src/shared/drawing.ts). ``devtools.generate.pictures`` writes them.
"""

from __future__ import annotations

from typing import Any

from ..ui.drawn.card_looks import faces
from ..ui.drawn.static_html import Html, joined, tag

WIDE, HIGH = 100, 144
"""The size of a drawn card."""
FELT, FELT_EDGE = "#2b6e58", "#1f5745"
HAND = ("R3", "B4", "G5", "Y6", "B7", "R8", "W")
"""The hand in the picture of a table in play: a run and a wild."""
LAID = (("R9", "G9", "Y9"), ("B2", "Y2", "R2"))
"""The groups on the table in the picture of a table in play."""


def number_card(color: str, number: str) -> Html:
    """Return the drawing of a card with a number."""
    look = faces()["colors"][color]
    ink, path = look["ink"], look["path"]
    return joined(
        [
            *_paper(faces()["special"]["paper"]["background"], look["background"]),
            _mark(path, 10, 32, 80, ink, fill_opacity=0.17),
            _label(number, 12, 40, 34, ink),
            _mark(path, 12, 46, 18, ink),
            _label(number, 50, 93, 60, ink, text_anchor="middle"),
            _mark(path, 70, 105, 18, ink),
        ]
    )


def color_card(color: str) -> Html:
    """Return the drawing of a card for use at small sizes, with only one large shape."""
    look = faces()["colors"][color]
    field = _paper(faces()["special"]["paper"]["background"], look["background"])
    return joined([*field, _mark(look["path"], 16, 38, 68, look["ink"])])


def wild_card() -> Html:
    """Return the drawing of a wild."""
    special, colors = faces()["special"], faces()["colors"]
    corners = zip("RBGY", ((20, 44), (52, 44), (20, 76), (52, 76)), strict=True)
    return joined(
        [
            *_paper(special["paper"]["background"], special["wild"]["background"]),
            _mark(faces()["symbols"]["wild"]["path"], 11, 12, 25, special["night"]["star"]),
            *(
                part
                for color, (x, y) in corners
                for part in (
                    tag("circle", cx=x + 14, cy=y + 14, r=14.5, fill=special["paper"]["background"]),
                    _mark(colors[color]["path"], x + 5, y + 5, 18, colors[color]["background"]),
                )
            ),
        ]
    )


def back() -> Html:
    """Return the drawing of a card's back."""
    look = faces()["special"]["back"]
    ink = look["ink"]
    return joined(
        [
            *_paper(look["frame"], look["background"]),
            tag("rect", x=15, y=17, width=70, height=110, fill="none", stroke=ink, stroke_opacity=0.6, stroke_width=2),
            tag("path", d="M50 30 79 72 50 114 21 72z", fill="none", stroke=ink, stroke_width=4),
            tag("path", d="M50 43 70 72 50 101 30 72z", fill=ink, fill_opacity=0.85),
        ]
    )


def backs() -> Html:
    """Return the drawing of a table before a game: the draw pile, an empty place beside it, and a hand of ten card
    backs."""
    piles = [_at(back(), 162, 24, 0.8), _at(back(), 158, 20, 0.8), _place(258, 20, 80, 115)]
    hand = [_at(back(), 34 + 39 * at, 178 + 1.1 * (at - 4.5) ** 2, 0.8, 2.2 * (at - 4.5)) for at in range(10)]
    return _svg(500, 330, *piles, *hand)


def hero() -> Html:
    """Return the drawing of a table in play: both piles, two groups on the table, and a hand."""
    piles = [_at(back(), 24, 24, 0.7), _at(back(), 20, 20, 0.7), _at(number_card("G", "11"), 106, 20, 0.7)]
    groups = [
        _at(_face(word), 226 + 128 * group + 34 * at, 30, 0.5)
        for group, words in enumerate(LAID)
        for at, word in enumerate(words)
    ]
    middle = (len(HAND) - 1) / 2
    hand = [
        _at(_face(word), 38 + 52 * at, 154 + 2 * (at - middle) ** 2, 0.95, 3.5 * (at - middle))
        for at, word in enumerate(HAND)
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
        _at(color_card("B"), 161, 106, 1.9, 0),
        _at(color_card("R"), 262, 132, 1.9, 16),
    ]
    moved = f"translate({512 * margin:g} {512 * margin:g}) scale({scale:g})"
    return _svg(512, 512, field, tag("g", *cards, transform=moved))


def social() -> Html:
    """Return the preview picture for links to these pages: the table in play, 1200 by 630."""
    field = tag("rect", width=1200, height=630, fill=FELT_EDGE)
    table = tag("rect", x=24, y=24, width=1152, height=582, rx=48, fill=FELT)
    inner = tag("g", hero(), transform="translate(165 35) scale(1.78)")
    return _svg(1200, 630, field, table, inner)


def _face(word: str) -> Html:
    return wild_card() if word == "W" else number_card(word[0], word[1:])


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


def _paper(frame: str, field: str) -> list[Html]:
    edge = {"stroke": "#000", "stroke_opacity": 0.28, "stroke_width": 1.5}
    return [
        tag("rect", x=1, y=1, width=98, height=142, rx=12, fill=frame, **edge),
        tag("rect", x=6, y=6, width=88, height=132, rx=8, fill=field),
    ]


def _mark(path: str, x: float, y: float, size: float, fill: str, **more: Any) -> Html:
    where = f"translate({x:g} {y:g})scale({size / 24:.3g})"
    return tag("path", d=path, transform=where, fill=fill, fill_rule="evenodd", **more)


def _label(text: str, x: float, y: float, size: float, fill: str, **more: Any) -> Html:
    font = {"font_family": "system-ui, Segoe UI, Roboto, Arial, sans-serif", "font_weight": 800}
    return tag("text", text, x=x, y=y, font_size=size, fill=fill, **font, **more)
