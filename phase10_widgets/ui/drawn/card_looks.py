"""Card designs for everything that Python draws: saved notebooks and pictures of the table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ...rules.cards import Card, Pack

CARD_WIDTH = 52
"""The width of a card, in pixels."""


@cache
def faces() -> Mapping[str, Any]:
    """Return the card-face designs from the file that the browser also reads."""
    found: Mapping[str, Any] = json.loads((files(__package__) / "faces.json").read_text("utf-8"))
    return found


@dataclass(frozen=True, slots=True)
class CardLook:
    """The colors, label and shape of a face."""

    paper: str
    ink: str
    label: str
    """The number or rank; empty for wilds and skips."""
    path: str
    """The color's or suit's shape, as an SVG path in a 24-by-24 box; empty if the face has none."""
    frame: str


def look_of(card: Card) -> CardLook:
    """Return the look of a card's face-up side.

    >>> from phase10_widgets import edition
    >>> look = look_of(edition("classic").cards("R7")[0])
    >>> look.paper, look.label
    ('#c4262e', '7')
    """
    special = faces()["special"]
    paper, frame = special["paper"], special["paper"]["background"]
    if card.skip:
        return CardLook(special["skip"]["background"], special["skip"]["ink"], "", "", frame)
    if card.suit is not None:
        suit = faces()["suits"][card.suit]
        return CardLook(paper["background"], suit["ink"], _rank(card), suit["path"], paper["frame"])
    if card.color is not None:
        look = color_look(card.side.pack, card.color)
        return CardLook(look["background"], look["ink"], str(card.number or ""), look["path"], frame)
    if card.side.index:
        night = special["night"]
        return CardLook(night["background"], night["ink"], str(card.number or ""), "", night["frame"])
    if card.side.suits:
        return CardLook(paper["background"], paper["ink"], "", "", paper["frame"])
    return CardLook(special["wild"]["background"], special["wild"]["ink"], "", "", frame)


def color_look(pack: Pack, color: str) -> Mapping[str, str]:
    """Return a color's background, ink, and path, either from the pack or from the standard looks."""
    own = pack.looks.get(color)
    return faces()["colors"][color] if own is None else {**asdict(own), "path": own.path}


def symbol(name: str) -> str:
    """Return the SVG path of a symbol in a 24-by-24 box, or of a wide shape in the card's box."""
    return str((faces()["symbols"] | faces()["wide"])[name]["path"])


def _rank(card: Card) -> str:
    short = faces()["ranks"].get(str(card.number))
    return str(short[0]) if short else str(card.number)
