"""Constant sentences about random numbers are true for every version of their question."""

from __future__ import annotations

import pytest

from tests.faults import every
from tests.teaching.asked import BY_ID, versions
from tests.teaching.claims import ALSO, ALWAYS, FEEDBACK, REFLECTIONS, Claim


@pytest.mark.slow
@every("id, claim", [*REFLECTIONS.items(), *FEEDBACK.items(), ALSO])
def test_a_sentence_is_true_whatever_the_numbers(id: str, claim: Claim) -> None:
    question = BY_ID[id]
    assert any(claim.quote in text for text in question.texts().values())
    asked = [one for level in question.levels for one in versions(question, level)]
    told = [({**question.shown(one.params), **one.params}, one.answer) for one in asked]
    false = [numbers for numbers, answer in told if not claim.holds(numbers, answer)]
    assert not false, f"{len(false)} of {len(told)}, such as {false[0]}"


def test_every_reflection_has_a_claim_or_is_always_true() -> None:
    always = {f"{number:02}/{name}" for number, names in ALWAYS.items() for name in names.split()}
    assert REFLECTIONS.keys() | always == BY_ID.keys()
    assert not REFLECTIONS.keys() & always
