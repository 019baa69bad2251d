"""Mixed sets: every question has its methods, a set hides the lessons, and the choice is stored."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from phase10_widgets.teaching import Progress, Question, course, lesson, numbers
from phase10_widgets.teaching.exercises.method_fits import FITS, NO_METHOD
from phase10_widgets.teaching.exercises.methods import METHODS, fit
from phase10_widgets.teaching.exercises.mixed import MOST_ALIKE, SETS, SIZE, method_question, mixed, old_id, opened
from tests.faults import every
from tests.teaching.asked import BY_ID
from tests.teaching.test_recall import answered

DAY = 738_000
LATE = {"variance", "error", "waiting", "gaps", "chain", "computer", "test", "independent"}
"""The methods that only lessons 7 to 12 teach."""
LATEST = {"normal", "regression"}
"""The methods that only lessons 13 to 16 teach."""


def test_a_set_never_asks_for_the_number_of_the_lesson() -> None:
    for name in SETS:
        for learner in range(4):
            progress = Progress(seed=learner)
            for question in mixed(progress, name, DAY):
                if question.kind != "choice":
                    lessons = BY_ID[old_id(question)]
                    assert progress.exercise(question).answer != progress.exercise(lessons).answer


def asked(name: str) -> tuple[Question, Progress]:
    """Return the question of a mixed set made from an old one, with a learner's progress."""
    own = next(own for own in SETS if int(name[:2]) in SETS[own])
    progress = Progress.from_dict({**Progress(seed=name).to_dict(), "recalled": {own: [DAY, name]}})
    (question,) = opened(progress, own)
    return question, progress


def sets(name: str, n: int = 40) -> Iterator[list[Question]]:
    """Yield the sets of many learners who have not answered anything yet."""
    return (mixed(Progress(seed=seed), name, DAY) for seed in range(n))


def test_every_question_has_methods_or_a_reason_for_none() -> None:
    """The sets cover the lessons before them."""
    before = {name for name in BY_ID if int(name[:2]) <= max(one.after[0] for one in course.MIXED.values())}
    assert set(FITS) | set(NO_METHOD) == before
    assert not set(FITS) & set(NO_METHOD)
    assert {FITS[name].right for name in FITS} | {"variance"} == set(METHODS), "each method fits somewhere"


@every("name", FITS)
def test_four_or_five_methods_look_plausible(name: str) -> None:
    found = FITS[name]
    assert 4 <= len(found.choices) <= 5
    feedback = [found.why, *found.wrong.values()]
    assert len(set(feedback)) == len(feedback), "each wrong method has its own feedback"
    if name < "07":
        assert not set(found.choices) & LATE, "nobody has met that method yet"
    if name < "13":
        assert not set(found.choices) & LATEST, "nobody has met that method yet"


def test_every_lesson_is_part_of_a_set_and_each_late_one_has_questions_in_it() -> None:
    assert set(SETS) == set(course.MIXED)
    for number in numbers():
        assert any(number in SETS[name] for name in SETS)
        assert any(name.startswith(f"{number:02}/") for name in FITS), f"no question of lesson {number} comes back"
    for name, drawn in SETS.items():
        assert course.MIXED[name].after == (max(drawn),), "a set comes after the lessons that it draws on"


@every("name", FITS)
def test_a_set_does_not_name_the_method(name: str) -> None:
    """If a question names its method in the lesson, a set asks it in other words with the same numbers."""
    found, question = FITS[name], BY_ID[name]
    for seed in range(5):
        prompt = str(question.exercise(seed).prompt)
        named = re.search(r"\(Use the (.*)\.\)", prompt)
        assert bool(named) == bool(found.asks)
        if named:
            copy, _ = asked(name)
            whole = str(replace(copy, prompt=question.prompt).exercise(seed).prompt)
            assert str(copy.exercise(seed).prompt) == whole.replace(f" {named[0]}", "") != whole


