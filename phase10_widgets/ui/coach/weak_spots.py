"""The areas in which a player lost the most turns in finished games, and the lessons about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from ...base.translatable import NumberText, phrase
from ...coach import Area
from ...languages.text import Text
from ..table.coach_wire import SpotView

WORTH_A_LESSON = 0.3
"""The number of turns lost per game at which an area of play counts as a weak spot."""
MOST_SPOTS = 3
AREAS: Mapping[Area, tuple[str, int]] = {
    Area.CHOICE: (phrase("Which phase you try"), 11),
    Area.DRAW: (phrase("Taking a card or drawing one"), 9),
    Area.KEEP: (phrase("Which cards you keep for your phase"), 4),
    Area.GIVE: (phrase("Discards that help the next player"), 6),
    Area.LAY: (phrase("When you lay down"), 8),
    Area.SHED: (phrase("Getting rid of cards after laying down"), 8),
}
"""The description of each area, and the number of the lesson about it."""
LESSONS: Mapping[int, tuple[str, str]] = {
    4: (phrase("Three fives? Any triple?"), phrase("lessons/4")),
    6: (phrase("What does their pick tell you?"), phrase("lessons/6")),
    8: (phrase("What will a hand cost me?"), phrase("lessons/8")),
    9: (phrase("Take the pair or draw?"), phrase("lessons/9")),
    11: (phrase("Which phase and which game are hardest?"), phrase("lessons/11")),
}
"""The titles of these lessons and the last parts of their page URLs, both translated in the language catalogs. They are
repeated here because a game in the browser does not include the lessons."""


def weak_spots(reports: Sequence[Mapping[str, Any]], words: Text) -> list[SpotView]:
    """Return the areas in which a player loses the most turns per game, each with the lesson about it."""
    graded = [found["areas"] for found in reports if "areas" in found]
    lost = {area: fmean([areas.get(area, 0.0) for areas in graded]) for area in Area} if graded else {}
    return [
        {
            "title": words.say(AREAS[area][0]),
            "text": words.say("about {turns} turns per game", turns=NumberText(f"{cost:.1f}")),
            "lesson": _lesson(AREAS[area][1], words),
            "page": words.say(LESSONS[AREAS[area][1]][1]),
        }
        for area, cost in sorted(lost.items(), key=lambda each: -each[1])[:MOST_SPOTS]
        if cost >= WORTH_A_LESSON
    ]


def _lesson(number: int, words: Text) -> str:
    return words.say("Lesson {number}: {title}", number=number, title=words.say(LESSONS[number][0]))
