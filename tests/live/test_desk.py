"""The desk: who gets in, who may do what, and what becomes of anything else that is sent."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets.live import guesses, room
from phase10_widgets.live.book import HOUR
from phase10_widgets.live.codes import CODE_LENGTH, LETTERS, new_code, read_code
from phase10_widgets.live.desk import RENEW_EVERY, SWEEP_EVERY
from phase10_widgets.live.entrance import MOST_ROOMS
from phase10_widgets.live.guesses import MINUTE, MOST_JOINS, EntryRefused
from phase10_widgets.live.pages import MOST_LINES
from phase10_widgets.live.room import ARRIVE, CODE_HOURS, MOST_PEOPLE
from tests.faults import no_faults
from tests.live.playing import Line, Service, act, play, table


def code_of(host: Line) -> str:
    return str(host.last("welcome")["code"])


def refused(ask: Callable[..., object], *given: Any) -> EntryRefused:
    """Return the refusal of what is asked for."""
    with pytest.raises(EntryRefused) as found:
        ask(*given)
    return found.value


# who gets in


def test_a_code_may_be_typed_in_many_ways() -> None:
    for typed in ["{code}", " {code} ", "{lower}", "{code[0]}-{code[1]} {rest}"]:
        service = Service()
        code = code_of(service.host())
        text = typed.format(code=code, lower=code.lower(), rest=code[2:])
        joined = service.desk.join({"code": text, "name": "Ben"}, "192.0.2.1")
        assert Line(service, joined["token"]).last("welcome")["name"] == "Ben"


def test_no_other_text_is_a_code() -> None:
    with no_faults() as faults:
        for code in ["", "BCDFG", "BCDFGHJ", "ABCDEF", "BCDFG1", 7, None, [], "B" * 1000]:
            with faults.of(repr(code)[:20]):
                assert read_code(code) is None
                service = Service()
                service.host()
                assert refused(service.desk.join, {"code": code, "name": "Ben"}, "192.0.2.1").code == "unknown"


def test_codes_are_random_and_no_words() -> None:
    codes = {new_code() for _ in range(2000)}
    assert len(codes) > 1990
    assert all(len(code) == CODE_LENGTH and set(code) <= set(LETTERS) for code in codes)
    assert not set("AEIOUY") & set(LETTERS)


def test_a_class_joins_while_others_guess_codes() -> None:
    """Forty pupils behind one address, twenty of whom type yesterday's code first; a thousand addresses guess."""
    service, chance = Service(), random.Random(1)
    host = service.host()
    code, tried, hits = code_of(host), 0, 0
    for number in range(40):
        for _ in range(250):
            address = "203.0.113.9" if number < 10 else f"198.51.{chance.randrange(4)}.{chance.randrange(250)}"
            try:
                service.desk.join({"code": new_code(), "name": "x"}, address)
                hits += 1
            except EntryRefused as reason:
                tried += reason.code == "unknown"
        if number % 2:
            assert refused(service.desk.join, {"code": "BCDFGH", "name": "x"}, "192.0.2.1").code == "unknown"
        token: str = service.desk.join({"code": code, "name": f"Pupil {number}"}, "192.0.2.1")["token"]
        assert Line(service, token).last("welcome")["role"] == "guest"
    assert hits == 0
    assert tried < 8_000, "at one address, most codes were not even looked up"


def test_whoever_guesses_on_waits_and_links_always_work() -> None:
    service = Service()
    host = service.host()
    wrong = {"code": "BCDFGH", "name": "x"}
    for _ in range(guesses.MOST_WRONG):
        assert refused(service.desk.join, wrong, "2001:db8::1").code == "unknown"
    reason = refused(service.desk.join, {"code": code_of(host), "name": "x"}, "2001:db8::2")
    assert reason.code == "wait", "the same network, so the right code is not looked at either"
    assert reason.after is not None
    service.desk.join({"key": host.last("welcome")["key"], "name": "By link"}, "2001:db8::1")
    service.now += reason.after + 1
    service.desk.join({"code": code_of(host), "name": "By code"}, "2001:db8::1")


def test_a_name_is_refused() -> None:
    with no_faults() as faults:
        for name, why in [
            ("", "empty"),
            ("x" * 21, "long"),
            ("A\u202eb", "disguised"),
            (7, "no text"),
            ("hanna", "taken, in another case"),
        ]:
            with faults.of(why):
                service = Service()
                host = service.host()
                assert refused(service.guest, host, name).code == "refused", why
                assert len(host.room["people"]) == 1


def test_a_locked_or_full_room_lets_nobody_in() -> None:
    service = Service()
    host = service.host()
    host.ask("lock", on=True)
    assert "nobody else" in str(refused(service.guest, host, "Ben").why)
    host.ask("lock", on=False)
    for number in range(MOST_PEOPLE - 1):
        service.guest(host, f"Pupil {number}")
        service.now += MINUTE / MOST_JOINS
    assert "full" in str(refused(service.guest, host, "One more").why)


