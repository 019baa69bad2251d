"""Question banks of both forms: valid, graded like the lessons, with separate feedback for every mistake."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from io import BytesIO
from itertools import product
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest

from phase10_widgets import handouts, teaching
from phase10_widgets.languages.text import Text
from phase10_widgets.teaching import Distractor, Exercise, Lesson, Progress, Question, lesson, numbers
from tests.faults import every
from tests.helpers import rotating
from tests.teaching.exports import grammar
from tests.teaching.exports.readers import PACKAGE, QTI, MoodleQuestion, QtiItem, read_moodle, read_qti
from tests.teaching.test_handouts import spaced

VERSIONS = pytest.mark.parametrize("seeds", [range(1, 3), rotating(range(1, 11))], ids=["two", "ten"])
"""The versions of each question: two in every run, ten in slow runs."""
ENDS_WITH_ZERO = re.compile(r"\.\d*0%?$")
HOSTILE = """<img src=x onerror="alert(1)"> ]]> </p> & &amp; 'x' @@PLUGINFILE@@ \u202e\x00\x1b\ufffe"""
SEEN = """<img src=x onerror="alert(1)"> ]]> </p> & &amp; 'x' @@PLUGINFILE@@"""
"""The same text without invisible characters."""


def check_package(package: bytes) -> None:
    with ZipFile(BytesIO(package)) as files:
        for name in files.namelist():
            root = ET.fromstring(files.read(name))
            grammar.check(root, grammar.QTI, PACKAGE if name == "imsmanifest.xml" else QTI)
            grammar.check_names(root)


class Form(NamedTuple):
    write: Callable[..., bytes]
    check: Callable[[bytes], None]
    read: Callable[[bytes], list[Any]]


FORMS = {
    "moodle": Form(handouts.moodle, lambda file: grammar.check(ET.fromstring(file), grammar.MOODLE), read_moodle),
    "qti": Form(handouts.qti, check_package, lambda package: [*read_qti(package).values()]),
}


def exercise_of(name: str) -> Exercise:
    """Return the exercise behind a version of a question, from the numbers in its name."""
    number, at, *_, version = map(int, re.findall(r"\d+", name))
    return Progress(seed=version).exercise(lesson(number).questions[at - 1])


@cache
def asked(
    form: str, number: int, seeds: range, language: str = "en"
) -> list[tuple[MoodleQuestion | QtiItem, Exercise]]:
    """Return the questions that a platform reads, each with the exercise behind it."""
    found = FORMS[form].read(FORMS[form].write(lesson(number), seeds, language))
    return [(one, exercise_of(one.name)) for one in found]


def typed_numbers(exercise: Exercise) -> Iterator[tuple[str, str]]:
    """Yield numbers that a learner may type, each with its outcome; "unread" where the lesson asks again.

    They are roundings of the answer and of each mistake, as percentages and as decimals, and some numbers nearby. None
    ends with a 0 after the point: a platform takes 14.0 for 14, while a lesson counts its digits.
    """
    chance, answer = exercise.question.kind == "chance", exercise.answer
    assert isinstance(answer, Fraction)
    texts = []
    for value in (answer, *exercise.wrong.values()):
        for places in (0, 1, 2, 3, 5):
            texts += [f"{100 * float(value):.{places}f}%"] if chance else []
            texts.append(f"{float(value):.{places + 2 * chance}f}")
    for share in (0.9, 0.97, 1.02, 1.1, 2):
        texts.append(f"{100 * share * float(answer):.4f}%" if chance else f"{share * float(answer):.4f}")
    for text in dict.fromkeys(texts):
        if not ENDS_WITH_ZERO.search(text):
            try:
                yield text, exercise.check(text).outcome
            except teaching.AnswerError:
                yield text, "unread"


def is_close(typed: str, exercise: Exercise) -> bool:
    """Return True if a number that no lesson accepts is close enough for a platform to accept it.

    Platforms do not count digits, so a fine rounding may be off in its last place.
    """
    value, answer = Fraction(typed.removesuffix("%")) / (100 if typed.endswith("%") else 1), exercise.answer
    assert isinstance(answer, Fraction)
    return abs(value - answer) <= max(Fraction(6, 1000) * answer, exercise.question.tolerance * Fraction(101, 100))


def written_out(value: Fraction, *, percent: bool) -> str:
    """Return a value to eight significant digits, without an exponent."""
    number = float(f"{float(value) * (100 if percent else 1):.7e}")
    return f"{number:.15f}".rstrip("0").rstrip(".")


def own(**changes: object) -> Question:
    """Return a teacher's own question with these changes."""
    fields = {
        "id": "my/sixes",
        "prompt": "You throw {dice} dice. How likely is at least one six?",
        "draw": lambda random: {"dice": random.randint(3, 8)},
        "answer": lambda p: 1 - Fraction(5, 6) ** p["dice"],
        "wrong": (Distractor("none", lambda p: Fraction(5, 6) ** p["dice"], "That is no six at all."),),
        "hints": ("What does not count?", "No six comes in 5 of 6 cases.", "Multiply {dice} such fractions."),
        "solution": "1 minus 5/6 to the power of {dice}: {answer}.",
        "experiment": lambda p: lambda random: any(random.randint(1, 6) == 6 for _ in range(p["dice"])),
        "reflect": teaching.Reflection("Why?", "Because."),
    }
    return Question(**(fields | changes))  # type: ignore[arg-type]


