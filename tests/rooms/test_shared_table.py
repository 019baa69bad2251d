"""People at a shared table: each sees their own cards, every move is stored, and nobody blocks the others."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets.editions import EDITIONS
from phase10_widgets.editions import edition as find_edition
from tests.rooms.playing import DRAW, Line, Service, act, begun, class_of, number, play, table, to_results


def test_an_action_is_taken_back_only_by_a_person_who_has_seen_nothing_new() -> None:
    acting, _ = begun()
    top = acting.view["observation"]["discard_pile"].split()[0]
    acting.say("action", action={"type": "draw", "from": "discard"})
    if not acting.refusal:  # a skip on the pile cannot be drawn
        assert acting.view["undo"]
        acting.say("undo")
        assert acting.view["observation"]["discard_pile"].split()[0] == top
    acting.say("action", action=DRAW)
    assert not acting.view["undo"]
    acting.say("undo")
    assert "you have seen more" in acting.refusal


def test_after_a_round_each_person_continues_separately() -> None:
    """A result can be closed while the others play on."""
    while True:
        slow, quick = lines = table(Service(), "Hanna", "Ben", preset="quick")
        to_results(*lines)
        assert quick.view["observation"]["hand"] == "", "the next deal stays face down"
        rev = slow.view["rev"]
        quick.say("continue")
        if quick.view["legal"]:
            break  # otherwise the other one starts the second round
    assert quick.view["summary"] is None
    assert len(quick.view["observation"]["hand"].split()) >= 10
    assert any(event["type"] == "round_dealt" for event in quick.view["events"])
    slow.say("hint")
    assert slow.refusal == "Go on to the next round first."
    slow.say("continue", rev=rev - 1)
    assert slow.view["summary"] is not None, "that view did not show the result"
    quick.say("action", action=DRAW)
    assert slow.view["rev"] > rev
    refused = slow.refusal
    for _ in range(2):
        message_id = slow.say("continue", rev=rev)
        assert (slow.view["summary"], slow.view["ack"], slow.refusal) == (None, message_id, refused), "closed already"
    assert slow.view["observation"]["round"] == 2


def test_a_result_can_be_closed_when_the_next_game_has_begun() -> None:
    """Somebody presses "Continue" at the moment when the host starts another game: nobody sees a refusal."""
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


def test_a_spectator_sees_no_hand() -> None:
    acting, _ = begun()
    watcher = acting.service.guest(acting, "Wanda")
    watcher.ask("watch", table=1)
    assert watcher.told("about")["mode"] == "watch"
    assert (watcher.view["you"], watcher.view["legal"], watcher.view["observation"]["hand"]) == (None, [], "")
    acting.say("action", action=DRAW)
    assert watcher.view["rev"] == acting.view["rev"]


def test_a_crash_loses_nothing(tmp_path: Path) -> None:
    """No matter when it happens, the store has every action that anybody has seen."""
    service = Service(tmp_path / "live.sqlite3")
    lines = table(service, "Hanna", "Ben", "Cleo", preset="quick", seats=4)
    for at in range(20):
        play(service, lines, 1, random.Random(at))
        seen = [(line.view["observation"], line.view["rounds"]) for line in lines]
        lines = service.start_again(*lines)
        for line, (observation, rounds) in zip(lines, seen, strict=True):
            if observation["hand"]:  # otherwise the last round's result was shown
                assert (line.view["observation"], line.view["rounds"]) == (observation, rounds)


def test_a_failure_at_one_table_stops_no_other(
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
    assert {record.getMessage() for record in caplog.records} == {"a periodic step has failed"}
    assert "ValueError" in caplog.text
    assert "R7" not in caplog.text


# seats in a running game: nobody sees two hands of a round, whatever seat or name they take

OWN = "During a game, everybody keeps their own seat. Yours is seat {n}."
SEEN = "Anyone who has seen a hand in this round can take another seat in the next one."
REMOVED = "Somebody was removed from this table. Newcomers can sit here in the next round."
TAKEN = "This seat is taken: choose another."


def hands(line: Line) -> set[str]:
    """Return the first round's hands that a page has received, before any card was drawn."""
    views = [message["view"]["observation"] for message in line.sent if message["kind"] == "tell" and "view" in message]
    return {seen["hand"] for seen in views if seen["round"] == 1 and seen["hand"]}


