"""An edition's picture: a fan of some of its cards."""

from __future__ import annotations

from urllib.parse import quote

from ...base.translatable import phrase
from ...languages.text import Text
from ...rules.cards import Card
from ...rules.edition import Edition
from ..wire import ColorLook
from .card_drawing import HIGH, WIDE
from .card_looks import CARD_WIDTH
from .markup import tag
from .static_html import card_svg

CARDS = {"classic": "S B3 R7 W", "flip": "G*/2 9/B4 */Y1 R5!/3", "standard": "10C QD AS JK", "masters": "R2 G4 O8 W"}
"""The cards in the built-in editions' pictures."""
SIDES = {"color": phrase("color side"), "wild": phrase("wild side")}
"""The names of the sides of two-sided cards."""
_SLANT, _STEP, _EDGE = 8.0, 34, 18
_HEIGHT = CARD_WIDTH * HIGH / WIDE


def own_looks(*editions: Edition, words: Text) -> dict[str, ColorLook]:
    """Return the looks and names of the colors that these editions define, keyed by letter."""
    looks = {letter: look for edition in editions for letter, look in edition.pack.looks.items()}
    return {
        letter: {"name": words.say(look.name), "background": look.background, "ink": look.ink, "path": look.path}
        for letter, look in looks.items()
    }


def _some(edition: Edition) -> tuple[Card, ...]:
    """Return three numbered cards of different colors, and the first card without a number."""
    side = edition.pack.sides[0]
    others = [face for face in side.faces.values() if face.number is None]
    return (*side.numbered[2 :: max(1, (len(side.numbered) + 3) // 3)], *others[:1])


def fan(edition: Edition) -> str:
    """Return an edition's picture as a data URL."""
    cards = edition.cards(CARDS[edition.id]) if edition.id in CARDS else _some(edition)
    middle = (len(cards) - 1) / 2
    turns = (
        f"translate({_EDGE + at * _STEP} {_EDGE}) rotate({(at - middle) * _SLANT:g}"
        f" {CARD_WIDTH / 2:g} {_HEIGHT * 1.1:g})"
        for at in range(len(cards))
    )
    drawn = (tag("g", card_svg(card), transform=turn) for card, turn in zip(cards, turns, strict=True))
    width, height = 2 * _EDGE + CARD_WIDTH + _STEP * max(0, len(cards) - 1), round(_HEIGHT) + 2 * _EDGE
    svg = tag("svg", *drawn, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}")
    return "data:image/svg+xml," + quote(svg, safe=" =:/'\"<>()")
