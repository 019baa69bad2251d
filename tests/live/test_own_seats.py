"""Seats in a running game: nobody sees two hands of a round, whatever seat or name they take."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.live.playing import Line, Service, act, number, table

OWN = "In a running game, everybody keeps their own seat. Here it is seat {n}."
SEEN = "Whoever has seen a hand of this round can take another seat in the next one."
REMOVED = "Somebody was removed from this table. Newcomers can sit here in the next round."
TAKEN = "This seat is taken: choose another."


def hands(line: Line) -> set[str]:
    """Return the hands of the first round that a page has been sent, before a card was drawn."""
    views = [message["view"]["observation"] for message in line.sent if message["kind"] == "tell" and "view" in message]
    return {seen["hand"] for seen in views if seen["round"] == 1 and seen["hand"]}


def finish_round(service: Service, *lines: Line) -> None:
    chance, before = random.Random(1), len(lines[0].view["rounds"])
    for _ in range(4000):
        for line in lines:
            act(line, chance)
        service.wait(1.0, *lines)
        if len(lines[0].view["rounds"]) > before:
            break
    for line in lines:
        if line.view["summary"]:
            line.say("continue")


def test_nobody_looks_at_a_computer_players_hand() -> None:
    service = Service()
    _, ben = table(service, "Hanna", "Ben", seats=4, preset="full")
    for seat in (2, 3, 0):
        ben.ask("sit", table=1, seat=seat)
        assert ben.refusal == OWN.format(n=2)
    assert ben.room["seat"] == 1
    ben.ask("stand")
    ben.ask("watch", table=1)
    ben.ask("sit", table=1, seat=3)
    assert (ben.refusal, ben.room["seat"]) == (OWN.format(n=2), None), "neither after a look from the side"
    ben.ask("sit", table=1)
    assert ben.room["seat"] == 1, "their own, though another is free"
    assert len(hands(ben)) == 1


def test_a_host_and_a_second_page_change_nothing() -> None:
    service = Service()
    hanna, ben = table(service, "Hanna", "Ben", seats=4, preset="full")
    hanna.ask("place", person=number(ben), table=1, seat=3)
    assert (hanna.refusal, ben.room["seat"]) == (OWN.format(n=2), 1)
    hanna.ask("sit", table=1, seat=2)
    assert (hanna.refusal, hanna.room["seat"]) == (OWN.format(n=1), 0)
    again = Line(service, ben.token)
    again.ask("stand")
    again.ask("sit", table=1, seat=2)
    assert (again.refusal, again.room["seat"]) == (OWN.format(n=2), None)


def test_whoever_lost_their_seat_takes_another_in_the_next_round() -> None:
    service = Service()
    hanna, ben = table(service, "Hanna", "Ben", seats=4, preset="full")
    cleo = service.guest(hanna, "Cleo")
    ben.ask("stand")
    assert ben.room["tables"][0]["own"] == 1
    cleo.ask("sit", table=1, seat=1)
    assert cleo.room["seat"] == 1, "a latecomer takes over from a computer player"
    assert ben.room["tables"][0]["own"] is None
    ben.ask("sit", table=1)
    assert (ben.refusal, ben.room["seat"]) == (SEEN, None)
    finish_round(service, hanna, cleo)
    ben.ask("sit", table=1, seat=1)
    assert ben.refusal == TAKEN
    ben.ask("sit", table=1)
    assert ben.room["seat"] == 2
    cleo.ask("stand")
    ben.ask("sit", table=1, seat=1)
    assert (ben.refusal, ben.room["seat"]) == (OWN.format(n=3), 2)


def test_whoever_is_removed_sees_no_other_hand_of_the_round_under_another_name(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    hanna, ben = table(service, "Hanna", "Ben", seats=4, preset="full")
    old = number(ben)
    hanna.ask("kick", person=old)
    hanna.ask("lock", on=False)
    ben = service.guest(hanna, "Benny")
    assert number(ben) == old, "the book gives the last number again"
    for _ in range(2):
        for seat in (1, 2, 3):
            ben.ask("sit", table=1, seat=seat)
            assert (ben.refusal, ben.room["seat"]) == (REMOVED, None)
        service.start()  # as after a crash
        hanna, ben = Line(service, hanna.token), Line(service, ben.token)
    finish_round(service, hanna)
    ben.ask("sit", table=1, seat=3)
    assert ben.room["seat"] == 3


def test_what_was_seen_survives_a_crash_and_ends_with_the_game(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    hanna, ben = table(service, "Hanna", "Ben", seats=4)
    ben.ask("stand")
    service.start()
    hanna, ben = Line(service, hanna.token), Line(service, ben.token)
    ben.ask("sit", table=1, seat=3)
    assert ben.refusal == OWN.format(n=2)
    while hanna.view["over"] is None:
        finish_round(service, hanna)
    ben.ask("sit", table=1, seat=3)
    assert ben.room["seat"] == 3
    hanna.ask("start", table=1)
    ben.ask("stand")
    ben.ask("sit", table=1)
    assert ben.room["seat"] == 3


def test_a_lost_place_given_back_is_the_same_seat() -> None:
    service = Service()
    hanna, ben = table(service, "Hanna", "Ben", seats=4, preset="full")
    ben.ask("stand")
    again = service.guest(hanna, "Benny")
    hanna.ask("reseat", person=number(ben), newcomer=number(again))
    again.ask("sit", table=1, seat=3)
    assert (again.refusal, again.room["seat"]) == (OWN.format(n=2), None)
    again.ask("sit", table=1, seat=1)
    assert again.room["seat"] == 1


def test_whoever_moves_between_tables_keeps_a_seat_at_each() -> None:
    service = Service()
    host = service.host("Teacher")
    host.ask("tables", n=2)
    names = ("Ada", "Ben")
    guests = [service.guest(host, name) for name in names]
    for at, guest in enumerate(guests, 1):
        guest.ask("sit", table=at, seat=at)
    host.ask("start", table=None)
    ada: Any = guests[0]
    ada.ask("sit", table=2, seat=3)
    assert (ada.room["table"], ada.room["seat"]) == (2, 3)
    ada.ask("sit", table=1, seat=0)
    assert ada.refusal == OWN.format(n=2)
    ada.ask("sit", table=1)
    assert (ada.room["table"], ada.room["seat"]) == (1, 1)
    ada.ask("sit", table=2, seat=0)
    assert ada.refusal == OWN.format(n=4)


# what others see of somebody who is away


def test_a_seat_says_whether_its_person_is_there_and_the_log_who_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("phase10_widgets.live.shared_table.new_seed", lambda: 1)  # with which everybody draws
    service = Service(tmp_path / "live.sqlite3")
    hanna, ben, cleo = table(service, "Hanna", "Ben", "Cleo", seats=4, preset="full")
    present = [hanna.view["present"]]
    service.wait(10.0, hanna, cleo)
    present.append(hanna.view["present"])
    cleo.ask("stand")
    present.append(hanna.view["present"])
    service.wait(30.0, hanna, cleo)
    present.append(hanna.view["present"])
    assert present == [
        ["", "", "", ""],
        ["", "away", "", ""],
        ["", "away", "stand-in", ""],
        ["", "stand-in", "stand-in", ""],
    ]
    chance = random.Random(1)
    for _ in range(12):
        act(hanna, chance)
        service.wait(3.0, hanna)
    ben.ask("back")
    assert hanna.view["present"] == ["", "", "stand-in", ""]
    for page in (hanna, Line(service, hanna.token, language="de")):
        page.say("hello", tokens=[])
    told = [view["text"] for message in hanna.sent if "view" in message for view in message["view"]["events"]]
    logs = [line for turn in hanna.told("message")["lines"] for line in turn]
    for lines in (told, logs):
        acted = [line for line in lines if " drew " in line]
        names = {line.partition(" drew ")[0] for line in acted}
        assert {"Hanna", "Ben (computer)", "Cleo (computer)"} < names, "a computer that only stands in is named as one"
        assert not names & {"Ben", "Cleo"}
    german = [line for turn in page.told("message")["lines"] for line in turn]
    assert any(line.startswith("Cleo (Computer) ") for line in german)
    service.start()
    again = Line(service, hanna.token)
    again.say("hello", tokens=[])
    assert [line for turn in again.told("message")["lines"] for line in turn] == logs, "a crash changes nothing"


def test_what_is_taken_back_leaves_the_log_right() -> None:
    service = Service()
    for _ in range(50):
        hanna, ben = table(service, "Hanna", "Ben", seats=2, preset="full")
        acting = hanna if hanna.view["legal"] else ben
        acting.say("action", action={"type": "draw", "from": "discard"})
        if acting.view["undo"]:
            break
    else:
        raise AssertionError("a skip cannot be taken")
    acting.say("undo")
    acting.ask("stand")
    other = ben if acting is hanna else hanna
    service.wait(3.0, other)
    other.say("hello", tokens=[])
    name = "Hanna" if acting is hanna else "Ben"
    lines = [line for turn in other.told("message")["lines"] for line in turn]
    assert any(line.startswith((f"{name} (computer) drew", f"{name} (computer) took")) for line in lines)
