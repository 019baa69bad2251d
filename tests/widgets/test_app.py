"""The app's Python side: setting up a game, and the setups that are refused."""

from __future__ import annotations

from typing import Any

import pytest

from phase10_widgets import App, Table
from phase10_widgets.widgets.app import Setup

PEOPLE = [{"name": "Ana", "player": None}, {"name": "greedy", "player": "greedy"}]


def started(**more: Any) -> tuple[App, list[dict[str, Any]]]:
    """An app after one start message, and what the setup answered."""
    app, answers = App(pace=0), []
    (setup,) = app.children
    assert isinstance(setup, Setup)
    setup.send = lambda content, buffers=None: answers.append(content)
    content = {"kind": "start", "v": 1, "id": "a", "edition": "classic", "players": PEOPLE, "seed": None, "options": {}}
    setup._on_message(setup, {**content, **more}, [])
    return app, answers


def test_a_game_is_set_up_and_left_again() -> None:
    app, answers = started(edition="masters", seed="word", options={"phases": [1, 2]})
    assert answers == []
    table, again = app.children
    assert isinstance(table, Table)
    assert (table.game.edition.id, table.game.state.seed, table.game.players) == ("masters", "word", ("Ana", "greedy"))
    again.click()
    (setup,) = app.children
    assert setup.catalogue["start"] == {
        "edition": "masters",
        "players": PEOPLE,
        "options": {"phases": [1, 2]},
        "seed": None,
    }


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"edition": "poker"}, "There is no edition 'poker'"),
    ({"edition": None}, "There is no edition None"),
    ({"players": []}, "Say who plays"),
    ({"players": [{"name": "", "player": None}] * 2}, "Player 1 needs a name"),
    ({"players": [{"name": "a", "player": "oracle"}] * 2}, "There is no computer player 'oracle'"),
    ({"players": [PEOPLE[0], PEOPLE[0]]}, "Two people cannot both be called 'Ana'"),
    ({"players": [PEOPLE[1]] * 2}, "Nobody sits at this table"),
    ({"players": PEOPLE[:1]}, "Phase 10 is for 2 to 6 players, not 1"),
    ({"options": {"speed": 3}}, "Phase 10 has no option 'speed'"),
    ({"options": {"session": 3}}, "There is an option that no edition has"),
    ({"options": []}, "The options were not understood"),
    ({"options": {"phases": [99]}}, "There is no phase 99"),
    ({"options": {"advance": "always", "order": "any"}}, 'Advance="always" (V1) does not go with'),
    ({"seed": 1.5}, "The deal is a number or a word"),
    ({"seed": "x" * 500}, "A seed is a whole number or a short text"),
    ({"kind": "stop"}, "The setup was not understood"),
    ({"v": 2}, "The setup was not understood"),
    ({"id": 3}, "The setup was not understood"),
]


@pytest.mark.parametrize(("more", "why"), REFUSED, ids=[row[1] for row in REFUSED])
def test_a_wrong_setup_is_refused_with_a_sentence(more: dict[str, Any], why: str) -> None:
    app, answers = started(**more)
    (answer,) = answers
    assert answer["kind"] == "reject"
    assert answer["why"].startswith(why)
    assert answer["why"].endswith(".")
    assert app.table is None
