"""A plugin's lesson is in every list: the board, the start page, the copied notebooks, and the class tools."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Learner, cli
from phase10_widgets.base.registry import RegistrationError
from phase10_widgets.cli import jupyter
from phase10_widgets.extensions import unregister
from phase10_widgets.languages.text import Text
from phase10_widgets.rooms.lesson.subjects import find_question
from phase10_widgets.server import notebooks, pages
from phase10_widgets.teaching import Lesson, Progress, all_numbers, course, lesson, numbers, summary
from phase10_widgets.teaching import exports as handouts
from phase10_widgets.teaching.course import OWN
from phase10_widgets.teaching.lessons import REGISTERED
from phase10_widgets.teaching.pages.pages import LessonPages
from phase10_widgets.teaching.progress.design_work import DesignWork
from tests.packages import ROOT

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "lessons"
NOTEBOOK = EXAMPLES / "18_streaks.ipynb"


def streaks(**changes: Any) -> Lesson:
    """Return the lesson of the documentation as a plugin would define it."""
    one: Lesson = run_path(str(EXAMPLES / "streaks.py"))["LESSON"]
    return replace(one, **changes)


@pytest.fixture
def added() -> Iterator[Lesson]:
    """Register the lesson, with a notebook in English."""
    yield REGISTERED.add(streaks(notebooks={"en": NOTEBOOK}))
    REGISTERED.remove("18")


def test_a_program_registers_one_itself() -> None:
    """Like an edition or a player; its name is its number."""
    one = streaks()
    assert p10.register(one) is one
    assert p10.register(one) is lesson(18)
    unregister(18)
    assert 18 not in all_numbers()
    with pytest.raises(KeyError):
        unregister(18)
    with pytest.raises(KeyError):
        unregister(3)
    with pytest.raises(RegistrationError, match=r"only players can be given a name.*a lesson its number"):
        p10.register(one, name="streaks")
    with pytest.raises(RegistrationError, match="needs a number above 17, not 3"):
        p10.register(streaks(number=3))


def test_it_is_listed_after_ours_and_on_the_board_with_a_link(added: Lesson) -> None:
    assert all_numbers() == (*numbers(), 18)
    assert course.title(18) == added.title
    assert list(course.stages())[-2:] == [17, 18]
    learner = Learner()
    lines = learner.overview()._content()["lessons"]
    assert [line["id"] for line in lines[-2:]] == ["capstone", "18"]
    assert lines[-1]["notebook"] == NOTEBOOK.stem
    assert added.questions[0].id in str(learner.ask(added.questions[0].id).view)
    assert learner.place(added.questions[0]) == (added, 1)


def finished(*, but: int) -> Progress:
    """Return the progress of a learner who has opened every solution of the course, except in one lesson."""
    progress = Progress(seed=1)
    for number in numbers():
        for question in lesson(number).questions if number != but else ():
            progress.solution(progress.exercise(question))
    progress.keep_design(OWN, DesignWork(8, tuple(f"1 set of {n}" for n in range(2, 12)), right=10))
    return progress


def test_the_course_leads_to_it_after_ours(added: Lesson) -> None:
    assert course.next_step(finished(but=4)) == course.Next(4)
    progress = finished(but=0)
    assert course.next_step(progress) == course.Next(18)
    step = Learner(progress=progress).overview()._content()["next"]
    assert step == {"text": f"Start 18. {added.title}", "notebook": NOTEBOOK.stem, "anchor": ""}
    for question in added.questions:
        progress.solution(progress.exercise(question))
    assert course.next_step(progress) is None


def test_a_lesson_without_a_notebook_is_not_a_next_step() -> None:
    """There is no page to open."""
    REGISTERED.add(streaks())
    try:
        assert course.next_step(finished(but=0)) is None
    finally:
        REGISTERED.remove("18")


def test_the_start_page_lists_it_and_counts_its_questions(added: Lesson, tmp_path: Path) -> None:
    """The page's script finds the answers by the number that the ids begin with."""
    for language, foreign in (("en", False), ("de", True)):
        last = pages.to_pages(Text(language), LessonPages(notebooks.NOTEBOOKS / notebooks.LESSONS))["links"][-1]
        assert last == (18, "lessons/18", added.title, foreign, len(added.questions))
    notebooks.gather(tmp_path)
    assert (tmp_path / "lessons" / NOTEBOOK.name).read_bytes() == NOTEBOOK.read_bytes()
    assert all(question.id.startswith("18/") for question in added.questions)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], set[str]]]:
    """Return the arguments of each server that a command starts, and the notebooks in the folder that it shows."""
    found: list[tuple[list[str], set[str]]] = []

    def serve(words: list[str], home: Path, *rest: Any, **named: Any) -> int:
        shown = home if words[0] == "jupyterlab" else Path(words[1])
        found.append((words, {path.relative_to(shown).as_posix() for path in shown.rglob("*.ipynb")}))
        return 0

    monkeypatch.setattr(jupyter, "importable", lambda *modules: True)
    monkeypatch.setattr(jupyter, "serve", serve)
    return found


@pytest.mark.slow
def test_lab_reports_missing_notebooks_of_a_folder_opened_in_place(
    added: Lesson, served: list[tuple[list[str], set[str]]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is copied into the repository; only into a user's own folder."""
    assert cli.main(["lab", "--no-copy", "--folder", str(ROOT)]) == 0
    assert capsys.readouterr().out.startswith(
        f"lessons/{NOTEBOOK.name}: not in {ROOT}. Without --no-copy, the lessons are copied there.\n"
    )
    assert cli.main(["lab", "--folder", str(tmp_path)]) == 0
    assert "not in " not in capsys.readouterr().out
    assert f"lessons/{NOTEBOOK.name}" in served[-1][1]
    assert (tmp_path / "lessons" / NOTEBOOK.name).read_bytes() == NOTEBOOK.read_bytes()


def test_a_class_is_asked_its_questions_and_summed_up(added: Lesson, tmp_path: Path) -> None:
    question = added.questions[0]
    assert find_question(question.id) == (added, question)
    progress = Progress(seed=1)
    exercise = progress.exercise(question)
    progress.answer(exercise, f"{float(Fraction(exercise.answer)):.6g}")
    file = tmp_path / "ada.json"
    file.write_text(progress.dumps(), "utf-8")
    assert "18.1" in handouts.class_page(summary([file])).html()


def test_a_lesson_needs_the_notebooks_that_it_names() -> None:
    for name in ("missing.ipynb", "streaks.py"):
        with pytest.raises(RegistrationError, match=rf"lesson 18 has no notebook '.*{name}' for the language 'de'"):
            REGISTERED.add(streaks(notebooks={"de": EXAMPLES / name}))
