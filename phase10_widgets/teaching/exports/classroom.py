"""A class summary as a page for the teacher, rendered from ``templates/handouts/class.j2``.

Nothing leaves this computer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from ...base.translatable import phrase
from ...languages import ENGLISH
from ...languages.text import Text
from .. import Attempt, CodeTask, Lesson, Progress, Question, Summary, all_numbers, lesson
from ..exercises.pretest import WHOLE, is_tested, scopes
from ..progress.class_summary import works_of, works_tried
from ..progress.gain import Gain, gains
from ..progress.predictions import FEWEST, HonestHits, about, hits, honest_hits
from .document import Document
from .exercise_text import check_summary, names_mistakes, reasons, title, written
from .our_hands import rounds_values

MOST = 10
"""The maximum number of common mistakes listed."""
WIDE = 6
"""The maximum number of questions side by side in a table."""
UNKNOWN = 24
"""The maximum number of questions from outside the lessons to list."""
NOTHING = "\u2013"
NO_LESSON = phrase("(a question outside the lessons)")
CODE = phrase("Complete or write code, and judge it by simulation.")
Row = tuple[str, ...]


class Column(NamedTuple):
    """A question that at least one learner tried, or code that at least one learner ran."""

    id: str
    name: str
    goals: tuple[str, ...] = (NO_LESSON,)
    question: Question | None = None
    """The question; None for code and for questions outside the lessons, such as those that a teacher wrote."""
    task: CodeTask | None = None

    @property
    def known(self) -> bool:
        """True if the work belongs to a lesson."""
        return self.question is not None or self.task is not None


def class_page(summary: Summary, language: str = ENGLISH) -> Document:
    """Return an overview of all work: questions, mistakes, hints, predictions, rounds, sentences and unread files.

    >>> from phase10_widgets.teaching import Progress, summary
    >>> "1 file was read." in class_page(summary([Progress(name="Ana")])).html()
    True

    Raises:
        ValueError: *summary* is not a summary, or the language is unknown.
    """
    check_summary(summary)
    words = Text(language)
    tried = [name for kind in works_tried(progress for _, progress in summary.people) for name in kind]
    columns = [*_known(tried, words), *_strange(tried, words)]
    mistakes = _mistakes(summary, columns, words)
    values = {
        "read": _read(summary, words),
        "refused": reasons(summary.refused, words),
        "questions": _questions(summary, columns, words),
        "named": names_mistakes(words),
        "mistakes": mistakes[:MOST],
        "rarer": len(mistakes[MOST:]),
        "matrix": list(_matrix(summary, columns, words)),
        "strange": len(tried) - len(columns),
        "tests": [_test(summary, scope, words) for scope in scopes([one for _, one in summary.people])],
        "learners": _learners(summary, words),
        "calibration": _calibrated(summary, words),
        "sentences": list(_sentences(summary, words)),
        **rounds_values(summary.people, words),
    }
    return Document(words.say("What the class did"), "class", words, values)


def _known(tried: Sequence[str], words: Text) -> Iterator[Column]:
    for each in map(lesson, all_numbers()):
        for at, question in enumerate(each.questions, 1):
            if question.id in tried:
                yield Column(question.id, f"{each.number}.{at}", question.goals, question)
        if each.task is not None and each.task.id in tried:
            yield Column(each.task.id, f"{each.number}. {words.say('Your turn')}", (CODE,), task=each.task)


def _strange(tried: Sequence[str], words: Text) -> Iterator[Column]:
    known = {column.id for column in _known(tried, words)}
    yield from [Column(name, name) for name in tried if name not in known][:UNKNOWN]


def _read(summary: Summary, words: Text) -> str:
    plural, refused = words.language.plural, len(summary.refused)
    text = plural("{n} file was read.", "{n} files were read.", len(summary.people))
    missing = plural(
        "{n} could not be read and is missing below.", "{n} could not be read and are missing below.", refused
    )
    return f"{text} {missing}" if refused else text


def _questions(summary: Summary, columns: Sequence[Column], words: Text) -> list[Row]:
    rows_by_id = {str(row["question"]): row for row in summary.questions}
    rows: list[Row] = []
    for column in columns:
        row = rows_by_id[column.id]
        counts = (str(row[name]) for name in ("tried", "first", "right", "alone"))
        goals = " ".join(map(words.say, column.goals))
        rows.append((column.name, goals, *counts, words.number(f"{row['hints']:.1f}")))
    return rows


def _mistakes(summary: Summary, columns: Sequence[Column], words: Text) -> list[Row]:
    """Return the mistakes in first answers, most common first, with what each is about and one learner's feedback."""
    counted: Counter[tuple[str, str]] = Counter()
    feedback: dict[tuple[str, str], str] = {}
    known = {column.id: column for column in columns if column.known}
    for _, progress in summary.people:
        for name, work in works_of(progress).items():
            error = work.first.error if work.first and work.first.outcome == "wrong" else ""
            if error and name in known and (told := _told(known[name], error, progress, words)):
                counted[name, error] += 1
                feedback.setdefault((name, error), told)
    commonest = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    rows: list[Row] = [
        (known[name].name, " ".join(map(words.say, known[name].goals)), str(n), error, feedback[name, error])
        for (name, error), n in commonest
    ]
    return rows if names_mistakes(words) else [(*row[:3], row[4]) for row in rows]


