"""The desk: admission, permissions, and the refusal of all other messages."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets.rooms import code_attempts, room
from phase10_widgets.rooms.code_attempts import MINUTE, MOST_JOINS, EntryRefused
from phase10_widgets.rooms.codes import new_code, read_code
from phase10_widgets.rooms.entrance import MOST_ROOMS
from phase10_widgets.rooms.pages import MOST_CONNECTIONS
from phase10_widgets.rooms.room import ARRIVE_SECONDS, BRIEF_SECONDS, CODE_HOURS, MOST_PEOPLE
from phase10_widgets.rooms.service import RENEW_EVERY_SECONDS, SWEEP_EVERY_SECONDS
from phase10_widgets.rooms.shared_table import SharedTable
from phase10_widgets.rooms.storage.room_store import HOUR
from tests.faults import every
from tests.rooms.playing import DRAW, Line, Service, begun, number, play, room_of, table


def code_of(host: Line) -> str:
    return str(host.last("welcome")["code"])


def join(host: Line, name: object, address: str = "192.0.2.1", **way: object) -> str:
    """Join a room without a page, by its link or another way; return the token."""
    way = way or {"key": host.last("welcome")["key"]}
    return str(host.service.desk.join({**way, "name": name}, address)["token"])


def refused(ask: Callable[..., object], *given: Any, **more: Any) -> EntryRefused:
    """Return the refusal of a request."""
    with pytest.raises(EntryRefused) as found:
        ask(*given, **more)
    return found.value


# admission


@every("typed", ["{code}", " {code} ", "{lower}", "{code[0]}-{code[1]} {rest}"])
def test_a_code_may_be_typed_in_many_ways(typed: str) -> None:
    host = Service().host()
    code = code_of(host)
    token = join(host, "Ben", code=typed.format(code=code, lower=code.lower(), rest=code[2:]))
    assert Line(host.service, token).last("welcome")["name"] == "Ben"


def test_a_link_tells_who_invites_and_nothing_else() -> None:
    host = Service().host()
    key, desk = host.last("welcome")["key"], host.service.desk
    assert desk.invitation({"key": key, "code": code_of(host)}) == {"host": "Hanna"}
    for other in ({}, {"key": key[:-1]}, {"key": [key]}, {"code": code_of(host)}):
        assert refused(desk.invitation, other).code == "unknown"


@every("code", ["", "BCDFG", "BCDFGHJ", "ABCDEF", "BCDFG1", 7, None, [], "B" * 1000])
def test_no_other_text_is_a_code(code: Any) -> None:
    assert read_code(code) is None
    assert refused(join, Service().host(), "Ben", code=code).code == "unknown"


def test_a_class_joins_while_others_guess_codes() -> None:
    """Forty pupils behind one address, twenty of whom type yesterday's code first; a thousand addresses guess."""
    host, chance = Service().host(), random.Random(1)
    tried = 0
    for at in range(40):
        for _ in range(100):
            address = "203.0.113.9" if at < 10 else f"198.51.{chance.randrange(4)}.{chance.randrange(250)}"
            tried += refused(join, host, "x", address, code=new_code()).code == "unknown"
        if at % 2:
            assert refused(join, host, "x", code="BCDFGH").code == "unknown"
        assert Line(host.service, join(host, f"Pupil {at}", code=code_of(host))).last("welcome")["role"] == "guest"
    assert tried < 3_200, "at one address, most codes were not even looked up"


def test_those_who_keep_guessing_wait_and_links_always_work() -> None:
    host = Service().host()
    for _ in range(code_attempts.MOST_WRONG):
        assert refused(join, host, "x", "2001:db8::1", code="BCDFGH").code == "unknown"
    reason = refused(join, host, "x", "2001:db8::2", code=code_of(host))
    assert reason.code == "wait", "the same network, so even the right code is not checked"
    assert reason.after is not None
    join(host, "By link", "2001:db8::1")
    host.service.now += reason.after + 1
    join(host, "By code", "2001:db8::1", code=code_of(host))


NO_NAMES = [("", "empty"), ("x" * 21, "long"), ("A\u202eb", "disguised"), (7, "no text"), ("hanna", "taken")]


