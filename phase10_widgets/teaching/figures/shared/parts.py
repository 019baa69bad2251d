"""The building blocks of the lesson figures: parts that a browser draws and that are readable without one.

Each function makes one part in its wire format. All text is in the widget's language, and all numbers are formatted.
``key`` ties marks together: pointing at one highlights all marks with the same key, in every part of the widget.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from math import isfinite
from typing import NamedTuple, TypeAlias, TypeVar

from ....editions import REGISTERED
from ....languages.text import Text
from ....rules.cards import Card, CardError
from .. import wire

Part: TypeAlias = wire.Part
Role: TypeAlias = wire.Role
Tone: TypeAlias = wire.Tone
Unit: TypeAlias = wire.Unit
Picture = TypeVar("Picture", wire.Bars, wire.Lines, wire.Units)
Piece: TypeAlias = str | tuple[str, str]
"""A piece of a formula: text, with or without a key."""


class Value(NamedTuple):
    """A value to draw, its formatted text, and the ends of its interval if it has one."""

    value: float
    written: str
    low: float | None = None
    high: float | None = None


class Level(NamedTuple):
    """A line across a chart."""

    role: Role
    name: str
    value: float
    written: str


class AxisPoint(NamedTuple):
    """A line at a position among columns: 0 is the first column, 2.5 is halfway between the third and the fourth."""

    role: Role
    name: str
    at: float
    written: str


class TableRow(NamedTuple):
    """One row of bars: a value for each series, or None where one is missing."""

    name: str
    values: Sequence[Value | None]
    key: str = ""


class Curve(NamedTuple):
    """Points (x, y) joined by a line."""

    role: Role
    name: str
    points: Sequence[tuple[float, float]]
    faint: bool = False
    key: str = ""


class Crowd(NamedTuple):
    """A group of small marks and its size."""

    name: str
    size: int
    written: str
    key: str = ""
    faint: bool = False
    """True for marks that are drawn paler because they are ruled out."""


class Branch(NamedTuple):
    """A case in a tree: its name, its chance (or number of ways), and the product along the path to it."""

    text: str
    written: str = ""
    product: str = ""
    children: Sequence[Branch] = ()
    key: str = ""
    open: bool = True
    cards: str = ""
    """The card codes of an example hand for this case."""


class Line(NamedTuple):
    """A row of a table."""

    cells: Sequence[str]
    key: str = ""
    tone: Tone = "plain"


class Held(NamedTuple):
    """A row of cards with its title and a remark."""

    title: str
    cards: str
    """The codes of the cards, as in ``"R3 W B7"``."""
    key: str = ""
    tone: Tone = "plain"
    note: str = ""


class GroupPart(NamedTuple):
    """A group to sort cards into, with its verdict and the rule behind it."""

    title: str
    cards: Sequence[int]
    """The cards in the group, as indexes into the sorter's cards."""
    tone: Tone = "plain"
    verdict: str = ""
    rule: str = ""


class Counted(NamedTuple):
    """Cards and the mark that counts them."""

    cards: str
    """The codes of the cards; a card such as B56 is a result, such as 56 wins."""
    at: int
    """The position of the mark: a unit, a row of bars, or a point of the sample's line (-1 is the last one)."""


class Climber(NamedTuple):
    """A climber on the ladder."""

    name: str
    rung: int
    """The number of rungs climbed: 0 is the ground."""
    written: str = ""
    role: Role = "sample"


def text(message_id: str, tone: Tone = "plain", key: str = "") -> wire.Said:
    """Return a paragraph."""
    return {"kind": "text", "text": message_id, "tone": tone, "key": key}


def cards(*rows: Held) -> wire.Cards:
    """Return rows of cards."""
    return {
        "kind": "cards",
        "rows": [
            {"title": row.title, "cards": row.cards, "names": "", "tone": row.tone, "note": row.note, "key": row.key}
            for row in rows
        ],
    }


