"""The German lessons are made from the English ones and the files of German texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from devtools.generate import german
from devtools.generate.german import Entry, Texts
from tests.faults import no_faults
from tests.repo.pages import LESSONS

SAME = ("id", "cell_type", "metadata", "source")
ONE = german.GERMAN / "01_satz_folge_farbe.md"
TEXT, CODE = "play", "print-f-len-good-of"
"""A Markdown cell and a code cell of lesson 1."""


def cells(notebook: Any) -> list[dict[str, Any]]:
    return [{name: cell[name] for name in SAME} for cell in notebook.cells]


def test_each_lesson_has_a_german_page_made_from_its_current_texts() -> None:
    """Run ``python -m devtools.generate.notebooks lessons/de/NAME.md`` if a page is out of date."""
    with no_faults() as faults:
        for texts in german.every():
            with faults.of(texts.path.name):
                made, saved = german.translated(texts), german.notebook(texts.german)
                assert cells(made) == cells(saved), f"run devtools.generate.notebooks lessons/de/{texts.path.name}"


def test_each_page_has_one_file_of_german_texts_and_the_other_way_round() -> None:
    assert sorted(texts.english for texts in german.every()) == sorted(LESSONS.glob("*.ipynb"))
    assert [texts.german for texts in german.every()] == sorted(german.GERMAN.glob("*.ipynb"))


def changed(found: Texts, name: str, entry: Entry | None) -> Texts:
    entries = {key: value for key, value in found.entries.items() if key != name}
    return replace(found, entries=entries if entry is None else {**entries, name: entry})


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda it: changed(it, TEXT, None), f"no German text for the cell {TEXT} "),
        (lambda it: changed(it, TEXT, Entry("new", "Play")), f"no German text for the cell {TEXT} "),
        (lambda it: changed(it, TEXT, Entry("000000", "Spielen")), f"{TEXT}: the English has changed"),
        (lambda it: changed(it, CODE, None), f"no German text for the cell {CODE} "),
        (lambda it: changed(it, "gone", Entry("000000", "Weg")), "gone: 01_set_run_color.ipynb has no such cell"),
        (
            lambda it: changed(it, CODE, replace(it.entries[CODE], text="    # gone → # weg")),
            f"{CODE}: the English cell has no # gone",
        ),
    ],
)
def test_a_cell_without_its_german_is_named(change: Callable[[Texts], Texts], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        german.translated(change(german.read(ONE)))


def test_a_changed_sentence_or_string_makes_its_german_out_of_date_and_other_code_does_not() -> None:
    for cell in german.notebook(german.read(ONE).english).cells:
        before = german.mark(cell)
        cell.source += "\n\nassert True" if cell.cell_type == "code" else "\n\nOne more sentence."
        assert (german.mark(cell) == before) == (cell.cell_type == "code")
        if cell.cell_type == "code":
            cell.source += "  # one more comment"
            assert german.mark(cell) != before


def test_the_tool_adds_what_is_missing_in_english_and_keeps_the_rest() -> None:
    whole = german.read(ONE)
    again = german.in_line(changed(changed(whole, TEXT, None), "gone", Entry("000000", "Weg")), current=False)
    assert list(again.entries) == list(whole.entries)
    assert again.entries[TEXT].mark == german.NEW
    assert again.entries[TEXT].text.startswith("## Play")
    assert changed(again, TEXT, whole.entries[TEXT]) == changed(whole, TEXT, whole.entries[TEXT])
    assert not [*german.faults(german.in_line(again, current=True), german.notebook(whole.english))]


def test_code_in_german_keeps_attributes_and_keywords() -> None:
    code = 'wait(odds.wait, wait=1, other={"wait": f"{wait:.1f} {odds.wait}"})  # wait'
    words = {"wait": "warten", "# wait": "# warten"}
    assert german.in_german(code, words) == (
        'warten(odds.wait, wait=1, other={"wait": f"{warten:.1f} {odds.wait}"})  # warten'
    )
    assert german.in_german("wait(wait=1)", {"wait=": "warten="}) == "wait(warten=1)"


def test_a_file_that_names_no_notebook_is_refused(tmp_path: Any) -> None:
    path = tmp_path / "01.md"
    path.write_text("# Kein Anfang\n", "utf-8")
    with pytest.raises(ValueError, match=r"01\.md must begin with a line such as"):
        german.read(path)
