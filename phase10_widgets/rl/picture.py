"""Render tables as pixels (``render_mode="rgb_array"``) for videos and figures. Only this module needs Pillow."""

from __future__ import annotations

from cmath import rect
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import radians
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFont

from ..languages.text import Text
from ..rules.cards import Card
from ..rules.groups import Group
from ..rules.observation import SPECTATOR, Observation
from ..ui.drawn.card_drawing import BOX, FIELD, HIGH, Drawing, Shape, back_drawing, drawing
from ..ui.drawn.card_drawing import WIDE as CARD_WIDE
from ..ui.drawn.card_looks import symbol
from .svg_paths import polygons

if TYPE_CHECKING:
    from numpy.typing import NDArray

WIDTH, HEIGHT = 800, 600
SCALE = 2
"""The factor by which a picture is enlarged while it is drawn, so that averaging smooths its edges."""
FELT, ROW, ACTS, BAR = "#1d5b45", "#246a52", "#2f8264", "#12372a"
LIGHT, PALE, GOLD = "#ffffff", "#c9e2d6", "#ffd75e"
RATIO = HIGH / CARD_WIDE
"""The height of a card relative to its width."""
TOP, SIDE, HAND = 44, 150, 150
"""The height of the bar, the width of the pile column and the height of the hand strip."""
MARGIN = 14
GROUP_GAP = 10

_ENGLISH = Text()


def pixels(view: Observation) -> NDArray[Any]:
    """Return the seat's view as a 600-by-800-by-3 array of bytes; equal views produce equal pixels.

    It shows only the seat's own hand; a spectator sees no hands.
    """
    sheet = _Sheet()
    _bar(sheet, view)
    _piles(sheet, view)
    room = HEIGHT - TOP - HAND - MARGIN
    height = min(124.0, room / len(view.seats))
    for at in range(len(view.seats)):
        _seat(sheet, view, at, TOP + MARGIN + at * height, height - 6)
    _hand(sheet, view)
    return np.array(sheet.image.reduce(SCALE))


