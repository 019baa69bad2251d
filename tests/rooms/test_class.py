"""A class and its teacher: people are moved and come back, and tables that need attention come first."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets.rooms import code_attempts
from phase10_widgets.rooms.attention import ABSENT_SECONDS, STUCK_SECONDS, Urgency
from phase10_widgets.rooms.codes import LETTERS, new_recovery_code, read_recovery_code
from phase10_widgets.rooms.pages import MOST_TOLD, TOLD_EVERY_SECONDS
from phase10_widgets.rooms.people import MOST_TOKENS
from phase10_widgets.rooms.room import MOST_LINKS, MOST_WATCHERS
from tests.faults import every
from tests.rooms.playing import Line, Service, act, class_of, number, play, room_of, table

from .test_service import PLAN, refused


def test_a_host_seats_people_and_removes_them_from_seats() -> None:
    service = Service()
    host = service.host()
    ben = service.guest(host, "Ben")
    host.ask("place", person=number(ben), table=1, seat=2)
    assert (ben.room["table"], ben.room["seat"], host.room["tables"][0]["seats"][2]["name"]) == (1, 2, "Ben")
    host.ask("place", person=number(ben), table=1)
    assert ben.room["seat"] == 0, "by default, the first free seat"
    host.ask("place", person=number(ben), table=None)
    assert ben.room["table"] is None


ODD: list[Any] = [{}, [], {"a": 1}, ["classic"], "x", None, 99, 10**30, float("nan")]
GONE = "This person is not here anymore."


def each(field: str, *values: Any, **others: Any) -> list[dict[str, Any]]:
    """Return a message's fields with each of these values."""
    return [{**others, field: value} for value in values]


REFUSED: list[tuple[str, list[dict[str, Any]], str]] = [
    ("place", each("person", 99, "x", table=1), GONE),
    ("place", each("table", 7, person=2), "There is no such table."),
    ("place", each("seat", 0, "x", -1, person=2, table=1), "This seat is taken: choose another."),
    ("reseat", each("newcomer", 2, person=1), "The host has to return with the recovery code."),
    ("reseat", each("newcomer", 1, person=2), "The host has to return with the recovery code."),
    ("reseat", [*each("newcomer", 2, 99, "x", person=2), *each("person", None, newcomer=2)], GONE),
    ("kick", [*each("later", True, False, person=1), *each("person", 99, None)], "There is nobody to remove."),
    ("hand", [*each("person", None, 2, up=True), *each("person", None, [], up=False)], "There is no raised hand"),
    ("tables", each("n", 0, -1, 41, 10**30, "2", None), "A room has 1 to 40 tables."),
    ("pace", each("seconds", 0, -1, 0.41, "2", None, True, [2], {}, 10**400), "The pause must be 0.4, 0.8 or 2"),
    ("clock", each("seconds", 10, -30, 30.5, "30", None, True, 10**30), "The time for a turn must be 30, 60 or 90"),
    ("ask", each("question", "x", "", None, 7, [], "03"), "There is no such question."),
    ("plan", each("edition", *ODD, **PLAN), "Choose one of the games and one of the lengths listed on the page."),
    ("plan", each("preset", *ODD, **PLAN), "Choose one of the games and one of the lengths listed on the page."),
    ("plan", each("seats", *ODD, **PLAN), "This game has 2 to 6 seats."),
    ("plan", each("level", *ODD, 11, **PLAN), "Computer players have levels"),
    ("plan", each("options", [], None, {"a": 1}, {"first_dealer": 1}, **PLAN), "Choose from the house rules"),
    ("plan", [{**PLAN, "options": one} for one in each("phases", ["x"], "odd", [True])], "Choose from the phases"),
    ("plan", [{**PLAN, "options": one} for one in each("phases", [], [11], [1, 1])], ""),
    ("plan", each("options", {"advance": 1}, {"advance": {"a": []}}, {"must_lay_down": 1}, **PLAN), ""),
    ("plan", each("options", {"advance": "always", "order": "any"}, **PLAN), ""),
]


@every("kind, wrong, reason", REFUSED)
def test_a_hosts_invalid_request_is_refused_with_its_reason(
    kind: str, wrong: list[dict[str, Any]], reason: str
) -> None:
    host = Service().host()
    ben = host.service.guest(host, "Ben")
    for line in (host, ben):
        line.ask("sit", table=1)
    before = [host.room, room_of(host)._settings()]
    for fields in wrong:
        told = len(host.sent)
        host.ask(kind, **fields)
        assert len(host.sent) > told, fields
        assert host.refusal.startswith(reason), fields
        assert host.refusal.partition(" ")[0] not in ("", "Something"), fields
        assert [host.room, room_of(host)._settings(), host.closed, ben.closed] == [*before, None, None], fields


