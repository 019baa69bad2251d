"""A record as a table, events as JSON, and games that are equal."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from phase10_widgets import EDITIONS, Game, Session, missing
from phase10_widgets.rules.events import GameOver, RoundEnded, seen_by, to_dict
from tests.faults import every

KEYS = ["round", "turn", "seat", "name", "player", "event", "card", "hand_size", "missing"]
GAMES: list[tuple[str, dict[str, Any]]] = [
    *((edition, {"phases": [1, 2, 3]}) for edition in EDITIONS),
    ("classic", {"order": "any", "phases": [1, 2]}),
    ("masters", {"advance": "always", "phases": [1, 2]}),
    ("flip", {"advance": "always", "phases": [1, 2]}),
]


@cache
def played(at: int) -> Session:
    edition, options = GAMES[at]
    session = Session(edition, ["expert:3", "greedy", "random"], seed=5, **options)
    session.run()
    return session


games = every("at", range(len(GAMES)))


@games
def test_a_row_for_each_event(at: int) -> None:
    session = played(at)
    rows = Game.rows(session.game.record())
    events = [event for game in session.games for event in game.events]
    assert [row["event"] for row in rows] == [event.to_dict()["type"] for event in events]
    assert {tuple(row) for row in rows} == {tuple(KEYS)}
    assert all(type(value) in (int, str, type(None)) for row in rows for value in row.values())
    assert json.loads(json.dumps(rows)) == rows


@games
def test_a_rows_numbers_match_the_game(at: int) -> None:
    """If an action has only one effect, the game after it has the hand in the row."""
    rows, checked = iter(Game.rows(played(at).game.record())), 0
    for game in played(at).games:
        mine = [next(rows) for _ in game.events]
        if len(mine) == 1 and mine[0]["seat"] is not None:
            seat, state = mine[0]["seat"], game.state
            assert (mine[0]["hand_size"], mine[0]["round"]) == (len(state.hands[seat]), state.round)
            hand, phase = state.hands[seat], state.seats[seat].phase
            if state.seats[seat].laid:
                assert mine[0]["missing"] == 0
            elif phase is not None:
                side = hand[0].side.name
                assert mine[0]["missing"] == missing(hand, game.edition.phase(phase), side=side)
                checked += 1
    assert checked > 5 or GAMES[at][1].get("order") == "any"


@games
def test_turns_count_from_one_in_each_round(at: int) -> None:
    rows = Game.rows(played(at).game.record())
    assert max(row["round"] for row in rows) == played(at).game.state.round
    for before, row in pairwise(rows):
        if row["event"] == "round_dealt":
            assert (row["round"], row["turn"]) == (before["round"] + 1, 0)
        else:
            assert row["turn"] - before["turn"] == (row["event"] == "drawn")


def test_player_kinds_come_from_a_saved_game_or_an_argument() -> None:
    session = played(0)
    told = {row["name"]: row["player"] for row in Game.rows(session.to_dict())}
    assert told == {None: None, "Ada": "expert:3", "greedy": "greedy", "random": "random"}
    record = session.game.record()
    assert {row["player"] for row in Game.rows(record)} == {None}
    assert {row["player"] for row in Game.rows(record, players={"Ada": "expert:3"})} == {None, "expert:3"}


@games
def test_a_seats_rows_hold_only_what_it_has_seen(at: int) -> None:
    session = played(at)
    rows = Game.rows(session.game.record(), seat=1)
    events = [event for game in session.games for event in game.events]
    hidden = 0
    for row, whole, event in zip(rows, Game.rows(session.game.record()), events, strict=True):
        seen = to_dict(seen_by(event, 1))
        if row["event"] in ("drawn", "saved"):
            assert row["card"] == seen["card"]
            hidden += seen["card"] is None
        assert (row["missing"] is None) or row["seat"] == 1
        shared = ("round", "turn", "seat", "name", "event", "hand_size")
        assert [row[key] for key in shared] == [whole[key] for key in shared]
    assert hidden > 1


@every("seat", [3, -1, "Ada", True])
def test_an_unknown_seat_is_refused(seat: Any) -> None:
    with pytest.raises(ValueError, match=r"there is no seat .*; the seats are 0 to 2"):
        Game.rows(played(0).game.record(), seat=seat)


def test_rows_of_a_game_from_a_position_begin_in_the_middle() -> None:
    position = Game.new("classic", seed=7).apply({"type": "draw", "from": "deck"}).position()
    game = Game.from_position(position).apply({"type": "discard", "card": "G1"})
    (row,) = Game.rows(game.record())
    assert (row["turn"], row["event"], row["card"], row["hand_size"]) == (1, "discarded", "G1", 10)


def test_every_event_has_a_json_form() -> None:
    found = {type(event): event for at in range(len(GAMES)) for game in played(at).games for event in game.events}
    assert len(found) >= 10
    for event in found.values():
        assert json.loads(json.dumps(event.to_dict())) == event.to_dict() == to_dict(event)
    assert {RoundEnded, GameOver} <= set(found)


@games
def test_a_replayed_game_is_equal_at_every_moment(at: int) -> None:
    session = played(at)
    again = list(Game.moments(session.game.record()))
    assert again == list(session.games)
    assert list(map(hash, again)) == list(map(hash, session.games))
    assert [game.at for game in again[:40]] == list(range(len(again)))[:40]
    assert (again[-1].at, len(set(again))) == (len(again) - 1, len(again))


def test_games_with_different_histories_are_not_equal() -> None:
    game = Game.new("classic", seed=7)
    assert game == Game.new("classic", seed=7)
    assert game != Game.new("classic", seed=8)
    assert game != Game.new("classic", ["Ana", "Bea"], seed=7)
    assert game != Game.new("classic", seed=7, must_lay_down=True)
    assert game != game.apply({"type": "draw", "from": "deck"})
    assert Game.from_position(game.position(), seed=7) != game, "it knows no past"
    assert Game.from_position(game.position()) == Game.from_position(json.loads(json.dumps(game.position())))
    assert game != "a game"
