"""A learner's player: its cell is kept with the progress, tried alone, and the function stays what it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Learner
from phase10_widgets.teaching import Program, Progress
from phase10_widgets.teaching.code_task import MAX_CODE
from phase10_widgets.teaching.player_code import EXAMPLES, PLAYER_ID
from phase10_widgets.widgets.lesson import cell_code, player_card
from phase10_widgets.widgets.lesson.player_card import PlayerCard

OWN = EXAMPLES[0].replace("[0]  # the first choice is the draw pile", "[-1]")
Cell = Callable[[str], PlayerCard]


@pytest.fixture
def learner() -> Learner:
    return Learner(12, progress=Progress(seed=1))


@pytest.fixture
def cell(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> Cell:
    """Run a text as a notebook's cell, and return the card that it shows."""
    monkeypatch.delenv("SERVER_SOFTWARE", raising=False)
    shown: list[Any] = []
    monkeypatch.setattr("phase10_widgets.widgets.lesson.learner.display", shown.append)

    def run(text: str) -> PlayerCard:
        monkeypatch.setattr(cell_code, "_current_cell", lambda: text)
        space: dict[str, Any] = {"learner": learner, "p10": p10}
        exec(text, space)
        if "mine" in space:
            assert callable(space["mine"]), "the function stays a function"
            assert not isinstance(space["mine"], PlayerCard)
        found = shown[-1]
        assert isinstance(found, PlayerCard)
        return found

    return run


def said(card: PlayerCard) -> str:
    return str(card.view["said"])


def test_a_player_is_kept_and_tried_alone(learner: Learner, cell: Cell) -> None:
    card = cell(OWN)
    assert learner.progress.programs == {PLAYER_ID: Program(code=OWN)}
    assert said(card).startswith("Your player is kept with your progress. Tried alone, it won ")
    assert "of 4 games against greedy." in said(card)
    kept = json.loads(card.kept)
    assert not kept["all"]
    assert kept["progress"]["programs"][PLAYER_ID]["code"] == OWN


def test_the_example_is_nobodys_player(learner: Learner, cell: Cell) -> None:
    """Whoever runs all cells of a fresh lesson keeps what they wrote before."""
    for example in EXAMPLES:
        cell(OWN)
        card = cell(f"# The lesson.\n{example}")
        assert "the player that comes with the lesson" in said(card)
        assert learner.progress.programs[PLAYER_ID].code == OWN
        assert card.kept == ""


def test_a_player_that_needs_another_cell_is_kept_but_told(learner: Learner, cell: Cell) -> None:
    code = "@learner.player\ndef mine(observation):\n    return greedy.choose(observation)\n"
    card = cell(code)
    assert said(card) == (
        "Your player is kept with your progress, but it cannot play alone. "
        "Line 3 stopped with NameError: name 'greedy' is not defined."
    )
    assert learner.progress.programs[PLAYER_ID].code == code


def test_what_cannot_be_kept_is_told_and_changes_nothing(learner: Learner, cell: Cell) -> None:
    cell(OWN)
    long = cell(f"{OWN}#{'x' * MAX_CODE}\n")
    assert said(long) == "Your player is not kept: the code can have at most 4000 characters."
    unmarked = cell("def mine(observation): ...\n\nlearner.player(mine)\n")
    assert "Write @learner.player in the line above your function" in said(unmarked)
    nameless = cell("mine = learner.player(lambda observation: None)\n")
    assert "Write @learner.player in the line above your function" in said(nameless)
    assert learner.progress.programs[PLAYER_ID].code == OWN


def test_a_class_can_be_a_player(learner: Learner, cell: Cell) -> None:
    code = (
        "@learner.player\nclass mine:\n    def choose(self, observation):\n"
        "        return p10.players.get('greedy').choose(observation)\n"
    )
    assert "it won 2 of 4 games" in said(cell(code))
    assert learner.progress.programs[PLAYER_ID].code == code


def test_a_page_without_cells_keeps_no_authors_code(
    learner: Learner, cell: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5.8")
    monkeypatch.setattr(player_card, "try_player", lambda code: pytest.fail("it ran"))
    assert "Code cannot be changed on this page" in said(cell(OWN))
    assert learner.progress.programs == {}


def test_where_there_are_no_processes_a_player_is_kept_untried(
    learner: Learner, cell: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("phase10_widgets.widgets.lesson.player_card.sys.platform", "emscripten")
    assert said(cell(OWN)) == "Your player is kept with your progress."
    assert learner.progress.programs[PLAYER_ID].code == OWN


def test_what_cells_kept_before_the_page_answered_joins_what_the_browser_stores(learner: Learner, cell: Cell) -> None:
    """All cells run first; then the page sends what is stored. Neither is lost, nor are seed and name."""
    stored = Progress(seed=9, name="Ana", reflections={"12/luck": "It was luck."})
    stored.programs = {"12/better": Program(code="old", outcome="right"), PLAYER_ID: Program(code="older player")}
    card = cell(OWN)
    learner.progress.programs["12/better"] = Program(code="new", outcome="wrong", error="bug")
    assert learner.resume(stored.dumps())
    progress = learner.progress
    assert (progress.seed, progress.name, progress.reflections) == (9, "Ana", stored.reflections)
    assert progress.programs[PLAYER_ID].code == OWN
    assert progress.programs["12/better"] == Program(code="new", outcome="right", error="bug")
    kept = json.loads(card.kept)["progress"]
    assert (kept["seed"], kept["name"]) == (9, "Ana")
    assert set(kept["programs"]) == {PLAYER_ID, "12/better"}
    assert not learner.resume(Progress(seed=3, name="Ben").dumps()), "only once"
