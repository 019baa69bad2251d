"""Code that learners write: where it may run, valid messages from pages, and a visitor's text that never runs as code.

A task's code is judged; a player's is stored with the progress and tried alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Learner
from phase10_widgets.teaching import CodeTask, Program, Progress
from phase10_widgets.teaching.code import code_runner
from phase10_widgets.teaching.code.code_home import MAY_RUN, PYODIDE, VISITED
from phase10_widgets.teaching.code.code_task import MAX_CODE
from phase10_widgets.teaching.code.player_code import EXAMPLES, PLAYER_ID
from phase10_widgets.teaching.learner import cell_code, code_card, player_card, player_editor
from phase10_widgets.teaching.learner.widgets import PlayerCard, PlayerEditor
from tests.ui.page import Page, notebook_html

TASK = Learner(3).your_turn().task
HOMES: dict[str, tuple[dict[str, str], str]] = {
    "JupyterLab": ({}, "cell"),
    "phase10 play": ({MAY_RUN: "1", "SERVER_SOFTWARE": "voila/0.5.8"}, "kernel"),
    "voila": ({"SERVER_SOFTWARE": "voila/0.5.8"}, "nowhere"),
    "voila with another mark": ({MAY_RUN: "yes", "SERVER_SOFTWARE": "voila/0.5.8"}, "nowhere"),
    "voila with an empty mark": ({MAY_RUN: "", "SERVER_SOFTWARE": "voila/0.5.8"}, "nowhere"),
    "phase10 serve": ({PYODIDE: "/phase10/pyodide/", "SERVER_SOFTWARE": "voila/0.5.8"}, "browser"),
    "a page of a lesson": ({VISITED: "1"}, "nowhere"),
    "phase10 serve with both": ({PYODIDE: "/p/", MAY_RUN: "1", "SERVER_SOFTWARE": "voila/0.5.8"}, "browser"),
}


@pytest.fixture
def learner() -> Learner:
    return Learner(3, progress=Progress(seed=1))


def at(name: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Set the environment of a host; return where code runs there."""
    for each in (MAY_RUN, PYODIDE, VISITED, "SERVER_SOFTWARE"):
        monkeypatch.delenv(each, raising=False)
    values, where = HOMES[name]
    for each, value in values.items():
        monkeypatch.setenv(each, value)
    return where


def shown(learner: Learner, monkeypatch: pytest.MonkeyPatch, code: str = EXAMPLES[0]) -> tuple[Any, dict[str, Any]]:
    """Run a text as a notebook cell; return the widget that it shows, and the cell's names."""
    found: list[Any] = []
    monkeypatch.setattr(learner, "_display", found.append)
    monkeypatch.setattr(cell_code, "_current_cell", lambda: code)
    space: dict[str, Any] = {"learner": learner, "p10": p10}
    exec(code, space)
    return found[-1], space


def test_a_message_runs_as_code_beside_the_kernel_only_if_the_environment_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither a message, a trait nor the page's address can change that."""
    started: list[str] = []

    def start(task: CodeTask, code: str, seed: int | str) -> dict[str, Any]:
        started.append(code)
        return {"fault": "none"}

    monkeypatch.setattr(code_card, "run_in_child", start)
    monkeypatch.setenv("QUERY_STRING", f"{MAY_RUN}=1&runs=kernel")
    for name in HOMES:
        started.clear()
        home, card = at(name, monkeypatch), Learner(3, progress=Progress(seed=1)).your_turn()
        page = Page(card)
        assert card.view["runs"] == home, name
        for fields in ({}, {"runs": "kernel"}, {MAY_RUN: "1"}, {"env": {MAY_RUN: "1"}}):
            why = page.tell("run", code=TASK.solution, **fields)
            assert (why == "") == (home == "kernel"), name
        for trait in card.trait_names():
            if card.trait_metadata(trait, "sync") and trait not in ("kept", "_esm", "_css"):
                card.set_state({trait: {"runs": "kernel"}})
        page.tell("run", code=TASK.solution)
        assert bool(started) == (home == "kernel"), name
        assert card.view["runs"] == home, name


def test_a_report_counts_only_where_the_browser_runs_code_and_programs_are_chosen_only_where_none_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    report = code_runner.run(TASK.solution, TASK.name, 2_000, 1)
    for name in HOMES:
        home, card = at(name, monkeypatch), Learner(3, progress=Progress(seed=1)).your_turn()
        page = Page(card)
        assert (page.tell("report", code=TASK.solution, report=report) == "") == (home == "browser"), name
        assert (card.view["outcome"] == "right") == (home == "browser"), name
        assert bool(card.view["choices"]) == (home == "nowhere"), name
        assert (page.tell("choose_program", program="none") == "") == (home == "nowhere"), name
        if home == "nowhere":
            assert "opposite" in card.view["feedback"]
            assert page.tell("choose_program", program="no such one")
            page.tell("choose_program", program="right")
            assert card.view["outcome"] == "right"


