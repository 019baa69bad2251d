"""A finished game, its replay, and the coach's review of it, in a real browser."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from devtools.browser import states
from devtools.browser.driver import TablePage
from devtools.browser.hosts import Host
from devtools.browser.scenes import code
from phase10_widgets import Game
from tests.browser.conftest import Violations, table_in
from tests.helpers import played_out


def place(table: TablePage, name: str) -> int:
    return int(table.root.locator('[data-p10="replay"]').get_attribute(f"data-{name}") or -1)


def press(table: TablePage, key: str) -> None:
    table.answered(lambda: table.page.keyboard.press(key))


def test_a_game_is_replayed_and_its_deal_played_again(page: Page, here: Host, violations: Violations) -> None:
    finished = states.finished("classic", 3, [1, 2])
    table = table_in(TablePage, here, page, code(finished))
    assert table.root.locator('[data-p10="seed"]').input_value() == str(finished.game.state.seed)
    assert violations(table.root) == []
    table.click("replay")
    last = place(table, "last")
    assert last == len(finished.games) - 1
    assert violations(table.root) == []
    page.keyboard.press("Tab")
    press(table, "End")
    assert place(table, "at") == last
    press(table, "ArrowLeft")
    press(table, "PageUp")
    assert place(table, "at") < last - 1
    press(table, "Home")
    press(table, "ArrowRight")
    assert place(table, "at") == 1
    assert table.sheet("log").locator("li").count() >= 1
    assert violations(table.root) == []
    table.close()
    table.press("replay-view")
    assert violations(table.root) == []
    table.answered(table.root.locator('[data-choice="eyes"] [data-value="1"]').click)
    assert table.data("you") == "1"
    assert table.hand() == []
    assert violations(table.root) == []
    with page.expect_download() as download:
        table.press("save")
    record = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert [seat.score for seat in Game.replay(record).state.seats] == [s.score for s in finished.game.state.seats]
    table.click("back")
    assert table.shows("over")
    table.click("again-same")
    table.settle()
    first = finished.games[0]
    assert sorted(table.hand()) == sorted(first.observe(0).to_dict()["hand"].split())
    assert table.data("step") == "draw"


COACH = "from phase10_widgets import Coach\ncoach = Coach(language='de')"


def test_the_coach_reviews_a_file(page: Page, here: Host, tmp_path: Path, violations: Violations) -> None:
    """It is loaded on the first screen, and keys move through the replay."""
    file = tmp_path / "game.json"
    file.write_text(json.dumps(played_out("classic", 2, phases=[1, 2]).record()), "utf-8")
    here.open(page, COACH, "coach")
    start, root = page.locator('[data-p10="coach"]'), page.locator('[data-p10="table"]')
    start.wait_for()
    assert violations(start) == []
    with page.expect_file_chooser() as chooser:
        start.locator('[data-act="load-game"]').press("Enter")
    chooser.value.set_files(file)
    decisions = root.locator('[data-act="decision"]')
    expect(decisions.first).to_contain_text("Besser:")
    expect(root).to_contain_text("Können")
    decisions.first.press("Enter")
    expect(decisions.first).to_have_attribute("aria-current", "true")
    assert violations(root) == []
