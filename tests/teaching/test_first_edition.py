"""Progress files of the first edition: no old answer is judged against numbers that came later.

The code of commit c3ec782 wrote both files, for one learner with seed 7. In the one, every question was answered
correctly in the end; in the other, every question has a known mistake, and every sixth its solution opened.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets import Learner
from phase10_widgets.core.translatable import Refusal
from phase10_widgets.teaching import Attempt, Exercise, Progress
from phase10_widgets.teaching.lessons.l02_hands import HANDS
from phase10_widgets.widgets.lesson.question_card import QuestionCard

FILES = Path(__file__).parent / "first_edition"
IDS = list(json.loads((FILES / "right.json").read_text("utf-8"))["questions"])
EARLIER = {
    "en": "answered before the question changed",
    "de": "beantwortet, bevor sich die Frage geändert hat",
}
VERDICTS = {
    "en": r"Right: it is|It came true|It did not come true|not right yet",
    "de": r"Richtig: |eingetroffen|noch nicht richtig",
}


def read(name: str) -> Progress:
    return Progress.load(FILES / f"{name}.json")


def shown(name: str, question: str, language: str) -> tuple[QuestionCard, Any]:
    card = Learner(progress=read(name), language=language).ask(question)
    return card, card.view


def today(exercise: Exercise, typed: str) -> tuple[str, str]:
    """Return how today's numbers would grade an answer."""
    try:
        verdict = exercise.check(typed)
    except Refusal:
        return "", ""
    return verdict.outcome, verdict.error


def test_the_first_edition_had_52_questions_and_none_lost_its_id() -> None:
    assert len(IDS) == 52
    assert all(read("right").work(question).outcome == "right" for question in IDS)
    assert all(read("wrong").work(question).outcome == "wrong" for question in IDS)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", ["right", "wrong"])
@pytest.mark.parametrize("question", IDS)
def test_an_old_answer_is_not_judged_by_new_numbers(question: str, name: str, language: str) -> None:
    card, view = shown(name, question, language)
    stored = read(name)
    work = stored.work(question)
    now = [today(card.exercise, typed) for typed in work.answers]
    if view["outcome_text"] != EARLIER[language]:
        assert view["typed"] == work.answers[-1]
        assert view["outcome"] == work.outcome
        assert now[-1][0] == work.outcome, "a verdict beside an answer is true for the numbers above it"
        assert now[-1][1] == work.error or not work.error or work.error not in card.exercise.question.feedbacks
    else:
        assert now[-1] != (work.outcome, work.error)
        assert (view["outcome"], view["typed"]) == ("not attempted", "")
        told = " ".join([view["feedback"], view["outcome_text"], (view["prediction"] or {"said": ""})["said"]])
        assert not re.search(VERDICTS[language], told), told
        assert (view["prediction"] or {"came_true": None})["came_true"] is None
        assert view["feedback"]
        assert view["feedback"] not in map(card.words.tell, map(card.exercise.feedback, [work.error]))
    made = stored.predictions.get(question)
    if made is not None and view["prediction"]["came_true"] is not None:
        assert card.exercise.near(made.guess) == view["prediction"]["came_true"] == made.came_true


def test_a_rounded_answer_to_what_is_counted_exactly_today_stays_right_and_says_nothing_of_numbers() -> None:
    learner = Learner(progress=Progress(seed=3))
    assert learner.progress.exercise(HANDS).answer == 1820
    learner.progress.works[HANDS.id] = Attempt(outcome="right", answers=("1800",), right_alone=True)
    view = learner.ask(HANDS.id).view
    assert view["feedback"] == "Your answer was right, but this question has changed since."
    assert learner.progress.work(HANDS).outcome == "right"


def test_most_of_the_questions_have_other_numbers_now() -> None:
    """Without that, the tests above would prove nothing."""
    for name in ("right", "wrong"):
        found = [question for question in IDS if shown(name, question, "en")[1]["outcome_text"] == EARLIER["en"]]
        assert len(found) >= 40, (name, len(found))


def test_what_was_earned_stays() -> None:
    before = json.loads((FILES / "right.json").read_text("utf-8"))
    progress = read("right")
    board = Learner(progress=progress).overview()
    assert "You have answered 52 of" in board.view["said"]
    assert all(progress.work(question).right_alone for question in IDS)
    assert progress.reflections == before["reflections"]
    settled = [made for made in before["predictions"].values() if made["came_true"] is not None]
    assert progress.calibration.n == len(settled) > 30
    assert Progress.loads(progress.dumps()) == progress


def test_a_question_goes_on_with_todays_numbers() -> None:
    """Today's numbers judge a new answer, and an open guess for other numbers settles nothing."""
    card, _ = shown("wrong", "03/at-least-one", "en")
    progress = card._learner.progress
    progress.predict(card.exercise, "50%", 0.6)
    assert progress.work(card.exercise).answers == (), "a new guess comes before the answer, so it starts anew"
    assert card.exercise.question.id in progress.predictions
    card.refresh(None)
    assert card.view["outcome_text"] == "not answered yet"
    card.answer(f"{float(card.exercise.answer):.6f}")
    assert (card.view["outcome"], card.view["feedback"][:6]) == ("right", "Right:")
    assert card.view["prediction"]["came_true"] == card.exercise.near("50%")

    card, _ = shown("wrong", "03/at-least-one", "en")
    card.answer("0.123456")
    assert card.view["outcome_text"] == "not right yet"
    assert card.view["typed"] == "0.123456"


@pytest.mark.parametrize("help_", ["hint", "solution", "answer"])
def test_an_open_guess_for_other_numbers_is_never_settled(help_: str) -> None:
    data = json.loads((FILES / "wrong.json").read_text("utf-8"))
    row = data["predictions"]["03/at-least-one"] = {"guess": "50%", "confidence": 0.6, "came_true": None}
    assert "03/at-least-one" not in Progress.from_dict(data).predictions
    progress = Progress.from_dict({**data, "programs": {}})
    assert progress.predictions["03/at-least-one"].guess == row["guess"], "a later file keeps its open guesses"
    exercise = Learner(progress=progress).ask("03/at-least-one").exercise
    before = progress.calibration.n
    if help_ == "answer":
        progress.answer(exercise, f"{float(exercise.answer):.6f}")
    else:
        getattr(progress, help_)(exercise)
    assert "03/at-least-one" not in progress.predictions
    assert progress.calibration.n == before
