"""The capstone on paper: its page for the teacher, and the sheet on which learners design an edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.phases import Phase
from ...editions import edition
from ...languages import ENGLISH
from ...teaching import check_design
from ...teaching.capstone import BASE, PHASES
from ...teaching.course import CAPSTONE, CAPSTONE_TITLE
from ...teaching.lessons.l17_capstone import GUIDE, POINTS, PROJECT
from ...text import Text
from .curriculum import SCOPE
from .document import Document
from .teacher import plan_of, standards_of

TRIES = 8
"""The number of tries that a sheet has room for."""
OTHER_WILDS = (-2, 0, 2)
"""The numbers of wilds that the teacher's page shows, counted from those of the example."""


def project_page() -> Document:
    """Return the capstone's page for the teacher: plans, a good design, the points, and how to compare designs.

    >>> project_page().title
    'Lesson 17: Design a game For the teacher'
    """
    words = Text()
    name = _title(words)
    values = {
        "name": name,
        "guide": GUIDE,
        "plan": plan_of(GUIDE.plan),
        "questions": (),
        "standards": standards_of(SCOPE[CAPSTONE].standards, SCOPE[CAPSTONE]),
        "project": PROJECT,
        "second": plan_of(PROJECT.second),
        "example": _chances(PROJECT.phases),
        "printed": _chances(edition(BASE).phases),
    }
    return Document(f"{name} For the teacher", "teacher", words, values)


def project_sheet(language: str = ENGLISH) -> Document:
    """Return the sheet: a table for the tries, one for the edition, its description, and the points.

    Raises:
        ValueError: the language is unknown.
    """
    words = Text(language)
    say = words.say
    points = [(say(row.what), say(row.one), say(row.two), "") for row in POINTS]
    values = {
        "name": _title(words),
        "tries": [[str(number), "", "", "", ""] for number in range(1, TRIES + 1)],
        "phases": [[str(number), "", "", ""] for number in range(1, PHASES + 1)],
        "points": points,
        "most": 2 * len(points),
    }
    return Document(_title(words), "project", words, values)


def _title(words: Text) -> str:
    return words.say("Lesson {number}: {title}", number=CAPSTONE, title=words.say(CAPSTONE_TITLE))


def _chances(phases: Sequence[str | Phase]) -> dict[str, Any]:
    """Return the head and the rows of a table: each phase with its chance for several numbers of wilds."""
    wilds = [PROJECT.wilds + more for more in OTHER_WILDS]
    designs = [check_design(number, phases).to_dicts() for number in wilds]
    rows = [(row[0]["phase"], *(one["percent"] for one in row)) for row in zip(*designs, strict=True)]
    return {"head": ["Phase", *(f"{number} wilds" for number in wilds)], "rows": rows}
