"""Cards and tables as plain HTML for saved notebooks and inline objects, without scripts or external files.

Some viewers strip styles and pictures from saved HTML: GitHub, email clients, learning platforms, and JupyterLab until
a notebook is trusted. Every drawing therefore also exists as text, either covered by the picture or in a collapsed
section.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any
from urllib.parse import quote

from ...base.translatable import phrase
from ...languages.text import Text, is_you
from ...rules.cards import PACKS, Card
from ...rules.phases import Phase
from .card_drawing import HIGH, WIDE, drawing, shapes_html
from .card_looks import CARD_WIDTH
from .markup import Html, joined, tag

PLAIN = " '()*,/;="
"""The characters that are not escaped in a picture's data URL."""
ENGLISH = Text()


class SmallPicture:
    """A small object that a notebook renders. Equal objects have the same repr and the same drawing."""

    def _repr_html_(self) -> str:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return repr(self) == repr(other) and self._repr_html_() == other._repr_html_()

    def __hash__(self) -> int:
        return hash(repr(self))


def svg(label: str, width: float | str, height: float | str, *shapes: object, **attributes: object) -> Html:
    """Return a named SVG picture, drawn in a box with its origin at 0, 0."""
    box = {"width": width, "height": height, "viewBox": f"0 0 {width} {height}"} | attributes
    return tag("svg", tag("title", label), *shapes, role="img", aria_label=label, **box)


def picture(width: float | str, height: float | str, *shapes: object) -> Html:
    """Return a drawing that screen readers skip, because the text beside it conveys the same content."""
    box = {"width": width, "height": height, "viewBox": f"0 0 {width} {height}"}
    return tag("svg", *shapes, aria_hidden="true", **box, style="max-width:100%;height:auto")


def card_svg(card: Card, width: int = CARD_WIDTH, text: Text = ENGLISH) -> Html:
    """Return one card as an inline SVG picture with its name."""
    box = {"viewBox": f"0 0 {WIDE} {HIGH}", "style": "flex:none"}
    return svg(text.card_name(card), width, _height(width), shapes_html(drawing(card)), **box)


def cards_html(cards: Iterable[Card], width: int = CARD_WIDTH, text: Text = ENGLISH, *, named: bool = True) -> Html:
    """Return cards side by side; screen readers read each card's name, which also replaces a missing picture.

    Cards that are not *named* accompany text that already names them, so screen readers skip them; if a picture is
    missing, the card's name still appears in its place.
    """
    hand = list(cards)
    look = "display:flex;flex-wrap:wrap;gap:4px;padding:2px 0"
    if not named:
        drawn = (_picture(card, width, name=text.card_name(card)) for card in hand)
        return tag("div", *drawn, aria_hidden="true", style=look)
    names = [text.card_name(card) for card in hand]
    written = [*(f"{name}, " for name in names[:-1]), *names[-1:]]
    boxes = (_covered(card, width, name) for card, name in zip(hand, written, strict=True))
    return tag("div", *boxes, style=f"{look};font:{max(8, width // 4)}px/1.2 sans-serif;text-align:center")


def _covered(card: Card, width: int, name: str) -> Html:
    """Return a card's picture, which covers its name."""
    box = f"position:relative;width:{width}px;height:{_height(width)}px;overflow:hidden"
    return tag("span", _picture(card, width, "position:absolute;left:0;top:0"), name, style=box)


def _picture(card: Card, width: int, look: str | None = None, name: str = "") -> Html:
    return tag("img", alt=name, src=_address(card), width=width, height=_height(width), style=look)


@cache
def _address(card: Card) -> str:
    """Return a card's picture as a data URL."""
    return address(WIDE, HIGH, shapes_html(drawing(card)))


def address(width: float | str, height: float | str, *shapes: object) -> str:
    """Return a drawing as a data URL, for pages that keep images but strip inline SVG."""
    box = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width} {height}"}
    drawn = tag("svg", *shapes, **box)
    short = drawn.replace("></rect>", "/>").replace("></path>", "/>").replace('"', "'")
    return "data:image/svg+xml," + quote(short, PLAIN)


def _height(width: int) -> int:
    return round(width * HIGH / WIDE)


def phase_html(phase: Phase, text: Text = ENGLISH, *more: object) -> Html:
    """Return a phase as a card that lists its groups, followed by more content."""
    number = phase.number
    return tag(
        "div",
        tag("strong", text.say("Phase {number}", number=number) if number else text.say("Phase")),
        tag(
            "ul",
            *(tag("li", text.count(need.count())) for need in phase.needs),
            style="margin:6px 0 0;padding-left:18px",
        ),
        *more,
        style="display:inline-block;font-family:sans-serif;border:2px solid #8a8a80;border-radius:10px;"
        "padding:10px 16px;background:#fffdf6;color:#1d2229",
    )


