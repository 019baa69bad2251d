"""A question bank for Moodle, as Moodle XML: a category for each question, with its versions."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree as ET

from ...languages import ENGLISH
from ...languages.text import Text
from .. import Lesson
from .accepted import decimal_text
from .bank import (
    PERCENT,
    BankedLesson,
    BankedQuestion,
    KnownAnswer,
    QuestionVersion,
    banked,
    how_to_answer,
    in_words,
    known_answers,
    plain,
    scales,
)
from .exercise_text import title
from .xml_tree import add, html_paragraphs, xml_bytes

PENALTIES = {3: "0.25", 4: "0.2"}
"""The fraction of the marks deducted for each extra try, keyed by the number of hints; Moodle offers these values."""
SMALLEST = "0.1"
TOP = "$course$/top/Phase 10"
"""The category that contains all lessons, in the course into which a teacher imports the file."""
WITH_NUMBER, NO_UNIT = "0", "3"
"""Moodle's codes for a unit that may be typed after the number, and for no unit."""


def moodle(lessons: Lesson | Iterable[Lesson], seeds: Iterable[int] = range(1, 31), language: str = ENGLISH) -> bytes:
    """Return the questions of one or more lessons as a Moodle XML file.

    Each question becomes a category with a version for each seed, so that a quiz can pick one at random. Version 7 has
    the numbers from sheet 7. The same arguments always produce the same bytes.

    >>> from phase10_widgets.teaching import lesson
    >>> b'<question type="numerical">' in moodle(lesson(3), seeds=[1])
    True

    Args:
        lessons: one or more lessons, which can include your own.
        seeds: at least one, and at most 200. If two seeds give the same numbers, only one version is written.
        language: ``"en"`` or ``"de"``.

    Raises:
        ValueError: there is no lesson or no seed, there are too many versions, or the language is unknown.
    """
    words = Text(language)
    quiz = ET.Element("quiz")
    for lesson in banked(lessons, seeds, words):
        for question in lesson.questions:
            _category(quiz, lesson, question, words)
            for version in question.versions:
                _version(quiz, version, words)
    return xml_bytes(quiz)


def _category(quiz: ET.Element, lesson: BankedLesson, question: BankedQuestion, words: Text) -> None:
    """Add the category into which Moodle puts the questions that follow."""
    path = [plain(title(lesson.lesson, words)), question.name]
    node = add(quiz, "question", type="category")
    # Moodle reads a slash as the start of a subcategory, and two slashes as one.
    _text(node, "category", "/".join([TOP, *(name.replace("/", "//") for name in path)]))
    about = words.say("All questions here are versions of one exercise. Let a quiz pick one of them at random.")
    _html(node, "info", about)


def _version(quiz: ET.Element, version: QuestionVersion, words: Text) -> None:
    exercise = version.exercise
    known = known_answers(version, words)
    hints = [in_words(hint, words) for hint in exercise.hints]
    node = add(quiz, "question", type="multichoice" if version.by_choice else "numerical")
    _text(node, "name", version.name)
    _html(node, "questiontext", in_words(exercise.prompt, words), how_to_answer(version, known, words, free=True))
    _html(node, "generalfeedback", in_words(exercise.solution, words))
    add(node, "defaultgrade", "1")
    add(node, "penalty", PENALTIES.get(len(hints), SMALLEST))
    add(node, "hidden", "0")
    if version.by_choice:
        _choose(node, known)
    else:
        _type(node, known, unit=PERCENT in scales(version.question))
    for hint in hints:
        _html(node, "hint", hint)
    tags = add(node, "tags")
    for tag in (version.question.id, *version.question.standards):
        _text(tags, "tag", plain(tag))


def _choose(node: ET.Element, known: Iterable[KnownAnswer]) -> None:
    for tag, text in (("single", "true"), ("shuffleanswers", "false"), ("answernumbering", "abc")):
        add(node, tag, text)
    for one in known:
        answer = add(node, "answer", fraction=_fraction(one), format="html")
        add(answer, "text", html_paragraphs(one.choice))
        _html(answer, "feedback", one.feedback)


def _type(node: ET.Element, known: Iterable[KnownAnswer], *, unit: bool) -> None:
    for one in known:
        for numbers in one.ranges:
            answer = add(node, "answer", fraction=_fraction(one), format="moodle_auto_format")
            add(answer, "text", decimal_text(numbers.middle))
            _html(answer, "feedback", one.feedback)
            add(answer, "tolerance", decimal_text(numbers.tolerance))
    if unit:
        percent = add(add(node, "units"), "unit")
        add(percent, "multiplier", "1")
        add(percent, "unit_name", "%")
    add(node, "unitgradingtype", "0")
    add(node, "unitpenalty", "0")
    add(node, "showunits", WITH_NUMBER if unit else NO_UNIT)
    add(node, "unitsleft", "0")


def _fraction(one: KnownAnswer) -> str:
    return "100" if one.right else "0"


def _text(parent: ET.Element, tag: str, text: str) -> None:
    add(add(parent, tag), "text", text)


def _html(parent: ET.Element, tag: str, *texts: str) -> None:
    add(add(parent, tag, format="html"), "text", html_paragraphs(*texts))