def finish_round(*lines: Line) -> None:
    chance, before = random.Random(1), len(lines[0].view["rounds"])
    for _ in range(4000):
        for line in lines:
            act(line, chance)
        lines[0].service.wait(1.0, *lines)
        if len(lines[0].view["rounds"]) > before:
            break
    for line in lines:
        if line.view["summary"]:
            line.say("continue")


def four(service: Service | None = None, **plan: str) -> list[Line]:
    """Return the pages of two people at a table for four."""
    return table(service or Service(), "Hanna", "Ben", seats=4, **{"preset": "full", **plan})


def test_nobody_sees_a_computer_players_hand() -> None:
    """This holds after watching the table, if the host asks, and from a second page."""
    hanna, ben = four()
    for seat in (2, 3, 0):
        ben.ask("sit", table=1, seat=seat)
        assert ben.refusal == OWN.format(n=2)
    hanna.ask("place", person=number(ben), table=1, seat=3)
    assert (hanna.refusal, ben.room["seat"]) == (OWN.format(n=2), 1)
    hanna.ask("sit", table=1, seat=2)
    assert (hanna.refusal, hanna.room["seat"]) == (OWN.format(n=1), 0)
    again = Line(ben.service, ben.token)
    again.ask("stand")
    ben.ask("watch", table=1)
    for page in (ben, again):
        page.ask("sit", table=1, seat=3)
        assert (page.refusal, page.room["seat"]) == (OWN.format(n=2), None)
    ben.ask("sit", table=1)
    assert ben.room["seat"] == 1, "their own, although another is free"
    assert len(hands(ben)) == 1


def test_a_person_who_lost_their_seat_takes_another_in_the_next_round() -> None:
    hanna, ben = four()
    cleo = hanna.service.guest(hanna, "Cleo")
    ben.ask("stand")
    assert ben.room["tables"][0]["own"] == 1
    cleo.ask("sit", table=1, seat=1)
    assert cleo.room["seat"] == 1, "a latecomer takes over from a computer player"
    assert ben.room["tables"][0]["own"] is None
    ben.ask("sit", table=1)
    assert (ben.refusal, ben.room["seat"]) == (SEEN, None)
    finish_round(hanna, cleo)
    ben.ask("sit", table=1, seat=1)
    assert ben.refusal == TAKEN
    ben.ask("sit", table=1)
    assert ben.room["seat"] == 2
    cleo.say("leave")
    assert (cleo.room["table"], hanna.last("here")["seats"][1]) == (None, "computer")
    ben.ask("sit", table=1, seat=1)
    assert (ben.refusal, ben.room["seat"]) == (OWN.format(n=3), 2)