def hostile_lesson() -> Lesson:
    """Return a lesson with markup and control characters in every text, and slashes and quotes in names."""
    typed = own(
        id='my/"sixes" </text>',
        prompt=HOSTILE + " {dice}",
        draw=lambda random: {"dice": 3},
        wrong=(Distractor(HOSTILE, lambda p: Fraction(5, 6) ** p["dice"], HOSTILE),),
        hints=(HOSTILE, HOSTILE, HOSTILE),
        solution=HOSTILE,
        standards=(HOSTILE,),
    )
    chosen = own(
        id="my/choice",
        prompt=HOSTILE + " {dice}",
        answer=lambda p: "<b>",
        wrong=(),
        kind="choice",
        choices=(teaching.Choice("<b>", HOSTILE + "1", HOSTILE), teaching.Choice("'\"", HOSTILE + "2", HOSTILE)),
        reads=lambda p, value: "<b>",
        hints=(HOSTILE, HOSTILE, HOSTILE, HOSTILE),
        solution=HOSTILE,
    )
    return Lesson(20, f"a/b {HOSTILE}", (typed, chosen))


REFUSED: list[tuple[Any, Any, str, str]] = [
    # lessons, seeds, message, why
    ((), range(1, 3), "at least one lesson", "nothing to write"),
    (3, range(1, 3), "3 is not a lesson; give one or more lessons, such as lesson", "a number is not a lesson"),
    (("x",), range(1, 3), "'x' is not a lesson", "nor is a text"),
    (Lesson(20, "Empty", ()), range(1, 3), "lesson 20 has no questions", "an empty test is useless"),
    ((lesson(3), lesson(3)), range(1, 3), "lesson 3 is listed twice", "files need different names"),
    (Lesson(20, "Twice", (own(), own())), range(1, 3), "the question 'my/sixes' is listed twice", "so do categories"),
    (Lesson(20, "Odd", (own(accepts=("fraction",)),)), [1], "neither decimals nor percentages", "nobody reads 1/6"),
    (lesson(3), (), "at least one seed", "no version"),
    (lesson(3), range(201), "at most 200 versions", "a file that no platform imports"),
    (lesson(3), lambda: iter(int, 1), "at most 200 versions", "nor an endless one"),
    (lesson(3), ["1"], "a seed must be a whole number, not '1'", "version 1 and version '1' would have one name"),
    (lesson(3), [True], "a seed must be a whole number, not True", "the same"),
]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", rotating("en")])
@every("form, number", [*product(FORMS, numbers())])
def test_a_file_is_valid(form: str, number: int, language: str) -> None:
    FORMS[form].check(FORMS[form].write(lesson(number), [1], language))


