"""The editor for a player: it is there only where a visitor's code may run, and nowhere else is anything kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Learner
from phase10_widgets.teaching import Progress
from phase10_widgets.teaching.code_home import MAY_RUN
from phase10_widgets.teaching.player_code import EXAMPLES, PLAYER_ID
from phase10_widgets.widgets.lesson import cell_code, player_card, player_editor
from phase10_widgets.widgets.lesson.player_card import PlayerCard
from phase10_widgets.widgets.lesson.player_editor import PlayerEditor
from tests.widgets.page import Page
from tests.widgets.test_code_card import HOMES, at

OWN = EXAMPLES[0].replace("[0]  # the first choice is the draw pile", "[-1]")


@pytest.fixture
def learner() -> Learner:
    return Learner(12, progress=Progress(seed=1))


def shown(learner: Learner, monkeypatch: pytest.MonkeyPatch, code: str = EXAMPLES[0]) -> Any:
    """Run the lesson's cell; return the widget that it shows."""
    found: list[Any] = []
    monkeypatch.setattr("phase10_widgets.widgets.lesson.learner.display", found.append)
    monkeypatch.setattr(cell_code, "_current_cell", lambda: code)
    space: dict[str, Any] = {"learner": learner, "p10": p10}
    exec(code, space)
    assert callable(space["mine"])
    return found[-1]


def test_the_editor_is_only_where_code_may_run(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in HOMES:
        home = at(name, monkeypatch)
        widget = shown(learner, monkeypatch)
        assert isinstance(widget, PlayerEditor) == (home in ("kernel", "browser")), name
        assert isinstance(widget, PlayerCard) == (home in ("cell", "nowhere")), name
        assert ("Code cannot be changed on this page" in json.dumps(widget.view)) == (home == "nowhere"), name
        assert learner.progress.programs == {}


def test_a_visitors_text_runs_beside_the_kernel_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor that came to the wrong place keeps nothing and runs nothing, whatever a page sends."""
    ran: list[str] = []

    def tried(code: str) -> tuple[float, int]:
        ran.append(code)
        return 2, 4

    monkeypatch.setattr(player_editor, "try_player", tried)
    monkeypatch.setattr(player_card, "try_player", lambda code: pytest.fail("it ran"))
    for name in HOMES:
        ran.clear()
        home, learner = at(name, monkeypatch), Learner(12, progress=Progress(seed=1))
        page = Page(PlayerEditor(EXAMPLES[0], "mine", learner))
        for fields in ({}, {"runs": "kernel"}, {MAY_RUN: "1"}, {"env": {MAY_RUN: "1"}}):
            why = page.tell("run", code=OWN, **fields)
            assert (why == "") == (home in ("kernel", "browser")), (name, why)
        assert bool(ran) == (home == "kernel"), name
        assert (PLAYER_ID in learner.progress.programs) == (home in ("kernel", "browser")), name


def test_a_player_is_written_tried_and_kept(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    at("phase10 play", monkeypatch)
    editor = shown(learner, monkeypatch)
    page = Page(editor)
    assert (editor.view["code"], editor.view["name"], editor.view["feedback"]) == (EXAMPLES[0], "mine", "")
    assert page.tell("run", code=EXAMPLES[0]) == ""
    assert editor.view["feedback"] == "This is the player that comes with the lesson. Change it first."
    assert page.tell("run", code=OWN.replace("@learner.player\n", "")) == ""
    assert "Write @learner.player in the line above your function" in editor.view["feedback"]
    assert page.tell("run", code="x" * 5_000) == "Your player is not kept: the code can have at most 4000 characters."
    assert page.tell("run", code=7)
    assert learner.progress.programs == {}
    assert page.tell("run", code=OWN) == ""
    assert "of 4 games against greedy." in editor.view["feedback"]
    assert editor.view["outcome"] == "right"
    assert json.loads(editor.kept)["progress"]["programs"][PLAYER_ID]["code"] == OWN

    again = shown(Learner(12), monkeypatch)
    page = Page(again)
    page.tell("hello", kept=json.dumps(learner.progress.to_dict()))
    assert again.view["code"] == OWN
    assert again.view["feedback"] == "Your player is kept with your progress."
    page.tell("renew")
    assert (again.view["code"], again.view["feedback"]) == (EXAMPLES[0], "")


def test_what_goes_wrong_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    at("phase10 play", monkeypatch)
    for code, said in [
        ("import urllib.request\n\n\n@learner.player\ndef mine(observation):\n    return 1\n", "urllib"),
        ("@learner.player\ndef mine(observation):\n    while True:\n        pass\n", "second"),
        ("@learner.player\ndef mine(observation):\n    return greedy.choose(observation)\n", "NameError"),
        ("@learner.player\ndef mine(observation):\n    return 'yes'\n", "yes"),
    ]:
        editor = shown(Learner(12, progress=Progress(seed=1)), monkeypatch)
        assert Page(editor).tell("run", code=code) == ""
        assert editor.view["feedback"].startswith("Your player is kept with your progress, but it cannot play alone. ")
        assert said in editor.view["feedback"]
        assert editor.view["outcome"] == "wrong"


def test_where_the_browser_runs_code_a_player_is_kept_untried(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    at("phase10 serve", monkeypatch)
    monkeypatch.setattr(player_editor, "try_player", lambda code: pytest.fail("it ran"))
    editor = shown(learner, monkeypatch)
    page = Page(editor)
    assert page.tell("run", code=OWN) == ""
    assert editor.view["feedback"] == "Your player is kept with your progress."
    assert page.tell("run", code="@learner.player\ndef mine(observation)\n    return 1\n") == ""
    assert editor.view["feedback"] == "Python cannot read line 2: expected ':'."
    assert learner.progress.programs[PLAYER_ID].code == OWN