@pytest.mark.slow
def test_nothing_reveals_the_solution_before_it_is_found(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MAY_RUN, "1")
    card = learner.your_turn()
    before, _, after = notebook_html(card).partition("<details>")
    assert "return ___" in before
    assert "len(wilds) &gt;= 1" in after
    assert "len(wilds) &gt;= 1" not in before, "a page without a kernel folds the solution"
    page = Page(card)
    assert page.tell("run", code=TASK.start) == ""
    assert "still has a gap" in card.view["feedback"]
    assert card.view["outcome"] == "not attempted"
    page.tell("run", code=TASK.bugs[0].code)
    page.tell("hint")
    assert "55.3" not in json.dumps(card.view)
    assert [series["role"] for series in card.view["picture"][0]["series"]] == ["sample"]
    assert (len(card.view["hints"]), card.view["solution"]) == (1, "")
    page.tell("run", code=TASK.solution)
    assert [series["role"] for series in card.view["picture"][0]["series"]] == ["sample", "truth"]
    assert card.view["solution"] == TASK.solution
    assert page.tell("run", code="x" * 10_000) == "The code can have at most 4000 characters."
    assert page.tell("run", code=7)
    page.tell("renew")
    assert card.view["code"] == TASK.start


# a player: its cell, and the editor where a visitor's code may run

OWN = EXAMPLES[0].replace("[0]  # the first choice is the draw pile", "[-1]")
Cell = Callable[[str], PlayerCard]


@pytest.fixture
def author() -> Learner:
    return Learner(12, progress=Progress(seed=1))


@pytest.fixture
def cell(author: Learner, monkeypatch: pytest.MonkeyPatch) -> Cell:
    """Provide a function that runs a text as a cell and judges it."""
    at("JupyterLab", monkeypatch)

    def run(text: str) -> PlayerCard:
        found, space = shown(author, monkeypatch, text)
        assert isinstance(found, PlayerCard)
        made = space.get("mine", space.get("meiner"))
        assert callable(made), "the function stays a function"
        assert not isinstance(made, PlayerCard)
        return found

    return run


@pytest.mark.slow
def test_a_function_or_a_class_is_kept_and_tried_alone(author: Learner, cell: Cell) -> None:
    card = cell(OWN)
    assert author.progress.programs == {PLAYER_ID: Program(code=OWN)}
    assert card.view["said"].startswith("Your player is saved with your progress. In a trial, it won ")
    assert "of 4 games against greedy." in card.view["said"]
    kept = json.loads(card.kept)
    assert not kept["all"]
    assert kept["progress"]["programs"][PLAYER_ID]["code"] == OWN
    code = (
        "@learner.player\nclass mine:\n    def choose(self, observation):\n"
        "        return p10.players.get('greedy').choose(observation)\n"
    )
    assert "it won 2 of 4 games" in cell(code).view["said"]
    assert author.progress.programs[PLAYER_ID].code == code


@pytest.mark.slow
def test_the_example_does_not_count_as_a_learners_player(author: Learner, cell: Cell) -> None:
    """Learners who run all cells of a fresh lesson keep the player that they wrote before."""
    for example in EXAMPLES:
        cell(OWN)
        card = cell(f"# The lesson.\n{example}")
        assert "the player that comes with the lesson" in card.view["said"]
        assert author.progress.programs[PLAYER_ID].code == OWN
        assert card.kept == ""


def test_a_player_that_needs_another_cell_is_stored_with_a_warning(author: Learner, cell: Cell) -> None:
    code = "@learner.player\ndef mine(observation):\n    return greedy.choose(observation)\n"
    card = cell(code)
    assert card.view["said"] == (
        "Your player is saved with your progress, but it failed in a trial. "
        "Line 3 stopped with NameError: name 'greedy' is not defined."
    )
    assert author.progress.programs[PLAYER_ID].code == code


@pytest.mark.slow
def test_code_that_cannot_be_stored_is_explained_and_changes_nothing(author: Learner, cell: Cell) -> None:
    cell(OWN)
    long = cell(f"{OWN}#{'x' * MAX_CODE}\n")
    assert long.view["said"] == "Your player was not saved: the code can have at most 4000 characters."
    unmarked = cell("def mine(observation): ...\n\nlearner.player(mine)\n")
    assert "Write @learner.player on the line above your function" in unmarked.view["said"]
    nameless = cell("mine = learner.player(lambda observation: None)\n")
    assert "Write @learner.player on the line above your function" in nameless.view["said"]
    assert author.progress.programs[PLAYER_ID].code == OWN