def _told(column: Column, error: str, progress: Progress, words: Text) -> str:
    """Return the feedback on a mistake; empty if the mistake is unknown."""
    if column.task is not None:
        return next((words.say(bug.feedback) for bug in column.task.bugs if bug.id == error), "")
    assert column.question is not None
    known = error in column.question.feedbacks
    return words.tell(progress.exercise(column.question).feedback(error)) if known else ""


def _test(summary: Summary, scope: str, words: Text) -> dict[str, Any]:
    """Return a pretest with its posttest: the test's name, the whole result as a sentence, and a row per question."""
    say = words.say
    whole, found = gains([progress for _, progress in summary.people], scope)
    numbers = [str(int(number)) for number in scope.split("-")] if scope != WHOLE else []
    name = say("Lessons {numbers}", numbers=", ".join(numbers)) if numbers else say("The whole course")
    said = say("Nobody has finished both tests yet.")
    if whole is not None:
        said = say(
            "{learners}: {before} right before, {after} after. Gain: {gain}.",
            learners=words.language.plural(
                "{n} learner finished both tests", "{n} learners finished both tests", whole.learners
            ),
            before=_percent(whole.before, words),
            after=_percent(whole.after, words),
            gain=_gained(whole, words),
        )
    rows = [
        (
            " ".join(map(say, one.question.goals)),
            str(one.gain.learners),
            _percent(one.gain.before, words),
            _percent(one.gain.after, words),
            _gained(one.gain, words),
        )
        for one in found
    ]
    return {"name": name, "said": said, "rows": rows}


def _gained(gain: Gain, words: Text) -> str:
    """Return a gain in percentage points, with its interval."""
    value = _points(gain.gain, words)
    if gain.low is None or gain.high is None:
        return value
    low, high = _points(gain.low, words), _points(gain.high, words)
    return words.say("{value} ({low} to {high})", value=value, low=low, high=high)


def _points(share: float, words: Text) -> str:
    return words.number(f"{100 * share:+.0f}".replace("-", "\u2212"))


def _matrix(summary: Summary, columns: Sequence[Column], words: Text) -> Iterator[tuple[str, list[str], list[Row]]]:
    """Yield tables of all the work, each with a caption, the questions, and a row for each learner."""
    for of, group in groupby(columns, key=_lesson_of):
        inside = list(group)
        caption = title(of, words) if of else words.say("Questions outside the lessons")
        for start in range(0, len(inside), WIDE):
            part = inside[start : start + WIDE]
            rows = [
                (name, *(_cell(works_of(progress).get(column.id, Attempt()), words) for column in part))
                for name, progress in summary.people
            ]
            yield caption, [column.name for column in part], rows


