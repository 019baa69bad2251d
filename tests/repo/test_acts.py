"""Lessons in acts: short texts between acts, and a core for one period."""

from __future__ import annotations

import re
from pathlib import Path

from phase10_widgets.teaching.course import CAPSTONE
from phase10_widgets.teaching.pages.acts import BEGINS, NOTEBOOK
from tests.repo.act_measures import CORE_MINUTES, CORE_WORDS, MIDDLE, MOST_WORDS, core, measured, summary
from tests.repo.pages import LANGUAGES, NUMBERED, cells, every, lesson_page, prose, source, tags

IN_ACTS = [path for path in NUMBERED if any(BEGINS in tags(cell) for cell in cells(path))]
WITH_CORE = [path for path in IN_ACTS if int(path.stem[:2]) != CAPSTONE]
"""The lessons with a core; the capstone is a project for an hour or a week."""
FEWEST, MOST = 16, 36
QUESTIONS = 3
IN_A_NOTEBOOK = re.compile(r"\b[Ii]n (?:a|the|your) notebook|[Ii]m Notebook")


def its_acts_are_short(path: Path) -> None:
    found = measured(path)
    assert [(each.act.title, each.words) for each in found if each.words > MOST_WORDS] == []
    assert summary(found)["middle"] <= MIDDLE


def its_core_fits_one_period(path: Path) -> None:
    took = summary(measured(path))
    assert took["core words"] <= CORE_WORDS, took
    assert took["core minutes"] <= CORE_MINUTES, took


def it_has_some_acts_and_every_act_has_a_title(path: Path) -> None:
    acts = [each.act for each in measured(path)]
    assert FEWEST <= len(acts) <= MOST
    assert all(act.title for act in acts)
    assert BEGINS in tags(cells(path)[0])


def its_core_asks_few_questions_and_plays_first(path: Path) -> None:
    found = cells(path)
    assert any(each.act.further for each in measured(path))
    code = [source(found[at]) for each in core(measured(path)) for at in each.act.cells]
    assert sum(text.startswith("learner.ask(") for text in code) <= QUESTIONS
    first = next(at for at, text in enumerate(code) if text.startswith("p10.Table("))
    assert "learner.recall()" not in code[:first]


def a_page_without_cells_prints_nothing_and_names_no_notebook(path: Path) -> None:
    for cell in cells(path):
        if NOTEBOOK not in tags(cell):
            assert not any(output["output_type"] == "stream" for output in cell.get("outputs", ())), source(cell)
            assert cell["cell_type"] == "code" or not IN_A_NOTEBOOK.search(source(cell)), source(cell)


def test_the_acts_of_a_lesson_are_short() -> None:
    every(
        IN_ACTS,
        its_acts_are_short,
        it_has_some_acts_and_every_act_has_a_title,
        a_page_without_cells_prints_nothing_and_names_no_notebook,
    )
    every(WITH_CORE, its_core_fits_one_period, its_core_asks_few_questions_and_plays_first)
    assert {path.stem[:2] for path in IN_ACTS} >= {"03"}


def test_a_lesson_has_the_same_acts_in_each_language() -> None:
    for path in IN_ACTS:
        mine, other = (measured(lesson_page(int(path.stem[:2]), of)) for of in LANGUAGES)
        assert [each.act._replace(title="", cells=range(0)) for each in mine] == [
            each.act._replace(title="", cells=range(0)) for each in other
        ]


def test_a_link_to_a_heading_of_a_page_in_acts_leads_somewhere() -> None:
    for path in IN_ACTS:
        headings = {name.replace(" ", "-") for name in re.findall(r"(?m)^#+ (.+)$", prose(path))}
        assert {*re.findall(r"\]\(#([^)]+)\)", prose(path))} <= headings
