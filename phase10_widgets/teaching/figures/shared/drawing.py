"""Figure charts as images for pages without a kernel: bars, columns, lines and small marks.

These are plainer versions of the charts in the browser (``frontend/src/figures``): they show the same roles with the
same shapes and patterns, in colors that are readable on white and on black.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil, floor, log10
from typing import Any

from ....languages.text import Text
from ....ui.drawn.markup import Html, tag
from ....ui.drawn.static_html import address

Content = Mapping[str, Any]
Scale = Callable[[float], float]

WIDTH = 560
COLORS = {"truth": "#3b78d0", "sample": "#d4601f", "guess": "#a157c9", "other": "#3e9160"}
PALE = {"sample": "#f0c3a8", "guess": "#e2c9f0", "other": "#bfdfcc"}
DASHES = {"sample": "12 3 3 3", "guess": "8 5", "other": "3 3"}
SHAPES = {
    "truth": "M-4-4H4V4H-4Z",
    "sample": "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z",
    "guess": "M0-6 6 0 0 6-6 0Z",
    "other": "M0-6 6 5H-6Z",
}
UNITS = (
    ("#3b78d0", "round", 0.8, 0.0),
    ("#d4601f", "round", 0.85, 0.4),
    ("#3e9160", "square", 0.7, 0.0),
    ("#8a8478", "square", 0.75, 0.35),
)
"""For each symbol: its color, the line cap that shapes it, its width, and the width of the hole in it."""
INK = "#757575"
"""The text color, midway between white and black, since an image cannot adapt to its page's color."""
FONT = {"font_family": "sans-serif", "font_size": 13, "fill": INK}
LETTER = 7.2
"""The approximate width of a letter, in pixels."""
MANY, SOME = 200, 100
"""The minimum numbers of units for rows of 40 and for rows of 20; with fewer units, each row has 10."""


def chart_image(part: Content, text: Text, name: str) -> Html:
    """Return a chart as an image with *name* as its alternative text. Its numbers must appear next to it as text."""
    match part["kind"]:
        case "bars":
            drawn, height = _columns(part, text) if part["upright"] else _rows(part)
        case "lines":
            drawn, height = _lines(part, text)
        case _:
            drawn, height = _units(part)
    tall = f"{height:.0f}"
    source = address(WIDTH, tall, *_patterns("".join(drawn)), *drawn)
    look = "max-width:100%;height:auto"
    return tag("img", alt=name, src=source, width=WIDTH, height=tall, style=look)


def shape_svg(role: str) -> Html:
    """Return a role's mark, for use next to text."""
    return tag("svg", _mark(role, 0, 0), aria_hidden="true", width=12, height=12, viewBox="-7 -7 14 14")


def _patterns(drawn: str) -> list[Html]:
    """Return the bar patterns of all roles in use, except the first."""
    shapes = {
        "sample": tag("rect", width=3, height=6, fill=COLORS["sample"]),
        "guess": tag("path", d="M4 1.5 6.5 4 4 6.5 1.5 4Z", fill=COLORS["guess"]),
        "other": tag("rect", y=2, width=6, height=2, fill=COLORS["other"]),
    }
    made = []
    for role, shape in shapes.items():
        size = 8 if role == "guess" else 6
        ground = tag("rect", width=size, height=size, fill=PALE[role])
        turn = "rotate(45)" if role == "sample" else None
        box = {"width": size, "height": size, "patternUnits": "userSpaceOnUse", "patternTransform": turn}
        if _fill(role) in drawn:
            made.append(tag("pattern", ground, shape, id=f"p10-{role}", **box))
    return [tag("defs", *made)] if made else []


def _words(x: float | str, y: float | str, words: str, anchor: str | None = None) -> Html:
    return tag("text", words, x=x, y=y, text_anchor=anchor, **FONT)


def _path(d: str, **look: object) -> Html:
    return tag("path", d=d, **look)


