"""Lines that break, freeze or outlive their page: a seat belongs to its person, and no message counts twice."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from phase10_widgets.views import observation
from tests.live.playing import Line, Service, act, presence, table

DRAW = {"type": "draw", "from": "deck"}


def begun(service: Service | None = None) -> tuple[Service, Line, Line]:
    """Return a service, the page of the person to act, and that of the other."""
    service = service or Service()
    hanna, ben = table(service, "Hanna", "Ben", preset="full")
    return (service, hanna, ben) if hanna.view["legal"] else (service, ben, hanna)


def the_table(service: Service) -> Any:
    (room,) = service.desk._rooms.values()
    return room.tables[1]


def moves(service: Service) -> list[str | None]:
    """Return the ids of all moves in the book."""
    (room,) = service.desk._rooms.values()
    return [move.id for move in service.desk._book.moves(room.id, 1)]


def shows_the_truth(line: Line) -> bool:
    """Return True if a page shows what its seat sees now."""
    game = the_table(line.service).game
    return bool(line.view["observation"] == observation.observation_view(game.observe(line.view["you"])))


# two lines with one token


def test_both_pages_of_a_person_act_and_show_the_same() -> None:
    _, acting, other = begun()
    again = Line(acting.service, acting.token)
    message_id = acting.say("action", action=DRAW)
    assert (acting.view["ack"], again.view["ack"], other.view["ack"]) == (message_id, None, None)
    again.say("action", action=again.view["legal"][0])
    assert again.refusal == ""
    for line in (acting, again, other):
        assert shows_the_truth(line)
    assert acting.view["rev"] == again.view["rev"] == other.view["rev"]


def test_a_message_that_arrives_over_both_lines_counts_once() -> None:
    service, acting, _ = begun()
    again, rev = Line(acting.service, acting.token), acting.view["rev"]
    for line in (again, acting, again):
        line.say("action", rev=rev, message_id="page:1", action=DRAW)
        assert line.refusal == ""
    assert moves(service) == ["page:1"]
    assert acting.view["rev"] == again.view["rev"]


def test_a_late_message_of_the_old_line_is_refused_with_the_view() -> None:
    service, acting, other = begun()
    again, rev = Line(acting.service, acting.token), acting.view["rev"]
    again.say("action", message_id="new:1", action=DRAW)
    before = len(other.sent), len(again.sent)
    acting.say("action", rev=rev, message_id="old:1", action=DRAW)
    assert acting.refusal.startswith("The table has changed in the meantime")
    assert shows_the_truth(acting)
    assert (len(other.sent), len(again.sent)) == before, "nobody else notices"
    assert moves(service) == ["new:1"]


# an old line that outlives the new one


def test_whoever_has_one_line_left_is_there() -> None:
    service, acting, other = begun()
    again = Line(service, acting.token)
    service.desk.gone(again)
    service.wait(60.0, acting, other)
    assert presence(other, acting) == "person"
    acting.say("action", action=DRAW)
    assert (acting.refusal, shows_the_truth(acting)) == ("", True)
    assert [person["there"] for person in other.room["people"]] == [True, True]


def test_an_old_line_that_nobody_holds_keeps_no_seat() -> None:
    """The page has gone, and its socket has never closed."""
    service, acting, other = begun()
    again = Line(service, acting.token)
    service.desk.gone(again)
    service.wait(21.0, other)
    assert presence(other, acting) == "stand-in"
    back = Line(service, acting.token)
    service.desk.gone(acting)
    service.wait(1.0, back, other)
    assert presence(other, back) == "person", "the end of the old line does not send the person away"


def test_an_old_line_may_end_twice_and_say_hello_again() -> None:
    service, acting, other = begun()
    again = Line(service, acting.token)
    for _ in range(2):
        service.desk.gone(acting)
    service.desk.hear(acting, {"kind": "hello", "v": 1, "token": acting.token, "language": "en"})
    assert acting.last("welcome")["person"] == again.last("welcome")["person"]
    assert shows_the_truth(acting)
    service.wait(10.0, acting, other)
    assert presence(other, acting) == "person"


# a frozen page


def test_a_page_that_was_frozen_for_a_minute_comes_back_to_its_seat() -> None:
    """It reads and sends nothing, and nothing says that it is gone."""
    for clock in [0, 30]:
        service, acting, other = begun()
        host = next(line for line in (acting, other) if line.last("welcome")["role"] == "host")
        host.ask("clock", seconds=clock)
        rev, chance = acting.view["rev"], random.Random(1)
        for _ in range(60):
            act(other, chance)
            service.wait(1.0, other)
        assert presence(other, acting) == "stand-in"
        assert other.view["rev"] > rev, "the others do not wait"
        acting.say("action", rev=rev, message_id="frozen:1", action=DRAW)
        assert acting.refusal.startswith("The table has changed in the meantime")
        assert "frozen:1" not in moves(service)
        chair = the_table(service).chairs[acting.view["you"]]
        assert not chair.stand_in
        acting.say("hint")
        for line in (acting, other):
            if line.view["summary"] is None:
                assert shows_the_truth(line)
        n = len(moves(service))
        service.wait(15.0, acting, other)
        if the_table(service).game.to_act == acting.view["you"] and not chair.timed_out:
            assert len(moves(service)) == n or moves(service)[-1] is None
            assert acting.view["legal"] or acting.view["summary"]


def test_two_lines_freeze_and_one_thaws() -> None:
    service, acting, other = begun()
    again = Line(service, acting.token)
    service.wait(60.0, other)
    assert presence(other, acting) == "stand-in"
    service.desk.hear(again, {"kind": "beat"})
    assert presence(other, acting) == "person"
    service.wait(60.0, again, other)
    assert presence(other, acting) == "person", "one sign of life is enough for both"
    assert acting.view["rev"] == again.view["rev"]


# a minute without a network


def test_a_message_sent_before_a_minute_offline_counts_once(tmp_path: Path) -> None:
    """It arrived, but its answer did not: the page sends it again when it is back."""
    service, acting, other = begun(Service(tmp_path / "live.sqlite3"))
    rev = acting.view["rev"]
    acting.say("action", rev=rev, message_id="pending:1", action=DRAW)
    service.desk.gone(acting)
    service.wait(60.0, other)
    assert moves(service)[0] == "pending:1"
    assert len(moves(service)) > 1, "a computer player has gone on"
    again = Line(service, acting.token)
    again.say("action", rev=rev, message_id="pending:1", action=DRAW)
    assert again.refusal == ""
    assert moves(service).count("pending:1") == 1
    assert presence(other, again) == "person"


def test_a_message_that_a_minute_offline_has_lost_counts_if_nobody_has_played_on() -> None:
    service, acting, other = begun()
    host = next(line for line in (acting, other) if line.last("welcome")["role"] == "host")
    rev = acting.view["rev"]
    host.ask("pause", on=True)
    service.desk.gone(acting)
    service.wait(60.0, other)
    again = Line(service, acting.token)
    Line(service, host.token).ask("pause", on=False)
    assert again.view["rev"] == rev
    for _ in range(2):
        again.say("action", rev=rev, message_id="pending:1", action=DRAW)
    assert moves(service) == ["pending:1"]


def test_a_message_that_a_minute_offline_has_lost_is_refused_if_a_computer_has_played() -> None:
    service, acting, other = begun()
    rev = acting.view["rev"]
    service.desk.gone(acting)
    service.wait(60.0, other)
    again = Line(service, acting.token)
    again.say("action", rev=rev, message_id="pending:1", action=DRAW)
    assert again.refusal.startswith("The table has changed in the meantime")
    assert "pending:1" not in moves(service)
    assert shows_the_truth(again)


# nobody at all


def test_while_nobody_is_there_time_stands_still() -> None:
    """A school loses its network, and its sockets end at once or much later: no stand-in finishes the game."""
    for closed in [True, False]:
        for clock in [0, 30]:
            service = Service()
            lines = table(service, "Hanna", "Ben", preset="full", seats=4)
            lines[0].ask("clock", seconds=clock)
            while not any(line.view["legal"] for line in lines):
                service.wait(1.0, *lines)
            before = moves(service)
            for line in lines if closed else ():
                service.desk.gone(line)
            service.wait(600.0)
            assert moves(service) == before
            hanna, ben = (Line(service, line.token) for line in lines)
            service.wait(10.0, hanna, ben)
            assert (presence(hanna, ben), presence(ben, hanna)) == ("person", "person")
            assert moves(service) == before


def test_where_one_is_back_the_others_have_their_time_again() -> None:
    service, acting, other = begun()
    before = moves(service)
    for line in (acting, other):
        service.desk.gone(line)
    service.wait(600.0)
    back = Line(service, other.token)
    service.wait(10.0, back)
    assert (presence(back, acting), moves(service)) == ("away", before)
    service.wait(15.0, back)
    assert presence(back, acting) == "stand-in"
    assert len(moves(service)) > len(before)
