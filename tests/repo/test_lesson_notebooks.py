"""The lessons as notebooks: saved outputs, questions and structure."""

from __future__ import annotations

import ast
import builtins
import json
import re
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

import phase10_widgets as p10
from devtools.generate import climbs
from devtools.generate.notebooks import CHECKED, GUESS_FIRST
from phase10_widgets import teaching
from phase10_widgets.teaching import course
from phase10_widgets.teaching.code_task import NOTE, same_code, translated
from phase10_widgets.teaching.lessons import l17_capstone
from phase10_widgets.teaching.mixed import SETS, SIZE
from phase10_widgets.teaching.player_code import EXAMPLES
from phase10_widgets.text import Text
from phase10_widgets.widgets.figures.figure import Figure
from tests.packages import SOURCES

FOLDER = Path(__file__).parents[2] / "lessons"
NOTEBOOKS = sorted(FOLDER.rglob("*.ipynb"))
LESSONS = [path for path in NOTEBOOKS if path.stem[:2].isdigit()]
ENGLISH = [path for path in LESSONS if path.parent == FOLDER]
COMPARED = {CHECKED, GUESS_FIRST}
"""The tags of cells whose saved output is compared with a new one; those to be guessed first are folded."""
LEAST_CHECKED = 3
MOST_LINES = 10
STEPS = {
    "lessons": ["Play", "Predict", "Simulate", "Compute", "Explain", "Transfer"],
    "de": ["Spielen", "Vorhersagen", "Simulieren", "Rechnen", "Erklären", "Übertragen"],
}
"""The headings of a lesson, by folder."""
FOLDED_AWAY = {"deutsch", "zahl", "ana"}
"""The names that only folded cells define: the helpers for decimal commas, and the predictions of lesson 16's Ana."""
MIXED = ("mixed_{}.ipynb", "de/gemischt_{}.ipynb")
"""The notebooks of the mixed sets, in each language."""
NAMES_CODE = re.compile(r"\b[a-zA-Z_]\w*(?:\.[a-zA-Z_]\w*)+|\b[a-z_]\w+(?=\()")
"""A dotted name, or a call; C(108, 10) is not code."""
WHOLE_CALL = re.compile(r"\bp10\.[\w.]+\([^()…]*\)")
QUOTED = {"en": re.compile("“([^”]+)”"), "de": re.compile("„([^“]+)“")}
VIEW = "application/vnd.jupyter.widget-view+json"

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
every_lesson = pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])


def cells(path: Path, kind: str) -> list[dict[str, Any]]:
    return [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == kind]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def written(path: Path) -> str:
    """Return the text between the cells."""
    return "\n\n".join(source(cell) for cell in cells(path, "markdown"))


def test_there_is_a_notebook_for_each_lesson() -> None:
    numbers = [int(path.stem[:2]) for path in ENGLISH]
    assert numbers == [*teaching.numbers(), len(teaching.numbers()) + 1], "and one more, where all of it is used"


@every_notebook
def test_every_cell_was_run(path: Path) -> None:
    """A cell without a number would never be compared."""
    counts = [cell["execution_count"] for cell in cells(path, "code")]
    assert counts == list(range(1, len(counts) + 1))


@every_notebook
def test_a_page_knows_its_language(path: Path) -> None:
    metadata = json.loads(path.read_text("utf-8"))["metadata"]
    assert metadata.get("lang", "en") == (path.parent.name if path.parent.parent == FOLDER else "en")


@every_lesson
def test_enough_cells_are_compared(path: Path) -> None:
    checked = [cell for cell in cells(path, "code") if COMPARED & set(cell["metadata"].get("tags", ()))]
    assert len(checked) >= LEAST_CHECKED
    assert all(cell["outputs"] for cell in checked), "nothing is compared with nothing"


@every_notebook
def test_what_is_kept_can_be_read_where_nothing_runs(path: Path) -> None:
    content = json.loads(path.read_text("utf-8"))
    assert "widgets" not in content["metadata"]
    for cell in cells(path, "code"):
        for output in cell["outputs"]:
            assert output["output_type"] != "error", source(cell)
            data = output.get("data", {})
            assert VIEW not in data
            assert "<script" not in "".join(data.get("text/html", ""))


@every_lesson
def test_code_is_short(path: Path) -> None:
    for cell in cells(path, "code"):
        assert 0 < len(source(cell).splitlines()) <= MOST_LINES, source(cell)


