"""Cards and tables as plain HTML for saved notebooks and inline objects. No scripts, no external files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from ...core.cards import Card
from ...core.messages import phrase
from ...editions import edition
from ...text import Text, is_you

CARD_WIDTH, CARD_HEIGHT = 52, 76
"""The size of a card, in pixels."""
ENGLISH = Text()


@cache
def faces() -> Mapping[str, Any]:
    """Return the design of the card faces, from the file that the browser reads too."""
    found: Mapping[str, Any] = json.loads((files(__package__) / "faces.json").read_text("utf-8"))
    return found


def card_svg(card: Card, width: int = CARD_WIDTH, text: Text = ENGLISH) -> str:
    """Return one card as an inline SVG picture with its name."""
    look = _look(card)
    height = round(width * CARD_HEIGHT / CARD_WIDTH)
    name = escape(text.card_name(card))
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


def cards_html(cards: Iterable[Card], width: int = CARD_WIDTH, text: Text = ENGLISH) -> str:
    """Return several cards side by side."""
    pictures = "".join(card_svg(card, width, text) for card in cards)
    return f'<div style="display:flex;flex-wrap:wrap;gap:4px;padding:2px 0">{pictures}</div>'


def table_html(about: Mapping[str, Any], view: Mapping[str, Any], text: Text = ENGLISH) -> str:
    """Return the table for pages without a kernel: this seat's view when the notebook was saved."""
    seen = view["observation"]
    head = f"<h3 style='margin:0 0 .5em'>{escape(about['edition']['name'])}</h3>"
    if seen is None:
        return f"<div>{head}<p>{text.say('The table is covered.')}</p></div>"
    rows = "".join(_seat_row(seen, seat, at == seen["to_act"], text) for at, seat in enumerate(seen["seats"]))
    pile = _read(seen, seen["discard_pile"].split(" ")[0]) if seen["discard_pile"] else ()
    pile_line = text.language.plural(
        "Round {round}. {n} card in the draw pile. On top of the discard pile:",
        "Round {round}. {n} cards in the draw pile. On top of the discard pile:",
        seen["draw_pile"]["cards"],
        round=seen["round"],
    )
    head_row = "".join(_cell("th", text.say(name)) for name in _COLUMNS)
    top = cards_html(pile, text=text) if pile else _nothing(text)
    return (
        f"<div style='font:14px/1.4 sans-serif'>{head}"
        f"<p style='{_LINE}'>{pile_line}</p>{top}"
        f"<div style='overflow-x:auto'><table style='margin:10px 0;border-collapse:collapse'><thead>"
        f"<tr>{head_row}</tr></thead><tbody>{rows}</tbody></table></div>"
        f"{_hand(seen, text)}"
        f"<p style='{_LINE}'><small>{escape(about['notice'])}. {text.say('Run the cell to play on.')}</small></p></div>"
    )


def _hand(seen: Mapping[str, Any], text: Text) -> str:
    """Return the viewer's hand; nothing if nobody views it."""
    if seen["seat"] is None:
        return ""
    me = seen["seats"][seen["seat"]]["name"]
    whose = text.say("Your hand") if is_you(me) else text.say("{name}\u2019s hand", name=me)
    cards = cards_html(_read(seen, seen["hand"]), text=text) if seen["hand"] else _nothing(text)
    return f"<p style='{_LINE}'>{escape(whose)}:</p>{cards}"


def _nothing(text: Text) -> str:
    return f"<p>{text.say('nothing')}</p>"


_LINE = "margin:8px 0 4px"
_COLUMNS = (
    phrase("Player"),
    phrase("Cards"),
    phrase("Phase"),
    phrase("Completed"),
    phrase("Points"),
    phrase("On the table"),
)


def _cell(tag: str, content: str) -> str:
    style = "padding:4px 16px 4px 0;border-bottom:1px solid rgba(128,128,128,.5);text-align:left;vertical-align:top"
    return f"<{tag} style='{style}'>{content}</{tag}>"


def _seat_row(seen: Mapping[str, Any], seat: Mapping[str, Any], acts: bool, text: Text) -> str:
    game = edition(seen["edition"])
    laid = "".join(cards_html(game.cards(group["cards"]), CARD_WIDTH // 2, text) for group in seat["laid"])
    cells = (
        escape(text.say("{name} (to act)", name=seat["name"]) if acts else seat["name"]),
        str(seat["cards"]),
        str(seat["phase"] or text.say("open")),
        ", ".join(map(str, seat["completed"])) or text.say("none"),
        str(seat["score"]),
        laid or text.say("nothing"),
    )
    return f"<tr>{''.join(_cell('td', cell) for cell in cells)}</tr>"


def _read(seen: Mapping[str, Any], words: str) -> tuple[Card, ...]:
    cards = edition(seen["edition"]).cards(words)
    return tuple(card.turned for card in cards) if seen["side"] == "wild" else cards


class _Look:
    """The colors, label and shape of a face."""

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
