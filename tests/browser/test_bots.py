"""The notebook with a tournament of one's own players, and the same app for marimo.

A person watches, a program plays, and a slider sets the pace.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from devtools.browser.hosts import Host, Marimo, Notebooks
from phase10_widgets.server.notebooks import NOTEBOOKS
from tests.packages import ROOT

NOBODY = "Hasty: 0 · Patient: 0 · Greedy: 0"
A_GAME_AT_ONCE = 60_000
"""The milliseconds for a game with the shortest pause, on a busy machine; with the longest, one takes minutes."""


@pytest.mark.parametrize("name", ["voila", "jupyterlab", "marimo"])
def test_a_program_plays_while_a_person_watches_and_sets_the_pace(
    name: str, page: Page, hosts: dict[str, Host]
) -> None:
    host = hosts[name]
    assert isinstance(host, Notebooks | Marimo)
    host.show(page, NOTEBOOKS / "bots.ipynb" if name != "marimo" else ROOT / "docs" / "examples" / "bots_marimo.py")
    score = page.get_by_text(re.compile(r"^Hasty: \d+ · Patient: \d+ · Greedy: \d+$"))
    table = page.locator("section.p10").first
    table.wait_for()
    slider = page.get_by_role("slider").first
    slider.focus()
    page.keyboard.press("End")
    before = table.inner_text()
    page.wait_for_timeout(3_000)
    expect(score).to_have_text(NOBODY)
    assert table.inner_text() != before, "the program plays on"
    page.keyboard.press("Home")
    expect(score).not_to_have_text(NOBODY, timeout=A_GAME_AT_ONCE)
