"""The history of finished games, with their results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...base.translatable import phrase
from ...coach import Area, Grade, Review
from ...editions import edition
from ...game.moments import Moments
from ...languages.text import Text
from ...store.store import FinishedGame
from ..table.coach_wire import FinishedView
from ..table.view_parts import ago

_PLACES = {1: phrase("1st place"), 2: phrase("2nd place"), 3: phrase("3rd place")}


def report(games: Moments, seat: int | None, review: Review | None) -> dict[str, Any]:
    """Return a JSON summary of a finished game.

    The keys are edition, names, rounds, and winners (seats). If *seat* belongs to the only person, seat and place are
    added; if there is also a *review*, so are grades (the count of each) and areas (the turns lost in each).
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
    """Return the games as list entries."""
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
    """Return the person's place and grades, or the winners if several people played."""
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
