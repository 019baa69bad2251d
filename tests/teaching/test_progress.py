"""Progress: stored unchanged, restored without computing anything, and trusted only after validation."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phase10_widgets.base.translatable import Refusal
from phase10_widgets.teaching import (
    AnswerError,
    Prediction,
    Progress,
    ProgressError,
    Question,
    calibration,
    lesson,
)
from phase10_widgets.teaching.code.code_task import MAX_CODE
from phase10_widgets.teaching.progress.attempt import KEPT, MAX_THINGS, First
from tests.faults import every
from tests.teaching.test_questions import DICE

QUESTION = Question(**{**DICE, "draw": lambda random: {"n": 2}})


def worked() -> Progress:
    """Return a learner halfway through."""
    progress = Progress(seed=5, name="Ana")
    asked = progress.exercise(QUESTION)
    progress.predict(asked, "1/2", 0.7)
    progress.answer(asked, "1/3")
    progress.hint(asked)
    progress.reflect(asked, "I added.")
    progress.predict("03/deal", "many", 0.6)
    return progress


def test_every_step_is_kept() -> None:
    progress = worked()
    work = progress.work(QUESTION)
    assert (work.outcome, work.error, work.answers, work.hints) == ("wrong", "added", ("1/3",), 1)
    assert progress.reflections == {"my/dice": "I added."}
    progress.answer(progress.exercise(QUESTION), " 11/36 ")
    work = progress.work(QUESTION)
    assert (work.outcome, work.error, work.answers, work.right_alone) == ("right", "", ("1/3", "11/36"), True)
    progress.answer(progress.exercise(QUESTION), "1/3")
    assert progress.work(QUESTION).outcome == "right", "a right answer stays right"


def test_the_first_answer_is_kept_through_later_answers_new_numbers_and_a_file() -> None:
    progress = worked()
    asked, first = progress.exercise(QUESTION), First("1/3", "wrong", "added")
    for _ in range(KEPT + 1):
        progress.answer(asked, "11/36")
    assert progress.work(QUESTION).first == first
    assert "1/3" not in progress.work(QUESTION).answers
    progress.answer(progress.renew(QUESTION), "11/36")
    assert Progress.loads(progress.dumps()).work(QUESTION).first == first
    progress.reset(QUESTION)
    assert progress.work(QUESTION).first is None


def test_an_older_file_tells_the_first_answer_only_if_it_was_the_only_one() -> None:
    data = worked().to_dict()
    row = data["questions"]["my/dice"]
    del row["first"]
    assert Progress.from_dict(data).work(QUESTION).first == First("1/3", "wrong", "added")
    row["answers"] = ["1/2", "1/3"]
    older = Progress.from_dict(data)
    older.answer(older.exercise(QUESTION), "11/36")
    assert older.work(QUESTION).first is None


def test_neither_nothing_nor_nonsense_is_an_attempt() -> None:
    progress = Progress()
    asked = progress.exercise(QUESTION)
    assert progress.answer(asked, "").outcome == "not attempted"
    with pytest.raises(AnswerError):
        progress.answer(asked, "what?")
    assert progress.works == {}


def test_hints_come_one_by_one_and_the_last_stays() -> None:
    progress = Progress()
    asked = progress.exercise(QUESTION)
    assert [str(progress.hint(asked)) for _ in range(4)] == [*map(str, asked.hints), str(asked.hints[-1])]
    assert progress.work(asked).hints == 3


def test_an_answer_after_the_solution_is_not_the_learners_own() -> None:
    progress = Progress()
    asked = progress.exercise(QUESTION)
    assert "30.56%" in str(progress.solution(asked))
    progress.answer(asked, "11/36")
    work = progress.work(asked)
    assert (work.outcome, work.solved, work.right_alone) == ("right", True, False)


def test_a_prediction_is_open_until_the_answer_is_known() -> None:
    progress = Progress()
    asked = progress.exercise(QUESTION)
    with pytest.raises(AnswerError):
        progress.predict(asked, "much", 0.5)
    progress.predict(asked, "60%", 0.5)
    progress.predict(asked, "32%", 0.9)
    assert progress.predictions["my/dice"] == Prediction("32%", 0.9)
    progress.answer(asked, "11/36")
    assert progress.predictions["my/dice"].came_true is True, "settled with the right answer"
    with pytest.raises(ProgressError, match="too late"):
        progress.predict(asked, "31%", 1)
    progress.reveal(asked, came_true=False)
    assert progress.predictions["my/dice"].came_true is True, "settled once"
    solved = Progress()
    solved.solution(asked)
    with pytest.raises(ProgressError, match="too late"):
        solved.predict(asked, "31%", 1)


def test_a_prediction_outside_questions_is_settled_by_the_caller() -> None:
    progress = worked()
    with pytest.raises(ProgressError, match="came true"):
        progress.reveal("03/deal")
    assert progress.reveal("03/deal", came_true=False) == Prediction("many", 0.6, False)
    assert progress.reveal("03/other") is None


def test_confidence_is_a_share() -> None:
    for sure in (-0.1, 1.1, float("nan"), True, "0.5", None):
        with pytest.raises(Refusal, match="your confidence"):
            Progress().predict("x", "y", sure)  # type: ignore[arg-type]


def test_new_numbers_are_a_new_start() -> None:
    progress = Progress(seed=1)
    question = Question(**DICE)
    first = progress.exercise(question)
    progress.predict(first, "1/2", 0.5)
    progress.solution(first)
    fresh = progress.renew(question)
    assert fresh.seed != first.seed
    assert progress.work(question).outcome == "not attempted"
    progress.predict(fresh, "1/2", 0.5)
    assert Progress(seed=1).exercise(question).seed == first.seed
    assert Progress(seed=2).exercise(question).seed != first.seed, "different learners, different numbers"


LEVELED = lesson(3).question("at-least-one")
RIGHT, WRONG = True, False
STREAKS = [
    # answers to one version after another, the level of the next numbers, why
    ([[]], 0, "nothing was answered"),
    ([[WRONG]], 0, "one wrong answer"),
    ([[WRONG, WRONG]], -1, "two wrong answers to the same numbers"),
    ([[WRONG], [WRONG]], -1, "two wrong answers to different numbers"),
    ([[WRONG, WRONG], [WRONG]], -1, "each change takes two answers"),
    ([[WRONG, WRONG], [WRONG, WRONG]], -1, "there is nothing easier"),
    ([[RIGHT]], 0, "one right answer"),
    ([[RIGHT, WRONG, WRONG, RIGHT]], 0, "answers after the right one do not count"),
    ([[RIGHT], [RIGHT]], 1, "two right answers"),
    ([[RIGHT], [RIGHT], [RIGHT], [RIGHT]], 1, "there is nothing harder"),
    ([[RIGHT], [WRONG, RIGHT]], 0, "a wrong answer came between"),
    ([[RIGHT], [WRONG, RIGHT], [RIGHT]], 1, "two in a row again"),
    ([[RIGHT], [RIGHT], [WRONG, WRONG]], 0, "back to the usual numbers"),
]


@every("versions, level, why", STREAKS)
def test_two_like_answers_in_a_row_make_numbers_easier_or_harder(
    versions: list[list[bool]], level: int, why: str
) -> None:
    progress = Progress(seed=3)
    for answers in versions:
        asked = progress.exercise(LEVELED)
        for right in answers:
            progress.answer(asked, str(asked.answer) if right else "1/1000003")
        progress.renew(LEVELED)
        progress = Progress.loads(progress.dumps())
    asked = progress.exercise(LEVELED)
    assert asked.level == progress.work(LEVELED).level == level
    assert asked.params == LEVELED.params(asked.seed, level)
    older = progress.to_dict()
    del older["questions"][LEVELED.id]["level"], older["questions"][LEVELED.id]["streak"]
    assert Progress.from_dict(older).exercise(LEVELED).params == LEVELED.params(asked.seed)


def test_a_solution_counts_as_no_answer() -> None:
    progress = Progress(seed=3)
    for _ in range(2):
        asked = progress.exercise(LEVELED)
        progress.solution(asked)
        progress.answer(asked, str(asked.answer))
        progress.renew(LEVELED)
    assert progress.work(LEVELED).level == 0


def test_other_questions_have_the_usual_numbers_after_any_answers() -> None:
    progress = Progress(seed=3)
    for _ in range(2):
        progress.answer(progress.exercise(QUESTION), "11/36")
        progress.renew(QUESTION)
    assert progress.work(QUESTION).level == progress.exercise(QUESTION).level == 0


def test_a_question_a_lesson_or_everything_is_reset() -> None:
    def filled() -> Progress:
        progress = Progress()
        for key in ("03/a", "03/b", "04/a", "03"):
            progress.reflect(key, "x")
            progress.predict(key, "x", 0.5)
        return progress

    for part, left in (("03/a", {"03/b", "04/a", "03"}), ("03", {"04/a"}), ("", set[str]())):
        progress = filled()
        progress.reset(part)
        assert set(progress.reflections) == set(progress.predictions) == left


def test_progress_is_restored_without_computing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    progress, path = worked(), tmp_path / "progress.json"
    progress.save(path)

    def computed(*_: Any) -> Any:
        raise AssertionError("nothing may be computed or fetched")

    monkeypatch.setattr(Question, "params", computed)
    monkeypatch.setattr(socket, "socket", computed)
    again = Progress.load(path)
    assert again == progress
    assert again.work("my/dice").error == "added"
    assert [file.name for file in tmp_path.iterdir()] == ["progress.json"]


def test_a_file_holds_what_was_typed_and_nothing_more() -> None:
    data = worked().to_dict()
    assert set(data) == {
        *("format", "seed", "name", "questions", "predictions", "reflections"),
        *("programs", "recalled", "hands", "designs"),
    }
    assert data["questions"]["my/dice"] == {
        "seed": 0, "outcome": "wrong", "answers": ["1/3"], "error": "added", "hints": 1, "solved": False,
        "right_alone": False, "day": date.today().toordinal(),
        "first": {"typed": "1/3", "outcome": "wrong", "error": "added"}, "seen": [], "level": 0, "streak": -1,
    }  # fmt: skip


Change = Callable[[dict[str, Any]], object]
DAMAGE: list[tuple[Change, str, str]] = [
    (lambda d: d.update(seed={}), "'seed'", "an object for a seed"),
    (lambda d: d.update(seed="x" * 100), "'seed'", "a long seed"),
    (lambda d: d.update(name="x" * 100), "a name", "a long name"),
    (lambda d: d.update(name="a\nb"), "a name", "a name with two lines"),
    (lambda d: d.update(questions=[]), "'questions'", "a list for an object"),
    (lambda d: d.update(questions={"x": 1}), "'questions'", "a number for a question"),
    (lambda d: d.update(questions={"x": {"own": 1}}), "'own'", "an unknown entry"),
    (lambda d: d.update(questions={"x": {"hints": True}}), "'hints'", "a Boolean for a number"),
    (lambda d: d.update(questions={"x": {"hints": -1}}), "'hints'", "a negative number of hints"),
    (lambda d: d.update(questions={"x": {"outcome": "won"}}), "'answers'", "an unknown outcome"),
    (lambda d: d.update(questions={"x": {"answers": [1]}}), "'text'", "a number for an answer"),
    (lambda d: d.update(questions={"x": {"first": ["1"]}}), "'first'", "a list for a first answer"),
    (lambda d: d.update(questions={"x": {"seen": [0.1]}}), "'seen'", "half an estimate"),
    (lambda d: d.update(questions={"x": {"seen": [0.1, -1.0]}}), "'seen'", "a negative standard error"),
    (lambda d: d.update(questions={"x": {"level": 2}}), "'level'", "a level that does not exist"),
    (lambda d: d.update(questions={"x": {"streak": 10**9}}), "'level'", "more answers than anybody gives"),
    (lambda d: d.update(programs={"x": {"first": {"typed": "1"}}}), "'first'", "half a first answer"),
    (lambda d: d.update(questions={"x": {"answers": ["1"] * (KEPT + 1)}}), "'answers'", "too many answers"),
    (lambda d: d.update(questions={"x" * 61: {}}), "'questions'", "a long id"),
    (lambda d: d.update(reflections={str(n): "" for n in range(MAX_THINGS + 1)}), "'reflections'", "too many"),
    (lambda d: d.update(reflections={"x": "y" * 2001}), "at most 2000", "a long sentence"),
    (lambda d: d.update(predictions={"x": {"guess": "1"}}), "'predictions'", "an incomplete prediction"),
    (
        lambda d: d.update(predictions={"x": {"guess": "1", "confidence": 2, "came_true": None}}),
        "your confidence",
        "confidence above 1",
    ),
    (
        lambda d: d.update(predictions={"x": {"guess": "1", "confidence": 0.5, "came_true": 1}}),
        "'came_true'",
        "a number for a truth",
    ),
]


@every("change, words, why", DAMAGE)
def test_a_damaged_file_is_refused_with_a_sentence(
    change: Callable[[dict[str, Any]], object], words: str, why: str
) -> None:
    data = worked().to_dict()
    change(data)
    with pytest.raises(Refusal, match=words):
        Progress.loads(json.dumps(data))


PARTS: list[tuple[str, str, list[Any]]] = [
    ("programs", "03/your-turn", [7, {"code": 7}, {"code": "x" * (MAX_CODE + 1)}, {"outcome": "fine"}]),
    ("programs", "03/your-turn", [{"hints": -1}, {"solved": 1}, {"more": ""}, {"error": "x" * 10_000}]),
    ("recalled", "07", [7, [], ["x"], [-1], [1, 7], [1, "x" * 100], [10**9], [1, *["a"] * 100], ["today"]]),
]


@every("part, name, rows", PARTS)
def test_a_damaged_row_of_a_part_is_refused(part: str, name: str, rows: list[Any]) -> None:
    for row in rows:
        with pytest.raises(ProgressError):
            Progress.from_dict({**Progress().to_dict(), part: {name: row}})


def test_parts_that_older_files_lack_are_empty() -> None:
    progress = worked()
    data = progress.to_dict()
    for part in ("programs", "recalled", "hands", "designs"):
        del data[part]
    assert Progress.from_dict(data) == progress


def test_bytes_that_are_not_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ProgressError):
        Progress.load(tmp_path / "x")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=40)
@given(st.dictionaries(st.sampled_from(["seed", "name", "questions", "predictions", "reflections"]), JSON))
def test_any_file_is_read_or_refused(content: dict[str, Any]) -> None:
    try:
        progress = Progress.from_dict({"format": "phase10-progress/1", **content})
    except Refusal:
        return
    assert Progress.loads(progress.dumps()) == progress


def test_too_many_things_are_refused() -> None:
    progress = Progress()
    for n in range(MAX_THINGS):
        progress.reflect(str(n), "x")
    with pytest.raises(ProgressError, match="room for"):
        progress.reflect("one more", "x")
    with pytest.raises(ProgressError, match="at most 2000"):
        progress.reflect("0", "x" * 2001)


# Calibration


def test_the_brier_score_is_the_mean_squared_distance() -> None:
    made = [Prediction("", 0.9, True), Prediction("", 0.6, False), Prediction("", 1, True), Prediction("", 0.3)]
    found = calibration(made)
    assert found.n == 3, "a prediction without a revealed answer does not count"
    assert found.brier == pytest.approx((0.01 + 0.36 + 0) / 3)
    assert found.share == pytest.approx(2 / 3)
    assert "3 predictions" in str(found.explanation)
    nothing = calibration([Prediction("", 0.5)])
    assert (nothing.brier, nothing.bins) == (None, ())
    assert "No prediction" in str(nothing.explanation)


def test_bins_hold_every_prediction_once() -> None:
    made = [Prediction("", n / 20, n % 3 == 0) for n in range(21)]
    bins = calibration(made).bins
    assert sum(one.n for one in bins) == 21
    for one in bins:
        assert one.low <= one.confidence <= one.high
        assert one.interval[0] <= one.share <= one.interval[1]
        low, high = (float(end.rstrip(" %")) / 100 for end in one.ends)
        assert low <= one.interval[0] + 1e-9
        assert high >= one.interval[1] - 1e-9
    assert bins[-1].to_dict()["to"] == 1, "100% is in the last one"