def _rows(part: Content) -> tuple[list[Html], float]:
    legend, y = _legend(part)
    written = [value["written"] for row in part["rows"] for value in row["values"] if value]
    low, high = _span(part)
    room = max(map(len, written), default=0) * LETTER + 14
    x = _linear(low, high, room if low < 0 else 0, WIDTH - room)
    drawn, top = [*legend], y
    for row in part["rows"]:
        drawn.append(_words(0, f"{y + 13:.0f}", row["name"]))
        y += 19
        for series, value in zip(part["series"], row["values"], strict=True):
            if value:
                drawn += _bar(series["role"], value, x, y)
                y += 19
        y += 10
    for level in part["levels"]:
        at = x(level["value"])
        drawn.append(_path(f"M{at:.1f} {top:.0f}V{y:.0f}", **_stroke(level["role"])))
    drawn.append(_words(WIDTH, f"{y + 8:.0f}", part["axis"], "end"))
    return drawn, y + 16


def _bar(role: str, value: Content, x: Scale, y: float) -> list[Html]:
    start, end = sorted((x(0), x(value["value"])))
    place = {"x": f"{start:.1f}", "y": f"{y:.0f}", "width": f"{max(0.5, end - start):.1f}", "height": 15}
    drawn = [tag("rect", **place, fill=_fill(role), stroke=COLORS[role])]
    if "low" in value and "high" in value:
        low, high, middle = x(value["low"]), x(value["high"]), y + 7.5
        path = f"M{low:.1f} {middle}H{high:.1f}M{low:.1f} {middle - 5}v10M{high:.1f} {middle - 5}v10"
        drawn += [*_whisker(role, path), _mark(role, x(value["value"]), middle)]
    farthest = x(max(value["value"], value.get("high", 0), 0))
    return [*drawn, _words(f"{farthest + 7:.1f}", f"{y + 12:.0f}", value["written"])]


def _columns(part: Content, text: Text) -> tuple[list[Html], float]:
    legend, top = _legend(part)
    top, bottom = top + 8, top + 208
    low, high = _span(part)
    ticks = _ticks(low, high)
    y = _linear(min(low, ticks[0]), max(high, ticks[-1]), bottom, top)
    words = [_written(tick, part["unit"], text) for tick in ticks]
    left = max(map(len, words)) * LETTER + 14
    step = (WIDTH - left) / max(1, len(part["rows"]))
    drawn = [*legend, *_grid(ticks, words, y, left)]
    every = max(1, ceil((max((len(row["name"]) for row in part["rows"]), default=1) + 1) * LETTER / step))

    def place(n: float) -> float:
        return left + (n + 0.5) * step

    for n, row in enumerate(part["rows"]):
        if n % every == 0:
            drawn.append(_below(place(n), bottom + 16, row["name"]))
        for at, (series, value) in enumerate(zip(part["series"], row["values"], strict=True)):
            if value:
                drawn += _column(series["role"], value, place(n), step * 0.84 if at == 0 else 0, y)
    for level in part["levels"]:
        drawn.append(_path(f"M{left:.1f} {y(level['value']):.1f}H{WIDTH}", **_stroke(level["role"])))
    for mark in part["marks"]:
        drawn.append(_path(f"M{place(mark['at']):.1f} {top:.0f}V{bottom:.0f}", **_stroke(mark["role"])))
    drawn.append(_words(WIDTH, f"{bottom + 34:.0f}", part["axis"], "end"))
    return drawn, bottom + 42


def _column(role: str, value: Content, x: float, thick: float, y: Scale) -> list[Html]:
    """Draw a column with its interval; without a width, draw a point."""
    found = []
    if thick:
        top, bottom = sorted((y(value["value"]), y(0)))
        box = {"x": x - thick / 2, "y": top, "width": thick, "height": bottom - top}
        place = {name: f"{number:.1f}" for name, number in box.items()}
        found.append(tag("rect", **place, fill=_fill(role), stroke=COLORS[role]))
    if "low" in value and "high" in value:
        low, high = y(value["low"]), y(value["high"])
        found += _whisker(role, f"M{x:.1f} {low:.1f}V{high:.1f}M{x - 4:.1f} {low:.1f}h8M{x - 4:.1f} {high:.1f}h8")
    return found if thick else [*found, _mark(role, x, y(value["value"]))]


