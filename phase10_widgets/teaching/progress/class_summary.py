"""Class summaries: tables of the progress files that learners have exported, computed offline."""

from __future__ import annotations

import csv
import io
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ...base.integers import shown
from ...base.names import spreadsheet_cell
from ...base.translatable import Reason, Refusal, Sentence
from ..exercises.pretest import is_tested
from .attempt import Attempt
from .played import PlayedHand, can_be, waits
from .predictions import Calibration, calibration
from .progress import Progress

Row = Mapping[str, str | int | float | None]
MOODLE = re.compile(r"(.+?)_\d+_assignsubmission_")
"""The pattern that matches the start of a submission's name in Moodle."""
EXPORTED = "phase10-progress"
"""The start of the file name under which the lessons' export button saves progress."""
PARTS = ("works", "predictions", "reflections", "programs", "hands", "designs")


@dataclass(frozen=True, slots=True)
class Summary:
    """The tables of a class's work, and the files that could not be read.

    >>> import phase10_widgets as p10
    >>> ana = p10.teaching.Progress(name="Ana", seed=7)
    >>> p10.teaching.summary([ana]).learners[0]["learner"]
    'Ana'
    """

    learners: tuple[Row, ...]
    """One row per learner, in file order: learner (with the file name if two share a name), tried, right,
    alone (before the solution was seen), hints, predictions, brier, reflections, and the outcome of each question and
    of the code in each "Your turn"."""
    questions: tuple[Row, ...]
    """One row per question that any learner tried: question, tried, first (right in the first answer), right, alone,
    hints (per learner), and the most frequent mistake recognized in first answers, with the number of learners who made
    it. Rows for each "Your turn" follow, with the same columns."""
    refused: tuple[tuple[str, Reason], ...]
    """The files without valid progress, or with the same progress as another file, each with the reason."""
    people: tuple[tuple[str, Progress], ...] = ()
    """The learners in the rows, in the same order."""

    @property
    def rounds(self) -> tuple[Row, ...]:
        """One row per learner, with the rounds played in each game and phase that anybody played.

        For a game: all rounds, those with a wild among the dealt cards, those that the learner ended with no cards
        left, and the points left in the rest. For a phase: the rounds in which it was tried, those whose dealt
        cards contained it, how often the learner moved past it, and how many rounds that took. Impossible rounds are
        omitted.
        """
        played = [(name, [hand for hand in one.hands.values() if can_be(hand)]) for name, one in self.people]
        found = sorted({(hand.edition, hand.phase) for _, hands in played for hand in hands})
        return tuple([{"learner": name, **_played(hands, found)} for name, hands in played])

    @property
    def calibration(self) -> Calibration:
        """The calibration of the whole class's confidence."""
        return calibration(made for _, progress in self.people for made in progress.predictions.values())

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the learners' rows."""
        return [dict(row) for row in self.learners]

    def to_csv(self, table: str = "learners") -> str:
        """Return the ``"learners"``, ``"questions"`` or ``"rounds"`` table as CSV text with a header line.

        Raises:
            ValueError: the table is unknown.
        """
        if table not in ("learners", "questions", "rounds"):
            raise ValueError(f"the table must be learners, questions or rounds, not {table!r:.40}")
        rows: tuple[Row, ...] = getattr(self, table)
        out = io.StringIO()
        if rows:
            writer = csv.writer(out, lineterminator="\n")
            writer.writerow(map(spreadsheet_cell, rows[0]))
            writer.writerows([spreadsheet_cell(value) for value in row.values()] for row in rows)
        return out.getvalue()


def summary(files: Iterable[str | os.PathLike[str] | Progress]) -> Summary:
    """Summarize these progress files (paths, or progress already loaded) in tables; nothing leaves the machine.

    >>> ana, ben = Progress(name="Ana"), Progress(name="Ben")
    >>> ana.works["03/table"] = Attempt(outcome="right", answers=("0.8",), hints=1, right_alone=True)
    >>> ben.works["03/table"] = Attempt(outcome="wrong", answers=("0.5",), error="own hand")
    >>> made = summary([ana, ben])
    >>> [(row["learner"], row["right"], row["03/table"]) for row in made.learners]
    [('Ana', 1, 'right'), ('Ben', 0, 'wrong: own hand')]
    >>> print(made.to_csv("questions"))
    question,tried,first,right,alone,hints,mistake,learners
    03/table,2,1,1,1,0.5,own hand,1
    <BLANKLINE>

    Raises:
        ValueError: *files* is not a list, or something in it is neither a path nor progress.
    """
    if isinstance(files, str | bytes | Progress) or not isinstance(files, Iterable):
        raise ValueError(f"files must be a list of paths or progress, such as [path], not {shown(files)}")
    files = list(files)
    if strange := [file for file in files if not isinstance(file, str | os.PathLike | Progress)]:
        raise ValueError(f"a progress file must be a path or a Progress, not {shown(strange[0])}")
    given: list[Given] = []
    refused = []
    for at, file in enumerate(files, 1):
        name = f"learner {at}" if isinstance(file, Progress) else _label(Path(file))
        try:
            progress = file if isinstance(file, Progress) else Progress.load(Path(file))
        except Refusal as error:
            refused.append((str(file), Reason(error)))
        except OSError as error:
            why = Sentence("cannot be read: {why}", why=error.strerror)
            missing = isinstance(error, FileNotFoundError)
            refused.append((str(file), Reason(Sentence("there is no such file") if missing else why)))
        else:
            given.append(Given(str(file) if isinstance(file, str | os.PathLike) else name, progress, name))
    read = []
    for at, one in enumerate(given):
        if counts := _counted_by(one, at, given):
            refused.append((one.file, Reason(counts)))
        else:
            read.append((one.progress.name or one.label, one.progress, one.label))
    often = Counter(name for name, _, _ in read)
    found = [(name if often[name] == 1 else f"{name} ({file})", progress) for name, progress, file in read]
    works = [works_of(progress) for _, progress in found]
    names = [name for kind in works_tried(progress for _, progress in found) for name in kind]
    learners = tuple(_learner(name, progress, names) for name, progress in found)
    questions = tuple(_question(name, [each.get(name, Attempt()) for each in works]) for name in names)
    return Summary(learners, questions, tuple(refused), tuple(found))


