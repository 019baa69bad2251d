"""Figures on a phone: what a learner presses and the picture that it changes fit one screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

import phase10_widgets as p10
from devtools.browser.servers import ROOT
from phase10_widgets.widgets.figures.figure import Figure

PAGE = (Path(__file__).parent / "mount.html").read_text("utf-8").replace("/table.", "/lesson.")
STATIC = ROOT / "phase10_widgets" / "widgets" / "static"
WIDTH, HEIGHT = 390, 844
SPAN = """([first, last]) => {
  const [from, to] = [first, last].map((each) => document.querySelector(each).getBoundingClientRect());
  return to.bottom - from.top;
}"""
FIGURES: dict[str, tuple[type[Figure], dict[str, Any]]] = {
    "deals": (p10.DealSimulator, {"cards": 10}),
    "opponents": (p10.Opponents, {}),
    "mean": (p10.RunningMean, {"phase": 1, "seed": 7}),
    "bell": (p10.BellCurve, {"measured": "cost", "n": 1, "seed": 14}),
}
PICTURE = ":is([data-part='bars'], [data-part='lines'], [data-part='units']) svg[role='img']"


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """Yield a page on a phone that shows widgets without a server."""
    context = browser.new_context(has_touch=True, reduced_motion="reduce", viewport={"width": WIDTH, "height": HEIGHT})
    page = context.new_page()

    def answer(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        if name:
            route.fulfill(path=STATIC / name)
        else:
            route.fulfill(body=PAGE, content_type="text/html")

    page.route("http://figure.test/**", answer)
    page.goto("http://figure.test/")
    page.wait_for_function("() => window.ready")
    yield page
    context.close()


def show(page: Page, figure: Figure) -> None:
    page.evaluate("(state) => show(state, false)", {"about": figure.about, "view": figure.view})
    page.locator("[data-part]").first.wait_for()


def test_the_ladder_and_its_controls_fit_one_screen(phone: Page) -> None:
    show(phone, p10.PhaseLadder(players=4))
    assert phone.evaluate(SPAN, [".fields", "[data-part='ladder']"]) <= HEIGHT


@pytest.mark.parametrize("name", FIGURES)
def test_the_buttons_and_the_first_picture_fit_one_screen(phone: Page, name: str) -> None:
    kind, settings = FIGURES[name]
    figure = kind(**settings)
    figure.reveal()
    show(phone, figure)
    assert phone.evaluate(SPAN, [".deeds", PICTURE]) <= HEIGHT


def test_the_lead_has_the_width_of_the_page(phone: Page) -> None:
    """It stands below the language, not beside it."""
    show(phone, p10.RunningMean(phase=1, seed=7))
    lead = phone.locator(".head p").bounding_box()
    assert lead is not None
    assert lead["width"] > 0.85 * WIDTH
    choice = phone.locator(".head select").bounding_box()
    assert choice is not None
    assert choice["y"] + choice["height"] <= lead["y"] + 1
