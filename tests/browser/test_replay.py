"""A finished game and its replay in a real browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from devtools.browser.driver import TablePage
from devtools.browser.hosts import Host
from devtools.browser.scenes import code
from phase10_widgets import Game, Session, players
from tests.browser.conftest import Violations, table_in


@pytest.fixture(scope="module")
def finished() -> Session:
    """Return a short game that a person has played to its end."""
    session = Session("classic", ["You", "greedy", "greedy"], 4, phases=[1, 2])
    like_me = players.get("greedy")
    while session.game.to_act is not None:
        if session.waits_for_person:
            session.act(0, like_me.choose(session.game.observe(0)))
        else:
            session.step()
    return session


def place(table: TablePage, name: str) -> int:
    return int(table.root.locator('[data-p10="replay"]').get_attribute(f"data-{name}") or -1)


def press(table: TablePage, key: str) -> None:
    table.answered(lambda: table.page.keyboard.press(key))


def test_a_game_is_looked_at_again_and_its_deal_played_again(
    page: Page, here: Host, finished: Session, violations: Violations
) -> None:
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
