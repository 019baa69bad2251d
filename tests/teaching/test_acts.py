"""A lesson's acts on a page: one section each, with the figure that stays, and nothing that is only for notebooks."""

from __future__ import annotations

import re
from typing import Any

from phase10_widgets.server.lesson_html import written
from phase10_widgets.server.notebooks import LESSONS, NOTEBOOKS
from phase10_widgets.teaching.pages.acts import Act, acts_of
from phase10_widgets.teaching.pages.page import LessonPage
from phase10_widgets.teaching.pages.pages import LessonPages
from tests.teaching.test_lesson_visit import FILES

PAGES = LessonPages(NOTEBOOKS / LESSONS)
FIGURE = "p10.figures.DealSimulator()"


def cell(text: str, *tags: str, name: str = "") -> dict[str, Any]:
    kind = "code" if text.startswith(("p10.", "print")) else "markdown"
    printed = [{"output_type": "stream", "text": "55.30%"}] if text.startswith("print") else []
    return {"cell_type": kind, "id": name, "metadata": {"tags": list(tags)}, "source": [text], "outputs": printed}


def notebook(*cells: dict[str, Any]) -> LessonPage:
    return LessonPage({"cells": list(cells)})


def kept(page: LessonPage) -> list[int]:
    return [act.keeps for act in page.acts]


def test_an_act_without_a_figure_keeps_the_one_before_until_a_step_or_a_part_begins() -> None:
    page = notebook(
        cell("# Title", "act"),
        cell("## Simulate\n\n### Deal", "act"),
        cell(FIGURE),
        cell("### Count", "act"),
        cell("### Say", "act"),
        cell("## Explain\n\n### Why", "act"),
        cell("### More", "act"),
        cell("### Break\n\nYou can stop here.\n\n## Part 2", "act", name="part-1"),
        cell("### Go back\n\nNow go back to [question 1](#Deal).", "act", "further"),
        cell("### Check", "act"),
    )
    assert kept(page) == [0, 0, 2, 2, 0, 0, 0, 2, 2]
    assert [act.title for act in page.acts] == [
        *("Title", "Deal", "Count", "Say", "Why", "More", "Break", "Go back", "Check")
    ]
    assert [act.further for act in page.acts] == [False] * 7 + [True] * 2
    assert [act.part for act in page.acts].index(True) == 6


def test_a_lesson_without_acts_has_none() -> None:
    page = notebook(cell("# Title"), cell(FIGURE))
    assert page.acts == acts_of([], ()) == []
    shown = written(PAGES, "lessons/mixed-a", lambda to: f"/{to}", FILES)
    assert 'class="act' not in shown
    assert "acts.js" not in shown


def test_a_cell_for_notebooks_is_on_no_page() -> None:
    page = notebook(cell("# Title", "act"), cell("print(1)", "notebook"), cell("In a notebook …", "notebook"))
    assert [part.content for part in page.parts()] == ["# Title"]


def test_a_page_has_every_part_of_its_lesson_in_one_act() -> None:
    for name, next_one, part_2 in (("lessons/3", "Next", "Part-2"), ("de/lessons/3", "Weiter", "Teil-2")):
        page, shown = PAGES.read(name), written(PAGES, name, lambda to: f"/{to}", FILES)
        sections = re.findall(r'(?s)<section class="act" id="act-(\d+)".*?</section>', shown)
        assert [*map(int, sections)] == [act.number for act in page.acts]
        places = [int(at) for at in re.findall(r'data-screen="(\d+)"', shown)]
        assert places == [part.cell for part in page.parts() if part.kind == "screen"]
        assert shown.count('<li><a href="#act-') == len(page.acts)
        assert f">{next_one}</button>" in shown
        assert f'id="{part_2}"' in shown
        assert 'src="acts.js"' in shown
        steps = [cells for act in page.acts for cells in act.cells]
        assert steps == [*range(len(page._cells))], "every cell is in one act"
        assert isinstance(page.acts[0], Act)