@every_lesson
def test_checks_and_the_helper_for_commas_are_folded_away_and_nothing_else_is(path: Path) -> None:
    """German pages write decimal commas with a function of their own, in a cell of its own."""
    for cell in cells(path, "code"):
        folded = cell["metadata"].get("jupyter", {}).get("source_hidden", False)
        helper = re.fullmatch(r"def (deutsch|zahl)\(.*\n(    .*\n?)+", source(cell))
        assert folded == bool(helper or re.search(r"(?m)^\s*assert ", source(cell))), source(cell)


def unexplained(found: list[dict[str, Any]]) -> list[str]:
    """Return the names that visible cells use although only folded cells above them define them."""
    shown, folded, missing = set(FOLDED_AWAY), set[str](), list[str]()
    for cell in found:
        nodes = list(ast.walk(ast.parse(source(cell))))
        names = [node for node in nodes if isinstance(node, ast.Name)]
        bound = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        bound |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
        bound |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        bound |= {(node.asname or node.name).split(".")[0] for node in nodes if isinstance(node, ast.alias)}
        if cell["metadata"].get("jupyter", {}).get("source_hidden"):
            folded |= bound
            continue
        missing += sorted({node.id for node in names} & folded - bound - shown)
        shown |= bound
    return missing


@every_lesson
def test_a_visible_cell_uses_no_name_that_only_a_folded_cell_defines(path: Path) -> None:
    assert unexplained(cells(path, "code")) == []


def test_a_name_from_a_folded_cell_is_noticed() -> None:
    def cell(code: str, folded: bool = False) -> dict[str, Any]:
        return {"source": [code], "metadata": {"jupyter": {"source_hidden": folded}}}

    check = cell("from math import perm\n\nassert perm(3, 2) == 6", folded=True)
    assert unexplained([check, cell("print(perm(4, 2))")]) == ["perm"]
    assert unexplained([check, cell("from math import perm\n\nprint(perm(4, 2))"), cell("perm(5, 2)")]) == []


@every_lesson
def test_a_lesson_goes_all_its_steps(path: Path) -> None:
    headings = re.findall(r"(?m)^## (\w+)", written(path))
    steps = STEPS[path.parent.name]
    assert [each for each in headings if each in steps] == steps


@every_lesson
def test_a_lesson_ends_with_the_learners_progress(path: Path) -> None:
    assert source(cells(path, "code")[-1]) == "learner"


@pytest.mark.parametrize("folder", STEPS)
def test_each_lesson_closes_in_words_of_its_own(folder: str) -> None:
    """Only lesson 7, which asks how many cases it takes to believe a share, says how often 75% should be right."""
    closings = [
        source(cells(path, "markdown")[-2]).rpartition("\n\n")[2] for path in LESSONS if path.parent.name == folder
    ]
    assert len(set(closings)) == len(closings) == len(course.COURSE)
    assert ["75" in closing for closing in closings] == [number == 7 for number in course.COURSE]


@pytest.mark.slow
def test_lesson_11_has_the_counts_of_its_400_games() -> None:
    """The players of the whole games are those of the experiment below them."""
    begun, completed, _ = climbs.count(400, "greedy", 4)
    counts = ", ".join(f"{phase}: ({completed[phase]}, {begun[phase]})" for phase in (4, 8))
    pages = [path for path in LESSONS if path.stem.startswith("11_")]
    assert len(pages) == 2
    for path in pages:
        code = "\n".join(source(cell) for cell in cells(path, "code"))
        assert f"{{{counts}}}" in code
        assert re.search(r'def \w+\(phase, seed, \w+="greedy"\)', code)


@every_lesson
def test_a_page_has_the_code_of_its_task_in_its_language(path: Path) -> None:
    """The card below the cell shows the same docstring and the same comments."""
    number = int(path.stem[:2])
    if number not in teaching.numbers() or (task := teaching.lesson(number).task) is None:
        return
    say = Text("en" if path.parent == FOLDER else path.parent.name).say
    (cell,) = [source(cell) for cell in cells(path, "code") if "@learner.your_turn" in source(cell)]
    begun = translated(task.start, say)
    assert NOTE.findall(cell) == NOTE.findall(begun)
    assert same_code(cell.replace("@learner.your_turn\n", ""), begun)


@pytest.mark.parametrize("folder", STEPS)
def test_no_two_lessons_deal_the_same_hand(folder: str) -> None:
    """The seed alone decides the deal; the phases do not matter."""
    tables = [cell for path in LESSONS if path.parent.name == folder for cell in cells(path, "code")]
    seeds = [seed for cell in tables for seed in re.findall(r"^p10\.Table\(.*\bseed=(\d+)", source(cell), re.M)]
    assert len(seeds) == len(set(seeds)) > len(teaching.numbers())