class _Sheet:
    """An image that uses the finished picture's coordinates."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), FELT)
        self._draw = ImageDraw.Draw(self.image)

    def box(self, left: float, top: float, width: float, height: float, fill: str, *, round: float = 6) -> None:
        self._draw.rounded_rectangle(_scaled(left, top, left + width, top + height), round * SCALE, fill)

    def dot(self, x: float, y: float, radius: float, fill: str | None, outline: str) -> None:
        self._draw.ellipse(_scaled(x - radius, y - radius, x + radius, y + radius), fill, outline, SCALE)

    def write(self, x: float, y: float, words: str, size: float, ink: str = LIGHT, **more: Any) -> float:
        """Write text and return its end position; *anchor* is a Pillow anchor, and *most* is the maximum width."""
        most, bold = more.pop("most", WIDTH), SCALE // 2 if more.pop("bold", False) else 0
        font = _font(size)
        while len(words) > 1 and font.getlength(words) > most * SCALE:
            words = words.rstrip(".")[:-1].rstrip() + "..."
        self._draw.text((x * SCALE, y * SCALE), words, ink, font, stroke_width=bold, **more)
        return x + float(font.getlength(words)) / SCALE

    def paste(self, picture: Any, left: float, top: float) -> None:
        self.image.paste(picture, (round(left * SCALE), round(top * SCALE)), picture)

    def cards(self, cards: Sequence[Card], left: float, top: float, width: float, room: float) -> None:
        """Draw cards side by side, overlapping them if there is too little room."""
        step = min(width + 4, (room - width) / max(len(cards) - 1, 1))
        for at, card in enumerate(cards):
            self.paste(_card(card.face, round(width)), left + at * step, top)


def _bar(sheet: _Sheet, view: Observation) -> None:
    sheet.box(0, 0, WIDTH, TOP, BAR, round=0)
    sheet.write(MARGIN, TOP / 2, view.edition.name, 19, bold=True, anchor="lm", most=WIDTH / 2)
    side = f"{view.side} side · " if view.edition.two_sided else ""
    tie = " · tie-break" if view.tie_break else ""
    sheet.write(WIDTH - MARGIN, TOP / 2, f"{side}round {view.round}{tie}", 16, PALE, anchor="rm")


def _piles(sheet: _Sheet, view: Observation) -> None:
    width, middle = 64, SIDE / 2
    room = HEIGHT - TOP - HAND - MARGIN
    for at, (name, n) in enumerate((("draw pile", view.draw_size), ("discard pile", len(view.discard_pile)))):
        top = TOP + MARGIN + at * room / 2
        left = middle - width / 2
        sheet.box(left, top, width, width * RATIO, BAR, round=8)
        if at and view.discard_pile:
            sheet.paste(_card(view.discard_pile[0].face, width), left, top)
        elif not at and n:
            sheet.paste(_back(width), left, top)
        sheet.write(middle, top + width * RATIO + 8, name, 14, bold=True, anchor="mt")
        sheet.write(middle, top + width * RATIO + 27, _counted(n), 14, PALE, anchor="mt")


def _seat(sheet: _Sheet, view: Observation, at: int, top: float, height: float) -> None:
    """Draw a seat's row: its name and progress on the left, and its groups or phase on the right."""
    seat, left = view.seats[at], SIDE + MARGIN
    sheet.box(left, top, WIDTH - left - MARGIN, height, ACTS if at == view.to_act else ROW)
    if at == view.to_act:
        sheet.box(left, top, 6, height, GOLD, round=3)
    tall = height > 70
    first, size = top + height * (0.26 if tall else 0.3), 17 if tall else 14
    name = sheet.write(left + 16, first, seat.name, size, bold=True, anchor="lm", most=110)
    if note := _note(view, at):
        sheet.write(name + 9, first, note, 12, GOLD, anchor="lm", most=left + 250 - name)
    sheet.write(left + 16, top + height * (0.54 if tall else 0.72), _told(view, at), 13, PALE, anchor="lm", most=230)
    if tall:
        _progress(sheet, view, at, left + 21, top + height * 0.82)
    if seat.laid:
        _groups(sheet, seat.laid, left + 260, top, WIDTH - left - 260 - MARGIN - 10, height)
    else:
        sheet.write(left + 260, top + height / 2, _collects(view, at), 14, PALE, anchor="lm", most=350)


def _note(view: Observation, at: int) -> str:
    """Return a note about a seat's special status."""
    if at in view.winners:
        return "won"
    if at not in view.playing:
        return "not in this round"
    return "skipped" if view.seats[at].skipped else ""


def _told(view: Observation, at: int) -> str:
    parts = [_counted(view.hand_sizes[at])]
    if view.saved_sizes[at]:
        parts.append(f"{view.saved_sizes[at]} saved")
    done = _counted(len(view.seats[at].completed), "phase")
    return " · ".join([*parts, f"{view.seats[at].score} points", f"{done} done"])


def _counted(n: int, word: str = "card") -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def _collects(view: Observation, at: int) -> str:
    number = view.seats[at].phase
    return "phase open" if number is None else f"Phase {number}: {view.edition.phase(number)}"


def _progress(sheet: _Sheet, view: Observation, at: int, x: float, y: float) -> None:
    """Draw a dot for each phase: filled in if the phase is completed, with a gold ring if it is being attempted."""
    seat = view.seats[at]
    step = min(15.0, 225 / len(view.edition.phases))
    for i, phase in enumerate(view.edition.phases):
        fill = LIGHT if phase.number in seat.completed else None
        sheet.dot(x + i * step, y, min(5.0, step / 3), fill, GOLD if phase.number == seat.phase else PALE)


def _groups(sheet: _Sheet, groups: Sequence[Group], left: float, top: float, room: float, height: float) -> None:
    """Draw the groups on the table, with all cards overlapping by the same amount."""
    width = round(min(58.0, (height - 14) / RATIO))
    n = sum(len(group.cards) - 1 for group in groups)
    free = room - len(groups) * width - (len(groups) - 1) * GROUP_GAP
    step = min(width * 0.62, free / max(n, 1))
    for group in groups:
        for card in group.cards:
            sheet.paste(_card(card.face, width), left, top + (height - width * RATIO) / 2)
            left += step
        left += width - step + GROUP_GAP


