"""The first game teaches: whoever does what the screen says wins it, by touch or by keys, in both languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from devtools.browser.driver import KeyboardPage, TablePage, TouchPage
from devtools.browser.hosts import Host
from phase10_widgets import first_game
from phase10_widgets.text import Text
from tests.helpers import rotating

PHONE: ViewportSize = {"width": 360, "height": 640}


@pytest.fixture
def phone(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Yield a page on a phone in the language of the test."""
    context = browser.new_context(has_touch=True, viewport=PHONE, locale=request.param)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(
    ("phone", "player"),
    [
        rotating("en-US", TouchPage),
        ("de-DE", KeyboardPage),
        rotating("en-US", KeyboardPage),
        rotating("de-DE", TouchPage),
    ],
    indirect=["phone"],
)
def test_whoever_follows_the_first_game_wins_it(phone: Page, here: Host, player: type[TablePage]) -> None:
    here.open(phone, "from phase10_widgets import App\ntable = App()")
    phone.locator('[data-act="learn"]').click()
    table = player(phone, "classic")
    table.wait()
    words = Text(str(table.root.get_attribute("lang")))
    said = [table.follow_guide() for _ in first_game.STEPS]
    expected = [words.say(step.text, name="Ada") for step in first_game.STEPS]
    assert [text.endswith(line) for text, line in zip(said, expected, strict=True)] == [True] * len(expected), said
    table.click("continue")
    table.settle()
    assert table.shows("over")
    assert table.root.locator('[data-p10="over"] [data-act="again"]').is_visible()
    assert phone.evaluate("localStorage.getItem('p10-finished')") == "first"
