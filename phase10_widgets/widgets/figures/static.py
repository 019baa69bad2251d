"""The figures of the lessons as plain HTML, for saved notebooks and printed pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...text import Text
from ..odds_static import bars, line, page, table


def figure_html(about: Mapping[str, Any], view: Mapping[str, Any], text: Text) -> str:
    """What a figure shows."""
    drawn = [part_html(part) for part in view["parts"]]
    return page(view["title"], [line(view["lead"]), *drawn], about["notice"], text)


def part_html(part: Mapping[str, Any]) -> str:
    """One part of a figure."""
    match part["kind"]:
        case "text":
            return line(part["text"])
        case "cards":
            return "".join(line(f"{row['title']}: {row['cards']}  {row['note']}") for row in part["rows"])
        case "bars":
            first = [(row["name"], row["values"][0]) for row in part["rows"]]
            rows = [(name, value["value"], value["written"], False) for name, value in first if value]
            return line(part["title"]) + bars(rows, part["label"]) + table(part["head"], part["table"])
        case "formula":
            return "".join(line("".join(piece["text"] for piece in row)) for row in part["lines"])
        case "table":
            return line(part["title"]) + table(part["head"], [row["cells"] for row in part["rows"]])
        case _ if "table" in part:
            return line(part["title"]) + line(part["label"]) + table(part["head"], part["table"])
        case _:
            return ""