def join(service: Service, host: Line, name: str, address: str = "192.0.2.1") -> str:
    """Join without a page; return the token."""
    return str(service.desk.join({"key": host.last("welcome")["key"], "name": name}, address)["token"])


def test_a_room_is_not_filled_at_once() -> None:
    """Whoever waits is told for how long, by each way in, and nobody else waits with them."""
    service = Service()
    host, other = service.host(), service.host("Olga")
    for number in range(MOST_JOINS):
        join(service, host, f"Bot {number}")
    for way in ({"key": host.last("welcome")["key"]}, {"code": code_of(host)}):
        reason = refused(service.desk.join, {**way, "name": "Bot"}, "192.0.2.1")
        assert reason.code == "soon"
        assert reason.after == pytest.approx(MINUTE / MOST_JOINS)
    join(service, host, "Ada", "192.0.2.2")
    join(service, other, "Ben")
    service.now += reason.after or 0
    join(service, host, "Cleo")


def test_a_class_at_one_address_is_in_within_a_minute() -> None:
    """Everybody comes at the same moment, and the pages of those who have to wait try again by themselves."""
    for way in ["key", "code"]:
        service = Service()
        host = service.host()
        given = {way: code_of(host) if way == "code" else host.last("welcome")["key"]}
        began, waiting = service.now, [f"Pupil {number}" for number in range(MOST_PEOPLE - 1)]
        while waiting:
            assert service.now - began < MINUTE
            for name in [*waiting]:
                try:
                    token = service.desk.join({**given, "name": name}, "192.0.2.1")["token"]
                except EntryRefused as reason:
                    if reason.code != "soon" or reason.after is None:
                        raise
                else:
                    assert Line(service, token).last("welcome")["role"] == "guest"
                    waiting.remove(name)
            service.wait(0.5)


def test_whoever_never_comes_gives_way_in_a_full_room() -> None:
    service = Service()
    host = service.host()
    ada = service.guest(host, "Ada")
    gone = service.guest(host, "Gone")
    service.desk.gone(gone)
    tokens = []
    for number in range(MOST_PEOPLE - 3):
        tokens.append(join(service, host, f"Bot {number}", f"192.0.2.{number}"))
    assert "full" in str(refused(service.guest, host, "Ben").why), "they may still come"
    late = Line(service, tokens[0])
    service.now += ARRIVE + 1
    host.ask("lock", on=True)
    assert "nobody else" in str(refused(service.guest, host, "Ben").why)
    assert len(host.room["people"]) == MOST_PEOPLE, "a locked room needs no space"
    host.ask("lock", on=False)
    for number in range(MOST_PEOPLE - 4):
        service.guest(host, f"Pupil {number}")
        service.now += MINUTE / MOST_JOINS
    assert "full" in str(refused(service.guest, host, "One more").why)
    names = {person["name"] for person in host.room["people"]}
    assert {"Hanna", "Ada", "Gone", "Bot 0"} <= names, "who has been here stays, with a page or without"
    assert not names & {f"Bot {number}" for number in range(1, MOST_PEOPLE)}
    assert (ada.closed, late.closed) == (None, None)
    assert Line(service, tokens[1]).closed == 4401


def test_whoever_gets_the_place_of_somebody_who_never_came_keeps_it() -> None:
    service = Service()
    host = service.host()
    join(service, host, "Ben")
    again = service.guest(host, "Ben again")
    ids = {person["name"]: person["person"] for person in host.room["people"]}
    host.ask("reseat", person=ids["Ben"], newcomer=ids["Ben again"])
    for at in range(MOST_PEOPLE - 2):
        Line(service, join(service, host, f"Pupil {at}", f"192.0.2.{at}"))
    service.now += ARRIVE + 1
    assert "full" in str(refused(service.guest, host, "One more").why)
    assert again.closed is None


def test_people_of_the_book_do_not_give_way(tmp_path: Path) -> None:
    """Nobody knows anymore whether they have been here."""
    service = Service(tmp_path / "live.sqlite3")
    host = service.host()
    for number in range(MOST_PEOPLE - 1):
        join(service, host, f"Pupil {number}", f"192.0.2.{number}")
    service.start()
    service.now += ARRIVE + 1
    host = Line(service, host.token)
    assert "full" in str(refused(service.guest, host, "One more").why)