@pytest.mark.parametrize(
    ("page", "strings"),
    [("lessons/index.ipynb", "question.en.ts"), ("lessons/de/index.ipynb", "de/question.ts")],
    ids=["en", "de"],
)
def test_the_index_names_the_buttons_that_start_over(page: str, strings: str) -> None:
    """So do the manual's pages, in English."""
    words = (SOURCES / "frontend" / "src" / "strings" / strings).read_text("utf-8")
    names = re.findall(r'^export const (?:forget|forgetAll) = "(.+)";$', words, re.M)
    assert len(names) == 2
    manual = (
        [FOLDER.parent / "docs" / name for name in ("lessons.md", "teach.md")] if page == "lessons/index.ipynb" else []
    )
    for text in (written(FOLDER.parent / page), *(each.read_text("utf-8") for each in manual)):
        assert all(f"**{name}**" in text for name in names)


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("lessons/index.ipynb", "Seventeen lessons"),
        ("lessons/de/index.ipynb", "Siebzehn Lektionen"),
        ("docs/lessons.md", "seventeen lessons"),
        ("README.md", "Seventeen [lessons]"),
    ],
)
def test_every_page_counts_the_same_lessons(page: str, said: str) -> None:
    assert len(course.COURSE) == 17
    assert said in (FOLDER.parent / page).read_text("utf-8")


@every_lesson
def test_every_question_is_asked(path: Path) -> None:
    number = int(path.stem[:2])
    if number not in teaching.numbers():
        return
    code = "\n".join(source(cell) for cell in cells(path, "code"))
    asked = re.findall(r'learner\.ask\("([^"]+)"\)', code)
    assert sorted(asked) == sorted(one.id.partition("/")[2] for one in teaching.lesson(number).questions)
    assert f"p10.Learner({number}" in code


@every_lesson
def test_numbers_in_prose_are_asserted(path: Path) -> None:
    """Each chance in the prose appears in an assert or in a compared output.

    Degrees of confidence, as in "75% sure" or "95% confidence interval", are not chances of the game.
    """
    code = "\n".join(source(cell) for cell in cells(path, "code"))
    compared = "\n".join(
        json.dumps(cell["outputs"]) for cell in cells(path, "code") if COMPARED & set(cell["metadata"].get("tags", ()))
    )
    for number in re.findall(r"(\d+(?:[.,]\d+)?) ?%(?! sure| sicher| confidence)", written(path)):
        assert re.search(rf"(?<![\d.]){re.escape(number.replace(',', '.'))}(?![\d])", code + compared), (
            f"{number}% is nowhere asserted"
        )


@every_notebook
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", written(path)):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("pattern", MIXED)
def test_a_mixed_set_can_be_found_and_read_where_nothing_runs(pattern: str, name: str) -> None:
    path = FOLDER / pattern.format(name.lower())
    assert f"({path.name})" in written(path.parent / "index.ipynb")
    shown = [cell for cell in cells(path, "code") if f'learner.mixed("{name}")' in source(cell)]
    (html,) = (output["data"]["text/html"] for cell in shown for output in cell["outputs"])
    assert len(re.findall("<summary>(Solution|Lösung)", "".join(html))) == SIZE, "each question has its solution folded"
    assert source(cells(path, "code")[-1]) == "learner"


def test_the_players_of_lesson_12_are_known_as_examples() -> None:
    """An example that was not known would be kept as everybody's own player."""
    found = [source(cell) for path in LESSONS for cell in cells(path, "code") if "@learner.player" in source(cell)]
    assert sorted(found) == sorted(example.rstrip("\n") for example in EXAMPLES)


@pytest.mark.parametrize("number", course.COURSE)
def test_a_lesson_has_a_guide(number: int) -> None:
    guide = l17_capstone.GUIDE if number == course.CAPSTONE else teaching.lesson(number).guide
    assert isinstance(guide, teaching.Guide)


@pytest.mark.parametrize("number", teaching.numbers())
def test_a_plan_has_everything_that_a_page_asks(number: int) -> None:
    one = teaching.lesson(number)
    assert one.guide is not None
    plan = " ".join(step.what for step in one.guide.plan)
    named: set[int] = set()
    for found in re.findall(r"[Qq]uestions? (\d(?:(?:, | and | to )\d)*)", plan):
        low, to, high = found.partition(" to ")
        named |= set(range(int(low), int(high) + 1)) if to else {int(each) for each in re.findall(r"\d", found)}
    assert named == set(range(1, len(one.questions) + 1))
    assert ("Your turn" in plan) == (one.task is not None)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_points_of_the_capstone_are_those_of_its_page(language: str) -> None:
    """The page is in the notebook; the teacher's page and the sheet have the same table."""
    say = Text(language).say
    rows = [" | ".join((f"**{say(row.what)}**", say(row.one), say(row.two))) for row in l17_capstone.POINTS]
    folder = FOLDER if language == "en" else FOLDER / language
    page = written(folder / f"{course.COURSE[course.CAPSTONE].notebooks[language]}.ipynb")
    assert re.findall(r"(?m)^\| (\*\*.+) \|$", page) == rows


