"""The app: set up a game, play it to its end, play again; and limits on what a page may do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from devtools.browser.driver import TablePage
from devtools.browser.hosts import Host, Voila
from devtools.browser.servers import ROOT
from tests.browser.conftest import Violations
from tests.browser.test_moves import rest
from tests.browser.test_one_screen import ON_TOP

NOTEBOOK = ROOT / "notebooks" / "app.ipynb"
APP = "from phase10_widgets import App\ntable = App()"
SEED = "3"


class AppPage:
    """The app in a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def setup(self) -> Locator:
        return self.page.locator('[data-p10="setup"]')

    def name(self, seat: int) -> Locator:
        return self.setup.locator('[data-field="name"]').nth(seat)

    def player(self, seat: int) -> Locator:
        return self.setup.locator('[data-field="player"]').nth(seat)

    def choose_phases(self, *wanted: int) -> None:
        self.open("Phases")
        boxes = self.setup.locator("input[data-phase]")
        for at in range(boxes.count()):
            boxes.nth(at).set_checked(int(boxes.nth(at).get_attribute("data-phase") or 0) in wanted)

    def open(self, drawer: str) -> None:
        """Unfold a section of the form."""
        found = self.setup.locator("details", has=self.page.locator("summary", has_text=drawer))
        if found.get_attribute("open") is None:
            found.locator("summary").click()

    def deal(self, seed: str) -> None:
        """Set the seed, so that every run has the same deal."""
        self.open("Play a given deal")
        self.setup.locator('[data-field="seed"]').fill(seed)

    def play(self) -> None:
        self.setup.locator('[data-act="play"]').click()

    def start(self) -> TablePage:
        """Press "Play" and wait for the table, with fast computer players."""
        self.play()
        table = TablePage(self.page, "classic")
        table.root.wait_for()
        table.settle()
        return table

    def leave(self) -> None:
        """Leave the game by the menu, after canceling once."""
        for act in ("menu", "leave-game", "leave-cancel", "leave-game", "leave-confirm"):
            self.page.locator(f'[data-p10="table"] [data-act="{act}"]').click()
        self.setup.wait_for()


@pytest.fixture
def app(page: Page, here: Host, console: list[str]) -> Iterator[AppPage]:
    """Yield the app; at the end, check that no script has failed there."""
    here.open(page, APP)
    yield AppPage(page)
    assert [line for line in console if line.startswith("uncaught")] == []


