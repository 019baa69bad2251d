"""Mistakes and luck over many games as a table."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from phase10_widgets import Game, arena, coach
from tests.faults import every

FOUND = arena.play("classic", ["greedy", "random"], 2, seed=2, phases=["1 set of 3"])


@pytest.mark.slow
def test_a_row_matches_the_coach() -> None:
    rows = coach.game_rows(FOUND.replays())
    assert len(rows) == 4
    assert json.loads(json.dumps(rows)) == rows
    for number, game in enumerate(FOUND.replays()):
        review, luck = coach.review(game), coach.luck(game)
        for seat, row in enumerate(rows[2 * number :][:2]):
            assert (row["game"], row["seat"], row["name"]) == (number, seat, game.players[seat])
            assert row["won"] == (seat == game.winner)
            assert (row["luck"], row["skill"], row["result"]) == (luck.luck(seat), luck.skill(seat), luck.result(seat))
            assert row["skill_deviation"] == luck.skill_deviation
            assert row["decisions"] == len([one for one in review.decisions if one.seat == seat])
            grades = [row["inaccuracies"], row["mistakes"], row["blunders"]]
            assert grades == list(review.grades(seat).values())
            assert row["cost"] == review.cost(seat)
            assert sum(row[f"cost_{area}"] for area in coach.Area) == pytest.approx(row["cost"])
    clumsy, greedy = (sum(row["cost"] for row in rows if row["name"] == name) for name in ("random", "greedy"))
    assert clumsy > greedy


@pytest.mark.slow
def test_rows_are_the_same_everywhere() -> None:
    games = list(FOUND.replays(2))
    done: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as threads:
        there = coach.game_rows(games, executor=threads, progress=lambda *at: done.append(at))
    assert there == coach.game_rows([game.record() for game in games])
    assert there == coach.game_rows([list(Game.moments(game.record())) for game in games])
    assert done == [(1, 2), (2, 2)]


def test_a_running_game_has_luck_and_no_result() -> None:
    (row, _) = coach.game_rows([Game.new("classic", seed=7).apply({"type": "draw", "from": "deck"})])
    assert (row["won"], row["result"], row["skill"], row["decisions"]) == (None, None, None, 1)
    assert row["luck"] != 0


GAME = Game.new("classic", seed=7)
WRONG = [
    (GAME, r"put a single one in brackets: \[game\]"),
    (GAME.record(), r"put a single one in brackets"),
    (7, "games must be a list of games or records"),
    ([GAME, 7], "game 1 is 7, neither a game nor its record"),
    ([GAME, []], "game 1 is"),
    ([GAME, {"format": "x"}], "game 1: this is 'x', not a record"),
]


@every("games, message", WRONG)
def test_non_lists_of_games_are_refused(games: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        coach.game_rows(games)
