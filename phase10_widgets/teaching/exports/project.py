"""The capstone on paper: its page for the teacher, and the sheet on which learners design an edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...editions import edition
from ...languages import ENGLISH
from ...languages.text import Text
from ...rules.phases import Phase
from .. import check_design
from ..capstone import BASE, PHASES
from ..course import CAPSTONE, CAPSTONE_TITLE
from ..lessons.l17_capstone import GUIDE, POINTS, PROJECT
from .curriculum import SCOPE
from .document import Document
from .teacher import guide_values, page_title, plan_of, standards_of, told, told_rows

TRIES = 8
"""The number of tries that fit on a sheet."""
OTHER_WILDS = (-2, 0, 2)
"""The numbers of wilds shown on the teacher's page, relative to the number in the example."""


def project_page(language: str = ENGLISH) -> Document:
    """Return the capstone's page for the teacher: plans, a good design, the scoring rubric, and how to compare designs.

    >>> project_page().title
    'Lesson 17: Design a game For the teacher'

    Raises:
        ValueError: the language is unknown.
    """
    words = Text(language)
    name = _title(words)
    values = {
        "name": name,
        **guide_values(GUIDE, words),
        "questions": (),
        "standards": standards_of(SCOPE[CAPSTONE].standards, SCOPE[CAPSTONE], words),
        "project": {
            "wilds": PROJECT.wilds,
            "good": [told(text, words) for text in PROJECT.good],
            "points": told_rows(PROJECT.points, words),
            "exchange": [told(text, words) for text in PROJECT.exchange],
            "levels": told_rows(PROJECT.levels, words),
            "puzzles": told(PROJECT.puzzles, words),
        },
        "second": plan_of(PROJECT.second, words),
        "example": _chances(PROJECT.phases, words),
        "printed": _chances(edition(BASE).phases, words),
    }
    return Document(page_title(name, words), "teacher", words, values)


def project_sheet(language: str = ENGLISH) -> Document:
    """Return the sheet: a table for the tries, one for the edition, its description, and the scoring rubric.

    >>> import phase10_widgets as p10
    >>> p10.handouts.project_sheet("de").title
    'Lektion 17: Entwirf ein Spiel'

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


def _chances(phases: Sequence[str | Phase], words: Text) -> dict[str, Any]:
    """Return a table's header and rows: each phase with its chance for several numbers of wilds."""
    wilds = [PROJECT.wilds + more for more in OTHER_WILDS]
    designs = [check_design(number, phases) for number in wilds]
    names = [words.phase(one.phase) for one in designs[0].phases]
    percents = [[words.number(row["percent"]) for row in design.to_dicts()] for design in designs]
    head = [words.say("Phase"), *(words.language.plural("{n} wild", "{n} wilds", number) for number in wilds)]
    return {"head": head, "rows": list(zip(names, *percents, strict=True))}
