"""The summary of a class as a page for its teacher. It is in English only, and made on this computer alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from ...teaching import Attempt, Calibration, Lesson, Question, Summary, lesson, numbers
from ...text import Text
from .document import Block, Document, Drawing, Heading, Items, Para, Table, Together
from .exercise_text import title

MOST = 10
"""So many of the commonest mistakes are told."""
WIDE = 6
"""So many questions stand side by side."""
UNKNOWN = 24
"""So many questions that belong to no lesson are told."""
NOTHING = "\u2013"
SIDE, EDGE = 240, 30
"""Pixels of the picture's square, and of the room around it."""


class Column(NamedTuple):
    """A question that somebody tried."""

    id: str
    name: str
    question: Question | None
    """None if it is of no lesson: a teacher's own, or of a newer version."""


def class_page(summary: Summary) -> Document:
    """Everybody's work at a glance: questions, mistakes, hints, predictions, sentences, and files that were not read.

    >>> from phase10_widgets.teaching import Progress, summary
    >>> print(class_page(summary([Progress(name="Ana")])).blocks[1].said)
    1 file was read.
    """
    tried = sorted({key for _, progress in summary.people for key, work in progress.works.items() if work.answers})
    columns = [*_known(tried), *_strange(tried)]
    blocks: list[Block] = [Heading(1, "What the class did"), Para(_read(summary))]
    if summary.refused:
        blocks.append(Table(["File", "Why it was not read"], summary.refused, "Files that are missing here"))
    if not columns:
        blocks.append(Para("Nobody has answered a question yet."))
    else:
        blocks += _questions(summary, columns)
        blocks += _mistakes(summary, columns)
        blocks += _matrix(summary, columns, len(tried))
    blocks += _learners(summary)
    blocks += _calibrated(summary.calibration)
    blocks += _sentences(summary)
    blocks.append(
        Para(
            "This page holds names and was made on this computer; nothing was sent anywhere. It shows what stands in "
            "the files, and whoever has a file can change it: good for talking about, not for marks.",
            small=True,
        )
    )
    return Document("What the class did", tuple(blocks))


def _known(tried: Sequence[str]) -> Iterator[Column]:
    for each in map(lesson, numbers()):
        for at, question in enumerate(each.questions, 1):
            if question.id in tried:
                yield Column(question.id, f"{each.number}.{at}", question)


def _strange(tried: Sequence[str]) -> Iterator[Column]:
    known = {column.id for column in _known(tried)}
    yield from [Column(name, name, None) for name in tried if name not in known][:UNKNOWN]


def _read(summary: Summary) -> str:
    read, refused = len(summary.people), len(summary.refused)
    told = f"{read} {'file was' if read == 1 else 'files were'} read."
    return (
        f"{told} {refused} could not be read and {'is' if refused == 1 else 'are'} missing below." if refused else told
    )


def _questions(summary: Summary, columns: Sequence[Column]) -> Iterator[Block]:
    rows_by_id = {str(row["question"]): row for row in summary.questions}
    rows = []
    for column in columns:
        row = rows_by_id[column.id]
        goal = " ".join(column.question.goals) if column.question else "(a question of no lesson)"
        rows.append(
            (column.name, goal, *(str(row[name]) for name in ("tried", "right", "alone")), f"{row['hints']:.1f}")
        )
    yield Heading(2, "The questions")
    yield Para("3.1 is question 1 of lesson 3. Alone means: right before the solution was opened.", small=True)
    yield Table(["Question", "What it is about", "Tried", "Right", "Alone", "Hints each"], rows)


def _mistakes(summary: Summary, columns: Sequence[Column]) -> Iterator[Block]:
    """The mistakes of the last answers, the commonest first, with what the first of those learners was told."""
    words = Text()
    counted: Counter[tuple[str, str]] = Counter()
    said: dict[tuple[str, str], str] = {}
    known = {column.id: column for column in columns if column.question}
    for _, progress in summary.people:
        for name, work in progress.works.items():
            question = known[name].question if name in known else None
            if work.answers and question is not None and work.error in question.feedbacks:
                counted[name, work.error] += 1
                if (name, work.error) not in said:
                    said[name, work.error] = words.tell(progress.ask(question).feedback(work.error))
    yield Heading(2, "The commonest mistakes")
    if not counted:
        yield Para("No known mistake stands in a last answer.")
        return
    yield Para(
        "What stood in somebody's last answer, and what they were told. A question that came right in the end is not "
        "counted. Numbers are those of one of these learners.",
        small=True,
    )
    rows = [
        (known[name].name, str(n), error, said[name, error])
        for (name, error), n in sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:MOST]
    ]
    yield Table(["Question", "Learners", "Mistake", "What they were told"], rows)
    if len(counted) > MOST:
        yield Para(f"{len(counted) - MOST} rarer ones are left out.", small=True)


def _matrix(summary: Summary, columns: Sequence[Column], tried: int) -> Iterator[Block]:
    yield Heading(2, "Who did what")
    yield Para(
        f"✓ right, (✓) right after the solution was opened, ✗ not right yet, {NOTHING} not tried; 2h: two hints were "
        "opened; s: the solution was opened.",
        small=True,
    )
    for about, group in groupby(columns, key=_lesson_of):
        inside = list(group)
        for start in range(0, len(inside), WIDE):
            part = inside[start : start + WIDE]
            rows = [(name, *(_cell(progress.work(column.id)) for column in part)) for name, progress in summary.people]
            caption = title(about, Text()) if about else "Questions of no lesson"
            yield Table(["Learner", *(column.name for column in part)], rows, caption)
    if tried > len(columns):
        yield Para(f"{tried - len(columns)} more questions of no lesson are left out.", small=True)


