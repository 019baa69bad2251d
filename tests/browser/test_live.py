"""Shared tables in real browsers: people on computers and phones, a wall that loads late, a network without sockets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, WebSocket, expect

from tests.browser.conftest import Violations, serving

SIZE = {"width": 390, "height": 844}
PHONE: dict[str, Any] = {"viewport": SIZE, "has_touch": True, "is_mobile": True, "locale": "de-DE"}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the server; its games are in ``data``."""
    return tmp_path_factory.mktemp("live")


@pytest.fixture(scope="module")
def service(home: Path) -> Iterator[str]:
    """Start a server where anybody may open a table; yield its address."""
    with serving(home, "serve", "--open", f"--log={home / 'log'}", f"--data={home / 'data'}") as address:
        yield address


class Person:
    """A person with their own browser, which records everything that it receives."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.page: Page = context.new_page()
        self.frames: list[Any] = []
        self.faults: list[str] = []
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.goto(address)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.frames.append(json.loads(text)))

    def open(self, name: str) -> str:
        """Open a room from a page that leads back to the start page; return its code."""
        expect(self.page.locator('[data-act="home"]')).to_be_visible()
        self.page.locator('input[name="name"]').fill(name)
        self.act("open")
        return code_on(self.page)

    def enter(self, name: str, code: str) -> None:
        """Join a room."""
        self.page.locator('input[name="name"]').fill(name)
        self.page.locator('input[name="code"]').fill(code.lower())
        self.act("join")

    def sit(self) -> None:
        self.act("sit")
        expect(self.page.locator("[data-you]")).to_have_count(1)

    def act(self, name: str) -> None:
        self.page.locator(f'[data-act="{name}"]:not(:disabled)').first.click()

    def at_table(self) -> None:
        expect(self.page.locator('[data-p10="table"][data-rev]')).to_be_visible()
        expect(self.page.locator("[data-hand-card]")).not_to_have_count(0)


def code_on(page: Page) -> str:
    text = page.locator('[data-p10="invite"]').inner_text()
    match = re.search(r"\b[B-Z]{6}\b", text)
    assert match is not None, text
    return match[0]


def begin(host: Person, *guests: Person) -> None:
    """Sit everybody down at the first table, and start its game."""
    for person in (host, *guests):
        person.sit()
    host.act("start")
    for person in (host, *guests):
        person.at_table()


def late_wall(host: Person) -> Page:
    """Open the wall with a script that first fails and then loads late, and late styles; the page says so meanwhile."""
    held: dict[str, Route] = {}
    host.context.route("**/live/class.*", lambda route: held.update({route.request.url.rpartition(".")[2]: route}))
    with host.context.expect_page() as opened:
        host.page.get_by_text("Open the wall").click()
    wall = opened.value
    wall.on("pageerror", lambda error: host.faults.append(str(error)))
    panel, said = wall.locator('[data-p10="wall"]'), wall.get_by_text("One moment …")

    def waiting_for(kind: str) -> Route:
        expect(said).to_be_visible()
        expect(wall.locator("h1")).to_have_text("All tables")
        while kind not in held:
            wall.wait_for_timeout(50)
        assert panel.count() == 0
        return held.pop(kind)

    waiting_for("js").abort()
    expect(wall.get_by_role("alert")).to_have_text("This part of the page could not be loaded.")
    held.clear()
    wall.locator('[data-act="reload"]').click()
    script = waiting_for("js")
    with wall.expect_response("**/live/class.js"):
        script.continue_()
    waiting_for("css").continue_()
    expect(panel).to_be_visible()
    expect(panel.locator(".tables")).to_have_css("display", "grid")
    expect(said).to_have_count(0)
    host.context.unroute("**/live/class.*")
    return wall


def test_the_first_page_is_accessible(service: str, browser: Browser, violations: Violations) -> None:
    """axe finds nothing on the first page, and nothing is wider than a phone."""
    for scheme in ("light", "dark"):
        with browser.new_context(**{**PHONE, "color_scheme": scheme}) as context:
            page = context.new_page()
            page.goto(f"{service}live")
            expect(page.locator('input[name="code"]')).to_be_visible()
            assert violations(page.locator("html")) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_page_without_websockets_polls_and_plays(service: str, browser: Browser) -> None:
    polls: list[str] = []
    with browser.new_context(locale="en-US") as desk, browser.new_context(**PHONE) as phone:
        desk.route_web_socket("**/live/line*", lambda socket: socket.close())
        desk.on("request", lambda request: polls.append(request.url) if "/live/poll" in request.url else None)
        hanna, ben = Person(desk, f"{service}live"), Person(phone, f"{service}live")
        ben.enter("Ben", hanna.open("Hanna"))
        begin(hanna, ben)
        assert len(polls) >= 3
        assert (hanna.faults, ben.faults) == ([], [])


def test_a_host_chooses_house_rules_on_a_phone(service: str, browser: Browser, violations: Violations) -> None:
    """The panel has its own file; every control fits a finger, and the table plays by the chosen rules."""
    with browser.new_context(**PHONE) as context:
        host = Person(context, f"{service}live")
        host.open("Hanna")
        host.act("rules")
        rules = host.page.locator('[data-p10="house-rules"]')
        expect(rules).to_have_attribute("lang", "de")
        expect(rules.locator("fieldset input")).to_have_count(10)
        for number, left in ((1, 4), (3, 3), (4, 2), (5, 1)):
            rules.locator(f'[data-option="phase {number}"]').click()
            expect(rules.locator("fieldset :checked")).to_have_count(left)
        expect(rules.locator('[data-option="phase 2"]')).to_be_disabled()
        rules.locator('[data-option="must_lay_down"]').click()
        line = host.page.locator('[data-p10="room-table"]').get_by_text("mit 2 Hausregeln")
        expect(line).to_be_visible()
        heights = rules.locator("label").evaluate_all("(labels) => labels.map((label) => label.offsetHeight)")
        assert min(heights) >= 44, heights
        assert host.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(host.page.locator("html")) == []
        begin(host)
        assert host.page.locator('[data-p10="table"]').get_attribute("data-phase") == "2"
        assert host.faults == []