def test_whoever_is_removed_does_not_come_back_at_once() -> None:
    service = Service()
    host = service.host()
    ada = service.guest(host, "Ada")
    bots = [service.guest(host, f"Bot {number}") for number in range(5)]
    host.ask("kick", person=bots[3].last("welcome")["person"])
    assert host.room["locked"]
    assert [bot.closed for bot in bots] == [None, None, None, 4403, None]
    for way in ({"key": host.last("welcome")["key"]}, {"code": code_of(host)}):
        assert "nobody else" in str(refused(service.desk.join, {**way, "name": "Bot"}, "192.0.2.1").why)
    host.ask("kick", person=bots[1].last("welcome")["person"], later=True)
    assert [bot.closed for bot in bots] == [None, 4403, 4403, 4403, 4403]
    assert [person["name"] for person in host.room["people"]] == ["Hanna", "Ada", "Bot 0"]
    assert ada.closed is None
    host.ask("lock", on=False)
    service.guest(host, "Ben")


def test_all_may_go_but_the_host() -> None:
    service = Service()
    host = service.host()
    ada, ben = service.guest(host, "Ada"), service.guest(host, "Ben")
    ada.ask("kick", person=ben.last("welcome")["person"], later=True)
    assert ada.refusal == "Only the host of this room may do that."
    host.ask("kick", person=host.last("welcome")["person"], later=True)
    assert host.refusal == "There is nobody to remove."
    host.ask("kick", person=ada.last("welcome")["person"], later=True)
    assert [person["name"] for person in host.room["people"]] == ["Hanna"]


def test_friends_open_few_rooms_and_only_where_that_is_allowed() -> None:
    assert refused(Service().desk.open, "Hanna", "192.0.2.1").code == "closed"
    service = Service(open_to_all=True)
    for _ in range(guesses.MOST_OPENED):
        assert Line(service, service.desk.open("Hanna", "192.0.2.1")["token"]).last("welcome")["role"] == "host"
    reason = refused(service.desk.open, "Hanna", "192.0.2.1")
    assert (reason.code, reason.after) == ("wait", HOUR)
    service.desk.open("Ben", "192.0.2.2")
    service.now += HOUR
    service.desk.open("Hanna", "192.0.2.1")
    for number in range(MOST_ROOMS - guesses.MOST_OPENED - 2):
        service.desk.open_room(f"Host {number}")
    assert refused(service.desk.open_room, "One more").code == "full"
    service.now += HOUR + 1
    service.desk.open_room("One more")
    assert len(service.desk._rooms) == MOST_ROOMS, "a room that nobody has used for an hour made room"


# who may do what


def test_nobody_without_a_token_is_heard() -> None:
    service = Service()
    host = service.host()
    tokens: list[Any] = ["", "x", host.token[:-1], host.token + "x", None, 7, [], "x" * 10_000]
    for token in tokens:
        stranger = Line(service, token)
        assert (stranger.closed, stranger.last("bye")["code"], len(stranger.sent)) == (4401, 4401, 1)
        stranger.ask("end")
    assert service.desk._rooms


def test_whoever_is_removed_is_gone_and_a_computer_plays_on() -> None:
    service = Service()
    hanna, ben = table(service, "Hanna", "Ben", preset="full")
    hanna.ask("kick", person=ben.last("welcome")["person"])
    assert (ben.closed, ben.last("bye")["code"]) == (4403, 4403)
    assert Line(service, ben.token).closed == 4401
    assert hanna.last("here")["seats"][1] == "computer"
    play(service, [hanna], 5, random.Random(1))
    assert [person["name"] for person in hanna.room["people"]] == ["Hanna"]
    hanna.ask("kick", person=hanna.last("welcome")["person"])
    assert hanna.refusal == "There is nobody to remove."


def test_a_pause_stops_people_and_computers() -> None:
    service = Service()
    hanna, ben = table(service, "Hanna", "Ben", seats=4, preset="full")
    hanna.ask("pause", on=True)
    rev = hanna.view["rev"]
    service.wait(60.0)
    assert hanna.last("here")["paused"]
    assert hanna.last("here")["seats"] == ["person", "person", "computer", "computer"], "nobody is away in a pause"
    acting = next((line for line in (hanna, ben) if line.view["legal"]), None)
    if acting:
        acting.say("action", action=acting.view["legal"][0])
        assert acting.refusal == "The host has paused the game."
    assert hanna.view["rev"] == rev
    hanna.ask("pause", on=False)
    play(service, [hanna, ben], 4, random.Random(1))
    assert hanna.view["rev"] > rev


