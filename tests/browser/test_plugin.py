"""The plugin template as users get it: installed beside the wheel, and used in a real browser."""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import phase10_widgets as p10
from devtools.browser.driver import TablePage
from devtools.browser.servers import Servers
from phase10_widgets.extensions import unregister
from tests.browser.conftest import Violations
from tests.browser.test_app import AppPage
from tests.browser.test_lesson_pages import show_all
from tests.packages import TEMPLATE, Once, install, lend, python

pytestmark = pytest.mark.slow
PHASES = (1, 2)
"""The phases of the game; the second is a leap, the plugin's own kind."""


@pytest.fixture(scope="module")
def home(once: Once, plugin: Path, wheel: Path) -> Path:
    """Create an environment with the package's and the plugin's wheels, and with Jupyter."""

    def make(out: Path) -> None:
        install(out, wheel, plugin)
        lend(out)

    return once("plugin-in-a-browser", make)


@pytest.fixture(scope="module")
def installed(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Yield the servers of this environment."""
    started = Servers(tmp_path_factory.mktemp("plugin"), python(home).absolute())
    yield started
    started.stop()


@pytest.fixture
def aurora(monkeypatch: pytest.MonkeyPatch) -> Iterator[p10.Edition]:
    """Register the game for this test's simulated player, which counts the missing cards of a hand."""
    monkeypatch.syspath_prepend(str(TEMPLATE / "src"))
    p10.register(importlib.import_module("phase10_aurora.kind").LeapOf)
    yield p10.register(importlib.import_module("phase10_aurora.edition").AURORA)
    for name in ("aurora", "leap"):
        unregister(name)
    for name in [name for name in sys.modules if name.startswith("phase10_aurora")]:
        del sys.modules[name]


@pytest.mark.rotating
def test_the_plugins_game_is_played_saved_loaded_replayed_and_reviewed(
    page: Page, installed: Servers, aurora: p10.Edition, tmp_path: Path, violations: Violations, console: list[str]
) -> None:
    """``phase10 play`` offers the game; everything is done in its page, with clicks."""
    page.set_viewport_size({"width": 1280, "height": 900})
    address = installed.start("phase10_widgets", "play", "--no-browser", ready="health")
    page.goto(f"{address}play?language=en")
    setup = page.locator('[data-p10="setup"]')
    setup.wait_for()
    setup.locator('[data-edition="aurora"]').check()
    AppPage(page).choose_phases(*PHASES)
    setup.locator('[data-act="play"]').click()
    table = TablePage(page, "aurora", {number: str(aurora.phases[number - 1]) for number in PHASES})
    table.wait()
    table.pace("0")

    table.turn()
    file = tmp_path / "aurora.json"
    saved = table.save_game(file)
    assert p10.Session.load(file.read_text("utf-8")).game.edition.name == "Aurora"
    for _ in range(2):
        table.turn()
    assert table.save_game(tmp_path / "later.json") != saved
    table.load_game(file)
    assert table.save_game(tmp_path / "again.json") == saved

    table.play_game()
    decisions = table.root.locator('[data-p10="over"] [data-act="decision"]')
    expect(decisions.first).to_be_visible()
    assert violations(table.root) == []
    with page.expect_download() as download:
        table.click("replay")
        table.press("save")
    record = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert p10.Game.replay(record).to_act is None
    replay = table.root.locator('[data-p10="replay"]')
    last = replay.get_attribute("data-last")
    page.keyboard.press("Tab")
    table.answered(lambda: page.keyboard.press("End"))
    expect(replay).to_have_attribute("data-at", str(last))
    table.click("back")
    table.answered(decisions.first.click)
    expect(replay).not_to_have_attribute("data-at", str(last))
    assert [line for line in console if line.startswith("uncaught")] == []


def test_the_plugins_lesson_is_played_and_answered(page: Page, installed: Servers) -> None:
    """The lesson's page shows a table of the plugin's game, and a question; the board counts the answer."""
    page.goto(f"{installed.start('phase10_widgets', 'serve', ready='health')}lessons/21")
    show_all(page)
    table = page.locator('[data-p10="table"]')
    expect(page.locator("p", has_text="Only the notebook shows this part: 21_sixth_color.ipynb.")).to_be_visible()
    expect(table).to_have_attribute("aria-label", "Aurora table")
    card = page.locator('section.p10[data-kind="question"]')
    expect(card.locator('[data-question="21/alike"]')).to_contain_text("6 colors")
    card.locator('[data-act="skip"]').click()
    cards = int(re.findall(r"likely are (\d) cards", card.locator('[data-p10="prompt"]').inner_text())[0])
    answer, feedback = card.locator('[data-field="answer"]'), card.locator('[data-p10="feedback"]')
    answer.fill(f"1/{6**cards}")
    card.locator('[data-act="check"]').click()
    expect(feedback).to_have_text("That is the chance for one given color.")
    answer.fill(f"1/{6 ** (cards - 1)}")
    card.locator('[data-act="check"]').click()
    expect(feedback).to_have_attribute("data-outcome", "right")
    expect(page.locator('section.p10[data-kind="progress"]')).to_contain_text("1 of 1")
