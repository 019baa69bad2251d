"""Printed pages, sheets, keys and the summary of a class: self-contained and safe to open."""

from __future__ import annotations

import re
import socket
import sys
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from phase10_widgets import cli
from phase10_widgets.languages.text import Text
from phase10_widgets.teaching import Attempt, Lesson, Prediction, Program, Progress, lesson, numbers, summary
from phase10_widgets.teaching.code.player_code import PLAYER_ID
from phase10_widgets.teaching.exports import Document, class_page, key, sheets, teacher_page
from phase10_widgets.teaching.exports.document import environment_for, marked
from phase10_widgets.teaching.exports.exercise_text import answer, mistakes
from tests.faults import every
from tests.teaching.test_player_code import loosened

needs_processes = pytest.mark.skipif(sys.platform == "emscripten", reason="a browser's Python starts no processes")

GREEDY = '@learner.player\ndef mine(view):\n    return p10.players.get("greedy").choose(view)\n'
VOID = {"meta", "rect", "circle", "path"}
HOSTILE = "<img src=x onerror=alert(1)>"


class Reader(HTMLParser):
    """A parser of a page's text and elements; fails if elements do not close in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())


def read(made: Document) -> Reader:
    """Parse the page after checking it for forbidden content."""
    page = made.html()
    found = Reader(page)
    assert not {"script", "link", "iframe", "img", "object", "form", "base"} & set(found.tags)
    names = {name for name, _ in found.attributes}
    assert not {name for name in names if name.startswith("on")} | (names & {"src", "href", "srcset", "action"})
    assert not re.search(r"url\(|@import|https?:", page)
    assert found.tags.count("h1") >= 1
    return found


def table(made: Document, number: int = 0) -> list[list[str]]:
    """Return the cells of one of a document's tables, without its head."""
    one = re.findall(r"<tbody>(.*?)</tbody>", made.html(), re.DOTALL)[number]
    rows = re.findall(r"<tr>(.*?)</tr>", one, re.DOTALL)
    return [[unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in rows]


def spaced(content: object) -> str:
    return " ".join(str(content).split())


def test_the_plan_has_start_and_end_times_and_a_lesson_without_one_says_so() -> None:
    known = lesson(3)
    times = [tuple(map(int, row[0].split("\u2013"))) for row in table(teacher_page(known))]
    assert [begin for begin, _ in times] == [0, *(end for _, end in times[:-1])]
    assert times[-1][1] == 45
    content = read(teacher_page(Lesson(3, known.title, known.questions))).text
    assert "There is no plan for this lesson yet." in content
    assert "Question 5 (03/masters)" in content


@pytest.mark.slow
@every("number, language", [(number, language) for number in numbers() for language in ("en", "de")])
def test_sheets_ask_without_revealing_answers(number: int, language: str) -> None:
    one, words = lesson(number), Text(language)
    found = read(sheets(one, [4], language))
    assert ("lang", language) in found.attributes
    assert found.tags.count("h1") == 1
    assert words.say("Sheet {number}", number=4) in found.text
    for question in one.questions:
        asked = Progress(seed=4).exercise(question)
        assert all(spaced(words.tell(text)) in found.text for text in (asked.prompt, asked.reflection))
        hidden = (asked.solution, asked.model, asked.hints[0])
        assert not any(spaced(words.tell(text)) in found.text for text in hidden)


def test_every_sheet_has_its_own_reproducible_numbers_and_its_own_paper() -> None:
    first, second = (sheets(lesson(3), range(30)).html() for _ in range(2))
    assert first == second
    asked = r"Your deck has \d+ cards, and \d+ of them are wild. You are dealt \d+ cards. How likely are you to get at"
    assert len(set(re.findall(asked, first))) > 5
    page = sheets(lesson(3), range(1, 4)).html()
    assert page.count("<section class=sheet") == 3
    assert "break-before: recto" in page
    assert [page.count(f"@page sheet{seed} ") for seed in range(1, 5)] == [1, 1, 1, 0]


@pytest.mark.slow
def test_the_key_has_every_answer_and_the_mistakes_behind_wrong_ones() -> None:
    for language in ["en", "de"]:
        words = Text(language)
        for number in (1, 3):
            made = key(lesson(number), range(1, 31), language)
            content = read(made).text
            for seed, row in zip(range(1, 31), table(made), strict=True):
                asked = [Progress(seed=seed).exercise(question) for question in lesson(number).questions]
                typed = [one for one in asked if one.question.kind != "choice"]
                assert row == [str(seed), *(answer(one, words)[: None if one in typed else 1] for one in asked)]
                assert {one.check(answer(one, words)).outcome for one in typed} == {"right"}
                assert all(spaced(wrong) in content for one in typed for _, wrong, _ in mistakes(one, words))
        assert "74,07 %" in content if language == "de" else "74.07%" in content
    assert "Question 1" in read(key(lesson(3), [])).text
    assert sheets(lesson(3), []).markdown() == "\n"


def test_markdown_has_the_same_content_and_escapes_texts() -> None:
    text = teacher_page(lesson(3)).markdown()
    assert text.startswith("# Lesson 3: At least one wild?\n")
    assert "| Minute | What the class does |\n| --- | --- |\n" in text
    for question in lesson(3).questions:
        assert marked(str(question.exercise("1/0").prompt)) in text
    hebrew = class_page(summary([Progress(name="דנה", reflections={"03/table": "5"})]))
    for written in (hebrew.html(), hebrew.markdown()):
        assert "\u2068דנה" in written, "the name does not reverse other text"
    for content in [HOSTILE, "# no heading", "- no item", "1. no item", "a | b", "`x` *y* _z_ [a](b)"]:
        made = Progress(name="Ana", reflections={content: content})
        made.works[f"03/{content}"] = Attempt(outcome="wrong", answers=("1",))
        text = class_page(summary([made])).markdown()
        assert f"\n### {marked(content)}\n\n- {marked(f'Ana: {content}')}\n" in text
        assert f"\n| {marked(f'03/{content}')} | (a question" in text
        assert not re.search(r"(?<!\\)[<>`*_\[\]|]", marked(content))
        assert not re.match(r"[-#]|\d+\.", marked(content))


def test_both_forms_have_the_same_parts() -> None:
    """A handout's template may use each of them in any form."""
    forms = [vars(environment_for(form).get_template(f"handouts/{form}.j2").module) for form in ("html", "markdown")]
    parts = [{name for name, macro in found.items() if hasattr(macro, "arguments")} for found in forms]
    assert parts[0] == parts[1] > {"heading", "calibration", "dots"}


# The class


def hostile() -> Progress:
    """Return a file with a hostile payload in every text."""
    made = Progress(seed=HOSTILE, name=HOSTILE)
    made.works["03/table"] = Attempt(outcome="wrong", answers=(HOSTILE,), error=HOSTILE)
    made.works[f"03/{HOSTILE}"] = Attempt(outcome="wrong", answers=("1",), error="\u202eevil")
    made.reflections["03/table"] = f"</li></ul>{HOSTILE}\u202e\x00 &amp; so on"
    made.reflections[f"\x1b{HOSTILE}"] = "<script>alert(1)</script>"
    made.predictions[HOSTILE] = Prediction(HOSTILE, 0.5, True)
    return Progress.loads(made.dumps())


def test_markup_in_a_file_is_shown_and_does_nothing() -> None:
    made = class_page(summary([hostile(), Progress(name="Ana")]))
    text = read(made).text
    assert all(shown in text for shown in (f"</li></ul>{HOSTILE} &amp; so on", "<script>alert(1)</script>"))
    assert not re.search("[\u202e\x00\x1b]", made.html())
    assert "default-src 'none'" in made.html()


def worked(name: str, *typed: str, hints: int = 0, solved: bool = False, sure: float = 0.9) -> Progress:
    """Return a learner who predicted the complement of lesson 3's first answer, and answered with it."""
    made = Progress(seed=5, name=name)
    asked = made.exercise(lesson(3).question("at-least-one"))
    answers = {"right": asked.answer, **asked.wrong}
    made.predict(asked, str(asked.wrong["none"]), sure)
    for _ in range(hints):
        made.hint(asked)
    if solved:
        made.solution(asked)
    for text in typed:
        made.answer(asked, str(answers[text]))
    return made


def test_a_class_at_a_glance() -> None:
    people = [
        worked("Ana", "added", "right", hints=2),
        worked("Ben", "added"),
        worked("Chloe", "added"),
        worked("Dan", "none"),
        worked("Eve", "right", solved=True),
        worked("Fay"),
    ]
    people[0].reflect("03/at-least-one", "I counted some hands twice.")
    task = lesson(15).task
    assert task is not None
    people[1].ran(task, "", task.choose("any player"))
    found = read(class_page(summary(people)))
    asked = lesson(3).question("at-least-one")
    feedback, goal = people[1].exercise(asked).feedback("added"), " ".join(asked.goals)
    assert "6 files were read." in found.text
    assert f"3.1 {goal} 3 added" in found.text, "the most common mistake first, with those who put it right since"
    assert f"3.1 {goal} 5 1 2 1" in found.text, "tried, right at first, right, alone"
    assert spaced(feedback) in found.text
    assert found.text.index("3 added") < found.text.index("1 none")
    for cell in ("Ana ✓ 2h", "Ben ✗", "Eve (✓) s", "Fay \u2013"):
        assert cell in found.text
    for text in ("Ana: I counted some hands twice.", "15. Your turn", "On average, any player wins half of the games."):
        assert text in found.text
    assert "2 predictions from the class: 90% sure on average" in found.text, "only what was revealed"
    assert found.tags.count("svg") == 1
    assert any(name == "aria-label" and value for name, value in found.attributes)


def test_an_empty_class_has_a_page_and_unknown_questions_are_limited() -> None:
    assert "0 files were read." in read(class_page(summary([]))).text
    made = Progress(name="Ana")
    assert "Nobody has answered a question yet." in read(class_page(summary([made]))).text
    made.works = {f"strange/{at}": Attempt(outcome="right", answers=("1",)) for at in range(1000)}
    content = read(class_page(summary([made]))).text
    assert "976 questions that belong to no lesson are left out." in content
    assert content.count("strange/") <= 3 * 24


# The commands


def test_teach_writes_a_lesson_and_never_overwrites_silently(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new" / "folder"
    command = ["teach", str(out), "--lesson", "3", "--seeds", "4", "--language", "de"]
    assert cli.main(command) == 0
    names = ["03-key.html", "03-sheets.html", "03-teacher.html", "03-teacher.md"]
    assert sorted(path.name for path in out.iterdir()) == names
    assert '<html lang="de">' in (out / "03-teacher.html").read_text("utf-8")
    text = (out / "03-teacher.md").read_text("utf-8")
    assert text.startswith("# Lektion 3: Mindestens ein Joker?\n\nFür die Lehrkraft.")
    sheet = (out / "03-sheets.html").read_text("utf-8")
    assert ("Blatt 4" in sheet, "Blatt 5" in sheet) == (True, False)
    assert "Wrote 4 files" in capsys.readouterr().out
    mine = out / names[0]
    mine.write_text("mine")
    for name in names[1:]:
        (out / name).unlink()
    assert cli.main(command) == 1
    assert "already exists. Add --replace" in capsys.readouterr().err
    assert [path.read_text() for path in out.iterdir()] == ["mine"], "all files or none"
    assert cli.main([*command, "--replace"]) == 0
    assert f"Replaced {mine}." in capsys.readouterr().out
    assert mine.read_text("utf-8") != "mine"


def test_class_summarizes_a_folder_offline_and_reports_missing_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "socket", lambda *_: pytest.fail("nothing may leave the machine"))
    folder, out, table, questions = (tmp_path / name for name in ("in", "page.html", "l.csv", "q.csv"))
    shown, rounds = tmp_path / "hands.html", tmp_path / "rounds.csv"
    folder.mkdir()
    for name in ("Ana", "Ben"):
        worked(name, "right").save(folder / f"{name}.json")
    (folder / "broken.json").write_text("{")
    words = ["class", str(folder), "--out", str(out), "--csv", str(table), "--questions", str(questions)]
    words += ["--hands", str(shown), "--rounds", str(rounds)]
    nobody = ["class", f"{folder}/none*", "--out", str(out)]
    for wrong, told in ((nobody, "nothing to summarize"), ([*words, "--csv", str(out)], "its own file")):
        assert cli.main(wrong) == 1
        assert told in capsys.readouterr().err
        assert not out.exists()
    assert cli.main(words) == 0
    output = capsys.readouterr()
    assert "2 files read, 1 not." in output.out
    assert "broken.json: this progress file is truncated or damaged" in output.err
    assert "Ana" in out.read_text("utf-8")
    assert table.read_text("utf-8").startswith("learner,tried")
    assert questions.read_text("utf-8").startswith("question,tried")
    assert "Our hands" in shown.read_text("utf-8")
    assert len(rounds.read_text("utf-8").splitlines()) == 1 + 2
    assert cli.main(words) == 1
    assert "and 4 more: already exists" in capsys.readouterr().err


@pytest.mark.slow
@needs_processes
def test_ladder_plays_and_writes_page_and_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name, code in (("Ana", GREEDY), ("<b>Ben</b>", "1 +"), ("Cleo", "")):
        programs = {PLAYER_ID: Program(code=code)} if code else {}
        Progress(name=name, programs=programs).save(folder / f"{len(name)}.json")
    (folder / "broken.json").write_text("{")
    out, table = tmp_path / "ladder.html", tmp_path / "ladder.csv"
    words = ["ladder", str(folder), "--out", str(out), "--csv", str(table), "--games", "2", "--minutes", "1"]
    assert cli.main(words) == 0
    output = capsys.readouterr()
    assert "This takes at most 1 minute" in output.out
    assert "Left out: <b>Ben</b>. Python cannot read line 1" in output.out
    assert "broken.json: this progress file is truncated or damaged" in output.err
    page = out.read_text("utf-8")
    assert "&lt;b&gt;Ben&lt;/b&gt;" in page
    for text in ("Ana", "greedy (computer player)", "95% interval", "Cleo", "broken.json", "2 games in "):
        assert text in page
    assert table.read_text("utf-8").startswith("rank,name,games,wins,share,low,high,rating")


@needs_processes
def test_ladder_refuses_invalid_plans(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Progress(name="Ana").save(tmp_path / "a.json")
    same = str(tmp_path / "page")
    for words, code, told in (
        (["--minutes=1"], 1, "there is no ladder"),
        ([f"--out={same}", f"--csv={same}"], 1, "its own file"),
        (["--repeatable"], 2, "--repeatable needs a --seed"),
    ):
        assert cli.main(["ladder", str(tmp_path), *words]) == code
        assert told in capsys.readouterr().err


@pytest.mark.slow
@needs_processes
def test_ladder_asks_for_trust_where_the_code_could_do_harm(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Progress(name="Ana", programs={PLAYER_ID: Program(code=GREEDY)}).save(tmp_path / "a.json")
    loosened("c.ARCHITECTURES.clear(); c.os.geteuid = lambda: 1000", monkeypatch)
    assert cli.main(["ladder", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert "could delete, rename and empty your files, and end your programs" in told
    assert "Then add --trust." in told
    assert cli.main(["ladder", str(tmp_path), "--games=2", "--trust"]) == 0