@pytest.mark.slow
@VERSIONS
@every("number", numbers())
def test_a_platform_grades_as_the_lesson_does(number: int, seeds: range) -> None:
    """A platform accepts the lesson's right answers but no mistake; Moodle does so without a percent sign, too."""
    for form in FORMS:
        for question, exercise in asked(form, number, seeds):
            for typed, outcome in () if question.choices else typed_numbers(exercise):
                found = question.graded(typed)
                if outcome == "right":
                    assert found[0] == 1, (question.name, typed)
                if outcome == "wrong":
                    assert found[0] == 0 or is_close(typed, exercise), (question.name, typed)
                if form == "moodle":
                    assert question.graded(typed.rstrip("%")) == found
                    assert question.graded(typed.replace(".", ",").replace("%", " %")) == found


@pytest.mark.slow
@VERSIONS
@every("form, number, language", [*product(FORMS, numbers(), ("en", "de"))])
def test_every_text_of_the_lesson_is_there_and_every_mistake_has_its_feedback(
    form: str, number: int, language: str, seeds: range
) -> None:
    words = Text(language)
    for question, exercise in asked(form, number, seeds, language):
        told = {name: spaced(words.tell(exercise.feedback(name))) for name in (*exercise.wrong, *exercise.choices)}
        answer: Any = exercise.answer
        for percent in {exercise.question.kind == "chance", False} if not question.choices else ():
            assert question.graded(written_out(answer, percent=percent))[0] == 1, question.name
            for name, value in exercise.wrong.items():
                assert question.graded(written_out(value, percent=percent)) == (0, [told[name]]), (question.name, name)
        for (chosen, text), (name, choice) in zip(question.choices.items(), exercise.choices.items(), strict=True):
            score, shown = question.graded(chosen)
            assert (text, score) == (words.tell(choice), name == answer)
            assert name == answer or shown == [told[name]]
        assert spaced(question.text[0]) == spaced(words.tell(exercise.prompt))
        assert [*map(spaced, question.solution)] == [spaced(words.tell(exercise.solution))]
        if isinstance(question, MoodleQuestion):
            assert [*map(spaced, question.hints)] == [spaced(words.tell(hint)) for hint in exercise.hints]
            assert question.tags == [exercise.question.id, *exercise.question.standards]


