"""The pages for teachers, a class and its ladder, in every language: complete, and without leftover English."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from phase10_widgets import cli, languages, teaching
from phase10_widgets.base.translatable import Reason
from phase10_widgets.languages.text import Text
from phase10_widgets.rules.phases import Phase
from phase10_widgets.teaching import Attempt, Lesson, Prediction, Progress, lesson, numbers, summary
from phase10_widgets.teaching.capstone import LOW, chance_with
from phase10_widgets.teaching.code.player_code import PlayerFault
from phase10_widgets.teaching.course import CAPSTONE
from phase10_widgets.teaching.exports import class_page, ladder_page, project_page, project_sheet, teacher_page
from phase10_widgets.teaching.exports.curriculum import SCOPE
from phase10_widgets.teaching.exports.exercise_text import answer, mistakes
from phase10_widgets.teaching.exports.standards import STANDARDS
from phase10_widgets.teaching.exports.teacher import told
from phase10_widgets.teaching.lessons.l17_capstone import GUIDE, POINTS, PROJECT
from tests.faults import every
from tests.teaching.test_handouts import read, spaced, worked

ENGLISH = re.compile(
    r"\b(the|and|of|is|are|with|what|which|that|for|to|you|they|mistake|answer|wilds?)\b", re.IGNORECASE
)
"""Words that occur in no German text but in most English sentences."""
NUMBER = re.compile(r"(?<![\d.,])(?:\d+\.\d+|\d+,\d{3}\b)%?")
GUIDES = [text for number in numbers() for text in (lesson(number).guide or GUIDE).texts()]
GUIDES += [text for part in (GUIDE, PROJECT) for text in part.texts()]
FILES = {"leer.json": "", "kaputt.json": "{", "fremd.json": "[1]"}


@cache
def written(number: int, language: str) -> str:
    """Return the title and the text of the page for a lesson's teacher, whose sheet is the third."""
    made = project_page(language) if number == CAPSTONE else teacher_page(lesson(number), sheet=3, language=language)
    assert f'<html lang="{language}">' in made.html()
    return f"{made.title} {read(made).text}"


@pytest.mark.slow
@every("number, language", [*product(numbers(), languages.names())])
def test_a_lesson_has_a_page_for_its_teacher(number: int, language: str) -> None:
    one, words, content = lesson(number), Text(language), written(number, language)
    for question in one.questions:
        asked = Progress(seed=3).exercise(question)
        texts = [asked.prompt, asked.solution, asked.reflection, asked.model, *asked.hints]
        assert all(spaced(words.tell(text)) in content for text in texts)
        assert spaced(answer(asked, words)) in content
        assert all(spaced(text) in content for _, *mistake in mistakes(asked, words) for text in mistake)
        assert all(words.say(goal) in content for goal in question.goals)
        assert all(f"{code}, {words.say(STANDARDS[code])}" in content for code in question.standards)
    assert one.guide
    assert [text for text in one.guide.texts() if spaced(words.say(text)) not in content] == []


@every("language", languages.names())
def test_the_capstone_has_a_page_and_a_sheet(language: str) -> None:
    words = Text(language)
    made, sheet = project_page(language), project_sheet(language)
    content = read(made).text
    assert content.startswith(words.say("Lesson {number}: {title}", number=17, title=words.say("Design a game")))
    assert f'<html lang="{language}">' in made.html()
    texts = [spaced(words.say(text)) for part in (GUIDE, PROJECT) for text in part.texts()]
    assert [text for text in texts if text not in content] == []
    assert all(code in content for code in SCOPE[CAPSTONE].standards)
    assert words.say("The questions") not in content
    assert read(sheet).tags.count("tr") == 27
    assert all(words.say(text) in sheet.html() for row in POINTS for text in row)
    assert sheet.html().count("<tr><th scope=row>") == 8 + 10 + len(POINTS)


@pytest.mark.slow
@every("number", [*numbers(), CAPSTONE])
def test_nothing_english_is_left_on_a_german_page(number: int) -> None:
    assert len(ENGLISH.findall(written(number, "en"))) > 100
    content = re.sub(r"\(\d\d/[a-z-]+\)|'[\w ]+'", "", written(number, "de"))
    assert ENGLISH.findall(content) == [], "only ids and texts in Python are the same everywhere"


@every("text", GUIDES)
def test_a_translated_guide_has_the_same_numbers(text: str) -> None:
    """This covers every decimal and every number with thousands; a guide without a translation also fails."""
    said = Text("de").say(text)
    assert said != text
    assert [found for found in NUMBER.findall(text) if Text("de").number(found).replace("\xa0", " ") not in said] == []


def test_a_teachers_own_guide_is_shown_unchanged() -> None:
    for language in languages.names():
        own = teaching.Guide(
            aim="The set {1, 2} and 50%.",
            before="{nothing}",
            plan=(teaching.Step(45, "Draw {a}."),),
            talks=(teaching.Talk("{?", "}"),),
            misconceptions=(teaching.Misconception("{{", "{0}"),),
            without="{}",
        )
        known = lesson(3)
        content = read(teacher_page(Lesson(3, known.title, known.questions, guide=own), language=language)).text
        assert all(text in content for text in own.texts())
        assert told("{{0}}", Text(language)) == "{{0}}"


# A class


