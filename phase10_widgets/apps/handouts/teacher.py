"""A lesson's page for its teacher. It is in English only."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from ...teaching import Exercise, Guide, Lesson
from ...text import Text
from .document import Block, Document, Heading, Items, Para, Table, Together
from .exercise_text import answer, asked_on, lettered, mistakes, title
from .standards import GAISE, STANDARDS

SHEET = 1
"""The numbers that the questions have on a teacher's page."""


def teacher_page(lesson: Lesson, sheet: int = SHEET) -> Document:
    """What a teacher needs for a lesson: the plan, what to talk about, and every question with all its answers.

    Args:
        lesson: the lesson; without a guide its page has the questions only.
        sheet: the numbers of which sheet the questions have.

    >>> from phase10_widgets.teaching import lesson
    >>> teacher_page(lesson(3)).title
    'Lesson 3: At least one wild? For the teacher'
    """
    words = Text()
    name = f"{title(lesson, words)} For the teacher"
    blocks: list[Block] = [Heading(1, title(lesson, words)), Para("For the teacher.", small=True)]
    if lesson.guide:
        blocks += [Para(lesson.guide.aim, "Aim."), Para(lesson.guide.before, "Before.")]
    blocks += _guided(lesson.guide) if lesson.guide else [Para("There is no plan for this lesson yet.")]
    blocks.append(Heading(2, "The questions", new=lesson.guide is not None))
    blocks.append(
        Para(
            f"Every learner has numbers of their own. These are those of sheet {sheet}; the key has the answers to all "
            "sheets. Each wrong answer below is computed by one mistake, so it tells which mistake was made."
        )
    )
    for at, asked in asked_on(lesson, sheet):
        blocks += [Together(_question(at, asked, words)), Together(_helps(asked, words))]
    blocks.append(_standards(lesson))
    return Document(name, tuple(blocks))


def _guided(guide: Guide) -> Iterator[Block]:
    yield Heading(2, "45 minutes")
    ends = list(accumulate(step.minutes for step in guide.plan))
    rows = [(f"{end - step.minutes}\u2013{end}", step.what) for step, end in zip(guide.plan, ends, strict=True)]
    yield Table(["Minute", "What the class does"], rows)
    yield Para(guide.without, "Without computers.")
    talks = Table(["Ask", "Listen for"], [(talk.prompt, talk.listen) for talk in guide.talks])
    yield Together([Heading(2, "To talk about"), talks])
    beliefs = Table(["Belief", "What helps"], [(one.belief, one.help) for one in guide.misconceptions])
    yield Together([Heading(2, "What learners believe"), beliefs])


def _standards(lesson: Lesson) -> Para:
    codes = sorted({code for question in lesson.questions for code in question.standards})
    told = [f"{code}, {STANDARDS[code]}" if code in STANDARDS else code for code in codes]
    return Para(f"{'; '.join(told)}. {GAISE}", "Standards.", small=True)


def _question(at: int, asked: Exercise, words: Text) -> list[Block]:
    """What is asked, the answer, and what wrong answers tell."""
    question = asked.question
    found = mistakes(asked, words)
    if question.kind == "choice":
        shown: list[Block] = [Items(list(lettered(asked, words).values()))]
        wrong = Table(["Wrong answer", "Why it is wrong"], [(said, feedback) for _, said, feedback in found])
    else:
        shown = []
        rows = [(said, name, feedback) for name, said, feedback in found]
        wrong = Table(["Wrong answer", "Mistake", "What the learner is told"], rows)
    return [
        Heading(3, f"Question {at} ({question.id})"),
        Para(words.tell(asked.prompt)),
        *shown,
        Para(answer(asked, words), "Answer:"),
        Para(" ".join(question.goals), "Goal:"),
        Para(f"{', '.join(question.standards)}. {words.tell(asked.rules)}", "Standards and form:", small=True),
        wrong,
    ]


def _helps(asked: Exercise, words: Text) -> list[Block]:
    """Hints, solution, and what to think about afterwards."""
    return [
        Para("", "Hints, one after the other:"),
        Items([words.tell(hint) for hint in asked.hints], numbered=True),
        Para(words.tell(asked.solution), "Solution:"),
        Para(words.tell(asked.reflection), "Afterwards:"),
        Para(words.tell(asked.model), "Somebody might say:"),
    ]
