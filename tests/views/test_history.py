"""The history of finished games: reports, the list, weak spots, and their lessons."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Session, coach
from phase10_widgets.coach import Area
from phase10_widgets.session import SeatPlan
from phase10_widgets.text import Text
from phase10_widgets.views import history
from phase10_widgets.views.history import FinishedGame

Json = dict[str, Any]
LESSONS = Path(__file__).resolve().parents[2] / "lessons"


def finished(edition: str = "classic", person: str = "random") -> Session:
    session = Session(edition, [SeatPlan("You"), SeatPlan("Ada", "greedy")], 5, phases=[1, 2])
    player = p10.players.get(person, 5)
    while session.game.to_act is not None:
        session.act(0, player.choose(session.observe(0))) if session.waits_for_person else session.step()
    return session


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_a_report_adds_up(edition: str) -> None:
    session = finished(edition)
    found = coach.review(session.games, 0)
    told = json.loads(json.dumps(history.report(session.games, 0, found)))
    assert told["names"] == ["You", "Ada"]
    assert told["rounds"] == len(session.games.results)
    assert told["place"] == (1 if 0 in session.game.winners else 2)
    graded = [one for one in found.decisions if one.grade]
    assert sum(told["grades"].values()) == len(graded)
    assert sum(told["areas"].values()) == pytest.approx(sum(one.cost for one in graded), abs=0.05)


def test_a_report_without_the_coach_has_the_result_alone() -> None:
    session = finished()
    assert history.report(session.games, None, None).keys() == {"edition", "names", "rounds", "winners"}
    assert "areas" not in history.report(session.games, 0, None)


def test_games_are_listed_with_place_and_grades() -> None:
    one = {"edition": "classic", "names": ["You", "Ada"], "rounds": 1, "winners": [1], "seat": 0, "place": 2}
    graded = {**one, "rounds": 3, "place": 1, "grades": {"blunder": 1, "mistake": 2, "inaccuracy": 0}}
    several = {"edition": "flip", "names": ["Ben", "Ada"], "rounds": 2, "winners": [1]}
    games = [FinishedGame(f"t{at}", 3700.0, each, whole=at != 1) for at, each in enumerate((one, graded, several))]
    english = history.finished(games, Text())
    assert [(row["title"], row["text"], row["whole"]) for row in english] == [
        ("Phase 10, 1 round: You, Ada; 1 hour ago", "2nd place", True),
        ("Phase 10, 3 rounds: You, Ada; 1 hour ago", "1st place, 1 blunder, 2 mistakes", False),
        ("Phase 10 Flip!, 2 rounds: Ben, Ada; 1 hour ago", "Ada won the game.", True),
    ]
    assert history.finished(games, Text("de"))[1]["text"] == "1. Platz, 1 grober Fehler, 2 Fehler"


def test_weak_spots_are_the_areas_that_cost_most_per_game() -> None:
    reports: list[Json] = [{"areas": {"draw": 4.0, "give": 0.2}}, {"areas": {"draw": 1.0, "shed": 2.0}}, {"rounds": 3}]
    found = history.weak_spots(reports, Text())
    assert [(spot["title"], spot["text"]) for spot in found] == [
        ("Taking a card or drawing one", "about 2.5 turns per game"),
        ("Getting rid of cards after laying down", "about 1.0 turns per game"),
    ]
    assert found[0]["lesson"] == "Lesson 9: Take the pair or draw?"
    assert history.weak_spots([{"rounds": 3}], Text()) == []


def test_every_area_has_a_lesson_that_exists() -> None:
    assert set(history.AREAS) == set(Area)
    for _, notebook in history.AREAS.values():
        assert (LESSONS / f"{notebook}.ipynb").is_file()
