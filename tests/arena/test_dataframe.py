"""Results as rows, in pandas and as Parquet files; the latter two only if they are installed, as in CI."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from phase10_widgets import Game, arena, coach, odds
from tests.faults import every
from tests.helpers import Json, needs_analysis

TIED = arena.play("masters", ["greedy", "random"], 2, phases=[1], first_dealer=0)
FOUND = arena.round_robin("classic", ["greedy", "random", "random"], 4, phases=[1])
SHARED = arena.play("classic", ["greedy", "random", "random"], 12, seed=4, advance="always", phases=["1 set of 2"])


@every("found", (FOUND, SHARED, TIED))
def test_a_row_for_each_seat_of_each_game(found: arena.Results) -> None:
    rows = list(found.each_seat())
    assert len(rows) == found.games * found.seats
    columns = "table game deal rotation seed seat player dealer first won place phases score rounds moves"
    assert {" ".join(row) for row in rows} == {columns}
    for player, wins in zip(found.players, found.wins, strict=True):
        assert sum(row["won"] for row in rows if row["player"] == player) == pytest.approx(wins)
    for game in found.each_game():
        mine = [row for row in rows if all(row[key] == game[key] for key in ("table", "deal", "rotation"))]
        assert [row["seat"] for row in mine] == list(range(found.seats))
        assert [row["score"] for row in mine] == game["scores"]
        played = found.game(game["deal"], game["rotation"], game["table"])
        assert [row["place"] for row in mine] == [row["place"] for row in in_seat_order(played.standings)]
        begun = next(Game.moments(played.record()))
        assert {(row["dealer"], row["first"]) for row in mine} == {(begun.state.dealer, begun.to_act)}
    assert bool({row["won"] for row in rows} - {0, 1}) == (found is SHARED), "shared wins are fractions"
    with pytest.raises(ValueError, match="rows must be 'games', 'seats', 'players', 'events', not 'moves'"):
        found.to_frame("moves")  # type: ignore[arg-type]


def in_seat_order(standings: list[Json]) -> list[Json]:
    return sorted(standings, key=lambda row: row["seat"])


@needs_analysis
def test_each_kind_of_row_has_its_own_frame() -> None:
    games, seats, events = FOUND.to_frame("games"), FOUND.to_frame("seats"), FOUND.to_frame("events")
    about = ["table", "game", "deal", "rotation", "seed", "dealer", "first"]
    assert list(games) == [*about, "rounds", "moves", "winner"]
    assert (seats[seats.won == 1].player.tolist(), len(games)) == (games.winner.tolist(), FOUND.games)
    assert set(about) | {"round", "event", "seat", "player", "card"} <= set(events)
    assert events.groupby("game").event.count().index.tolist() == games.game.tolist() == list(range(FOUND.games))
    first = next(FOUND.replays(1)).rows().to_frame()
    assert first.card.tolist() == events[events.game == 0].card.tolist()
    assert (str(events.seat.dtype), str(first.missing.dtype)) == ("Int64", "Int64"), "gaps leave whole numbers whole"


@needs_analysis
def test_a_review_and_a_table_of_odds_are_frames_too() -> None:
    decisions = coach.review(next(FOUND.replays(1))).to_frame()
    assert decisions["at"].is_monotonic_increasing
    assert {"round", "seat", "name", "action", "cost", "grade", "better"} <= set(decisions)
    table = odds.table("flip", cards=10).to_frame()
    assert len(table) == 20, "ten phases on each side"
    assert table.value[0] == float(odds.deal("flip", 1, side="color"))


@pytest.mark.slow
@needs_analysis
def test_a_dataframe_and_a_parquet_file_have_the_rows(tmp_path: Path) -> None:
    import pandas

    frame = FOUND.to_frame()
    assert frame.to_dict("records") == list(FOUND.each_seat())
    assert frame.groupby("player").won.sum().to_dict() == dict(zip(FOUND.players, FOUND.wins, strict=True))
    assert list(FOUND.to_frame("players").player) == list(FOUND.players)
    FOUND.to_parquet(tmp_path / "found.parquet")
    assert pandas.read_parquet(tmp_path / "found.parquet").equals(frame)
    assert pandas.read_parquet(io.BytesIO(FOUND.to_parquet())).equals(frame)


@pytest.mark.parametrize("missing", ["pandas", pytest.param("pyarrow", marks=needs_analysis)])
def test_missing_packages_are_named(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ModuleNotFoundError, match=f"pip install {missing}"):
        FOUND.to_parquet()
