"""The page "In pandas", and the worked analyses: their form, their answers, and the tool that computes them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from devtools.generate import analyses
from tests.repo.pages import ANALYSES, NO_PANDAS, cells, every, source, tags
from tests.repo.test_docs import examples, run_examples

CHECKED = "nbval-check-output"
MOST_LINES = 12
INTERVAL = re.compile(r"\(([+-]?\d[\d.]*)%? to ([+-]?\d[\d.]*)%?\)")

needs_pandas = pytest.mark.skipif(NO_PANDAS, reason="the extra analysis is not installed")


def test_there_are_ten_of_them() -> None:
    assert [int(path.stem[:2]) for path in ANALYSES] == [*analyses.LARGE] == [*range(1, 11)]


def its_first_cell_says_how_much_is_played_and_with_which_seed(path: Path) -> None:
    found = cells(path, "code")
    assert tags(found[0]) == ["parameters"]
    assert re.search(r'^GAMES = int\(os\.environ\.get\("PHASE10_GAMES", "\d+"\)\)  # \w', source(found[0]), re.M)
    assert re.search(r"^SEED = 1$", source(found[0]), re.M)
    assert "SEED" in " ".join(map(source, found[1:])), "the seed is used"


def it_was_run_and_its_outputs_are_compared(path: Path) -> None:
    """Without errors, widgets and warnings; its plot is kept as a picture."""
    found = cells(path, "code")
    compared = [cell for cell in found if CHECKED in tags(cell)]
    assert [cell["execution_count"] for cell in found] == list(range(1, len(found) + 1))
    assert len(compared) >= 3
    assert all(cell["outputs"] for cell in compared), "nothing is compared with nothing"
    outputs = [output for cell in found for output in cell["outputs"]]
    assert not [one for one in outputs if one["output_type"] == "error" or one.get("name") == "stderr"]
    assert [one for one in outputs if "image/png" in one.get("data", {})]
    assert max(len(source(cell).splitlines()) for cell in found) <= MOST_LINES


def it_ends_with_an_answer_and_its_interval(path: Path) -> None:
    *_, last = cells(path, "code")
    assert [cell for cell in cells(path, "code") if "answer" in tags(cell)] == [last]
    (output,) = last["outputs"]
    assert INTERVAL.search("".join(output["text"]))


def test_each_was_run_and_ends_with_an_answer() -> None:
    every(
        ANALYSES,
        its_first_cell_says_how_much_is_played_and_with_which_seed,
        it_was_run_and_its_outputs_are_compared,
        it_ends_with_an_answer_and_its_interval,
    )


def test_the_page_has_an_answer_for_each_with_narrow_intervals() -> None:
    """Those in the notebooks come from few games; those on the page from many."""
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
    """A tool sets the number, and gets the answer that the last cell prints."""
    for name in ("PHASE10_GAMES", "MPLBACKEND"):
        monkeypatch.setenv(name, os.environ.get(name, ""))  # and is as before afterward
    few, many = (analyses.answer(10, games) for games in (100, 400))
    assert "phase 10 lacks" in few
    assert few != many


@needs_pandas
@pytest.mark.slow
def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    assert all(example.why is None for example in examples(analyses.PAGE))
    run_examples(analyses.PAGE)
    assert {path.name for path in tmp_path.iterdir()} == {"games.csv", "odds.json", "odds.png", "seats.parquet"}
