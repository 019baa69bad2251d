"""Raised hands: the host sees them at once, and they go down when the host has come."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets.live.needs import Urgency
from phase10_widgets.live.pages import MOST_TOLD, TOLD_EVERY
from tests.live.playing import Line, Service, class_of, number, table


def hands(line: Line) -> dict[str, int]:
    """Return the raised hands that a page knows."""
    return {person["name"]: person["hand"] for person in line.room["people"] if person["hand"]}


def test_the_host_sees_hands_in_their_order_and_others_only_their_own() -> None:
    service = Service()
    host, ada, ben, cleo = class_of(service, 2, "Ada", "Ben", "Cleo")
    ben.ask("hand", up=True)
    ada.ask("hand", up=True)
    ben.ask("hand", up=True)
    assert hands(host) == {"Ben": 1, "Ada": 2}, "who raises it again keeps the place"
    assert (hands(ben), hands(ada), hands(cleo)) == ({"Ben": 1}, {"Ada": 2}, {})
    ben.ask("hand", up=False)
    assert (hands(host), hands(ben)) == ({"Ada": 1}, {})


def test_nobody_else_is_told_of_a_hand_and_the_wall_has_none() -> None:
    service = Service()
    host, ada, ben = class_of(service, 2, "Ada", "Ben")
    wall = Line(service, host.token, wall=True)
    before = len(ben.sent), len(wall.sent)
    ada.ask("hand", up=True)
    assert (len(ben.sent), len(wall.sent)) == before
    assert "Ada" not in json.dumps(wall.sent)


def test_a_hand_that_is_up_is_not_raised_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written down or told, however often somebody asks."""
    service = Service()
    _, ada = class_of(service, 2, "Ada")
    ada.ask("hand", up=True)
    kept: list[object] = []
    monkeypatch.setattr(service.desk, "room_changed", kept.append)
    for up in (True, True):
        ada.ask("hand", up=up)
    assert kept == []


CHANGES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"kind": "hand", "up": True}, {"kind": "hand", "up": False}),
    ({"kind": "watch", "table": 1}, {"kind": "stand"}),
]


def test_a_room_with_very_many_changes_is_told_a_few() -> None:
    """The first ones at once, then two a second; at the end, everybody knows how things are."""
    for kinds in CHANGES:
        service = Service()
        host, ada = class_of(service, 2, "Ada")
        service.wait(60.0, host, ada)
        before = len(host.sent)
        for at in range(300):
            message = dict(kinds[at % 2])
            ada.ask(message.pop("kind"), **message)
        assert len(host.sent) - before <= MOST_TOLD + 1
        for _ in range(20):
            service.wait(0.1, host, ada)
        assert len(host.sent) - before <= MOST_TOLD + 2 / TOLD_EVERY + 2
        ada.ask("hand", up=True)
        service.wait(1.0, host, ada)
        assert hands(host) == {"Ada": 1}


def test_a_table_with_a_raised_hand_needs_the_host_most() -> None:
    service = Service()
    host, ada, ben, cleo = class_of(service, 2, "Ada", "Ben", "Cleo", preset="full")
    service.desk.gone(ben)
    service.wait(100.0, ada, cleo)
    assert [row["urgency"] for row in host.room["tables"]] == [0, Urgency.ABSENT]
    ada.ask("hand", up=True)
    row = host.room["tables"][0]
    assert (row["needs"], row["urgency"]) == ("Raised hands: Ada", Urgency.HAND)
    german = Line(service, host.token, language="de")
    assert german.room["tables"][0]["needs"] == "Es melden sich: Ada"
    assert ada.room["tables"][0]["needs"] == ""


def test_a_hand_goes_down_when_the_host_has_come() -> None:
    service = Service()
    host, ada, ben = class_of(service, 2, "Ada", "Ben")
    for line in (ada, ben):
        line.ask("hand", up=True)
    host.ask("watch", table=2)
    assert (hands(host), hands(ben)) == ({"Ada": 1}, {})
    ben.ask("hand", up=True)
    host.ask("watch", table=2)
    assert hands(ben) == {}, "the host has come back to the table that they watch"
    host.ask("place", person=number(host), table=1)
    assert hands(host) == {}


def test_a_guest_who_watches_is_no_help() -> None:
    service = Service()
    host, ada = class_of(service, 1, "Ada")
    ada.ask("hand", up=True)
    service.guest(host, "Wanda").ask("watch", table=1)
    assert hands(host) == {"Ada": 1}


def test_the_host_lowers_hands_also_of_people_without_a_table() -> None:
    service = Service()
    host = service.host()
    ada = service.guest(host, "Ada")
    ada.ask("hand", up=True)
    host.ask("hand", up=False, person=number(ada))
    assert (hands(host), hands(ada)) == ({}, {})


def test_a_host_has_no_hand_and_raises_none() -> None:
    wishes: list[dict[str, Any]] = [{"up": True}, {"up": False}, {"up": True, "person": 2}, {"up": False, "person": []}]
    for fields in wishes:
        service = Service()
        host = service.host()
        service.guest(host, "Ada")
        host.ask("hand", **fields)
        assert host.refusal == "There is no hand to lower."
        assert hands(host) == {}


def test_guests_raise_and_lower_only_their_own_hand() -> None:
    service = Service()
    host = service.host()
    ada, ben = service.guest(host, "Ada"), service.guest(host, "Ben")
    ada.ask("hand", up=True)
    ben.ask("hand", up=False, person=number(ada))
    ben.ask("hand", up=True, person=number(ada))
    assert hands(host) == {"Ada": 1, "Ben": 2}


def test_hands_outlive_the_process_but_not_their_people(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    host, ada, ben = table(service, "Hanna", "Ada", "Ben")
    for line in (ada, ben):
        line.ask("hand", up=True)
    service.start()
    host = Line(service, host.token)
    assert hands(host) == {"Ada": 1, "Ben": 2}
    host.ask("kick", person=number(ada))
    assert hands(host) == {"Ben": 1}


def test_somebody_who_is_somebody_else_takes_no_hand_along() -> None:
    service = Service()
    host, ben = table(service, "Hanna", "Ben")
    again = service.guest(host, "Ben 2")
    again.ask("hand", up=True)
    host.ask("reseat", person=number(ben), newcomer=number(again))
    assert hands(host) == {}


def test_computer_players_have_names_of_their_own_in_the_whole_room() -> None:
    """Somebody called Ada at another table would else be looked for at two."""
    service = Service()
    host = service.host("Teacher")
    names = ["ada", "Blaise", "Carl", "Daniel", "Emmy", "Florence", "Grace", "Hypatia"]
    guests = [service.guest(host, name) for name in names]
    host.ask("plan", table=1, edition="classic", preset="taste", seats=4, level=5)
    guests[0].ask("sit", table=1)
    host.ask("start", table=1)
    assert [seat["name"] for seat in host.room["tables"][0]["seats"]] == ["ada", "Ada 2", "Blaise 2", "Carl 2"]
