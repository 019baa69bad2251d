"""Write the courses and curricula into docs/teach.md: ``python -m devtools.generate.curriculum``.

The data come from ``teaching/exports/curriculum.py``, the questions, and the lessons, which name their parts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from devtools import command
from phase10_widgets.teaching import lesson
from phase10_widgets.teaching.course import CAPSTONE, COURSE, PARTS
from phase10_widgets.teaching.exports import curriculum as data
from phase10_widgets.teaching.exports.curriculum import BRIDGES, COURSES, SCOPE, Period
from phase10_widgets.teaching.exports.standards import STANDARDS

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "teach.md"
BEGIN = "<!-- written by devtools.generate.curriculum -->\n"
END = "<!-- end of what is written by devtools.generate.curriculum -->\n"
HEAD = re.compile(r"^\*\w+ parts of up to ten minutes each: (.+?)\. ", re.M)
INTRO = {
    1: "Five periods: the shortest path from counting to testing.",
    4: "Three periods a week: probability first, then what data can show.",
    12: "Two periods a week: every lesson, and two weeks for the capstone.",
}

GCSE_SOURCE = (
    "GCSE mathematics, subject content from the Department for Education (2013), for AQA 8300 and Edexcel 1MA1"
)
AP_SOURCE = (
    "AP Statistics, topics in the nine-unit course description (2020). The course that starts in fall 2026 has five "
    "units and different numbers, so look up the topics there by title"
)
KMK_SOURCE = (
    "Bildungsstandards, Leitidee Daten und Zufall (L5). Sek I is the Mittlerer Schulabschluss (KMK 2003), AHR the "
    "Allgemeine Hochschulreife (KMK 2012), and AHR+ its higher level. The statements have no numbers; the keywords "
    "are our own"
)
GAISE_SOURCE = (
    "Guidelines for Assessment and Instruction in Statistics Education II (GAISE II, 2020), for the years before "
    "college. A level indicates experience, not age; the step is to formulate, collect, analyze or interpret. The "
    "summaries are our own"
)


def notebook(number: int) -> Path:
    return ROOT / "lessons" / f"{COURSE[number].notebooks['en']}.ipynb"


def link(number: int) -> str:
    """Return a lesson's number as a link to its notebook."""
    return f"[{number}](../lessons/{notebook(number).name})"


def parts_of(number: int) -> list[str]:
    """Return a lesson's parts, as listed on its page."""
    cells = json.loads(notebook(number).read_text("utf-8"))["cells"]
    found = HEAD.search("\n".join("".join(cell["source"]) for cell in cells))
    assert found is not None, number
    return found[1].split("; ")


def standards_of(number: int) -> list[str]:
    """Return a lesson's Common Core standards, collected from its questions."""
    if number == CAPSTONE:
        return list(SCOPE[CAPSTONE].standards)
    return sorted({code for question in lesson(number).questions for code in question.standards})


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    names = list(head)
    for row in (names, ["---"] * len(names), *rows):
        yield f"| {' | '.join(map(str, row))} |"


def counted(noun: str, numbers: Iterable[int]) -> str:
    """Return "part 3" or "parts 1, 2", or an empty string if there are no numbers."""
    found = [str(number) for number in numbers]
    return f"{noun}{'s' if len(found) > 1 else ''} {', '.join(found)}" if found else ""


def numbered(names: Iterable[str]) -> str:
    """Return the names as a numbered list.

    >>> numbered(["play", "guess"])
    '(1) play (2) guess'
    """
    return " ".join(f"({at}) {name}" for at, name in enumerate(names, 1))


def every_part(number: int) -> tuple[int, ...]:
    return tuple(range(1, len(PARTS[number]) + 1))


def work(period: Period) -> str:
    """Return the work for a class period: a lesson, followed by its parts unless all of them are included."""
    if period.parts == every_part(period.lesson):
        return str(period.lesson)
    return f"{period.lesson} ({counted('part', period.parts)})"


def homework(number: int, periods: Iterable[Period]) -> str:
    """Return the homework for a lesson: parts that its class periods leave out, and questions to answer alone."""
    done = {part for period in periods if period.lesson == number for part in period.parts}
    left = counted("part", [part for part in every_part(number) if part not in done])
    tasks = [*filter(None, (left, counted("question", SCOPE[number].homework)))]
    return f"{number}: {', '.join(tasks)}" if tasks else ""


def course(weeks: int) -> Iterator[str]:
    steps, periods = COURSES[weeks], [period for step in COURSES[weeks] for period in step]
    last = {period.lesson: at for at, step in enumerate(steps) for period in step}
    rows = []
    for at, step in enumerate(steps):
        ended = [number for number in last if last[number] == at]
        checks = (f"{n}: question {SCOPE[n].check}" for n in ended if SCOPE[n].check)
        tasks = filter(None, (homework(number, periods) for number in ended))
        rows.append([str(at + 1), "; ".join(map(work, step)), "; ".join(tasks), "; ".join(checks)])
    yield from (f"### {weeks} week{'s' if weeks > 1 else ''}", "", INTRO[weeks], "")
    yield from table(["Day" if weeks == 1 else "Week", "in class", "homework", "quick check"], rows)
    yield ""
    for number, instead in BRIDGES.get(weeks, {}).items():
        yield from (f"This course leaves out lesson {number}, and later lessons build on it. {instead}", "")


def legend(title: str, texts: Mapping[str, str], used: Iterable[str]) -> Iterator[str]:
    """Yield a paragraph that explains the codes in use."""
    codes = set(used)
    yield from (title, "", *(f"- **{code}** {text}" for code, text in texts.items() if code in codes), "")


def page() -> str:
    """Return the text to insert between the marks."""
    known = [number for number in COURSE if number in SCOPE]
    lines = [line for weeks in COURSES for line in course(weeks)]
    lines += ["### The parts of each lesson", ""]
    lines += table(["lesson", "parts of ten minutes"], ([link(n), numbered(parts_of(n))] for n in known))
    lines += ["", "### Curricula", ""]
    head = ["lesson", "Common Core", "GCSE", "AP topics", "AP skills", "Bildungsstandards", "GAISE II"]
    scopes = [(n, SCOPE[n]) for n in known]
    rows = ([standards_of(n), one.gcse, one.ap, one.skills, one.kmk, one.gaise] for n, one in scopes)
    joined = ([", ".join(codes) for codes in row] for row in rows)
    lines += table(head, ([link(n), *row] for n, row in zip(known, joined, strict=True)))
    lines += [""]
    common = (code for n in known for code in standards_of(n))
    lines += legend("Common Core State Standards for Mathematics (2010):", STANDARDS, common)
    lines += legend(f"{GCSE_SOURCE}:", data.GCSE, (c for _, one in scopes for c in one.gcse))
    lines += legend(f"{AP_SOURCE}:", data.AP_TOPICS, (c for _, one in scopes for c in one.ap))
    lines += legend(
        "Skills in the same course description:", data.AP_SKILLS, (c for _, one in scopes for c in one.skills)
    )
    lines += legend(f"{KMK_SOURCE}:", data.KMK, (c for _, one in scopes for c in one.kmk))
    lines += legend(f"{GAISE_SOURCE}:", data.GAISE, (c for _, one in scopes for c in one.gaise))
    return "\n".join(lines)


def written(text: str) -> str:
    """Return the page with the part between the marks updated."""
    return command.between(text, BEGIN, END, f"\n{page()}\n")


if __name__ == "__main__":
    command.parser(__doc__).parse_args()
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
