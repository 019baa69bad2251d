"""The coach widget: a game from a file, the cost of its decisions, luck and skill, and the replay."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, coach
from phase10_widgets.errors import SaveError
from phase10_widgets.languages.text import Text
from phase10_widgets.ui.coach import screen as module
from phase10_widgets.ui.coach.widget import Coach
from phase10_widgets.ui.screen import MOST_FILE
from tests.helpers import Json
from tests.ui.page import Page, notebook_html


def played(seed: int = 2, **options: Any) -> Game:
    """Return a short game of a clumsy and a better player."""
    game = Game.new("classic", ["Ana", "Ben"], seed, phases=[1, 2, 3, 4, 5], **options)
    players = [p10.players.get("random", seed), p10.players.get("greedy")]
    while game.to_act is not None:
        game = p10.players.move(game, players[game.to_act])
    return game


@pytest.mark.slow
def test_the_coach_shows_each_rounds_costliest_decisions_and_luck() -> None:
    game = played()
    widget = Coach(game.record())
    found = coach.review(game)
    assert widget.review == found
    assert widget.luck == coach.luck(game)
    rounds = sorted({one.round for one in found.decisions})
    dear = [one for number in rounds for one in found.costliest(5, round=number)]
    content = widget.about["coach"]
    rows = [row for each in content["rounds"] for row in each["rows"]]
    assert [(row["at"], row["name"]) for row in rows] == [(one.at, game.players[one.seat]) for one in dear]
    assert [each["title"] for each in content["rounds"]] == [f"Round {number}" for number in rounds]
    error = widget.luck.error
    for row in content["luck"]["rows"]:
        luck, skill, result = widget.luck.points(game.players.index(row["cells"][0]))
        assert row["cells"][1:] == [str(luck), f"{skill} ± {error}", str(result)]
    assert json.loads(json.dumps(widget.to_dict())).keys() == {"review", "luck"}
    assert Page(widget).tell("seek", at=dear[0].at) == ""
    assert widget.view["replay"]["at"] == dear[0].at
    assert widget.view["replay"]["decision"]["text"] == Text().tell(dear[0].text)
    shown = notebook_html(widget)
    assert all(row["text"] in unescape(shown) for row in rows), "a saved notebook also shows them"
    Page(widget).tell("language", language="de")
    assert widget.about["coach"]["rounds"][0]["title"] == "Runde 1"
    assert Coach(language="de").about["coach"]["title"] == "Trainer"


@pytest.mark.slow
def test_a_hostile_file_is_refused_and_changes_nothing() -> None:
    widget = Coach(played())
    before = (widget.about, widget.view)
    head = '{"format": "phase10-record/1"'
    rounds = '"edition": "classic", "players": ["A", "B"], "seed": 1, "rounds": [{}]}'
    deep, long = f'{head}, "x": {"[" * 100_000}', "x" * (MOST_FILE + 1)
    for text in [None, 7, "", "{", "[]", f"{head}}}", f"{head}, {rounds}", deep, long]:
        answer = Page(widget).say("load", text=text)
        assert answer
        assert answer["code"] != "failed"
        assert (widget.about, widget.view) == before


def test_a_game_too_long_and_a_broken_record_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    record, widget = played().record(), Coach()
    monkeypatch.setattr(module, "MOST_MOMENTS", 20)
    assert "too long" in Page(widget).tell("load", text=json.dumps(record))
    with pytest.raises(ValueError, match="the limit is 20"):
        Coach(record)
    with pytest.raises(SaveError, match="cannot be replayed"):
        Coach({**record, "rounds": []})


def told(widget: Coach, kind: str, **fields: Any) -> Json:
    return Page(widget).answers(kind, **fields)[-1]


def test_a_finished_game_is_in_the_history_and_opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHASE10_DATA", str(tmp_path))
    session = p10.Session("classic", ["Ana", "greedy"], 4, phases=[1])
    table = p10.Table(session=session, pace=None)
    page, person = Page(table), p10.players.get("random", 4)
    while table.game.to_act is not None:
        if table.view["summary"]:
            page.tell("continue")
        elif table.game.to_act == 0:
            page.tell("action", action=person.choose(table.game.observe(0)).to_dict())
        else:
            page.tell("step")
    token = table._keeper.token
    assert token is not None
    widget = Coach()
    found = told(widget, "hello", tokens=[token, "another"])
    assert [game["token"] for game in found["games"]] == [token]
    assert "place" in found["games"][0]["text"]
    assert found["spots"], "a random player loses turns"
    assert token not in json.dumps([widget.about, widget.view]), "no saved notebook contains it"
    assert told(widget, "open", token=token).get("kind") == "story"
    assert widget.review == coach.review(table.session.games)
    assert {row["name"] for each in widget.about["coach"]["rounds"] for row in each["rows"]} == {"Ana"}
    Page(widget).tell("back")
    assert "luck" not in widget.about["coach"]
    assert told(widget, "forget", token=token, tokens=[token])["games"] == []
    assert told(widget, "open", token=token)["kind"] == "reject"
    assert told(widget, "open", token=[1])["kind"] == "reject"


@pytest.mark.slow
def test_the_coach_offers_an_example_without_a_game() -> None:
    widget = Coach()
    assert told(widget, "hello", tokens=[])["games"] == []
    told(widget, "open", token=None)
    assert widget.about["coach"]["luck"]["rows"], "long enough to tell"
    assert len(widget.about["coach"]["rounds"]) >= 5
    moment = widget.review.costliest(1)[0].at
    Page(widget).tell("seek", at=moment)
    assert Page(widget).tell("try") == ""
    assert widget.about["mode"] == "play"
    assert "coach" not in widget.about
    Page(widget).tell("back")
    assert widget.about["mode"] == "replay"
    assert widget.view["replay"]["at"] == moment
