"""One scenario in every host: a full turn in two views, a round by keyboard, files, a dead kernel; and a flip."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from devtools.browser import scenes
from devtools.browser.driver import KeyboardPage, TablePage
from devtools.browser.hosts import Host, Jupyter
from tests.browser.conftest import Violations, table_in
from tests.helpers import rotating

QUICK = 20
"""The number of clicks in a hurry."""
IN_A_HURRY = """async (root, times) => {
    const changed = () => new Promise((done, failed) => {
        const watch = new MutationObserver(() => {
            if (root.dataset.busy === "false") { watch.disconnect(); done(); }
        });
        watch.observe(root, { attributes: true, attributeFilter: ["data-rev", "data-busy"] });
        setTimeout(failed, 10000, new Error("a click was lost"));
    });
    for (let i = 0; i < times; i++) {
        const answer = changed();
        root.querySelector(i % 2 ? '[data-act="undo"]' : '[data-act="draw-deck"]').click();
        await answer;
    }
}"""
"""A script that draws a card and undoes that, with each click as soon as the table is clickable again."""
AT_ONCE = "(pile, twin) => { for (let i = 0; i < 10; i++) { pile.click(); twin.click(); } }"
"""A script that clicks the same pile in two views, ten times each, without delay."""
UNLIKE = ("jupyterlab", "marimo")
"""The two hosts that differ most, for tests in which Notebook 7 and Voilà behave like JupyterLab."""


@pytest.fixture
def host(request: pytest.FixtureRequest, hosts: dict[str, Host]) -> Host:
    """Return each host, one per test."""
    return hosts[request.param]


@pytest.mark.parametrize("host", ["jupyterlab", *map(rotating, ("voila", "notebook", "marimo"))], indirect=True)
def test_a_turn_in_two_views(page: Page, host: Host, violations: Violations, requested: list[str]) -> None:
    """Lay down with a wild, hit, discard, draw, undo, slowly and fast; the second view shows everything."""
    host.open(page, scenes.code(scenes.laying()), "table", "table")
    table, other = TablePage(page, "classic"), TablePage(page, "classic", view=1)
    table.wait()
    other.wait()
    assert violations(table.root) == []

    table.press("arrange")
    if host.name in UNLIKE:
        assert violations(table.root) == []
    table.click("lay-down-confirm")
    assert_in_step(table, other)
    laid = other.root.locator('[data-group^="0-"]')
    expect(laid).to_have_count(2)
    assert sum("wild" in (laid.nth(at).get_attribute("aria-label") or "") for at in range(2)) == 1
    assert len(table.hand()) == 11 - 6

    other.discard("R11")
    table.settle()
    assert_in_step(table, other)
    assert (table.data("step"), len(table.hand())) == ("draw", 4)
    if host.name in UNLIKE:
        assert_no_click_is_lost(table, other)
    else:
        table.click("draw-deck")

    table.select("Y9")
    if host.name in UNLIKE:
        assert violations(table.root) == []
    table.put('[data-owner="2"]')
    assert_in_step(table, other)
    assert "Y9" not in table.hand()
    other.click("undo")
    assert_in_step(other, table)
    assert "Y9" in table.hand()

    assert [url for url in requested if not url.startswith(("data:", "blob:http://127.0.0.1:", host.address))] == []
    if isinstance(host, Jupyter):
        assert_keys_stay_in(table, host)


def assert_in_step(table: TablePage, other: TablePage) -> None:
    """Check that both views show the same moment of the same game."""
    other.until("(root, rev) => root.dataset.rev === rev && root.dataset.busy !== 'true'", table.data("rev"))
    assert other.hand() == table.hand()


def assert_no_click_is_lost(table: TablePage, other: TablePage) -> None:
    """Check that twenty fast clicks are twenty actions, and that one of two simultaneous clicks is refused."""
    rev = int(table.data("rev"))
    table.root.evaluate(IN_A_HURRY, QUICK)
    assert int(table.data("rev")) == rev + QUICK
    assert_in_step(table, other)
    held = len(table.hand())

    twin = other.act("draw-deck").element_handle()
    table.answered(lambda: table.act("draw-deck").evaluate(AT_ONCE, twin))
    expect(table.page.get_by_role("alert")).to_have_text(re.compile("The table has changed since then"))
    assert_in_step(table, other)
    assert (int(table.data("rev")), len(table.hand())) == (rev + QUICK + 1, held + 1)


def assert_keys_stay_in(table: TablePage, host: Jupyter) -> None:
    """Check that ``d d`` on a focused card does not reach the notebook, but deletes another selected cell."""
    cells = host.cells(table.page)
    table.root.locator("[data-hand-card][tabindex='0']").focus()
    table.page.keyboard.press("d")
    table.page.keyboard.press("d")
    assert host.cells(table.page) == cells
    expect(table.root).to_be_visible()
    host.leave_table(table.page)
    table.page.keyboard.press("d")
    table.page.keyboard.press("d")
    host.until_cells(table.page, cells - 1)


def test_the_table_turns_over(page: Page, here: Host, violations: Violations) -> None:
    """A discarded flip symbol turns every hand and both piles over; undo turns them back."""
    table = table_in(TablePage, here, page, scenes.code(scenes.turning(), pace=5), edition="flip")
    assert table.data("side") == "color"
    hand = table.hand()
    flip = next(word for word in hand if "!/" in word)
    table.discard(flip)
    assert table.data("side") == "wild"
    assert violations(table.root) == []
    turned = list(hand)
    turned.remove(flip)
    assert sorted(table.hand()) == sorted(turned), "a card keeps both its faces"
    table.click("undo")
    assert (table.data("side"), table.hand()) == ("color", hand)


@pytest.mark.rotating
@pytest.mark.parametrize("host", UNLIKE, indirect=True)
def test_a_round_by_keyboard_alone(page: Page, host: Host, violations: Violations) -> None:
    """From the lay-down to the summary and into the next round without a mouse."""
    table = table_in(KeyboardPage, host, page, scenes.code(scenes.laying()))
    table.reach_hand()
    table.play_round()
    assert {"lay-down", "hit", "discard", "draw-deck"} <= table.done
    assert violations(table.root) == []
    table.click("continue")
    table.settle()
    assert table.focused("data-p10") is None
    assert table.root.evaluate("(root) => root.contains(root.getRootNode().activeElement)"), "the focus is not lost"


@pytest.mark.parametrize("host", ["voila", rotating("marimo")], indirect=True)
def test_a_file_and_a_reload_restore_the_game(page: Page, host: Host, tmp_path: Path) -> None:
    """Save, play on, load: the game in the file. Reload: the table offers that game, and it continues where it was."""
    table = table_in(TablePage, host, page, scenes.code(scenes.laying()))
    table.lay_down()
    file = tmp_path / "game.json"
    kept = table.save_game(file)
    assert len(kept["position"]["seats"][1]["hand"].split()) == 10, "the whole deal is in the file"
    table.discard("R11")
    table.settle()
    table.click("draw-deck")
    assert table.save_game(tmp_path / "later.json") != kept

    table.load_game(file)
    assert table.save_game(tmp_path / "again.json") == kept
    table.discard("Y7")
    table.settle()
    table.click("draw-deck")
    left = table.save_game(tmp_path / "left.json")

    host.reload(page)
    table.wait()
    assert "Y7" in table.hand(), "the code has created a new table"
    table.click("resume")
    assert table.save_game(tmp_path / "resumed.json") == left
    assert not table.shows("offers")
    table.click("undo")
    assert table.data("step") == "draw"


@pytest.mark.rotating
@pytest.mark.parametrize("host", UNLIKE, indirect=True)
def test_a_spectator_sees_the_game_without_hands(page: Page, host: Host, violations: Violations) -> None:
    """A second widget of the same game follows it, without controls that change it; on a dark system."""
    page.emulate_media(color_scheme="dark")
    code = scenes.code(scenes.laying()) + "\nwatcher = table.watch()"
    host.open(page, code, "table", "watcher")
    table, watcher = TablePage(page, "classic"), TablePage(page, "classic", view=1)
    table.wait()
    watcher.root.wait_for()
    scheme = table.root.evaluate("(root) => getComputedStyle(root).colorScheme")
    assert scheme == ("dark" if host.dark(page) else "light"), "the host decides, not the system"
    assert watcher.hand() == []
    table.lay_down()
    expect(watcher.root.locator('[data-group^="0-"]')).to_have_count(2)
    table.discard("R11")
    expect(watcher.sheet("log")).to_contain_text("red 11")
    watcher.close()
    table.settle()
    table.click("draw-deck")
    assert watcher.hand() == []
    deeds = ("draw-deck", "draw-discard", "draw", "take", "discard-pile", "discard", "lay-down", "arrange", "hit",
             "hit-group", "hit-card", "aim-hit", "save", "hint", "step", "undo", "pause")  # fmt: skip
    assert [name for name in deeds if watcher.can(name)] == []
    assert violations(watcher.root) == []


@pytest.mark.parametrize("host", ["voila", rotating("jupyterlab")], indirect=True)
def test_a_dead_kernel_is_reported_and_its_game_resumed(page: Page, host: Host, tmp_path: Path) -> None:
    """The kernel dies in the middle of a turn."""
    process = tmp_path / "process"
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
    expect(table.root.locator('[data-p10="lost"]')).to_be_visible()
    assert table.data("busy") == "false"
    assert not table.can("undo"), "no action is offered without Python"

    host.reload(page)
    table.wait()
    assert int(process.read_text("utf-8")) != first
    table.click("resume")
    assert (table.hand(), table.data("step"), table.root.locator("[data-group]").all_inner_texts()) == shown
    assert table.save_game(tmp_path / "after.json") == before
    table.discard("Y7")
    table.settle()
    assert table.data("step") == "draw", "the computer players have played on"
