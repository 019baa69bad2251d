"""Scripts and styles are sent and saved once, however many widgets need them."""

from __future__ import annotations

import json
import sys
from collections import Counter
from types import SimpleNamespace
from typing import Any

import ipywidgets
import nbclient
import nbformat
import pytest
from ipywidgets.embed import dependency_state

import phase10_widgets as p10
from phase10_widgets.ui.notebook import built_file
from phase10_widgets.ui.notebook.built_file import STATIC, SharedFile

ADDRESS = "http://127.0.0.1:9/live"
STATE = "application/vnd.jupyter.widget-state+json"
WIDGETS = """
import phase10_widgets as p10
from IPython.display import display
learner = p10.Learner(3)
display(*(p10.figures.DealSimulator() for _ in range(10)), learner.ask("at-least-one"), learner)
display(*(p10.Table("classic", ["You", "greedy"], seed=seed) for seed in range(3)))
"""


def model(name: str) -> SharedFile:
    (found,) = (each for each in built_file._MODELS.values() if each.model_id == name)
    return found


def test_widgets_of_a_kind_name_the_same_models() -> None:
    figures = [p10.figures.DealSimulator(), p10.figures.Urns(), p10.Learner(3).ask("at-least-one")]
    states = [widget.get_state() for widget in figures]
    assert {state["_esm"] for state in states} == {(STATIC / "borrow.js").read_text("utf-8")}
    assert {state["_css"] for state in states} == {""}
    assert len({json.dumps(state["_built"]) for state in states}) == 1
    for part, name in (("script", "lesson.js"), ("style", "lesson.css")):
        found = model(states[0]["_built"][part])
        assert (found.name, found.text) == (name, (STATIC / name).read_text("utf-8"))
    assert p10.Table(seed=1).get_state()["_built"] != states[0]["_built"]


@pytest.mark.slow
def test_a_notebook_with_many_saved_widgets_has_each_script_once() -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(WIDGETS)])  # type: ignore[no-untyped-call]
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    saved = notebook.metadata.widgets[STATE].state
    texts = Counter(value for model in saved.values() for value in model["state"].values() if isinstance(value, str))
    files = {path.name: path.read_text("utf-8") for path in STATIC.glob("*.[jc]s*")}
    assert {name: n for name in files if (n := texts[files[name]])} == {
        **dict.fromkeys(("lesson.js", "lesson.css", "table.js", "table.css"), 1),
        "borrow.js": 15,
    }
    named = [model["state"]["_built"] for model in saved.values() if "_built" in model["state"]]
    assert len(named) == 15
    assert {name for each in named for name in each.values()} <= set(saved), "a page without a kernel finds them"
    size, scripts = len(json.dumps(saved)), sum(len(files[name]) for name in ("lesson.js", "table.js"))
    assert size < 2 * scripts


def test_a_browser_changes_no_script() -> None:
    table = p10.Table(seed=1)
    script = model(table.get_state()["_built"]["script"])
    sent: list[Any] = []
    script._send = lambda message, buffers=None: sent.append(message)
    for data in ({"method": "update", "state": {"text": "alert(1)"}}, {"method": "request_state"}, {}):
        script._handle_msg({"content": {"data": data}})
    assert [message["state"]["text"] for message in sent] == [(STATIC / "table.js").read_text("utf-8")] * 3


def test_a_closed_model_is_created_again() -> None:
    """``Widget.close_all`` also closes the shared models."""
    first = p10.Table(seed=1).get_state()["_built"]["script"]
    model(first).close()
    second = p10.Table(seed=1).get_state()["_built"]["script"]
    assert second != first
    assert model(second).comm is not None


def test_in_marimo_each_widget_brings_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Marimo takes the script out of a widget's state, and saves no state."""
    monkeypatch.setitem(sys.modules, "marimo", SimpleNamespace(running_in_notebook=lambda: True))
    table = p10.Table(seed=1)
    state = table.get_state()
    assert state["_built"] == {}
    assert (state["_esm"], state["_css"]) == (table._esm, table._css)
    assert len(state["_esm"]) > 50_000


def test_following_references_finds_the_scripts() -> None:
    """`dependency_state` looks at the values of traits for other widgets."""
    for drop_defaults in (True, False):
        figure = p10.figures.DealSimulator()
        figures = [
            figure,
            p10.Table(seed=1),
            ipywidgets.HBox([p10.figures.DealOdds()]),
            p10.App(),
            p10.Seat(ADDRESS, "BDFGHJ"),
        ]
        for widget in figures:
            saved = dependency_state([widget], drop_defaults=drop_defaults)
            named = [each["state"]["_built"] for each in saved.values() if "_built" in each["state"]]
            assert named
            assert {name for each in named for name in each.values()} <= set(saved)
        two = dependency_state([figure, p10.figures.Urns()])
        assert len(two) == 2 * 2 + 2, "two figures with their layouts share two files"


def test_a_saved_widget_names_values_without_defaults_in_the_browser() -> None:
    """anywidget's model in the browser knows its view only from the state."""
    table = p10.Table(seed=1)
    state = dependency_state([table], drop_defaults=True)[table.model_id]["state"]
    assert (state["_view_name"], state["_view_module"]) == ("AnyView", "anywidget")
