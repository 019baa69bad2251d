"""The picture of a challenge: a fan of card backs, and the friend's portrait."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from ...sessions.seating import SeatPlan
from ..drawn.card_drawing import back_drawing, shapes_html
from ..drawn.markup import tag
from ..table.portraits import PATHS, chosen

COLORS: list[str] = json.loads((Path(__file__).parents[1] / "drawn" / "seat_colors.json").read_text("utf-8"))["colors"]
"""The colors behind the portraits."""
TURNS = (-30, -15, 0, 15, 30)
"""The slant of each card, in degrees."""


def challenge_picture(players: Sequence[str | None]) -> str:
    """Return the picture as a data URL; the friend looks as at the end of the game, after these players."""
    portrait = chosen([*(SeatPlan("", player) for player in players), SeatPlan("")])[-1]
    back = shapes_html(back_drawing())
    cards = [tag("g", back, transform=f"translate(150 24) rotate({turn} 50 190)") for turn in TURNS]
    color = COLORS[len(players) % len(COLORS)]
    circle = tag("circle", cx=200, cy=146, r=58, fill=color, stroke="#fffdf6", stroke_width=6)
    pen = {"fill": "none", "stroke": "#1b1f2a", "stroke_width": 1.9, "stroke_linecap": "round"}
    face = tag("path", d=PATHS[portrait], transform="translate(154 100) scale(3.8)", **pen)
    svg = tag("svg", *cards, circle, face, xmlns="http://www.w3.org/2000/svg", viewBox="10 0 380 210")
    return "data:image/svg+xml," + quote(svg, safe=" =:/'\"<>()")
