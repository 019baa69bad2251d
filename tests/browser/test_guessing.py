"""Guesses and code on a page: no slider has a preset, and Python is written in a monospaced font."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import phase10_widgets as p10
from phase10_widgets.teaching import Progress
from phase10_widgets.teaching.code.code_home import MAY_RUN
from phase10_widgets.teaching.learner.widgets import CodeCard
from tests.browser.in_process import InProcess
from tests.browser.test_figures_on_a_phone import WIDTH, phone

__all__ = ["phone"]
SEES = """(node) => {
  const style = getComputedStyle(node);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  return {
    family: style.fontFamily,
    even: pen.measureText("iiii").width === pen.measureText("WWWW").width,
    cut: node.scrollWidth > node.clientWidth,
    hidden: node.scrollHeight > node.clientHeight + 2,
    dots: style.textOverflow,
  };
}"""
"""A script that returns a code field's font, its letters' widths, and true if any of the code is out of sight."""


@pytest.fixture
def code(monkeypatch: pytest.MonkeyPatch) -> CodeCard:
    monkeypatch.setenv(MAY_RUN, "1")
    return p10.Learner(5, progress=Progress(seed=1)).your_turn()


def test_python_is_monospaced_and_every_line_can_be_read(phone: Page, here: InProcess, code: CodeCard) -> None:
    for width in (WIDTH, 1280):
        phone.set_viewport_size({"width": width, "height": 800})
        here.show(phone, code)
        seen = phone.locator('[data-field="code"]').evaluate(SEES)
        assert "monospace" in seen["family"]
        assert seen["even"], "narrow and wide letters have the same width"
        assert not seen["cut"], "long lines wrap"
        assert not seen["hidden"], "the field grows with the lines"
        assert seen["dots"] != "ellipsis"
        assert phone.evaluate("document.documentElement.scrollWidth") <= width


def test_a_guess_is_placed_by_the_learner(phone: Page, here: InProcess) -> None:
    """Before a guess is placed, the slider has no number and no thumb, and the button says what to do."""
    here.show(phone, p10.figures.DealSimulator(cards=10))
    slider, guess = phone.locator('[data-field="guess"]'), phone.locator('[data-deed="guess"]')
    expect(slider).to_have_attribute("aria-valuetext", "not placed yet")
    assert "50%" not in phone.locator('[data-p10="guess"]').inner_text()
    assert slider.evaluate("(node) => getComputedStyle(node).appearance") == "none"
    guess.click()
    expect(phone.locator('[data-p10="guess"] [role="alert"]')).to_have_text("Place your guess on the axis first.")
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "51%")
    expect(phone.locator('[data-p10="guess"] [role="alert"]')).to_have_count(0)
    guess.click()
    expect(phone.locator("main")).to_contain_text("Your guess: 51%.")


def test_confidence_starts_unset(phone: Page, here: InProcess) -> None:
    progress = Progress(seed=1)
    here.show(phone, p10.Learner(3, progress=progress).ask("table"))
    slider, predict = phone.locator('[data-field="sure"]'), phone.locator('[data-act="predict"]')
    expect(slider).to_have_attribute("aria-valuetext", "not chosen yet")
    phone.locator('[data-field="guess"]').fill("0.5")
    predict.click()
    expect(phone.locator('[data-p10="predict"] [role="alert"]')).to_have_text("First choose how sure you are.")
    slider.click()
    expect(slider).to_have_attribute("aria-valuetext", "50% sure")
    predict.click()
    expect(predict).to_have_count(0)
    (made,) = progress.predictions.values()
    assert (made.guess, made.confidence) == ("0.5", 0.5)


def test_a_name_may_have_as_many_emoji_as_letters(phone: Page, here: InProcess) -> None:
    here.show(phone, p10.Learner(3).overview())
    field, name = phone.locator('[data-field="name"]'), "\N{GRINNING FACE}" * 60
    field.focus()
    phone.keyboard.insert_text(name)
    assert field.input_value() == name
