"""A closed widget is freed with its game: a visitor's kernel does not grow with each game."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any

import ipywidgets
import pytest

import phase10_widgets as p10
from phase10_widgets.widgets.setup.widget import Setup

WIDGETS: dict[str, Callable[[], ipywidgets.DOMWidget]] = {
    "table": lambda: p10.Table("classic", ["Ana", "greedy"], seed=1),
    "replay": lambda: p10.Replay(p10.Session("classic", ["random", "random"], seed=1)),
    "coach": p10.Coach,
    "tournament": lambda: p10.Tournament("classic", ["greedy", "random"]),
    "deal": lambda: p10.DealOdds("classic"),
    "draw": lambda: p10.DrawOdds("classic", 1, "R3 R5 R9 W B1 B2 B3 G9 G10 Y11"),
    "question": lambda: p10.Learner(3).ask("table"),
    "figure": p10.DealSimulator,
}


@pytest.mark.slow
def test_nothing_holds_a_closed_widget() -> None:
    parts: dict[str, list[weakref.ref[Any]]] = {}
    for name, make in WIDGETS.items():
        widget = make()
        parts[name] = [weakref.ref(widget), weakref.ref(widget.layout)]
        widget.close()
        del widget
    gc.collect()
    assert [name for name, refs in parts.items() if any(ref() is not None for ref in refs)] == []


def test_a_game_goes_when_the_next_begins() -> None:
    app = p10.App(pace=0, language="en")
    seen: list[weakref.ref[Any]] = []
    for _ in range(3):
        setup = app.children[0]
        assert isinstance(setup, Setup)
        players = [{"name": "Ana", "player": None}, {"name": "Bo", "player": "greedy"}]
        message = {"kind": "start", "v": 1, "id": f"start{len(seen)}", "edition": "classic", "players": players}
        setup._handle_custom_msg({**message, "options": {}}, [])
        seen.append(weakref.ref(app.table))
        app.set_up()
        del setup
    gc.collect()
    assert [table() is None for table in seen[:-1]] == [True, True]
