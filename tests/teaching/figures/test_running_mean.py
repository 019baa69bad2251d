"""The running share: the same deals as the simulation, a correct band, and no hit that is "due"."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt

import pytest

from phase10_widgets import odds
from phase10_widgets.odds.simulation.chunks import stream
from phase10_widgets.odds.simulation.registry import question
from phase10_widgets.teaching.figures.running_mean.running_mean import AT_ONCE
from phase10_widgets.teaching.figures.widgets import RunningMean
from tests.teaching.figures.browser import near, part, refused


def dealt(phase: int, seed: int, series: int, deals: int) -> list[list[bool]]:
    trial = question("deal", edition="classic", phase=phase).prepared()
    streams = [stream(f"{seed}/series", place) for place in range(series)]
    return [[bool(trial(random)) for _ in range(deals)] for random in streams]


def test_every_series_is_dealt_and_counted() -> None:
    figure = RunningMean(phase=2, series=5, seed=3).reveal()
    figure.do("deal", 100)
    figure.do("deal", 1)
    again = dealt(2, 3, 5, 101)
    assert figure.shares == [sum(hits) / 101 for hits in again]
    truth = float(odds.deal("classic", 2))
    error = sqrt(truth * (1 - truth) / 101)
    assert figure.outside == sum(abs(share - truth) > 2 * error for share in figure.shares)


def test_deals_after_misses_are_counted_from_the_same_deals() -> None:
    figure = RunningMean(phase=4, series=3, seed=8).reveal()
    figure.do("deal", 1_000)
    again = dealt(4, 8, 3, 1_000)
    for misses, deals, hits in figure.due:
        after = [row[at] for row in again for at in range(misses, 1_000) if not any(row[at - misses : at])]
        assert (deals, hits) == (len(after), sum(after)), misses
        assert near(hits, deals, figure.truth), "nothing is due"
    table = part(figure, "table", "after several misses")
    assert [row["cells"][0] for row in table["rows"][:3]] == ["any deal", "a miss", "2 misses"]
    assert table["rows"][2]["cells"][-1] == f"{float(100 * (1 - (1 - figure.truth) ** 3)):.2f}%"


def test_how_many_series_are_outside_is_binomial() -> None:
    for deals in (1, 2, 7, 100):
        figure = RunningMean(phase=1).reveal()
        p = Fraction(odds.deal("classic", 1))
        outside = sum(
            (comb(deals, k) * p**k * (1 - p) ** (deals - k))
            for k in range(deals + 1)
            if (Fraction(k, deals) - p) ** 2 * deals > 4 * p * (1 - p)
        )
        assert figure.usually_outside(deals) == pytest.approx(float(outside), abs=1e-9)


@pytest.mark.slow
def test_the_expected_number_of_series_is_outside() -> None:
    figure = RunningMean(phase=1, series=100, seed=5).reveal()
    figure.do("deal", 1_000)
    assert near(figure.outside, 100, figure.usually_outside(1_000))
    assert f"Outside the band after 1,000 deals: {figure.outside} of 100 series." in figure.view["said"]
    assert len(part(figure, "lines")["lines"]) == 100


def test_a_hundred_times_the_deals_are_a_tenth_of_the_error() -> None:
    rows = part(RunningMean(phase=1).reveal(), "table", "a tenth")["rows"]
    errors = [float(row["cells"][1]) for row in rows]
    assert errors == [39, 3.9, 0.39, 0.039]
    p = float(odds.deal("classic", 1))
    assert errors[1] == round(100 * sqrt(p * (1 - p) / 100), 1)


def test_the_trials_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = RunningMean(phase=9, series=100).reveal()
    offered = [button["value"] for button in part(figure, "controls")["deeds"]]
    assert offered == list(AT_ONCE[:3])
    assert refused(figure, "do", name="deal", value=AT_ONCE[3])
    monkeypatch.setattr("phase10_widgets.teaching.figures.running_mean.running_mean.MOST", 10_000)
    figure.do("deal", 100)
    assert "room for 100 deals" in refused(figure, "do", name="deal", value=1)
    assert [button["disabled"] for button in part(figure, "controls")["deeds"]] == [True] * 3
