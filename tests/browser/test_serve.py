"""The pages of ``phase10 serve`` in a browser: accessibility, phones, dark mode, and their security policy."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from devtools.browser.hosts import PATIENCE
from devtools.browser.markup import PAYLOADS, Watch
from tests.browser.conftest import axe_faults
from tests.browser.test_moves import STILL
from tests.browser.test_sight import assert_in_sight
from tests.helpers import rotating


def visitors(school: str) -> int:
    with urllib.request.urlopen(f"{school}health", timeout=30) as answer:
        return int(json.load(answer)["visitors"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, rotating(1280)])
def test_everybody_can_read_the_pages(school: str, browser: Browser, scheme: Any, width: int) -> None:
    """axe-core finds nothing, nothing is wider than the screen, and the background follows the system."""
    # The policy blocks scripts, so the script that inspects the page must bypass it.
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    for path in ("en/", "de/", "de/about", "nothing"):
        page.goto(school + path)
        assert axe_faults(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        color = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, re.findall(r"\d+", color)[:3])) < 300) == (scheme == "dark")
    context.close()


def test_the_keyboard_reaches_every_way(school: str, page: Page) -> None:
    page.goto(f"{school}en/")
    links = page.locator("a:visible")
    for at in range(links.count()):
        page.keyboard.press("Tab")
        expect(links.nth(at)).to_be_focused()
    page.get_by_role("link", name="About these pages").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("About these pages")


def test_the_policy_lets_the_widgets_work(school: str, page: Page, console: list[str]) -> None:
    """From the start page to a game and back, no policy rule is broken, and every requested file exists."""
    page.goto(f"{school}en/")
    page.locator("a.card0").click()
    page.locator('[data-p10="setup"] [data-act="play"]').click(timeout=PATIENCE)
    page.locator('[data-p10="table"]').wait_for(timeout=PATIENCE)
    for act in ("menu", "leave-game", "leave-confirm"):
        page.locator(f'[data-act="{act}"]').click()
    page.locator('[data-p10="setup"]').wait_for(timeout=PATIENCE)
    page.get_by_role("banner").get_by_role("link", name="Phase 10").click()
    page.locator("a.card0").wait_for()
    assert [line for line in console if line.startswith("error")] == []


@pytest.mark.parametrize("size", [rotating((1366, 650)), (360, 740)], ids=["laptop", "phone"])
def test_the_hand_is_in_sight_before_anybody_scrolls_and_who_leaves_frees_the_kernel(
    school: str, page: Page, size: tuple[int, int]
) -> None:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{school}voila/render/app.ipynb")
    page.locator('[data-p10="setup"] [data-act="play"]').click(timeout=PATIENCE)
    page.locator('[data-act="draw-deck"]:not(:disabled)').wait_for(timeout=PATIENCE)
    expect(page.locator("[data-own]")).to_be_in_viewport(ratio=1)
    page.wait_for_function(STILL, arg=page.locator('[data-p10="table"]').element_handle())
    assert_in_sight(page.locator("[data-hand-card]"))
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the page does not scroll"
    before = visitors(school)
    page.goto(f"{school}en/")
    deadline = time.monotonic() + 30
    while visitors(school) >= before:
        assert time.monotonic() < deadline, "the kernel is still there"
        time.sleep(0.1)


@pytest.mark.parametrize(
    ("lesson", "language", "title"),
    [
        rotating("03_at_least_one_wild", "en", "3. At least one wild?"),
        ("de/03_mindestens_ein_joker", "de", "3. Mindestens ein Joker?"),
    ],
)
def test_a_lesson_is_a_page_like_any_other(
    school: str, page: Page, requested: list[str], lesson: str, language: str, title: str
) -> None:
    """It has a title and a language, and scrolls as a whole, so that all of it is printed."""
    page.goto(f"{school}voila/render/lessons/{lesson}.ipynb")
    page.locator(".p10").first.wait_for(timeout=PATIENCE)
    assert page.title() == title
    assert page.locator("html").get_attribute("lang") == language
    assert len(page.locator('meta[name="description"]').get_attribute("content") or "") > 60
    assert page.evaluate("document.documentElement.scrollHeight > 2 * innerHeight")
    assert not [url for url in requested if "voila-style" in url], "no formula needs the styles of MathJax"


def test_an_address_is_no_markup(school: str, page: Page) -> None:
    watch = Watch(page)
    for path in ("{}", "voila/render/{}.ipynb", "en/?x={}", "voila/static/{}", "voila/render/app.ipynb?{}"):
        for payload in ("".join(PAYLOADS[:2]),) if "app" in path else PAYLOADS:
            page.goto(school + path.format(quote(payload, safe="")))
            assert watch.found() == [], (path, payload)


@pytest.mark.parametrize(("locale", "language"), [("de-AT", "de"), rotating("fr-FR", "en")])
def test_a_browser_is_spoken_to_in_its_language(school: str, browser: Browser, locale: str, language: str) -> None:
    """The app, all three odds widgets, and the start of the replay speak it, and no script fails."""
    context = browser.new_context(locale=locale)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    for notebook, widgets in (("app", 1), ("odds", 3), ("replay", 1)):
        page.goto(f"{school}voila/render/{notebook}.ipynb")
        expect(page.locator(f'section.p10[lang="{language}"]')).to_have_count(widgets, timeout=PATIENCE)
        page.wait_for_load_state("networkidle")
        assert errors == [], notebook
    context.close()
