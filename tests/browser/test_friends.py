"""Friends: from the start page to a table in a few taps, reactions, and another game that everybody wants."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewContext, Violations, serving

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "reduced_motion": "reduce"}
FRIENDS = '[data-p10="friends"]'
TABLE = '[data-p10="table"]'


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server on which anybody may open a table; yield its address."""
    with serving(tmp_path_factory.mktemp("club"), "serve", "--open") as address:
        yield address


def test_two_friends_meet_at_a_table(club: str, new_context: NewContext, violations: Violations) -> None:
    """The host needs four taps and a name, the guest two and a name; a host who is known needs one tap less."""
    anna, ben = (new_context(**PHONE).new_page() for _ in range(2))
    anna.goto(f"{club}en/")
    anna.locator("a.together").click()
    anna.locator('[name="name"]').fill("Anna")
    anna.locator('[data-act="open"]').click()
    expect(anna.get_by_role("heading")).to_have_text("Anna\N{RIGHT SINGLE QUOTATION MARK}s table")
    invitation = anna.locator(f"{FRIENDS} img")
    expect(invitation).to_be_in_viewport(ratio=1)
    expect(anna.locator('[data-act="copy"]')).to_be_in_viewport(ratio=1)
    assert violations(anna.locator("main")) == []
    ben.goto(anna.url)
    expect(ben.get_by_text("Anna invites you to a game of Phase 10.")).to_be_visible()
    ben.locator('[name="name"]').fill("Ben")
    ben.locator('[data-act="join"]').click()
    expect(ben.locator("[data-taken]")).to_have_count(2)
    expect(ben.get_by_text("Waiting for Anna to start.")).to_be_visible()
    expect(anna.locator("[data-taken]")).to_have_count(2)
    anna.locator('[data-act="start"]').click()
    for page in (anna, ben):
        expect(page.locator(TABLE)).to_be_visible()
    titles = {anna.title(), ben.title()}
    assert titles <= {"Your turn · Phase 10", "Play together · Phase 10"}
    ben.locator('[data-act="react"]').click()
    assert violations(ben.locator(TABLE)) == []
    ben.get_by_role("button", name="Great").click()
    expect(anna.locator("[data-reacts]")).to_be_visible()
    expect(anna.locator('[data-p10="live"]')).to_contain_text("Ben: Great.")


def test_a_known_player_opens_a_table_with_one_tap(club: str, new_context: NewContext) -> None:
    page = new_context(**PHONE).new_page()
    page.goto(f"{club}en/")
    page.evaluate("localStorage.setItem('p10-live-name', 'Anna')")
    page.locator("a.together").click()
    expect(page.locator("[data-taken]")).to_have_count(1)
    page.locator('[data-act="office"]').click()
    expect(page.locator('[data-p10="room-table"]')).to_be_visible()
    page.locator('[data-act="friends"]').click()
    expect(page.locator(FRIENDS)).to_be_visible()
