"""Pretests and posttests: ten questions without help, and the gain of a class."""

from __future__ import annotations

import json
import re
from random import Random
from statistics import mean
from typing import Any

import pytest

from phase10_widgets import Learner
from phase10_widgets.base.translatable import Refusal
from phase10_widgets.teaching import Progress, summary
from phase10_widgets.teaching.exercises.pretest import LONG, SIZE, WHOLE, asked_in, questions_in, scope_of, scopes
from phase10_widgets.teaching.exports import class_page
from phase10_widgets.teaching.learner.pretest_card import TRIOS
from phase10_widgets.teaching.progress.gain import FEWEST, Gain, gains
from tests.faults import every
from tests.packages import ROOT
from tests.ui.page import Page

HELP: dict[str, dict[str, Any]] = {
    **{kind: {} for kind in ("skip", "hint", "solve", "renew")},
    "predict": {"guess": "0.5", "confidence": 0.5},
    "simulate": {"n": 100},
    "reflect": {"sentence": "Why?"},
    "answer": {"typed": "0.5"},
    "do": {"name": "unknown", "value": None},
}
"""What a browser may send to get help, or to answer a second time."""
SCOPES = [WHOLE, *map(scope_of, TRIOS)]
WHEN = ["pretest", "posttest"]


def right(progress: Progress, question: Any) -> str:
    exercise = progress.exercise(question)
    return str(exercise.answer)


@every("scope", SCOPES)
def test_a_test_has_ten_questions_that_need_no_computer(scope: str) -> None:
    names = asked_in(scope)
    assert len(names) == len(set(names))
    assert not LONG & set(names)
    assert len(names) == SIZE or (scope == "10-11-12" and len(names) >= SIZE - 1)


@every("lessons", [(3,), (3, 5), (3, 5, 5), (3, 5, 18), (1, 2, 3, 4), (0, 1, 2)])
def test_a_test_about_other_than_three_lessons_is_refused(lessons: tuple[int, ...]) -> None:
    with pytest.raises(Refusal, match="three lessons"):
        scope_of(lessons)


@every("scope", SCOPES)
def test_no_answer_of_a_test_is_asked_for_in_the_other_or_in_the_lesson(scope: str) -> None:
    """Numbers are a learner's own; a choice may be the same again."""
    same = total = 0
    for seed in range(40):
        progress = Progress(seed=seed)
        tests = [questions_in(progress, when, scope) for when in WHEN]
        for before, after in zip(*tests, strict=True):
            if before.kind != "choice":
                answers = {progress.exercise(one).answer for one in (before, after)}
                same += len(answers) == 1
                total += 1
    assert same <= total / 100


@every("when", WHEN)
def test_a_question_is_answered_once_and_nothing_tells_whether_it_was_right(when: str) -> None:
    learner = Learner()
    card = getattr(learner, when)()
    questions = questions_in(learner.progress, when, WHOLE)
    for at, question in enumerate(questions[:-1]):
        answer = right(learner.progress, question) if at % 2 else "0.123"
        card.answer(answer)
        assert learner.progress.work(question).answers == (answer,)
        shown = json.dumps(card.view, ensure_ascii=False)
        assert card.view["recall"] == {
            "at": at + 1, "done": ["not attempted"] * SIZE, "answered": [n <= at for n in range(SIZE)], "quiet": True,
        }  # fmt: skip
        for told in (question, questions[at + 1]):
            exercise = learner.progress.exercise(told)
            if told.kind != "choice":
                assert f'"{exercise.answer_text}"' not in shown.replace(f'"{answer}"', "")
            assert card.words.tell(exercise.solution) not in shown
        assert (card.view["truth"], card.view["hints_of"], card.view["feedback"]) == (None, 0, "")
    page = Page(card)
    assert page.tell("turn_to", at=0) == ""
    before = {**card.view}
    for kind, content in HELP.items():
        assert "answered once, without help" in page.tell(kind, **content), kind
        assert card.view == before, kind
    with pytest.raises(Refusal, match="once"):
        card.simulate()


def test_the_results_follow_the_last_question_of_the_posttest() -> None:
    learner = Learner()
    before, after = learner.pretest(3, 5, 6), learner.posttest(3, 5, 6)
    for at, question in enumerate(questions_in(learner.progress, "pretest", "03-05-06")):
        before.answer(right(learner.progress, question) if at < 3 else "0.123")
    assert "pretest is over" in json.dumps(before.view)
    assert before.view["truth"] is None
    for at, question in enumerate(questions_in(learner.progress, "posttest", "03-05-06")):
        after.answer(right(learner.progress, question) if at < 8 else "0.123")
    assert "Before: 3 of 10 right. Now: 8 of 10." in json.dumps(after.view)
    assert after.view["solution"]


