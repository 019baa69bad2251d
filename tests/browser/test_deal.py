"""The daily deal and challenges: by the visitor's own calendar, once, with a shared text that names no card.

The visitors are at a server; test_start.py shows the site without a network.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from devtools.browser.driver import TablePage
from phase10_widgets import EDITIONS, Session, edition
from phase10_widgets.languages.text import Text
from phase10_widgets.sessions import daily
from phase10_widgets.sessions.seating import SeatPlan
from phase10_widgets.sessions.shared_deal import FriendResult
from tests.browser.conftest import NewContext, Violations

TODAY = datetime.now(UTC).date()
MONDAY = TODAY - timedelta(days=TODAY.weekday())
"""The last day with a single round."""
Visit = Callable[..., Page]


@pytest.fixture
def visit(new_context: NewContext) -> Visit:
    """Return ``visit(url, when, zone)``: a new visitor's page, whose clock shows this time in this zone."""

    def open_page(url: str, when: datetime, zone: str = "UTC") -> Page:
        context = new_context(timezone_id=zone, locale="en-US")
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.clock.set_fixed_time(when)
        page.goto(url)
        page.locator('[data-p10="setup"]').wait_for()
        return page

    return open_page


def panel(page: Page) -> Locator:
    """Return the setup screen's part for the daily deal."""
    return page.locator('[data-p10="daily"]')


def begin(page: Page, act: str = "daily") -> TablePage:
    """Press the deal's button and wait for the table."""
    page.locator(f'[data-p10="setup"] [data-act="{act}"]').click()
    table = TablePage(page, "classic")
    table.wait()
    return table


def come_back(page: Page, url: str) -> None:
    """Follow a link to the page; Playwright's clock hides the navigation, so make the tab forget its visit."""
    page.evaluate("sessionStorage.clear()")
    page.goto(url)


def noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def cards_named(text: str) -> list[str]:
    """Return every card that the text names, by its code or in words."""
    found = []
    for name in EDITIONS:
        for card in edition(name).deck(2):
            spoken = [card.word, *(Text(language).card_name(card) for language in ("en", "de"))]
            found += [word for word in spoken if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)]
    return found


def test_the_same_local_date_deals_the_same_cards(visit: Visit, school: str) -> None:
    """One visitor's day has just begun, far in the west; the other's is nearly over, far in the east."""
    day = MONDAY
    east = datetime(day.year, day.month, day.day, 23, 50, tzinfo=UTC) - timedelta(hours=14)
    west = datetime(day.year, day.month, day.day, 0, 10, tzinfo=UTC) + timedelta(hours=11)
    hands = []
    for when, zone in ((east, "Pacific/Kiritimati"), (west, "Pacific/Pago_Pago")):
        page = visit(f"{school}play", when, zone)
        assert panel(page).get_attribute("data-day") == day.isoformat()
        hands.append(sorted(begin(page).hand()))
    other = visit(f"{school}play", west - timedelta(hours=1), "Pacific/Pago_Pago")
    assert panel(other).get_attribute("data-day") == (day - timedelta(days=1)).isoformat(), "it is still yesterday"
    assert hands[0] == hands[1] == sorted(card.word for card in daily.deal(day).session("You").observe(0).hand)
    assert hands[0] != sorted(begin(other).hand())


def forget_at_the_table(page: Page, game: str, violations: Violations) -> None:
    """Forget the results at the table, since a notebook has no page about these pages."""
    table = begin(page)
    table.draw()
    for act in ("menu", "forget-game", "forget-confirm"):
        table.press(act)
    expect(table.root.get_by_role("status").filter(has_text="Done")).to_be_visible()
    assert violations(table.root) == []
    come_back(page, game)
    expect(panel(page)).to_have_attribute("data-played", "no")


