"""Friends: from the start page to a table in a few taps, faces, reactions, and another game that everybody wants."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import NewContext, Violations, serving
from tests.rooms.playing import Service, finish, friends

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "reduced_motion": "reduce"}
FRIENDS = '[data-p10="friends"]'
TABLE = '[data-p10="table"]'
ROW = '[data-p10="row"]'


class Club(NamedTuple):
    """A server on which anybody may open a table, with a table at which a game is over."""

    address: str
    key: str
    """The key in the link to that table."""
    tokens: dict[str, str]
    """The tokens of the people who sit there."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """Start the server."""
    home = tmp_path_factory.mktemp("club")
    (home / "games").mkdir(mode=0o700)
    service = Service(home / "games" / "live.sqlite3")
    service.now = time.time()  # the table would be deleted as too old
    anna, ben = friends(service, "Anna", "Ben")
    anna.ask("start", table=1)
    finish(service, anna)
    service.desk.close()
    with serving(home, "serve", "--open") as address:
        yield Club(address, anna.last("welcome")["key"], {"Anna": anna.token, "Ben": ben.token})


class Friend:
    """A person with a phone who counts taps."""

    def __init__(self, context: BrowserContext) -> None:
        """Open a page."""
        self.page = context.new_page()
        self.find = self.page.locator
        self.taps = 0

    def tap(self, selector: str) -> None:
        self.find(selector).tap()
        self.taps += 1

    def open(self, address: str) -> None:
        """Tap a link in a message."""
        self.page.goto(address)
        self.taps += 1


def test_two_friends_meet_at_a_table(club: Club, new_context: NewContext, violations: Violations) -> None:
    """The host needs three taps and a name, the guest two and a name; a host who is known needs one tap less."""
    anna, ben = (Friend(new_context(**PHONE)) for _ in range(2))
    anna.page.goto(f"{club.address}en/")
    anna.tap("a.together")
    anna.find('[name="name"]').fill("Anna")
    anna.tap('[data-act="open"]')
    expect(anna.page.get_by_role("heading")).to_have_text("Anna\N{RIGHT SINGLE QUOTATION MARK}s table")
    invitation = anna.find(f"{FRIENDS} img")
    expect(invitation).to_be_in_viewport(ratio=1)
    expect(anna.find('[data-act="copy"]')).to_be_in_viewport(ratio=1)
    assert violations(anna.find("main")) == []
    ben.open(anna.page.url)
    expect(ben.page.get_by_text("Anna invites you to a game of Phase 10.")).to_be_visible()
    ben.find('[name="name"]').fill("Ben")
    ben.tap('[data-act="join"]')
    expect(ben.find("[data-taken]")).to_have_count(2)
    expect(ben.page.get_by_text("Waiting for Anna to start.")).to_be_visible()
    assert ben.taps == 2
    ben.page.get_by_role("button", name="Choose your face: cat").tap()
    assert violations(ben.find("main")) == []
    expect(ben.page.get_by_role("button", name="fox")).to_be_disabled()
    ben.page.get_by_role("button", name="owl").tap()
    expect(ben.page.get_by_role("button", name="Choose your face: owl")).to_be_focused()
    expect(anna.find("[data-taken]")).to_have_count(2)
    anna.tap('[data-act="start"]')
    assert anna.taps == 3
    for each in (anna, ben):
        expect(each.find(TABLE)).to_be_visible()
    expect(anna.find('[data-seat-box="1"]').get_by_role("img", name="owl")).to_be_visible()
    titles = {anna.page.title(), ben.page.title()}
    assert titles <= {"Your turn · Phase 10", "Play together · Phase 10"}
    ben.tap('[data-act="react"]')
    assert violations(ben.find(TABLE)) == []
    ben.page.get_by_role("button", name="Great").tap()
    for each in (anna, ben):
        expect(each.find("[data-reacts]")).to_be_in_viewport(ratio=1)
    expect(anna.find('[data-p10="live"]')).to_contain_text("Ben: Great.")


def test_each_taps_once_to_play_again(club: Club, new_context: NewContext) -> None:
    """Everybody sees by name who wants to."""
    anna, ben = (Friend(new_context(**PHONE)) for _ in club.tokens)
    for each, (name, token) in zip((anna, ben), club.tokens.items(), strict=True):
        each.page.goto(f"{club.address}en/")
        known = json.dumps({club.key: {"token": token, "name": name, "at": 1}})
        each.page.evaluate("(known) => localStorage.setItem('phase10_live', known)", known)
        each.page.goto(f"{club.address}live#k={club.key}")
        expect(each.find('[data-p10="over"]')).to_be_visible()
    ben.tap('[data-act="again-all"]')
    expect(ben.find(ROW)).to_contain_text("Again: you. Waiting for Anna.")
    expect(anna.find(ROW)).to_contain_text("Again: Ben.")
    anna.tap('[data-act="again-all"]')
    for each in (anna, ben):
        expect(each.find("[data-hand-card]")).to_have_count(10)
        assert each.taps == 1


def test_a_known_player_opens_a_table_with_one_tap(club: Club, new_context: NewContext) -> None:
    page = new_context(**PHONE).new_page()
    page.goto(f"{club.address}en/")
    page.evaluate("localStorage.setItem('p10-live-name', 'Anna')")
    page.locator("a.together").click()
    expect(page.locator("[data-taken]")).to_have_count(1)
    page.locator('[data-act="office"]').click()
    expect(page.locator('[data-p10="room-table"]')).to_be_visible()
    page.locator('[data-act="friends"]').click()
    expect(page.locator(FRIENDS)).to_be_visible()