def bars(
    title: str,
    label: str,
    *,
    series: Sequence[tuple[Role, str]],
    rows: Sequence[TableRow],
    axis: str,
    head: str,
    unit: Unit = "percent",
    upright: bool = False,
    levels: Iterable[Level] = (),
    marks: Iterable[AxisPoint] = (),
) -> wire.Bars:
    """Return a bar chart with one row per name and, in each row, one bar per series.

    *label* describes the chart in one sentence; *axis* names the measure, and *head* names the rows. If *upright* is
    True, the chart has room for many values with short names: the first series is drawn as columns, the others are
    drawn as points on them, and *marks* are lines at positions among the columns.
    """
    table = [[row.name, *(value.written if value else "–" for value in row.values)] for row in rows]  # noqa: RUF001
    return {
        "kind": "bars",
        "title": title,
        "label": label,
        "head": [head, *(name for _, name in series)],
        "table": table,
        "upright": upright,
        "unit": unit,
        "axis": axis,
        "series": [{"role": role, "name": name} for role, name in series],
        "rows": [
            {
                "name": row.name,
                "key": row.key,
                "values": [value and _value(value) for value in row.values],
            }
            for row in rows
        ],
        "levels": [_level(level) for level in levels],
        "marks": [{"role": one.role, "name": one.name, "at": one.at, "written": one.written} for one in marks],
    }


def lines(
    title: str,
    label: str,
    *,
    x: str,
    y: str,
    curves: Sequence[Curve],
    head: Sequence[str],
    table: Sequence[Sequence[str]],
    log: bool = False,
    across: Unit = "number",
    unit: Unit = "percent",
    band: Sequence[tuple[float, float, float]] = (),
    levels: Iterable[Level] = (),
) -> wire.Lines:
    """Return a line chart whose x axis counts deals, games or cards.

    *x* and *y* name the axes, and *across* and *unit* are their measures; *log* makes the x axis logarithmic. *band* is
    an area (x, low, high) that should contain the truth; it is not drawn where it is unbounded. *head* and *table* make
    up the table of numbers next to the chart.
    """
    return {
        "kind": "lines",
        "title": title,
        "label": label,
        "head": list(head),
        "table": [list(row) for row in table],
        "x": {"name": x, "log": log, "unit": across},
        "y": {"name": y, "unit": unit},
        "lines": [_curve(curve) for curve in curves],
        "band": [each for each in band if all(map(isfinite, each))],
        "levels": [_level(level) for level in levels],
    }


def units(title: str, label: str, groups: Sequence[Crowd], order: Sequence[int], *, head: Sequence[str]) -> wire.Units:
    """Return small marks, such as one for each of a hundred hands; *order* contains the group index of each mark.

    *head* names the three columns of the table: group, number, proportion.
    """
    return {
        "kind": "units",
        "title": title,
        "label": label,
        "head": list(head),
        "table": [[group.name, str(group.size), group.written] for group in groups],
        "groups": [
            {"name": one.name, "size": one.size, "written": one.written, "key": one.key, "faint": one.faint}
            for one in groups
        ],
        "order": list(order),
    }


def counting(picture: Picture, title: str, moment: str | None, counted: Iterable[Counted]) -> Picture:
    """Return a picture into which these cards fly, to the marks that count them.

    They fly whenever *moment* changes, but not at first sight; if it is None, they stay away. *title* names the cards.

    >>> crowd = units("Hands", "", [Crowd("no wild", 1, "100%")], [0], head=[])
    >>> counting(crowd, "The last hand", "1", [Counted("R7 B2", 0)])["flight"]["counted"]
    [{'card': 'R7', 'at': 0}, {'card': 'B2', 'at': 0}]
    """
    found: list[wire.Counted] = [{"card": card, "at": each.at} for each in counted for card in each.cards.split()]
    if moment is None or not found:
        return picture
    return {**picture, "flight": {"title": title, "moment": moment, "counted": found}}


def tree(title: str, label: str, root: Branch, *, head: Sequence[str]) -> wire.Tree:
    """Return a tree of cases. *head* names the columns of its table: the path to a leaf, the chances along it,
    and their product."""
    return {
        "kind": "tree",
        "title": title,
        "label": label,
        "head": list(head),
        "table": [list(row) for row in _leaves(root, (), ())],
        "root": _branch(root),
    }


def formula(label: str, *rows: Sequence[Piece]) -> wire.Formula:
    """Return a formula: rows of pieces, each with or without a key. *label* is the text read aloud."""
    pieces = [[(piece, "") if isinstance(piece, str) else piece for piece in row] for row in rows]
    return {
        "kind": "formula",
        "label": label,
        "lines": [[{"text": said, "key": key} for said, key in row] for row in pieces],
    }


def table(title: str, head: Sequence[str], rows: Sequence[Line]) -> wire.Table:
    """Return a table; its first column names the rows."""
    return {
        "kind": "table",
        "title": title,
        "head": list(head),
        "rows": [{"cells": list(row.cells), "key": row.key, "tone": row.tone} for row in rows],
    }


