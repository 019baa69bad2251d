"""A class and its teacher: people are moved and come back, and the tables that need somebody come first."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets.live import guesses
from phase10_widgets.live.codes import LETTERS, new_recovery_code, read_recovery_code
from phase10_widgets.live.needs import LONG, STUCK, Urgency
from phase10_widgets.live.people import MOST_TOKENS
from phase10_widgets.live.room import MOST_LINKS, MOST_WATCHERS
from tests.faults import no_faults
from tests.live.playing import Line, Service, act, class_of, number, play, table

from .test_desk import refused


def seats(line: Line, table: int = 1) -> list[str]:
    return [seat["name"] for seat in line.room["tables"][table - 1]["seats"]]


# moving people


def test_a_host_seats_people_and_takes_them_off() -> None:
    service = Service()
    host = service.host()
    ben = service.guest(host, "Ben")
    host.ask("place", person=number(ben), table=1, seat=2)
    assert (ben.room["table"], ben.room["seat"], seats(host)[2]) == (1, 2, "Ben")
    host.ask("place", person=number(ben), table=1)
    assert ben.room["seat"] == 0, "by default, the first free seat"
    host.ask("place", person=number(ben), table=None)
    assert ben.room["table"] is None


PLACES: list[tuple[dict[str, Any], str]] = [
    ({"person": 99, "table": 1}, "This person is not here anymore."),
    ({"person": "x", "table": 1}, "This person is not here anymore."),
    ({"person": 2, "table": 7}, "There is no such table."),
    ({"person": 2, "table": 1, "seat": 0}, "This seat is taken: choose another."),
    ({"person": 2, "table": 1, "seat": "x"}, "This seat is taken: choose another."),
    ({"person": 2, "table": 1, "seat": -1}, "This seat is taken: choose another."),
]


def test_a_place_is_refused() -> None:
    with no_faults() as faults:
        for fields, why in PLACES:
            with faults.of(fields):
                service = Service()
                host = service.host()
                ben = service.guest(host, "Ben")
                host.ask("sit", table=1, seat=0)
                ben.ask("sit", table=1, seat=1)
                host.ask("place", **fields)
                assert host.refusal == why
                assert ben.room["seat"] == 1, "and nobody loses a seat"


def test_people_change_tables_in_running_games() -> None:
    """A computer player keeps the old seat, and plays at the new one until the newcomer is there."""
    service = Service()
    host = service.host("Teacher")
    guests = [service.guest(host, name) for name in ("Ada", "Ben")]
    host.ask("tables", n=2)
    for at, guest in enumerate(guests, 1):
        host.ask("plan", table=at, edition="classic", preset="full", seats=3, level=3)
        guest.ask("sit", table=at)
    host.ask("start", table=None)
    ada, ben = guests
    play(service, [ada, ben], 5, random.Random(1))
    host.ask("place", person=number(ada), table=2, seat=2)
    assert (ada.room["table"], ada.view["you"]) == (2, 2)
    assert len(ada.view["observation"]["hand"].split()) >= 1
    assert ben.last("here")["seats"] == ["person", "computer", "person"]
    row = host.room["tables"][0]["seats"][0]
    assert (row["person"], row["presence"]) == (None, "computer")
    silent = service.guest(host, "Silent")
    service.desk.gone(silent)
    service.wait(40.0, ada, ben)
    host.ask("place", person=number(silent), table=2, seat=1)
    service.wait(1.0, ada, ben)
    assert ben.last("here")["seats"][1] == "stand-in"
    back = Line(service, silent.token)
    assert back.view["you"] == 1
    assert ben.last("here")["seats"][1] == "person"


def test_with_the_same_cards_nobody_is_moved_to_a_table_that_is_behind() -> None:
    service = Service()
    host, ada, _ = class_of(service, 2, "Ada", "Ben", preset="full")
    host.ask("place", person=number(ada), table=2)
    assert host.refusal == "This table still has to play cards that have been seen at another table."
    assert ada.room["table"] == 1


# a lost token


def test_a_pupil_without_a_token_gets_the_seat_back_and_the_old_token_dies() -> None:
    service = Service()
    hanna, ben = table(service, "Hanna", "Ben", preset="full")
    hand = ben.view["observation"]["hand"]
    again = service.guest(hanna, "Ben 2")
    other = Line(service, again.token)
    hanna.ask("reseat", person=number(ben), newcomer=number(again))
    assert (ben.closed, ben.last("bye")["code"]) == (4401, 4401)
    assert Line(service, ben.token).closed == 4401
    for line in (again, other):
        assert (line.closed, line.last("welcome")["name"], line.view["you"]) == (None, "Ben", 1)
        assert line.view["observation"]["hand"] == hand
    assert [person["name"] for person in hanna.room["people"]] == ["Hanna", "Ben"]
    assert hanna.last("here")["seats"] == ["person", "person"]
    service.guest(hanna, "Ben 2")


def test_a_new_token_is_stored(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    hanna, ben = table(service, "Hanna", "Ben", preset="full")
    again = service.guest(hanna, "Ben 2")
    hanna.ask("reseat", person=number(ben), newcomer=number(again))
    service.start()
    assert Line(service, ben.token).closed == 4401
    found = Line(service, again.token)
    assert (found.last("welcome")["name"], found.view["you"]) == ("Ben", 1)


def test_a_newcomer_who_sat_elsewhere_frees_that_seat() -> None:
    service = Service()
    hanna, ben, _ = table(service, "Hanna", "Ben", "Cleo", preset="full", seats=4)
    again = service.guest(hanna, "Ben 2")
    again.ask("sit", table=1, seat=3)
    hanna.ask("reseat", person=number(ben), newcomer=number(again))
    assert (again.room["seat"], again.view["you"]) == (1, 1)
    assert hanna.last("here")["seats"] == ["person", "person", "person", "computer"]


def test_a_place_is_given_only_from_guest_to_guest() -> None:
    for person, newcomer, why in [
        (1, 2, "The host comes back with the recovery code."),
        (2, 1, "The host comes back with the recovery code."),
        (2, 2, "This person is not here anymore."),
        (2, 99, "This person is not here anymore."),
        (None, "x", "This person is not here anymore."),
    ]:
        service = Service()
        hanna, ben = table(service, "Hanna", "Ben")
        hanna.ask("reseat", person=person, newcomer=newcomer)
        assert hanna.refusal == why
        assert (hanna.closed, ben.closed) == (None, None)


def test_a_token_that_cannot_be_stored_changes_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service()
    hanna, ben = table(service, "Hanna", "Ben", preset="full")
    again = service.guest(hanna, "Ben 2")
    book: Any = service.desk._book

    def full(*args: Any, **more: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(book, "merge", full)
    hanna.ask("reseat", person=number(ben), newcomer=number(again))
    assert hanna.refusal == "This could not be stored, so nothing has changed. Try again."
    assert [Line(service, line.token).closed for line in (ben, again)] == [None, None]


# the host's recovery code


def test_a_recovery_code_has_82_bits_and_may_be_typed_in_many_ways() -> None:
    code = new_recovery_code()
    assert len(LETTERS) ** (len(code.replace("-", "")) - 1) > 2**82  # the first letter is its room's
    for typed in (code, code.lower(), code.replace("-", " "), f" {code.replace('-', '')} "):
        assert read_recovery_code(typed) == code
    for wrong in ("", "BCDFGH", f"{code}B", code[:-1] + "A", None, 7, "B" * 1000):
        assert read_recovery_code(wrong) is None


def recovered(service: Service, code: Any, address: str = "192.0.2.1") -> Line:
    return Line(service, service.desk.recover({"code": code}, address)["token"])


def test_a_host_comes_back_on_another_device(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    host = service.host()
    ben = service.guest(host, "Ben")
    ben.ask("recovery")
    assert ben.refusal == "Only the host of this room may do that."
    host.ask("recovery")
    code = host.last("recovery")["code"]
    assert not any(message["kind"] == "recovery" for message in ben.sent)
    (row,) = service.desk._book._db.execute("SELECT settings FROM rooms").fetchall()  # type: ignore[attr-defined]
    assert code not in row[0]
    assert code.replace("-", "") not in row[0]
    service.start()
    again = recovered(service, code.lower())
    assert (again.last("welcome")["role"], again.last("welcome")["name"]) == ("host", "Hanna")
    assert len(again.room["people"]) == 2, "it is the same person"
    service.start()
    for line in (host, again):
        assert Line(service, line.token).last("welcome")["role"] == "host", "the old device may stay"


def test_a_new_code_replaces_the_old_one() -> None:
    service = Service()
    host = service.host()
    assert refused(recovered, service, new_recovery_code()).code == "unknown"
    host.ask("recovery")
    old = host.last("recovery")["code"]
    host.ask("recovery")
    assert refused(recovered, service, old).code == "unknown"
    recovered(service, host.last("recovery")["code"])
    host.ask("end")
    assert refused(recovered, service, host.last("recovery")["code"]).code == "unknown"


def test_a_host_ends_other_devices(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    host = service.host()
    host.ask("recovery")
    again = recovered(service, host.last("recovery")["code"])
    same = Line(service, again.token)
    again.ask("alone")
    assert (host.closed, again.closed, same.closed) == (4401, None, None)
    service.start()
    assert Line(service, host.token).closed == 4401
    assert Line(service, again.token).last("welcome")["role"] == "host"


def test_many_devices_end_the_earlier_ones() -> None:
    service = Service()
    host = service.host()
    host.ask("recovery")
    code = host.last("recovery")["code"]
    lines = [recovered(service, code) for _ in range(MOST_TOKENS)]
    assert Line(service, host.token).closed == 4401
    assert Line(service, lines[-1].token).closed is None


# the host's links


def by_link(service: Service, link: Any) -> Line:
    return Line(service, service.desk.recover({"link": link}, "192.0.2.1")["token"])


def test_a_hosts_link_works_once(tmp_path: Path) -> None:
    """A browser's history has it; whoever opens it from there gets nothing, from the service or its book."""
    service = Service(tmp_path / "live.sqlite3")
    token = service.desk.open_room("Teacher")
    link = service.desk.host_link(token)
    lost = service.desk.recover({"link": link}, "192.0.2.1")["token"]  # an answer that never arrives
    host = by_link(service, link)
    assert (host.last("welcome")["role"], host.token not in (token, lost, link)) == ("host", True)
    for _ in range(2):
        reason = refused(by_link, service, link)
        assert (reason.code, str(reason.why).startswith("This link has been used.")) == ("unknown", True)
        service.start()
    assert Line(service, link).closed == 4401, "a link is no token"
    assert Line(service, host.token).last("welcome")["role"] == "host"
    assert link.encode() not in (tmp_path / "live.sqlite3").read_bytes()