def test_the_summary_of_a_class_is_in_german(tmp_path: Path) -> None:
    ana, ben = worked("Ana", "added", "right", hints=2), worked("Ben", "added")
    ana.reflect("03/at-least-one", "Doppelt gezählt.")
    ana.works["99/own"] = Attempt(outcome="wrong", answers=("1",))
    ben.predictions["03/table"] = Prediction("20 %", 0.9, False)
    for name, content in FILES.items():
        (tmp_path / name).write_text(content)
    files = [tmp_path / name for name in (*FILES, "nichts.json")]
    made = class_page(summary([ana, ben, worked("Eva", "right", solved=True), *files]), "de")
    content = read(made).text
    assert '<html lang="de">' in made.html()
    assert made.title == "Was die Klasse getan hat"
    assert ENGLISH.findall(content.replace(str(tmp_path), "")) == []
    assert "3 Dateien wurden gelesen. 4 konnten nicht gelesen werden und fehlen unten." in content
    cells = ["Ana ✓ 2H", "Ben ✗", "Eva (✓) L", "(eine Frage aus keiner Lektion)", "2 Du hast"]
    for text in (*cells, "so eine Datei gibt es nicht", "zu 90 % sicher, eingetroffen: "):
        assert text in content
    asked = ben.exercise(lesson(3).question("at-least-one"))
    assert spaced(Text("de").tell(asked.feedback("added"))) in content


def test_the_summary_of_one_learner_counts_in_the_singular() -> None:
    english, german = (read(class_page(summary([worked("Ana", "right")]), language)).text for language in ("en", "de"))
    assert "1 file was read." in english
    assert "1 Datei wurde gelesen." in german
    assert "Eine Vorhersage aus der Klasse" in german


def test_the_ladder_is_in_german() -> None:
    found = teaching.class_ladder([Path("nichts.json")], trusted=True)
    assert found.refused[0][1] == "there is no such file"
    faults = (("Ben", Reason(PlayerFault("It broke a rule: {fault}", fault="ß"))),)
    made = ladder_page(teaching.Ladder(None, faults, ("Cleo",), found.refused, 0, 61, False), "de")
    content = read(made).text
    assert '<html lang="de">' in made.html()
    assert ENGLISH.findall(content) == []
    for text in ("Es wurde kein Spiel gespielt. Das dauerte 1 min 1 s.", "so eine Datei gibt es nicht", "Cleo", "ß"):
        assert text in content


# The capstone


def misconception(start: str) -> str:
    (found,) = (each.help for each in GUIDE.misconceptions if each.belief.startswith(start))
    return found


def test_the_example_is_as_good_as_the_page_says_and_both_periods_take_45_minutes() -> None:
    assert [sum(step.minutes for step in plan) for plan in (GUIDE.plan, PROJECT.second)] == [teaching.guide.MINUTES] * 2
    designs = [teaching.check_design(PROJECT.wilds + more, PROJECT.phases) for more in (-2, 0, 2)]
    assert all(design.passes for design in designs)
    chances = [each.chance for each in designs[1].phases]
    assert chances == sorted(chances, reverse=True)
    page = read(project_page()).text
    assert all(code in page for code in SCOPE[CAPSTONE].gaise)
    assert all(row["percent"] in page for design in designs for row in design.to_dicts())
    assert all(kind in " ".join(PROJECT.phases) for kind in ("set", "run", "color"))


def test_the_chances_on_the_page_are_exact() -> None:
    pair, run = (Phase.parse(text) for text in ("2 sets of 3", "1 run of 9"))
    before, after = ([chance_with(wilds, phase) for phase in (pair, run)] for wilds in (8, 12))
    said = misconception("One more wild")
    assert [f"{float(100 * (late - early)):.1f}" for early, late in zip(before, after, strict=True)] == ["8.7", "1.6"]
    assert [f"{float(late / early):.2f}" for early, late in zip(before, after, strict=True)] == ["1.47", "1.79"]
    assert all(number in said for number in ("8.7", "1.6", "1.47", "1.79"))
    assert "board writes 1.993%" in misconception("1.993%")

    said = misconception("Ten thousand")
    gap, share = LOW - before[1], float(LOW)
    error = (share * (1 - share) / 10_000) ** 0.5
    assert f"{100 * error:.2f}" == "0.14"
    assert "0.14 percentage points" in said
    assert f"{float(100 * gap):.3f}" == "0.007"
    assert "0.007 percentage points" in said
    assert 4 * share * (1 - share) / float(gap) ** 2 > 14_000_000, "two standard errors are as wide as the gap"
    assert "14 million" in said

    said = misconception("The more cards")
    easy, hard = (chance_with(8, Phase.parse(text)) for text in ("4 sets of 2", "1 set of 5"))
    assert (f"{float(easy):.0%}", f"{float(hard):.1%}") == ("19%", "5.6%")
    assert all(number in said for number in ("19%", "5.6%"))


@pytest.mark.slow
def test_teach_writes_the_capstone_with_all_lessons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["teach", str(tmp_path), "--seeds", "1"]) == 0
    teachers = sorted(path.name for path in tmp_path.glob("*-teacher.html"))
    assert teachers == [f"{number:02}-teacher.html" for number in range(1, CAPSTONE + 1)]
    assert sorted(path.name for path in tmp_path.glob("17*")) == ["17-sheets.html", "17-teacher.html", "17-teacher.md"]
    assert "Lesson 17 asks no questions: it has one sheet to fill in" in capsys.readouterr().out
    assert cli.main(["teach", str(tmp_path / "bank"), "--seeds", "1", "--format", "moodle"]) == 0
    assert not list((tmp_path / "bank").glob("17*"))
    assert "Lesson 17 asks no questions, so it is left out." in capsys.readouterr().out
