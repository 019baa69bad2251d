"""The clock of a turn: off unless a host wants one, fair when it runs, and never in anybody's way."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from phase10_widgets.live.turn_clock import GRACE, TurnClock
from tests.live.playing import Line, Service, act, presence, room_of, table


def begun(*names: str, seconds: int = 30, service: Service | None = None, **plan: Any) -> tuple[Line, Line]:
    """Return the pages of the person to act and of another, at a table with a clock."""
    service = service or Service()
    hanna, ben = table(service, *(names or ("Hanna", "Ben")), preset="full", **plan)
    hanna.ask("clock", seconds=seconds)
    return (hanna, ben) if hanna.view["legal"] else (ben, hanna)


def left(line: Line) -> float | None:
    found: float | None = line.last("here")["left"]
    return found


# the clock itself


def test_a_clock_counts_only_while_it_runs() -> None:
    clock = TurnClock()
    clock.look("a", 30, runs=True, now=100.0)
    clock.look("a", 30, runs=True, now=110.0)
    assert clock.left == 20.0
    clock.look("a", 30, runs=False, now=115.0)
    assert clock.left is None
    clock.look("a", 30, runs=True, now=1000.0)
    assert clock.left == 15.0
    clock.look("a", 30, runs=True, now=1015.0)
    assert (clock.left, clock.time_up) == (0.0, False)
    clock.look("a", 30, runs=True, now=1015.0 + GRACE)
    assert clock.time_up


def test_another_turn_gets_its_full_time() -> None:
    clock = TurnClock()
    for turn, now in (("a", 0.0), ("a", 20.0), ("b", 25.0)):
        clock.look(turn, 30, runs=True, now=now)
    assert clock.left == 30.0
    clock.look("b", 90, runs=True, now=40.0)
    assert clock.left == 90.0, "as does a turn for which the host changes the time"


def test_no_clock_never_runs_out() -> None:
    clock = TurnClock()
    for now in (0.0, 10_000.0):
        clock.look("a", 0, runs=True, now=now)
        assert (clock.left, clock.time_up) == (None, False)


# at a table


def test_it_is_off_by_default() -> None:
    service = Service()
    lines = table(service, "Hanna", "Ben")
    service.wait(300.0, *lines)
    for line in lines:
        assert (line.last("here")["left"], line.last("here")["of"], line.room["clock"]) == (None, None, 0)
        assert line.last("here")["seats"] == ["person", "person"]


def test_only_these_times_can_be_chosen() -> None:
    for seconds in [10, -30, 30.5, "30", None, True, 10**30]:
        service = Service()
        host = service.host()
        host.ask("clock", seconds=seconds)
        assert host.refusal == "A turn has 30, 60 or 90 seconds, or no clock."


def test_a_stand_in_ends_the_turn_and_the_person_is_back() -> None:
    acting, other = begun()
    service = acting.service
    assert (left(acting), acting.last("here")["of"]) == (30.0, 30)
    service.wait(30.0 + GRACE - 1, acting, other)
    assert acting.view["legal"], "in its grace, a turn is not lost"
    service.wait(1.5, acting, other)
    assert presence(other, acting) == "stand-in"
    acting.say("action", action={"type": "draw", "from": "deck"})
    assert "Your time is up" in acting.refusal or "has changed" in acting.refusal
    assert not acting.view["undo"], "what a computer player has done for somebody stays done"
    acting.say("hint")
    assert acting.refusal == "Your time is up: a computer player ends this turn."
    service.wait(8.0, acting, other)
    assert presence(other, acting) == "person"
    assert other.view["legal"] or other.view["observation"]["to_act"] == acting.view["you"]


def test_an_action_in_time_does_not_buy_more() -> None:
    acting, other = begun(seconds=60)
    acting.service.wait(50.0, acting, other)
    acting.say("action", action={"type": "draw", "from": "deck"})
    acting.service.wait(5.0, acting, other)
    fresh = Line(acting.service, acting.token)
    assert left(fresh) == 5.0
    before = other.view["rev"]
    acting.service.wait(10.0, acting, other)
    assert other.view["rev"] > before, "a computer player has ended the turn"


def asleep(acting: Line, other: Line) -> None:
    """Let somebody's page give signs of life while they do not play, until a computer player goes on for them."""
    chance = random.Random(1)
    for _ in range(400):
        act(other, chance)
        acting.service.wait(1.0, acting, other)
        if acting.view["summary"]:
            acting.say("continue")
        seat = room_of(acting).tables[1].chairs[acting.view["you"]]
        if seat.asleep:
            return
    raise AssertionError("the time never ran out twice")


