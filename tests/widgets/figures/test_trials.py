"""The figures whose buttons run trials: how many at once and at most, and the same ones for the same seed."""

from __future__ import annotations

from typing import Any

import pytest

from phase10_widgets.widgets.figures.bell_curve import BellCurve
from phase10_widgets.widgets.figures.deals import DealSimulator
from phase10_widgets.widgets.figures.figure import Figure, Trials
from phase10_widgets.widgets.figures.intervals import Intervals
from phase10_widgets.widgets.figures.phase_ladder import PhaseLadder
from phase10_widgets.widgets.figures.running_mean import RunningMean
from phase10_widgets.widgets.figures.score_histogram import ScoreHistogram
from phase10_widgets.widgets.figures.second_season import SecondSeason
from phase10_widgets.widgets.figures.series import Series
from phase10_widgets.widgets.figures.stakes import Stakes
from phase10_widgets.widgets.figures.two_futures import TwoFutures
from phase10_widgets.widgets.figures.two_way_table import TwoWayTable
from phase10_widgets.widgets.figures.variant_board import VariantBoard
from tests.faults import no_faults
from tests.stripped import Stripped
from tests.widgets.figures.browser import part, refused, words
from tests.widgets.page import notebook_html

HOSTILE: list[Any] = [None, True, 7, -1, 0, 10**9, 1.5, 1.0, "100", "", [], {}, [100], {"n": 1}, float("nan"), "<b>"]
FULL: dict[type[Trials], str] = {
    BellCurve: "trials have been run",
    Intervals: "experiments have been run",
    PhaseLadder: "games have been played",
    ScoreHistogram: "hands have been dealt",
    SecondSeason: "leagues have played",
    Series: "contests have been played",
    Stakes: "players have played",
    TwoFutures: "trials have been run",
    TwoWayTable: "hands have been dealt",
}


def test_buttons_do_what_they_say() -> None:
    """A button that takes no number refuses every one."""
    numbered: list[tuple[Figure, str]] = [(kind().reveal(), kind.ACT) for kind in FULL]
    numbered += [(RunningMean().reveal(), "deal"), (DealSimulator().reveal(), "deal")]
    others: list[tuple[Figure, str]] = [(PhaseLadder().reveal(), "climb"), (VariantBoard(show="flip").reveal(), "deal")]
    with no_faults() as faults:
        for figure, name in numbered:
            for value in HOSTILE:
                with faults.of((figure, value)):
                    assert "1, 100, " in refused(figure, "do", name=name, value=value)
                    assert figure._trials == 0
        for figure, name in others:
            for value in HOSTILE[1:]:
                with faults.of((figure, value)):
                    assert refused(figure, "do", name=name, value=value)


def test_there_is_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    with no_faults() as faults:
        for kind, full in FULL.items():
            with faults.of(kind.__name__):
                assert kind.MOST in (100_000, 1_000_000)
                monkeypatch.setattr(kind, "MOST", 150)
                figure = kind().reveal()
                figure.do(kind.ACT, 100)
                assert refused(figure, "do", name=kind.ACT, value=100) == f"100 {full}; that is enough."
                deeds = [deed for deed in part(figure, "controls")["deeds"] if deed["name"] == kind.ACT]
                assert [deed["disabled"] for deed in deeds] == [False, True, True]


def test_the_same_seed_gives_the_same_however_often_it_is_asked() -> None:
    with no_faults() as faults:
        for kind in FULL:
            with faults.of(kind.__name__):
                one, other, another = (kind(seed=seed).reveal() for seed in (9, 9, 10))
                for n in (100, 1, 100):
                    one.do(kind.ACT, n)
                for n in (100, 100, 1):
                    other.do(kind.ACT, n)
                    another.do(kind.ACT, n)
                assert one._trials == 201
                assert one.view["parts"] == other.view["parts"] != another.view["parts"]


def test_trials_stay_while_they_answer_the_question() -> None:
    """Other choices begin anew; at another stake, the same players have the same luck."""
    for figure, kept, new in (
        (BellCurve(), {"within": 2}, {"n": 2}),
        (Intervals(), {"method": "wilson"}, {"chance": 4}),
        (ScoreHistogram(), {"put_back": True}, {"cards": 4}),
        (TwoFutures(), {"turns": 8}, {"case": "open"}),
        (SecondSeason(), {}, {"skill": "much"}),
        (Stakes(), {}, {"share": 10}),
    ):
        figure.reveal()
        figure.do(figure.ACT, 100)
        before = figure._trials
        if kept:
            figure.choose(**kept)
        assert figure._trials == before == 100, kept
        figure.choose(**new)
        assert figure._trials == 0, new
    one, other = Stakes(share=10, seed=9).reveal(), Stakes(share=90, seed=9).reveal()
    for figure in (one, other):
        figure.do("play", 100)
    assert one.wins == other.wins


def test_a_page_without_a_kernel_folds_one_run_with_the_result() -> None:
    """The run is that of the seed; the figure itself has run nothing, and says nothing of it."""
    for kind, n in ((BellCurve, 100), (RunningMean, 1_000)):
        made, live = kind(seed=7), kind(seed=7)
        live.do("deal", n)
        html = notebook_html(made)
        stripped = Stripped(html)
        told = live.reveal().view["said"]
        assert told in dict(stripped.folds)["Guess first. Then open the result."]
        assert told not in stripped.above
        assert made._trials == 0
        assert made.view == kind(seed=7).view
        assert html == notebook_html(kind(seed=7))


GERMAN: list[tuple[Figure, str]] = [
    (PhaseLadder("de", chances="equal", percent=50, players=1), "Eine Person braucht im Mittel 20 Runden."),
    (RunningMean("de", phase=1), "Phase 1, also 2 Sätze aus je 3: Zehn Karten enthalten das in 18,28 % aller Fälle."),
    (ScoreHistogram("de", cards=1), "Der Mittelwert ist 7,963 Punkte, obwohl keine Hand genau so viel kostet"),
    (Series("de"), "Ein gleich starker Spieler schafft das in 4,431 % aller Wettkämpfe"),
    (Stakes("de"), "Im Mittel enden die Spieler mit 672,7 Punkten. Trotzdem enden 58,41 % von ihnen mit weniger"),
    (
        TwoFutures("de", case="open", turns=1),
        "Nach 1 Zug liegt Ziehen vorn: Damit ist die Phase in 24,24 % aller Fälle vollständig, mit Nehmen in 0 %.",
    ),
    (VariantBoard("de"), "Die leichteste ist Phase 2 mit 29,81 %"),
]


def test_german_speaks_german() -> None:
    for figure, told in GERMAN:
        assert told in words(figure.reveal())
