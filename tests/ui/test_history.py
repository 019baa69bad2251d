"""The history of finished games: reports and the list."""

from __future__ import annotations

import json
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Session, coach
from phase10_widgets.languages.text import Text
from phase10_widgets.sessions.seating import SeatPlan
from phase10_widgets.store.store import FinishedGame
from phase10_widgets.ui.coach import history

Json = dict[str, Any]


def finished(edition: str = "classic", person: str = "random") -> Session:
    session = Session(edition, [SeatPlan("You"), SeatPlan("Ada", "greedy")], 5, phases=[1, 2])
    player = p10.players.get(person, 5)
    while session.game.to_act is not None:
        session.act(0, player.choose(session.observe(0))) if session.waits_for_person else session.step()
    return session


@pytest.mark.slow
def test_a_report_adds_up() -> None:
    for edition in p10.EDITIONS:
        session = finished(edition)
        found = coach.review(session.games, 0)
        told = json.loads(json.dumps(history.report(session.games, 0, found)))
        assert (told["names"], told["rounds"]) == (["You", "Ada"], len(session.games.results))
        assert told["place"] == (1 if 0 in session.game.winners else 2)
        graded = [one for one in found.decisions if one.grade]
        assert sum(told["grades"].values()) == len(graded)
        assert sum(told["areas"].values()) == pytest.approx(sum(one.cost for one in graded), abs=0.05)


def test_a_report_without_the_coach_has_only_the_result() -> None:
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
