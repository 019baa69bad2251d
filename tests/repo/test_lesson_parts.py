"""The parts of the lessons: ten minutes each, as their pages, the manual and the course say."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise, product

from devtools.generate import curriculum
from devtools.measure.lesson_minutes import MOST, ends, parts, sent_back
from phase10_widgets.teaching import course, lesson
from phase10_widgets.teaching.course import CAPSTONE, COURSE, PARTS
from tests.faults import every
from tests.packages import ROOT
from tests.repo.pages import LANGUAGES, cells, lesson_page, prose, source

NUMBERS = {4: ("Four", "Vier"), 5: ("Five", "Fünf"), 6: ("Six", "Sechs"), 7: ("Seven", "Sieben")}
LEAST = 2.0
"""The fewest minutes of a part; anything shorter is only a remark."""
HEADS = {
    "en": re.compile(r"(?m)^\*(\w+) parts of up to ten minutes each: (.+?)\. "),
    "de": re.compile(r"(?m)^\*(\w+) Teile von je höchstens zehn Minuten: (.+?)\. "),
}
CALL = re.compile(r'learner\.(?:ask|design)\(["\'](\w[\w-]*)["\']\)|learner\.(your_turn|player|design)\b')
NAMES = {"your_turn": "your-turn", "design": "edition"}
"""The task meant by a call without a name."""

EVERY = list(product(COURSE, LANGUAGES))


def test_the_minutes_of_a_lesson_are_those_that_the_docs_and_the_index_give() -> None:
    took = [sum(parts(lesson_page(*row))) for row in EVERY]
    for path in ("docs/teach.md", "docs/lessons.md", "lessons/index.ipynb", "lessons/de/index.ipynb"):
        found = re.search(r"(\d+) (?:to|bis) (\d+)\s(?:minutes|Minuten)", (ROOT / path).read_text("utf-8"))
        assert found, path
        assert 5 * (min(took) // 5) == int(found[1]), path
        assert -5 * (-max(took) // 5) == int(found[2]), path


def the_link_to_the_next_lesson_has_its_number(number: int, language: str) -> None:
    text = "".join(source(cell) for cell in cells(lesson_page(number, language)))
    for title, target in re.findall(r"(?:next lesson|nächste Lektion): \[([^]]+)\]\((\w+)\.ipynb\)", text):
        assert title.startswith(f"{int(target[:2])}. ")


SENT_BACK = re.compile(
    r"(?:[Bb]ack to|zurück zu|zurück zu den) (\[?)(?:questions?|Fragen?) \d(?: (?:and|und) \d)?(?:\]\(#([^)]+)\))?"
)


def going_back_to_a_question_is_a_link_to_it(number: int, language: str) -> None:
    """The link leads to the heading right above the first question that it names, since only headings have anchors."""
    found = cells(lesson_page(number, language))
    asked = [at for at, cell in enumerate(found) if "learner.ask(" in source(cell)]
    for cell in found:
        back = sent_back(cell)
        for (bracket, anchor), first in zip(SENT_BACK.findall(source(cell)), back, strict=False):
            assert bracket, source(cell)
            above = "\n".join(source(each) for each in found[: asked[first - 1]] if each["cell_type"] == "markdown")
            heads = re.findall(r"(?m)^#+ (.+)$", above)
            assert heads[-1].replace(" ", "-") == anchor, (anchor, heads[-1])
            whole = prose(lesson_page(number, language))
            assert len(re.findall(rf"(?m)^#+ {re.escape(heads[-1])}$", whole)) == 1, "an anchor is unique"


def no_part_takes_longer_than_ten_minutes(number: int, language: str) -> None:
    took = parts(lesson_page(number, language))
    assert max(took) <= MOST, f"python -m devtools.measure.lesson_minutes --cells {lesson_page(number, language)}"
    assert min(took) > LEAST


def a_page_says_at_its_top_how_many_parts_it_has(number: int, language: str) -> None:
    found = cells(lesson_page(number, language))
    head = HEADS[language].search(source(found[0]))
    assert head is not None
    n_parts = len(ends(found)) + 1
    assert head[1] == NUMBERS[n_parts][LANGUAGES.index(language)]
    assert len(head[2].split("; ")) == n_parts
    if language == "en":
        assert curriculum.parts_of(number) == head[2].split("; ")


def the_course_knows_what_each_part_asks(number: int, language: str) -> None:
    """A question is listed where it is guessed, and again where the page returns to it."""
    found = cells(lesson_page(number, language))
    marks = [0, *ends(found), len(found)]
    names = [one.id.partition("/")[2] for one in lesson(number).questions] if number != CAPSTONE else []
    asked = []
    for begin, end in pairwise(marks):
        part: list[str] = []
        for cell in found[begin:end]:
            if cell["cell_type"] == "code":
                part += [name or NAMES.get(call, call) for name, call in CALL.findall(source(cell))]
            else:
                part += [names[at - 1] for at in sent_back(cell)]
        asked.append(tuple(part))
    assert PARTS[number] == tuple(asked)


CHECKS = (
    the_link_to_the_next_lesson_has_its_number,
    going_back_to_a_question_is_a_link_to_it,
    no_part_takes_longer_than_ten_minutes,
    a_page_says_at_its_top_how_many_parts_it_has,
    the_course_knows_what_each_part_asks,
)


@every("check, row", [*product(CHECKS, EVERY)])
def test_every_lesson_has_its_parts(check: Callable[[int, str], None], row: tuple[int, str]) -> None:
    check(*row)


def test_the_anchor_of_a_part_is_its_heading() -> None:
    """Hosts make the anchor from the heading, with hyphens for its spaces."""
    for number, language in EVERY:
        for part in range(2, len(PARTS[number]) + 1):
            heading = course.anchor(part, language).replace("-", " ")
            assert len(re.findall(rf"(?m)^## {heading}$", prose(lesson_page(number, language)))) == 1
        assert course.anchor(1, language) == ""
