"""A kernel that dies in the middle of a turn: the table reports it, and the game continues where it was."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from devtools.browser import scenes
from devtools.browser.driver import TablePage
from devtools.browser.hosts import Host
from tests.browser.conftest import table_in
from tests.helpers import rotating

NOTICE = 5_000
"""The time in which the table must report a dead kernel, in milliseconds."""


@pytest.mark.parametrize("name", ["voila", rotating("jupyterlab"), "notebook"])
def test_a_dead_kernel_is_told_and_its_game_resumed(
    page: Page, hosts: dict[str, Host], name: str, tmp_path: Path
) -> None:
    host, process = hosts[name], tmp_path / "process"
    note = f"\nimport os, pathlib\npathlib.Path({str(process)!r}).write_text(str(os.getpid()))"
    table = table_in(TablePage, host, page, scenes.code(scenes.laying()) + note)
    table.lay_down()
    table.discard("R11")
    table.settle()
    table.click("draw-deck")
    before = table.save_game(tmp_path / "before.json")
    shown = (table.hand(), table.data("step"), table.root.locator("[data-group]").all_inner_texts())
    first = int(process.read_text("utf-8"))

    os.kill(first, signal.SIGKILL)
    expect(table.root.locator('[data-p10="lost"]')).to_be_visible(timeout=NOTICE)
    assert table.data("busy") == "false"
    assert not table.can("undo"), "what nobody hears is not offered"

    host.reload(page)
    table.wait()
    assert int(process.read_text("utf-8")) != first
    table.click("resume")
    assert (table.hand(), table.data("step"), table.root.locator("[data-group]").all_inner_texts()) == shown
    assert table.save_game(tmp_path / "after.json") == before
    table.discard("Y7")
    table.settle()
    assert table.data("step") == "draw", "the computer players have played on"
