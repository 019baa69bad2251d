"""The daily deal and challenges in the app: offers, terms, and the result beside the expert's."""

from __future__ import annotations

import json
from datetime import date, datetime, tzinfo
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets import App, Session, Table, players
from phase10_widgets.sessions import daily
from phase10_widgets.sessions.seating import SeatPlan
from phase10_widgets.sessions.shared_deal import SEALED, SEEN
from phase10_widgets.store.file_store import FileStore
from phase10_widgets.store.store import StoreLease
from phase10_widgets.ui.deal.deal_part import STEPS
from phase10_widgets.ui.deal.view import _rank
from tests.faults import no_faults
from tests.ui.page import Page
from tests.ui.test_app import setup as screen

Json = dict[str, Any]
MONDAY = "2026-11-23"
"""A day whose deal is a single round."""
SENT: Any = daily.challenge_of(Session("classic", [SeatPlan("Ana"), "greedy"], "a word", phases=[2]))
HELLO = {"tokens": [], "languages": ["en"], "today": MONDAY, "challenge": None}


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the clock of this machine to that Monday."""

    class Clock:
        @staticmethod
        def now(zone: tzinfo) -> datetime:
            return datetime(2026, 11, 23, 12, tzinfo=zone)

    monkeypatch.setattr(daily, "datetime", Clock)


def started(kind: str = "daily", **more: Any) -> Table:
    app = App(pace=0, language="en")
    fields = {"day": MONDAY} if kind == "daily" else {"code": SENT.code}
    assert screen(app).answers(kind, **{"first": True, **fields, **more}) == []
    assert app.table is not None
    return app.table


def play(table: Table) -> Page:
    talk, you = Page(table), players.get("greedy")
    while table.view["over"] is None:
        if table.view["summary"]:
            talk.answers("continue")
        else:
            talk.answers("action", action=you.choose(table.game.observe(0)).to_dict())
    return talk


def test_the_screen_offers_the_deal_for_the_browsers_date() -> None:
    app = App(pace=0)
    talk = screen(app)
    assert talk.widget.about["daily"] is None, "Python does not know the visitor's date yet"
    talk.answers("hello", **HELLO)
    about: Json = app.children[0].about
    offer = about["daily"]
    assert (offer["key"], offer["edition"]) == (MONDAY, "Phase 10")
    only, minutes, against = offer["lines"]
    assert (only, minutes) == ("Only phase 7 is played.", "About 2 minutes.")
    assert against == "You play against 2 computer players, level 5."
    assert str(daily.deal(date.fromisoformat(MONDAY)).seed) not in json.dumps(talk.widget.about)


def test_a_date_without_a_deal_has_no_offer_and_is_refused() -> None:
    rows: list[Any] = ["2026-11-25", "2026-10-01", "tomorrow", "", None, 7, ["2026-11-23"], {}]
    with no_faults() as faults:
        for day in rows:
            with faults.of(day):
                app = App(pace=0)
                talk = screen(app)
                talk.answers("hello", **{**HELLO, "today": day})
                assert talk.widget.about["daily"] is None
                (answer,) = talk.answers("daily", day=day, first=True)
                assert answer["code"] == "refused"
                assert app.table is None
    for first in (None, "yes", 1):
        (answer,) = talk.answers("daily", day=MONDAY, first=first)
        assert answer["kind"] == "reject", "the message must name the attempt"
        assert app.table is None


def test_a_challenge_is_offered_and_played() -> None:
    app = App(pace=0, language="en")
    talk = screen(app)
    talk.answers("hello", **{**HELLO, "challenge": SENT.code})
    offer = talk.widget.about["challenge"]
    assert offer["why"] == ""
    assert offer["lines"] == ["Only phase 2 is played.", "You play against 1 computer player."]
    assert "a word" not in json.dumps(offer)
    talk.answers("challenge", code=offer["code"], first=True)
    assert app.table is not None
    assert app.table.game.state.seed == "a word"
    assert app.table.about["deal"] == {"key": SENT.key, "daily": False, "first": True}
    assert "a word" not in json.dumps([app.table.about, app.table.view], default=str)


def test_a_damaged_link_is_explained_on_the_screen() -> None:
    app = App(pace=0, language="en")
    talk = screen(app)
    talk.answers("hello", **{**HELLO, "challenge": "x"})
    assert talk.widget.about["challenge"]["why"].startswith("This link is damaged")
    (answer,) = talk.answers("challenge", code="x", first=True)
    assert answer["why"].startswith("This link is damaged")
    talk.answers("language", language="de", tokens=[])
    assert talk.widget.about["challenge"]["why"].startswith("Dieser Link ist beschädigt")
    assert app.table is None


@pytest.mark.slow
def test_the_result_stands_beside_the_experts() -> None:
    for kind in ("daily", "challenge"):
        table = started(kind)
        talk = play(table)
        found = table.view["over"]
        assert found["deal"]["hints"] == 0
        rival = daily.rival(table.session)
        rival.run()
        row = next(row for row in rival.game.standings if row["seat"] == 0)
        assert (found["deal"]["expert"]["place"], found["deal"]["expert"]["score"]) == (row["place"], row["score"])
        mine = next(row for row in table.game.standings if row["seat"] == 0)
        assert (found["deal"]["own"]["place"], found["deal"]["own"]["score"]) == (mine["place"], mine["score"])
        assert found["deal"]["own"]["rounds"] == [bool(mine["completed"])]
        assert "expert" in found["deal"]["text"]
        assert found["luck"]["lines"], "too short to tell"
        if kind == "daily":
            assert "challenge" not in found, "the daily deal needs no link"
            assert found["deal"]["next"] == "The next deal: Phases with ordinary cards, about 4 minutes."
        else:
            passed_on = daily.challenge(found["challenge"])
            assert (passed_on.key, passed_on.edition, passed_on.seed) == (SENT.key, SENT.edition, SENT.seed)
            assert passed_on.friend is not None
            assert (passed_on.friend.name, passed_on.friend.score) == ("", mine["score"]), "nobody entered a name"
            assert found["deal"]["next"] == ""
        talk.answers("again", same=True)
        assert table.about["deal"]["first"] is False, "playing it again does not count"
        assert table.game.state.round == 1


def test_the_better_result_is_named() -> None:
    """Places come first, then phases, then points."""

    def result(place: int, phases: int, score: int) -> Any:
        return {"rounds": [], "place": place, "phases": phases, "score": score}

    order = [result(1, 1, 90), result(2, 2, 80), result(2, 1, 10), result(2, 1, 20), result(3, 1, 0)]
    assert all(_rank(better) < _rank(worse) for better, worse in pairwise(order))


def test_an_undo_past_a_card_is_refused_with_the_reason() -> None:
    table = started()
    talk = Page(table)
    talk.answers("action", action={"type": "draw", "from": "deck"})
    assert table.view["undo"] is False, "the button cannot be pressed"
    (answer,) = talk.answers("undo")
    assert (answer["kind"], answer["code"], answer["why"]) == ("reject", "seen", SEEN)
    assert len(table.game.observe(0).hand) == 11
    again = started()
    talk = Page(again)
    talk.answers("action", action={"type": "draw", "from": "discard"})
    assert again.view["undo"] is True, "the top of the discard pile was already visible"
    assert talk.answers("undo") == []
    assert len(again.game.observe(0).hand) == 10
    (answer,) = talk.answers("undo")
    assert answer["code"] == "nothing_to_undo"


def test_hints_are_counted_and_no_file_holds_the_cards_early() -> None:
    table = started()
    (answer,) = Page(table).answers("save")
    assert (answer["kind"], answer["code"], answer["why"]) == ("reject", "sealed", SEALED)
    for _ in range(2):
        (answer,) = Page(table).answers("hint")
        assert answer["kind"] == "hint"
    (answer,) = play(table).answers("save")
    assert answer["kind"] == "file"
    assert table.view["over"]["deal"]["hints"] == 2


def test_a_stored_deal_keeps_its_terms(tmp_path: Path) -> None:
    """A reload is not a second attempt, and does not reset the hints."""
    store, first = FileStore(tmp_path / "games.sqlite3"), started()
    keeper = StoreLease(store)
    table = Table(session=first.session, pace=0, keeper=keeper)
    talk = Page(table)
    talk.answers("action", action={"type": "draw", "from": "deck"})
    talk.answers("hint")
    resumed = Table.resume(str(keeper.token), store=store, pace=0)
    assert resumed.about["deal"] == {"key": MONDAY, "daily": True, "first": True}
    assert resumed.view["undo"] is False
    play(resumed)
    assert resumed.view["over"]["deal"]["hints"] == 1


def test_the_expert_keeps_up_with_the_person() -> None:
    """Most of the expert's game is played before the person's game ends."""
    table = started()
    session = table.session
    talk, you = Page(table), players.get("random", seed=1)
    for _ in range(6):
        talk.answers("action", action=you.choose(session.observe(0)).to_dict())
    rival = table._deal_part._rival
    assert rival is not None
    assert rival.game.to_act is None or len(rival.games) - 1 == STEPS * (len(session.games) - 1)
