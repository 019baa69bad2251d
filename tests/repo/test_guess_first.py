"""If a page asks for a guess, the saved page folds the output of the next cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from devtools.generate.notebooks import GUESS_FIRST
from phase10_widgets.languages.text import Text
from phase10_widgets.teaching.pages.acts import BEGINS, NOTEBOOK
from tests.repo.pages import PAGES, Cell, cells, every, language, source, tags
from tests.stripped import Stripped, drawings

ASKS = {
    "en": re.compile(r"(?<![*\w])(?:Guess|Predict)\b|Count before|[Ww]hat (?:share )?do you expect\b"),
    "de": re.compile(r"(?<![*\w])Schätze\b|Zähle, bevor|erwartest du\b|zahlst du im Mittel\?"),
}
"""The words with which a paragraph asks for a guess; a star precedes the name of a button."""
NUMBER = re.compile(r"(?<![\d.,])\d+[.,]?\d(?:[\d.,\u202f]*\d)?(?!\d)")
"""A number of two digits or more."""
GO_ON = {"11", "13"}
"""The lessons whose text continues with the numbers of a folded result."""
SUMMARY = "Guess first. Then open the result."


def guessed(path: Path) -> Iterator[Cell]:
    """Yield the first cell with an output below each paragraph that asks for a guess. Figures ask on their own."""
    asks = False
    for cell in cells(path):
        if cell["cell_type"] == "markdown":
            *_, last = source(cell).split("\n\n")
            asks = bool(ASKS[language(path)].search(last))
        elif asks and cell.get("outputs"):
            asks = False
            if GUESS_FIRST in tags(cell) or any(one["output_type"] == "stream" for one in cell["outputs"]):
                yield cell


def a_result_that_is_guessed_first_is_folded(path: Path) -> None:
    asked = list(guessed(path))
    for cell in asked:
        assert GUESS_FIRST in tags(cell), source(cell)
        (output,) = cell["outputs"]
        page, printed = Stripped("".join(output["data"]["text/html"])), "".join(output["data"]["text/plain"])
        assert page.above == Text(language(path)).say(SUMMARY)
        (_, content), *within = page.folds
        if output["output_type"] == "execute_result":
            assert drawings("".join(output["data"]["text/html"])), "a drawing has its numbers in a separate fold"
            assert content
        else:
            assert content.split() == printed.split() != []
            assert not within
    assert [cell for cell in cells(path) if GUESS_FIRST in tags(cell)] == asked, "nothing else is folded"


def the_text_below_a_fold_does_not_repeat_what_is_in_it(path: Path) -> None:
    """These are the numbers that only a folded result has shown."""
    found = cells(path)
    for at, cell in enumerate(found):
        if GUESS_FIRST in tags(cell) and path.stem[:2] not in GO_ON:
            above = "\n".join(map(source, found[: at + 1]))
            told = {*NUMBER.findall("".join(cell["outputs"][0]["data"]["text/plain"]))} - {*NUMBER.findall(above)}
            below = next(source(each) for each in found[at:] if each["cell_type"] == "markdown")
            assert told.isdisjoint(NUMBER.findall(below))


def an_act_that_asks_for_a_guess_does_not_tell_the_result(path: Path) -> None:
    """Below such a text, an act only has screens, and cells that only a notebook shows."""
    asks = False
    for cell in cells(path):
        asks = asks and BEGINS not in tags(cell)
        if asks and NOTEBOOK not in tags(cell):
            shown = [one["output_type"] for one in cell.get("outputs", ())]
            assert cell["cell_type"] == "code", source(cell)
            assert "stream" not in shown, source(cell)
        asks = asks or (cell["cell_type"] == "markdown" and bool(ASKS[language(path)].search(source(cell))))


def in_acts(path: Path) -> bool:
    return any(BEGINS in tags(cell) for cell in cells(path))


def test_a_guess_comes_before_its_result() -> None:
    every(PAGES, a_result_that_is_guessed_first_is_folded, the_text_below_a_fold_does_not_repeat_what_is_in_it)
    every(filter(in_acts, PAGES), an_act_that_asks_for_a_guess_does_not_tell_the_result)
    assert sum(len(list(guessed(path))) for path in PAGES) == 30, "15 in each language"
