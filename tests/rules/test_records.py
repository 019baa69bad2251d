"""Reading records: a faulty one is refused, and the message names the place."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game
from tests.faults import every
from tests.helpers import Change, Json, begin, discard, draw, drop, played_out, put, record, stacked
from tests.reference import referee
from tests.reference.playing import through_json

HANDS = ["R1 R2 R3 R4 R5 R6 R7 R8 R9 R10", "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10"]
DECK = stacked("classic", HANDS, "Y9", "G1 G2 G3")


def good() -> Json:
    turns = [[draw(), discard("R1")], [draw("discard"), discard("B10")]]
    actions = [{"seat": seat, **action} for seat, turn in enumerate(turns) for action in turn]
    return record("classic", 2, {"dealer": 1, "seats": [0, 1], "deck": DECK, "actions": actions})


def whole(edition: str = "classic", **options: Any) -> Json:
    return through_json(played_out(edition, **options).record())  # type: ignore[no-any-return]


def test_a_record_by_hand() -> None:
    game = Game.replay(good())
    assert game.record() == good()
    assert game.position()["seats"][1]["hand"] == "B1 B2 B3 B4 B5 B6 B7 B8 B9 R1"
    assert [type(event).__name__ for event in game.events] == ["Discarded"]
    assert len(list(Game.moments(good()))) == 5


def test_a_record_without_its_own_deck_begins_at_a_position() -> None:
    start = Game.replay(good()).position()
    begun = Game.from_position(start, seed=9).apply(draw())
    record = through_json(begun.record())
    assert record["start"] == start
    assert "deck" not in record["rounds"][0]
    assert Game.replay(record).position() == begun.position()


def act(at: int, **changes: Any) -> Change:
    """Return a change of one action."""
    return lambda data: data["rounds"][0]["actions"][at].update(changes)


def repeat_the_last(data: Json) -> None:
    actions = data["rounds"][0]["actions"]
    actions.append(actions[-1])


def swap(old: str, new: str) -> Change:
    """Return a change that replaces a card of the deck."""
    return put("rounds", 0, "deck", to=DECK.replace(old, new, 1))


FAULTS: list[tuple[Change, str, str]] = [
    (put("format", to="phase10-record/2"), "phase10-record/2", "another format"),
    (drop("format"), "not a record", "no format"),
    (put("edition", to="uno"), "no edition 'uno'", "an unknown edition"),
    (drop("edition"), "no edition", "no edition"),
    (put("options", to={"speed": 1}), "no option 'speed'", "an unknown option"),
    (put("options", to=7), "options", "options that are not an object"),
    (put("players", to="Ana"), "players", "players that are text"),
    (put("players", to=["Ana"]), "2 to 6 players", "one player"),
    (put("players", to=["Ana", ""]), "name", "no name"),
    (put("seed", to=None), "seed", "no seed"),
    (put("rounds", to=[]), "rounds", "no rounds"),
    (put("rounds", 0, to=[]), "round 1", "a round that is not an object"),
    (drop("rounds", 0, "actions"), "round 1", "a round without actions"),
    (put("rounds", 0, "dealer", to=0), "round 1.*dealer", "another dealer"),
    (put("rounds", 0, "seats", to=[0]), "round 1.*seats", "other seats"),
    (drop("rounds", 0, "deck"), "round 1.*deck", "no deck"),
    (swap("Y9", "Q9"), "round 1.*'Q9'", "a word that is not a card"),
    (swap("Y9 ", ""), "round 1.*missing", "a card too few"),
    (swap("Y9", "W"), "round 1.*9 copies of W", "a card too many"),
    (act(0, seat=1), "round 1, action 1", "another seat's turn"),
    (act(0, seat=None), "round 1, action 1", "nobody's turn"),
    (put("rounds", 0, "actions", 1, to="discard"), "round 1, action 2", "an action that is text"),
    (act(1, card="Y12"), "round 1, action 2.*Y12", "a card that is not in the hand"),
    (act(1, card="nothing"), "round 1, action 2.*(?i:nothing)", "a word that is not a card"),
    (act(1, type="pass"), "round 1, action 2.*pass", "an unknown type"),
    (act(1, end="low"), "round 1, action 2.*end", "a key that discards do not have"),
    (act(0, reshuffled="R1 R2"), "round 1, action 1.*nothing to shuffle", "a shuffle where nothing was to be shuffled"),
    (drop("rounds", 0, "actions", 0), "round 1, action 1.*Draw", "an action left out"),
    (lambda data: data["rounds"].append(data["rounds"][0]), "round 1.*not over", "a round that begins too early"),
    (lambda data: data["rounds"].insert(0, good()["rounds"][0] | {"actions": []}), "round 1.*not over", "empty"),
    (put("start", to={"edition": "classic"}), "seats", "a start that is not a position"),
]


@every("change, message, why", FAULTS)
def test_a_fault_is_named(change: Change, message: str) -> None:
    record = good()
    change(record)
    with pytest.raises(ValueError, match=message) as caught:
        Game.replay(record)
    assert len(str(caught.value)) < 400


@every("thing", [None, 3, "{}", [good()], {"record": 3}])
def test_non_records_are_refused(thing: Any) -> None:
    with pytest.raises(ValueError, match=r"not a record|a record must be a dict"):
        Game.replay(thing)


LONG: list[tuple[Change, str, str]] = [
    (drop("rounds", 1, "deck"), "round 2", "the second round has no deck"),
    (put("rounds", 1, "deck", to=DECK), "round 2|action", "the second round has a different deck than was dealt"),
    (put("rounds", 1, "actions", to=[]), "round 2.*not over", "the second round has no actions, the third begins"),
    (drop("rounds", 1), "dealer|not the|round 2", "the second round is missing"),
    (lambda data: data["rounds"].append(good()["rounds"][0] | {"dealer": 0}), "round", "a round after the last"),
    (lambda data: data["rounds"].insert(1, {**data["rounds"][1], "actions": []}), "round 2", "an empty round"),
    (repeat_the_last, "round 1, action", "an action after the end of a round"),
]


@every("change, message, why", LONG)
def test_a_fault_in_a_later_round_is_named(change: Change, message: str) -> None:
    record = whole(phases=[1, 2, 3])
    assert len(record["rounds"]) > 2
    change(record)
    with pytest.raises(ValueError, match=message):
        Game.replay(record)


def test_a_record_with_a_reshuffle() -> None:
    """The new pile is in the record and must consist of the discards below the top."""
    game = begin("classic", "Y1", "Y2", seed=3, step="draw", draw_pile="", discard_pile="R9 R1 R2 R3").apply(draw())
    whole = through_json(game.record())
    row = whole["rounds"][0]["actions"][0]
    assert sorted(row["reshuffled"].split()) == ["R1", "R2", "R3"]
    for order in ("R3 R2 R1", "R1 R3 R2"):
        other = copy.deepcopy(whole)
        other["rounds"][0]["actions"][0]["reshuffled"] = order
        again = Game.replay(other)
        assert again.position()["seats"][0]["hand"] == f"Y1 {order.split()[0]}", "the record decides, not the seed"
        *_, theirs = referee.replay({**other, "start": game.record()["start"]})
        assert referee.same(again.position(), theirs) == []
    wrong: list[Any] = ["R1 R2", "R1 R2 R9", "R1 R2 X", 5]  # too few, with the top, not a card, not a text
    for pile in wrong:
        other = copy.deepcopy(whole)
        other["rounds"][0]["actions"][0]["reshuffled"] = pile
        with pytest.raises(ValueError, match="round 1, action 1"):
            Game.replay(other)
    del row["reshuffled"]
    with pytest.raises(ValueError, match="round 1, action 1"):
        Game.replay(whole)


@every("edition", p10.EDITIONS)
def test_a_record_names_every_card_and_choice(edition: str) -> None:
    """Records contain both faces of a card, every declaration, and the end of every hit."""
    record = whole(edition)
    for entry in record["rounds"]:
        for row in entry["actions"]:
            if "card" in row:
                assert ("/" in row["card"]) == (edition == "flip")
            if row["type"] == "hit":
                assert row["end"] in ("low", "high", "any")
            if row["type"] == "lay_down":
                for group in row["groups"]:
                    assert set(group) & {"number", "start", "color", "suit"}
