"""The settings in ``voila.json``."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("voila", reason="the extra voila is not installed")

import nbformat
from traitlets.config import Config
from voila.execute import VoilaExecutor

from phase10_widgets.server import notebooks

LATE = """
import sys, time
sys.stdout.flush_timeout = sys.stderr.flush_timeout = 0
get_ipython().kernel.iopub_thread.schedule(lambda: time.sleep(5))
display("late")
"""
"""A cell that answers at once but prints five seconds later, as on an overloaded machine."""


@pytest.mark.slow
def test_late_outputs_are_on_the_page() -> None:
    settings = Config(json.loads((notebooks.NOTEBOOKS / notebooks.SETTINGS).read_text("utf-8")))
    cell = nbformat.v4.new_code_cell(LATE)  # type: ignore[no-untyped-call]
    notebook = nbformat.v4.new_notebook(cells=[cell])  # type: ignore[no-untyped-call]
    VoilaExecutor(notebook, config=settings).execute(notebook, {})
    assert [output.data["text/plain"] for output in notebook.cells[0].outputs] == ["'late'"]
