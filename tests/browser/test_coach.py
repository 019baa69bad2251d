"""The coach in real pages: a hint at the table, and a game with its decisions beside the replay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import phase10_widgets as p10
from devtools.browser.driver import TablePage
from devtools.browser.hosts import Host
from phase10_widgets import Game
from tests.browser.conftest import Violations, assert_no_key_reached, table_in
from tests.helpers import rotating

SHOWN = 60_000
COACH = "from phase10_widgets import Coach\ncoach = Coach(language='de')"
TABLE = "from phase10_widgets import Table\ntable = Table('classic', ['Ana', 'greedy'], seed=4, pace=None)"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return the file of a short game."""
    game = Game.new("classic", ["Ana", "Ben"], 2, phases=[1, 2])
    players = [p10.players.get("random", 2), p10.players.get("greedy")]
    while game.to_act is not None:
        game = p10.players.move(game, players[game.to_act])
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.record()), "utf-8")
    return path


@pytest.mark.parametrize("name", ["voila", rotating("jupyterlab")])
def test_a_file_is_looked_at(
    page: Page, hosts: dict[str, Host], name: str, record: Path, violations: Violations
) -> None:
    """It is loaded on the first screen, and keys move through the replay."""
    hosts[name].open(page, COACH, "coach")
    start, root = page.locator('[data-p10="coach"]'), page.locator('[data-p10="table"]')
    start.wait_for(timeout=SHOWN)
    assert violations(start) == []
    with page.expect_file_chooser() as chooser:
        start.locator('[data-act="load-game"]').press("Enter")
    chooser.value.set_files(record)
    decisions = root.locator('[data-act="decision"]')
    expect(decisions.first).to_contain_text("Besser:", timeout=SHOWN)
    expect(root).to_contain_text("Können")
    decisions.first.press("Enter")
    expect(decisions.first).to_have_attribute("aria-current", "true")
    assert violations(root) == []
    assert_no_key_reached(hosts[name], page)


def test_a_hint_at_the_table(page: Page, here: Host, violations: Violations) -> None:
    table = table_in(TablePage, here, page, TABLE)
    table.act("hint").press("Enter")
    expect(table.root.locator(".refused")).to_contain_text("so would")
    expect(table.root.locator('[data-p10="live"]')).to_contain_text("so would")
    expect(table.root.locator('[role="alert"]')).to_have_count(0)
    assert violations(table.root) == []
