"""The notebooks in the package run from top to bottom and are committed without state."""

from __future__ import annotations

import json
from pathlib import Path

import nbclient
import nbformat
import pytest

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_it_runs(path: Path) -> None:
    """Every code cell runs without an error, and every cell that ends with a value shows it."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert cells
    for cell in cells:
        shown = [output.get("data", {}) for output in cell.outputs]
        assert any("text/plain" in data for data in shown), cell.source


def test_a_table_is_readable_without_a_kernel() -> None:
    """A table's output contains a static page without scripts, for readers without a kernel."""
    notebook = nbformat.read(FOLDER / "gallery.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    notebook.cells = [cell for cell in notebook.cells if cell.id == "classic"]
    nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    (output,) = notebook.cells[0].outputs
    assert "Your hand" in output.data["text/html"]
    assert "<script" not in output.data["text/html"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_it_is_committed_without_outputs_and_widget_state(path: Path) -> None:
    content = json.loads(path.read_text("utf-8"))
    assert "widgets" not in content["metadata"]
    assert [cell["id"] for cell in content["cells"] if cell.get("outputs")] == []
