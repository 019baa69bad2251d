"""An edition's picture: some of its cards, fanned."""

from __future__ import annotations

from urllib.parse import quote

from ..core.edition import Edition
from .static_html import CARD_HEIGHT, CARD_WIDTH, card_svg, tag

CARDS = {"classic": "S B3 R7 W", "flip": "G*/2 9/B4 */Y1 R5!/3", "standard": "10C QD AS JK", "masters": "R2 G4 O8 W"}
"""The cards in each edition's picture."""
_SLANT, _STEP, _EDGE = 8.0, 34, 18


def fan(edition: Edition) -> str:
    """Return the picture as a data URL; empty for an edition without one."""
    cards = edition.cards(CARDS.get(edition.id, ""))
    middle = (len(cards) - 1) / 2
    turns = (
        f"translate({_EDGE + at * _STEP} {_EDGE}) rotate({(at - middle) * _SLANT:g}"
        f" {CARD_WIDTH / 2:g} {CARD_HEIGHT * 1.1:g})"
        for at in range(len(cards))
    )
    drawn = (tag("g", card_svg(card), transform=turn) for card, turn in zip(cards, turns, strict=True))
    width, height = 2 * _EDGE + CARD_WIDTH + _STEP * max(0, len(cards) - 1), CARD_HEIGHT + 2 * _EDGE
    svg = tag("svg", *drawn, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}")
    return "data:image/svg+xml," + quote(svg, safe=" =:/'\"<>()") if cards else ""
