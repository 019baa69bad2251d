"""Cards that fly into a figure's picture: they land where it counts them, and only if motion is wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import phase10_widgets as p10
from phase10_widgets.teaching.figures.shared.figure import Figure
from tests.browser.in_process import InProcess

LAND = """(sheet) => {
    const middle = (node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
    };
    const flights = document.getAnimations().filter(({ effect }) => sheet.contains(effect.target));
    const lasts = Math.max(...flights.map(({ effect }) => effect.getComputedTiming().endTime));
    flights.forEach((flight) => (flight.currentTime = lasts - 1));
    const copy = sheet.querySelector("svg[role]"), picture = sheet.parentElement.querySelector("figure svg");
    const covers = (node, { x, y }) => {
        const box = node.getBoundingClientRect();
        return box.left - 1 <= x && x <= box.right + 1 && box.top - 1 <= y && y <= box.bottom + 1;
    };
    const at = (point) => {
        const unit = [...copy.querySelectorAll("[data-pitch] > g")].findIndex((mark) => covers(mark, point));
        const column = [...copy.querySelectorAll(".under")].findIndex((place) => covers(place, point));
        const ends = [...copy.querySelectorAll("[data-role=sample] .mark")].some((mark) => covers(mark, point));
        return unit >= 0 ? unit : column >= 0 ? column : ends ? -1 : null;
    };
    const landed = [...sheet.querySelectorAll("i")].map((card) => at(middle(card)));
    const same = copy.innerHTML === picture.innerHTML;
    return { lasts, landed, same, hidden: sheet.ariaHidden, focused: document.activeElement.tagName };
}"""
"""A script that ends the flight, and returns where each card has landed in the picture."""
WATCH = """(paused) => {
    window.flown = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        const flight = animate.apply(this, given);
        window.flown += 1;
        if (paused) flight.pause();
        return flight;
    };
}"""
"""A script that counts animations, and pauses them if asked."""
FIGURES: dict[str, tuple[Callable[[], Any], str, Any]] = {
    "lesson 3": (lambda: p10.figures.DealSimulator(cards=10), "deal", 1),
    "lesson 5": (lambda: p10.figures.ChanceTree(cards=10), "reveal", None),
    "lesson 6": (lambda: p10.figures.Opponents(collect=100, hit=80, other=15), "reveal", None),
    "lesson 7": (lambda: p10.figures.RunningMean(phase=1, seed=7), "deal", 100),
    "lesson 12": (lambda: p10.figures.Series(strength=50, games=100), "play", 100),
    "lesson 15": (lambda: p10.figures.SecondSeason(players=12, games=20, seed=15), "play", 1),
}
"""The figures, and the action after which cards fly."""


def act(figure: Figure, name: str, value: Any) -> Figure:
    if name != "reveal":
        figure.reveal()
    figure.do(name, value)
    return figure


def where(figure: Figure) -> list[int]:
    """Return the position of the mark that counts each card."""
    [flight] = [part["flight"] for part in figure.view["parts"] if "flight" in part]
    return [each["at"] for each in flight["counted"]]


def sheet(page: Page) -> Locator:
    return page.locator(".flight")


@pytest.mark.parametrize("lesson", FIGURES)
def test_cards_land_where_the_picture_counts_them(page: Page, here: InProcess, lesson: str) -> None:
    """The figure stays as high as it would be without them; a tap or a key ends the flight, and does nothing else."""
    make, name, value = FIGURES[lesson]
    figure = make()
    here.show(page, figure)
    page.locator("section").wait_for()
    page.evaluate(WATCH, True)
    act(figure, name, value)
    expect(sheet(page).locator("svg[role]")).to_be_visible()
    seen = sheet(page).evaluate(LAND)
    assert seen["landed"] == where(figure)
    assert (seen["same"], seen["hidden"], seen["focused"]) == (True, "true", "BODY")
    assert seen["lasts"] <= 2_000
    tall, rev = page.evaluate("document.documentElement.scrollHeight"), figure.view["rev"]
    page.emulate_media(media="print")
    expect(sheet(page)).to_be_hidden()
    page.emulate_media(media="screen")
    if lesson == "lesson 3":
        page.keyboard.press("Escape")
    else:
        page.mouse.click(200, 200)
    expect(sheet(page)).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollHeight") == tall
    assert figure.view["rev"] == rev


def test_no_card_flies_with_reduced_motion_or_at_first_sight(page: Page, here: InProcess) -> None:
    figures = [act(make(), name, value) for make, name, value in FIGURES.values()]
    here.show(page)
    page.evaluate(WATCH, False)
    here.show(page, *figures)
    expect(page.locator("section figure svg")).not_to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    deals = figures[0]
    for _ in range(9):
        deals.do("deal", 1)
    expect(page.locator("section").first).to_contain_text("10 hands dealt")
    assert page.evaluate("window.flown") == 0
    expect(sheet(page)).to_have_count(0)
    page.emulate_media(reduced_motion="no-preference")
    for _ in range(90):
        deals.do("deal", 1)
    expect(sheet(page)).to_have_count(1)
    expect(sheet(page)).to_have_count(0)
