"""What a class did: a table over the progress files that learners have exported, made offline."""

from __future__ import annotations

import csv
import io
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..core.messages import Refusal
from .calibration import Calibration, calibration
from .progress import Attempt, Progress

Row = Mapping[str, str | int | float | None]


@dataclass(frozen=True, slots=True)
class Summary:
    """Two tables over a class, and the files that could not be read."""

    learners: tuple[Row, ...]
    """A row for each learner, in the order of the files: learner (with the file, where two have one name), tried,
    right, alone (before the solution was seen), hints, predictions, brier, reflections, and a column for each
    question: what its outcome is."""
    questions: tuple[Row, ...]
    """A row for each question that somebody tried: question, tried, right, alone, hints (per learner), and the mistake
    that was recognised most often last, with the number of learners who made it."""
    refused: tuple[tuple[str, str], ...]
    """Each file that holds no progress, with the reason."""
    people: tuple[tuple[str, Progress], ...] = ()
    """Who the rows are about, in the same order."""

    @property
    def calibration(self) -> Calibration:
        """What the sureness of all of them together was worth."""
        return calibration(made for _, progress in self.people for made in progress.predictions.values())

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows of the learners."""
        return [dict(row) for row in self.learners]

    def to_csv(self, table: str = "learners") -> str:
        """A table, ``"learners"`` or ``"questions"``, as a text for a spreadsheet, with a head line.

        Raises:
            ValueError: there is no such table.
        """
        if table not in ("learners", "questions"):
            raise ValueError(f"the tables are learners and questions, not {table!r:.40}")
        rows: tuple[Row, ...] = getattr(self, table)
        out = io.StringIO()
        if rows:
            writer = csv.writer(out, lineterminator="\n")
            writer.writerow(map(_cell, rows[0]))
            writer.writerows([_cell(value) for value in row.values()] for row in rows)
        return out.getvalue()


def summary(files: Iterable[str | os.PathLike[str] | Progress]) -> Summary:
    """The tables over these progress files (paths, or progress that is loaded already); nothing leaves the machine.

    >>> ana, ben = Progress(name="Ana"), Progress(name="Ben")
    >>> ana.works["03/table"] = Attempt(outcome="right", answers=("0.8",), hints=1, right_alone=True)
    >>> ben.works["03/table"] = Attempt(outcome="wrong", answers=("0.5",), error="own hand")
    >>> made = summary([ana, ben])
    >>> [(row["learner"], row["right"], row["03/table"]) for row in made.learners]
    [('Ana', 1, 'right'), ('Ben', 0, 'wrong: own hand')]
    >>> print(made.to_csv("questions"))
    question,tried,right,alone,hints,mistake,learners
    03/table,2,1,1,0.5,own hand,1
    <BLANKLINE>
    """
    read: list[tuple[str, Progress, str]] = []
    refused = []
    for at, file in enumerate(files, 1):
        name = f"learner {at}" if isinstance(file, Progress) else Path(file).stem
        try:
            progress = file if isinstance(file, Progress) else Progress.load(file)
        except (Refusal, OSError) as error:
            refused.append((str(file), str(error)))
        else:
            read.append((progress.name or name, progress, name))
    often = Counter(name for name, _, _ in read)
    found = [(name if often[name] == 1 else f"{name} ({file})", progress) for name, progress, file in read]
    names = sorted({key for _, progress in found for key, work in progress.works.items() if work.answers})
    learners = tuple(_learner(name, progress, names) for name, progress in found)
    questions = tuple(_question(name, [progress.work(name) for _, progress in found]) for name in names)
    return Summary(learners, questions, tuple(refused), tuple(found))


def _learner(name: str, progress: Progress, questions: Iterable[str]) -> Row:
    works = list(progress.works.values())
    known = progress.calibration
    counted: dict[str, str | int | float | None] = {
        "learner": name,
        "tried": sum(bool(work.answers) for work in works),
        "right": sum(work.outcome == "right" for work in works),
        "alone": sum(work.right_alone for work in works),
        "hints": sum(work.hints for work in works),
        "predictions": known.n,
        "brier": None if known.brier is None else round(known.brier, 3),
        "reflections": len(progress.reflections),
    }
    return {**counted, **{name: _outcome(progress.work(name)) for name in questions}}


def _outcome(work: Attempt) -> str:
    return f"{work.outcome}: {work.error}" if work.error else work.outcome


def _question(name: str, works: list[Attempt]) -> Row:
    tried = [work for work in works if work.answers]
    mistakes = Counter(work.error for work in tried if work.error)
    (mistake, learners), *_ = mistakes.most_common(1) or [("", 0)]
    return {
        "question": name,
        "tried": len(tried),
        "right": sum(work.outcome == "right" for work in tried),
        "alone": sum(work.right_alone for work in tried),
        "hints": round(sum(work.hints for work in tried) / len(tried), 2),
        "mistake": mistake,
        "learners": learners,
    }


def _cell(value: object) -> object:
    """The value as a cell; a text that a spreadsheet would take for a formula is marked as a text."""
    return f"'{value}" if isinstance(value, str) and value[:1] in tuple("=+-@\t\r") and value else value
