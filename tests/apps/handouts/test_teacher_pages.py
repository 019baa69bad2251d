"""The pages for teachers, in every language: all of the lesson is there, and nothing is left in English."""

from __future__ import annotations

import re

import pytest

from phase10_widgets import languages
from phase10_widgets.apps.handouts import project_page, project_sheet, teacher_page
from phase10_widgets.apps.handouts.exercise_text import answer, mistakes
from phase10_widgets.apps.handouts.standards import STANDARDS
from phase10_widgets.apps.handouts.teacher import told
from phase10_widgets.teaching import Guide, Lesson, Misconception, Progress, Step, Talk, lesson, numbers
from phase10_widgets.teaching.lessons.l17_capstone import GUIDE, PROJECT
from phase10_widgets.text import Text
from tests.apps.test_handouts import read, spaced
from tests.faults import no_faults

ENGLISH = re.compile(
    r"\b(the|and|of|is|are|with|what|which|that|for|to|you|they|mistake|answer|wilds?)\b", re.IGNORECASE
)
"""Words that no German text has, and that few English sentences do without."""
NUMBER = re.compile(r"(?<![\d.,])(?:\d+\.\d+|\d+,\d{3}\b)%?")
every_language = pytest.mark.parametrize("language", languages.names())
GUIDES = [(number, text) for number in numbers() for text in (lesson(number).guide or GUIDE).texts()]
GUIDES += [(17, text) for part in (GUIDE, PROJECT) for text in part.texts()]


def test_a_lesson_has_a_page_for_its_teacher() -> None:
    with no_faults() as faults:
        for number in numbers():
            for language in languages.names():
                with faults.of(f"{number} {language}"):
                    one, words = lesson(number), Text(language)
                    made = teacher_page(one, sheet=3, language=language)
                    content = read(made).text
                    assert f'<html lang="{language}">' in made.html()
                    for question in one.questions:
                        asked = Progress(seed=3).exercise(question)
                        for text in (asked.prompt, asked.solution, asked.reflection, asked.model, *asked.hints):
                            assert spaced(words.tell(text)) in content
                        assert spaced(answer(asked, words)) in content
                        for _, wrong, feedback in mistakes(asked, words):
                            assert spaced(wrong) in content
                            assert spaced(feedback) in content
                        assert all(words.say(goal) in content for goal in question.goals)
                        assert all(f"{code}, {words.say(STANDARDS[code])}" in content for code in question.standards)
                    assert one.guide
                    assert [text for text in one.guide.texts() if spaced(words.say(text)) not in content] == []


def test_the_capstone_has_a_page_and_a_sheet() -> None:
    for language in languages.names():
        words = Text(language)
        made = project_page(language)
        content = read(made).text
        assert content.startswith(words.say("Lesson {number}: {title}", number=17, title=words.say("Design a game")))
        assert f'<html lang="{language}">' in made.html()
        texts = [spaced(words.say(text)) for part in (GUIDE, PROJECT) for text in part.texts()]
        assert [text for text in texts if text not in content] == []
        assert read(project_sheet(language)).tags.count("tr") == 27


def test_nothing_english_is_left_on_a_german_page() -> None:
    with no_faults() as faults:
        for number in [*numbers(), 17]:
            with faults.of(number):
                pages = {name: teacher_page(lesson(number), language=name) for name in ("en", "de") if number != 17}
                pages = pages or {name: project_page(name) for name in ("en", "de")}
                assert len(ENGLISH.findall(read(pages["en"]).text)) > 100
                content = re.sub(r"\(\d\d/[a-z-]+\)|'[\w ]+'", "", f"{pages['de'].title} {read(pages['de']).text}")
                assert ENGLISH.findall(content) == [], "only ids and texts in Python are the same everywhere"


def test_a_translated_guide_has_the_same_numbers() -> None:
    """Every decimal and every number with thousands; a guide without a translation fails, too."""
    with no_faults() as faults:
        for number, text in GUIDES:
            with faults.of(f"{number}: {text[:40]}"):
                words = Text("de")
                said = words.say(text)
                assert said != text
                assert [found for found in NUMBER.findall(text) if words.number(found) not in said] == []


def test_a_guide_of_ones_own_is_shown_as_it_is() -> None:
    for language in languages.names():
        own = Guide(
            aim="The set {1, 2} and 50%.",
            before="{nothing}",
            plan=(Step(45, "Draw {a}."),),
            talks=(Talk("{?", "}"),),
            misconceptions=(Misconception("{{", "{0}"),),
            without="{}",
        )
        known = lesson(3)
        content = read(teacher_page(Lesson(3, known.title, known.questions, guide=own), language=language)).text
        assert all(text in content for text in own.texts())
        assert told("{{0}}", Text(language)) == "{{0}}"


def test_every_standard_that_is_named_is_explained() -> None:
    named = {code for number in numbers() for question in lesson(number).questions for code in question.standards}
    assert named <= set(STANDARDS)
