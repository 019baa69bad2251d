"""Computer players stand in and give back in any order; ``devtools.measure.live.stand_ins`` plays much longer."""

from __future__ import annotations

from devtools.measure.live import stand_ins

GAMES = 20


def test_whoever_comes_and_goes_plays_on_and_the_record_replays() -> None:
    counted, wrong = stand_ins.interleave(0, GAMES)
    assert wrong == {}
    assert counted["games"] == GAMES
    assert min(counted["taken over"], counted["given back"], counted["actions of stand-ins"]) >= GAMES
    assert counted["crashes"] >= GAMES / 2