def test_people_change_tables_in_running_games() -> None:
    """A computer player takes over the old seat, and plays at the new one until the newcomer arrives."""
    service = Service()
    host, ada, ben = class_of(service, 2, "Ada", "Ben", same=False, preset="full", seats=3)
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


def test_a_pupil_without_a_token_gets_the_seat_back_and_the_old_token_expires(tmp_path: Path) -> None:
    """This also holds for a pupil who now sits elsewhere: that seat becomes free again."""
    service = Service(tmp_path / "live.sqlite3")
    hanna, ben, _ = table(service, "Hanna", "Ben", "Cleo", preset="full", seats=4)
    hand = ben.view["observation"]["hand"]
    again = service.guest(hanna, "Ben 2")
    again.ask("sit", table=1, seat=3)
    other = Line(service, again.token)
    hanna.ask("reseat", person=number(ben), newcomer=number(again))
    assert (ben.closed, ben.last("bye")["code"]) == (4401, 4401)
    assert (again.room["seat"], hanna.last("here")["seats"]) == (1, ["person", "person", "person", "computer"])
    assert [person["name"] for person in hanna.room["people"]] == ["Hanna", "Ben", "Cleo"]
    for old, *pages in ([Line(service, ben.token), again, other], service.start_again(ben, again, other)):
        assert old.closed == 4401
        for line in pages:
            assert (line.closed, line.last("welcome")["name"], line.view["you"]) == (None, "Ben", 1)
            assert line.view["observation"]["hand"] == hand
    service.guest(hanna, "Ben 2")


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


def recovery_of(host: Line) -> Any:
    """Return a new code and a new link, with which a host can come back."""
    host.ask("recovery")
    return host.last("recovery")