def test_a_host_makes_links_for_more_devices() -> None:
    service = Service()
    host = service.host()
    ada = service.guest(host, "Ada")
    ada.ask("recovery")
    assert ada.refusal == "Only the host of this room may do that."
    assert refused(service.desk.host_link, ada.token).code == "unknown"
    host.ask("recovery")
    link = host.last("recovery")["link"]
    assert link[0] == host.last("welcome")["code"][0], "a proxy finds the room's process"
    second = by_link(service, link)
    assert second.last("welcome")["role"] == "host"
    assert host.closed is None
    links = [service.desk.host_link(host.token) for _ in range(MOST_LINKS + 1)]
    assert refused(by_link, service, links[0]).code == "unknown", "of many, the last ones count"
    assert by_link(service, links[1]).last("welcome")["role"] == "host"


def test_no_other_text_is_a_link() -> None:
    for link in ["", "x", "B" * 1000, "\ud800", 7, None, [], {}]:
        service = Service()
        service.host()
        assert refused(by_link, service, link).code == "unknown"


def test_recovery_codes_are_guessed_no_faster_than_others() -> None:
    service = Service()
    host = service.host()
    host.ask("recovery")
    for _ in range(guesses.MOST_WRONG):
        assert refused(recovered, service, new_recovery_code()).code == "unknown"
    reason = refused(recovered, service, host.last("recovery")["code"])
    assert reason.code == "wait"
    recovered(service, host.last("recovery")["code"], "192.0.2.2")


