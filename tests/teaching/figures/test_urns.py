"""The urns: both distributions, and the double counting in "times 12"."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from phase10_widgets import odds
from phase10_widgets.odds.simulation.deals import at_least
from phase10_widgets.teaching.figures.urns import NUMBERS
from phase10_widgets.teaching.figures.widgets import Urns


def counted_twice(figure: Urns) -> list[list[str]]:
    if not figure._computed:
        figure.do("compute")
    table = figure.view["parts"][-1]
    assert table["kind"] == "table"
    return [row["cells"] for row in table["rows"]]


def test_a_column_that_adds_up_has_hundredths_of_a_percent() -> None:
    one, two, three, together = counted_twice(Urns().reveal())
    assert (one, two) == (["1", "27.19%", "27.19%"], ["2", "1.64%", "3.29%"])
    assert (three, together) == (["3", "0.01%", "0.03%"], ["together", "28.84%", "30.50%"])
    figure = Urns(drawn=12, language="de").reveal()
    assert 0 < figure.triples[4] < Fraction(1, 20_000), "it would be rounded to 0.00%"
    assert counted_twice(figure)[3][:2] == ["4", f"weniger als {figure.words.number('0.01%')}"]


def test_the_counts_agree_with_the_odds() -> None:
    for drawn, wanted in ((10, 3), (13, 3), (20, 2), (5, 1), (9, 4)):
        figure = Urns(drawn=drawn, at_least=wanted).reveal()
        question = odds.question("same number", edition="classic", cards=drawn, at_least=wanted)
        assert 1 - figure.triples[0] == question.exact()
        assert figure._enough(figure.kept) == at_least(wanted, 8, 108, drawn)
        assert sum(k * chance for k, chance in enumerate(figure.triples)) == NUMBERS * figure._enough(figure.kept)


def test_both_are_distributions_with_one_mean() -> None:
    rows: list[Any] = [{}, {"size": 24, "marked": 24, "drawn": 20}, {"marked": 1, "at_least": 8}]
    for chosen in rows:
        figure = Urns(**chosen).reveal()
        figure.do("compute")
        for chances in (figure.kept, figure.put_back):
            assert sum(chances) == 1
            mean = sum(k * chance for k, chance in enumerate(chances))
            assert mean == Fraction(figure.drawn * figure.marked, figure.size)
        (measures,) = [part for part in figure.view["parts"] if part["kind"] == "table" and "variance" in part["head"]]
        for row, chances in zip(measures["rows"], (figure.kept, figure.put_back), strict=True):
            mean = sum(k * chance for k, chance in enumerate(chances))
            variance = sum((k - mean) ** 2 * chance for k, chance in enumerate(chances))
            assert row["cells"][1:] == [figure._number(mean), figure._number(variance)]


def test_a_pile_too_small_for_twelve_numbers_says_so() -> None:
    figure = Urns(size=95).reveal()
    figure.do("compute")
    assert figure.triples == []
    assert figure.view["parts"][-1]["text"] == "A pile of 95 cards is too small for 12 numbers with 8 cards each."
