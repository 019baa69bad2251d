"""A table with a plugin's edition: its sixth color is drawn, named and played like the others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

import phase10_widgets as p10
from devtools.browser import scenes
from devtools.browser.driver import TablePage
from phase10_widgets.extensions import unregister
from tests.browser.conftest import Violations
from tests.browser.in_process import InProcess
from tests.contracts.boreal import BOREAL, PURPLE

FACES = """(root) => Object.fromEntries([...root.querySelectorAll("[data-hand-card]")].map((card) => {
    const field = card.querySelector("svg rect")?.getAttribute("fill");
    const paths = [...card.querySelectorAll("svg path")].map((path) => path.getAttribute("d"));
    const fills = [...card.querySelectorAll("svg path")].map((path) => path.getAttribute("fill"));
    return [card.dataset.handCard, [field, paths, fills]];
}))"""


@pytest.fixture
def game() -> Iterator[p10.Game]:
    """Yield a game of the edition, which is registered during the test."""
    p10.register(BOREAL)
    laid = [{"kind": "color", "cards": "P4 P5 P6 W", "color": "P"}]
    seats = [
        {"name": "You", "hand": "P1 P2 P3 W R8 P6", "phase": 3},
        {"name": "Ada", "hand": "R1 B2", "phase": 3, "completed": [3], "laid": laid},
    ]
    piles = {"draw_pile": "R3 W B2", "discard_pile": "P8"}
    yield p10.Game.from_position({"edition": "boreal", "step": "play", "seats": seats, **piles})
    unregister("boreal")


def test_the_sixth_color_is_drawn_named_and_played(
    page: Page, here: InProcess, console: list[str], violations: Violations, game: p10.Game
) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    here.show(page, p10.Table(session=scenes.seated(game), language="de"))
    table = TablePage(page, "boreal")
    table.wait()
    faces = table.root.evaluate(FACES)
    field, paths, _ = faces["P3"]
    assert field == PURPLE.background
    assert PURPLE.path in paths
    assert faces["R8"][0] == "#c4262e"
    assert PURPLE.background in faces["W"][2], "a wild has a facet in each of the six colors"
    assert "purple 3" in table.root.locator('[data-hand-card="P3"]').inner_text()
    assert violations(table.root) == []
    table.select("P6")
    table.click("discard")
    table.settle()
    assert "purple 6" in table.sheet("log").inner_text()
    assert [line for line in console if line.startswith(("error", "uncaught"))] == []
