"""Results as rows, in pandas and as Parquet files; the latter two only if they are installed, as in CI."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from phase10_widgets import arena
from tests.faults import every
from tests.helpers import needs_analysis

FOUND = arena.round_robin("classic", ["greedy", "random", "random"], 4, phases=[1])
SHARED = arena.play("classic", ["greedy", "random", "random"], 12, seed=4, advance="always", phases=["1 set of 2"])


@every("found", (FOUND, SHARED))
def test_a_row_for_each_seat_of_each_game(found: arena.Results) -> None:
    rows = list(found.each_seat())
    assert len(rows) == found.games * found.seats
    assert {" ".join(row) for row in rows} == {"table deal rotation seed rounds moves seat player won phases points"}
    for player, wins in zip(found.players, found.wins, strict=True):
        assert sum(row["won"] for row in rows if row["player"] == player) == pytest.approx(wins)
    for game in found.each_game():
        mine = [row for row in rows if all(row[key] == game[key] for key in ("table", "deal", "rotation"))]
        assert [row["seat"] for row in mine] == list(range(found.seats))
        assert [row["points"] for row in mine] == game["points"]
    assert bool({row["won"] for row in rows} - {0, 1}) == (found is SHARED), "shared wins are fractions"
    with pytest.raises(ValueError, match="of must be 'seats' or 'players', not 'moves'"):
        found.to_frame("moves")  # type: ignore[arg-type]


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
