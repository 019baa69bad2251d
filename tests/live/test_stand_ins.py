"""Computer players stand in and give back in any order; ``devtools.measure.live.stand_ins`` plays much longer."""

from __future__ import annotations

from pathlib import Path

import pytest

from devtools.measure.live import stand_ins
from phase10_widgets.live.chairs import Chairs

GAMES = 50


def test_whoever_comes_and_goes_plays_on_and_the_record_replays() -> None:
    counted, wrong = stand_ins.interleave(0, GAMES)
    assert wrong == {}
    assert counted["games"] == GAMES
    assert min(counted["taken over"], counted["given back"], counted["actions of stand-ins"]) >= GAMES
    assert counted["crashes"] >= GAMES / 2


def test_a_seat_that_is_not_given_back_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Chairs, "come_back", lambda *args, **more: False)
    found = stand_ins.Interleaving(1, tmp_path / "live.sqlite3")
    found.run()
    assert found.wrong
