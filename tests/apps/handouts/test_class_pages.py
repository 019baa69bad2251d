"""The summary of a class and the class ladder, in German: nothing is left in English, and reasons are translated."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from phase10_widgets.apps import cli
from phase10_widgets.apps.handouts import class_page, ladder_page
from phase10_widgets.core.translatable import Reason
from phase10_widgets.teaching import Attempt, Ladder, Prediction, Program, Progress, class_ladder, lesson, summary
from phase10_widgets.teaching.player_code import PLAYER_ID, PlayerFault
from phase10_widgets.text import Text
from tests.apps.handouts.test_teacher_pages import ENGLISH
from tests.apps.test_handouts import GREEDY, needs_processes, read, spaced, table, worked

FILES = {"leer.json": "", "kaputt.json": "{", "fremd.json": "[1]"}


@pytest.fixture
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Progress | Path]:
    """Return learners with all that a page shows, and files that cannot be read."""
    ana = worked("Ana", "added", "right", hints=2)
    ana.reflect("03/at-least-one", "Doppelt gezählt.")
    ana.works["99/own"] = Attempt(outcome="wrong", answers=("1",))
    ben = worked("Ben", "added")
    ben.predictions["03/table"] = Prediction("20 %", 0.9, False)
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        Path(name).write_text(content)
    found = [ana, ben, worked("Eva", "right", solved=True)]
    return [*found, *map(Path, FILES), Path("nichts.json")]


def test_the_summary_of_a_class_is_in_german(people: list[Progress | Path]) -> None:
    made = class_page(summary(people), "de")
    content = read(made).text
    assert '<html lang="de">' in made.html()
    assert made.title == "Was die Klasse getan hat"
    assert ENGLISH.findall(content) == []
    assert "3 Dateien wurden gelesen. 4 konnten nicht gelesen werden und fehlen unten." in content
    assert "so eine Datei gibt es nicht" in content
    for cell in ("Ana ✓ 2H", "Ben ✗", "Eva (✓) L", "(eine Frage aus keiner Lektion)", "3.1 1 Du hast"):
        assert cell in content
    asked = people[1].exercise(lesson(3).question("at-least-one"))  # type: ignore[union-attr]
    assert spaced(Text("de").tell(asked.feedback("added"))) in content
    assert "zu 90 % sicher, eingetroffen: " in content


def test_the_summary_of_one_learner_counts_in_the_singular() -> None:
    one = worked("Ana", "right")
    assert "1 Datei wurde gelesen." in read(class_page(summary([one]), "de")).text
    assert "1 file was read." in read(class_page(summary([one]))).text
    assert "Eine Vorhersage aus der Klasse" in read(class_page(summary([one]), "de")).text


def test_the_ladder_is_in_german() -> None:
    found = class_ladder([Path("nichts.json")], trusted=True)
    assert found.refused[0][1] == "there is no such file"
    faults = (("Ben", Reason(PlayerFault("It broke a rule: {fault}", fault="ß"))),)
    made = ladder_page(Ladder(None, faults, ("Cleo",), found.refused, 0, 61, False), "de")
    content = read(made).text
    assert '<html lang="de">' in made.html()
    assert ENGLISH.findall(content) == []
    for text in ("Es wurde kein Spiel gespielt. Das dauerte 1 min 1 s.", "so eine Datei gibt es nicht", "Cleo", "ß"):
        assert text in content


@needs_processes
def test_the_rows_of_the_ladder_are_in_german() -> None:
    pupils = [Progress(name=name, programs={PLAYER_ID: Program(code=GREEDY)}) for name in ("Ana", "Ben")]
    found = class_ladder(pupils, games=2, seed=4)
    rows = table(ladder_page(found, "de"))
    assert {row[1] for row in rows} == {"Ana", "Ben", "greedy (Computerspieler)"}
    assert all(row[4] == "50 %" and re.fullmatch(r"\d+ % bis \d+ %", row[5]) for row in rows)
    content = read(ladder_page(found, "de")).text
    assert "6 Spiele in " in content
    assert ENGLISH.findall(content) == []


def test_an_unknown_language_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="no language 'xx'"):
        class_page(summary([]), "xx")
    worked("Ana", "right").save(tmp_path / "a.json")
    out = tmp_path / "page.html"
    for command in ("class", "ladder"):
        assert cli.main([command, str(tmp_path / "a.json"), "--out", str(out), "--language", "xx"]) == 2
        assert "there is no language 'xx'" in capsys.readouterr().err
    assert not out.exists()
