"""Old questions come back: with new numbers, by age, and those with mistakes first."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from phase10_widgets import Learner
from phase10_widgets.teaching import Progress, Question, lesson, numbers
from phase10_widgets.teaching.exercises.recall import RECALLED, again, recalled
from phase10_widgets.teaching.learner.widgets import RecallCard
from tests.faults import every
from tests.ui.page import Page


def before(number: int) -> list[Question]:
    return [question for n in numbers() if n < number for question in lesson(n).questions]


LATER = [number for number in numbers() if number > 1]
"""The lessons that can begin with a warm-up."""


def old(question: Question) -> str:
    return question.id.rpartition("/recall/")[2]


def answered(progress: Progress, question: Question, *, right: bool = True) -> None:
    exercise = progress.exercise(question)
    wrong = next((name for name in exercise.choices if name != exercise.answer), None) or "1/1000003"
    answer = str(exercise.answer) if len(str(exercise.answer)) < 50 else f"{float(exercise.answer):.7g}"
    progress.answer(exercise, answer if right else wrong)


def test_mistakes_come_before_age_and_age_before_untried_questions(clock: Any) -> None:
    progress = Progress(seed=5)
    first, second, third, *_ = [lesson(n).questions[0] for n in (1, 2, 3, 4)]
    answered(progress, first)
    clock.day += 5
    answered(progress, second)
    answered(progress, third, right=False)
    clock.day += 5
    assert [old(one) for one in recalled(progress, 5, before(5))] == [third.id, first.id]
    assert [old(one) for one in recalled(progress, 3, before(3))] == [first.id, second.id]


def test_a_wrong_first_answer_makes_a_question_return_earlier_but_a_repeated_right_one_does_not(clock: Any) -> None:
    progress = Progress(seed=5)
    first, second, third, *_ = [lesson(n).questions[0] for n in (1, 2, 3, 4)]
    answered(progress, first)
    clock.day += 5
    answered(progress, second)
    answered(progress, second)
    answered(progress, third, right=False)
    answered(progress, third)
    assert [old(one) for one in recalled(progress, 5, before(5))] == [third.id, first.id]


def test_two_from_one_lesson_come_only_if_there_is_nothing_else(clock: Any) -> None:
    progress = Progress(seed=5)
    for question in lesson(1).questions:
        answered(progress, question, right=False)
    lessons = [old(one)[:2] for one in recalled(progress, 4, before(4))]
    assert lessons[0] == "01"
    assert lessons[1] in ("02", "03")
    assert {old(one)[:2] for one in recalled(progress, 2, before(2))} == {"01"}


def test_they_have_other_numbers_and_stay_the_same_all_day(clock: Any) -> None:
    progress = Progress(seed=5)
    chosen = recalled(progress, 6, before(6))
    assert len(chosen) == RECALLED == len({one.id for one in chosen})
    for one in chosen:
        answered(progress, one)
    again = recalled(Progress.loads(progress.dumps()), 6, before(6))
    assert [one.id for one in again] == [one.id for one in chosen]
    params = {one.id: progress.exercise(one).params for one in chosen}
    clock.day += 7
    later = recalled(progress, 6, before(6))
    assert {old(one) for one in later} == {old(one) for one in chosen}, "they are the only ones ever answered"
    assert not any(progress.work(one).answers for one in later)
    assert any(progress.exercise(one).params != params[one.id] for one in later)


@every("number", LATER)
def test_a_warm_up_never_asks_with_the_numbers_of_the_lesson(number: int, clock: Any) -> None:
    """The page of lesson 1 about 110 cards and the warm-up of lesson 5 once both asked for 24 cards."""
    known = {question.id: question for question in before(number)}
    for seed in range(3):
        progress = Progress(seed=seed)
        for one in recalled(progress, number, before(number)):
            assert progress.exercise(one).params != progress.exercise(known[old(one)]).params


@pytest.mark.slow
@every("number", LATER)
def test_a_numeric_answer_is_new_in_each_warm_up(number: int, clock: Any) -> None:
    """Different numbers could leave the answer unchanged: a run with two open ends has only three answers."""
    for seed in range(2):
        progress = Progress(seed=seed)
        page = {progress.exercise(one).answer for one in lesson(number).questions if one.kind != "choice"}
        known = {question.id: question for question in before(number)}
        for question in known.values():
            answered(progress, question, right=False)
        last: dict[str, Any] = {name: progress.exercise(one).answer for name, one in known.items()}
        for _ in range(3):
            clock.day += 7
            for one in recalled(progress, number, before(number)):
                answer, own = progress.exercise(one).answer, progress.exercise(known[old(one)]).answer
                if one.kind != "choice":
                    assert answer not in {own, last[old(one)], *page}, one
                last[old(one)] = answer
                answered(progress, one, right=False)


def test_another_lesson_does_not_ask_for_the_number_of_the_last_warm_up(clock: Any) -> None:
    again = 0
    for seed in range(6):
        progress, had = Progress(seed=seed), dict[str, Any]()
        for number in (5, 6, 7):
            for one in recalled(progress, number, before(5)):
                answer = progress.exercise(one).answer
                again += old(one) in had
                if one.kind != "choice":
                    assert answer not in had.setdefault(old(one), set()), one
                    had[old(one)].add(answer)
                answered(progress, one, right=False)
    assert again, "some question came back"


def test_copies_of_a_question_have_their_own_numbers() -> None:
    """This holds even if the question shares its numbers with another one in its lesson."""
    question = lesson(5).question("first-wild")
    different = 0
    for seed in range(30):
        progress = Progress(seed=seed)
        one, other = (again(question, name, progress).params(f"{seed}/0") for name in ("6/recall", "7/recall"))
        different += one != other
    assert different > 20


def test_a_question_with_only_one_answer_still_comes_back(clock: Any) -> None:
    first = lesson(1).question("page")
    fixed = replace(first, draw=lambda random: {**first.draw(random), "n": 24, "seen": random.random()})
    progress = Progress(seed=1)
    answered(progress, fixed)
    for _ in range(3):
        clock.day += 1
        (one,) = recalled(progress, 2, [fixed])
        assert progress.exercise(one).answer == progress.exercise(fixed).answer
        assert progress.exercise(one).params != progress.exercise(fixed).params
        answered(progress, one)


def test_the_right_choice_may_be_right_again(clock: Any) -> None:
    """If it were never right again, learners could rule it out unread."""
    question = lesson(7).question("small-series")
    same = 0
    for seed in range(40):
        progress = Progress(seed=seed)
        answered(progress, question)
        (one,) = recalled(progress, 8, [question])
        same += progress.exercise(one).answer == progress.exercise(question).answer
    assert 10 < same < 30


def test_answers_to_a_warm_up_leave_the_lesson_alone(clock: Any) -> None:
    progress = Progress(seed=5)
    chosen = recalled(progress, 4, before(4))
    answered(progress, chosen[0], right=False)
    assert all(name.startswith("04/recall/") for name in progress.works)
    progress.reset("04")
    assert not progress.works
    assert not progress.recalled


@every("number", LATER)
def test_every_lesson_except_the_first_can_begin_with_a_warm_up(number: int) -> None:
    card = Learner(number, progress=Progress(seed=1)).recall()
    page = Page(card)
    for at in range(RECALLED):
        assert page.tell("turn_to", at=at) == ""
        assert card.view["recall"]["at"] == at
        assert f"question {at + 1} of {RECALLED}" in card.view["title"]
        assert card.view["open"]
        assert card.view["truth"] is None
    for wrong in (-1, RECALLED, "0", None, 1.5, True):
        assert page.tell("turn_to", at=wrong)


@every("number, late", [*product((4, 12, 13, 15, 16, None), (13, 14, 16))])
def test_lessons_done_out_of_order_come_back_at_the_start_of_the_others(number: int | None, late: int) -> None:
    """Lesson 13 builds on lesson 5: many do it before lesson 6. The capstone (None) comes after all of them."""
    progress = Progress(seed=5)
    for question in lesson(late).questions:
        answered(progress, question, right=False)
    card = Learner(number).recall()
    assert number is None or all(old(one)[:2] < f"{number:02}" for one in card._chosen), "none tried"
    Page(card).tell("hello", kept=progress.dumps())
    lessons = [old(one)[:2] for one in card._chosen]
    assert lessons.count(f"{late:02}") == (0 if late == number else 1)
    assert len(lessons) == RECALLED


def test_a_later_lesson_that_was_reset_does_not_come_back(clock: Any) -> None:
    progress, later = Progress(seed=5), lesson(14).questions
    answered(progress, later[0], right=False)
    assert later[0].id in map(old, recalled(progress, 7, before(7), later=later))
    progress.reset("14")
    assert all(old(one)[:2] < "07" for one in recalled(progress, 7, before(7), later=later))


def test_there_is_nothing_before_lesson_1() -> None:
    with pytest.raises(ValueError, match="nothing to recall"):
        Learner(1).recall()
    assert isinstance(Learner().recall(), RecallCard)
