"""Where a player loses most turns, over the finished games, and the lessons about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from ..coach import Area
from ..core.translatable import NumberText, phrase
from ..text import Text
from .protocol.table import SpotView

WORTH_A_LESSON = 0.3
"""The turns lost per game from which an area of play is a weak spot."""
MOST_SPOTS = 3
AREAS: Mapping[Area, tuple[str, str]] = {
    Area.CHOICE: (phrase("Which phase you try"), phrase("11_which_is_hardest")),
    Area.DRAW: (phrase("Taking a card or drawing one"), phrase("09_pair_or_draw")),
    Area.KEEP: (phrase("Which cards you keep for your phase"), phrase("04_three_fives")),
    Area.GIVE: (phrase("Discards that help the next player"), phrase("06_what_their_pick_tells")),
    Area.LAY: (phrase("When you lay down"), phrase("08_what_a_hand_costs")),
    Area.SHED: (phrase("Getting rid of cards after laying down"), phrase("08_what_a_hand_costs")),
}
"""Each area in words, and the notebook of the lesson about it, which begins with the lesson's number; a catalog names
the notebook in its language."""
TITLES: Mapping[str, str] = {
    "04_three_fives": phrase("Three fives? Any triple?"),
    "06_what_their_pick_tells": phrase("What does their pick tell you?"),
    "08_what_a_hand_costs": phrase("What will a hand cost me?"),
    "09_pair_or_draw": phrase("Take the pair or draw?"),
    "11_which_is_hardest": phrase("Which phase and which game are hardest?"),
}
"""The titles of these lessons; a game in the browser comes without the lessons themselves."""


def weak_spots(reports: Sequence[Mapping[str, Any]], words: Text) -> list[SpotView]:
    """Return the areas in which a player loses most turns per game, each with the lesson about it."""
    graded = [found["areas"] for found in reports if "areas" in found]
    lost = {area: fmean([areas.get(area, 0.0) for areas in graded]) for area in Area} if graded else {}
    return [
        {
            "title": words.say(AREAS[area][0]),
            "text": words.say("about {turns} turns per game", turns=NumberText(f"{cost:.1f}")),
            "lesson": _lesson(AREAS[area][1], words),
            "notebook": words.say(AREAS[area][1]),
        }
        for area, cost in sorted(lost.items(), key=lambda each: -each[1])[:MOST_SPOTS]
        if cost >= WORTH_A_LESSON
    ]


def _lesson(notebook: str, words: Text) -> str:
    return words.say("Lesson {number}: {title}", number=int(notebook[:2]), title=words.say(TITLES[notebook]))
