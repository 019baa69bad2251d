"""A server's lesson pages, which need no kernel: they appear at once, store progress, and restore it."""

from __future__ import annotations

import os
import signal
from urllib.parse import urlsplit

import psutil
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from phase10_widgets.server.notebooks import LESSONS, NOTEBOOKS
from phase10_widgets.teaching.pages.pages import LessonPages
from tests.browser.conftest import Violations
from tests.browser.test_lessons import give, reach
from tests.helpers import rotating

TWO_TABLES = "lessons/12"
MOST_BYTES = 250_000
"""The maximum size of a first visit on the wire, in bytes."""


def test_a_lesson_is_small_works_and_is_restored(
    school: str, page: Page, requested: list[str], console: list[str]
) -> None:
    """A prediction, an answer and a figure survive the loss of their process, and then a reload."""
    received: list[int] = []
    page.on("response", lambda found: received.append(int(found.headers.get("content-length", 0))))
    page.goto(f"{school}lessons/3#act-5")
    expect(page.locator("[data-shown]").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert 50_000 < sum(received) <= MOST_BYTES

    card = page.locator('[data-screen="8"]')
    reach(card)
    give(card, "guess", "0.5")
    card.locator('[data-field="sure"]').fill("70")
    card.locator('[data-act="predict"]').click()
    expect(card.locator('[data-p10="guess"]')).to_contain_text("70%")
    figure = page.locator('[data-screen="11"]')
    reach(figure)
    figure.locator('[data-deed="reveal"]').click()
    figure.locator('[data-deed="deal"][data-value="10000"]').click()
    expect(figure.locator("svg").first).to_be_visible()
    expect(page.locator(':is([aria-live], [role="status"]):not([aria-live="off"])')).to_have_count(1)
    expect(page.locator("#live")).not_to_be_empty()

    for child in psutil.Process().children(recursive=True):
        if any(word.endswith("solo.worker") for word in child.cmdline()):
            os.kill(child.pid, signal.SIGKILL)
    reach(card)
    give(card, "answer", "1/2")
    card.locator('[data-act="check"]').click()
    expect(card.locator('[data-p10="feedback"]')).to_be_visible()
    expect(card.locator('[data-p10="guess"]')).to_contain_text("70%")
    reach(figure)
    figure.locator('[data-deed="deal"][data-value="1"]').click()
    expect(figure).to_contain_text("10,001 hands dealt")
    page.reload()
    reach(card)
    expect(card.locator('[data-p10="guess"]')).to_contain_text("70%")
    page.context.set_offline(True)
    lost = page.locator("p", has_text="Connection lost.")
    expect(lost).to_be_in_viewport()
    expect(lost).to_have_css("color", "rgb(29, 34, 41)")
    page.context.set_offline(False)
    expect(lost).to_have_count(0)
    assert {urlsplit(url).hostname for url in requested} <= {"127.0.0.1", ""}
    assert [line for line in console if line.startswith("uncaught")] == []


def test_a_lesson_uses_its_pages_language_and_can_be_read_without_scripts(school: str, page: Page) -> None:
    page.goto(f"{school}de/lessons/12#act-3")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    shown = page.locator("[data-shown]").first
    expect(shown.locator("section")).to_have_attribute("lang", "de")
    expect(shown).to_contain_text("Aufwärmen")
    page.get_by_role("link", name="English").click()
    expect(page.locator("h1")).to_have_text("12. Is my player better?")


def show_all(page: Page) -> None:
    """Scroll to every screen, and wait for it."""
    for place in page.locator("[data-screen]").all():
        reach(place)
        expect(place.locator("section").first).to_be_visible()


@pytest.mark.parametrize(
    "name", [*map(rotating, LessonPages(NOTEBOOKS / LESSONS)), pytest.param(TWO_TABLES, id="two tables")]
)
def test_a_lesson_page_is_accessible(school: str, page: Page, violations: Violations, name: str) -> None:
    """All screens are built; axe-core finds nothing, and nothing is wider than a phone."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    page.goto(f"{school}{name}")
    show_all(page)
    assert violations(page.locator("html")) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def corner(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"], box["y"]


def test_a_lesson_in_acts_shows_one_at_a_time_and_comes_back_to_it(
    school: str, page: Page, violations: Violations
) -> None:
    """A figure stays at its place while its text changes; what was entered stays, too."""
    page.goto(f"{school}lessons/3#act-7")
    figure, acts = page.locator('[data-screen="11"]'), page.locator(".act")
    slider = figure.locator('[data-field="guess"]')
    slider.fill("60")
    figure.locator('[data-deed="guess"]').click()
    before = corner(figure)
    page.get_by_role("button", name="Next").click()
    expect(page.locator(":focus")).to_have_text("Deal ten thousand")
    expect(acts.locator("visible=true")).to_have_count(1)
    expect(figure).to_contain_text("Your guess: 60%.")
    assert corner(figure) == before
    page.get_by_role("button", name="Next").click()
    assert violations(page.locator("html")) == []

    page.goto(f"{school}lessons")
    page.goto(f"{school}lessons/3")
    expect(page.locator(".act[data-now] > h3")).to_have_text("Break his sum")
    page.locator(".acts summary").click()
    page.get_by_role("link", name="Read as one page").click()
    expect(acts.locator("visible=true")).to_have_count(27)
    page.get_by_role("link", name="Act by act").click()
    expect(page.locator(".act[data-now] > h3")).to_have_text("Break his sum")
    page.emulate_media(media="print")
    expect(acts.locator("visible=true")).to_have_count(27)
    expect(page.locator("nav.acts")).to_be_hidden()


def test_question_1_is_where_the_lesson_goes_back_to_it(school: str, page: Page) -> None:
    page.goto(f"{school}lessons/3#act-15")
    expect(page.locator(".act[data-now]").get_by_text("Question 1 of 5")).to_be_visible()
    page.get_by_role("link", name="question 1").click()
    expect(page.locator(".act[data-now] h3:focus")).to_have_text("Place your bet")


def test_a_lesson_in_acts_begins_with_its_title(school: str, page: Page) -> None:
    page.goto(f"{school}lessons/3")
    expect(page.get_by_role("button", name="Next")).to_be_enabled()
    page.wait_for_load_state("networkidle")
    expect(page.locator("h1")).to_be_in_viewport()


def test_a_lesson_in_acts_is_one_page_without_scripts(school: str, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{school}de/lessons/3")
    expect(page.locator(".act").locator("visible=true")).to_have_count(27)
    expect(page.locator("nav.acts")).to_be_hidden()
    context.close()
