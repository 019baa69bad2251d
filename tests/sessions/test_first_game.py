"""The first game: each step allows only its own action, and the game ends with a win."""

from __future__ import annotations

import pytest

from phase10_widgets import App
from phase10_widgets.languages.text import Text
from phase10_widgets.sessions import first_game
from phase10_widgets.ui.first_game.widget import FirstGame
from tests.ui.test_table import Seen


@pytest.fixture
def seen() -> Seen:
    return Seen(FirstGame(pace=0, language="en"))


def follow(seen: Seen) -> list[tuple[int, str]]:
    """Play every step from the view alone; return the number of each lesson and its text."""
    said = []
    while not seen.table.view["summary"]:
        guide, legal = seen.table.view["guide"], seen.table.view["legal"]
        said.append((guide["lesson"], guide["text"]))
        assert legal, guide["text"]
        if guide["card"]:
            assert {action["card"] for action in legal} == {guide["card"]}
        seen.act(**legal[0])
        assert seen.messages == []
    return said


def test_following_the_steps_wins(seen: Seen) -> None:
    said = follow(seen)
    assert [text for _, text in said] == [Text("en").say(step.text, name="Ada") for step in first_game.STEPS]
    assert [lesson for lesson, _ in said] == sorted(lesson for lesson, _ in said)
    assert {lesson for lesson, _ in said} == set(range(1, first_game.LESSONS + 1))
    assert seen.table.view["summary"]["out"] == 0
    seen.say("continue")
    assert seen.table.view["over"]["winners"] == [0]
    assert seen.table.view["guide"] is None
    seen.say("again", same=True)
    assert follow(seen) == said, "the same game again"


def test_in_the_app_a_real_game_of_five_phases_follows() -> None:
    app = App(pace=0)
    app.learn()
    assert app.table is not None
    taught = Seen(app.table)
    follow(taught)
    taught.say("continue")
    taught.say("again")
    assert app.table is not taught.table
    assert app.table is not None
    assert [*app.table.about["options"]["phases"]] == [1, 2, 3, 4, 5]
    assert [plan.player is None for plan in app.table.session.seat_plans] == [True, False, False]


def test_a_step_can_be_undone_and_other_actions_are_refused_with_advice(seen: Seen) -> None:
    steps, first = 0, seen.table.view["guide"]
    seen.act(**seen.table.view["legal"][0])
    assert seen.table.view["guide"] != first
    seen.say("undo")
    assert seen.table.view["guide"] == first
    while not seen.table.view["summary"]:
        step = first_game.current(seen.table.session)
        assert step is not None
        state = seen.table.game.state
        others = [action for action in seen.table.game.legal_actions() if not step.allows(action)]
        for action in others:
            seen.act(**action.to_dict())
            assert seen.messages.pop()["why"] == Text("en").say(step.text, name="Ada")
        assert seen.table.game.state == state
        steps += bool(others)
        seen.act(**seen.table.view["legal"][0])
    assert steps > 5
