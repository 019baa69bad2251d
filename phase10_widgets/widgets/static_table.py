"""Cards and tables as plain HTML: for saved notebooks, and for the small pieces. No script, no outside file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from ..core.cards import Card
from ..editions import edition
from ..text import card_name

CARD_WIDTH, CARD_HEIGHT = 52, 76
"""A card's size in pixels."""


@cache
def faces() -> Mapping[str, Any]:
    """How faces look; the browser's table reads the same file."""
    found: Mapping[str, Any] = json.loads((files(__package__) / "faces.json").read_text("utf-8"))
    return found


def card_svg(card: Card, width: int = CARD_WIDTH) -> str:
    """One card as an inline SVG picture with its name."""
    look = _look(card)
    height = round(width * CARD_HEIGHT / CARD_WIDTH)
    name = escape(card_name(card))
    flip = (
        f'<g transform="translate(33,58) scale(.6)" fill="{look.ink}">{_path("symbols", "flip")}</g>'
        if card.flips
        else ""
    )
    return (
        f'<svg role="img" aria-label="{name}" width="{width}" height="{height}"'
        f' viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}" style="flex:none"><title>{name}</title>'
        f'<rect x="1" y="1" width="{CARD_WIDTH - 2}" height="{CARD_HEIGHT - 2}" rx="7" fill="{look.paper}"'
        f' stroke="{look.frame}" stroke-width="2"/>'
        f'<text x="6" y="19" font-family="sans-serif" font-size="16" font-weight="700"'
        f' fill="{look.ink}">{look.label}</text>'
        f'<g transform="translate(14,30)" fill="{look.ink}">{look.shape}</g>{flip}</svg>'
    )


def cards_html(cards: Iterable[Card], width: int = CARD_WIDTH) -> str:
    """Several cards side by side."""
    pictures = "".join(card_svg(card, width) for card in cards)
    return f'<div style="display:flex;flex-wrap:wrap;gap:4px;padding:2px 0">{pictures}</div>'


def table_html(about: Mapping[str, Any], view: Mapping[str, Any]) -> str:
    """The table as a page that needs no kernel: what this seat saw when the notebook was saved."""
    seen = view["observation"]
    head = f"<h3 style='margin:0 0 .5em'>{escape(about['edition']['name'])}</h3>"
    if seen is None:
        return f"<div>{head}<p>The table is covered.</p></div>"
    columns = ("Player", "Cards", "Phase", "Completed", "Points", "On the table")
    rows = "".join(_seat_row(seen, seat, at == seen["to_act"]) for at, seat in enumerate(seen["seats"]))
    pile = _read(seen, seen["discard_pile"].split(" ")[0]) if seen["discard_pile"] else ()
    me = seen["seats"][seen["seat"]]["name"]
    whose = "Your hand" if me == "You" else f"{escape(me)}\u2019s hand"
    return (
        f"<div style='font:14px/1.4 sans-serif'>{head}"
        f"<p style='{_LINE}'>Round {seen['round']}. {seen['draw_pile']['cards']} cards in the draw pile."
        f" On top of the discard pile:</p>{cards_html(pile) if pile else _NOTHING}"
        f"<div style='overflow-x:auto'><table style='margin:10px 0;border-collapse:collapse'><thead>"
        f"<tr>{''.join(_cell('th', name) for name in columns)}</tr></thead><tbody>{rows}</tbody></table></div>"
        f"<p style='{_LINE}'>{whose}:</p>{cards_html(_read(seen, seen['hand'])) if seen['hand'] else _NOTHING}"
        f"<p style='{_LINE}'><small>{escape(about['notice'])}. Run the cell to play on.</small></p></div>"
    )


_LINE = "margin:8px 0 4px"
_NOTHING = "<p>nothing</p>"


def _cell(tag: str, content: str) -> str:
    style = "padding:4px 16px 4px 0;border-bottom:1px solid rgba(128,128,128,.5);text-align:left;vertical-align:top"
    return f"<{tag} style='{style}'>{content}</{tag}>"


def _seat_row(seen: Mapping[str, Any], seat: Mapping[str, Any], acts: bool) -> str:
    game = edition(seen["edition"])
    laid = "".join(cards_html(game.cards(group["cards"]), CARD_WIDTH // 2) for group in seat["laid"])
    cells = (
        escape(seat["name"]) + (" (to act)" if acts else ""),
        str(seat["cards"]),
        str(seat["phase"] or "open"),
        ", ".join(map(str, seat["completed"])) or "none",
        str(seat["score"]),
        laid or "nothing",
    )
    return f"<tr>{''.join(_cell('td', cell) for cell in cells)}</tr>"


def _read(seen: Mapping[str, Any], words: str) -> tuple[Card, ...]:
    cards = edition(seen["edition"]).cards(words)
    return tuple(card.turned for card in cards) if seen["side"] == "wild" else cards


class _Look:
    """The colours, label and shape of a face."""

    def __init__(self, paper: str, ink: str, label: str, shape: str, frame: str = "#8a8a80") -> None:
        self.paper = paper
        self.ink = ink
        self.label = label
        self.shape = shape
        self.frame = frame


def _look(card: Card) -> _Look:
    special = faces()["special"]
    if card.skip:
        return _Look(special["skip"]["background"], special["skip"]["ink"], "", _path("symbols", "skip"))
    if card.suit is not None:
        ink = faces()["suits"][card.suit]["ink"]
        return _Look(special["paper"]["background"], ink, _rank(card), _path("suits", card.suit))
    if card.color is not None:
        look = faces()["colors"][card.color]
        shape = _path("symbols", "star") if card.wild else _path("colors", card.color)
        return _Look(look["background"], look["ink"], str(card.number or ""), shape)
    if card.side.index:
        night = special["night"]
        return _Look(
            night["background"], night["ink"], str(card.number or ""), _path("symbols", "star"), night["frame"]
        )
    if card.side.suits:
        return _Look(special["paper"]["background"], special["paper"]["ink"], "", _path("symbols", "joker"))
    return _Look(special["wild"]["background"], special["wild"]["ink"], "", _path("symbols", "wild"))


def _rank(card: Card) -> str:
    short = faces()["ranks"].get(str(card.number))
    return str(short[0]) if short else str(card.number)


def _path(group: str, name: str) -> str:
    return f'<path d="{faces()[group][name]["path"]}"/>'