def _lines(part: Content, text: Text) -> tuple[list[Html], float]:
    legend, top = _legend(part)
    top, bottom = top + 22, top + 252
    log = part["x"]["log"]
    points = [point for each in part["lines"] for point in each["points"]]
    xs = [x for x, *_ in [*points, *part["band"]]] or [1]
    ends = _decades(min(xs), max(xs)) if log else _wide(min(xs), max(xs))
    late = [(x, *ys) for x, *ys in [*points, *part["band"]] if not log or x * 100 >= max(xs)]
    ys = [y for _, *each in late for y in each] + [level["value"] for level in part["levels"]]
    low, high = min(ys, default=0.0), max(ys, default=1.0)
    room = (high - low) * 0.06 or 0.5
    ticks = _ticks(max(0, low - room) if low >= 0 else low - room, high + room)
    y = _linear(max(0, low - room) if low >= 0 else low - room, high + room, bottom, top)
    words = [_written(tick, part["y"]["unit"], text) for tick in ticks]
    left = max(map(len, words)) * LETTER + 14
    first, last = (log10(end) if log else end for end in ends)
    scale = _linear(first, last, left, WIDTH - 24)

    def x(value: float) -> float:
        return scale(log10(max(value, 1e-12))) if log else scale(value)

    def path(points: Iterable[Sequence[float]]) -> str:
        return "L".join(f"{x(at):.1f} {min(max(y(value), top - 4), bottom + 4):.1f}" for at, value in points)

    steps = [10.0**n for n in range(round(first), round(last) + 1)] if log else _ticks(*ends)
    drawn = [*legend, _words(0, f"{top - 9:.0f}", part["y"]["name"]), *_grid(ticks, words, y, left)]
    drawn += [_below(x(step), bottom + 18, _written(step, part["x"]["unit"], text)) for step in steps]
    if part["band"]:
        under = path((at, low) for at, low, _ in part["band"])
        over = path((at, high) for at, _, high in reversed(part["band"]))
        role = next((each["role"] for each in part["lines"] if not each["faint"]), "truth")
        drawn.append(_path(f"M{under}L{over}Z", fill=COLORS[role], fill_opacity=".16"))
    for each in part["lines"]:
        if each["points"]:
            faint = (
                {"stroke_opacity": ".45", "style": "stroke-width:1px;stroke-dasharray:none"} if each["faint"] else {}
            )
            drawn.append(_path(f"M{path(each['points'])}", **_stroke(each["role"], 2), **faint))
            at, value = each["points"][-1]
            drawn += [] if each["faint"] else [_mark(each["role"], x(at), y(value))]
    for level in part["levels"]:
        drawn.append(_path(f"M{left:.1f} {y(level['value']):.1f}H{WIDTH - 24}", **_stroke(level["role"])))
    drawn.append(_words(WIDTH - 24, f"{bottom + 36:.0f}", part["x"]["name"], "end"))
    return drawn, bottom + 44


def _units(part: Content) -> tuple[list[Html], float]:
    drawn = []
    for n, group in enumerate(part["groups"]):
        words = f"{group['name']}: {group['size']}" + (f" ({group['written']})" if group["written"] else "")
        drawn.append(_dots(n, ["M0 0h0"], 9, n * 20 + 9, 16, group["faint"]))
        drawn.append(_words(24, n * 20 + 14, words))
    top = 20 * len(part["groups"]) + 8
    columns = 40 if len(part["order"]) > MANY else 20 if len(part["order"]) > SOME else 10
    pitch = min(26, WIDTH / columns)
    for n, crowd in enumerate(part["groups"]):
        dots = [f"M{at % columns} {at // columns}h0" for at, group in enumerate(part["order"]) if group == n]
        drawn.append(_dots(n, dots, pitch / 2, top + pitch / 2, pitch, crowd["faint"]))
    return drawn, top + ceil(len(part["order"]) / columns) * pitch + 2


def _dots(group: int, dots: Sequence[str], x: float, y: float, pitch: float, faint: bool) -> Html:
    """Draw the marks of a group compactly, so that a thousand of them do not bloat a page."""
    color, end, width, hole = UNITS[group % len(UNITS)]
    rings = [(color, width), ("#fff", hole)] if hole else [(color, width)]
    drawn = (_path("".join(dots), stroke=paint, stroke_width=wide) for paint, wide in rings)
    place = f"translate({x:g} {y:g}) scale({pitch:g})"
    return tag("g", *drawn, transform=place, stroke_linecap=end, opacity=".35" if faint else None)


