"""Your turn as a widget: where code may run, what a page may send, and that a visitor's text never becomes code."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from phase10_widgets import Learner
from phase10_widgets.teaching import CodeTask, Progress, code_runner, lesson
from phase10_widgets.teaching.code_home import MAY_RUN, PYODIDE
from phase10_widgets.widgets.lesson import cell_code, code_card
from phase10_widgets.widgets.lesson.code_card import CodeCard
from tests.widgets.page import Page, notebook_html

TASKS = [task for task in [lesson(3).task] if task is not None]
TASK = TASKS[0]
HOMES: dict[str, tuple[dict[str, str], str]] = {
    "JupyterLab": ({}, "cell"),
    "phase10 play": ({MAY_RUN: "1", "SERVER_SOFTWARE": "voila/0.5.8"}, "kernel"),
    "voila": ({"SERVER_SOFTWARE": "voila/0.5.8"}, "nowhere"),
    "voila with another mark": ({MAY_RUN: "yes", "SERVER_SOFTWARE": "voila/0.5.8"}, "nowhere"),
    "voila with an empty mark": ({MAY_RUN: "", "SERVER_SOFTWARE": "voila/0.5.8"}, "nowhere"),
    "phase10 serve": ({PYODIDE: "/phase10/pyodide/", "SERVER_SOFTWARE": "voila/0.5.8"}, "browser"),
    "phase10 serve with both": ({PYODIDE: "/p/", MAY_RUN: "1", "SERVER_SOFTWARE": "voila/0.5.8"}, "browser"),
}


@pytest.fixture
def learner() -> Learner:
    return Learner(3, progress=Progress(seed=1))


def at(name: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Set the environment of a host; return where code runs there."""
    for each in (MAY_RUN, PYODIDE, "SERVER_SOFTWARE"):
        monkeypatch.delenv(each, raising=False)
    values, where = HOMES[name]
    for each, value in values.items():
        monkeypatch.setenv(each, value)
    return where


def test_a_message_becomes_code_beside_the_kernel_only_where_the_environment_says_so(
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


def test_a_report_counts_only_where_the_browser_runs_code(monkeypatch: pytest.MonkeyPatch) -> None:
    report = code_runner.run(TASK.solution, TASK.name, 2_000, 1)
    for name in HOMES:
        home, card = at(name, monkeypatch), Learner(3, progress=Progress(seed=1)).your_turn()
        why = Page(card).tell("report", code=TASK.solution, report=report)
        assert (why == "") == (home == "browser"), name
        assert (card.view["outcome"] == "right") == (home == "browser"), name


def test_programs_are_chosen_only_where_no_code_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in HOMES:
        home, card = at(name, monkeypatch), Learner(3, progress=Progress(seed=1)).your_turn()
        page = Page(card)
        assert bool(card.view["choices"]) == (home == "nowhere"), name
        assert (page.tell("choose_program", program="none") == "") == (home == "nowhere"), name
        if home == "nowhere":
            assert "opposite" in card.view["feedback"]
            assert page.tell("choose_program", program="no such one")
            page.tell("choose_program", program="right")
            assert card.view["outcome"] == "right"


def test_it_is_worked_through(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gap, bug, hints, right, solution; a reloaded page has it all."""
    monkeypatch.setenv(MAY_RUN, "1")
    card = learner.your_turn()
    page = Page(card)
    assert page.tell("run", code=TASK.start) == ""
    assert "still has a gap" in card.view["feedback"]
    assert card.view["outcome"] == "not attempted"
    page.tell("run", code=TASK.bugs[0].code)
    assert "Two or three wilds" in card.view["feedback"]
    assert [series["role"] for series in card.view["picture"][0]["series"]] == ["sample"]
    assert "55.3" not in json.dumps(card.view)
    page.tell("hint")
    assert len(card.view["hints"]) == 1
    assert card.view["solution"] == ""
    page.tell("run", code=TASK.solution)
    assert card.view["outcome"] == "right"
    assert [series["role"] for series in card.view["picture"][0]["series"]] == ["sample", "truth"]
    assert card.view["solution"] == TASK.solution
    assert page.tell("run", code="x" * 10_000) == "The code can have at most 4000 characters."
    assert page.tell("run", code=7)
    kept = json.loads(card.kept)["progress"]
    assert kept["programs"][TASK.id]["outcome"] == "right"
    again = Learner(3).your_turn()
    page = Page(again)
    page.tell("hello", kept=json.dumps(learner.progress.to_dict()))
    assert again.view["code"] == TASK.solution
    assert again.view["feedback"] == "Right: the exact value is 55.3%."
    page.tell("renew")
    assert again.view["code"] == TASK.start


def test_a_cell_is_judged_where_it_stands(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (MAY_RUN, PYODIDE, "SERVER_SOFTWARE"):
        monkeypatch.delenv(name, raising=False)
    shown: list[CodeCard] = []
    monkeypatch.setattr("phase10_widgets.widgets.lesson.learner.display", shown.append)

    def cell(text: str) -> CodeCard:
        space: dict[str, Any] = {"learner": learner}
        monkeypatch.setattr(cell_code, "_current_cell", lambda: text)
        exec(text, space)
        assert shown[-1] is space[TASK.name]
        found = shown[-1]
        assert isinstance(found, CodeCard)
        return found

    begun = cell(f"# Your turn.\n@learner.your_turn\n{TASK.start}")
    assert begun.verdict is None
    assert begun.view["outcome"] == "not attempted"
    wrong = cell(f"@learner.your_turn\n{TASK.bugs[1].code}")
    assert wrong.verdict is not None
    assert wrong.verdict.error == TASK.bugs[1].id
    right = cell(f"few = 8\n\n@learner.your_turn\n{TASK.solution.replace('< 8', '< few')}")
    assert right.view["outcome"] == "right"
    assert "lucky in the cell" not in right.view["feedback"]


def test_a_lesson_without_a_task_says_so() -> None:
    with pytest.raises(ValueError, match="nothing to build"):
        Learner().your_turn()


def test_a_page_without_a_kernel_has_code_and_folded_solution(learner: Learner) -> None:
    html = notebook_html(learner.your_turn())
    before, _, after = html.partition("<details>")
    assert "return ___" in before
    assert "len(wilds) &gt;= 1" in after
    assert "len(wilds) &gt;= 1" not in before


def test_nothing_of_the_environment_is_written() -> None:
    """The card only reads its marks."""
    before = dict(os.environ)
    Learner(3).your_turn()
    assert dict(os.environ) == before
