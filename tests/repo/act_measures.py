"""The words and minutes of a lesson's acts.

Words are those of the Markdown's visible text, folded text included; addresses and markup do not count, and neither do
cells that only a notebook shows. The minutes are those of an independent review: 130 words a minute, 4.5 minutes a
question, 2.5 a warm-up question, 6 a figure, 2 for each further act on it, 5 a round, and 6 for code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from phase10_widgets.teaching.exercises.recall import RECALLED
from phase10_widgets.teaching.pages.acts import NOTEBOOK, Act, tags
from phase10_widgets.teaching.pages.page import LessonPage
from tests.repo.pages import cells, source

MOST_WORDS, MIDDLE, CORE_WORDS, CORE_MINUTES = 90, 45, 700, 45.0
"""The most words of an act, of the act in the middle, and of a core; the most minutes of a core."""
MARKUP = re.compile(r"\]\([^)]*\)|<[^>]*>|https?://\S+")
FIGURE = re.compile(r"p10\.figures\.(?!Columns|Venn)\w+\(")
CALL = re.compile(r"learner\.(\w+)")
CALLS = {"ask": 4.5, "recall": 2.5 * RECALLED, "your_turn": 6.0, "player": 6.0}
ROUND, SHOWN, FURTHER, SPEED = 5.0, 6.0, 2.0, 130


class Measured(NamedTuple):
    """An act's share of a lesson."""

    act: Act
    words: int
    minutes: float


def words(text: str) -> int:
    """Return the number of words that a reader sees."""
    return sum(bool(re.search(r"\w", word)) for word in MARKUP.sub(" ", text).split())


def measured(path: Path) -> list[Measured]:
    """Return the acts of a lesson, which may have none."""
    page, found = LessonPage.of_file(path), cells(path)
    rows = []
    for act in page.acts:
        shown = [found[at] for at in act.cells if NOTEBOOK not in tags(found[at])]
        read = sum(words(source(cell)) for cell in shown if cell["cell_type"] == "markdown")
        took = read / SPEED + sum(_minutes(source(cell)) for cell in shown if cell["cell_type"] == "code")
        kept = page.acts[act.keeps - 1].cells if act.keeps else ()
        took += FURTHER * any(FIGURE.match(source(found[at])) for at in kept)
        rows.append(Measured(act, read, took))
    return rows


def _minutes(code: str) -> float:
    """Return the minutes that the screen of a cell takes."""
    calls = sum(CALLS.get(name, 0.0) for name in CALL.findall(code))
    return calls + ROUND * ("p10.Table(" in code) + SHOWN * bool(FIGURE.match(code))


def core(found: Iterable[Measured]) -> list[Measured]:
    return [each for each in found if not each.act.further]


def summary(found: list[Measured]) -> dict[str, float]:
    """Return the acts of a lesson in numbers."""
    return {
        "acts": len(found),
        "most words": max(each.words for each in found),
        "middle": median(each.words for each in found),
        "core words": sum(each.words for each in core(found)),
        "core minutes": round(sum(each.minutes for each in core(found)), 1),
    }