def _legend(part: Content) -> tuple[list[Html], float]:
    """Return the legend, line by line, and the y coordinate where the chart may start."""
    found: list[tuple[Html, str]] = []
    seen: set[tuple[str, str]] = set()
    series = part.get("series", [])
    if part["kind"] == "bars":
        entries = [(each["role"], each["name"], not part["upright"] or n == 0) for n, each in enumerate(series)]
        entries = entries if len(series) > 1 or part["upright"] else []
    else:
        entries = [(each["role"], each["name"], False) for each in part["lines"]]
    levels = [*part["levels"], *part.get("marks", [])]
    for role, name, bar in entries:
        if name and (role, name) not in seen:
            seen.add((role, name))
            y = 20 * len(found)
            swatch = tag("rect", x=2, y=y + 3, width=24, height=12, fill=_fill(role), stroke=COLORS[role])
            found.append((swatch if bar else _mark(role, 14, y + 9), name))
    for level in levels:
        y = 20 * len(found) + 9
        found.append((_path(f"M2 {y}H26", **_stroke(level["role"])), f"{level['name']}: {level['written']}"))
    drawn = [shape for n, (mark, name) in enumerate(found) for shape in (mark, _words(34, 20 * n + 14, name))]
    return drawn, 20.0 * len(found) + 6


def _grid(ticks: Sequence[float], words: Sequence[str], y: Scale, left: float) -> list[Html]:
    drawn = []
    for tick, word in zip(ticks, words, strict=True):
        drawn.append(_path(f"M{left:.1f} {y(tick):.1f}H{WIDTH}", stroke=INK, stroke_opacity=".3"))
        drawn.append(_words(f"{left - 6:.1f}", f"{y(tick) + 4:.1f}", word, "end"))
    return drawn


def _below(x: float, y: float, words: str) -> Html:
    return _words(f"{x:.1f}", f"{y:.0f}", words, "middle")


def _mark(role: str, x: float, y: float) -> Html:
    return _path(SHAPES[role], transform=f"translate({x:.1f} {y:.1f})", fill=COLORS[role])


def _whisker(role: str, path: str) -> list[Html]:
    return [_path(path, stroke=ink, stroke_width=wide, fill="none") for ink, wide in (("#fff", 5), (COLORS[role], 2))]


def _fill(role: str) -> str:
    return COLORS[role] if role == "truth" else f"url(#p10-{role})"


def _stroke(role: str, width: int = 3) -> dict[str, object]:
    return {"fill": "none", "stroke": COLORS[role], "stroke_width": width, "stroke_dasharray": DASHES.get(role)}


def _decades(low: float, high: float) -> tuple[float, float]:
    """Return the powers of ten that enclose a span starting at 1 or more."""
    first = floor(log10(max(1, low)) + 1e-9)
    return 10.0**first, 10.0 ** max(first + 1, ceil(log10(max(1, high)) - 1e-9))


def _wide(low: float, high: float) -> tuple[float, float]:
    return low, high if high > low else low + 1


def _span(part: Content) -> tuple[float, float]:
    values = [value for row in part["rows"] for value in row["values"] if value]
    found = [end for each in values for end in (each["value"], each.get("low", 0), each.get("high", 0))]
    found += [0.0, *(level["value"] for level in part["levels"])]
    return _wide(min(found), max(found))


def _linear(low: float, high: float, start: float, end: float) -> Scale:
    return lambda value: start + (value - low) / ((high - low) or 1) * (end - start)


def _ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Return about *count* round numbers (at least one) from *low* to *high*."""
    rough = ((high - low) or 1) / count
    power = 10.0 ** floor(log10(rough))
    step = power * next(each for each in (1, 2, 5, 10) if rough <= each * power * (1 + 1e-9))
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(n * step, 12) for n in range(first, last + 1)] or [low]


def _written(value: float, unit: str, text: Text) -> str:
    return text.number(f"{100 * value:.6g}%" if unit == "percent" else f"{value:,.10g}")
