"""Voilà's templates are compiled once per server, not once per page."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("voila", reason="the extra app is not installed")

from jinja2 import DictLoader, Environment
from voila import notebook_renderer
from voila.exporter import VoilaExporter

from phase10_widgets.apps.serve import templates


def test_a_template_is_compiled_once_and_again_when_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_voila_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook_renderer, "VoilaExporter", VoilaExporter)
    templates.compile_once()
    assert notebook_renderer.VoilaExporter is templates.Exporter
    exporter: Any = templates.Exporter()
    assert exporter.environment.bytecode_cache is templates.COMPILED
    assert exporter.environment.get_template("index.html.j2") is not None
