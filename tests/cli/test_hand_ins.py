"""All progress that a class has handed in is read; every other file is listed with the reason."""

from __future__ import annotations

import csv
import os
import zipfile
from pathlib import Path

import pytest

from phase10_widgets import cli
from phase10_widgets.cli import hand_ins as module
from phase10_widgets.cli.hand_ins import hand_ins
from phase10_widgets.teaching import Attempt, Progress, summary


def learner(name: str, seed: int, *answers: str) -> Progress:
    works = {"03/table": Attempt(outcome="wrong", answers=answers)} if answers else {}
    return Progress(seed, name, works)


def test_all_progress_is_read_and_the_rest_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The folder looks like one from a learning platform or a teacher's desk."""
    folder = tmp_path / "handed in"
    for at, name in enumerate(("Ana Lee", "Ben Noll")):
        place = folder / f"{name}_{1200 + at}_assignsubmission_file_"
        place.mkdir(parents=True)
        learner("", at, "0.5").save(place / "phase10-progress.json")
    learner("Cleo", 3, "0.6").save(folder / "CLEO.JSON")
    learner("Dan", 4, "0.7").save(folder / "dan.json.txt")
    deep = folder / "late" / "very late"
    deep.mkdir(parents=True)
    learner("Eva", 5, "0.8").save(deep / "eva")
    (folder / "broken.json").write_text("{")
    (folder / "photo.jpg").write_bytes(b"\xff\xd8")
    (folder / "._CLEO.JSON").write_bytes(b"\0")
    with zipfile.ZipFile(folder / "Finn.ZIP", "w") as archive:
        archive.writestr("phase10-progress.json", learner("Finn", 6, "1").dumps())
    table = tmp_path / "learners.csv"
    assert cli.main(["class", str(folder), "--out", str(tmp_path / "page.html"), "--csv", str(table)]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("5 files read, 4 not. Open ")
    with table.open(encoding="utf-8") as file:
        assert [row["learner"] for row in csv.DictReader(file)] == ["Cleo", "Dan", "Ana Lee", "Ben Noll", "Eva"]
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page.count("an archive; unpack it into the folder, and run the command again") == 1
    lines = {line.partition(": ")[0].rpartition("/")[2]: line.partition(": ")[2] for line in said.err.splitlines()}
    assert lines.keys() == {"broken.json", "photo.jpg", "._CLEO.JSON", "Finn.ZIP"}
    assert "truncated or damaged" in lines["broken.json"]
    assert lines["photo.jpg"] == "not a progress file"
    assert lines["Finn.ZIP"] == "an archive; unpack it into the folder, and run the command again"
    assert cli.main(["ladder", str(folder), "--trust", "--games", "2"]) == 1
    said = capsys.readouterr()
    assert "No player in the file: Cleo, Dan, Ana Lee, Ben Noll, Eva." in said.out
    assert "Finn.ZIP: an archive" in said.err


@pytest.mark.skipif(os.name == "nt", reason="links and pipes of Unix")
def test_no_link_is_followed_and_no_pipe_is_waited_for(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    learner("Ana", 1).save(folder / "ana.json")
    learner("Ben", 2).save(tmp_path / "ben.json")
    (folder / "ben.json").symlink_to(tmp_path / "ben.json")
    (folder / "again.json").symlink_to(folder / "ana.json")
    (folder / "round").symlink_to(folder)
    (folder / "up").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe.json")
    found = hand_ins([str(folder)])
    assert found.files == [folder / "ana.json"]
    assert {Path(name).name: str(why) for name, why in found.passed} == {
        "again.json": "a link to something in the same folder",
        "round": "a link to something in the same folder",
        "ben.json": "a link that leads out of the folder",
        "up": "a link that leads out of the folder",
        "pipe.json": "not a file that can be read",
    }


def test_depth_and_number_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path.joinpath("deep", *"abcdefgh")
    deep.mkdir(parents=True)
    learner("Ana", 1).save(deep / "ana.json")
    assert hand_ins([str(tmp_path / "deep")]).files == []
    ((name, why),) = hand_ins([str(tmp_path / "deep")]).passed
    assert (Path(name).name, str(why)) == ("g", "a folder too deep to search; name it in the command")
    many = tmp_path / "many"
    many.mkdir()
    for at in range(9):
        (many / f"{at}.json").write_text("{}")
    monkeypatch.setattr(module, "MOST_FILES", 5)
    found = hand_ins([str(many)])
    assert len(found.files) == 5
    assert [(name, str(why)) for name, why in found.passed] == [
        (str(many / "5.json"), "more than 5 files; the rest were not read")
    ]


def test_named_files_are_read_under_any_name(tmp_path: Path) -> None:
    learner("Ana", 1).save(tmp_path / "ana.json")
    (tmp_path / "notes").write_text("no progress")
    found = hand_ins([str(tmp_path / "notes"), str(tmp_path / "*.json"), str(tmp_path), str(tmp_path / "none*")])
    assert found.files == [tmp_path / "notes", tmp_path / "ana.json", tmp_path / "none*"]
    assert [str(why) for _, why in found.passed] == ["not a progress file"]


def test_a_file_handed_in_twice_counts_once(tmp_path: Path) -> None:
    names = [tmp_path / name for name in ("ana.json", "ana (1).json", "ana-monday.json", "ben.json", "other.json")]
    for path in names[:2]:
        learner("Ana", 7, "0.5", "0.6").save(path)
    learner("Ana", 7, "0.5").save(names[2])
    learner("Ben", 7, "0.5").save(names[3])
    learner("Ana", 8, "0.5").save(names[4])
    made = summary(names)
    assert [row["learner"] for row in made.learners] == ["Ana (ana)", "Ben", "Ana (other)"]
    assert [(Path(name).name, str(why)) for name, why in made.refused] == [
        ("ana (1).json", f"the same as {names[0]}, so it counts once"),
        ("ana-monday.json", f"an earlier version of {names[0]}, which counts instead"),
    ]
    assert "ana-monday.json" in {Path(name).name for name, _ in summary(names[::-1]).refused}, "whatever the order"


def test_different_files_count_twice() -> None:
    for one, other, why in [
        (learner("Ana", 7, "0.5"), learner("Ben", 7, "0.5"), "two people with the same answers"),
        (learner("Ana", 7, "0.5"), learner("Ana", 8, "0.5"), "two people with the same name"),
        (learner("", 7), learner("", 7), "two who have done nothing"),
        (learner("Ana", 7, "0.5", "0.6"), learner("Ana", 7, "0.5", "0.7"), "two states, neither newer than the other"),
    ]:
        made = summary([one, other])
        assert (len(made.learners), made.refused) == (2, ()), why


def test_file_names_cannot_control_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").mkdir()
    learner("Ana", 1, "0.5").save(tmp_path / "in" / "ana.json")
    (tmp_path / "in" / "x\x1b[2J\n9 files read\u202e.json").write_text("{")
    bad = os.fsdecode(bytes(tmp_path / "in") + b"/\xff.json") if os.name != "nt" else None
    if bad:
        Path(bad).write_text("{")
    for words in (["class", str(tmp_path / "in"), "--out", str(tmp_path / "p.html")], ["ladder", str(tmp_path / "in")]):
        cli.main(words)
        said = capsys.readouterr()
        assert not {"\x1b", "\u202e", "\udcff"} & {*said.err, *said.out}
        assert "x [2J 9 files read .json: this progress file" in said.err
