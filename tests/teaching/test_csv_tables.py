"""Tables as CSV: no text of a user is a formula, wherever a spreadsheet splits the lines, and all remain readable."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

from phase10_widgets import arena
from phase10_widgets.arena.entrants import Entrant
from phase10_widgets.base.names import spreadsheet_cell
from phase10_widgets.base.translatable import Reason, Sentence
from phase10_widgets.players.greedy import GreedyPlayer
from phase10_widgets.teaching import Attempt, Progress, summary
from phase10_widgets.teaching.code.ladder import Ladder
from tests.faults import every

FORMULAS = [
    *("=1+1", "+1", "-2+3", "@x", "x;=1+1;", ";=cmd|'/C calc'!A0", "x;-1+1", "a,=1+1", "a|=1+1", "a\t=1+1", "\t=1+1"),
    *("\r=1+1", "a\n=1+1", ' "=1+1"', 'x; "=1+1"', "\uff1d1+1", "x;\uff0b1", "\uff0d1", "\uff20x", "a;;=1"),
    "x\x1b[31m;\x1b=1",
]
FEW = ["=1+1", "x;=1+1;", '"=1+1"', "\uff1d1+1"]
"""The formulas for the tests that play games."""


def of_a_class(text: str) -> str:
    made = Progress(name=text)
    made.works[text] = Attempt(outcome="wrong", answers=("1",), error=text)
    found = summary([made])
    return found.to_csv() + found.to_csv("questions") + found.to_csv("rounds")


def of_a_ladder(text: str) -> str:
    return Ladder(None, ((text, Reason(Sentence(text), text)),), (text,), (), 0, 1.0, False).to_csv()


def of_an_arena(text: str) -> str:
    return arena.play("classic", [Entrant(text, lambda seed: GreedyPlayer()), "greedy"], 2, phases=[1]).to_csv()


WRITERS = [(of_a_class, text) for text in FORMULAS] + [(of_a_ladder, text) for text in FORMULAS]
WRITERS += [(of_an_arena, text) for text in FEW]


@every("write, text", WRITERS)
def test_no_text_is_a_formula(write: Callable[[str], str], text: str) -> None:
    written = write(text)
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", written)
    for delimiter in ",;\t|":
        rows = [*csv.reader(written.splitlines(), delimiter=delimiter)]
        rows += [line.split(delimiter) for line in written.splitlines()]
        for cell in (cell.strip(' "') for row in rows for cell in row):
            number = re.fullmatch(r"-?[\d.]+(e-?\d+)?", cell)
            assert number or not cell.startswith(tuple("=+-@\uff1d\uff0b\uff0d\uff20")), cell


def test_harmless_texts_stay_unchanged() -> None:
    for text in ("Ana-Lee", "7-2", "a@b.de", "1=1", "Müller; Jo", "علی\u200cرضا", "x = 3"):  # noqa: RUF001
        assert spreadsheet_cell(text) == text
    assert [spreadsheet_cell(value) for value in (-1, -0.5, None, 3)] == [-1, -0.5, None, 3]
    for text in ("=1+1", "x;=1+1"):
        assert str(spreadsheet_cell(text)).replace("'", "") == text


def test_every_writer_of_tables_uses_the_rule() -> None:
    import phase10_widgets

    home = Path(phase10_widgets.__file__).parent
    writers = [path for path in home.rglob("*.py") if re.search(r"csv\.(Dict)?[wW]riter\(", path.read_text("utf-8"))]
    assert {path.name for path in writers} == {"class_summary.py", "ladder.py", "results.py"}
    assert all("spreadsheet_cell" in path.read_text("utf-8") for path in writers)
