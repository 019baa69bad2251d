"""Packages of QTI 2.2: valid, graded as the lessons grade, and every mistake gets its own feedback."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest

from phase10_widgets import handouts
from phase10_widgets.teaching import Exercise, lesson, numbers
from phase10_widgets.text import Text
from tests.apps.handouts.cases import (
    SEEN,
    Typed,
    exercise_of,
    hostile_lesson,
    is_close,
    schema,
    typed_numbers,
    written_out,
)
from tests.apps.handouts.readers import PACKAGE, QTI, QtiItem, read_qti
from tests.faults import no_faults

MANY = range(1, 11)
ITEMS, MANIFEST = schema("qti.xsd"), schema("manifest.xsd")
every_lesson = pytest.mark.parametrize("number", numbers())


@cache
def items(number: int) -> list[tuple[QtiItem, Exercise]]:
    """Return the items that a platform reads, each with the exercise behind it."""
    found = []
    for name, item in read_qti(handouts.qti(lesson(number), MANY)).items():
        _, at, version = name.split("-")
        found.append((item, exercise_of(number, lesson(number).questions[int(at) - 1].id, version.removeprefix("v"))))
    return found


def validate(package: bytes) -> None:
    """Check every file of a package."""
    with ZipFile(BytesIO(package)) as files:
        for name in files.namelist():
            (MANIFEST if name == "imsmanifest.xml" else ITEMS).validate(ET.fromstring(files.read(name)))


def spaced(text: object) -> str:
    return " ".join(str(text).split())


def test_a_package_is_valid() -> None:
    with no_faults() as faults:
        for language in ["en", "de"]:
            for number in numbers():
                with faults.of(f"{number} {language}"):
                    validate(handouts.qti(lesson(number), range(1, 4), language))


@pytest.mark.slow
def test_an_item_grades_as_the_lesson_does() -> None:
    with no_faults() as faults:
        for number in numbers():
            with faults.of(number):
                for item, exercise in items(number):
                    if not item.choices:
                        for typed in typed_numbers(exercise):
                            assert_graded(item, exercise, typed)


def assert_graded(item: QtiItem, exercise: Exercise, typed: Typed) -> None:
    score, _ = item.graded(typed.text.removesuffix("%"))
    if typed.outcome == "right":
        assert score == 1, (item.identifier, typed)
    if typed.outcome == "wrong":
        assert score == 0 or is_close(typed.text, exercise), (item.identifier, typed)


@pytest.mark.slow
def test_the_exact_answer_is_right_and_every_mistake_has_its_feedback() -> None:
    with no_faults() as faults:
        for number in numbers():
            with faults.of(number):
                words = Text()
                for item, exercise in items(number):
                    forms = (True, False) if exercise.question.kind == "chance" else (False,)
                    for percent in () if item.choices else forms:
                        answer: Any = exercise.answer
                        score, shown = item.graded(written_out(answer, percent=percent))
                        assert (score, shown[1]) == (1, spaced(words.tell(exercise.solution)))
                        for name, value in exercise.wrong.items():
                            said = item.graded(written_out(value, percent=percent))
                            assert said == (0, [spaced(words.tell(exercise.feedback(name)))]), (item.identifier, name)
                    for (identifier, text), (name, choice) in zip(
                        item.choices.items(), exercise.choices.items(), strict=True
                    ):
                        assert text == words.tell(choice)
                        score, shown = item.graded(identifier)
                        assert score == (name == exercise.answer)
                        if name != exercise.answer:
                            assert shown == [spaced(words.tell(exercise.feedback(name)))]
                    assert item.text[0] == spaced(words.tell(exercise.prompt))
                    assert item.graded(item.right)[0] == 1


def test_no_answer_is_not_wrong_and_an_unknown_one_gets_the_first_hint() -> None:
    item = read_qti(handouts.qti(lesson(3), [1]))["q3-1-v1"]
    assert item.graded("") == (0, [])
    score, shown = item.graded("99")
    assert (score, shown[1]) == (0, spaced(exercise_of(3, "03/at-least-one", "1").hints[0]))


def test_a_coarse_answer_is_not_wrong_but_too_coarse() -> None:
    items = read_qti(handouts.qti(lesson(3), [1]))
    coarse = [
        items[f"q3-{n}-v1"].graded(f"{float(exercise_of(3, question.id, '1').answer):.1f}")
        for n, question in enumerate(lesson(3).questions, 1)
    ]
    assert (0, ["This is rounded too much to check. Give at least 2 significant digits."]) in coarse


def test_an_item_says_that_it_takes_a_point_and_no_sign() -> None:
    for language in ("en", "de"):
        item = read_qti(handouts.qti(lesson(3), [1], language))["q3-1-v1"]
        assert "62.5" in item.text[1]
        assert "%" not in item.text[1]


def test_a_test_picks_one_version_of_each_question() -> None:
    with ZipFile(BytesIO(handouts.qti([lesson(3), lesson(7)], range(1, 4)))) as files:
        for number in (3, 7):
            test = ET.fromstring(files.read(f"tests/lesson-{number}.xml"))
            assert test.get("title") == f"Lesson {number}: {lesson(number).title}"
            sections = list(test.iter(f"{QTI}assessmentSection"))
            assert len(sections) == len(lesson(number).questions)
            for section in sections:
                assert [node.get("select") for node in section.iter(f"{QTI}selection")] == ["1"]
            named = [node.get("href", "") for node in test.iter(f"{QTI}assessmentItemRef")]
            assert {f"tests/{name}" for name in named} <= {f"tests/../{name}" for name in files.namelist()}
            manifest = ET.fromstring(files.read("imsmanifest.xml"))
            resources = {one.get("identifier"): one for one in manifest.iter(f"{PACKAGE}resource")}
            resource = resources[f"lesson-{number}"]
            assert len(named) == len(list(resource.iter(f"{PACKAGE}dependency")))


def test_equal_seeds_give_equal_bytes() -> None:
    made = handouts.qti(lesson(3), [1, 2])
    assert made == handouts.qti(lesson(3), [1, 2])
    assert {info.date_time for info in ZipFile(BytesIO(made)).infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_markup_is_shown_and_does_nothing() -> None:
    package = handouts.qti(hostile_lesson(), [1])
    validate(package)
    typed, chosen = read_qti(package).values()
    assert typed.text[0].startswith(SEEN)
    assert typed.root.get("title") == '20.1 "sixes" </text>, version 1'
    assert typed.graded("57.87037")[1] == [f"{SEEN} "]
    assert list(chosen.choices.values()) == [f"{SEEN} 1", f"{SEEN} 2"]
