"""The page "In pandas", and the worked analyses: their answers, and the tool that computes them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from devtools.generate import analyses
from tests.repo.pages import NO_PANDAS, cells
from tests.repo.test_docs import examples, run_examples

INTERVAL = re.compile(r"\(([+-]?\d[\d.]*)%? to ([+-]?\d[\d.]*)%?\)")

needs_pandas = pytest.mark.skipif(NO_PANDAS, reason="the extra analysis is not installed")


def test_the_page_has_an_answer_for_each_with_narrow_intervals() -> None:
    """The answers in the notebooks come from few games; those on the page come from many."""
    page = analyses.PAGE.read_text("utf-8")
    found = {int(row["number"]): row for row in analyses.ROW.finditer(page)}
    assert [*found] == [*analyses.LARGE]
    for number, row in found.items():
        text = row[0].split(" | ")[1]
        assert row[0] == analyses.row(number, text, analyses.LARGE[number])
        few = "".join(cells(analyses.path_of(number), "code")[-1]["outputs"][0]["text"])
        wide, narrow = ([float(high) - float(low) for low, high in INTERVAL.findall(one)] for one in (few, text))
        assert 0 < max(narrow) < max(wide), row["title"]


@pytest.mark.slow
@needs_pandas
def test_more_games_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tool sets the number and reads the answer that the last cell prints."""
    for name in ("PHASE10_GAMES", "MPLBACKEND"):
        monkeypatch.setenv(name, os.environ.get(name, ""))  # restored afterward
    few, many = (analyses.answer(10, games) for games in (100, 400))
    assert "phase 10 lacks" in few
    assert few != many


@pytest.mark.rotating
@needs_pandas
@pytest.mark.slow
def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    assert all(example.why is None for example in examples(analyses.PAGE))
    run_examples(analyses.PAGE)
    assert {path.name for path in tmp_path.iterdir()} == {"odds.json", "odds.png", "seats.csv", "seats.parquet"}
