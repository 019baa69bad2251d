"""Progress files of earlier versions: read unchanged, and not judged by later numbers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from phase10_widgets import Learner
from phase10_widgets.base.translatable import Refusal
from phase10_widgets.teaching import Attempt, Exercise, Prediction, Progress, Question, lesson
from phase10_widgets.teaching.lessons.l02_hands.counting import HANDS
from tests.faults import no_faults
from tests.teaching.asked import QUESTIONS

WRITTEN = (Path(__file__).parents[1] / "fixtures" / "321009cc" / "progress.json").read_text("utf-8")
"""A file that the version at that commit wrote: guesses, mistakes, hints, code, own rounds, the capstone's board."""
CHANGED = {"06/took", "06/left"}
"""Questions whose numbers have changed since then. Do not add to these lightly: learners must answer them again."""
STALE = {"en": "answered before the question changed", "de": "beantwortet, bevor sich die Frage geändert hat"}
VERDICTS = {
    "en": r"Right: it is|It came true|It did not come true|not right yet",
    "de": r"Richtig: |eingetroffen|noch nicht richtig",
}


def typed_for(exercise: Exercise, *, right: bool) -> str:
    """Return the right answer, or that of a known mistake, as typed text."""
    if isinstance(exercise.answer, str):
        return exercise.answer if right else next(name for name in exercise.choices if name != exercise.answer)
    return f"{float(exercise.answer if right else next(iter(exercise.wrong.values()))):.7g}"


def answered(*, right: bool, seed: int = 7) -> Progress:
    """Return a learner who has guessed and answered every question, read again as the learner with the seed 8."""
    progress = Progress(seed=seed)
    for at, question in enumerate(QUESTIONS):
        exercise = progress.exercise(question)
        progress.predict(exercise, typed_for(exercise, right=at % 2 > 0), 0.6)
        progress.answer(exercise, typed_for(exercise, right=right))
        progress.reveal(exercise)
    return Progress.from_dict({**progress.to_dict(), "seed": 8})


def today(exercise: Exercise, typed: str) -> tuple[str, str]:
    """Return the grade of an answer with today's numbers."""
    try:
        verdict = exercise.check(typed)
    except Refusal:
        return "", ""
    return verdict.outcome, verdict.error


def test_a_file_of_an_earlier_version_is_read_with_all_that_it_holds() -> None:
    before, progress = json.loads(WRITTEN), Progress.loads(WRITTEN)
    assert (progress.name, progress.seed) == (before["name"], before["seed"]) == ("Zoë Müller", 7)
    now = json.loads(progress.dumps())
    with no_faults() as faults:
        for part in ("questions", "predictions", "programs", "designs"):
            for name, row in before[part].items():
                with faults.of(f"{part}: {name}"):
                    assert {key: now[part][name][key] for key in row} == row
        for part in ("reflections", "recalled"):
            with faults.of(part):
                assert now[part] == before[part]
        with faults.of("hands"):
            for old, new in zip(before["hands"], now["hands"], strict=True):
                assert {key: new[key] for key in old} == old
    assert Progress.loads(progress.dumps()) == progress


@pytest.mark.slow
def test_an_old_answer_is_not_judged_by_new_numbers() -> None:
    """With another seed, nearly every question has numbers other than those that the answers were typed for."""
    stale = 0
    with no_faults() as faults:
        for right, language in ((True, "en"), (False, "de")):
            stored = answered(right=right)
            learner = Learner(progress=stored, language=language)
            for question in QUESTIONS:
                with faults.of(f"{question.id}, {'right' if right else 'wrong'}, {language}"):
                    stale += seen_as_stale(learner, question)
    assert stale > 0.8 * faults.rows, "most have other numbers, or this test proves nothing"


def seen_as_stale(learner: Learner, question: Question) -> bool:
    """Return True if the card says that the question has changed; check its text in both cases."""
    card, progress, language = learner.ask(question.id), learner.progress, learner.language
    view, work, made = card.view, progress.work(question), progress.predictions[question.id]
    outcome, error = today(card.exercise, work.answers[-1])
    if view["outcome_text"] != STALE[language]:
        assert (view["typed"], view["outcome"]) == (work.answers[-1], work.outcome)
        assert outcome == work.outcome, "a verdict next to an answer is true for the numbers above it"
        assert error == work.error or not work.error or work.error not in question.feedbacks
        if view["prediction"]["came_true"] is not None:
            assert card.exercise.near(made.guess) == view["prediction"]["came_true"] == made.came_true
        return False
    assert (outcome, error) != (work.outcome, work.error)
    assert (view["outcome"], view["typed"]) == ("not attempted", "")
    told = " ".join([view["feedback"], view["outcome_text"], view["prediction"]["said"]])
    assert not re.search(VERDICTS[language], told), told
    assert view["prediction"]["came_true"] is None
    assert view["feedback"]
    assert view["feedback"] != card.words.tell(card.exercise.feedback(work.error))
    return True


def test_a_rounded_answer_to_a_question_that_is_now_exact_stays_right() -> None:
    learner = Learner(progress=Progress(seed=3))
    assert learner.progress.exercise(HANDS).answer == 1820
    learner.progress.works[HANDS.id] = Attempt(outcome="right", answers=("1800",), right_alone=True)
    view = learner.ask(HANDS.id).view
    assert view["feedback"] == "Your answer was right, but this question has changed since."
    assert learner.progress.work(HANDS).outcome == "right"


def test_earned_grades_stay() -> None:
    progress = answered(right=True)
    assert f"You have answered {len(QUESTIONS)} of" in Learner(progress=progress).overview().view["said"]
    assert all(progress.work(question).right_alone for question in QUESTIONS)
    assert progress.calibration.n == len(QUESTIONS)


def test_a_question_continues_with_todays_numbers() -> None:
    """Today's numbers judge a new answer, and an open guess for other numbers settles nothing."""
    progress = answered(right=False)
    del progress.predictions["03/at-least-one"]
    card = Learner(progress=Progress.loads(progress.dumps())).ask("03/at-least-one")
    progress = card._learner.progress
    progress.predict(card.exercise, "50%", 0.6)
    assert progress.work(card.exercise).answers == (), "a new guess comes before the answer, so it starts over"
    card.refresh(None)
    assert card.view["outcome_text"] == "not answered yet"
    card.answer(f"{float(card.exercise.answer):.6f}")
    assert (card.view["outcome"], card.view["feedback"][:6]) == ("right", "Right:")
    assert card.view["prediction"]["came_true"] == card.exercise.near("50%")

    card = Learner(progress=answered(right=False)).ask("03/at-least-one")
    card.answer("0.123456")
    assert card.view["outcome_text"] == "not right yet"
    assert card.view["typed"] == "0.123456"


def test_an_open_guess_for_other_numbers_is_never_settled() -> None:
    for help_ in ("hint", "solution", "answer"):
        progress = answered(right=False)
        progress.predictions["03/at-least-one"] = Prediction("50%", 0.6)
        exercise, before = progress.exercise(lesson(3).question("at-least-one")), progress.calibration.n
        if help_ == "answer":
            progress.answer(exercise, f"{float(exercise.answer):.6f}")
        else:
            getattr(progress, help_)(exercise)
        assert "03/at-least-one" not in progress.predictions, help_
        assert progress.calibration.n == before
