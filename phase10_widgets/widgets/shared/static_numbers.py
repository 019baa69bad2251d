"""Chances as plain HTML for saved notebooks: tables, and bars as inline SVG. No scripts, no external files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from ...core.cards import Card
from ...text import Text
from .static_html import cards_html

BAR_WIDTH, BAR_HEIGHT, ROW = 360, 14, 44
"""The length of the longest bar, the height of a bar, and the height of a row, in pixels."""
NARROW = "\u00a0%"
"""A suffix that keeps a percentage on one line."""
INK, TRUTH, OWN = "currentColor", "#5b8bd0", "#1f5bb5"


def page(title: str, parts: Iterable[str], notice: str, text: Text) -> str:
    """Return a whole widget for pages without a kernel."""
    last = f"{escape(notice)}. {escape(text.say('Run the cell to go on.'))}"
    return (
        f"<div style='font:14px/1.4 sans-serif'><h3 style='margin:0 0 .5em'>{escape(title)}</h3>"
        f"{''.join(parts)}<p style='margin:8px 0 4px'><small>{last}</small></p></div>"
    )


def line(message_id: str) -> str:
    """Return a paragraph."""
    return f"<p style='margin:8px 0 4px'>{escape(message_id)}</p>"


def bars(rows: Sequence[tuple[str, float, str, bool]], label: str) -> str:
    """Draw a bar for each row: name, chance, formatted chance, and True for the requested row."""
    longest = max([value for _, value, _, _ in rows] or [0]) or 1
    drawn = "".join(_bar(at, row, longest) for at, row in enumerate(rows))
    height = ROW * len(rows)
    return (
        f'<svg role="img" aria-label="{escape(label)}" width="{BAR_WIDTH + 100}" height="{height}"'
        f' viewBox="0 0 {BAR_WIDTH + 100} {height}" style="max-width:100%;height:auto">'
        f"<title>{escape(label)}</title>{drawn}</svg>"
    )


def _bar(at: int, row: tuple[str, float, str, bool], longest: float) -> str:
    name, value, written, own = row
    top, width = at * ROW, max(1, round(BAR_WIDTH * value / longest))
    weight = "700" if own else "400"
    font = f'font-family="sans-serif" font-size="13" font-weight="{weight}" fill="{INK}"'
    return (
        f'<text x="0" y="{top + 15}" {font}>{escape(name)}</text>'
        f'<rect x="0" y="{top + 21}" width="{width}" height="{BAR_HEIGHT}" fill="{OWN if own else TRUTH}"/>'
        f'<text x="{width + 6}" y="{top + 33}" {font}>{escape(written)}</text>'
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table whose first column names the rows; empty without rows."""
    top = "".join(_cell("th scope='col'", name) for name in head)
    body = "".join(f"<tr>{_row(row)}</tr>" for row in rows)
    if not body:
        return ""
    return (
        f"<div style='overflow-x:auto'><table style='margin:10px 0;border-collapse:collapse'>"
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _row(row: Sequence[str]) -> str:
    first, *others = row
    return _cell("th scope='row'", first) + "".join(_cell("td", each) for each in others)


def _cell(tag: str, content: str) -> str:
    style = "padding:4px 16px 4px 0;border-bottom:1px solid rgba(128,128,128,.5);text-align:left;vertical-align:top"
    return f"<{tag} style='{style}'>{escape(content.replace(' %', NARROW))}</{tag[:2]}>"


def deal_html(about: Mapping[str, Any], view: Mapping[str, Any], text: Text) -> str:
    """Return the content of :class:`DealOdds`."""
    exact, games = view["exact"], [game for game in view["games"] if game["chance"]]
    asked = text.say("{game}: {phase}, in {n} cards", game=view["game"], phase=view["text"], n=view["asked"]["cards"])
    label = text.say("The same phase number in each game")
    rows = [(game["name"], game["chance"]["value"], game["chance"]["percent"], game["own"]) for game in games]
    head = [text.say("Game"), text.say("Phase"), text.say("Chance"), text.say("About")]
    cells = [(game["name"], game["text"], game["chance"]["percent"], game["chance"]["often"]) for game in games]
    parts = [
        line(asked),
        f"<p style='margin:4px 0;font-size:28px;font-weight:700'>{exact['percent']}</p>",
        line(exact["fraction"].replace("/", " / ")),
        line(exact["explanation"]),
        line(exact["assumption"]),
        bars(rows, f"{label}: " + ", ".join(f"{name} {written}" for name, _, written, _ in rows)),
        table(head, cells),
    ]
    return page(text.say("The chance of being dealt a phase"), parts, about["notice"], text)


def draw_html(about: Mapping[str, Any], view: Mapping[str, Any], hand: Iterable[Card], text: Text) -> str:
    """Return the content of :class:`DrawOdds`."""
    nearest = [out for row in view["outs"] for out in row if out["effect"] and out["unseen"]]
    helps = {"completes": text.say("completes the phase"), "nearer": text.say("brings the phase nearer")}
    outs = [(out["name"], str(out["unseen"]), helps[out["effect"]]) for out in nearest]
    draws = [(str(n), found["percent"], found["often"]) for n, found in enumerate(view["within"], 1)]
    moves = [(option["move"], option["chance"]["percent"], option["distance"]) for option in view["options"]]
    effects = {0: [], 1: ["completes"]}.get(view["lacking"], ["completes", "nearer"])
    last = [text.say("Complete by the next turn"), text.say("Cards missing then, on average")]
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


def table_html(about: Mapping[str, Any], view: Mapping[str, Any], text: Text) -> str:
    """Return the content of :class:`OddsTable`."""
    games = view["games"]
    rows: dict[int, dict[int, str]] = {}
    for at, game in enumerate(games):
        for cell in game["cells"]:
            written = cell["chance"]["percent"] if cell["chance"] else "…"
            rows.setdefault(cell["phase"], {})[at] = f"{written} ({cell['text']})"
    cells = [(str(number), *(row.get(at, "") for at in range(len(games)))) for number, row in sorted(rows.items())]
    left = [line(text.say("What shows … is counted when the cell runs."))] if view["left"] else []
    parts = [
        line(text.say("{n} cards are dealt.", n=view["asked"]["cards"])),
        table([text.say("Phase"), *(game["name"] for game in games)], cells),
        *left,
    ]
    return page(text.say("The chance of being dealt each phase"), parts, about["notice"], text)
