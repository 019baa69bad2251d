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


def card_svg(card: Card) -> str:
    """One card as an inline SVG picture with its name."""
    look = _look(card)
    width, height = CARD_WIDTH, CARD_HEIGHT
    name = escape(card_name(card))
    flip = (
        f'<g transform="translate(33,58) scale(.6)" fill="{look.ink}">{_path("symbols", "flip")}</g>'
        if card.flips
        else ""
    )
    return (
        f'<svg role="img" aria-label="{name}" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' style="margin:2px"><title>{name}</title>'
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="7" fill="{look.paper}"'
        f' stroke="{look.frame}" stroke-width="2"/>'
        f'<text x="6" y="19" font-family="sans-serif" font-size="16" font-weight="700"'
        f' fill="{look.ink}">{look.label}</text>'
        f'<g transform="translate(14,30)" fill="{look.ink}">{look.shape}</g>{flip}</svg>'
    )


def cards_html(cards: Iterable[Card]) -> str:
    """Several cards side by side."""
    return f'<div style="display:flex;flex-wrap:wrap">{"".join(map(card_svg, cards))}</div>'


def table_html(about: Mapping[str, Any], view: Mapping[str, Any]) -> str:
    """The table as a page that needs no kernel: what this seat saw when the notebook was saved."""
    seen = view["observation"]
    head = f"<h3 style='margin:0 0 .5em'>{escape(about['edition']['name'])}</h3>"
    if seen is None:
        return f"<div>{head}<p>The table is covered.</p></div>"
    rows = "".join(_seat_row(seat, at == seen["to_act"]) for at, seat in enumerate(seen["seats"]))
    pile = _read(seen, seen["discard_pile"].split(" ")[0]) if seen["discard_pile"] else ()
    return (
        f"<div style='font-family:sans-serif'>{head}"
        f"<p>Round {seen['round']}. Draw pile: {seen['draw_pile']['cards']} cards. Discard pile, top card:</p>"
        f"{cards_html(pile)}<table><thead><tr><th>Player<th>Cards<th>Phase<th>Completed<th>Points<th>On the table"
        f"</tr></thead><tbody>{rows}</tbody></table>"
        f"<p>The hand of {escape(seen['seats'][seen['seat']]['name'])}:</p>{cards_html(_read(seen, seen['hand']))}"
        f"<p><small>{escape(about['notice'])}. Run the cell to play on.</small></p></div>"
    )


def _seat_row(seat: Mapping[str, Any], acts: bool) -> str:
    laid = "; ".join(f"{group['kind']}: {group['cards']}" for group in seat["laid"])
    done = ", ".join(map(str, seat["completed"])) or "none"
    cells = (
        seat["name"] + (" (to act)" if acts else ""),
        seat["cards"],
        seat["phase"] or "open",
        done,
        seat["score"],
        laid,
    )
    return "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in cells) + "</tr>"


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
    kind = "joker" if card.side.suits else "wild"
    return _Look(special["wild"]["background"], special["wild"]["ink"], "", _path("symbols", kind))


def _rank(card: Card) -> str:
    short = faces()["ranks"].get(str(card.number))
    return str(short[0]) if short else str(card.number)


def _path(group: str, name: str) -> str:
    return f'<path d="{faces()[group][name]["path"]}"/>'
