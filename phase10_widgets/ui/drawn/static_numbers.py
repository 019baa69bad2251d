"""Chances as plain HTML for saved notebooks: tables and inline SVG bars, without scripts or external files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...languages.text import Text
from ...rules.cards import Card
from . import static_html
from .markup import Html, tag
from .static_html import cards_html, cell, line, picture, table_of

BAR_WIDTH, BAR_HEIGHT, ROW = 360, 14, 44
"""The length of the longest bar, the height of a bar, and the height of a row, in pixels."""
NARROW = "\u00a0%"
"""A suffix that keeps a percentage on one line."""
INK, TRUTH, OWN = "currentColor", "#5b8bd0", "#1f5bb5"


def page(title: str, parts: Iterable[object], notice: str, text: Text) -> Html:
    """Return a widget's HTML for pages without a kernel."""
    hint = text.say("Run the cell to go on.")
    return static_html.page(title, parts, f"{notice}. {hint}")


def bars(rows: Sequence[tuple[str, float, str, bool]]) -> Html:
    """Draw a bar for each row (its name, its chance, the formatted chance, and True if the row was requested).

    A table next to the drawing must show the same numbers.
    """
    longest = max([value for _, value, _, _ in rows] or [0]) or 1
    drawn = (shape for at, row in enumerate(rows) for shape in _bar(at, row, longest))
    return picture(BAR_WIDTH + 100, ROW * len(rows), *drawn)


def _bar(at: int, row: tuple[str, float, str, bool], longest: float) -> tuple[Html, Html, Html]:
    name, value, written, own = row
    top, width = at * ROW, max(1, round(BAR_WIDTH * value / longest))
    font = {"font_family": "sans-serif", "font_size": 13, "font_weight": 700 if own else 400, "fill": INK}
    return (
        tag("text", name, x=0, y=top + 15, **font),
        tag("rect", x=0, y=top + 21, width=width, height=BAR_HEIGHT, fill=OWN if own else TRUTH),
        tag("text", written, x=width + 6, y=top + 33, **font),
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Html:
    """Return a table whose first column names the rows, or nothing if there are no rows."""
    body = [[_cell("th", row[0], scope="row"), *(_cell("td", each) for each in row[1:])] for row in rows]
    return table_of([_cell("th", name, scope="col") for name in head], body) if body else Html()


def _cell(name: str, content: str, **attributes: str) -> Html:
    return cell(name, content.replace(" %", NARROW), **attributes)


def deal_html(about: Mapping[str, Any], view: Mapping[str, Any], text: Text) -> Html:
    """Return the content of :class:`DealOdds`."""
    exact, games = view["exact"], [game for game in view["games"] if game["chance"]]
    asked = text.say("{game}: {phase}, in {n} cards", game=view["game"], phase=view["text"], n=view["asked"]["cards"])
    rows = [(game["name"], game["chance"]["value"], game["chance"]["percent"], game["own"]) for game in games]
    head = [text.say("Game"), text.say("Phase"), text.say("Chance"), text.say("About")]
    cells = [(game["name"], game["text"], game["chance"]["percent"], game["chance"]["often"]) for game in games]
    parts = [
        line(asked),
        line(exact["percent"], "margin:4px 0;font-size:28px;font-weight:700"),
        line(exact["fraction"].replace("/", " / ")),
        line(exact["explanation"]),
        line(exact["assumption"]),
        line(tag("b", text.say("The same phase number in each game"))),
        bars(rows),
        table(head, cells),
    ]
    return page(text.say("The chance of being dealt a phase"), parts, about["notice"], text)


def draw_html(about: Mapping[str, Any], view: Mapping[str, Any], hand: Iterable[Card], text: Text) -> Html:
    """Return the content of :class:`DrawOdds`."""
    nearest = [out for row in view["outs"] for out in row if out["effect"] and out["unseen"]]
    helps = {"completes": text.say("completes the phase"), "nearer": text.say("brings the phase nearer")}
    outs = [(out["name"], str(out["unseen"]), helps[out["effect"]]) for out in nearest]
    draws = [(str(n), found["percent"], found["often"]) for n, found in enumerate(view["within"], 1)]
    moves = [(option["move"], option["chance"]["percent"], option["distance"]) for option in view["options"]]
    effects = {0: [], 1: ["completes"]}.get(view["lacking"], ["completes", "nearer"])
    last = [text.say("Complete by the next turn"), text.say("Cards still missing, on average")]
    parts = [
        line(f"{view['game']}: {view['text']}"),
        cards_html(hand, text=text),
        line(view["distance"]),
        *(line(view["next"][effect]["explanation"]) for effect in effects),
    ]
    if view["lacking"]:
        parts += [
            line(view["assumption"]),
            table([text.say("Card"), text.say("Unseen"), text.say("Helps")], outs),
            table([text.say("Draws"), text.say("Chance"), text.say("About")], draws),
            table([text.say("Move"), *last], moves),
        ]
    return page(text.say("What helps this hand"), parts, about["notice"], text)


def table_html(about: Mapping[str, Any], view: Mapping[str, Any], text: Text) -> Html:
    """Return the content of :class:`OddsTable`."""
    games = view["games"]
    rows: dict[int, dict[int, str]] = {}
    for at, game in enumerate(games):
        for found in game["cells"]:
            written = found["chance"]["percent"] if found["chance"] else "…"
            rows.setdefault(found["phase"], {})[at] = f"{written} ({found['text']})"
    cells = [(str(number), *(row.get(at, "") for at in range(len(games)))) for number, row in sorted(rows.items())]
    left = [line(text.say("Numbers shown as … are calculated when you run the cell."))] if view["left"] else []
    parts = [
        line(text.say("{n} cards are dealt.", n=view["asked"]["cards"])),
        table([text.say("Phase"), *(game["name"] for game in games)], cells),
        *left,
    ]
    return page(text.say("The chance of being dealt each phase"), parts, about["notice"], text)