def test_a_host_comes_back_on_another_device_and_may_end_the_others(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    host = service.host()
    ben = service.guest(host, "Ben")
    code = recovery_of(host)["code"]
    assert not any(message["kind"] == "recovery" for message in ben.sent)
    (row,) = service.desk._store._db.execute("SELECT settings FROM rooms").fetchall()  # type: ignore[attr-defined]
    assert code not in row[0]
    assert code.replace("-", "") not in row[0]
    service.start()
    again = recovered(service, code.lower())
    assert (again.last("welcome")["role"], again.last("welcome")["name"]) == ("host", "Hanna")
    assert len(again.room["people"]) == 2, "it is the same person"
    host, again, same = service.start_again(host, again, again)
    assert [line.last("welcome")["role"] for line in (host, again)] == ["host", "host"], "the old device may stay"
    again.ask("alone")
    assert (host.closed, again.closed, same.closed) == (4401, None, None)
    host, again = service.start_again(host, again)
    assert (host.closed, again.last("welcome")["role"]) == (4401, "host")


def test_a_new_code_replaces_the_old_one_and_is_guessed_no_faster_than_others() -> None:
    service = Service()
    host = service.host()
    old, new = recovery_of(host)["code"], recovery_of(host)["code"]
    for code in [old] + [new_recovery_code() for _ in range(code_attempts.MOST_WRONG - 1)]:
        assert refused(recovered, service, code).code == "unknown"
    assert refused(recovered, service, new).code == "wait"
    recovered(service, new, "192.0.2.2")
    host.ask("end")
    assert refused(recovered, service, new, "192.0.2.2").code == "unknown"


def test_adding_many_devices_ends_the_earliest() -> None:
    host = Service().host()
    code = recovery_of(host)["code"]
    lines = [recovered(host.service, code) for _ in range(MOST_TOKENS)]
    assert [Line(host.service, line.token).closed for line in (host, lines[-1])] == [4401, None]


# the host's links


def by_link(service: Service, link: Any) -> Line:
    return Line(service, service.desk.recover({"link": link}, "192.0.2.1")["token"])


def test_a_hosts_link_works_once(tmp_path: Path) -> None:
    """A browser's history has the link; those who open it from there get nothing, from the service or its store."""
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
    assert refused(service.desk.host_link, service.guest(host, "Ada").token).code == "unknown"
    link = recovery_of(host)["link"]
    assert link[0] == host.last("welcome")["code"][0], "a proxy finds the room's process"
    assert by_link(service, link).last("welcome")["role"] == "host"
    assert host.closed is None
    links = [service.desk.host_link(host.token) for _ in range(MOST_LINKS + 1)]
    assert refused(by_link, service, links[0]).code == "unknown", "only the last few count"
    assert by_link(service, links[1]).last("welcome")["role"] == "host"


@every("link", ["", "x", "B" * 1000, "\ud800", 7, None, [], {}])
def test_no_other_text_is_a_link(link: Any) -> None:
    assert refused(by_link, Service().host().service, link).code == "unknown"


# tables that need the host


def needs(line: Line) -> tuple[int, str]:
    row = line.room["tables"][0]
    return row["urgency"], row["needs"]


def test_tables_state_their_needs() -> None:
    service = Service()
    host = service.host("Teacher")
    assert needs(host) == (Urgency.NONE, "")
    ada = service.guest(host, "Ada")
    ada.ask("sit", table=1)
    assert needs(host) == (Urgency.READY, "People are waiting for you to start.")
    assert needs(ada) == (0, ""), "only the host is asked"
    host.ask("plan", table=1, edition="classic", preset="taste", seats=2, level=5)
    host.ask("start", table=1)
    assert needs(host) == (Urgency.NONE, "")
    service.wait(10.0)
    assert needs(host) == (Urgency.AWAY, "Ada: away")
    service.wait(ABSENT_SECONDS)
    assert needs(host) == (Urgency.ABSENT, "Ada: away for more than a minute")
    ada.ask("hand", up=True)
    assert needs(host) == (Urgency.HAND, "Raised hands: Ada")
    assert needs(Line(service, host.token, language="de"))[1] == "Es melden sich: Ada"
    assert needs(ada) == (0, "")
    ada.ask("hand", up=False)
    service.wait(2.0, ada)
    assert needs(host)[0] in (Urgency.NONE, Urgency.OVER)
    assert Urgency.HAND > Urgency.ABSENT > Urgency.READY > Urgency.OVER > Urgency.STUCK > Urgency.AWAY > Urgency.NONE


def test_a_game_is_stuck_after_two_minutes_but_not_in_a_pause() -> None:
    service = Service()
    host, ada = class_of(service, 1, "Ada", preset="full")
    service.wait(30.0, ada)
    host.ask("pause", on=True)
    service.wait(STUCK_SECONDS + 10, ada)
    assert needs(host)[0] == Urgency.NONE
    host.ask("pause", on=False)
    service.wait(STUCK_SECONDS + 10, ada)
    assert needs(host) == (Urgency.STUCK, "Nobody has played for two minutes.")
    ada.say("action", action=ada.view["legal"][0])
    service.wait(2.0, ada)
    assert needs(host)[0] == Urgency.NONE


def test_a_wall_is_anonymous_unless_the_host_wants_names() -> None:
    service = Service()
    hanna, _ = table(service, "Hanna", "Ben")
    wall = Line(service, hanna.token, wall=True)
    row = wall.room["tables"][0]
    assert ([seat["name"] for seat in row["seats"]], row["needs"]) == (["", ""], "")
    assert not any(name in json.dumps(wall.sent) for name in ("Hanna", "Ben"))
    assert {message["kind"] for message in wall.sent} == {"welcome", "room"}, "and it shows no cards"
    hanna.ask("names", on=True)
    row = wall.room["tables"][0]
    assert [(seat["name"], seat["person"]) for seat in row["seats"]] == [("Hanna", None), ("Ben", None)]
    assert (wall.room["people"], row["needs"], row["urgency"]) == ([], "", 0)
    hanna.ask("names", on=False)
    assert [seat["name"] for seat in wall.room["tables"][0]["seats"]] == ["", ""]


def test_the_host_sets_the_pace_of_computer_players(tmp_path: Path) -> None:
    """Computer players wait that long at every table, also after a restart."""
    service = Service(tmp_path / "store")
    hanna, ben = table(service, "Hanna", "Ben", seats=3)
    assert (hanna.room["pace"], hanna.view["pace"]) == (0.8, 0.8)
    hanna.ask("pace", seconds=2)
    assert (hanna.room["pace"], ben.view["pace"]) == (2, 2)
    hanna, ben = service.start_again(hanna, ben)
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
    assert last.refusal == "20 people are already watching this table. Choose another table."
    guests[0].ask("watch", table=1)
    hanna.ask("watch", table=1)
    service.wait(1.5, hanna, last, *guests)
    assert [line.room["table"] for line in (hanna, last, *guests)] == [1, None] + [1] * MOST_WATCHERS
    guests[0].ask("stand")
    last.ask("watch", table=1)
    service.wait(1.5, hanna, last, *guests)
    assert (guests[0].room["table"], last.room["table"]) == (None, 1)


def hands(line: Line) -> dict[str, int]:
    """Return the raised hands that a page shows."""
    return {person["name"]: person["hand"] for person in line.room["people"] if person["hand"]}


def test_the_host_sees_hands_in_order_and_others_see_only_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service()
    host, ada, ben, cleo = class_of(service, 2, "Ada", "Ben", "Cleo")
    wall = Line(service, host.token, wall=True)
    ben.ask("hand", up=True)
    before = len(cleo.sent), len(wall.sent)
    ada.ask("hand", up=True)
    assert (len(cleo.sent), len(wall.sent)) == before, "nobody else is told"
    assert not any(name in json.dumps(wall.sent) for name in ("Ada", "Ben"))
    with monkeypatch.context() as patched:
        patched.setattr(service.desk, "room_changed", lambda room: pytest.fail("nothing is stored or sent"))
        ben.ask("hand", up=True)
    assert hands(host) == {"Ben": 1, "Ada": 2}, "a hand raised again keeps its place"
    assert (hands(ben), hands(ada), hands(cleo)) == ({"Ben": 1}, {"Ada": 2}, {})
    ben.ask("hand", up=False)
    assert (hands(host), hands(ben)) == ({"Ada": 1}, {})


CHANGES: list[list[tuple[str, dict[str, Any]]]] = [
    [("hand", {"up": True}), ("hand", {"up": False})],
    [("watch", {"table": 1}), ("stand", {})],
]


@every("changes", CHANGES)
def test_a_room_with_many_changes_gets_few_updates(changes: list[tuple[str, dict[str, Any]]]) -> None:
    """The first updates come at once, then two a second; at the end, everybody has the current state."""
    service = Service()
    host, ada = class_of(service, 2, "Ada")
    service.wait(60.0, host, ada)
    before = len(host.sent)
    for _ in range(150):
        for kind, fields in changes:
            ada.ask(kind, **fields)
    assert len(host.sent) - before <= MOST_TOLD + 1
    for _ in range(20):
        service.wait(0.1, host, ada)
    assert len(host.sent) - before <= MOST_TOLD + 2 / TOLD_EVERY_SECONDS + 2
    ada.ask("hand", up=True)
    service.wait(1.0, host, ada)
    assert hands(host) == {"Ada": 1}


def test_a_hand_goes_down_when_the_host_comes() -> None:
    service = Service()
    host, ada, ben = class_of(service, 2, "Ada", "Ben")
    for line in (ada, ben):
        line.ask("hand", up=True)
    service.guest(host, "Wanda").ask("watch", table=2)
    assert hands(ben) == {"Ben": 2}, "a guest who watches does not help"
    host.ask("watch", table=2)
    assert (hands(host), hands(ben)) == ({"Ada": 1}, {})
    ben.ask("hand", up=True)
    host.ask("watch", table=2)
    assert hands(ben) == {}, "the host has come back to the table that they were watching"
    host.ask("place", person=number(host), table=1)
    assert hands(host) == {}


def test_guests_lower_only_their_own_hand_and_hosts_lower_any_and_have_none() -> None:
    service = Service()
    host = service.host()
    ada, ben = (service.guest(host, name) for name in ("Ada", "Ben"))
    ada.ask("hand", up=True)
    ben.ask("hand", up=False, person=number(ada))
    ben.ask("hand", up=True, person=number(ada))
    assert hands(host) == {"Ada": 1, "Ben": 2}
    host.ask("hand", up=False, person=number(ada))
    assert (hands(host), hands(ada)) == ({"Ben": 1}, {})


def test_raised_hands_outlive_the_process_but_not_the_people(tmp_path: Path) -> None:
    """They do not pass to another person, either."""
    service = Service(tmp_path / "live.sqlite3")
    host, ada, ben = table(service, "Hanna", "Ada", "Ben")
    for line in (ada, ben):
        line.ask("hand", up=True)
    (host,) = service.start_again(host)
    assert hands(host) == {"Ada": 1, "Ben": 2}
    host.ask("kick", person=number(ada))
    assert hands(host) == {"Ben": 1}
    host.ask("lock", on=False)
    again = service.guest(host, "Ben 2")
    again.ask("hand", up=True)
    host.ask("reseat", person=number(ben), newcomer=number(again))
    assert hands(host) == {"Ben": 1}


def test_computer_players_have_unique_names_in_the_whole_room() -> None:
    """Otherwise, people would look for an Ada at two tables."""
    service = Service()
    host = service.host("Teacher")
    names = ["ada", "Blaise", "Carl", "Daniel", "Emmy", "Florence", "Grace", "Hypatia"]
    guests = [service.guest(host, name) for name in names]
    host.ask("plan", table=1, edition="classic", preset="taste", seats=4, level=5)
    guests[0].ask("sit", table=1)
    host.ask("start", table=1)
    assert [seat["name"] for seat in host.room["tables"][0]["seats"]] == ["ada", "Ada 2", "Blaise 2", "Carl 2"]