def test_without_processes_a_player_is_stored_untried_and_without_cells_not_at_all(
    author: Learner, cell: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_card, "try_player", lambda code: pytest.fail("it ran"))
    with monkeypatch.context() as patch:
        patch.setattr("phase10_widgets.teaching.learner.player_card.sys.platform", "emscripten")
        assert cell(OWN).view["said"] == "Your player is saved with your progress.", "there is nowhere to try it"
        assert author.progress.programs.pop(PLAYER_ID).code == OWN
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5.8")
    assert "Code cannot be changed on this page" in cell(OWN).view["said"]
    assert author.progress.programs == {}


@pytest.mark.slow
def test_progress_from_early_cells_joins_that_of_the_browser(author: Learner, cell: Cell) -> None:
    """All cells run first; then the page sends its stored progress. Neither is lost, nor are seed and name."""
    stored = Progress(seed=9, name="Ana", reflections={"12/luck": "It was luck."})
    stored.programs = {"12/better": Program(code="old", outcome="right"), PLAYER_ID: Program(code="older player")}
    card = cell(OWN)
    author.progress.programs["12/better"] = Program(code="new", outcome="wrong", error="bug")
    assert author.resume(stored.dumps())
    progress = author.progress
    assert (progress.seed, progress.name, progress.reflections) == (9, "Ana", stored.reflections)
    assert progress.programs[PLAYER_ID].code == OWN
    assert progress.programs["12/better"] == Program(code="new", outcome="right", error="bug")
    kept = json.loads(card.kept)["progress"]
    assert (kept["seed"], kept["name"]) == (9, "Ana")
    assert set(kept["programs"]) == {PLAYER_ID, "12/better"}
    assert not author.resume(Progress(seed=3, name="Ben").dumps()), "only once"


# the editor, where a visitor's code may run


def test_the_editor_is_only_where_code_may_run(author: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in HOMES:
        home = at(name, monkeypatch)
        widget, _ = shown(author, monkeypatch)
        assert isinstance(widget, PlayerEditor) == (home in ("kernel", "browser")), name
        assert isinstance(widget, PlayerCard) == (home in ("cell", "nowhere")), name
        assert ("Code cannot be changed on this page" in json.dumps(widget.view)) == (home == "nowhere"), name
        assert author.progress.programs == {}


def test_a_visitors_code_runs_only_beside_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor in the wrong environment stores nothing and runs nothing, whatever a page sends."""
    ran: list[str] = []

    def tried(code: str) -> tuple[float, int]:
        ran.append(code)
        return 2, 4

    monkeypatch.setattr(player_editor, "try_player", tried)
    monkeypatch.setattr(player_card, "try_player", lambda code: pytest.fail("it ran"))
    for name in HOMES:
        ran.clear()
        home, author = at(name, monkeypatch), Learner(12, progress=Progress(seed=1))
        page = Page(PlayerEditor(EXAMPLES[0], "mine", author))
        for fields in ({}, {"runs": "kernel"}, {MAY_RUN: "1"}, {"env": {MAY_RUN: "1"}}):
            why = page.tell("run", code=OWN, **fields)
            assert (why == "") == (home in ("kernel", "browser")), (name, why)
        assert bool(ran) == (home == "kernel"), name
        assert (PLAYER_ID in author.progress.programs) == (home in ("kernel", "browser")), name


@pytest.mark.slow
def test_every_failure_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    at("phase10 play", monkeypatch)
    editor = shown(Learner(12, progress=Progress(seed=1)), monkeypatch)[0]
    code = "@learner.player\ndef mine(observation):\n    return 'yes'\n"
    assert Page(editor).tell("run", code=code) == ""
    assert "it failed in a trial. It returned no action." in editor.view["feedback"]
    assert editor.view["outcome"] == "wrong"
    at("phase10 serve", monkeypatch)
    editor = shown(Learner(12), monkeypatch)[0]
    assert Page(editor).tell("run", code=OWN) == ""
    assert editor.view["feedback"] == "Your player is saved with your progress.", "untried, where the browser runs code"
    assert Page(editor).tell("run", code="@learner.player\ndef mine(observation)\n    return 1\n") == ""
    assert editor.view["feedback"] == "Python cannot read line 2: expected ':'."
    long = Page(editor).tell("run", code="x" * 5_000)
    assert long == "Your player was not saved: the code can have at most 4000 characters."
    assert Page(editor).tell("run", code=7)
    Page(editor).tell("renew")
    assert (editor.view["code"], editor.view["feedback"]) == (EXAMPLES[0], "")