@pytest.mark.slow
@every("name", FITS)
def test_the_method_is_asked_with_the_numbers_of_the_question(name: str) -> None:
    question, progress = asked(name)
    method = progress.exercise(method_question(question, progress))
    assert list(method.faults()) == []
    assert str(progress.exercise(question).prompt) in str(method.prompt)
    assert str(method.prompt).endswith("Which method fits?")
    for choice in method.choices:
        verdict = method.check(choice)
        assert verdict.outcome == ("right" if choice == FITS[name].right else "wrong")
        assert "{" not in str(verdict.feedback)


def test_a_fit_names_known_methods() -> None:
    for name in ("guess", "count"):
        with pytest.raises(ValueError, match=name):
            fit("count", "One card.", **{name: "No."})


@pytest.mark.slow
def test_a_set_is_mixed() -> None:
    """No lesson and no method occurs more than twice, and the order of the lessons reveals nothing."""
    for name in SETS:
        firsts: set[str] = set()
        for questions in sets(name):
            old = [old_id(question) for question in questions]
            assert len({*old}) == SIZE
            assert {int(one[:2]) for one in old} <= {*SETS[name]}
            for kinds in ([one[:2] for one in old], [FITS[one].right for one in old]):
                assert max(Counter(kinds).values()) <= MOST_ALIKE
            firsts.add(old[0][:2])
        assert firsts == {f"{number:02}" for number in SETS[name]}


def test_the_order_does_not_follow_the_lessons() -> None:
    """Lessons done in order have different ages, which must not show."""
    progress = Progress(seed=5)
    for question in (question for number in SETS["A"] for question in lesson(number).questions):
        answered(progress, question)
    order = [old_id(question)[:2] for question in mixed(progress, "A")]
    assert order != sorted(order)


def test_mistakes_come_first_even_those_about_methods() -> None:
    progress = Progress(seed=5)
    question = mixed(progress, "A")[0]
    answered(progress, method_question(question, progress), right=False)
    later = progress.recalled["A"].day + 1
    for name in ("A", "B"):
        again = Progress.loads(progress.dumps())
        assert old_id(question) in map(old_id, mixed(again, name, later))


def test_a_set_stays_all_day_and_has_other_numbers_later() -> None:
    for name in SETS:
        progress = Progress(seed=5)
        first = mixed(progress, name, DAY)
        for question in first:
            answered(progress, method_question(question, progress), right=False)
            answered(progress, question)
        again, ids = Progress.loads(progress.dumps()), [one.id for one in first]
        assert [one.id for one in mixed(again, name, DAY)] == [one.id for one in opened(again, name)] == ids
        before = {one.id: progress.exercise(one).params for one in first}
        later = mixed(progress, name, DAY + 7)
        assert not any(progress.work(one).answers for one in later)
        assert not any(progress.work(method_question(one, progress)).answers for one in later)
        same = [one for one in later if one.id in before]
        assert any(progress.exercise(one).params != before[one.id] for one in same)


def test_a_new_set_has_other_questions_and_can_be_asked_for_again_and_again() -> None:
    progress = Progress(seed=5)
    seen = [{old_id(one) for one in mixed(progress, "A", DAY)}]
    for _ in range(3):
        seen.append({old_id(one) for one in mixed(progress, "A", DAY, anew=True)})
        assert not seen[-1] & seen[-2]
        assert {old_id(one) for one in mixed(progress, "A", DAY)} == seen[-1], "it also stays"


def test_a_set_survives_questions_that_are_gone() -> None:
    progress = Progress.from_dict({**Progress(seed=5).to_dict(), "recalled": {"A": [10**6, "03/gone", "01/page"]}})
    assert [old_id(one) for one in opened(progress, "A")] == ["01/page"]
    assert len(mixed(progress, "A", DAY)) == SIZE


def test_an_unknown_set_is_refused() -> None:
    for name in ("D", "", "a", None, 3):
        with pytest.raises(ValueError, match="the sets are A, B, C"):
            mixed(Progress(), name)  # type: ignore[arg-type]