def test_end_forgets_everything(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    hanna, ben = table(service, "Hanna", "Ben")
    play(service, [hanna, ben], 3, random.Random(1))
    hanna.ask("end")
    assert (hanna.closed, ben.closed) == (4410, 4410)
    assert Line(service, hanna.token).closed == 4401
    counts = [service.desk._book._db.execute(f"SELECT count(*) FROM {name}").fetchone()[0]  # type: ignore[attr-defined]
              for name in ("rooms", "people", "tables", "moves")]  # fmt: skip
    assert counts == [0, 0, 0, 0]


@pytest.mark.parametrize("read", [False, True])
def test_what_is_forgotten_is_in_no_file(read: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite marks what is deleted as free, and keeps what was written in its log of changes."""
    connect = sqlite3.connect

    def careless(*args: Any, **more: Any) -> sqlite3.Connection:
        """Connect as where SQLite was not built to overwrite what is deleted."""
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
        assert hanna.closed == 4410
    service.wait(RENEW_EVERY + 1, other)
    assert found() == [b"Ottilie"]


def test_a_room_is_kept_for_a_day_after_its_last_sign_of_life(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    hanna, ben = table(service, "Hanna", "Ben")
    service.now += 23 * HOUR
    service.start()
    assert Line(service, hanna.token).closed is None
    service.desk.tick()
    service.now += 25 * HOUR
    service.start()
    assert Line(service, ben.token).closed == 4401


def test_a_code_is_valid_for_twelve_hours_and_a_link_as_long_as_its_room(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    hanna = service.host()
    wall = Line(service, hanna.token, wall=True)
    first, address = code_of(hanna), "192.0.2.1"
    service.now += CODE_HOURS * HOUR - 1
    assert service.desk.join({"code": first, "name": "Ada"}, address)
    service.now += 2
    with pytest.raises(EntryRefused, match="unknown"):
        service.desk.join({"code": first, "name": "Ben"}, address)
    service.desk.tick()
    second = code_of(hanna)
    assert second != first
    assert (second[0], code_of(wall)) == (first[0], second)
    service.start()
    again = Line(service, hanna.token)
    assert code_of(again) == second
    assert service.desk.join({"code": second, "name": "Ben"}, address)
    assert service.guest(again, "Cem").closed is None


def test_a_new_code_that_cannot_be_stored_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service()
    hanna, other = service.host(), service.host("Olga")
    first, taken = code_of(hanna), code_of(other)
    service.now += CODE_HOURS * HOUR + 1
    with monkeypatch.context() as patch:
        patch.setattr(room, "new_code", lambda letters: taken)
        service.desk.tick()
    assert code_of(hanna) == first
    service.now += SWEEP_EVERY
    service.desk.tick()
    assert code_of(hanna) not in (first, taken)


def test_tables_come_and_only_empty_ones_go() -> None:
    service = Service()
    host = service.host()
    guest = service.guest(host, "Ben")
    host.ask("tables", n=10)
    assert [row["table"] for row in host.room["tables"]] == [*range(1, 11)]
    guest.ask("sit", table=9)
    host.ask("tables", n=8)
    assert host.refusal == "People sit at a table that would go."
    guest.ask("stand")
    host.ask("tables", n=8)
    assert len(host.room["tables"]) == 8
    for n in (0, -1, 41, 10**30, "2", None):
        host.ask("tables", n=n)
        assert host.refusal == "A room has 1 to 40 tables."


def test_a_plan_fits_the_edition_and_those_who_sit() -> None:
    service = Service()
    host = service.host()
    guests = [service.guest(host, name) for name in ("Ben", "Cleo")]
    for guest in guests:
        guest.ask("sit", table=1)
    plan = {"table": 1, "edition": "classic", "preset": "taste", "seats": 3, "level": 2}
    bad: list[dict[str, Any]] = [
        {"seats": 99},
        {"level": 11},
        {"edition": "x"},
        {"preset": "x"},
        {"edition": ["classic"]},
        {"preset": {}},
    ]
    for changed in bad:
        host.ask("plan", **{**plan, **changed})
        assert host.refusal
    host.ask("plan", **{**plan, "seats": 2})
    assert len(host.room["tables"][0]["seats"]) == 2
    host.ask("sit", table=1)
    assert host.refusal == "This seat is taken: choose another."
    host.ask("start", table=1)
    host.ask("plan", **plan)
    assert host.refusal == "The game at this table has begun."


# pages


def test_a_dying_page_does_not_disturb_the_new_one() -> None:
    """An old socket may close long after its page has come back on another."""
    service = Service()
    hanna, _ = table(service, "Hanna", "Ben")
    again = Line(service, hanna.token)
    service.desk.gone(hanna)
    service.wait(20.0, again)
    assert again.last("here")["seats"][again.view["you"]] == "person"
    hanna.sent.clear()
    act(again, random.Random(1))
    assert hanna.sent == []


def test_of_too_many_pages_the_one_silent_for_longest_gives_way() -> None:
    """It may be a socket that nobody has missed; a page in use stays, however old it is."""
    service = Service()
    (hanna,) = table(service, "Hanna")
    dead = [Line(service, hanna.token) for _ in range(MOST_LINES - 1)]
    service.wait(4.0, hanna)
    Line(service, hanna.token)
    assert [line.closed for line in (hanna, *dead)] == [None, 4429, None]