def test_published_errors_are_to_be_found() -> None:
    """There are three of them, each with its source and with the published number among the wrong answers."""
    published = [teaching.lesson(n).question(name) for n, name in ((1, "page"), (2, "page"), (5, "blog"))]
    for question in published:
        asked = question.exercise(0)
        assert re.search(r"A (web page|blog)", str(asked.prompt))
        assert asked.wrong
        for error in asked.wrong:
            assert str(asked.feedback(error))


@pytest.mark.parametrize("name", ["08/middles", "13/first-edition", "14/our-mistakes"])
def test_errors_of_our_own_first_edition_are_to_be_found(name: str) -> None:
    """Their numbers decide each time whether the course was wrong: no choice is always right."""
    found = teaching.lesson(int(name[:2])).question(name.partition("/")[2])
    asked = [found.exercise(str(seed)) for seed in range(60)]
    assert all("first edition of this course" in str(each.prompt) for each in asked)
    assert len({each.answer for each in asked}) >= len(found.choices) - 1
    assert all(str(asked[0].feedback(error)) for error in asked[0].wrong)


@every_lesson
def test_questions_are_numbered_in_the_order_of_the_page(path: Path) -> None:
    number = int(path.stem[:2])
    if number not in teaching.numbers():
        return
    code = "\n".join(source(cell) for cell in cells(path, "code"))
    asked = re.findall(r'learner\.ask\("([^"]+)"\)', code)
    assert asked == [one.id.partition("/")[2] for one in teaching.lesson(number).questions]


def hints(number: int, language: str) -> list[str]:
    """Return every hint of a lesson, with the numbers of several learners."""
    questions = teaching.lesson(number).questions
    return [
        Text(language).tell(hint)
        for question in questions
        for seed in range(4)
        for hint in question.exercise(seed).hints
    ]


def code_of(number: int) -> str:
    return "\n".join(source(cell) for cell in cells(ENGLISH[number - 1], "code"))


def imported(code: str) -> dict[str, Any]:
    """Return the names that a notebook's imports bring into its cells."""
    names: dict[str, Any] = {}
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            exec(ast.unparse(node), names)
    return names


def figures(number: int) -> list[type[Figure]]:
    found = (getattr(p10, name, None) for name in re.findall(r"\bp10\.([A-Z]\w+)\(", code_of(number)))
    return [one for one in found if isinstance(one, type) and issubclass(one, Figure)]


def controls(number: int, language: str) -> set[str]:
    """Return the names of all controls in the figures of a lesson."""
    names = set()
    for kind in figures(number):
        figure = kind(language=language)
        for field in figure._fields.values():
            names |= {figure.words.say(name) for name in (field.label, *getattr(field, "options", {}).values())}
    return names


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("number", teaching.numbers())
def test_code_in_a_hint_runs_in_the_notebook(number: int, language: str) -> None:
    known = {**vars(builtins), **imported(code_of(number))}
    for hint in hints(number, language):
        for name in NAMES_CODE.findall(hint):
            first, *rest = name.split(".")
            assert first in known, hint
            reduce(getattr, rest, known[first])


@pytest.mark.parametrize("number", teaching.numbers())
def test_a_call_that_a_hint_spells_out_can_be_made(number: int) -> None:
    for call in {call for hint in hints(number, "en") for call in WHOLE_CALL.findall(hint)}:
        assert 0 < eval(call, {"p10": p10}) < 1, call


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("number", teaching.numbers())
def test_a_hint_names_controls_that_its_lesson_has(number: int, language: str) -> None:
    known, titles = controls(number, language), [kind.__name__ for kind in figures(number)]
    for hint in hints(number, language):
        assert set(QUOTED[language].findall(hint)) <= known, hint
        assert "simulator" not in hint.lower() or "DealSimulator" in titles, hint


def test_hints_of_two_lessons_name_code_and_controls() -> None:
    """The three tests above are not vacuous."""
    text = " ".join(hints(5, "en") + hints(11, "en"))
    assert len(set(WHOLE_CALL.findall(text))) > 4
    assert {"the first card is wild", "Cards dealt"} <= set(QUOTED["en"].findall(text))
