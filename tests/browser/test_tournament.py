"""The tournament in real pages: played live, stopped, decided, and exported as files."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from devtools.browser.hosts import Host
from phase10_widgets import arena
from tests.browser.conftest import Violations, assert_no_key_reached
from tests.browser.test_odds import SHOWN, STICKING_OUT, Widget, assert_a_picture, rows_of
from tests.browser.test_screens import WIDTHS
from tests.helpers import rotating

CODE = """
from phase10_widgets import Tournament
tournament = Tournament("classic", ["greedy", "random", "random"], games=200, language={language!r}, phases=[1, 2])
"""


def show(page: Page, host: Host, language: str = "en") -> Widget:
    """Show a tournament in a fresh page."""
    host.open(page, CODE.format(language=language), "tournament")
    widget = Widget(page, "tournament")
    widget.root.wait_for(timeout=SHOWN)
    return widget


def count(widget: Widget) -> Locator:
    return widget.find('[data-p10="count"]')


@pytest.mark.parametrize("name", [*map(rotating, ("voila", "jupyterlab"))])
def test_a_tournament(page: Page, hosts: dict[str, Host], name: str, violations: Violations, tmp_path: Path) -> None:
    """It is started, stopped and continued by keys; its numbers match the arena's."""
    widget = show(page, hosts[name])
    assert violations(widget.root) == []
    widget.find('[data-act="start"]').press("Enter")
    expect(count(widget)).to_have_attribute("data-state", "running")
    expect(widget.find('[data-p10="standings"] tbody tr')).to_have_count(3)
    widget.find('[data-act="stop"]').press("Enter")
    expect(count(widget)).to_have_attribute("data-state", "stopped")
    done = count(widget).get_attribute("data-done")
    widget.says("Stopped")
    assert violations(widget.root) == []
    expect(count(widget)).to_have_attribute("data-done", done or "")
    widget.find('[data-act="start"]').press("Enter")
    expect(count(widget)).to_have_attribute("data-state", "over", timeout=60_000)
    widget.says("greedy won")

    found = arena.round_robin("classic", ["greedy", "random", "random"], 200, phases=[1, 2])
    rows = rows_of(widget.file("figure", "CSV", tmp_path))
    assert [row["player"] for row in rows] == list(found.players)
    assert [float(row["wins"]) for row in rows] == list(found.wins)
    assert [row["rating"] for row in rows] == [str(row["rating"] or "") for row in found.to_dicts()]
    assert_a_picture(widget.file("figure", "SVG", tmp_path), widget.file("figure", "PNG", tmp_path))
    assert violations(widget.root) == []
    assert_no_key_reached(hosts[name], page)


def test_nothing_sticks_out_and_german_has_its_comma(page: Page, here: Host) -> None:
    widget = show(page, here, "de")
    widget.find('[data-act="start"]').click()
    widget.says("greedy hat")
    expect(widget.find('[data-p10="standings"] tbody tr').first).to_contain_text(",")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        assert widget.root.evaluate(STICKING_OUT) == [], f"at {width} px"
