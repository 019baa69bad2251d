"""The history of finished games: how each went, and where the player's turns are lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from ..coach import Area, Grade, Review
from ..core.translatable import NumberText, phrase
from ..editions import edition
from ..moments import Moments
from ..teaching import lesson
from ..text import Text
from .protocol.table import FinishedView, SpotView
from .table import ago

WORTH_A_LESSON = 0.3
"""The turns lost per game from which an area of play is a weak spot."""
MOST_SPOTS = 3
AREAS: Mapping[Area, tuple[str, str]] = {
    Area.CHOICE: (phrase("Which phase you try"), "11_which_is_hardest"),
    Area.DRAW: (phrase("Taking a card or drawing one"), "09_pair_or_draw"),
    Area.KEEP: (phrase("Which cards you keep for your phase"), "04_three_fives"),
    Area.GIVE: (phrase("Discards that help the next player"), "06_what_their_pick_tells"),
    Area.LAY: (phrase("When you lay down"), "08_what_a_hand_costs"),
    Area.SHED: (phrase("Getting rid of cards after laying down"), "08_what_a_hand_costs"),
}
"""Each area in words, and the notebook of the lesson about it, which begins with the lesson's number."""
_PLACES = {1: phrase("1st place"), 2: phrase("2nd place"), 3: phrase("3rd place")}


class FinishedGame(NamedTuple):
    """A finished game in the store."""

    token: str
    age: float
    """Seconds since its end."""
    report: Mapping[str, Any]
    """As made by :func:`report`."""
    whole: bool
    """True if the game itself is still stored."""


def report(games: Moments, seat: int | None, review: Review | None) -> dict[str, Any]:
    """Return a finished game in a few numbers, as JSON.

    Keys: edition, names, rounds, winners (seats); with the *seat* of the only person also seat and place; with a
    *review* grades (a count each) and areas (turns lost in each).
    """
    game = games.last
    found: dict[str, Any] = {
        "edition": game.edition.id,
        "names": list(game.players),
        "rounds": len(games.results),
        "winners": list(game.winners),
    }
    if seat is not None:
        place = next(int(row["place"]) for row in game.standings if int(row["seat"]) == seat)
        found |= {"seat": seat, "place": place}
    if seat is not None and review is not None:
        areas = dict.fromkeys(Area, 0.0)
        for one in review.select(seat=seat):
            areas[one.area] += one.cost if one.grade else 0.0
        found["grades"] = {str(grade): n for grade, n in review.grades(seat).items()}
        found["areas"] = {str(area): round(cost, 2) for area, cost in areas.items() if cost}
    return found


def finished(games: Iterable[FinishedGame], words: Text) -> list[FinishedView]:
    """Return the games as they are listed."""
    return [
        {
            "token": each.token,
            "title": _title(each, words),
            "text": _result(each.report, words),
            "whole": each.whole,
        }
        for each in games
    ]


def _title(game: FinishedGame, words: Text) -> str:
    found = game.report
    return words.language.plural(
        "{edition}, {n} round: {names}; {ago}",
        "{edition}, {n} rounds: {names}; {ago}",
        found["rounds"],
        edition=words.edition_name(edition(found["edition"])),
        names=", ".join(found["names"]),
        ago=ago(game.age, words),
    )


def _result(found: Mapping[str, Any], words: Text) -> str:
    """Return the person's place and grades; the winners if several people played."""
    if "place" not in found:
        return words.game_end(found["winners"], found["names"])
    place, grades = found["place"], found.get("grades", {})
    parts = [words.say(_PLACES[place]) if place in _PLACES else words.say("{n}th place", n=place)]
    if n := grades.get(Grade.BLUNDER):
        parts.append(words.language.plural("{n} blunder", "{n} blunders", n))
    if n := grades.get(Grade.MISTAKE):
        parts.append(words.language.plural("{n} mistake", "{n} mistakes", n))
    if n := grades.get(Grade.INACCURACY):
        parts.append(words.language.plural("{n} inaccuracy", "{n} inaccuracies", n))
    return ", ".join(parts)


def weak_spots(reports: Sequence[Mapping[str, Any]], words: Text) -> list[SpotView]:
    """Return the areas in which a player loses most turns per game, each with the lesson about it."""
    graded = [found["areas"] for found in reports if "areas" in found]
    lost = {area: fmean([areas.get(area, 0.0) for areas in graded]) for area in Area} if graded else {}
    return [
        {
            "title": words.say(AREAS[area][0]),
            "text": words.say("about {turns} turns per game", turns=NumberText(f"{cost:.1f}")),
            "lesson": _lesson(AREAS[area][1], words),
            "notebook": AREAS[area][1],
        }
        for area, cost in sorted(lost.items(), key=lambda each: -each[1])[:MOST_SPOTS]
        if cost >= WORTH_A_LESSON
    ]


def _lesson(notebook: str, words: Text) -> str:
    number = int(notebook[:2])
    return words.say("Lesson {number}: {title}", number=number, title=words.say(lesson(number).title))