# what needs the host


def needs(line: Line, at: int = 1) -> tuple[int, str]:
    row = line.room["tables"][at - 1]
    return row["urgency"], row["needs"]


def test_tables_say_what_they_need() -> None:
    service = Service()
    host, ada = service.host("Teacher"), None
    assert needs(host) == (Urgency.NONE, "")
    ada = service.guest(host, "Ada")
    ada.ask("sit", table=1)
    assert needs(host) == (Urgency.READY, "People wait for you to start.")
    assert needs(ada) == (0, ""), "only the host is asked"
    host.ask("plan", table=1, edition="classic", preset="taste", seats=2, level=5)
    host.ask("start", table=1)
    assert needs(host) == (Urgency.NONE, "")
    service.wait(10.0)
    assert needs(host) == (Urgency.AWAY, "Ada: away")
    service.wait(LONG)
    assert needs(host) == (Urgency.ABSENT, "Ada: away for more than a minute")
    service.desk.hear(ada, {"kind": "beat"})
    service.wait(2.0, ada)
    assert needs(host)[0] in (Urgency.NONE, Urgency.OVER)


def test_a_game_is_stuck_after_two_minutes_but_not_in_a_pause() -> None:
    service = Service()
    host, ada = class_of(service, 1, "Ada", preset="full")
    service.wait(30.0, ada)
    host.ask("pause", on=True)
    service.wait(STUCK + 10, ada)
    assert needs(host)[0] == Urgency.NONE
    host.ask("pause", on=False)
    service.wait(STUCK + 10, ada)
    assert needs(host) == (Urgency.STUCK, "Nobody has played for two minutes.")
    ada.say("action", action=ada.view["legal"][0])
    service.wait(2.0, ada)
    assert needs(host)[0] == Urgency.NONE


