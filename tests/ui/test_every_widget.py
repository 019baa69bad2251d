"""The requirements on every widget: plain HTML, no object address in its name, and the settings of any ipywidget."""

from __future__ import annotations

import gc
import re
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import ipywidgets
import pytest

import phase10_widgets as p10
from tests.every_widget import makers
from tests.faults import no_faults
from tests.ui.page import bundle, notebook_html

MAKERS = makers()
PUBLIC = sorted(
    name
    for module in (p10, p10.figures)
    for name in module.__all__
    if isinstance(found := getattr(module, name), type) and issubclass(found, ipywidgets.Widget) and name != "Classroom"
)
"""The widget classes, except the classroom, which starts a server and shows the same page as a seat."""
LAYOUT = {"width": "50%"}


@pytest.fixture(scope="module")
def every() -> Iterator[dict[str, Any]]:
    """Yield one widget of each class, by name."""
    found = {name: make() for name, make in MAKERS.items()}
    yield found
    for widget in found.values():
        widget.close()


def strings(value: object) -> Iterator[str]:
    """Yield every string in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inside in value.items():
            yield key
            yield from strings(inside)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from strings(inside)


@pytest.mark.slow
def test_each_has_readable_html_and_no_address(every: dict[str, Any]) -> None:
    for name, widget in every.items():
        shown = bundle(widget)
        assert type(shown["text/html"]) is str, name
        assert "<" in shown["text/html"], name
        assert repr(widget)[:100] == shown["text/plain"][:100], name
        for text in (shown["text/plain"], shown["text/html"], repr(widget)):
            assert not re.search(r"0x[0-9a-f]{6}", text), name


def test_each_has_a_maker() -> None:
    missing = set(PUBLIC) - set(MAKERS)
    assert not missing, (
        "list a figure in LESSON_FIGURES in teaching/pages/page_screens.py, or a widget in tests/every_widget.py"
    )


def test_the_app_shows_its_screen_on_a_page_without_a_kernel(every: dict[str, Any]) -> None:
    html = notebook_html(every["App"])
    assert "Set up a game" in html
    assert all(name in html for name in ("Phase 10 Masters", "Run the cell"))
    app = p10.App()
    app.learn()
    assert "Your hand" in notebook_html(app)


def test_each_sends_plain_text(every: dict[str, Any]) -> None:
    """Encoders for other languages accept `str`, but no subclasses."""
    for name, widget in every.items():
        assert {type(text) for text in strings(widget.get_state())} == {str}, name


def test_each_takes_a_layout_at_creation() -> None:
    with no_faults() as faults:
        for name in PUBLIC:
            with faults.of(name):
                layout = ipywidgets.Layout(**LAYOUT)
                widget = MAKERS[name](layout=layout, tooltip="here", tabbable=True)
                assert (widget.layout, widget.tooltip, widget.tabbable) == (layout, "here", True)
                widget.close()
                assert layout.comm is not None, "the caller's layout stays open"
                other = MAKERS[name](layout=LAYOUT)
                made = other.layout
                assert made.width == "50%"
                other.close()
                assert made.comm is None


def test_an_unknown_argument_is_named() -> None:
    kinds = {**MAKERS, "Classroom": p10.Classroom}
    for name in ("App", "Replay", "Coach", "DealOdds", "DrawOdds", "OddsTable", "Seat", "Classroom"):
        with pytest.raises(TypeError, match="unexpected keyword argument 'hieght'"):
            kinds[name](hieght=400)


@pytest.mark.slow
def test_nothing_holds_a_closed_widget() -> None:
    """It is freed with its game, so that a visitor's kernel does not grow with each game."""
    parts: dict[str, list[weakref.ref[Any]]] = {}
    kinds: dict[str, Callable[[], ipywidgets.DOMWidget]] = {
        **{name: MAKERS[name] for name in ("Table", "Tournament", "DealOdds", "DrawOdds", "DealSimulator")},
        "Replay": lambda: p10.Replay(p10.Session("classic", ["random", "random"], seed=1)),
        "Coach": p10.Coach,
        "QuestionCard": lambda: p10.Learner(3).ask("table"),
    }
    for name, make in kinds.items():
        widget = make()
        parts[name] = [weakref.ref(widget), weakref.ref(widget.layout)]
        widget.close()
        del widget
    gc.collect()
    assert [name for name, refs in parts.items() if any(ref() is not None for ref in refs)] == []


@pytest.mark.slow
def test_a_game_is_freed_when_the_next_begins() -> None:
    app = p10.App(pace=0, language="en")
    seen: list[weakref.ref[Any]] = []
    for _ in range(3):
        players = [{"name": "Ana", "player": None}, {"name": "Bo", "player": "greedy"}]
        message = {"kind": "start", "v": 1, "id": f"start{len(seen)}", "edition": "classic", "players": players}
        app.children[0]._handle_custom_msg({**message, "options": {}}, [])
        seen.append(weakref.ref(app.table))
        app.set_up()
    gc.collect()
    assert [table() is None for table in seen[:-1]] == [True, True]


def test_methods_that_create_widgets_take_a_layout() -> None:
    observation = p10.Game.new("classic").observe(0)
    assert p10.figures.DrawOdds.of(observation, layout=LAYOUT).layout.width == "50%"
    assert p10.Learner(3).table(seed=1, layout=LAYOUT).layout.width == "50%"