def test_not_knowing_is_an_answer_and_other_lessons_can_be_chosen_before_the_first_one() -> None:
    learner = Learner()
    card = learner.pretest()
    page = Page(card)
    deeds = [deed for part in card.view["hands"] for deed in part.get("deeds", ())]
    assert [deed["value"] for deed in deeds if deed["name"] == "scope"] == SCOPES[1:]
    assert "answered once" in page.tell("do", name="scope", value="01-02-04")
    assert page.tell("do", name="scope", value="04-05-06") == ""
    assert card.view["id"].startswith("pretest/04-05-06/04/")
    assert page.tell("do", name="unknown", value=None) == ""
    assert card.view["recall"]["answered"][:2] == [True, False]
    assert "has begun" in page.tell("do", name="scope", value=WHOLE)
    assert Learner(progress=learner.progress).posttest().view["id"].startswith("posttest/04-05-06/")


def test_a_saved_page_has_no_solution() -> None:
    card = Learner().pretest()
    for question in questions_in(card._progress, "pretest", WHOLE):
        exercise = card._progress.exercise(question)
        assert card.words.tell(exercise.prompt) in re.sub(r"&#x27;|&#39;", "'", card.html())
        assert card.words.tell(exercise.solution) not in card.html()


def taken(seed: int, scope: str, chances: tuple[float, float], random: Random) -> Progress:
    """Return the progress of a learner who took both tests, with these chances of a right answer."""
    progress = Progress(name=f"Learner {seed}", seed=seed)
    for when, chance in zip(WHEN, chances, strict=True):
        for question in questions_in(progress, when, scope):
            if random.random() < chance:
                progress.answer(progress.exercise(question), right(progress, question))
            else:
                progress.solution(progress.exercise(question))
    return progress


def test_the_summary_of_a_class_shows_the_gain_for_each_goal() -> None:
    random = Random(7)
    people = [taken(seed, "03-05-06", (0.3, 0.8), random) for seed in range(15)]
    assert scopes(people) == ["03-05-06"]
    whole, rows = gains(people, "03-05-06")
    assert whole is not None
    assert (whole.learners, len(rows)) == (15, SIZE)
    assert whole.low is not None
    assert whole.low < whole.gain < (whole.high or 0)
    assert whole.gain == pytest.approx(mean(row.gain.gain for row in rows))
    found = summary(people)
    assert [row["tried"] for row in found.learners] == [0] * 15, "tests do not count as work on the lessons"
    page = class_page(found).html()
    assert "15 learners finished both tests" in page
    assert "Before and after" in page
    assert "Before and after" not in class_page(summary([Progress(name="Ana")])).html()


def test_a_file_with_a_strange_test_is_read() -> None:
    progress = Progress(name="Ana")
    for name in ("pretest/99-98-97/03/table", "pretest/x", "posttest/01-02/03/table", "pretest//", "pretest/1-2-3/a"):
        progress.works[name] = progress.work("03/table")
    assert scopes([progress]) == []
    assert class_page(summary([progress])).html()


GAINS = [(0.0, 25), (0.1, 25), (0.2, 25), (0.3, 25), (0.2, FEWEST), (0.2, 60)]


@pytest.mark.slow
@every("gain, learners", GAINS)
def test_nineteen_of_twenty_intervals_contain_the_gain(gain: float, learners: int) -> None:
    """1,000 classes: learners differ in what they know, questions differ in how hard they are, and all gain alike on
    average."""
    random = Random(f"{gain} {learners}")
    hard = [random.uniform(-0.15, 0.15) for _ in range(SIZE)]
    covered = single = 0
    for _ in range(1000):
        tests: list[list[list[bool]]] = [[], []]
        for _ in range(learners):
            known = random.uniform(0.2, 0.5)
            for test, more in zip(tests, (0.0, gain), strict=True):
                test.append([random.random() < known + more + one for one in hard])
        whole = Gain.of(*[[mean(row) for row in test] for test in tests])
        one = Gain.of(*[[float(row[0]) for row in test] for test in tests])
        covered += whole.low is not None and whole.low <= gain <= (whole.high or 0)
        single += one.low is not None and one.low <= gain <= (one.high or 0)
    assert 930 <= covered <= 970
    assert 920 <= single <= 980, "one question has few possible results, so its interval is coarser"


def test_a_gain_without_spread_or_with_few_learners_has_no_interval() -> None:
    assert Gain.of([0.0] * 20, [1.0] * 20).low is None
    assert Gain.of([0.0, 1.0] * 5, [1.0, 0.0] * 5).low is None
    with pytest.raises(ValueError, match="at least one learner"):
        Gain.of([], [])


def test_the_guide_for_a_pilot_states_the_margins_that_classes_have() -> None:
    """docs/pilot.md lists the margin of the gain for classes of several sizes."""
    told = dict(re.findall(r"\| (\d+) \| ± (\d+) points", (ROOT / "docs" / "pilot.md").read_text("utf-8")))
    assert len(told) >= 4
    random = Random(3)
    for size, points in told.items():
        margins = []
        for _ in range(60):
            tests: list[list[float]] = [[], []]
            for _ in range(int(size)):
                known = random.uniform(0.2, 0.5)
                for test, more in zip(tests, (0.0, 0.2), strict=True):
                    test.append(mean(random.random() < known + more for _ in range(SIZE)))
            found = Gain.of(*tests)
            margins.append(((found.high or 0) - found.gain) * 100)
        assert mean(margins) == pytest.approx(int(points), abs=1)