class Given(NamedTuple):
    """A progress file that can be read."""

    file: str
    progress: Progress
    label: str
    """The name to use for the learner if the file has none."""


def _label(path: Path) -> str:
    """Return a file's label: its name, or the learner's name in the file or folder name from Moodle.

    >>> _label(Path("Ana Lee_12_assignsubmission_file_/phase10-progress.json")), _label(Path("ben.json"))
    ('Ana Lee', 'ben')
    """
    for name in (path.stem, path.parent.name):
        if found := MOODLE.match(name):
            return found[1]
    return f"{path.parent.name}/{path.stem}" if path.stem.startswith(EXPORTED) and path.parent.name else path.stem


def _counted_by(one: Given, at: int, given: Sequence[Given]) -> Sentence | None:
    """Return why this file does not count, if an identical or newer file by the same learner does; otherwise, None."""
    for place, other in enumerate(given):
        if place == at or not _is_part(one.progress, other.progress):
            continue
        if not _is_part(other.progress, one.progress):
            return Sentence("an earlier version of {file}, which counts instead", file=other.file)
        if place < at:
            return Sentence("the same as {file}, so it counts once", file=other.file)
    return None


def _is_part(old: Progress, new: Progress) -> bool:
    """Return True if the second progress is a later version of the first one, or equal to it."""
    if old.seed != new.seed or old.name not in ("", new.name) or not (old.works or old.predictions or old.hands):
        return False
    return all(getattr(old, name).keys() <= getattr(new, name).keys() for name in PARTS) and all(
        _went_on(work, new.work(key)) for key, work in old.works.items()
    )


def _went_on(old: Attempt, new: Attempt) -> bool:
    if old.seed != new.seed:
        return old.seed < new.seed
    return old.answers == new.answers[: len(old.answers)] and old.hints <= new.hints


def works_of(progress: Progress) -> dict[str, Attempt]:
    """Return all of a learner's work by id: attempts at questions, and code in the form of attempts."""
    return {**{name: program.attempt for name, program in progress.programs.items()}, **progress.works}


def works_tried(people: Iterable[Progress]) -> tuple[list[str], list[str]]:
    """Return the ids of the questions that anybody tried outside tests, and those of the code that anybody ran."""
    found = list(people)
    questions = {key for one in found for key, work in one.works.items() if work.answers and not is_tested(key)}
    programs = {key for one in found for key, program in one.programs.items() if program.attempt.answers}
    return sorted(questions), sorted(programs - questions)


def _learner(name: str, progress: Progress, questions: Iterable[str]) -> Row:
    works = [work for key, work in progress.works.items() if not is_tested(key)]
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
    found = works_of(progress)
    return {**counted, **{name: _outcome(found.get(name, Attempt())) for name in questions}}


def _played(hands: list[PlayedHand], played: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return statistics on a learner's rounds with these editions and phases."""
    counted: dict[str, int] = {}
    for name, number in played:
        own = [hand for hand in hands if hand.edition == name]
        tried, left = [hand for hand in own if hand.phase == number], waits(own, number)
        counted |= {
            f"{name} rounds": len(own),
            f"{name} with a wild": sum(hand.wilds > 0 for hand in own),
            f"{name} ended": sum(not hand.points for hand in own),
            f"{name} points left": sum(hand.points for hand in own),
            f"{name} phase {number} rounds": len(tried),
            f"{name} phase {number} dealt": sum(hand.dealt for hand in tried),
            f"{name} phase {number} left behind": len(left),
            f"{name} phase {number} rounds for it": sum(left),
        }
    return counted


def _outcome(work: Attempt) -> str:
    return f"{work.outcome}: {work.error}" if work.error else work.outcome


def _question(name: str, works: list[Attempt]) -> Row:
    tried = [work for work in works if work.answers]
    firsts = [work.first for work in tried if work.first]
    mistakes = Counter(first.error for first in firsts if first.outcome == "wrong" and first.error)
    (mistake, learners), *_ = mistakes.most_common(1) or [("", 0)]
    return {
        "question": name,
        "tried": len(tried),
        "first": sum(first.outcome == "right" for first in firsts),
        "right": sum(work.outcome == "right" for work in tried),
        "alone": sum(work.right_alone for work in tried),
        "hints": round(sum(work.hints for work in tried) / len(tried), 2),
        "mistake": mistake,
        "learners": learners,
    }
