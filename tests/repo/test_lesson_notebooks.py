"""The lessons as notebooks: saved outputs, questions and structure."""

from __future__ import annotations

import ast
import builtins
import json
import re
from functools import cache, reduce
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import phase10_widgets as p10
from devtools.generate import climbs
from devtools.generate.notebooks import CHECKED, GUESS_FIRST
from phase10_widgets import teaching
from phase10_widgets.languages.text import Text
from phase10_widgets.teaching import course
from phase10_widgets.teaching.code.code_task import NOTE, same_code, translated
from phase10_widgets.teaching.code.player_code import EXAMPLES
from phase10_widgets.teaching.exercises.mixed import SETS, SIZE
from phase10_widgets.teaching.figures.shared.figure import Figure
from phase10_widgets.teaching.lessons import l17_capstone
from tests.faults import no_faults
from tests.packages import ROOT, SOURCES
from tests.repo.pages import (
    LANGUAGES,
    LESSONS,
    NUMBERED,
    PAGES,
    cells,
    code,
    content,
    every,
    folder,
    language,
    lesson_page,
    prose,
    source,
    tags,
)

COMPARED = {CHECKED, GUESS_FIRST}
"""The tags of cells whose saved output is compared with a new one; outputs to be guessed first are folded."""
MOST_LINES = 10
STEPS = {
    "en": ["Play", "Predict", "Simulate", "Compute", "Explain", "Transfer"],
    "de": ["Spielen", "Vorhersagen", "Simulieren", "Rechnen", "Erklären", "Übertragen"],
}
"""The headings of a lesson."""
MIXED = ("mixed_{}.ipynb", "de/gemischt_{}.ipynb")
NAMES_CODE = re.compile(r"\b[a-zA-Z_]\w*(?:\.[a-zA-Z_]\w*)+|\b[a-z_]\w+(?=\()")
"""A dotted name or a call; C(108, 10) is not code."""
WHOLE_CALL = re.compile(r"\bp10\.[\w.]+\([^()…]*\)")
QUOTED = {"en": re.compile("“([^”]+)”"), "de": re.compile("„([^“]+)“")}
BY_HAND = re.compile(r'\.replace\("[.,]"|return .*(?:learner\.number\(|\bf")|from random import')
"""Code that formats numbers without ``learner.number``, and code that bypasses generators."""
VIEW = "application/vnd.jupyter.widget-view+json"
ASKED = re.compile(r'learner\.ask\("([^"]+)"\)')


def every_cell_was_run(path: Path) -> None:
    """A cell without a number would never be compared."""
    counts = [cell["execution_count"] for cell in cells(path, "code")]
    assert counts == list(range(1, len(counts) + 1))


def it_knows_its_language(path: Path) -> None:
    assert content(path)["metadata"].get("lang", "en") == language(path)


def what_is_kept_can_be_read_where_nothing_runs(path: Path) -> None:
    assert "widgets" not in content(path)["metadata"]
    for cell in cells(path, "code"):
        for output in cell["outputs"]:
            assert output["output_type"] != "error", source(cell)
            data = output.get("data", {})
            assert VIEW not in data
            assert "<script" not in "".join(data.get("text/html", ""))


def links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", prose(path)):
        assert (path.parent / target).exists(), target


def enough_cells_are_compared(path: Path) -> None:
    checked = [cell for cell in cells(path, "code") if COMPARED & {*tags(cell)}]
    assert len(checked) >= 3
    assert all(cell["outputs"] for cell in checked), "nothing is compared with nothing"


def numbers_are_drawn_and_written_one_way(path: Path) -> None:
    """Only a function that receives a generator calls it ``random``; the module's generator is shared by all cells."""
    for text in map(source, cells(path, "code")):
        assert not BY_HAND.search(text), text
        assert re.search(r"def .*\brandom\b", text) or not re.search(r"\brandom\.(?!Random\()", text), text


def code_is_short(path: Path) -> None:
    for cell in cells(path, "code"):
        assert 0 < len(source(cell).splitlines()) <= MOST_LINES, source(cell)


def it_goes_all_its_steps(path: Path) -> None:
    headings = re.findall(r"(?m)^## (\w+)", prose(path))
    steps = STEPS[language(path)]
    assert [each for each in headings if each in steps] == steps


