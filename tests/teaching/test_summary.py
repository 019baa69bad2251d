"""The class table: built from files, offline, and safe to open."""

from __future__ import annotations

import csv
import socket
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets.teaching import Progress, lesson, summary


def learner(name: str, *typed: str) -> Progress:
    """Return the progress of a learner who tried lesson 3's first question."""
    progress = Progress(seed=name, name=name)
    asked = progress.exercise(lesson(3).question("at-least-one"))
    progress.predict(asked, "74%", 0.9)
    for text in typed:
        progress.answer(asked, {"right": str(asked.answer), "none": str(1 - asked.answer)}.get(text, text))  # type: ignore[operator]
    return progress


def test_a_class_is_summed_up_from_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def online(*_: Any) -> Any:
        raise AssertionError("nothing may leave the machine")

    people = {"Ana": ("none", "right"), "Ben": ("none",), "": ("0.01",), "Dan": ()}
    for at, (name, typed) in enumerate(people.items()):
        learner(name, *typed).save(tmp_path / f"{at}.json")
    (tmp_path / "4.json").write_text("no progress")
    monkeypatch.setattr(socket, "socket", online)

    made = summary([*sorted(tmp_path.glob("*.json")), tmp_path / "missing.json"])

    assert [row["learner"] for row in made.learners] == ["Ana", "Ben", "2", "Dan"], "unnamed ones get the file's"
    assert [row["03/at-least-one"] for row in made.learners] == ["right", "wrong: none", "wrong", "not attempted"]
    assert [(row["tried"], row["right"], row["alone"]) for row in made.learners] == [
        (1, 1, 1), (1, 0, 0), (1, 0, 0), (0, 0, 0),
    ]  # fmt: skip
    assert made.learners[0]["predictions"] == 1
    assert made.learners[1]["brier"] is None
    (row,) = made.questions
    assert (row["tried"], row["first"], row["right"], row["mistake"], row["learners"]) == (3, 0, 1, "none", 2)
    assert [Path(file).name for file, _ in made.refused] == ["4.json", "missing.json"]
    assert all(why for _, why in made.refused)
    assert made.to_dicts()[0]["learner"] == "Ana"


def test_code_is_summed_up_like_a_question() -> None:
    task = lesson(3).task
    assert task is not None
    people = [learner("Ana", "right"), learner("Ben"), learner("Cem"), learner("Dan")]
    people[0].ran(task, task.solution, task.choose("right"))
    people[1].ran(task, task.bugs[0].code, task.choose(task.bugs[0].id))
    people[1].ran(task, task.bugs[1].code, task.choose(task.bugs[1].id))
    people[2].program_help(task, solution=True)
    people[2].ran(task, task.solution, task.choose("right"))
    people[3].keep_code("12/player", "a player, which nobody judges")
    made = summary(people)
    assert [row[task.id] for row in made.learners] == ["right", f"wrong: {task.bugs[1].id}", "right", "not attempted"]
    question, code = made.questions
    assert question["question"] == "03/at-least-one"
    assert (code["question"], code["tried"], code["first"], code["right"], code["alone"]) == (task.id, 3, 2, 2, 1)
    assert (code["mistake"], code["learners"]) == (task.bugs[0].id, 1)
    assert "12/player" not in made.to_csv()


def test_the_table_can_be_read_back(tmp_path: Path) -> None:
    made = summary([learner('Ana, "A"', "right"), learner("Ben")])
    rows = list(csv.DictReader(made.to_csv().splitlines()))
    assert [row["learner"] for row in rows] == ['Ana, "A"', "Ben"]
    assert rows[0]["03/at-least-one"] == "right"
    with pytest.raises(ValueError, match="learners, questions or rounds"):
        made.to_csv("marks")


def test_a_name_is_not_a_formula_and_an_empty_class_has_an_empty_table() -> None:
    for name in ("=1+1", "+1", "-1", "@x"):
        (_, row) = summary([learner(name, "right")]).to_csv().splitlines()
        assert row.startswith(f"'{name}")
    made = summary([])
    assert (made.learners, made.questions, made.refused, made.to_csv()) == ((), (), (), "")