@every("name, why", NO_NAMES)
def test_a_name_is_refused(name: object, why: str) -> None:
    host = Service().host()
    assert refused(join, host, name).code == "refused", why
    assert len(host.room["people"]) == 1


def test_a_room_is_not_filled_at_once() -> None:
    """People who have to wait are told how long, on each way in, and nobody else has to wait with them."""
    service = Service()
    host, other = service.host(), service.host("Olga")
    for at in range(MOST_JOINS):
        join(host, f"Bot {at}")
    for way in ("key", "code"):
        reason = refused(join, host, "Bot", **{way: host.last("welcome")[way]})
        assert reason.code == "soon"
        assert reason.after == pytest.approx(MINUTE / MOST_JOINS)
    join(host, "Ada", "192.0.2.2")
    join(other, "Ben")
    service.now += reason.after or 0
    join(host, "Cleo")


def test_people_who_never_connect_give_way_in_a_full_room() -> None:
    service = Service()
    host = service.host()
    long = service.guest(host, "Long")
    service.now += BRIEF_SECONDS
    service.desk.hear(long, {"kind": "beat"})
    sits, ada, gone = (service.guest(host, name) for name in ("Sits", "Ada", "Gone"))
    sits.ask("sit", table=1)
    host.ask("start")
    for line in (long, sits, gone):
        service.desk.gone(line)
    tokens = [join(host, f"Bot {at}", f"192.0.2.{at}") for at in range(MOST_PEOPLE - 5)]
    assert "full" in str(refused(join, host, "Ben").why), "they may still come"
    late = Line(service, tokens[0])
    service.now += ARRIVE_SECONDS + 1
    host.ask("lock", on=True)
    assert "not letting anyone else in" in str(refused(join, host, "Ben").why)
    assert len(host.room["people"]) == MOST_PEOPLE, "a locked room needs no space"
    host.ask("lock", on=False)
    for at in range(MOST_PEOPLE - 6):
        service.guest(host, f"Pupil {at}")
        service.now += MINUTE / MOST_JOINS
    assert "full" in str(refused(join, host, "One more").why)
    names = {person["name"] for person in host.room["people"]}
    assert {"Hanna", "Ada", "Gone", "Bot 0"} <= names, "people who have been here may come back"
    assert not names & {f"Bot {at}" for at in range(1, MOST_PEOPLE)}
    assert (ada.closed, late.closed) == (None, None)
    assert Line(service, tokens[1]).closed == 4401
    service.now += BRIEF_SECONDS
    service.guest(host, "One more")
    assert "full" in str(refused(join, host, "Another").why)
    assert names - {person["name"] for person in host.room["people"]} == {"Gone"}