def _lesson_of(column: Column) -> Lesson | None:
    return lesson(int(column.name.partition(".")[0])) if column.known else None


def _cell(work: Attempt, words: Text) -> str:
    right = "✓" if work.right_alone else "(✓)"
    wrong = "✗" if work.answers else NOTHING
    sign = right if work.outcome == "right" else wrong
    hints = [words.say("{n}h", n=work.hints)] * bool(work.hints)
    return " ".join([sign, *hints, *[words.say("s")] * work.solved])


def _learners(summary: Summary, words: Text) -> list[Row]:
    solved = [
        sum(work.solved for name, work in progress.works.items() if not is_tested(name))
        for _, progress in summary.people
    ]
    names = ("tried", "right", "alone", "hints")
    return [
        (
            str(row["learner"]),
            *(str(row[name]) for name in names),
            str(opened),
            *(_number(row[name], words) for name in ("predictions", "brier", "reflections")),
        )
        for row, opened in zip(summary.learners, solved, strict=True)
    ]


def _number(value: object, words: Text) -> str:
    return NOTHING if value is None else words.number(str(value))


def _calibrated(summary: Summary, words: Text) -> dict[str, Any] | None:
    """Return the class's confidence, its hit rate, and the points for a chart; None if there are no predictions."""
    found = summary.calibration
    if found.brier is None or found.confidence is None or found.share is None:
        return None
    made = [each for _, progress in summary.people for each in progress.predictions.values()]
    rows = []
    for one in found.bins:
        sure, ends = (_percent(one.low, words), _percent(one.high, words)), map(words.number, one.ends)
        spans = [words.say("{low} to {high}", low=low, high=high) for low, high in (sure, ends)]
        row = (spans[0], str(one.n), _percent(one.confidence, words), words.number(one.said), spans[1])
        rows.append(row)
    return {
        "predictions": words.say("{n} predictions", n=found.n) if found.n > 1 else words.say("One prediction"),
        "sure": _percent(found.confidence, words),
        "came_true": written(about(hits(found.share, found.n), found.n), words),
        "verdict": words.say(_verdict(honest_hits(made))),
        "brier": words.number(f"{found.brier:.2f}"),
        "rows": rows,
        "points": [(one.confidence, one.interval[0], one.share, one.interval[1]) for one in found.bins],
    }


def _verdict(found: HonestHits) -> str:
    """Return the verdict on the whole class's hits."""
    if found.n < FEWEST:
        return phrase("There are too few predictions to tell how well the two match.")
    if not (found.overconfident or found.underconfident):
        return phrase("Luck alone could explain the difference.")
    if found.overconfident:
        more, probably = (
            phrase("The class was overconfident."),
            phrase("The class was probably overconfident."),
        )
        return more if found.clear else probably
    less, probably = (
        phrase("The class was underconfident."),
        phrase("The class was probably underconfident."),
    )
    return less if found.clear else probably


def _percent(share: float, words: Text) -> str:
    return words.number(f"{100 * share:.0f}%")


def _sentences(summary: Summary, words: Text) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each question's reflections: its name, its prompt, and each sentence with its author."""
    found: dict[str, list[str]] = {}
    for name, progress in summary.people:
        for key, sentence in progress.reflections.items():
            found.setdefault(key, []).append(f"{name}: {sentence}")
    known = {column.id: column for column in _known(list(found), words)}
    for key in [*known, *sorted(set(found) - set(known))]:
        question = known[key].question if key in known else None
        prompt = words.tell(question.exercise(0).reflection) if question is not None else ""
        yield words.say("Question {n}", n=known[key].name) if key in known else key, prompt, found[key]