def it_ends_with_the_learners_progress(path: Path) -> None:
    assert source(cells(path, "code")[-1]) == "learner"


def it_has_the_code_of_its_task_in_its_language(path: Path) -> None:
    """The card below the cell shows the same docstring and the same comments."""
    number = int(path.stem[:2])
    if number not in teaching.numbers() or (task := teaching.lesson(number).task) is None:
        return
    (cell,) = [source(cell) for cell in cells(path, "code") if "@learner.your_turn" in source(cell)]
    begun = translated(task.start, Text(language(path)).say)
    assert NOTE.findall(cell) == NOTE.findall(begun)
    assert same_code(cell.replace("@learner.your_turn\n", ""), begun)


def its_questions_are_asked_in_order(path: Path) -> None:
    number = int(path.stem[:2])
    if number in teaching.numbers():
        assert ASKED.findall(code(path)) == [one.id.partition("/")[2] for one in teaching.lesson(number).questions]
        assert f"p10.Learner({number}" in code(path)


def numbers_in_prose_are_asserted(path: Path) -> None:
    """Each chance in the prose appears in an assert of the English page or in a compared output.

    Degrees of confidence, as in "75% sure" or "95% confidence interval", are not chances of the game.
    """
    english = path if language(path) == "en" else lesson_page(int(path.stem[:2]), "en")
    both = [*cells(english, "code"), *cells(path, "code")]
    compared = [json.dumps(cell["outputs"]) for cell in both if COMPARED & {*tags(cell)}]
    known = "\n".join((code(english), code(path), *compared))
    for number in re.findall(r"(\d+(?:[.,]\d+)?) ?%(?! sure| sicher| confidence)", prose(path)):
        assert re.search(rf"(?<![\d.]){re.escape(number.replace(',', '.'))}(?![\d])", known), (
            f"{number}% is not asserted"
        )


CHECKS = (every_cell_was_run, it_knows_its_language, what_is_kept_can_be_read_where_nothing_runs, links_lead_somewhere)
CHECKS_OF_LESSONS = (
    enough_cells_are_compared,
    numbers_are_drawn_and_written_one_way,
    code_is_short,
    it_goes_all_its_steps,
    it_ends_with_the_learners_progress,
    it_has_the_code_of_its_task_in_its_language,
    its_questions_are_asked_in_order,
    numbers_in_prose_are_asserted,
)


@pytest.mark.slow
def test_every_page_is_complete() -> None:
    every(PAGES, *CHECKS)


def test_every_lesson_is_built_like_the_others() -> None:
    every(NUMBERED, *CHECKS_OF_LESSONS)


def test_the_notebooks_beside_the_lessons_are_committed_without_widget_state() -> None:
    """They have no outputs either, except the gallery, whose page shows them where there is no screen."""
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        assert "widgets" not in content(path)["metadata"], path
        kept = [cell["id"] for cell in cells(path) if cell.get("outputs")]
        assert path.stem == "gallery" or kept == [], path


@pytest.mark.rotating
@pytest.mark.slow
def test_lesson_11_has_the_counts_of_its_400_games() -> None:
    """The players of the whole games are those of the experiment below them."""
    begun, completed, _ = climbs.count(400, "greedy", 4)
    counts = ", ".join(f"{phase}: ({completed[phase]}, {begun[phase]})" for phase in (4, 8))
    for path in (lesson_page(11, of) for of in LANGUAGES):
        assert f"{{{counts}}}" in code(path)
        assert re.search(r'def \w+\(phase, seed, \w+="greedy"\)', code(path))


def test_the_index_names_the_buttons_that_start_over() -> None:
    """The manual's pages also name them, in English."""
    manual = [(ROOT / "docs" / name).read_text("utf-8") for name in ("lessons.md", "teach.md")]
    for of, strings, others in (("en", "question.en.ts", manual), ("de", "de/question.ts", [])):
        words = (SOURCES / "frontend" / "src" / "strings" / strings).read_text("utf-8")
        names = re.findall(r'^export const (?:forget|forgetAll) = "(.+)";$', words, re.M)
        assert len(names) == 2
        for text in (prose(folder(of) / "index.ipynb"), *others):
            assert all(f"**{name}**" in text for name in names)
        if others:
            assert all(
                f"**{name}**" in manual[1] and f'"{name}"' in words for name in ("Save to a file", "Load a file")
            )


