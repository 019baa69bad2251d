"""People at a shared table: each sees their own cards, what counts is stored, and nobody blocks the others."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets import EDITIONS
from phase10_widgets.live.codes import SEED_BITS
from tests.live.playing import Line, Service, act, play, table


def test_three_people_play_a_game_to_its_end() -> None:
    lines = table(Service(), "Hanna", "Ben", "Cleo")
    play(lines[0].service, lines, 600, random.Random(1))
    for line in lines:
        over = line.view["over"]
        assert [row["name"] for row in over["standings"]] == [row["name"] for row in lines[0].view["over"]["standings"]]
        assert over["seed"] == "", "the seed decides every later deal"
        assert line.refusal == ""


def test_free_seats_are_played_by_computers() -> None:
    for edition in EDITIONS:
        service = Service()
        lines = table(service, "Hanna", "Ben", edition=edition, seats=4, preset="full")
        assert [seat["presence"] for seat in lines[0].room["tables"][0]["seats"]] == [
            "person",
            "person",
            "computer",
            "computer",
        ]
        play(service, lines, 40, random.Random(2))
        assert sum(len(line.view["rounds"]) for line in lines) > 0 or lines[0].view["observation"]["round"] >= 1
        moved = {
            event.get("seat")
            for line in lines
            for each in line.sent
            for event in each.get("view", {}).get("events", ())
        }
        assert {2, 3} <= moved


def test_everybody_sees_the_action_and_only_the_sender_an_answer() -> None:
    hanna, ben = table(Service(), "Hanna", "Ben")
    acting, other = (hanna, ben) if hanna.view["legal"] else (ben, hanna)
    message_id = acting.say("action", action={"type": "draw", "from": "deck"})
    assert (acting.view["ack"], other.view["ack"]) == (message_id, None)
    assert acting.view["rev"] == other.view["rev"]
    (drawn,) = [event for event in other.view["events"] if event["type"] == "drawn"]
    assert drawn.get("card") is None
    assert len(acting.view["observation"]["hand"].split()) == 11


def test_an_action_is_taken_back_only_by_who_has_seen_nothing_new() -> None:
    service = Service()
    lines = table(service, "Hanna", "Ben")
    acting = next(line for line in lines if line.view["legal"])
    top = acting.view["observation"]["discard_pile"].split()[0]
    acting.say("action", action={"type": "draw", "from": "discard"})
    if not acting.refusal:  # a skip on the pile cannot be drawn
        assert acting.view["undo"]
        acting.say("undo")
        assert acting.view["observation"]["discard_pile"].split()[0] == top
    acting.say("action", action={"type": "draw", "from": "deck"})
    assert not acting.view["undo"]
    acting.say("undo")
    assert "you have seen more" in acting.refusal


def test_after_a_round_each_goes_on_alone() -> None:
    service = Service()
    lines, chance = table(service, "Hanna", "Ben", preset="quick"), random.Random(3)
    while not all(line.view["summary"] for line in lines):
        for line in lines:
            if line.view["summary"] is None:
                act(line, chance)
    hanna, ben = lines
    assert hanna.view["observation"]["hand"] == "", "the next deal stays face down"
    hanna.say("continue")
    assert hanna.view["summary"] is None
    assert len(hanna.view["observation"]["hand"].split()) >= 10
    assert any(event["type"] == "round_dealt" for event in hanna.view["events"])
    assert ben.view["summary"] is not None
    ben.say("hint")
    assert ben.refusal == "Go on to the next round first."


def test_a_result_can_be_closed_while_the_others_play_on() -> None:
    chance = random.Random(3)
    while True:
        slow, quick = lines = table(Service(), "Hanna", "Ben", preset="quick")
        while not all(line.view["summary"] for line in lines):
            for line in lines:
                if line.view["summary"] is None:
                    act(line, chance)
        rev = slow.view["rev"]
        quick.say("continue")
        if quick.view["legal"]:
            break  # otherwise the other one starts the second round
    slow.say("continue", rev=rev - 1)
    assert slow.view["summary"] is not None, "that view did not show the result"
    quick.say("action", action={"type": "draw", "from": "deck"})
    assert slow.view["rev"] > rev
    refused = slow.refusal
    message_id = slow.say("continue", rev=rev)
    assert (slow.view["summary"], slow.view["ack"], slow.refusal) == (None, message_id, refused)
    message_id = slow.say("continue", rev=rev)
    assert (slow.view["ack"], slow.refusal) == (message_id, refused), "it is closed already"
    assert slow.view["observation"]["round"] == 2


def test_a_result_can_be_closed_when_the_next_game_has_begun() -> None:
    """Somebody presses "Continue" in the moment in which the host starts another game: nobody is told off."""
    hanna, ben = table(Service(), "Hanna", "Ben", preset="taste")
    chance = random.Random(3)
    while not (hanna.view["over"] and ben.view["summary"]):
        act(hanna, chance)
        if not (hanna.view["over"] or hanna.view["summary"]):
            act(ben, chance)
    rev = ben.view["rev"]
    hanna.ask("start", table=1)
    message_id = ben.say("continue", rev=rev)
    assert (ben.view["ack"], ben.refusal) == (message_id, "")
    assert (ben.view["over"], ben.view["observation"]["round"]) == (None, 1)


def test_a_latecomer_takes_over_from_a_computer() -> None:
    service = Service()
    hanna, _ = table(service, "Hanna", "Ben", seats=3)
    late = service.guest(hanna, "Late")
    late.ask("sit", table=1, seat=2)
    assert late.view["you"] == 2
    assert hanna.room["tables"][0]["seats"][2]["name"] == "Late"
    late.say("leave")
    assert late.room["table"] is None
    assert hanna.last("here")["seats"][2] == "computer"


def test_a_spectator_sees_no_hand_and_can_do_nothing() -> None:
    service = Service()
    hanna, ben = table(service, "Hanna", "Ben")
    watcher = service.guest(hanna, "Wanda")
    watcher.ask("watch", table=1)
    assert watcher.told("about")["mode"] == "watch"
    assert (watcher.view["you"], watcher.view["legal"], watcher.view["observation"]["hand"]) == (None, [], "")
    watcher.say("action", action={"type": "draw", "from": "deck"})
    assert watcher.refusal == "You are watching this table."
    acting = next(line for line in (hanna, ben) if line.view["legal"])
    acting.say("action", action={"type": "draw", "from": "deck"})
    assert watcher.view["rev"] == acting.view["rev"]


def test_a_crash_loses_nothing(tmp_path: Path) -> None:
    """Whatever moment it strikes, the book has every action that anybody has seen."""
    service = Service(tmp_path / "live.sqlite3")
    lines, chance = table(service, "Hanna", "Ben", "Cleo", preset="quick", seats=4), random.Random(5)
    for _ in range(40):
        for line in lines:
            act(line, chance)
        service.wait(1.0, *lines)
        seen = [(line.view["observation"], line.view["rounds"]) for line in lines]
        service.start()  # the old one is gone without a word
        lines = [Line(service, line.token) for line in lines]
        for line, (observation, rounds) in zip(lines, seen, strict=True):
            if observation["hand"]:  # otherwise the last round's result was shown
                assert line.view["observation"] == observation
                assert line.view["rounds"] == rounds


def test_a_pending_message_counts_once_after_a_crash(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    lines = table(service, "Hanna", "Ben")
    acting = next(line for line in lines if line.view["legal"])
    rev, action = acting.view["rev"], {"type": "draw", "from": "deck"}
    message_id = acting.say("action", action=action)
    service.start()
    again = Line(service, acting.token)
    again.say("action", rev=rev, message_id=message_id, action=action)
    assert (again.refusal, again.view["rev"]) == ("", acting.view["rev"])


def test_what_cannot_be_stored_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service()
    lines = table(service, "Hanna", "Ben")
    acting = next(line for line in lines if line.view["legal"])
    book: Any = service.desk._book

    def full(*args: Any) -> None:
        raise OSError("the disk is full")

    before = json.dumps(acting.view)
    monkeypatch.setattr(book, "add_move", full)
    acting.say("action", action={"type": "draw", "from": "deck"})
    assert acting.refusal == "This could not be stored, so nothing has changed. Try again."
    monkeypatch.undo()
    assert json.dumps(Line(service, acting.token).view) == before
    acting.say("action", action={"type": "draw", "from": "deck"})
    assert len(acting.view["observation"]["hand"].split()) == 11


def test_what_fails_at_one_table_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    service = Service()
    first, second = (table(service, name) for name in ("Hanna", "Ina"))
    broken, played = (room.tables[1] for room in service.desk._rooms.values())
    renewed: list[bool] = []
    hidden = "R7 is not in this hand"

    def fails(*args: Any, **more: Any) -> None:
        raise ValueError(hidden)

    monkeypatch.setattr(broken, "look", fails)
    monkeypatch.setattr(service.desk, "_renew", lambda: renewed.append(True))
    for _ in range(20):
        act(second[0], random.Random(1))
        service.wait(1.0, *first, *second)
    assert broken.n == 0
    assert played.n > 10
    assert renewed
    assert {record.getMessage() for record in caplog.records} == {"time stands still somewhere"}
    assert "ValueError" in caplog.text
    assert "R7" not in caplog.text


def test_a_seed_has_128_random_bits() -> None:
    """With the thirty bits of other games, somebody who knows their own hand finds all later cards in hours."""
    lengths, seen = [], set()
    for _ in range(40):
        hanna, _ = table(Service(), "Hanna", "Ben")
        (room,) = hanna.service.desk._rooms.values()
        seed = room.tables[1].game.state.seed
        assert isinstance(seed, int)
        lengths.append(seed.bit_length())
        seen.add(seed)
    assert SEED_BITS == 128
    assert (len(seen), max(lengths)) == (40, 128)
    assert min(lengths) > 100