def _hand(sheet: _Sheet, view: Observation) -> None:
    """Draw the strip at the bottom: the last event and the observing seat's hand."""
    top = HEIGHT - HAND
    sheet.box(0, top, WIDTH, HAND, BAR, round=0)
    last = _ENGLISH.sentence(view.log.event, view.seats) if view.log else ""
    if view.seat == SPECTATOR:
        sheet.write(WIDTH / 2, top + HAND / 2, last, 20, GOLD, bold=True, anchor="mm", most=WIDTH - 2 * MARGIN)
        return
    label = sheet.write(MARGIN, top + 20, f"{view.me.name} holds", 15, bold=True, anchor="lm", most=WIDTH / 3)
    sheet.write(WIDTH - MARGIN, top + 20, last, 14, PALE, anchor="rm", most=WIDTH - label - 3 * MARGIN)
    width, room = 64, WIDTH - 2.0 * MARGIN
    if view.saved:
        kept = min(len(view.saved), 4) * 34 + 30
        room -= kept + 2 * MARGIN
        left = WIDTH - MARGIN - kept
        sheet.write(left, top + 47, "saved", 14, PALE, anchor="lm")
        sheet.cards(view.saved, left, top + 60, 52, kept)
    sheet.cards(_sorted(view.hand), MARGIN, top + 42, width, room)


def _sorted(cards: Iterable[Card]) -> list[Card]:
    """Return the cards sorted by number, then by color, with wilds and skips last."""
    return sorted(cards, key=lambda card: (card.skip, card.wild, card.number or 0, card.code))


@lru_cache(1024)
def _card(face: Card, width: int) -> Any:
    return _painted(drawing(face), width)


@lru_cache(8)
def _back(width: int) -> Any:
    return _painted(back_drawing(), width)


def _painted(drawn: Drawing, width: int) -> Any:
    """Return a picture of a card at *SCALE* times this width, with transparent corners."""
    unit = width * SCALE / CARD_WIDE
    picture = Image.new("RGBA", (width * SCALE, round(HIGH * unit)))
    left, top, wide, high = FIELD
    field = (left * unit, top * unit, (left + wide) * unit, (top + high) * unit)
    ImageDraw.Draw(picture).rounded_rectangle(field, 8 * unit, drawn.field)
    under = picture.copy()
    for shape in drawn.under:
        _stamp(under, shape, unit)
    picture.paste(under, (0, 0), picture)
    for shape in (Shape(symbol("frame"), drawn.frame), *drawn.over):
        _stamp(picture, shape, unit)
    return picture


def _stamp(picture: Any, shape: Shape, unit: float) -> None:
    """Paint a shape; nested outlines make holes."""
    mask = Image.new("L", picture.size)
    turned = rect(1, radians(shape.turn))
    for outline in polygons(shape.path):
        part = Image.new("L", picture.size)
        middle = complex(BOX / 2, BOX / 2)
        points = [
            unit * (complex(shape.x, shape.y) + shape.scale * (middle + turned * (point - middle))) for point in outline
        ]
        flat = [(point.real, point.imag) for point in points]
        if shape.stroke:
            _draw_line(ImageDraw.Draw(part), flat, shape.stroke * unit)
            mask = ImageChops.lighter(mask, part)
        elif len(flat) > 2:
            ImageDraw.Draw(part).polygon(flat, fill=255)
            mask = ImageChops.difference(mask, part)
    painted = Image.new("RGBA", picture.size, shape.ink)
    painted.putalpha(mask.point(lambda value: round(value * shape.opacity)))
    picture.alpha_composite(painted)


def _draw_line(draw: Any, points: Sequence[tuple[float, float]], width: float) -> None:
    """Draw a line with round ends and corners."""
    draw.line(points, 255, round(width), joint="curve")
    for x, y in points:
        draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), 255)


@lru_cache(64)
def _font(size: float) -> Any:
    return ImageFont.load_default(size * SCALE)


def _scaled(*numbers: float) -> tuple[int, ...]:
    return tuple(round(number * SCALE) for number in numbers)