def test_the_most_urgent_need_counts_most() -> None:
    assert Urgency.ABSENT > Urgency.READY > Urgency.OVER > Urgency.STUCK > Urgency.AWAY > Urgency.NONE


def test_a_wall_is_anonymous_unless_the_host_wants_names() -> None:
    service = Service()
    hanna, _ = table(service, "Hanna", "Ben")
    wall = Line(service, hanna.token, wall=True)
    row = wall.room["tables"][0]
    assert ([seat["name"] for seat in row["seats"]], row["needs"]) == (["", ""], "")
    assert not any(name in json.dumps(wall.sent) for name in ("Hanna", "Ben"))
    assert {message["kind"] for message in wall.sent} == {"welcome", "room"}, "and it shows no card"
    hanna.ask("names", on=True)
    row = wall.room["tables"][0]
    assert [(seat["name"], seat["person"]) for seat in row["seats"]] == [("Hanna", None), ("Ben", None)]
    assert (wall.room["people"], row["needs"], row["urgency"]) == ([], "", 0)
    hanna.ask("names", on=False)
    assert [seat["name"] for seat in wall.room["tables"][0]["seats"]] == ["", ""]


def test_the_host_sets_the_pace_of_computer_players(tmp_path: Path) -> None:
    """They wait that long at every table, also after a restart; a guest cannot change that."""
    service = Service(tmp_path / "book")
    hanna, ben = table(service, "Hanna", "Ben", seats=3)
    ben.ask("pace", seconds=0.4)
    assert (hanna.room["pace"], hanna.view["pace"]) == (0.8, 0.8)
    hanna.ask("pace", seconds=2)
    assert (hanna.room["pace"], ben.view["pace"]) == (2, 2)
    service.start()
    hanna, ben = (Line(service, line.token) for line in (hanna, ben))
    assert (hanna.room["pace"], hanna.view["pace"]) == (2, 2)
    while hanna.view["thinking"] is None:
        for line in (hanna, ben):
            act(line, random.Random(1))
    before = hanna.view["rev"]
    service.wait(1.5, hanna, ben)
    assert hanna.view["rev"] == before
    service.wait(1.0, hanna, ben)
    assert hanna.view["rev"] > before


def test_twenty_people_watch_a_table_and_the_host() -> None:
    service = Service()
    hanna = service.host()
    *guests, last = [service.guest(hanna, f"Guest {n}") for n in range(MOST_WATCHERS + 1)]
    for line in (*guests, last):
        line.ask("watch", table=1)
    assert last.refusal == "20 people are watching this table already: choose another."
    guests[0].ask("watch", table=1)
    hanna.ask("watch", table=1)
    service.wait(1.5, hanna, last, *guests)
    assert [line.room["table"] for line in (hanna, last, *guests)] == [1, None] + [1] * MOST_WATCHERS
    guests[0].ask("stand")
    last.ask("watch", table=1)
    service.wait(1.5, hanna, last, *guests)
    assert (guests[0].room["table"], last.room["table"]) == (None, 1)


def test_only_these_paces_can_be_chosen() -> None:
    for seconds in [0, -1, 0.41, "2", None, True, [2], {}, float("nan"), 10**400]:
        host = Service().host()
        host.ask("pace", seconds=seconds)
        assert host.refusal == "Computer players take 0.4, 0.8 or 2 seconds."
