"""A notebook as a page without a kernel: nbconvert with and without execution, boxes and the app."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

nbformat: Any = pytest.importorskip("nbformat", reason="the extra lab is not installed")
nbconvert: Any = pytest.importorskip("nbconvert", reason="the extra lab is not installed")

CELLS = (
    "from ipywidgets import HBox, IntSlider, VBox\nimport phase10_widgets as p10",
    'table = p10.Table("classic", ["You", "greedy"], seed=7, pace=0)\ntable',
    'HBox([p10.Table("classic", ["You", "greedy"], seed=7, pace=0), IntSlider()])',
    "VBox([HBox([p10.figures.OddsTable(editions=['classic'])])])",
    "p10.App()",
    "p10.Coach()",
    "p10.odds.deal('classic', 1)",
)


@pytest.mark.slow
def test_nbconvert_shows_every_widget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Executed without stored widget states, each cell is plain HTML; a page made from that notebook is the same."""
    exporter, execute = nbconvert.HTMLExporter(), nbconvert.preprocessors.ExecutePreprocessor
    monkeypatch.setenv("PHASE10_DATA", str(tmp_path))
    book = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, CELLS)))
    plain, _ = exporter.from_notebook_node(book)
    assert "p10.App()" in re.sub("<[^>]+>", "", plain), "without execution, the code is shown"
    execute(timeout=120, store_widget_state=False).preprocess(book)
    for cell in book.cells[1:]:
        ((output,)) = cell.outputs
        assert {"text/plain", "text/html"} <= {*output.data}, cell.source
        assert "object at 0x" not in output.data["text/plain"], cell.source
    table, box, odds, app = (cell.outputs[0].data["text/html"] for cell in book.cells[1:5])
    assert box == table, "the box shows the same table, without the slider"
    assert "18.3%" in odds or "18.28%" in odds or "1 in" in odds
    assert "Phase 10" in app
    page, _ = exporter.from_notebook_node(book)
    assert page.count("Run the cell to play on.") >= 2
    assert "widget-view+json" not in page