def test_twice_in_a_row_means_away_until_the_person_acts() -> None:
    acting, other = begun()
    service = acting.service
    asleep(acting, other)
    chair = room_of(acting).tables[1].chairs[acting.view["you"]]
    assert (chair.away, chair.stand_in) == (True, True)
    service.wait(20.0, acting, other)
    assert presence(other, acting) == "stand-in", "the signs that a page gives by itself wake nobody"
    acting.ask("back")
    assert presence(other, acting) == "person"
    assert (chair.away, chair.stand_in, chair.late) == (False, False, 0)


def test_a_turn_in_time_begins_the_count_again() -> None:
    acting, other = begun(level=1)
    service, chance = acting.service, random.Random(2)
    chair = room_of(acting).tables[1].chairs[acting.view["you"]]
    service.wait(30.0 + GRACE + 0.5, acting, other)
    assert chair.late == 1
    for _ in range(200):
        service.wait(1.0, acting, other)
        for line in (acting, other):
            act(line, chance)
        if chair.late == 0:
            break
    assert chair.late == 0


def test_it_stops_in_a_pause() -> None:
    acting, other = begun()
    service = acting.service
    host = next(line for line in (acting, other) if line.last("welcome")["role"] == "host")
    service.wait(20.0, acting, other)
    host.ask("pause", on=True)
    service.wait(200.0, acting, other)
    assert left(acting) is None
    host.ask("pause", on=False)
    assert left(acting) == 10.0
    assert presence(other, acting) == "person"


def test_it_stops_between_rounds() -> None:
    acting, other = begun()
    service, chance = acting.service, random.Random(3)
    while not (acting.view["summary"] and other.view["summary"]):
        for line in (acting, other):
            if line.view["summary"] is None:
                act(line, chance)
    service.wait(200.0, acting, other)
    assert (left(acting), acting.last("here")["seats"]) == (None, ["person", "person"])
    for line in (acting, other):
        line.say("continue")
    service.wait(1.0, acting, other)
    assert left(acting) is not None


def test_it_stands_still_for_computer_players() -> None:
    acting, other = begun(seats=4)
    service, chance = acting.service, random.Random(4)
    for _ in range(100):
        for line in (acting, other):
            act(line, chance)
        if acting.view["thinking"]:
            break
        service.wait(0.5, acting, other)
    service.desk.tick()
    assert acting.view["thinking"]
    assert left(acting) is None


def test_a_restart_gives_the_turn_its_full_time(tmp_path: Path) -> None:
    acting, other = begun(service=Service(tmp_path / "live.sqlite3"))
    service = acting.service
    service.wait(25.0, acting, other)
    service.start()
    service.now += 500.0
    service.start()
    acting, other = (Line(service, line.token) for line in (acting, other))
    service.desk.tick()
    assert acting.room["clock"] == 30
    assert left(acting) == 30.0
    service.wait(25.0, acting, other)
    assert presence(other, acting) == "person"


def test_here_carries_no_date_and_comes_at_most_four_times_a_second() -> None:
    acting, other = begun(service=Service())
    service = acting.service
    watcher = service.guest(acting if acting.last("welcome")["role"] == "host" else other, "Wanda")
    service.wait(2.0, acting, other)
    before = len([message for message in acting.sent if message["kind"] == "here"])
    for _ in range(10):
        watcher.ask("watch", table=1)
        service.desk.table_changed(room_of(acting), room_of(acting).tables[1])
        watcher.ask("stand")
        service.desk.table_changed(room_of(acting), room_of(acting).tables[1])
    told = [message for message in acting.sent if message["kind"] == "here"][before:]
    assert len(told) <= 4
    service.wait(1.5, acting, other)
    assert acting.last("here")["watchers"] == 0, "the last one always arrives"
    assert all(message["left"] is None or message["left"] <= 90 for message in told)


def test_a_running_clock_alone_sends_nothing() -> None:
    acting, other = begun(seconds=90)
    acting.service.wait(1.0, acting, other)
    before = len(acting.sent)
    acting.service.wait(20.0, acting, other)
    assert acting.sent[before:] == []
