"""The lesson figures as plain HTML for saved notebooks and printed pages: no scripts, no external files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from ...text import Text
from ..shared.static_html import cards_html
from ..shared.static_numbers import line, page, table
from .drawing import chart_svg, shape_svg
from .parts import cards_of

Content = Mapping[str, Any]

SIGNS = {"right": "✓ ", "wrong": "✗ "}
CARD = 40
"""The width of a card, in pixels."""
FEW = 12
"""Tables with more rows are folded."""
BESIDE = "border-left:3px solid rgba(128,128,128,.5);margin:4px 0;padding:2px 0 2px 10px"


def figure_html(about: Content, view: Content, text: Text) -> str:
    """Return a figure."""
    drawn = [part_html(part, text) for part in view["parts"]]
    return page(view["title"], [line(view["lead"]), *drawn], about["notice"], text)


def part_html(part: Content, text: Text) -> str:
    """Return one part of a figure."""
    match part["kind"]:
        case "controls":
            return _chosen(part["fields"], text)
        case "text":
            return _said(part["text"], part["tone"])
        case "cards":
            return "".join(_held(row, text) for row in part["rows"])
        case "bars" | "lines" | "units":
            return _titled(part, chart_svg(part, text)) + _numbers(part, text)
        case "tree":
            return _titled(part, _list(_branch(part["root"])))
        case "formula":
            lines = "".join(f"<div>{escape(''.join(piece['text'] for piece in row))}</div>" for row in part["lines"])
            return f"<div role='math' aria-label='{escape(part['label'])}' style='font:17px/1.6 serif'>{lines}</div>"
        case "table":
            rows = [[SIGNS.get(row["tone"], "") + row["cells"][0], *row["cells"][1:]] for row in part["rows"]]
            return _titled(part, table(part["head"], rows))
        case "ladder":
            return _titled(part, _rungs(part))
        case _:
            return _sorted(part, text)


def _titled(part: Content, drawn: str) -> str:
    return f"<p style='margin:12px 0 4px'><b>{escape(part['title'])}</b></p>{drawn}"


def _numbers(part: Content, text: Text) -> str:
    """Return a chart's numbers; folded if they are many."""
    numbers = table(part["head"], part["table"])
    if len(part["table"]) <= FEW:
        return numbers
    return f"<details><summary>{escape(text.say('The numbers as a table'))}</summary>{numbers}</details>"


def _chosen(fields: Sequence[Content], text: Text) -> str:
    """Return the inputs at the time of saving."""
    told = [f"{field['label']}: {_value(field, text)}" for field in fields]
    return f"<p style='margin:8px 0 4px;opacity:.8'>{escape(' · '.join(told))}</p>" if told else ""


def _value(field: Content, text: Text) -> str:
    match field["field"]:
        case "list":
            return next(str(told) for value, told in field["options"] if value == field["value"])
        case "range":
            return str(field["written"])
        case "switch":
            return text.say("yes") if field["value"] else text.say("no")
        case _:
            return str(field["value"])


def _said(message_id: str, tone: str) -> str:
    words = escape(SIGNS.get(tone, "") + message_id)
    if tone == "strong":
        words = f"<b>{words}</b>"
    look = BESIDE if tone in SIGNS else "margin:8px 0 4px" + (";opacity:.8" if tone == "hint" else "")
    return f"<p style='{look}'>{words}</p>"


def _held(row: Content, text: Text) -> str:
    title = _said(row["title"], row["tone"]) if row["title"] else ""
    note = row["note"] if row["title"] else SIGNS.get(row["tone"], "") + row["note"]
    return title + cards_html(cards_of(row["cards"].split()), CARD, text) + (line(note) if row["note"] else "")


def _branch(branch: Content) -> str:
    """Return a case and all cases below it, even those of a folded tree."""
    words = " ".join(escape(branch[name]) for name in ("written", "text") if branch[name])
    product = f" = {escape(branch['product'])}" if branch["product"] else ""
    below = "".join(_branch(child) for child in branch["children"])
    return f"<li>{words}{product}{_list(below) if below else ''}</li>"


def _list(items: str) -> str:
    return f"<ul style='margin:0;padding-left:18px'>{items}</ul>"


def _rungs(part: Content) -> str:
    """Return the rungs from the top down; players on the ground come last."""
    rows = []
    for at, rung in reversed(list(enumerate([{"name": "", "written": ""}, *part["rungs"]]))):
        who = [each for each in part["climbers"] if each["rung"] == at]
        if not at and not who:
            continue
        told = ", ".join(f"{shape_svg(each['role'])} {escape(_named(each))}" for each in who)
        name = escape(_named(rung))
        cells = "padding:3px 16px 3px 8px;border-bottom:3px solid rgba(160,130,80,.6);text-align:left"
        rows.append(f"<tr><th scope='row' style='{cells}'>{name}</th><td style='{cells}'>{told}</td></tr>")
    label = escape(part["label"])
    return f"<p style='margin:4px 0'>{label}</p><table style='border-collapse:collapse'>{''.join(rows)}</table>"


def _named(each: Content) -> str:
    return f"{each['name']} ({each['written']})" if each["written"] else str(each["name"])


def _sorted(part: Content, text: Text) -> str:
    """Return the groups with their cards and verdicts."""
    found = [f"<p style='margin:12px 0 4px'><b>{escape(part['label'])}</b></p>"]
    for group in [part["hand"], *part["groups"]]:
        cards = cards_html(cards_of(part["cards"][card] for card in group["cards"]), CARD, text)
        found.append(line(group["title"]) + (cards if group["cards"] else ""))
        if group.get("verdict"):
            rule = f" ({text.say('Rule {number}', number=group['rule'])})" if group["rule"] else ""
            found.append(_said(group["verdict"] + rule, group["tone"]))
    return "".join(found)
