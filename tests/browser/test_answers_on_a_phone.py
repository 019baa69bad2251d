"""Lessons in German on a phone, whose answers are expressions typed with the row of keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from phase10_widgets.server.notebooks import LESSONS, NOTEBOOKS
from phase10_widgets.teaching import Exercise
from tests.browser.conftest import NewContext, Violations
from tests.browser.test_lessons import SENTENCE, Lesson, Served, give

PATHS = [next((NOTEBOOKS / LESSONS / "de").glob(f"{number}_*.ipynb")) for number in ("03", "13")]


@pytest.fixture
def phone(new_context: NewContext) -> Page:
    size = {"width": 390, "height": 844}
    return new_context(
        viewport=size, has_touch=True, is_mobile=True, locale="de-DE", reduced_motion="reduce"
    ).new_page()


def expression(exercise: Exercise) -> str:
    """Return the right answer to a question of lesson 3 or 13, as a learner would type it."""
    p, name = exercise.params, exercise.question.id
    if name == "13/table":
        return f"{p['both']}/({p['both']}+{p['only_phase']})"
    if name == "13/or":
        return f"(24+8·{p['number']}-2·{p['number']})/{p['size']}"
    cards, size, marked = p["cards"] * p.get("seats", 1), p["size"], p["wilds"] + p.get("skips", 0)
    none = f"C({size - marked},{cards})/C({size},{cards})"
    if name == "13/both-hands":
        return f"1-2·{none}+C({size - marked},{2 * cards})/C({size},{2 * cards})"
    if name != "03/at-least-two":
        return f"1-{none}"
    return f"1-{none}-{marked}·C({size - marked},{cards - 1})/C({size},{cards})"


def tap(card: Locator, text: str) -> None:
    """Type an answer: digits on the phone's keyboard, other signs with the row of keys, where C opens a bracket."""
    card.locator('[data-field="answer"]').tap()
    for sign in text.replace("C(", "C"):
        key = card.locator(f'[data-p10="keys"] [data-key="{sign}"]')
        if key.count():
            key.tap()
        else:
            card.page.keyboard.type(sign)
    expect(card.locator('[data-field="answer"]')).to_be_focused()
    expect(card.locator('[data-field="answer"]')).to_have_value(text)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_expressions_are_typed_seen_and_heard_on_a_phone(
    phone: Page, school: str, path: Path, violations: Violations
) -> None:
    """Each expression is typeset for the eye and in words for a screen reader; axe finds nothing in any question."""
    lesson = Lesson(phone, Served(school), path).show()
    asked = [question for question in lesson.questions() if question.kind != "choice"]
    for question in asked:
        card, words = lesson.card(question), lesson.words
        give(card, "guess", "40 %")
        if question.interval:
            give(card, "upper", "60 %")
        card.locator('[data-field="sure"]').fill("70")
        card.locator('[data-act="predict"]').tap()
        expect(card.locator('[data-p10="keys"]')).to_be_visible()
        exercise = lesson.asked(question)
        text = expression(exercise)
        tap(card, text)
        reading, said = card.locator('[data-p10="reading"]'), exercise.reading(text)
        assert said is not None
        expect(reading.locator(".sr")).to_have_text(words.tell(said))
        expect(reading.locator("math mfrac").first).to_be_visible()
        expect(phone.locator("#live")).to_have_text(words.tell(said))
        heard = reading.aria_snapshot()
        assert ("über" in heard) == ("C(" in text), heard
        assert "geteilt durch" in heard, heard
        assert "math" not in heard, "the formula would be heard a second time"
        card.locator('[data-act="check"]').tap()
        expect(card.locator('[data-p10="feedback"][data-outcome="right"]')).to_be_visible()
        expect(phone.locator("#live")).to_contain_text("Richtig")
        card.locator('[data-field="sentence"]').fill(SENTENCE)
        card.locator('[data-act="reflect"]').tap()
        expect(card.locator('[data-p10="model"]')).to_be_visible()
        phone.wait_for_function("document.getAnimations().length === 0")
        assert violations(card) == []
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(lesson.board().locator('[data-outcome="right"]')).to_have_count(len(asked))