def fold(summary: str, *content: object) -> Html:
    """Return content that stays collapsed until a reader opens it."""
    return tag("details", tag("summary", summary), *content)


def line(content: object, look: str = "margin:8px 0 4px") -> Html:
    """Return a paragraph."""
    return tag("p", content, style=look)


def page(title: str, parts: Iterable[object], last: str) -> Html:
    """Return a widget's HTML for pages without a kernel: its title, its parts, and a line in small print."""
    head = tag("h3", title, style="margin:0 0 .5em")
    return tag("div", head, *parts, line(tag("small", last)), style="font:14px/1.4 sans-serif")


def table_of(head: Iterable[object], rows: Iterable[Iterable[object]], name: str | None = None) -> Html:
    """Return a table whose rows consist of :func:`cell` results; a wide table scrolls.

    A table with a *name* can receive keyboard focus, so that it can be scrolled in every browser.
    """
    body = (tag("tr", *row) for row in rows)
    inside = tag("thead", tag("tr", *head)), tag("tbody", *body)
    table = tag("table", *inside, style="margin:10px 0;border-collapse:collapse")
    reached = {"tabindex": 0, "role": "group", "aria_label": name} if name else {}
    return tag("div", table, **reached, style="overflow-x:auto")


def cell(name: str, content: object, **attributes: object) -> Html:
    """Return a table cell: a "td" or a "th"."""
    style = "padding:4px 16px 4px 0;border-bottom:1px solid rgba(128,128,128,.5);text-align:left;vertical-align:top"
    return tag(name, content, **attributes, style=style)


def table_html(about: Mapping[str, Any], view: Mapping[str, Any], text: Text = ENGLISH) -> Html:
    """Return the table for pages without a kernel, as this seat saw it when the notebook was saved."""
    seen, name = view["observation"], about["edition"]["name"]
    if seen is None:
        return tag("div", tag("h3", name, style="margin:0 0 .5em"), tag("p", text.say("The table is covered.")))
    rows = (_seat_cells(seen, seat, at == seen["to_act"], text) for at, seat in enumerate(seen["seats"]))
    pile = _read(seen, seen["discard_pile"].split(" ")[0]) if seen["discard_pile"] else ()
    pile_line = text.language.plural(
        "Round {round}. {n} card in the draw pile. On top of the discard pile:",
        "Round {round}. {n} cards in the draw pile. On top of the discard pile:",
        seen["draw_pile"]["cards"],
        round=seen["round"],
    )
    parts = (
        line(pile_line),
        cards_html(pile, text=text) if pile else _nothing(text),
        table_of((cell("th", text.say(name)) for name in _COLUMNS), rows),
        *_hand(seen, text),
    )
    hint = text.say("Run the cell to play on.")
    return page(name, parts, f"{about['notice']}. {hint}")


def _hand(seen: Mapping[str, Any], text: Text) -> tuple[Html, ...]:
    """Return the viewer's hand, or nothing if there is no viewer."""
    if seen["seat"] is None:
        return ()
    me = seen["seats"][seen["seat"]]["name"]
    whose = text.say("Your hand") if is_you(me) else text.say("{name}\u2019s hand", name=me)
    return line(f"{whose}:"), cards_html(_read(seen, seen["hand"]), text=text) if seen["hand"] else _nothing(text)


def _nothing(text: Text) -> Html:
    return tag("p", text.say("nothing"))


_COLUMNS = (
    phrase("Player"),
    phrase("Cards"),
    phrase("Phase"),
    phrase("Completed"),
    phrase("Points"),
    phrase("On the table"),
)


def _seat_cells(seen: Mapping[str, Any], seat: Mapping[str, Any], acts: bool, text: Text) -> list[Html]:
    pack = PACKS[seen["edition"]]
    laid = joined(cards_html(pack.cards(group["cards"]), CARD_WIDTH // 2, text) for group in seat["laid"])
    cells = (
        text.say("{name} (to act)", name=seat["name"]) if acts else seat["name"],
        seat["cards"],
        seat["phase"] or text.say("open"),
        ", ".join(map(str, seat["completed"])) or text.say("none"),
        seat["score"],
        laid or text.say("nothing"),
    )
    return [cell("td", content) for content in cells]


def _read(seen: Mapping[str, Any], words: str) -> tuple[Card, ...]:
    cards = PACKS[seen["edition"]].cards(words)
    return tuple(card.turned for card in cards) if seen["side"] == "wild" else cards
