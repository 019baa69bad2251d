"""Estimate how many minutes each part of a lesson takes: ``python -m devtools.measure.lesson_minutes [NOTEBOOK …]``.

The promise: a part takes at most ten minutes (docs/teach.md). The estimate takes a few seconds.

A part ends where the page says that you can stop. No part may take longer than ``MOST``
(``tests/repo/test_lesson_parts.py``). With ``--cells``, each cell gets its own line, which shows where a long part
could be split.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from devtools import command

LESSONS = Path(__file__).resolve().parents[2] / "lessons"
MOST = 10.0
WORDS_A_MINUTE = 150
"""The reading speeds for prose, code and printed results, slow enough for sentences with numbers to sink in."""
GUESS = 1.0
"""The time to read a question, guess the answer, and state how sure you are."""
ANSWER = 1.0
"""The time to answer a question and look back, either immediately or when the page sends you back to it."""
ROUND, FURTHER = 3.0, 2.5
"""The time for a one-phase game at a newcomer's pace (``devtools.measure.minutes``), and for each additional phase."""
MINUTES = {"recall": 3.0, "your_turn": 4.0, "design": 3.0, "table": ROUND, "hands": 1.0, "calibration": 1.0}
"""The times for earlier questions, code to complete, the capstone's board and table, and the learner's rounds and
curve."""
FIGURE = 3.0
STILL = {"Hand": 0.0, "Learner": 0.0, "Columns": 1.0, "Venn": 0.5}
"""The number of minutes for parts that are not figures: cards, charts without controls, and the learner's own curve."""
RUN = 0.25
"""The time to run a cell and look at its output."""
PROGRESS = 0.5
"""The time to look at one's progress at the end."""
PART = re.compile(r"part-(\d+)")
CALL = re.compile(r"\blearner\.(\w+)|\.(calibration)\(\)")
SHOWN = re.compile(r"(?m)^p10\.(?:figures\.)?([A-Z]\w+)\(")
BACK = re.compile(r"(?:[Bb]ack to|zurück zu|zurück zu den) \[?(?:questions?|Fragen?) (\d)(?: (?:and|und) (\d))?")
"""The sentences that send learners back to questions that they have only guessed at."""


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["cells"]
    return found


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def words(text: str) -> int:
    """Return the number of words, not counting link addresses, table rules and single symbols.

    >>> words("So **55.30%** of [all hands](03.ipynb) = 1 - p")
    7
    """
    return sum(bool(re.search(r"\w", word)) for word in re.sub(r"\]\([^)]*\)", "]", text).split())


def sent_back(cell: dict[str, Any]) -> list[int]:
    """Return the numbers of the questions to which a cell sends learners back."""
    return [int(number) for found in BACK.findall(source(cell)) for number in found if number]


def played(text: str) -> float:
    """Return how many minutes a game at the table takes.

    >>> played('p10.Table("classic", phases=[3, 4])')
    5.5
    """
    phases = re.search(r"phases=\[(.*?)\]", text)
    return ROUND + FURTHER * phases[1].count(",") if phases else ROUND


def minutes(cell: dict[str, Any]) -> float:
    """Return how many minutes a cell takes if its question is answered immediately; a folded check takes no time."""
    text = source(cell)
    if cell["metadata"].get("jupyter", {}).get("source_hidden"):
        return 0.0
    read = words(text) / WORDS_A_MINUTE
    if cell["cell_type"] == "markdown":
        return read + ANSWER * len(sent_back(cell))
    called = [one or other for one, other in CALL.findall(text)]
    done = sum(GUESS + ANSWER if name == "ask" else MINUTES.get(name, 0.0) for name in called)
    for name in SHOWN.findall(text):
        done += played(text) if name == "Table" else STILL.get(name, FIGURE)
    if text.strip() == "learner":
        done += PROGRESS
    printed = words("".join("".join(each.get("text", "")) for each in cell["outputs"]))
    return done or read + printed / WORDS_A_MINUTE + (RUN if printed else 0.0)


def each_cell(found: Sequence[dict[str, Any]]) -> list[float]:
    """Return the minutes for each cell, assuming only a guess at first for questions to which the page returns
    later."""
    took = list(map(minutes, found))
    asked = [at for at, cell in enumerate(found) if "learner.ask(" in source(cell)]
    for number in {number for cell in found if cell["cell_type"] == "markdown" for number in sent_back(cell)}:
        took[asked[number - 1]] -= ANSWER
    return took


def ends(found: Sequence[dict[str, Any]]) -> list[int]:
    """Return the indices of the cells that end a part, in page order."""
    return [at for at, cell in enumerate(found) if PART.fullmatch(cell.get("id", ""))]


def parts(path: Path) -> list[float]:
    found = cells(path)
    took = each_cell(found)
    return [sum(took[begin:end]) for begin, end in pairwise([0, *ends(found), len(found)])]


def lines(path: Path, with_cells: bool = False) -> Iterator[str]:
    """Yield a line for a lesson and a line for each of its cells."""
    took = parts(path)
    yield f"{path.stem}: {', '.join(f'{part:.1f}' for part in took)}; total {sum(took):.0f} minutes"
    if with_cells:
        found, total = cells(path), 0.0
        for at, (cell, spent) in enumerate(zip(found, each_cell(found), strict=True)):
            total = spent + (0.0 if PART.fullmatch(cell.get("id", "")) else total)
            yield f"  [{at}] {spent:4.1f} {total:5.1f}  {source(cell).splitlines()[0][:80]}"


def main() -> int:
    """Print the minutes; exit with 1 if a part takes too long."""
    options = command.parser(__doc__)
    options.add_argument("notebooks", nargs="*", type=Path, default=sorted(LESSONS.rglob("[0-9]*.ipynb")))
    options.add_argument("--cells", action="store_true", help="also print each cell")
    chosen = options.parse_args()
    for path in chosen.notebooks:
        print(*lines(path, chosen.cells), sep="\n")
    return int(any(part > MOST for path in chosen.notebooks for part in parts(path)))


if __name__ == "__main__":
    sys.exit(main())
