"""Constant sentences beside random numbers are true for every version of their question."""

from __future__ import annotations

from typing import Any

import pytest

from phase10_widgets.teaching import Question, lesson, numbers

from .claims import FEEDBACK, REFLECTIONS, Always, Claim

SEEDS = range(200)
QUESTIONS = {question.id: question for number in numbers() for question in lesson(number).questions}
CLAIMS = [
    *((id, claim) for id, claim in REFLECTIONS.items() if isinstance(claim, Claim)),
    *FEEDBACK,
]


def versions(question: Question) -> list[tuple[dict[str, Any], Any]]:
    """Return the numbers and the answer for each seed."""
    asked = [question.exercise(seed) for seed in SEEDS]
    return [({**question.shown(one.params), **one.params}, one.answer) for one in asked]


def test_every_reflection_has_a_claim_or_the_reason_why_it_is_always_true() -> None:
    assert REFLECTIONS.keys() == QUESTIONS.keys()
    for id, claim in REFLECTIONS.items():
        reflect = QUESTIONS[id].reflect
        assert claim.quote in f"{reflect.prompt} {reflect.model}", id
        assert not isinstance(claim, Always) or claim.why


@pytest.mark.slow
@pytest.mark.parametrize(("id", "claim"), CLAIMS, ids=[f"{id}: {claim.quote}"[:60] for id, claim in CLAIMS])
def test_a_sentence_is_true_for_two_hundred_seeds(id: str, claim: Claim) -> None:
    question = QUESTIONS[id]
    assert any(claim.quote in text for text in question.texts().values()), claim.quote
    false = [numbers for numbers, answer in versions(question) if not claim.holds(numbers, answer)]
    assert not false, f"{len(false)} of {len(SEEDS)}, such as {false[0]}"
