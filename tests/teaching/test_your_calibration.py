"""The learner's calibration curve: the right numbers, a guess first, a verdict only where luck cannot explain them."""

from __future__ import annotations

import re
from itertools import product
from math import comb, prod

import pytest

from phase10_widgets import Learner
from phase10_widgets.teaching import Prediction, Progress
from phase10_widgets.teaching.learner.widgets import YourCalibration
from phase10_widgets.teaching.progress.predictions import CLEAR, FEWEST, TAIL, honest_hits
from tests.teaching.figures.browser import words as told
from tests.ui.page import Page, notebook_html


def made(*series: tuple[float, int, int], waiting: int = 0) -> Progress:
    """Return the progress of someone with series of predictions: the confidence, their number, and the hits."""
    progress = Progress(seed=1)
    for at, (sure, n, hits) in enumerate(series):
        for each in range(n):
            progress.predict(f"{at}/{each}", "1/2", sure)
            progress.reveal(f"{at}/{each}", each < hits)
    for each in range(waiting):
        progress.predict(f"waiting/{each}", "1/2", 0.5)
    return progress


def card(*series: tuple[float, int, int], waiting: int = 0, language: str = "en") -> YourCalibration:
    return Learner(3, progress=made(*series, waiting=waiting), language=language).calibration()


def kinds(figure: YourCalibration) -> list[str]:
    return [part["kind"] for part in figure.view["parts"]]


def test_hits_are_counted_as_for_every_possible_series() -> None:
    sure = [0.9, 0.8, 0.8, 0.7, 0.6, 0.5, 0.95, 0.3]
    found = honest_hits([Prediction("1/2", one, True) for one in sure])
    chances = [0.0] * (len(sure) + 1)
    for series in product((True, False), repeat=len(sure)):
        chances[sum(series)] += prod(one if hit else 1 - one for one, hit in zip(sure, series, strict=True))
    assert found.expected == pytest.approx(sum(sure))
    assert sum(chances[: found.too_few + 1]) <= TAIL < sum(chances[: found.too_few + 2])
    assert sum(chances[found.too_many :]) <= TAIL < sum(chances[found.too_many - 1 :])


def test_without_predictions_it_says_how_to_get_some() -> None:
    figure = card()
    assert kinds(figure) == ["text"]
    assert "You have no predictions yet" in told(figure)
    assert "Make some, in any lesson, and come back." in told(figure)
    assert "1 more prediction does not count yet" in told(card(waiting=1))


def test_a_guess_comes_first() -> None:
    progress = made((0.9, 10, 6), (0.6, 5, 3), waiting=2)
    figure = Learner(3, progress=progress).calibration()
    found = honest_hits(progress.predictions.values())
    assert (found.n, found.hits, round(found.expected, 6)) == (15, 9, 12), "without an answer it does not count"
    assert Learner(progress=progress).calibration().hits == 9, "other lessons' predictions do"
    assert kinds(figure) == ["guess", "text", "text"]
    assert "You made 15 predictions" in figure.view["parts"][0]["prompt"]
    assert "On average, you were 80% sure." in told(figure)
    assert "2 more predictions do not count yet" in told(figure)
    assert "60%" not in str(figure.view["parts"])
    figure.do("guess", 80)
    assert "You guessed 80%. It is 60%. Your guess: 20 percentage points too high." in told(figure)
    assert "Predictions that came true: 9 of 15, or 60%, with a 95% confidence interval from" in told(figure)


def test_a_share_of_hits_is_the_same_number_everywhere() -> None:
    """23 of 40 are 57.5%: no place says 57%, and none has a digit that 40 predictions do not support."""
    figure = card((0.9, 40, 23)).reveal()
    shown = str(figure.view)
    assert "23 of 40, or about 58%, with" in shown
    assert "and about 58% came true." in shown
    assert "Always saying about 58%, your own share of hits" in shown
    assert "57%" not in shown
    assert "57.5%" not in shown
    for n, hits in ((3, 2), (7, 3), (12, 7), (13, 9), (39, 23)):
        learner = Learner(3, progress=made((0.75, n, hits)))
        figure = learner.calibration()
        figure.do("guess", 50)
        for shown in (str(figure.view), str(learner.overview().view["calibration"])):
            assert f"about {100 * hits / n:.0f}%" in shown
            assert not re.findall(r"\d\.\d+%", shown)


