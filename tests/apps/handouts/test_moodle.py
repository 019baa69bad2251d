"""Moodle XML: valid, graded as the lessons grade, and every mistake gets its own feedback."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import xmlschema

from phase10_widgets import handouts
from phase10_widgets.apps import cli
from phase10_widgets.teaching import Distractor, Exercise, Lesson, lesson, numbers
from phase10_widgets.text import Text
from tests.apps.handouts.cases import (
    REFUSED,
    SEEN,
    Typed,
    exercise_of,
    hostile_lesson,
    is_close,
    own,
    schema,
    typed_numbers,
    written_out,
)
from tests.apps.handouts.readers import MoodleQuestion, read_moodle
from tests.faults import no_faults

MANY = range(1, 11)
SCHEMA = schema("moodle.xsd", xmlschema.XMLSchema11)
every_lesson = pytest.mark.parametrize("number", numbers())


@cache
def questions(number: int, language: str = "en") -> list[tuple[MoodleQuestion, Exercise]]:
    """Return the questions that Moodle reads, each with the exercise behind it."""
    found = read_moodle(handouts.moodle(lesson(number), MANY, language))
    return [(one, exercise_of(number, one.tags[0], one.name.rpartition(" ")[2])) for one in found]


def spaced(text: object) -> str:
    return " ".join(str(text).split())


def test_a_file_is_valid() -> None:
    with no_faults() as faults:
        for language in ["en", "de"]:
            for number in numbers():
                with faults.of(f"{number} {language}"):
                    SCHEMA.validate(ET.fromstring(handouts.moodle(lesson(number), range(1, 4), language)))


@pytest.mark.slow
def test_moodle_grades_as_the_lesson_does() -> None:
    """What is right in the lesson is right in Moodle, and no mistake is. Without a percent sign, too."""
    with no_faults() as faults:
        for number in numbers():
            with faults.of(number):
                for question, exercise in questions(number):
                    if question.type == "numerical":
                        for typed in typed_numbers(exercise):
                            assert_graded(question, exercise, typed)


def assert_graded(question: MoodleQuestion, exercise: Exercise, typed: Typed) -> None:
    found = question.graded(typed.text)
    right = found is not None and found.fraction == 1
    if typed.outcome == "right":
        assert right, (question.name, typed)
    if typed.outcome == "wrong":
        assert not right or is_close(typed.text, exercise), (question.name, typed)
    assert question.graded(typed.text.rstrip("%")) == found
    assert question.graded(typed.text.replace(".", ",").replace("%", " %")) == found


@pytest.mark.slow
def test_the_exact_answer_is_right_and_every_mistake_has_its_feedback() -> None:
    with no_faults() as faults:
        for number in numbers():
            with faults.of(number):
                words = Text()
                for question, exercise in questions(number):
                    if question.type == "multichoice":
                        continue
                    forms = (True, False) if exercise.question.kind == "chance" else (False,)
                    for percent in forms:
                        answer: Any = exercise.answer
                        found = question.graded(written_out(answer, percent=percent))
                        assert found is not None
                        assert found.fraction == 1, question.name
                        for name, value in exercise.wrong.items():
                            found = question.graded(written_out(value, percent=percent))
                            assert found is not None, (question.name, name)
                            assert (found.fraction, found.feedback) == (0, spaced(words.tell(exercise.feedback(name))))


@pytest.mark.slow
def test_the_first_hint_does_not_hold_the_answer() -> None:
    with no_faults() as faults:
        for number in numbers():
            with faults.of(number):
                for question, _ in questions(number):
                    right = [one for one in question.answers if one.fraction == 1]
                    assert right
                    if question.type == "multichoice":
                        assert right[0].text.casefold() not in question.hints[0].casefold()
                        continue
                    for written in re.findall(
                        r"\d+(?:\.\d+)?", question.hints[0].replace("Phase 10", "").replace(",", "")
                    ):
                        found = question.graded(written)
                        assert found is None or not found.fraction, (question.name, question.hints[0])


@pytest.mark.slow
def test_every_text_of_the_lesson_is_there() -> None:
    with no_faults() as faults:
        for language in ["en", "de"]:
            for number in numbers():
                with faults.of(f"{number} {language}"):
                    words = Text(language)
                    for question, exercise in questions(number, language):
                        assert spaced(question.text[0]) == spaced(words.tell(exercise.prompt))
                        assert [*map(spaced, question.solution)] == [spaced(words.tell(exercise.solution))]
                        assert [*map(spaced, question.hints)] == [spaced(words.tell(hint)) for hint in exercise.hints]
                        assert question.tags == [exercise.question.id, *exercise.question.standards]
                        if question.type == "multichoice":
                            assert [one.text for one in question.answers] == [
                                words.tell(text) for text in exercise.choices.values()
                            ]
                            wrong = {
                                spaced(words.tell(exercise.feedback(name)))
                                for name in exercise.choices
                                if name != exercise.answer
                            }
                            assert {one.feedback for one in question.answers if not one.fraction} == wrong
                            assert sum(one.fraction for one in question.answers) == 1


def test_each_question_is_a_category_of_different_versions() -> None:
    with no_faults() as faults:
        for number in numbers():
            with faults.of(number):
                found = read_moodle(handouts.moodle(lesson(number), range(1, 6)))
                title = f"Lesson {number}: {lesson(number).title}"
                names = [
                    f"{number}.{at} {one.id.partition('/')[2]}" for at, one in enumerate(lesson(number).questions, 1)
                ]
                assert list(dict.fromkeys(one.category for one in found)) == [
                    ("$course$", "top", "Phase 10", title, name) for name in names
                ]
                assert all(one.name.startswith(f"{one.category[-1]}, version ") for one in found)
                asked = [(*one.text, *(answer.text for answer in one.answers)) for one in found]
                assert len(asked) == len({*asked})


def test_several_lessons_fit_into_one_file() -> None:
    found = read_moodle(handouts.moodle(map(lesson, (3, 7)), [1]))
    assert {one.category[3] for one in found} == {f"Lesson {n}: {lesson(n).title}" for n in (3, 7)}
    assert len(found) == sum(len(lesson(n).questions) for n in (3, 7))


def test_equal_seeds_give_equal_bytes() -> None:
    assert handouts.moodle(lesson(3), [1, 2]) == handouts.moodle(lesson(3), iter([1, 2, 1]))
    assert handouts.moodle(lesson(3), [1]) != handouts.moodle(lesson(3), [2])


def test_a_question_says_how_a_chance_is_typed_and_the_example_is_no_answer() -> None:
    (question,) = read_moodle(handouts.moodle(Lesson(20, "Sixes", (own(),)), [1]))
    assert question.text[1].startswith("Give the chance in percent, such as 62.5%, or as a decimal, such as 0.625.")
    half = own(id="my/half", answer=lambda p: Fraction(5, 8))
    (question,) = read_moodle(handouts.moodle(Lesson(20, "Sixes", (half,)), [1]))
    assert "such as 12.5%, or as a decimal, such as 0.125" in question.text[1], "62.5% is the answer"


def test_a_form_that_the_question_does_not_accept_is_not_asked_for() -> None:
    for accepts, start, refused in [
        (("percent",), "Give the chance in percent, such as 62.5%. You may leave out", "0.4213"),
        (("decimal",), "Give the chance as a decimal, such as 0.625. You cannot type a fraction.", "42.13"),
    ]:
        one = own(draw=lambda random: {"dice": 3}, accepts=accepts)
        (question,) = read_moodle(handouts.moodle(Lesson(20, "Sixes", (one,)), [1]))
        assert question.text[1].startswith(start)
        assert question.graded(refused) is None


def test_an_allowed_difference_is_stated_and_allowed() -> None:
    wrong = Distractor("all", lambda p: 6 * p["dice"], "That is the most there can be.")
    dice = own(
        kind="number", answer=lambda p: Fraction(7 * p["dice"], 2), wrong=(wrong,), tolerance=Fraction(1, 4),
        draw=lambda random: {"dice": 3}, experiment=lambda p: lambda random: random.randint(3, 18),
    )  # fmt: skip
    (question,) = read_moodle(handouts.moodle(Lesson(20, "Dice", (dice,)), [1]))
    assert question.text[1].startswith("Give a number, such as 0.625. You cannot type a fraction.")
    assert question.text[1].endswith("at least 2 significant digits. Allowed difference: 0.25.")
    for typed, right in (("10.5", True), ("10.3", True), ("10,7", True), ("11", True), ("10.9", False), ("12", False)):
        assert (question.graded(typed) is not None) == right, typed
    with pytest.raises(ValueError, match="is not a number"):
        question.graded("10.5%")


def test_markup_is_shown_and_does_nothing() -> None:
    file = handouts.moodle(hostile_lesson(), [1])
    SCHEMA.validate(ET.fromstring(file))
    typed, chosen = read_moodle(file)
    assert typed.category == ("$course$", "top", "Phase 10", f"Lesson 20: a/b {SEEN} ", '20.1 "sixes" </text>')
    assert typed.text[0].startswith(f"{SEEN} ")
    assert typed.solution == [f"{SEEN} "]
    assert typed.hints == [f"{SEEN} "] * 3
    assert next(one.feedback for one in typed.answers if not one.fraction) == f"{SEEN} "
    assert [one.text for one in chosen.answers] == [f"{SEEN} 1", f"{SEEN} 2"]
    assert not re.search(b"[\x00-\x08\x0b-\x1f]", file)


def test_what_cannot_be_written_is_refused() -> None:
    with no_faults() as faults:
        for write in [handouts.moodle, handouts.qti]:
            for lessons, seeds, message, why in REFUSED:
                with faults.of(f"{write.__name__}: {why}"), pytest.raises(ValueError, match=re.escape(message)):
                    write(lessons, seeds)


# The command


def test_teach_writes_banks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for form, end, write in (("moodle", "xml", handouts.moodle), ("qti", "zip", handouts.qti)):
        folder = tmp_path / form
        words = ["teach", str(folder), "--lesson=3", "--lesson=7", "--seeds=2", f"--format={form}"]
        assert cli.main(words) == 0
        assert sorted(path.name for path in folder.iterdir()) == [f"03-{form}.{end}", f"07-{form}.{end}"]
        assert (folder / f"03-{form}.{end}").read_bytes() == write(lesson(3), [1, 2])
        assert "Wrote 2 files" in capsys.readouterr().out
        assert cli.main(words) == 1
        assert "already there" in capsys.readouterr().err