def test_a_game_from_its_setup_to_the_next_setup(
    page: Page, voila: Host, violations: Violations, requested: list[str], console: list[str]
) -> None:
    """A game of one phase in Voilà: axe finds nothing on any screen, and all requests go to our server."""
    app = AppPage(page)
    assert isinstance(voila, Voila)
    voila.show(page, NOTEBOOK)
    app.setup.wait_for()
    assert violations(app.setup) == []
    app.choose_phases(1)
    app.deal(SEED)
    assert violations(app.setup) == []
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    table = app.start()
    for width, height in ((360, 740), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        rest(table)
        parts = table.root.locator('.status, [data-seat-box], [data-pile], [data-hand-card], [data-act="draw"]')
        assert all(parts.nth(at).evaluate(ON_TOP) for at in range(parts.count())), f"all is in sight at {width} px"
        assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight"), "the page does not scroll"
    table.phases = {1: table.phases[1]}
    table.pace("0")
    assert violations(table.root) == []
    for name in ("help", "menu"):
        table.press(name)
        assert violations(table.root) == []
        table.close()
    for name in ("scores", "log", "rules"):
        table.sheet(name)
        assert violations(table.root) == []
        table.close()
    seen_panel = False
    for _ in range(200):
        if table.shows("over"):
            break
        if not seen_panel and table.can("arrange"):
            seen_panel = True
            table.press("arrange")
            assert violations(table.root) == []
            table.close()
        if table.shows("summary"):
            assert violations(table.root) == []
        table.turn()
    assert table.shows("over")
    assert seen_panel
    assert violations(table.root) == []
    table.act("again").click()
    app.setup.wait_for()
    assert app.setup.locator('[data-preset="taste"]').is_checked(), "the setup has the last settings"
    own = ("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:http://127.0.0.1:")
    assert [url for url in requested if not url.startswith(own)] == []
    assert [line for line in console if line.startswith("uncaught")] == []


def test_computer_players_take_the_chosen_level_and_a_game_can_be_left(app: AppPage, violations: Violations) -> None:
    """Levels are set one by one, and all at once; the table names them, and the next setup keeps them."""
    app.player(1).select_option("expert:1")
    app.player(2).select_option("greedy")
    level = app.setup.locator('[data-field="level"]')
    expect(app.setup).to_contain_text("One level for all computer players")
    assert (level.bounding_box() or {"height": 0})["height"] >= 44
    box = level.bounding_box()
    assert box is not None
    level.click(position={"x": box["width"] - 12, "y": box["height"] / 2})
    expect(app.setup).to_contain_text("Level of all computer players: 10")
    level.press("ArrowLeft")
    assert [app.player(seat).input_value() for seat in range(3)] == ["", "expert:9", "expert:9"]
    app.player(2).select_option("random")
    assert violations(app.setup) == []
    table = app.start()
    seats = table.root.locator("[data-seat-box]")
    seats.nth(0).click()
    scores = table.root.get_by_role("dialog").locator("li")
    expect(scores.nth(1)).to_contain_text("level 9")
    expect(scores.nth(2)).not_to_contain_text("level")
    assert violations(table.root) == []
    table.close()
    app.leave()
    assert table.root.count() == 0
    assert [app.player(seat).input_value() for seat in range(3)] == ["", "expert:9", "random"]


def test_a_list_of_phases_is_built_saved_and_loaded(app: AppPage, violations: Violations) -> None:
    """Python answers during typing; the rules are saved to a file and loaded back."""
    app.open("Phases")
    app.setup.locator('[data-own="yes"]').check()
    line = app.setup.locator('[data-line="0"]')
    line.locator("input").fill("1 set of 3 & 1 run of 12")
    expect(line).to_contain_text("needs 15 cards")
    line.locator("input").fill("1 SET of 3 & 1 run of 4")
    expect(line).to_contain_text("1 set of 3 + 1 run of 4 · 7 cards")
    line.locator('[data-act="groups"]').click()
    line.locator('[data-field="size"]').nth(1).select_option("5")
    expect(line).to_contain_text("8 cards")
    assert line.locator("input").input_value() == "1 set of 3 + 1 run of 5"
    assert violations(app.setup) == []
    app.open("Save and load")
    with app.page.expect_download() as waiting:
        app.setup.locator('[data-act="save-rules"]').click()
    kept = waiting.value.path()
    app.setup.locator('[data-preset="full"]').click()
    assert not app.setup.locator('[data-own="yes"]').is_checked()
    app.setup.locator('[data-field="file"]').set_input_files(kept)
    expect(app.setup).to_contain_text("The rules are loaded.")
    assert line.locator("input").input_value() == "1 set of 3 + 1 run of 5"
    app.setup.locator('[data-field="rules-text"]').fill('{"format": "phase10-rules/9"}')
    app.setup.locator('[data-act="load-text"]').click()
    expect(app.setup.get_by_role("alert")).to_contain_text("update phase10_widgets")
    assert line.locator("input").input_value() == "1 set of 3 + 1 run of 5"


@pytest.mark.rotating
def test_the_app_in_a_notebook(page: Page, hosts: dict[str, Host]) -> None:
    """The setup screen starts a table in the same cell, and one card can be drawn there."""
    hosts["jupyterlab"].open(page, "from phase10_widgets import App\ntable = App(pace=0)")
    page.locator('[data-p10="setup"] [data-act="play"]').click()
    table = TablePage(page, "classic")
    table.wait()
    table.draw()
    assert len(table.hand()) == 11