def test_the_place_of_a_person_who_never_connected_stays_with_the_next(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    host = service.host()
    join(host, "Ben")
    again = service.guest(host, "Ben again")
    host.ask("reseat", person=host.room["people"][1]["person"], newcomer=number(again))
    tokens = [join(host, f"Pupil {at}", f"192.0.2.{at}") for at in range(MOST_PEOPLE - 2)]
    for token in tokens[1:]:
        Line(service, token)
    service.now += ARRIVE_SECONDS + 1
    join(host, "Instead of pupil 0")
    assert again.closed is None
    (host,) = service.start_again(host)
    service.now += ARRIVE_SECONDS + 1
    assert "full" in str(refused(join, host, "One more").why), "nobody knows which of the store's people have been here"


def test_a_removed_person_cannot_come_back_at_once() -> None:
    """The host removes one person, or also all who came later, but never the host."""
    service = Service()
    host = service.host()
    ada, *bots = (service.guest(host, name) for name in ("Ada", *(f"Bot {at}" for at in range(5))))
    host.ask("kick", person=number(bots[3]))
    assert host.room["locked"]
    assert [bot.closed for bot in bots] == [None, None, None, 4403, None]
    for way in ("key", "code"):
        assert "not letting anyone else in" in str(refused(join, host, "Bot", **{way: host.last("welcome")[way]}).why)
    host.ask("kick", person=number(bots[1]), later=True)
    assert [bot.closed for bot in bots] == [None, 4403, 4403, 4403, 4403]
    assert [person["name"] for person in host.room["people"]] == ["Hanna", "Ada", "Bot 0"]
    assert ada.closed is None
    host.ask("lock", on=False)
    service.guest(host, "Ben")


def test_friends_open_few_rooms_and_only_where_that_is_allowed() -> None:
    assert refused(Service().desk.open, "Hanna", "192.0.2.1").code == "closed"
    service = Service(open_to_all=True)
    for _ in range(code_attempts.MOST_OPENED):
        assert Line(service, service.desk.open("Hanna", "192.0.2.1")["token"]).last("welcome")["role"] == "host"
    reason = refused(service.desk.open, "Hanna", "192.0.2.1")
    assert (reason.code, reason.after) == ("wait", HOUR)
    service.desk.open("Ben", "192.0.2.2")
    service.now += HOUR
    service.desk.open("Hanna", "192.0.2.1")
    for at in range(MOST_ROOMS - code_attempts.MOST_OPENED - 2):
        service.desk.open_room(f"Host {at}")
    assert refused(service.desk.open_room, "One more").code == "full"
    service.now += HOUR + 1
    service.desk.open_room("One more")
    assert len(service.desk._rooms) == MOST_ROOMS, "a room that had been unused for an hour gave way"


# permissions


@pytest.mark.slow
@pytest.mark.parametrize(("hall", "share"), [(1, 0.25), (4, 0.5)])
def test_rooms_that_keep_the_loop_busy_slow_down_and_others_do_not(
    hall: int, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of *hall* addresses has a dozen tables at which only computers play; a class has one table."""
    service, step = Service(open_to_all=True), SharedTable.step
    steps: Counter[str] = Counter()

    def slow(self: SharedTable) -> Any:
        steps[service.desk._rooms[self._room].payer] += 1
        service.worked += 0.04
        return step(self)

    monkeypatch.setattr(SharedTable, "step", slow)
    hosts = []
    for address in [*(f"192.0.2.{at}" for at in range(hall) for _ in range(3)), "203.0.113.1"]:
        host = Line(service, service.desk.open("Hanna", address)["token"])
        host.ask("tables", n=1 if address.startswith("203") else 4)
        for at in range(1, len(host.room["tables"]) + 1):
            host.ask("plan", **{**PLAN, "table": at, "seats": 4})
            service.guest(host, f"Bot {at}").ask("sit", table=at)
        host.ask("start")
        hosts.append(host)
    service.wait(40, *hosts)
    steps.clear()
    for _ in range(150):
        service.wait(0.1, *hosts)
    n_of_class = steps.pop("203.0.113.1")
    assert n_of_class > 12, "nearly one in 0.8 seconds"
    assert sum(steps.values()) * 0.04 < share * 15 + 1.1
    assert min(steps.values()) > 0.7 * max(steps.values()), "all of them continue"


def test_a_pause_stops_everybody() -> None:
    acting, other = begun(seats=4)
    rev, host = acting.view["rev"], acting if acting.last("welcome")["role"] == "host" else other
    host.ask("pause", on=True)
    acting.service.wait(60.0)
    assert other.last("here")["paused"]
    assert other.last("here")["seats"] == ["person", "person", "computer", "computer"], "nobody is away in a pause"
    acting.say("action", action=DRAW)
    assert (acting.refusal, acting.view["rev"]) == ("The host has paused the game.", rev)
    host.ask("pause", on=False)
    play(acting.service, [acting, other], 4, random.Random(1))
    assert acting.view["rev"] > rev


@pytest.mark.parametrize("read", [False, True])
def test_forgotten_data_is_in_no_file(read: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite marks deleted data as free space, and keeps written data in its write-ahead log."""
    connect = sqlite3.connect

    def careless(*args: Any, **more: Any) -> sqlite3.Connection:
        """Connect as if SQLite had been built without overwriting deleted data."""
        db: sqlite3.Connection = connect(*args, **more)
        db.execute("PRAGMA secure_delete = OFF")
        return db

    monkeypatch.setattr(sqlite3, "connect", careless)
    service = Service(tmp_path / "live.sqlite3")
    hanna, ben = table(service, "Hannelore", "Benedikt")
    other = service.host("Ottilie")
    hanna.ask("ask", question="03/at-least-one")
    ben.ask("predict", text="0.123454321", confidence=0.5)
    for n in range(20):
        service.guest(hanna, f"Hannelore {n}")
    play(service, [hanna, ben], 20, random.Random(1))
    words = [b"Hannelore", b"Benedikt", b"0.123454321"]

    def found() -> list[bytes]:
        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        return [word for word in (*words, b"Ottilie") if word in stored]

    assert found() == [*words, b"Ottilie"]
    with contextlib.closing(sqlite3.connect(tmp_path / "live.sqlite3", isolation_level=None)) as reader:
        if read:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM people").fetchall()
        hanna.ask("end")
        assert [line.closed for line in (hanna, ben, Line(service, hanna.token))] == [4410, 4410, 4401]
    service.wait(RENEW_EVERY_SECONDS + 1, other)
    assert found() == [b"Ottilie"]


def test_a_room_is_kept_for_a_day_after_its_last_activity(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    hanna, ben = table(service, "Hanna", "Ben")
    for hours, closed in ((23, None), (25, 4401)):
        service.now += hours * HOUR
        assert [line.closed for line in service.start_again(hanna, ben)] == [closed, closed]
        service.desk.tick()


def test_a_code_is_valid_for_twelve_hours_and_a_link_as_long_as_its_room(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    hanna = service.host()
    wall, first = Line(service, hanna.token, wall=True), code_of(hanna)
    service.now += CODE_HOURS * HOUR - 1
    assert join(hanna, "Ada", code=first)
    service.now += 2
    assert refused(join, hanna, "Ben", code=first).code == "unknown"
    service.desk.tick()
    second = code_of(hanna)
    assert second != first
    assert (second[0], code_of(wall)) == (first[0], second)
    (again,) = service.start_again(hanna)
    assert code_of(again) == second
    assert join(again, "Ben", code=second)
    assert join(again, "Cem")


def test_storing_a_new_code_is_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service()
    hanna, other = service.host(), service.host("Olga")
    first, taken = code_of(hanna), code_of(other)
    service.now += CODE_HOURS * HOUR + 1
    with monkeypatch.context() as patch:
        patch.setattr(room, "new_code", lambda letters: taken)
        service.desk.tick()
    assert code_of(hanna) == first
    service.now += SWEEP_EVERY_SECONDS
    service.desk.tick()
    assert code_of(hanna) not in (first, taken)


def test_tables_are_added_and_only_empty_ones_are_removed() -> None:
    service = Service()
    host = service.host()
    guest = service.guest(host, "Ben")
    host.ask("tables", n=10)
    assert [row["table"] for row in host.room["tables"]] == [*range(1, 11)]
    guest.ask("sit", table=9)
    host.ask("tables", n=8)
    assert host.refusal == "People are sitting at a table that would be removed."
    guest.ask("stand")
    host.ask("tables", n=8)
    assert len(host.room["tables"]) == 8


PLAN: dict[str, Any] = {"table": 1, "edition": "classic", "preset": "full", "seats": 2, "level": 2}


def test_a_plan_has_enough_seats_for_the_people_at_its_table() -> None:
    service = Service()
    host = service.host()
    for name in ("Ben", "Cleo"):
        service.guest(host, name).ask("sit", table=1)
    assert len(planned(host)["seats"]) == 2
    host.ask("sit", table=1)
    assert host.refusal == "This seat is taken: choose another."
    host.ask("start", table=1)
    planned(host, seats=3)
    assert host.refusal == "The game at this table has begun."


def planned(host: Line, **changed: Any) -> dict[str, Any]:
    """Ask for this plan; return the table as everybody sees it."""
    host.ask("plan", **{**PLAN, **changed})
    table: dict[str, Any] = host.room["tables"][0]
    return table


def test_a_host_sees_the_choices_for_a_table() -> None:
    host = Service().host()
    planned(host, edition="masters", preset="short")
    host.ask("rules", table=1)
    told = host.last("rules")
    assert [phase["number"] for phase in told["phases"]] == [*range(1, 11)], "all phases, not only those of the preset"
    assert told["usual"]["phases"] == [2, 4, 6, 8, 10]
    names = [option["name"] for option in told["options"]]
    assert names == ["advance", "must_lay_down", "hit_others_same_turn", "go_out_by_hit", "phase_9"]
    assert [told["usual"][name] for name in names] == [option["values"][0] for option in told["options"]]
    host.ask("rules", table=7)
    assert host.refusal == "There is no such table."


def test_house_rules_are_played_and_seen_by_everybody() -> None:
    service = Service()
    host = service.host("Hanna")
    rules = {"phases": [3, 5], "must_lay_down": True, "advance": "always"}
    assert planned(host, options=rules)["options"] == {"must_lay_down": True, "advance": "always", "phases": [3, 5]}
    guest = service.guest(host, "Ben")
    table = guest.room["tables"][0]
    assert (table["phases"], table["line"]) == ([3, 5], "Full game with 3 house rules, computer players at level 2")
    for at, line in enumerate((host, guest)):
        line.ask("sit", table=1, seat=at)
    host.ask("start", table=1)
    assert [phase["number"] for phase in guest.told("about")["phases"]] == [3, 5]
    assert len(guest.told("about")["option_lines"]) == 3
    game = room_of(host).tables[1].game
    assert (game.edition.must_lay_down, game.edition.advance) == (True, "always")


def test_the_presets_own_options_are_no_house_rules_and_others_survive_a_restart(tmp_path: Path) -> None:
    host = Service(tmp_path / "store").host()
    usual = {"phases": [*range(1, 11)], "must_lay_down": False, "advance": "completed"}
    assert planned(host, options=usual)["options"] == {}
    assert planned(host, preset="strict", options={"must_lay_down": True})["options"] == {}
    table = planned(host, preset="strict", options={"must_lay_down": False})
    assert (table["options"], table["line"][:33]) == ({"must_lay_down": False}, "No holding back with 1 house rule")
    (again,) = host.service.start_again(host)
    assert again.room["tables"][0] == table


def test_the_longest_silent_of_too_many_pages_gives_way() -> None:
    """It may be a forgotten socket; a page in use stays, no matter how old it is."""
    service = Service()
    (hanna,) = table(service, "Hanna")
    dead = [Line(service, hanna.token) for _ in range(MOST_CONNECTIONS - 1)]
    service.wait(4.0, hanna)
    Line(service, hanna.token)
    assert [line.closed for line in (hanna, *dead)] == [None, 4429, None]


NETWORKS = [f"2001:db8:1:{n:x}::1" for n in range(256)]


@every("networks, times", [(NETWORKS, code_attempts.WIDER), (NETWORKS[:1], 1)])
def test_the_256_networks_of_a_household_share_their_limits(networks: list[str], times: int) -> None:
    wrong, openings, arrivals = code_attempts.CodeAttempts(), code_attempts.Openings(), code_attempts.Arrivals()
    counts = [0, 0, 0]
    for address in (networks * 100)[:480]:
        if not wrong.wait(address, 0.0):
            wrong.wrong(address, 0.0)
            counts[0] += 1
        if not openings.wait(address, 0.0):
            openings.note(address, 0.0)
            counts[1] += 1
        with contextlib.suppress(EntryRefused):
            arrivals.check(1, address, 0.0)
            arrivals.note(1, address, 0.0)
            counts[2] += 1
    assert counts == [times * code_attempts.MOST_WRONG, times * code_attempts.MOST_OPENED, MOST_JOINS]
    for address in ("2001:db8:2::1", *NETWORKS[255:] * (times == 1)):
        assert (wrong.wait(address, 0.0), openings.wait(address, 0.0)) == (0, 0), "a neighbor does not wait"
    arrivals.check(1, "2001:db8:2::1", 0.0)
    arrivals.check(2, networks[0], 0.0)
