"""The capstone on paper: its page for the teacher says what the checker says, and its sheet has room for everything."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from phase10_widgets.apps import cli
from phase10_widgets.apps.handouts import project_page, project_sheet
from phase10_widgets.apps.handouts.curriculum import SCOPE
from phase10_widgets.core.phases import Phase
from phase10_widgets.teaching import Guide, check_design, guide, lesson
from phase10_widgets.teaching.capstone import LOW, chance_with
from phase10_widgets.teaching.course import CAPSTONE
from phase10_widgets.teaching.lessons.l17_capstone import GUIDE, POINTS, PROJECT
from phase10_widgets.text import Text

TEXT = " ".join(project_page().markdown().replace("\\", "").split())


def misconception(start: str) -> str:
    (found,) = (each.help for each in GUIDE.misconceptions if each.belief.startswith(start))
    return found


def test_the_page_has_all_that_a_teacher_needs() -> None:
    assert isinstance(GUIDE, Guide)
    steps = (*GUIDE.plan, *PROJECT.second)
    pairs = (*GUIDE.talks, *GUIDE.misconceptions, *PROJECT.levels)
    texts = [*(step.what for step in steps), *(text for pair in pairs for text in pair), *PROJECT.good]
    texts += [*PROJECT.exchange, PROJECT.puzzles, GUIDE.aim, GUIDE.before, GUIDE.without]
    texts += [text for row in POINTS for text in row]
    assert [text for text in texts if text not in TEXT] == []
    assert all(code in TEXT for code in (*SCOPE[CAPSTONE].standards, *SCOPE[CAPSTONE].gaise))
    assert "The questions" not in TEXT


def test_both_periods_take_45_minutes() -> None:
    assert [sum(step.minutes for step in plan) for plan in (GUIDE.plan, PROJECT.second)] == [guide.MINUTES] * 2


def test_the_example_is_as_good_as_the_page_says() -> None:
    designs = [check_design(PROJECT.wilds + more, PROJECT.phases) for more in (-2, 0, 2)]
    assert all(design.passes for design in designs)
    chances = [each.chance for each in designs[1].phases]
    assert chances == sorted(chances, reverse=True)
    for design in designs:
        assert all(row["percent"] in TEXT for row in design.to_dicts())
    assert {kind for text in PROJECT.phases for kind in ("set", "run", "color") if kind in text} == {
        "set",
        "run",
        "color",
    }


def test_what_the_page_says_about_chances_is_counted() -> None:
    pair, run = (Phase.parse(text) for text in ("2 sets of 3", "1 run of 9"))
    before, after = ([chance_with(wilds, phase) for phase in (pair, run)] for wilds in (8, 12))
    said = misconception("One more wild")
    assert [f"{float(100 * (late - early)):.1f}" for early, late in zip(before, after, strict=True)] == ["8.7", "1.6"]
    assert [f"{float(late / early):.2f}" for early, late in zip(before, after, strict=True)] == ["1.47", "1.79"]
    assert all(number in said for number in ("8.7", "1.6", "1.47", "1.79"))

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


def test_a_chance_that_rounds_to_the_limit_does_not_count() -> None:
    """The page says so; the limit itself counts."""
    run, others = "1 run of 9", [text for text in PROJECT.phases if text != "4 sets of 2"]
    checked = check_design(8, [run, *others]).phases[0]
    assert checked.verdict == "too hard"
    assert "1.993%" in str(checked)
    assert "board writes 1.993%" in misconception("1.993%")
    assert checked.chance < LOW == round(checked.chance, 4) + Fraction(1, 10_000) == round(checked.chance, 3)


def test_the_same_groups_in_another_order_are_a_duplicate() -> None:
    twice = check_design(8, [*PROJECT.phases[:8], "1 run of 6 + 1 set of 3", "1 set of 3 + 1 run of 6"])
    assert twice.phases[9].verdict == "twice"


def test_the_sheet_has_room_for_tries_phases_and_points() -> None:
    for language in ["en", "de"]:
        say, sheet = Text(language).say, project_sheet(language).html()
        assert all(say(text) in sheet for row in POINTS for text in row)
        assert sheet.count("<tr><th scope=row>") == 8 + 10 + len(POINTS)
        assert "Just right" not in sheet


def test_teach_writes_the_capstone_and_says_what_it_lacks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["teach", str(tmp_path), "--lesson", "17", "--language", "de"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["17-sheets.html", "17-teacher.html", "17-teacher.md"]
    assert "Lesson 17 asks no questions: it has one sheet to fill in" in capsys.readouterr().out
    assert 'lang="de"' in (tmp_path / "17-sheets.html").read_text("utf-8")


def test_teach_writes_the_capstone_with_all_lessons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["teach", str(tmp_path), "--seeds", "1"]) == 0
    teachers = sorted(path.name for path in tmp_path.glob("*-teacher.html"))
    assert teachers == [f"{number:02}-teacher.html" for number in range(1, CAPSTONE + 1)]
    assert cli.main(["teach", str(tmp_path / "bank"), "--seeds", "1", "--format", "moodle"]) == 0
    assert not list((tmp_path / "bank").glob("17*"))
    assert "Lesson 17 asks no questions, so it is left out." in capsys.readouterr().out


def test_the_capstone_is_no_lesson_with_questions() -> None:
    with pytest.raises(ValueError, match="lesson 17 is the capstone"):
        lesson(CAPSTONE)
