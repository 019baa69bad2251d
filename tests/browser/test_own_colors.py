"""A table of somebody else's edition: its sixth color is drawn, named and played like the others."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

import phase10_widgets as p10
from devtools.browser.driver import TablePage
from devtools.browser.hosts import Host
from devtools.browser.servers import ROOT
from phase10_widgets.extensions import unregister
from tests.browser.conftest import Violations
from tests.contracts.boreal import BOREAL, PURPLE
from tests.helpers import rotating

CODE = """
import sys
import phase10_widgets as p10
sys.path.insert(0, {root!r})
from tests.contracts.boreal import BOREAL
from phase10_widgets.session import SeatPlan
from tests.helpers import rotating, rotating
p10.register(BOREAL)
game = p10.Game.from_position({{
    "edition": "boreal", "step": "play", "draw_pile": "R3 W B2", "discard_pile": "P8",
    "seats": [
        {{"name": "You", "hand": "P1 P2 P3 W R8 P6", "phase": 3}},
        {{
            "name": "Ada", "hand": "R1 B2", "phase": 3, "completed": [3],
            "laid": [{{"kind": "color", "cards": "P4 P5 P6 W", "color": "P"}}],
        }},
    ],
}})
table = p10.Table(session=p10.Session.from_game(game, ["You", SeatPlan("Ada", "greedy")]), language={language!r})
"""
FACES = """(root) => Object.fromEntries([...root.querySelectorAll("[data-hand-card]")].map((card) => {
    const field = card.querySelector("svg rect:nth-of-type(2)")?.getAttribute("fill");
    const paths = [...card.querySelectorAll("svg path")].map((path) => path.getAttribute("d"));
    return [card.dataset.handCard, [field, paths]];
}))"""
SAID = {"en": "You discarded a purple 6", "de": "purple 6"}


@pytest.mark.parametrize("language", [rotating("en"), "de"])
def test_the_sixth_color_is_drawn_named_and_played(
    page: Page, voila: Host, console: list[str], violations: Violations, language: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    p10.register(BOREAL)
    try:
        table = TablePage(page, "boreal")
    finally:
        unregister("boreal")
    voila.open(page, CODE.format(language=language, root=str(ROOT)))
    table.wait()
    faces = table.root.evaluate(FACES)
    field, paths = faces["P3"]
    assert field == PURPLE.background
    assert PURPLE.path in paths
    assert faces["R8"][0] == "#c4262e"
    assert PURPLE.path in faces["W"][1], "a wild shows the shapes of all six colors"
    assert "purple 3" in table.root.locator('[data-hand-card="P3"]').inner_text()
    assert violations(table.root) == []
    table.select("P6")
    table.click("discard")
    table.settle()
    assert SAID[language] in table.sheet("log").inner_text()
    assert [line for line in console if line.startswith(("error", "uncaught"))] == []
