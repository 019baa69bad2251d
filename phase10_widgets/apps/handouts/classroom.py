"""The summary of a class as a page for its teacher, rendered from ``templates/handouts/class.j2``.

It is in English only, and nothing leaves this computer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from ...teaching import Attempt, Lesson, Question, Summary, all_numbers, lesson
from ...teaching.calibration import FEWEST, HonestHits, about, hits, honest_hits
from ...text import Text
from .document import Document
from .exercise_text import check_summary, title
from .our_hands import rounds_values

MOST = 10
"""The number of common mistakes listed."""
WIDE = 6
"""The number of questions side by side in a table."""
UNKNOWN = 24
"""The number of questions listed that belong to no lesson."""
NOTHING = "\u2013"
Row = tuple[str, ...]


class Column(NamedTuple):
    """A question that someone tried."""

    id: str
    name: str
    question: Question | None
    """None for a question that belongs to no lesson: a teacher's own, or one from a newer version."""


def class_page(summary: Summary) -> Document:
    """Return an overview of everyone's work: questions, mistakes, hints, predictions, rounds, sentences, lost files.

    >>> from phase10_widgets.teaching import Progress, summary
    >>> "1 file was read." in class_page(summary([Progress(name="Ana")])).html()
    True

    Raises:
        ValueError: *summary* is no summary.
    """
    check_summary(summary)
    tried = sorted({key for _, progress in summary.people for key, work in progress.works.items() if work.answers})
    columns = [*_known(tried), *_strange(tried)]
    mistakes = _mistakes(summary, columns)
    values = {
        "read": _read(summary),
        "refused": summary.refused,
        "questions": _questions(summary, columns),
        "mistakes": mistakes[:MOST],
        "rarer": len(mistakes[MOST:]),
        "matrix": list(_matrix(summary, columns)),
        "strange": len(tried) - len(columns),
        "learners": _learners(summary),
        "calibration": _calibrated(summary),
        "sentences": list(_sentences(summary)),
        **rounds_values(summary.people, Text()),
    }
    return Document("What the class did", "class", values=values)


def _known(tried: Sequence[str]) -> Iterator[Column]:
    for each in map(lesson, all_numbers()):
        for at, question in enumerate(each.questions, 1):
            if question.id in tried:
                yield Column(question.id, f"{each.number}.{at}", question)


def _strange(tried: Sequence[str]) -> Iterator[Column]:
    known = {column.id for column in _known(tried)}
    yield from [Column(name, name, None) for name in tried if name not in known][:UNKNOWN]


def _read(summary: Summary) -> str:
    read, refused = len(summary.people), len(summary.refused)
    text = f"{read} {'file was' if read == 1 else 'files were'} read."
    return (
        f"{text} {refused} could not be read and {'is' if refused == 1 else 'are'} missing below." if refused else text
    )


def _questions(summary: Summary, columns: Sequence[Column]) -> list[Row]:
    rows_by_id = {str(row["question"]): row for row in summary.questions}
    rows: list[Row] = []
    for column in columns:
        row = rows_by_id[column.id]
        goal = " ".join(column.question.goals) if column.question else "(a question of no lesson)"
        rows.append(
            (column.name, goal, *(str(row[name]) for name in ("tried", "right", "alone")), f"{row['hints']:.1f}")
        )
    return rows


def _mistakes(summary: Summary, columns: Sequence[Column]) -> list[Row]:
    """Return the mistakes in the last answers, the most common first, with the feedback to the first such learner."""
    words = Text()
    counted: Counter[tuple[str, str]] = Counter()
    feedback: dict[tuple[str, str], str] = {}
    known = {column.id: column for column in columns if column.question}
    for _, progress in summary.people:
        for name, work in progress.works.items():
            question = known[name].question if name in known else None
            if work.answers and question is not None and work.error in question.feedbacks:
                counted[name, work.error] += 1
                if (name, work.error) not in feedback:
                    feedback[name, work.error] = words.tell(progress.exercise(question).feedback(work.error))
    commonest = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return [(known[name].name, str(n), error, feedback[name, error]) for (name, error), n in commonest]


def _matrix(summary: Summary, columns: Sequence[Column]) -> Iterator[tuple[str, list[str], list[Row]]]:
    """Yield tables of all work: a caption, the questions, and a row for each learner."""
    for of, group in groupby(columns, key=_lesson_of):
        inside = list(group)
        caption = title(of, Text()) if of else "Questions of no lesson"
        for start in range(0, len(inside), WIDE):
            part = inside[start : start + WIDE]
            rows = [(name, *(_cell(progress.work(column.id)) for column in part)) for name, progress in summary.people]
            yield caption, [column.name for column in part], rows


def _lesson_of(column: Column) -> Lesson | None:
    return lesson(int(column.name.partition(".")[0])) if column.question else None


def _cell(work: Attempt) -> str:
    right = "✓" if work.right_alone else "(✓)"
    wrong = "✗" if work.answers else NOTHING
    sign = right if work.outcome == "right" else wrong
    seen = f" {work.hints}h" if work.hints else ""
    return f"{sign}{seen}{' s' if work.solved else ''}"


def _learners(summary: Summary) -> list[Row]:
    solved = [sum(work.solved for work in progress.works.values()) for _, progress in summary.people]
    names = ("tried", "right", "alone", "hints")
    return [
        (
            str(row["learner"]),
            *(str(row[name]) for name in names),
            str(opened),
            *(NOTHING if row[name] is None else str(row[name]) for name in ("predictions", "brier", "reflections")),
        )
        for row, opened in zip(summary.learners, solved, strict=True)
    ]


def _calibrated(summary: Summary) -> dict[str, Any] | None:
    """Return the class's confidence, its share of right answers, and a chart's points; None without predictions."""
    found = summary.calibration
    if found.brier is None or found.confidence is None or found.share is None:
        return None
    made = [each for _, progress in summary.people for each in progress.predictions.values()]
    rows = []
    for one in found.bins:
        sure = f"{_percent(one.low)} to {_percent(one.high)}"
        between = " to ".join(one.ends)
        rows.append((sure, str(one.n), _percent(one.confidence), one.said, between))
    return {
        "predictions": f"{found.n} predictions" if found.n > 1 else "One prediction",
        "sure": _percent(found.confidence),
        "came_true": about(hits(found.share, found.n), found.n),
        "verdict": _verdict(honest_hits(made)),
        "brier": found.brier,
        "rows": rows,
        "points": [(one.confidence, one.interval[0], one.share, one.interval[1]) for one in found.bins],
    }


def _verdict(found: HonestHits) -> str:
    """Return what the hits of the whole class show."""
    if found.n < FEWEST:
        return "These are too few predictions to tell how well that fits."
    if not (found.overconfident or found.underconfident):
        return "The difference is within the reach of luck."
    probably = "" if found.clear else "probably "
    return f"The class was {probably}{'more' if found.overconfident else 'less'} sure than right."


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%"


def _sentences(summary: Summary) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each question's reflections: its name, its prompt, and the sentences with their writers."""
    written: dict[str, list[str]] = {}
    for name, progress in summary.people:
        for key, sentence in progress.reflections.items():
            written.setdefault(key, []).append(f"{name}: {sentence}")
    known = {column.id: column for column in _known(list(written))}
    for key in [*known, *sorted(set(written) - set(known))]:
        question = known[key].question if key in known else None
        prompt = Text().tell(question.exercise(0).reflection) if question is not None else ""
        yield f"Question {known[key].name}" if key in known else key, prompt, written[key]