def test_a_deal_is_played_shared_and_remembered(visit: Visit, school: str, violations: Violations) -> None:
    """The result is shown beside the expert's; the text names no card; another attempt does not count."""
    game = f"{school}play"
    page = visit(game, noon(MONDAY))
    assert panel(page).get_attribute("data-played") == "no"
    table = begin(page)
    table.pace("0")
    table.press("hint")
    table.draw()
    assert not table.can("undo"), "the card was hidden before"
    table.press("menu")
    expect(table.root.locator('[data-act="save-game"]')).to_be_disabled()
    table.close()
    table.play_game()
    result = page.locator('[data-p10="deal-result"]')
    expect(result).to_contain_text("with the same cards")
    expect(result).to_contain_text("With 1 hint")
    expect(result).to_contain_text("Streak: 1 day")
    assert violations(table.root) == []
    table.act("share").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("Phase 10, deal of the day, ")
    assert re.search(r"^(I beat|The expert beat me|I was as good as) ?(the expert!|\.)$", text, re.MULTILINE), text
    assert re.search(r"^Me [🟩⬜]+ (first|second|third), \d+ points?$", text, re.MULTILINE), text
    assert re.search(r"^Expert [🟩⬜]+ (first|second|third), \d+ points?$", text, re.MULTILINE), text
    assert "With 1 hint · Streak: 1 day" in text
    assert cards_named(text) == []
    assert str(daily.deal(MONDAY).seed) not in text
    assert text.endswith(f"{page.url.partition('?')[0]}?day={MONDAY.isoformat()}")
    with page.expect_download() as download:
        table.act("picture").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")

    come_back(page, game)
    expect(panel(page)).to_have_attribute("data-played", "yes")
    expect(panel(page)).to_contain_text("Streak: 1 day")
    again = begin(page)
    again.pace("0")
    again.play_game()
    expect(page.locator('[data-p10="deal-result"]')).to_contain_text("this result does not count")
    come_back(page, game)
    expect(panel(page)).to_contain_text("With 1 hint")
    acts = panel(page).locator("[data-act]").evaluate_all("(all) => all.map(({ dataset }) => dataset.act)")
    assert acts == ["daily", "share"]
    page.goto(f"{school}en/about")
    page.once("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Forget my results").click()
    expect(page.get_by_role("status").filter(has_text="Done")).to_be_visible()
    come_back(page, game)
    expect(panel(page)).to_have_attribute("data-played", "no")
    forget_at_the_table(page, game, violations)


@pytest.mark.rotating
def test_a_challenge_is_accepted_from_its_link(visit: Visit, school: str, violations: Violations) -> None:
    """The sender's table makes the link; the receiver gets the same cards, and a reload does not offer them again."""
    sent = daily.challenge_of(Session("classic", [SeatPlan("Ana"), "greedy"], "a word", phases=[1]))
    assert sent is not None
    sent = replace(sent, friend=FriendResult("Ana", 2, 0, 45, (False,)))
    link = f"{school}play?challenge="
    page = visit(f"{link}{sent.code}", noon(TODAY))
    offered = page.locator('[data-p10="challenge"]')
    expect(offered.get_by_role("heading")).to_have_text("Ana: second, 45 points.")
    expect(offered).to_contain_text("Only phase 1 is played. You play against 1 computer player.")
    expect(page.get_by_role("button")).to_have_text(["Play Ana\N{RIGHT SINGLE QUOTATION MARK}s cards", "Not now"])
    assert violations(page.locator('[data-p10="setup"]')) == []
    table = begin(page, "accept")
    assert "challenge" not in page.url
    assert sorted(table.hand()) == sorted(card.word for card in sent.session("You").observe(0).hand)
    table.pace("0")
    table.play_game()
    names = page.locator('[data-p10="deal-result"] li b')
    expect(names).to_have_text(["You", "Ana", "The expert"])
    table.act("share").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert cards_named(text.rpartition("\n")[0]) == []
    passed_on = daily.challenge(text.rpartition("?challenge=")[2])
    assert passed_on.key == sent.key
    assert passed_on.friend is not None
    assert passed_on.friend.score < 1000
    come_back(page, f"{link}{sent.code}")
    expect(offered).to_contain_text("You have had these cards before")
    offered.locator('[data-act="decline"]').click()
    expect(offered).to_have_count(0)
    expect(page.locator('[data-p10="setup"] [data-act="play"]')).to_be_focused()
    come_back(page, f"{link}%3Cscript%3E")
    expect(offered.get_by_role("alert")).to_contain_text("This link is damaged")
