"""Lines that break, freeze or outlive their page: a seat belongs to its person, and no message counts twice."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from devtools.measure.live import stand_ins
from phase10_widgets.ui.table import observation_view as observation
from tests.rooms.playing import DRAW, Line, Service, act, begun, presence, room_of, status_of, table

CHANGED = "The table has changed since then"


def moves(line: Line) -> list[str | None]:
    """Return the ids of all moves in the store."""
    return [move.id for move in line.service.desk._store.moves(room_of(line).id, 1)]


def shows_the_truth(line: Line) -> bool:
    """Return True if a page shows its seat's current view."""
    game = room_of(line).tables[1].game
    return bool(line.view["observation"] == observation.observation_view(game.observe(line.view["you"])))


def test_both_pages_of_a_person_can_act_and_show_the_same_view() -> None:
    """Everybody sees an action, but only its sender gets an answer."""
    acting, other = begun()
    again = Line(acting.service, acting.token)
    message_id = acting.say("action", action=DRAW)
    assert (acting.view["ack"], again.view["ack"], other.view["ack"]) == (message_id, None, None)
    assert len(again.view["observation"]["hand"].split()) == 11
    (drawn,) = [event for event in other.view["events"] if event["type"] == "drawn"]
    assert drawn.get("card") is None
    again.say("action", action=again.view["legal"][0])
    assert again.refusal == ""
    for line in (acting, again, other):
        assert shows_the_truth(line)
    assert acting.view["rev"] == again.view["rev"] == other.view["rev"]


def test_a_message_that_arrives_over_both_lines_counts_once_and_a_late_one_is_refused_with_the_view() -> None:
    acting, other = begun()
    again, rev = Line(acting.service, acting.token), acting.view["rev"]
    for line in (again, acting, again):
        line.say("action", rev=rev, message_id="page:1", action=DRAW)
        assert line.refusal == ""
    assert acting.view["rev"] == again.view["rev"]
    before = len(other.sent), len(again.sent)
    acting.say("action", rev=rev, message_id="old:1", action=DRAW)
    assert acting.refusal.startswith(CHANGED)
    assert shows_the_truth(acting)
    assert (len(other.sent), len(again.sent)) == before, "nobody else notices"
    assert moves(acting) == ["page:1"]


def test_a_person_with_one_line_left_is_present() -> None:
    acting, other = begun()
    service, again = acting.service, Line(acting.service, acting.token)
    for _ in range(2):
        service.desk.gone(again)
    service.wait(60.0, acting, other)
    assert presence(other, acting) == "person"
    sent = len(again.sent)
    acting.say("action", action=DRAW)
    assert (acting.refusal, shows_the_truth(acting), len(again.sent)) == ("", True, sent)
    assert [person["there"] for person in other.room["people"]] == [True, True]
    service.desk.hear(again, {"kind": "hello", "v": 1, "token": again.token, "language": "en"})
    assert acting.last("welcome")["person"] == again.last("welcome")["person"]
    assert shows_the_truth(again)


def test_an_abandoned_line_does_not_keep_a_seat() -> None:
    """The page is gone, but its socket never closed."""
    acting, other = begun()
    service = acting.service
    service.desk.gone(Line(service, acting.token))
    service.wait(21.0, other)
    assert presence(other, acting) == "stand-in"
    back = Line(service, acting.token)
    service.desk.gone(acting)
    service.wait(1.0, back, other)
    assert presence(other, back) == "person", "the end of the old line does not send the person away"


def test_a_page_that_was_frozen_for_a_minute_comes_back_to_its_seat() -> None:
    """It neither reads nor sends, and nothing signals that it is gone."""
    for clock in (0, 30):
        acting, other = begun(seconds=clock)
        service, rev, chance = acting.service, acting.view["rev"], random.Random(1)
        for _ in range(60):
            act(other, chance)
            service.wait(1.0, other)
        assert presence(other, acting) == "stand-in"
        assert other.view["rev"] > rev, "the others do not wait"
        acting.say("action", rev=rev, message_id="frozen:1", action=DRAW)
        assert acting.refusal.startswith(CHANGED)
        assert "frozen:1" not in moves(acting)
        assert not status_of(acting).stand_in
        acting.say("hint")
        for line in (acting, other):
            if line.view["summary"] is None:
                assert shows_the_truth(line)
        service.wait(15.0, acting, other)
        assert presence(other, acting) == "person" or status_of(acting).timed_out, "it stays there"


def test_a_message_sent_before_a_minute_offline_counts_once(tmp_path: Path) -> None:
    """The message arrived, but its answer did not: the page sends it again when it is back, also after a crash."""
    acting, other = begun(Service(tmp_path / "live.sqlite3"))
    service, rev = acting.service, acting.view["rev"]
    acting.say("action", rev=rev, message_id="pending:1", action=DRAW)
    service.desk.gone(acting)
    service.wait(60.0, other)
    assert moves(acting)[0] == "pending:1"
    assert len(moves(acting)) > 1, "a computer player has continued"
    for _ in range(2):
        again = Line(service, acting.token)
        again.say("action", rev=rev, message_id="pending:1", action=DRAW)
        assert again.refusal == ""
        assert moves(again).count("pending:1") == 1
        assert presence(again, again) == "person"
        service.start()


def test_time_stops_while_nobody_is_there() -> None:
    """A school loses its network, and its sockets close at once or much later: no stand-in finishes the game."""
    for closed, clock in ((True, 0), (True, 30), (False, 0), (False, 30)):
        service = Service()
        lines = table(service, "Hanna", "Ben", preset="full", seats=4)
        lines[0].ask("clock", seconds=clock)
        while not any(line.view["legal"] for line in lines):
            service.wait(1.0, *lines)
        before = moves(lines[0])
        for line in lines if closed else ():
            service.desk.gone(line)
        service.wait(600.0)
        assert moves(lines[0]) == before
        hanna, ben = (Line(service, line.token) for line in lines)
        service.wait(10.0, hanna, ben)
        assert (presence(hanna, ben), presence(ben, hanna)) == ("person", "person")
        assert moves(hanna) == before


def test_time_runs_again_for_the_others_once_one_person_is_back() -> None:
    acting, other = begun()
    service, before = acting.service, moves(acting)
    for line in (acting, other):
        service.desk.gone(line)
    service.wait(600.0)
    back = Line(service, other.token)
    service.wait(10.0, back)
    assert (presence(back, acting), moves(back)) == ("away", before)
    service.wait(15.0, back)
    assert presence(back, acting) == "stand-in"
    assert len(moves(back)) > len(before)


@pytest.mark.slow
def test_people_who_come_and_go_play_on_and_the_record_replays() -> None:
    """They do so in any order; ``devtools.measure.live.stand_ins`` plays for much longer."""
    games = 20
    counted, wrong = stand_ins.interleave(0, games)
    assert (wrong, counted["games"]) == ({}, games)
    assert min(counted["taken over"], counted["given back"], counted["actions of stand-ins"]) >= games
    assert counted["crashes"] >= games / 2