def ladder(
    title: str, label: str, rungs: Sequence[tuple[str, str]], climbers: Sequence[Climber], *, head: Sequence[str]
) -> wire.Ladder:
    """Return a ladder: the rungs from the ground up, each with its name and remark, and the climbers.

    *head* names the two columns of the table: climber, position.
    """
    where = ["", *(name for name, _ in rungs)]
    return {
        "kind": "ladder",
        "title": title,
        "label": label,
        "head": list(head),
        "table": [[each.name, each.written or where[each.rung]] for each in climbers],
        "rungs": [{"name": name, "written": written} for name, written in rungs],
        "climbers": [
            {"name": one.name, "rung": one.rung, "written": one.written, "role": one.role} for one in climbers
        ],
    }


def sorter(
    label: str, cards: Sequence[str], hand: tuple[str, Sequence[int]], groups: Sequence[GroupPart]
) -> wire.Sorter:
    """Return cards for the learner to sort into groups; each move calls ``do("move", "card/to")`` with the indexes of
    the card and the group (-1 for the hand).

    *cards* are card codes; *hand* contains the title and the indexes of the ungrouped cards.
    """
    title, held = hand
    return {
        "kind": "sorter",
        "label": label,
        "cards": list(cards),
        "names": [],
        "hand": {"title": title, "cards": list(held)},
        "groups": [
            {
                "title": one.title,
                "cards": list(one.cards),
                "tone": one.tone,
                "verdict": one.verdict,
                "rule": one.rule,
            }
            for one in groups
        ],
    }


def with_names(part: Part, words: Text) -> Part:
    """Return the part with the names of its cards added for screen readers."""
    if part["kind"] == "cards":
        rows = [_named_row(row, words) for row in part["rows"]]
        return {**part, "rows": rows}
    if part["kind"] == "sorter":
        return {**part, "names": _names(part["cards"], words)}
    if part["kind"] == "tree":
        return {**part, "root": _named_branch(part["root"], words)}
    return part


def _named_row(row: wire.CardsRow, words: Text) -> wire.CardsRow:
    return {**row, "names": ", ".join(_names(row["cards"].split(), words))}


def _named_branch(branch: wire.Branch, words: Text) -> wire.Branch:
    names = ", ".join(_names(branch["cards"].split(), words))
    return {**branch, "names": names, "children": [_named_branch(child, words) for child in branch["children"]]}


def cards_of(cards: Iterable[str]) -> list[Card]:
    """Return the cards with these codes, each from the first edition that has it.

    Raises:
        CardError: no edition has such a card.
    """
    return [_card(word) for word in cards]


@cache
def _card(word: str) -> Card:
    for edition in REGISTERED.values():
        with suppress(CardError):
            return edition.pack.card(word)
    raise CardError(f"{word!r} is not a card in any edition")


def _names(cards: Iterable[str], words: Text) -> list[str]:
    return [words.card_name(card) for card in cards_of(cards)]


def _value(value: Value) -> wire.Value:
    drawn: wire.Value = {"value": value.value, "written": value.written}
    if value.low is not None and isfinite(value.low):
        drawn["low"] = value.low
    if value.high is not None and isfinite(value.high):
        drawn["high"] = value.high
    return drawn


def _level(level: Level) -> wire.Level:
    return {"role": level.role, "name": level.name, "value": level.value, "written": level.written}


def _curve(curve: Curve) -> wire.Curve:
    points = [(x, y) for x, y in curve.points]
    return {"role": curve.role, "name": curve.name, "points": points, "faint": curve.faint, "key": curve.key}


def _branch(branch: Branch) -> wire.Branch:
    return {
        "text": branch.text,
        "written": branch.written,
        "product": branch.product,
        "cards": branch.cards,
        "names": "",
        "children": [_branch(child) for child in branch.children],
        "key": branch.key,
        "open": branch.open,
    }


def _leaves(branch: Branch, way: tuple[str, ...], chances: tuple[str, ...]) -> Iterable[tuple[str, str, str]]:
    """Yield each path from the root to a leaf: its names, its chances, and their product."""
    way = (*way, branch.text)
    chances = (*chances, branch.written) if branch.written else chances
    if not branch.children:
        yield " → ".join(way[1:]) or way[0], " × ".join(chances), branch.product  # noqa: RUF001
    for child in branch.children:
        yield from _leaves(child, way, chances)
