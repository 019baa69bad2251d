"""What every widget owes its host: plain HTML, a name without an address, and the settings of any ipywidget."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import ipywidgets
import pytest

import phase10_widgets as p10
from tests.every_widget import makers
from tests.faults import no_faults

MAKERS = makers()
PUBLIC = sorted(
    name
    for name in vars(p10)["__all__"]
    if isinstance(found := getattr(p10, name), type) and issubclass(found, ipywidgets.Widget) and name != "Classroom"
)
"""The classes of widgets; a classroom starts a server, and its page is that of a seat."""
LAYOUT = {"width": "50%"}


@pytest.fixture(scope="module")
def every() -> Iterator[dict[str, Any]]:
    """Yield one of each widget, by its name."""
    found = {name: make() for name, make in MAKERS.items()}
    yield found
    for widget in found.values():
        widget.close()


def bundle(widget: Any) -> dict[str, Any]:
    found = widget._repr_mimebundle_()
    return dict(found[0] if isinstance(found, tuple) else found)


def strings(value: object) -> Iterator[str]:
    """Yield every text in a value as JSON has it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inside in value.items():
            yield key
            yield from strings(inside)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from strings(inside)


def test_the_list_has_every_public_widget() -> None:
    assert set(PUBLIC) <= set(MAKERS)


def test_each_has_readable_html_and_no_address(every: dict[str, Any]) -> None:
    for name, widget in every.items():
        shown = bundle(widget)
        assert type(shown["text/html"]) is str, name
        assert "<" in shown["text/html"], name
        for text in (shown["text/plain"], shown["text/html"], repr(widget)):
            assert not re.search(r"0x[0-9a-f]{6}", text), name


def test_the_app_shows_a_page_without_a_kernel_its_screen(every: dict[str, Any]) -> None:
    html = bundle(every["App"])["text/html"]
    assert "Set up a game" in html
    assert all(name in html for name in ("Phase 10 Masters", "Run the cell"))
    app = p10.App()
    app.learn()
    assert "Your hand" in bundle(app)["text/html"]


def test_each_sends_plain_text(every: dict[str, Any]) -> None:
    """Encoders for other languages take a `str`, but no kind of it."""
    for name, widget in every.items():
        assert {type(text) for text in strings(widget.get_state())} == {str}, name


def test_each_takes_a_layout_when_it_is_made() -> None:
    with no_faults() as faults:
        for name in PUBLIC:
            with faults.of(name):
                layout = ipywidgets.Layout(**LAYOUT)
                widget = MAKERS[name](layout=layout, tooltip="here", tabbable=True)
                assert (widget.layout, widget.tooltip, widget.tabbable) == (layout, "here", True)
                widget.close()
                assert layout.comm is not None, "somebody else's layout stays open"
                other = MAKERS[name](layout=LAYOUT)
                made = other.layout
                assert made.width == "50%"
                other.close()
                assert made.comm is None


CLASSES: tuple[tuple[Callable[..., Any], tuple[Any, ...]], ...] = (
    (p10.App, ()),
    (p10.Replay, (p10.Session("classic", ["greedy", "greedy"], 1),)),
    (p10.Coach, ()),
    (p10.DealOdds, ()),
    (p10.DrawOdds, ()),
    (p10.OddsTable, ()),
    (p10.Classroom, ()),
    (p10.Seat, ("http://127.0.0.1:9/live", "BDFGHJ")),
)


def test_an_unknown_argument_is_named() -> None:
    for kind, given in CLASSES:
        with pytest.raises(TypeError, match="unexpected keyword argument 'hieght'"):
            kind(*given, hieght=400)


def test_methods_that_make_widgets_take_a_layout() -> None:
    observation = p10.Game.new("classic").observe(0)
    assert p10.DrawOdds.of(observation, layout=LAYOUT).layout.width == "50%"
    assert p10.Learner(3).table(seed=1, layout=LAYOUT).layout.width == "50%"
