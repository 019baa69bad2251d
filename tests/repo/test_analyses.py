"""The page "In pandas", and the worked analyses: their form, their answers, and the tool that computes them."""

from __future__ import annotations

import doctest
import json
import os
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from devtools.generate import analyses
from tests.repo.conftest import ANALYSES, NEED_PANDAS
from tests.repo.test_docs import examples

CHECKED = "nbval-check-output"
MOST_LINES = 12
INTERVAL = re.compile(r"\(([+-]?\d[\d.]*)%? to ([+-]?\d[\d.]*)%?\)")

every_notebook = pytest.mark.parametrize("path", ANALYSES, ids=[path.stem for path in ANALYSES])
needs_pandas = pytest.mark.skipif(
    any(find_spec(name) is None for name in NEED_PANDAS) and os.environ.get("CI") != "true",
    reason="the extra analysis is not installed",
)


def code_cells(path: Path) -> list[dict[str, Any]]:
    return [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def tagged(path: Path, tag: str) -> list[dict[str, Any]]:
    return [cell for cell in code_cells(path) if tag in cell["metadata"].get("tags", ())]


def test_there_are_ten_of_them() -> None:
    assert [int(path.stem[:2]) for path in ANALYSES] == [*analyses.LARGE] == [*range(1, 11)]


@every_notebook
def test_its_first_cell_says_how_much_is_played_and_with_which_seed(path: Path) -> None:
    first = code_cells(path)[0]
    assert first["metadata"]["tags"] == ["parameters"]
    assert re.search(r'^GAMES = int\(os\.environ\.get\("PHASE10_GAMES", "\d+"\)\)  # \w', source(first), re.M)
    assert re.search(r"^SEED = 1$", source(first), re.M)
    assert all("SEED" in " ".join(map(source, code_cells(path)[at:])) for at in (0, 1)), "the seed is used"


@every_notebook
def test_it_was_run_and_its_outputs_are_compared(path: Path) -> None:
    """Without errors, widgets and warnings; its plot is kept as a picture."""
    cells = code_cells(path)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert len(tagged(path, CHECKED)) >= 3
    assert all(cell["outputs"] for cell in tagged(path, CHECKED)), "nothing is compared with nothing"
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert not [one for one in outputs if one["output_type"] == "error" or one.get("name") == "stderr"]
    assert [one for one in outputs if "image/png" in one.get("data", {})]
    assert max(len(source(cell).splitlines()) for cell in cells) <= MOST_LINES


@every_notebook
def test_it_ends_with_an_answer_and_its_interval(path: Path) -> None:
    (last,) = tagged(path, "answer")
    assert last is code_cells(path)[-1] or source(last) == source(code_cells(path)[-1])
    (output,) = last["outputs"]
    assert INTERVAL.search("".join(output["text"]))


def test_the_page_has_an_answer_for_each_with_narrow_intervals() -> None:
    """Those in the notebooks come from few games; those on the page from many."""
    page = analyses.PAGE.read_text("utf-8")
    found = {int(row["number"]): row for row in analyses.ROW.finditer(page)}
    assert [*found] == [*analyses.LARGE]
    for number, row in found.items():
        text = row[0].split(" | ")[1]
        assert row[0] == analyses.row(number, text, analyses.LARGE[number])
        few = "".join(code_cells(analyses.path_of(number))[-1]["outputs"][0]["text"])
        wide, narrow = ([float(high) - float(low) for low, high in INTERVAL.findall(one)] for one in (few, text))
        assert 0 < max(narrow) < max(wide), row["title"]


def test_a_row_is_replaced_and_the_others_stay() -> None:
    page = analyses.PAGE.read_text("utf-8")
    new = analyses.row(7, "it depends (1 to 2)", 40)
    changed = analyses.with_row(page, 7, new)
    lines = [(old, now) for old, now in zip(page.splitlines(), changed.splitlines(), strict=True) if old != now]
    assert [now for _, now in lines] == [new]
    assert analyses.path_of(7).name in lines[0][0]


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
    names: dict[str, Any] = {}
    for example in examples(analyses.PAGE):
        assert example.why is None
        if example.how == "python":
            exec(compile("\n" * example.line + example.text, "pandas.md", "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(example.text, names, "pandas.md", None, example.line)
        output: list[str] = []
        result = doctest.DocTestRunner().run(test, out=output.append, clear_globs=False)
        assert result.attempted
        assert not result.failed, "".join(output)
        names = test.globs
    assert {path.name for path in tmp_path.iterdir()} == {"games.csv", "odds.json", "odds.png", "seats.parquet"}
