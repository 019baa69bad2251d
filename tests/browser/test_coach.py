"""The coach in real pages: a game with its decisions beside the replay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from devtools.browser.hosts import PATIENCE, Host
from tests.browser.conftest import Violations, assert_no_key_reached
from tests.helpers import played_out, rotating

COACH = "from phase10_widgets import Coach\ncoach = Coach(language='de')"


@pytest.mark.parametrize("name", ["voila", rotating("jupyterlab")])
def test_a_file_is_looked_at(
    page: Page, hosts: dict[str, Host], name: str, tmp_path: Path, violations: Violations
) -> None:
    """It is loaded on the first screen, and keys move through the replay."""
    file = tmp_path / "game.json"
    file.write_text(json.dumps(played_out("classic", 2, phases=[1, 2]).record()), "utf-8")
    hosts[name].open(page, COACH, "coach")
    start, root = page.locator('[data-p10="coach"]'), page.locator('[data-p10="table"]')
    start.wait_for(timeout=PATIENCE)
    assert violations(start) == []
    with page.expect_file_chooser() as chooser:
        start.locator('[data-act="load-game"]').press("Enter")
    chooser.value.set_files(file)
    decisions = root.locator('[data-act="decision"]')
    expect(decisions.first).to_contain_text("Besser:", timeout=PATIENCE)
    expect(root).to_contain_text("Können")
    decisions.first.press("Enter")
    expect(decisions.first).to_have_attribute("aria-current", "true")
    assert violations(root) == []
    assert_no_key_reached(hosts[name], page)
