"""The settings in ``voila.json`` for running a page's cells."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]

LATE = """
import sys, time
sys.stdout.flush_timeout = sys.stderr.flush_timeout = 0
get_ipython().kernel.iopub_thread.schedule(lambda: time.sleep(5))
display("late")
"""
"""A cell that answers at once but prints five seconds later, as on an overloaded machine."""


@pytest.mark.slow
def test_what_comes_late_is_on_the_page_nevertheless() -> None:
    pytest.importorskip("voila", reason="the extra app is not installed")
    from traitlets.config import Config
    from voila.execute import VoilaExecutor

    settings = Config(json.loads((ROOT / "voila.json").read_text("utf-8")))
    cell = nbformat.v4.new_code_cell(LATE)  # type: ignore[no-untyped-call]
    notebook = nbformat.v4.new_notebook(cells=[cell])  # type: ignore[no-untyped-call]
    VoilaExecutor(notebook, config=settings).execute(notebook, {})
    assert [output.data["text/plain"] for output in notebook.cells[0].outputs] == ["'late'"]