def test_fewer_than_ten_are_not_judged() -> None:
    figure = card((0.9, FEWEST - 1, 1)).reveal()
    assert "There are too few answers to tell" in told(figure)
    assert "Make 1 more prediction first" in told(figure)
    assert "overconfident" not in told(figure)
    assert "lines" in kinds(figure), "the curve is shown, without a verdict"
    assert "Make 9 more predictions first" in told(card((0.9, 1, 1)).reveal())


def test_ten_or_more_are_judged() -> None:
    for hits, words, marked in [
        (12, "you are overconfident", 0),
        (14, "you are probably overconfident", 0),
        (15, "Luck alone could explain", None),
        (18, "Luck alone could explain", None),
    ]:
        figure = card((0.9, 20, hits)).reveal()
        assert words in told(figure)
        assert "18 of 20 come true on average" in told(figure)
        (limits,) = [part for part in figure.view["parts"] if part["kind"] == "table"]
        over, nothing, under = (row["cells"] for row in limits["rows"])
        assert (over, nothing) == (["probably overconfident", "0 to 14"], ["nothing is shown", "15 to 20"])
        assert under == ["probably underconfident", "\N{EN DASH}"], "nobody who says 90% can be after 20 predictions"
        assert [at for at, row in enumerate(limits["rows"]) if row["tone"] == "strong"] == [marked] * (
            marked is not None
        )


@pytest.mark.slow
def test_a_verdict_is_as_sure_as_its_chance_is_small() -> None:
    """Luck brings a "probably" in at most 1 of 40 series on either side, and a plain verdict in 1 of 1,000."""
    for n, sure in ((1, 1.0), (3, 0.0), (1, 0.75), (20, 0.9), (40, 0.75), (200, 0.6)):
        for hits in range(n + 1):
            found = honest_hits([Prediction("1/2", sure, at < hits) for at in range(n)])
            few = sum(comb(n, k) * sure**k * (1 - sure) ** (n - k) for k in range(hits + 1))
            many = sum(comb(n, k) * sure**k * (1 - sure) ** (n - k) for k in range(hits, n + 1))
            assert found.overconfident == (few <= TAIL)
            assert found.underconfident == (many <= TAIL)
            assert found.clear == (min(few, many) <= CLEAR)
            said = " ".join(map(str, found.verdict))
            assert ("probably" in said) == (CLEAR < min(few, many) <= TAIL)


def test_the_curve_has_intervals() -> None:
    figure = card((0.9, 10, 6), (0.5, 8, 4)).reveal()
    (curve,) = [part for part in figure.view["parts"] if part["kind"] == "lines"]
    assert curve["lines"][1]["points"] == [(0.5, 0.5), (pytest.approx(0.9), 0.6)]
    assert len(curve["band"]) == 2
    assert curve["x"]["unit"] == curve["y"]["unit"] == "percent"
    assert curve["head"][-1] == "95% interval"
    assert curve["table"][1] == ["90%", "60%", "10", "30% to 90%"]


def test_the_score_is_compared_with_that_of_the_base_rate() -> None:
    figure = card((0.9, 10, 6)).reveal()
    score = (
        "Your Brier score is 0.33; 0 is perfect. Always saying 60%, your own share of hits, would give 0.24; always "
    )
    assert f"{score}saying 50% would give 0.25." in told(figure)
    assert "0,33" in told(card((0.9, 10, 6), language="de").reveal())
    before, folded, after = notebook_html(card((0.9, 10, 6))).partition("<details><summary>Guess first.")
    assert folded
    assert "Your calibration curve" in before
    assert "Brier" not in before
    assert "Brier" in after


def test_it_follows_the_learner() -> None:
    learner = Learner(3, progress=Progress(seed=1))
    figure, question = learner.calibration(), learner.ask("at-least-one")
    page = Page(question)
    page.tell("predict", guess="55%", confidence=0.8)
    assert "1 more prediction does not count yet" in told(figure)
    page.tell("solve")
    assert "You made 1 prediction" in figure.view["parts"][0]["prompt"]