def test_a_removed_person_sees_no_other_hand_of_the_round_under_another_name(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    hanna, ben = four(service)
    old = number(ben)
    hanna.ask("kick", person=old)
    assert (ben.closed, ben.last("bye")["code"], Line(service, ben.token).closed) == (4403, 4403, 4401)
    assert hanna.last("here")["seats"][1] == "computer"
    hanna.ask("lock", on=False)
    ben = service.guest(hanna, "Benny")
    assert number(ben) == old, "the store reuses the last number"
    for _ in range(2):
        for seat in (1, 2, 3):
            ben.ask("sit", table=1, seat=seat)
            assert (ben.refusal, ben.room["seat"]) == (REMOVED, None)
        hanna, ben = service.start_again(hanna, ben)
    finish_round(hanna)
    ben.ask("sit", table=1, seat=3)
    assert ben.room["seat"] == 3


def test_the_memory_of_seen_hands_survives_a_crash_and_ends_with_the_game(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    hanna, ben = four(service, preset="taste")
    ben.ask("stand")
    hanna, ben = service.start_again(hanna, ben)
    ben.ask("sit", table=1, seat=3)
    assert ben.refusal == OWN.format(n=2)
    while hanna.view["over"] is None:
        finish_round(hanna)
    ben.ask("sit", table=1, seat=3)
    assert ben.room["seat"] == 3
    hanna.ask("start", table=1)
    ben.ask("stand")
    ben.ask("sit", table=1)
    assert ben.room["seat"] == 3


def test_a_lost_place_given_back_is_the_same_seat() -> None:
    hanna, ben = four()
    ben.ask("stand")
    again = ben.service.guest(hanna, "Benny")
    hanna.ask("reseat", person=number(ben), newcomer=number(again))
    again.ask("sit", table=1, seat=3)
    assert (again.refusal, again.room["seat"]) == (OWN.format(n=2), None)
    again.ask("sit", table=1, seat=1)
    assert again.room["seat"] == 1


def test_a_person_who_moves_between_tables_keeps_a_seat_at_each() -> None:
    _, ada, _ = class_of(Service(), 2, "Ada", "Ben", same=False, seats=4)
    ada.ask("sit", table=2, seat=3)
    assert (ada.room["table"], ada.room["seat"]) == (2, 3)
    ada.ask("sit", table=1, seat=1)
    assert ada.refusal == OWN.format(n=1)
    ada.ask("sit", table=1)
    assert (ada.room["table"], ada.room["seat"]) == (1, 0)
    ada.ask("sit", table=2, seat=1)
    assert ada.refusal == OWN.format(n=4)


def log(line: Line) -> list[str]:
    """Return the last story of the game that a page received."""
    return [text for turn in line.told("message")["lines"] for text in turn]


def test_a_seat_says_whether_its_person_is_there_and_the_log_who_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("phase10_widgets.rooms.shared_table.new_seed", lambda: 1)  # everybody draws with it
    service = Service(tmp_path / "live.sqlite3")
    hanna, ben, cleo = table(service, "Hanna", "Ben", "Cleo", seats=4, preset="full")
    assert hanna.view["present"] == ["", "", "", ""]
    service.wait(10.0, hanna, cleo)
    assert hanna.view["present"] == ["", "away", "", ""]
    cleo.ask("stand")
    assert hanna.view["present"] == ["", "away", "stand-in", ""]
    service.wait(30.0, hanna, cleo)
    assert hanna.view["present"] == ["", "stand-in", "stand-in", ""]
    chance = random.Random(1)
    for _ in range(12):
        act(hanna, chance)
        service.wait(3.0, hanna)
    ben.ask("back")
    assert hanna.view["present"] == ["", "", "stand-in", ""]
    for page in (hanna, Line(service, hanna.token, language="de")):
        page.say("hello", tokens=[])
    told = [view["text"] for message in hanna.sent if "view" in message for view in message["view"]["events"]]
    logs = log(hanna)
    for lines in (told, logs):
        acted = [line for line in lines if " drew " in line]
        names = {line.partition(" drew ")[0] for line in acted}
        assert {"Hanna", "Ben (computer)", "Cleo (computer)"} < names, "a computer that only stands in is marked as one"
        assert not names & {"Ben", "Cleo"}
    assert any(line.startswith("Cleo (Computer) ") for line in log(page))
    (again,) = service.start_again(hanna)
    again.say("hello", tokens=[])
    assert log(again) == logs, "a crash changes nothing"


def test_an_action_taken_back_leaves_the_log_correct() -> None:
    for _ in range(50):
        acting, other = begun()
        acting.say("action", action={"type": "draw", "from": "discard"})
        if acting.view["undo"]:
            break
    else:
        raise AssertionError("a skip cannot be taken")
    acting.say("undo")
    acting.ask("stand")
    other.service.wait(3.0, other)
    other.say("hello", tokens=[])
    name = acting.last("welcome")["name"]
    assert any(line.startswith((f"{name} (computer) drew", f"{name} (computer) took")) for line in log(other))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_refusal_names_the_played_card_to_its_sender_alone(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It names no other card, and no face of it that the sender cannot see."""
    monkeypatch.setattr("phase10_widgets.rooms.shared_table.new_seed", lambda: 1)
    chance, named = random.Random(1), set()
    lines = begun(edition=edition)
    codes = [card.code for card in find_edition(edition).pack.sides[0].numbered]
    for _ in range(30):
        for line, other in (lines, lines[::-1]):
            held = line.view["observation"]["hand"].split()
            faces = {face for word in held for face in word.split("/")}
            hits = [{"type": "hit", "card": card, "owner": line.view["you"], "group": 0} for card in held]
            discards = [{"type": "discard", "card": card} for card in codes if card not in faces]
            for action in (*hits, *chance.sample(discards, 3)):
                heard, sent, card = len(other.sent), len(line.sent), action["card"]
                line.say("action", action=action)
                answers = [message["message"] for message in line.sent[sent:] if "message" in message]
                cards = {answer["cards"] for answer in answers if "cards" in answer}
                assert cards <= {card, *(word for word in held if card in word.split("/"))}, card
                assert len(other.sent) == heard or not cards
                named |= cards
            act(line, chance)
    assert named
