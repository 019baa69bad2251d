"""Voilà's templates are compiled once; and its settings in ``voila.json``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("voila", reason="the extra app is not installed")

import nbformat
from jinja2 import DictLoader, Environment
from traitlets.config import Config
from voila import notebook_renderer
from voila.execute import VoilaExecutor
from voila.exporter import VoilaExporter

from phase10_widgets.apps.serve import templates


def test_a_template_is_compiled_once_and_voila_uses_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled: list[Any] = []
    compile_now: Any = Environment.compile

    def compile_noted(*args: Any, **settings: Any) -> Any:
        compiled.append(args)
        return compile_now(*args, **settings)

    monkeypatch.setattr(Environment, "compile", compile_noted)
    kept = templates.CompiledTemplates()

    def render(text: str) -> str:
        environment = Environment(loader=DictLoader({"page": text}), bytecode_cache=kept, autoescape=True)
        return environment.get_template("page").render(name="Ana")

    assert [render("Hello, {{ name }}.") for _ in range(3)] == ["Hello, Ana."] * 3
    assert render("Bye, {{ name }}.") == "Bye, Ana."
    assert len(compiled) == 2
    monkeypatch.setattr(notebook_renderer, "VoilaExporter", VoilaExporter)
    templates.compile_once()
    assert notebook_renderer.VoilaExporter is templates.Exporter
    exporter: Any = templates.Exporter()
    assert exporter.environment.bytecode_cache is templates.COMPILED
    assert exporter.environment.get_template("index.html.j2") is not None


LATE = """
import sys, time
sys.stdout.flush_timeout = sys.stderr.flush_timeout = 0
get_ipython().kernel.iopub_thread.schedule(lambda: time.sleep(5))
display("late")
"""
"""A cell that answers at once but prints five seconds later, as on an overloaded machine."""


@pytest.mark.slow
def test_what_comes_late_is_on_the_page_nevertheless() -> None:
    settings = Config(json.loads((Path(__file__).parents[2] / "voila.json").read_text("utf-8")))
    cell = nbformat.v4.new_code_cell(LATE)  # type: ignore[no-untyped-call]
    notebook = nbformat.v4.new_notebook(cells=[cell])  # type: ignore[no-untyped-call]
    VoilaExecutor(notebook, config=settings).execute(notebook, {})
    assert [output.data["text/plain"] for output in notebook.cells[0].outputs] == ["'late'"]