def test_a_mixed_set_can_be_found_and_read_without_a_kernel() -> None:
    for name, pattern in product(SETS, MIXED):
        path = LESSONS / pattern.format(name.lower())
        assert f"({path.name})" in prose(path.parent / "index.ipynb")
        shown = [cell for cell in cells(path, "code") if f'learner.mixed("{name}")' in source(cell)]
        (html,) = (output["data"]["text/html"] for cell in shown for output in cell["outputs"])
        assert len(re.findall("<summary>(Solution|Lösung)", "".join(html))) == SIZE, "each has its solution folded"
        assert source(cells(path, "code")[-1]) == "learner"


def test_the_players_of_lesson_12_are_known_as_examples() -> None:
    """An unknown example would be stored as everybody's own player."""
    found = [source(cell) for path in NUMBERED for cell in cells(path, "code") if "@learner.player" in source(cell)]
    assert sorted(found) == sorted(example.rstrip("\n") for example in EXAMPLES)


def test_a_guide_covers_every_question_of_its_page() -> None:
    assert isinstance(l17_capstone.GUIDE, teaching.Guide)
    for number in teaching.numbers():
        one = teaching.lesson(number)
        assert one.guide is not None, number
        plan = " ".join(step.what for step in one.guide.plan)
        named: set[int] = set()
        for found in re.findall(r"[Qq]uestions? (\d(?:(?:, | and | to )\d)*)", plan):
            low, to, high = found.partition(" to ")
            named |= {*(range(int(low), int(high) + 1) if to else map(int, re.findall(r"\d", found)))}
        assert named == set(range(1, len(one.questions) + 1)), number
        assert ("Your turn" in plan) == (one.task is not None), number


def test_the_points_of_the_capstone_are_those_of_its_page() -> None:
    """The page is in the notebook; the teacher's page and the sheet have the same table."""
    for of in LANGUAGES:
        say = Text(of).say
        rows = [" | ".join((f"**{say(row.what)}**", say(row.one), say(row.two))) for row in l17_capstone.POINTS]
        assert re.findall(r"(?m)^\| (\*\*.+) \|$", prose(lesson_page(course.CAPSTONE, of))) == rows


@cache
def hints(number: int, of: str) -> list[str]:
    """Return every hint of a lesson, with the numbers of several learners."""
    asked = [question.exercise(seed) for question in teaching.lesson(number).questions for seed in range(2)]
    return [Text(of).tell(hint) for exercise in asked for hint in exercise.hints]


def imported(text: str) -> dict[str, Any]:
    """Return the names that a notebook's imports bring into its cells."""
    names: dict[str, Any] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            exec(ast.unparse(node), names)
    return names


def figures(text: str) -> list[type[Figure]]:
    found = (getattr(p10.figures, name) for name in re.findall(r"\bp10\.figures\.(\w+)\(", text))
    return [one for one in found if issubclass(one, Figure)]


def controls(kinds: list[type[Figure]], of: str) -> set[str]:
    """Return the names of all controls in figures."""
    fields = [field for kind in kinds for field in kind(language=of)._fields.values()]
    return {Text(of).say(name) for field in fields for name in (field.label, *getattr(field, "options", {}).values())}


@pytest.mark.slow
def test_a_hint_names_code_that_runs_and_controls_that_its_lesson_has() -> None:
    with no_faults() as faults:
        for number, of in product(teaching.numbers(), LANGUAGES):
            text = code(lesson_page(number, "en"))
            names, kinds = {**vars(builtins), **imported(text)}, figures(text)
            buttons = controls(kinds, of)
            for hint in hints(number, of):
                with faults.of(f"{of} {number}: {hint}"):
                    for name in NAMES_CODE.findall(hint):
                        first, *rest = name.split(".")
                        assert first in names
                        reduce(getattr, rest, names[first])
                    assert {*QUOTED[of].findall(hint)} <= buttons
                    assert "simulator" not in hint.lower() or "DealSimulator" in [kind.__name__ for kind in kinds]


def test_a_call_that_a_hint_spells_out_can_be_made() -> None:
    texts = "\n".join(hint for number in teaching.numbers() for hint in hints(number, "en"))
    for call in {*WHOLE_CALL.findall(texts)}:
        assert 0 < eval(call, {"p10": p10}) < 1, call
