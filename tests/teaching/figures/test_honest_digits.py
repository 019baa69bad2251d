"""No figure writes a simulated share or mean with more digits than its standard error supports, or rounds a count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import floor, isfinite, log10
from typing import Any, NamedTuple

import pytest

import phase10_widgets as p10
from phase10_widgets.languages.number_text import number, percent
from phase10_widgets.odds.estimate import share, z_score
from phase10_widgets.teaching.figures.shared.figure import MANY, Figure
from phase10_widgets.teaching.figures.shared.ladder_chain import MEASURED
from tests.faults import no_faults
from tests.teaching.figures.browser import part, within
from tests.teaching.figures.test_every_figure import REPEATED

PERCENT = re.compile(r"(\d+(?:\.\d+)?)%")
COUNTED = re.compile(
    r"won \d+ of \d+ games: [\d.]+%\. The interval from [\d.]+% to [\d.]+%"
    r"|hands? dealt, [\d,]+ with [^:]+: [\d.]+%"
    r"|Hits so far: [\d,]+ of [\d,]+, a share of [\d.]+%"
)
"""A share next to its own count describes these trials exactly, and the interval depends on them."""
ENDS = re.compile(r"A plausible range for the true proportion is [\d.]+% to [\d.]+%")
COMPUTED = {"true value plus or minus two standard errors", "interval"}
"""The columns with computed ends: the first from the true value, the second exactly, to show which intervals miss."""


class Case(NamedTuple):
    """A figure, the name of its button, and the independent results in each of its trials."""

    figure: type[Figure]
    button: str
    results: int = 1
    chosen: tuple[tuple[str, Any], ...] = ()


RESULTS: dict[type[Figure], int] = {p10.figures.SecondSeason: 12 * 20}
"""The independent results in a trial of each figure that has several."""
CASES = [
    *(Case(kind, kind.ACT, RESULTS.get(kind, 1)) for kind in REPEATED),
    Case(p10.figures.PhaseLadder, "play", chosen=(("chances", "dealt"),)),
    Case(p10.figures.RunningMean, "deal", chosen=(("series", 5),)),
]
DRAWN = [
    case
    for case in CASES
    if case.figure not in (p10.figures.Intervals, p10.figures.RunningMean, p10.figures.TwoFutures)
]
"""The figures with a bar for the trials; the others draw the trials as a line and list them in a table."""


def played(case: Case, trials: int) -> Figure:
    figure = case.figure(**dict(case.chosen)).reveal()
    deeds = [deed for part in figure.view["parts"] if part["kind"] == "controls" for deed in part["deeds"]]
    offered = {deed["value"] for deed in deeds if deed["name"] == case.button}
    at_once = next(n for n in (10_000, 1_000, 100, 1) if not trials % n and n in offered)
    for _ in range(trials // at_once):
        figure.do(case.button, at_once)
    return figure


def estimates(view: Any) -> Iterator[dict[str, Any]]:
    """Yield the drawn values that have an interval."""
    for each in within(view):
        if isinstance(each, dict) and {"value", "written", "low", "high"} <= each.keys() and "field" not in each:
            yield each


def texts(view: Any) -> Iterator[str]:
    """Yield all texts, except those in computed columns."""
    if isinstance(view, str):
        yield view
    elif isinstance(view, dict):
        left_out = {at for at, name in enumerate(view.get("head") or []) if name in COMPUTED}
        for name, value in view.items():
            if name == "table" and left_out:
                yield from texts([[cell for at, cell in enumerate(row) if at not in left_out] for row in value])
            elif name != "asked":
                yield from texts(value)
    elif isinstance(view, list | tuple):
        for each in view:
            yield from texts(each)


def percents(view: Any) -> set[str]:
    return {found for written in texts(view) for found in PERCENT.findall(COUNTED.sub("", written))}


def too_fine(written: str, trials: int) -> bool:
    """Return True if a share of this many trials does not support these digits, not even as the end of an interval."""
    value = Fraction(written) / 100
    error = share(round(value * trials), trials).error
    return bool(value % Fraction(10) ** floor(log10(error)))


@pytest.mark.slow
def test_a_drawn_estimate_is_written_with_its_digits() -> None:
    with no_faults() as faults:
        for trials, case in product((13, 100, 10_000), DRAWN):
            with faults.of((trials, case)):
                figure = played(case, trials)
                if case.figure is p10.figures.DealSimulator:
                    figure.do("compute")
                found = list(estimates(figure.view))
                assert found, "the figure shows the trials"
                for each in found:
                    error = (each["high"] - each["low"]) / (2 * z_score(0.95))
                    if not error or not isfinite(error):
                        continue
                    written, unit = each["written"].replace(",", ""), 100 if each["written"].endswith("%") else 1
                    if " of " in written:
                        hits, n = map(int, written.split(" of "))
                        assert n < MANY, each
                        assert hits / n == pytest.approx(each["value"]), each
                        continue
                    exact = case.figure is p10.figures.ScoreHistogram and unit == 1 and trials < MANY
                    place = -2 if exact else floor(log10(error * unit))
                    shown = Fraction(written.removesuffix("%"))
                    assert not shown % Fraction(10) ** place, each
                    assert abs(float(shown) - each["value"] * unit) <= 10.0**place * (0.5 + 1e-6), each


@pytest.mark.slow
def test_a_percentage_from_trials_has_no_extra_digits() -> None:
    """Everything that changed comes from the trials. No part of the trials supports more digits than all of them do."""
    with no_faults() as faults:
        for trials, case in product((13, 100, 10_000), CASES):
            with faults.of((trials, case)):
                exact = percents(case.figure(**dict(case.chosen)).reveal().view)
                found = percents(played(case, trials).view) - exact
                results = trials * case.results * dict(case.chosen).get("series", 1)
                assert not [each for each in found if too_fine(each, results)], "digits that the trials do not support"


@pytest.mark.slow
def test_few_deals_are_written_as_counts_and_their_mean_is_not_rounded() -> None:
    with no_faults() as faults:
        for deals, kind in product(
            (1, 3, 7, 8), [p10.figures.DealSimulator, p10.figures.RunningMean, p10.figures.ScoreHistogram]
        ):
            with faults.of((deals, kind)):
                figure = kind().reveal()
                exact = percents(figure.view)
                for _ in range(deals):
                    figure.do("deal", 1)
                written = " ".join(ENDS.sub("", each) for each in texts(figure.view))
                assert f" of {deals}" in written
                found = set(PERCENT.findall(written)) - exact
                shares = {percent(Fraction(hits, n)) for n in range(1, deals + 1) for hits in range(n + 1)}
                assert found <= {each.removesuffix("%") for each in shares}, "a share that no count gives"
    histogram = p10.figures.ScoreHistogram(seed=1).reveal()
    for _ in range(3):
        histogram.do("deal", 1)
    mean = Fraction(sum(histogram.costs.elements()), 3)
    assert f"3 hands cost {number(mean)} points on average." in set(texts(histogram.view))


def test_hands_dealt_at_random_are_written_with_their_digits() -> None:
    for seed in range(1, 4):
        exact = percents(p10.figures.ChanceTree().reveal().view)
        figure = p10.figures.ChanceTree(by_chance=True, seed=seed).reveal()
        assert not {written for written in percents(figure.view) - exact if too_fine(written, 1_000)}


def test_measured_chances_are_written_with_the_digits_that_the_games_support() -> None:
    """The chance at a phase rests on some 500 to 3,300 rounds; values derived from it are not more precise."""
    figure = p10.figures.PhaseLadder().reveal()
    for rung, (_, rounds) in zip(part(figure, "ladder")["rungs"], MEASURED, strict=True):
        assert not too_fine(rung["written"].rpartition(" ")[2].removesuffix("%"), rounds)
    written = [row["values"][0]["written"] for row in part(figure, "bars")["rows"]]
    assert all(len(each.removesuffix("%").replace(".", "").lstrip("0")) <= 2 for each in written), written


def test_means_medians_and_deviations_are_rounded() -> None:
    """One league of 12 players estimates its standard deviation to about a fifth."""
    for seed in range(1, 6):
        season = p10.figures.SecondSeason(picture="spread", seed=seed).reveal()
        season.do("play", 1)
        spread = season.view["parts"][-2]["rows"]
        assert all(float(row["cells"][2]) % 1 == 0 for row in spread), "12 seasons support whole points"
        stakes = p10.figures.Stakes(picture="middle", seed=seed).reveal()
        stakes.do("play", 100)
        written = next(row["cells"][2] for row in part(stakes, "table")["rows"] if row["key"] == "median")
        low, high = (float(stakes._ranked(rank)) for rank in (45, 55))
        median = float(written.replace(",", ""))
        assert low == high or median % 10 ** floor(log10(high - low)) == pytest.approx(0), written