def test_equal_seeds_give_equal_bytes() -> None:
    for form in FORMS.values():
        assert form.write(lesson(3), [1, 2]) == form.write(lesson(3), iter([1, 2, 1])) != form.write(lesson(3), [2])
    package = ZipFile(BytesIO(handouts.qti(lesson(3), [1])))
    assert {info.date_time for info in package.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@every("lessons, seeds, message, why", REFUSED)
def test_invalid_banks_are_refused(lessons: Any, seeds: Any, message: str, why: str) -> None:
    for form in FORMS.values():
        with pytest.raises(ValueError, match=re.escape(message)):
            form.write(lessons, seeds() if callable(seeds) else seeds)


def test_markup_is_shown_and_does_nothing() -> None:
    file, package = (form.write(hostile_lesson(), [1]) for form in FORMS.values())
    for form, made in zip(FORMS.values(), (file, package), strict=True):
        form.check(made)
    assert not re.search(b"[\x00-\x08\x0b-\x1f]", file)
    typed, chosen = read_moodle(file)
    assert typed.category == ("$course$", "top", "Phase 10", f"Lesson 20: a/b {SEEN} ", '20.1 "sixes" </text>')
    assert typed.text[0].startswith(f"{SEEN} ")
    assert (typed.solution, typed.hints) == ([f"{SEEN} "], [f"{SEEN} "] * 3)
    assert next(one.feedback for one in typed.answers if not one.fraction) == f"{SEEN} "
    assert [*chosen.choices] == [f"{SEEN} 1", f"{SEEN} 2"]
    item, choice = read_qti(package).values()
    assert item.text[0].startswith(SEEN)
    assert item.root.get("title") == '20.1 "sixes" </text>, version 1'
    assert item.graded("57.87037")[1] == [f"{SEEN} "]
    assert [*choice.choices.values()] == [f"{SEEN} 1", f"{SEEN} 2"]


# Moodle alone


@pytest.mark.slow
@VERSIONS
@every("number", numbers())
def test_the_first_hint_does_not_hold_the_answer(number: int, seeds: range) -> None:
    for question, _ in asked("moodle", number, seeds):
        assert isinstance(question, MoodleQuestion)
        hint = question.hints[0]
        if question.choices:
            right = next(one.text for one in question.answers if one.fraction == 1)
            assert right.casefold() not in hint.casefold()
        else:
            written = re.findall(r"\d+(?:\.\d+)?", hint.replace("Phase 10", "").replace(",", ""))
            assert not any(question.graded(each)[0] for each in written), (question.name, hint)


@pytest.mark.slow
@VERSIONS
@every("number", numbers())
def test_each_question_is_a_category_of_different_versions(number: int, seeds: range) -> None:
    found = [question for question, _ in asked("moodle", number, seeds) if isinstance(question, MoodleQuestion)]
    title = f"Lesson {number}: {lesson(number).title}"
    names = [f"{number}.{at} {one.id.partition('/')[2]}" for at, one in enumerate(lesson(number).questions, 1)]
    categories = [("$course$", "top", "Phase 10", title, name) for name in names]
    assert list(dict.fromkeys(one.category for one in found)) == categories
    assert all(one.name.startswith(f"{one.category[-1]}, version ") for one in found)
    texts = [(*one.text, *(answer.text for answer in one.answers)) for one in found]
    assert len(texts) == len({*texts})


def test_several_lessons_fit_into_one_file() -> None:
    found = read_moodle(handouts.moodle(map(lesson, (3, 7)), [1]))
    assert {one.category[3] for one in found} == {f"Lesson {n}: {lesson(n).title}" for n in (3, 7)}
    assert len(found) == sum(len(lesson(n).questions) for n in (3, 7))


def test_a_question_says_how_to_type_a_chance_and_the_example_is_not_an_answer() -> None:
    (question,) = read_moodle(handouts.moodle(Lesson(20, "Sixes", (own(),)), [1]))
    assert question.text[1].startswith(
        "Give the chance as a percentage, such as 62.5%, or as a decimal, such as 0.625."
    )
    half = own(id="my/half", answer=lambda p: Fraction(5, 8))
    (question,) = read_moodle(handouts.moodle(Lesson(20, "Sixes", (half,)), [1]))
    assert "such as 12.5%, or as a decimal, such as 0.125" in question.text[1], "62.5% is the answer"


def test_a_form_that_the_question_does_not_accept_is_not_suggested() -> None:
    for accepts, start, refused in [
        (("percent",), "Give the chance as a percentage, such as 62.5%. You may leave out", "0.4213"),
        (("decimal",), "Give the chance as a decimal, such as 0.625. You cannot type a fraction.", "42.13"),
    ]:
        one = own(draw=lambda random: {"dice": 3}, accepts=accepts)
        (question,) = read_moodle(handouts.moodle(Lesson(20, "Sixes", (one,)), [1]))
        assert question.text[1].startswith(start)
        assert question.graded(refused) == (0, [])


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
        assert (question.graded(typed) != (0, [])) == right, typed
    with pytest.raises(ValueError, match="is not a number"):
        question.graded("10.5%")


# QTI alone


def test_a_missing_answer_is_not_wrong_an_unknown_one_gets_the_first_hint_and_a_coarse_one_a_sentence() -> None:
    items = read_qti(handouts.qti(lesson(3), [1]))
    item = items["q3-1-v1"]
    assert item.graded("") == (0, [])
    score, shown = item.graded("99")
    assert (score, shown[1]) == (0, spaced(exercise_of("3.1, version 1").hints[0]))
    coarse: list[Any] = [item.graded(f"{float(exercise_of(name).answer):.1f}") for name, item in items.items()]
    assert (0, ["This is rounded too much to check. Give at least 2 significant digits."]) in coarse
    for language in ("en", "de"):
        item = read_qti(handouts.qti(lesson(3), [1], language))["q3-1-v1"]
        assert ("62.5" in item.text[1], "%" in item.text[1]) == (True, False), "it accepts a point and no percent sign"


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
