"""The figures whose buttons run trials: their numbers, their limits, and equal trials for equal seeds."""

from __future__ import annotations

from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets.teaching.figures.bell_curve.totals import MEASURED
from phase10_widgets.teaching.figures.shared.figure import Figure
from phase10_widgets.teaching.figures.shared.trials import Repeated, Trials
from tests.faults import every, no_faults
from tests.stripped import Stripped
from tests.teaching.figures.browser import part, refused
from tests.teaching.figures.test_every_figure import REPEATED
from tests.ui.page import notebook_html

HOSTILE: list[Any] = [None, True, 7, -1, 0, 10**9, 1.5, 1.0, "100", "", [], {}, [100], {"n": 1}, float("nan"), "<b>"]
LIMITED = [figure for figure in REPEATED if issubclass(figure, Trials)]
"""The figures that run a limited number of trials."""


@pytest.mark.slow
def test_buttons_match_their_labels() -> None:
    """A button without a number refuses every number."""
    with no_faults() as faults:
        for kind in REPEATED:
            figure = kind().reveal()
            for value in HOSTILE:
                with faults.of((figure, value)):
                    assert "1, 100, " in refused(figure, "do", name=kind.ACT, value=value)
                    assert figure._trials == 0
        for value in HOSTILE[1:]:
            with faults.of(value):
                assert refused(p10.figures.PhaseLadder().reveal(), "do", name="climb", value=value)
                assert refused(p10.figures.VariantBoard(show="flip").reveal(), "do", name="deal", value=value)


def test_the_trials_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    with no_faults() as faults:
        for kind in LIMITED:
            with faults.of(kind.__name__):
                assert kind.MOST in (100_000, 1_000_000)
                monkeypatch.setattr(kind, "MOST", 150)
                figure = kind().reveal()
                figure.do(kind.ACT, 100)
                assert refused(figure, "do", name=kind.ACT, value=100) == kind.FULL.format(n=100)
                deeds = [deed for deed in part(figure, "controls")["deeds"] if deed["name"] == kind.ACT]
                assert [deed["disabled"] for deed in deeds] == [False, True, True]


@pytest.mark.slow
@every("kind", [kind for kind in REPEATED if kind is not p10.figures.RunningMean])
def test_equal_seeds_give_equal_trials_in_any_portions(kind: type[Repeated]) -> None:
    """RunningMean is left out, because its table has a row for the end of each portion."""
    one, other, another = (kind(seed=seed).reveal() for seed in (9, 9, 10))
    for figure, numbers in ((one, (100, 1, 100)), (other, (100, 100, 1)), (another, (100, 100, 1))):
        for n in numbers:
            figure.do(kind.ACT, n)
    assert one._trials == 201
    assert one.view["parts"] == other.view["parts"] != another.view["parts"]


def test_trials_stay_while_they_answer_the_question() -> None:
    """Other choices start over, most of them with a guess; at another stake, the same players have the same luck."""
    rows: list[tuple[Figure, dict[str, Any], dict[str, Any], bool]] = [
        (p10.figures.BellCurve(), {"within": 2}, {"n": 2}, False),
        (p10.figures.BellCurve(), {}, {"measured": "phase"}, True),
        (p10.figures.DealSimulator(), {}, {"cards": 4}, False),
        (p10.figures.Intervals(), {"method": "wilson"}, {"chance": 4}, False),
        (p10.figures.RunningMean(), {}, {"phase": 3}, True),
        (p10.figures.ScoreHistogram(), {"put_back": True}, {"cards": 4}, False),
        (p10.figures.TwoFutures(), {"turns": 8}, {"case": "open"}, True),
        (p10.figures.TwoWayTable(), {}, {"b": "no_wild"}, True),
        (p10.figures.SecondSeason(), {}, {"skill": "much"}, True),
        (p10.figures.Stakes(), {}, {"share": 10}, True),
    ]
    for figure, kept, new, anew in rows:
        figure.reveal().do(getattr(figure, "ACT", "deal"), 100)
        if kept:
            figure.choose(**kept)
        assert figure._trials == 100, kept
        figure.choose(**new)
        assert (figure._trials, figure.view["parts"][0]["kind"] == "guess") == (0, anew), new
    one, other = p10.figures.Stakes(share=10, seed=9).reveal(), p10.figures.Stakes(share=90, seed=9).reveal()
    for stakes in (one, other):
        stakes.do("play", 100)
    assert one.wins == other.wins


BARS: list[tuple[Trials, str]] = [
    *(
        (p10.figures.BellCurve(measured=name, how=how, n=7), "")
        for name in MEASURED
        for how in ("sum", "mean", "largest")
    ),
    *((p10.figures.PhaseLadder(chances=source, percent=5, players=6), "") for source in ("measured", "dealt", "equal")),
    *(
        (p10.figures.Series(strength=strength, games=games), "Wins")
        for strength, games in ((50, 100), (80, 400), (30, 10))
    ),
    (p10.figures.ScoreHistogram(cards=10, put_back=True), ""),
    *((p10.figures.Stakes(share=share), "What the players") for share in (5, 50, 100)),
]


@pytest.mark.slow
@every("figure, title", BARS)
def test_every_result_is_in_one_bar(figure: Trials, title: str) -> None:
    figure.reveal().do(figure.ACT, 100)
    rows = part(figure, "bars", title)["rows"]
    counted, tried, *others = (sum(row["values"][at]["value"] for row in rows) for at in range(len(rows[0]["values"])))
    assert (counted, tried, len(rows) <= 40) == (pytest.approx(1), pytest.approx(1), True)
    assert all(other < 1.01 for other in others)


def test_a_page_without_a_kernel_folds_one_run_with_the_result() -> None:
    """The run comes from the seed; the figure itself has run nothing, and does not mention the run."""
    for kind, n in ((p10.figures.BellCurve, 100), (p10.figures.RunningMean, 1_000)):
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