def _lesson_of(column: Column) -> Lesson | None:
    return lesson(int(column.name.partition(".")[0])) if column.question else None


def _cell(work: Attempt) -> str:
    right = "✓" if work.right_alone else "(✓)"
    wrong = "✗" if work.answers else NOTHING
    sign = right if work.outcome == "right" else wrong
    seen = f" {work.hints}h" if work.hints else ""
    return f"{sign}{seen}{' s' if work.solved else ''}"


def _learners(summary: Summary) -> Iterator[Block]:
    solved = [sum(work.solved for work in progress.works.values()) for _, progress in summary.people]
    names = ("tried", "right", "alone", "hints")
    rows = [
        (
            str(row["learner"]),
            *(str(row[name]) for name in names),
            str(opened),
            *(NOTHING if row[name] is None else str(row[name]) for name in ("predictions", "brier", "reflections")),
        )
        for row, opened in zip(summary.learners, solved, strict=True)
    ]
    head = ["Learner", "Tried", "Right", "Alone", "Hints", "Solutions", "Predictions", "Brier score", "Sentences"]
    yield Heading(2, "Learners, and who took hints")
    if rows:
        yield Table(head, rows)


def _calibrated(found: Calibration) -> Iterator[Block]:
    yield Heading(2, "How sure, and how often it came true")
    if found.brier is None or found.confidence is None or found.share is None:
        yield Para("No prediction has been revealed yet.")
        return
    told = f"{found.n} predictions" if found.n > 1 else "One prediction"
    more = "more sure than right" if found.confidence > found.share else "not too sure"
    yield Para(
        f"{told} of the class: {_percent(found.confidence)} sure on average, and {_percent(found.share)} came true, so "
        f"the class was {more}. Brier score: {found.brier:.2f} (0 is perfect; who always says 50 % gets 0.25)."
    )
    rows = []
    for one in found.bins:
        sure = f"{_percent(one.low)} to {_percent(one.high)}"
        between = " to ".join(map(_narrow, one.ends))
        rows.append((sure, str(one.n), _percent(one.confidence), _narrow(one.said), between))
    alt = "Came true, upwards, against how sure, to the right; the table has the numbers."
    head = ["How sure", "Predictions", "Sure on average", "Came true", "95\u202f% interval"]
    yield Together([Drawing(_plot(found), alt, (SIDE + 2 * EDGE, SIDE + 2 * EDGE)), Table(head, rows)])
    yield Para(
        "On the slanting line, sureness and truth agree; below it somebody is too sure. Several predictions of one "
        "learner hang together, so the true intervals are somewhat wider.",
        small=True,
    )


def _narrow(written: str) -> str:
    return written.replace(" %", "\u202f%")


def _percent(share: float) -> str:
    return f"{100 * share:.0f}\u202f%"


def _plot(found: Calibration) -> str:
    """Sureness to the right, truth upwards, with the interval of each point."""

    def at(share: float, up: float) -> tuple[str, str]:
        return f"{EDGE + SIDE * share:.1f}", f"{EDGE + SIDE * (1 - up):.1f}"

    drawn = [f'<rect x="{EDGE}" y="{EDGE}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#000"/>']
    (left, bottom), (right, top) = at(0, 0), at(1, 1)
    drawn.append(f'<path d="M{left} {bottom}L{right} {top}" stroke="#000" stroke-dasharray="4 4"/>')
    for one in found.bins:
        x, y = at(one.confidence, one.share)
        ends = [at(one.confidence, end)[1] for end in one.interval]
        drawn.append(f'<path d="M{x} {ends[0]}V{ends[1]}" stroke="#000" stroke-width="1.5"/>')
        drawn.append(f'<circle cx="{x}" cy="{y}" r="4.5"/>')
    font = 'font-family="sans-serif" font-size="13"'
    for left_at, top_at, anchor, said in (
        (EDGE, EDGE + SIDE + 18, "start", "0 % sure"),
        (EDGE + SIDE, EDGE + SIDE + 18, "end", "100 % sure"),
        (EDGE, EDGE - 8, "start", "100 % came true"),
    ):
        drawn.append(f'<text x="{left_at}" y="{top_at}" text-anchor="{anchor}" {font}>{said}</text>')
    return "".join(drawn)


def _sentences(summary: Summary) -> Iterator[Block]:
    written: dict[str, list[str]] = {}
    for name, progress in summary.people:
        for key, sentence in progress.reflections.items():
            written.setdefault(key, []).append(f"{name}: {sentence}")
    yield Heading(2, "What learners wrote")
    if not written:
        yield Para("Nobody has written a sentence yet.")
    known = {column.id: column for column in _known(list(written))}
    for key in [*known, *sorted(set(written) - set(known))]:
        question = known[key].question if key in known else None
        yield Heading(3, f"Question {known[key].name}" if key in known else key)
        if question is not None:
            yield Para(Text().tell(question.ask(0).reflection))
        yield Items(written[key])
