"""The first game teaches: following its written or spoken steps wins it, by touch or keys, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from devtools.browser.driver import KeyboardPage, TablePage, TouchPage
from devtools.browser.hosts import Host
from phase10_widgets.languages.text import Text
from phase10_widgets.sessions import first_game
from tests.browser.conftest import NewContext
from tests.browser.test_listening import LISTEN
from tests.helpers import rotating

PHONE = {"width": 360, "height": 640}


@pytest.fixture
def phone(new_context: NewContext, request: pytest.FixtureRequest) -> Page:
    """Return a page on a phone in the language of the test."""
    return new_context(has_touch=True, viewport=PHONE, locale=request.param).new_page()


@pytest.mark.parametrize(
    ("phone", "player"),
    [rotating("en-US", TouchPage), ("de-DE", KeyboardPage)],
    indirect=["phone"],
)
def test_following_the_first_game_wins_it(phone: Page, here: Host, player: type[TablePage]) -> None:
    here.open(phone, "from phase10_widgets import App\ntable = App()")
    phone.locator('[data-act="learn"]').click()
    table = player(phone, "classic")
    table.wait()
    table.root.evaluate(LISTEN)
    table.press("begin")
    words = Text(str(table.root.get_attribute("lang")))
    said = [table.follow_guide() for _ in first_game.STEPS]
    expected = [words.say(step.text, name="Ada") for step in first_game.STEPS]
    assert [text.endswith(line) for text, line in zip(said, expected, strict=True)] == [True] * len(expected), said
    heard = " ".join(phone.evaluate("window.heard"))
    assert [line for line in expected if line not in heard] == []
    table.click("continue")
    table.settle()
    assert table.shows("over")
    assert phone.evaluate("localStorage.getItem('p10-finished')") == "first"
    table.root.locator('[data-p10="over"] [data-act="again"]').press("Enter")
    phone.locator('[data-p10="table"][data-phase="1"] [data-hand-card]').first.wait_for()
