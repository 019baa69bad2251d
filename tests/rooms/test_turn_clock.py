"""The turn clock: off unless a host wants it, fair when it runs, and never in anybody's way."""

from __future__ import annotations

import random
from pathlib import Path

from phase10_widgets.rooms.changes import TableChanged
from phase10_widgets.rooms.turn_clock import GRACE_SECONDS
from tests.rooms.playing import DRAW, Line, Service, act, begun, presence, room_of, status_of, table, to_results


def left(line: Line) -> float | None:
    found: float | None = line.last("here")["left"]
    return found


def host_of(*lines: Line) -> Line:
    return next(line for line in lines if line.last("welcome")["role"] == "host")


def test_it_is_off_by_default() -> None:
    lines = table(Service(), "Hanna", "Ben")
    lines[0].service.wait(300.0, *lines)
    for line in lines:
        assert (line.last("here")["left"], line.last("here")["of"], line.room["clock"]) == (None, None, 0)
        assert line.last("here")["seats"] == ["person", "person"]


def test_a_stand_in_ends_the_turn_and_the_person_returns() -> None:
    acting, other = begun(seconds=30, level=1)
    service, chance, status = acting.service, random.Random(2), status_of(acting)
    assert (left(acting), acting.last("here")["of"]) == (30.0, 30)
    service.wait(30.0 + GRACE_SECONDS - 0.5, acting, other)
    assert acting.view["legal"], "during the grace period, a turn is not lost"
    assert left(Line(service, other.token)) == 0.0
    service.wait(0.5, acting, other)
    assert presence(other, acting) == "stand-in"
    acting.say("action", action=DRAW)
    assert "Your time is up" in acting.refusal or "has changed" in acting.refusal
    assert not acting.view["undo"], "a computer player's actions for a person are final"
    acting.say("hint")
    assert acting.refusal == "Your time is up: a computer player ends this turn."
    service.wait(8.0, acting, other)
    assert presence(other, acting) == "person"
    assert other.view["legal"] or other.view["observation"]["to_act"] == acting.view["you"]
    assert status.late == 1
    for _ in range(200):
        for line in (acting, other):
            act(line, chance)
        service.wait(1.0, acting, other)
        if status.late == 0:
            break
    assert status.late == 0, "a turn on time resets the count"


def test_acting_in_time_does_not_extend_the_turn() -> None:
    acting, other = begun(seconds=60)
    acting.service.wait(1.0, acting, other)
    before = len(acting.sent)
    acting.service.wait(49.0, acting, other)
    assert acting.sent[before:] == [], "a running clock alone sends nothing"
    acting.say("action", action=DRAW)
    acting.service.wait(5.0, acting, other)
    assert left(Line(acting.service, acting.token)) == 5.0
    before = other.view["rev"]
    acting.service.wait(30.0, acting, other)
    assert other.view["rev"] > before, "a computer player has ended the turn"
    assert left(other) == 60.0, "the next turn has its full time"


def test_two_late_turns_in_a_row_mean_away_until_the_person_acts() -> None:
    acting, other = begun(seconds=30)
    service, chance, status = acting.service, random.Random(1), status_of(acting)
    for _ in range(400):
        if status.asleep:
            break
        act(other, chance)
        service.wait(1.0, acting, other)
        if acting.view["summary"]:
            acting.say("continue")
    assert (status.asleep, status.away, status.stand_in) == (True, True, True)
    service.wait(20.0, acting, other)
    assert presence(other, acting) == "stand-in", "a page's own heartbeats do not count as activity"
    acting.ask("back")
    assert presence(other, acting) == "person"
    assert (status.away, status.stand_in, status.late) == (False, False, 0)


def test_it_stops_in_a_pause_and_a_new_limit_restarts_it() -> None:
    acting, other = begun(seconds=30)
    service, host = acting.service, host_of(acting, other)
    service.wait(20.0, acting, other)
    host.ask("pause", on=True)
    service.wait(200.0, acting, other)
    assert left(acting) is None
    host.ask("pause", on=False)
    assert left(acting) == 10.0
    assert presence(other, acting) == "person"
    host.ask("clock", seconds=90)
    assert left(acting) == 90.0


def test_it_stops_between_rounds() -> None:
    acting, other = begun(seconds=30)
    service = acting.service
    to_results(acting, other)
    service.wait(200.0, acting, other)
    assert (left(acting), acting.last("here")["seats"]) == (None, ["person", "person"])
    for line in (acting, other):
        line.say("continue")
    service.wait(1.0, acting, other)
    assert left(acting) is not None


def test_it_stops_for_computer_players() -> None:
    acting, other = begun(seconds=30, seats=4)
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
    acting, other = begun(Service(tmp_path / "live.sqlite3"), seconds=30)
    service = acting.service
    service.wait(25.0, acting, other)
    service.start()
    service.now += 500.0
    acting, other = service.start_again(acting, other)
    service.desk.tick()
    assert (acting.room["clock"], left(acting)) == (30, 30.0)
    service.wait(25.0, acting, other)
    assert presence(other, acting) == "person"


def test_the_presence_message_has_no_date_and_comes_at_most_four_times_a_second() -> None:
    acting, other = begun(seconds=30)
    service, room = acting.service, room_of(acting)
    watcher = service.guest(host_of(acting, other), "Wanda")
    service.wait(2.0, acting, other)
    before = len([message for message in acting.sent if message["kind"] == "here"])
    for _ in range(10):
        for kind in ("watch", "stand"):
            watcher.ask(kind, table=1)
            service.desk.table_changed(room, TableChanged(room.tables[1]))
    told = [message for message in acting.sent if message["kind"] == "here"][before:]
    assert len(told) <= 4
    service.wait(1.5, acting, other)
    assert acting.last("here")["watchers"] == 0, "the last one always arrives"
    assert all(message["left"] is None or message["left"] <= 90 for message in told)
