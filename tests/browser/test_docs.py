"""The documentation on the site: read, searched and navigated in a browser that reaches no other host."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from devtools.browser.servers import FileServer
from tests.browser.conftest import Violations

BELOW = "a/school/phase10/"
LOOKED_AT = ("index.html", "host.html", "api-players.html")
SCHEMES = ("light", "dark")


@pytest.fixture
def address(site: Path, tmp_path: Path, page: Page) -> Iterator[str]:
    """Serve the documentation from a plain file server; fail on external requests, missing files, and errors."""
    (tmp_path / BELOW).parent.mkdir(parents=True)
    (tmp_path / BELOW).symlink_to(site, target_is_directory=True)
    asked: set[str] = set()
    errors: list[str] = []
    page.on("request", lambda request: asked.add(urlsplit(request.url).hostname or ""))
    page.on("pageerror", lambda error: errors.append(str(error)))
    with FileServer(tmp_path) as server:
        yield f"{server.address}{BELOW}docs/"
    assert server.missing == []
    assert asked <= {"127.0.0.1", ""}
    assert errors == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_documentation_is_accessible(page: Page, address: str, violations: Violations, scheme: str) -> None:
    """Light and dark, wide and narrow: axe finds nothing, and nothing overflows."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for name in LOOKED_AT:
        page.goto(address + name)
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            assert violations(page.locator("html")) == [], (name, width)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, ground.removeprefix("rgb(").removesuffix(")").split(","))) < 300) == (scheme == "dark")


def test_the_search_finds_a_rule_without_a_server(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("textbox", name="Search").fill("joker")
    page.keyboard.press("Enter")
    found = page.locator("#search-results li a")
    expect(found.filter(has_text="The rulebook")).not_to_have_count(0)
    found.filter(has_text="The rulebook").first.click()
    expect(page.locator("h1")).to_contain_text("The rulebook")
    expect(page.get_by_text("A joker stands for any suit, color and rank.")).to_be_visible()


def test_the_keyboard_skips_the_contents_and_reaches_scrolling_parts(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(address + "odds.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent").strip() == "Skip to content"
    page.keyboard.press("Enter")
    page.locator(".table-wrapper").first.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.table-wrapper').scrollLeft > 0")


def test_on_a_narrow_page_the_keyboard_opens_and_leaves_the_contents(page: Page, address: str) -> None:
    """While they are closed, no element inside takes the focus."""
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(address + "play.html")
    seen = []
    for _ in range(12):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.getBoundingClientRect().x"))
    assert min(seen) >= 0
    contents = page.get_by_role("button", name="Contents")
    contents.focus()
    page.keyboard.press("Enter")
    expect(contents).to_have_attribute("aria-expanded", "true")
    link = page.get_by_role("link", name="The rulebook", exact=True).first
    link.focus()
    expect(link).to_be_focused()
    page.keyboard.press("Escape")
    expect(contents).to_be_focused()
    expect(link).to_be_hidden()


def test_the_documentation_links_to_the_game(page: Page, address: str) -> None:
    page.goto(address + "rulebook.html#g8")
    assert page.locator("#g8").get_by_role("heading").first.inner_text().startswith("G8")
    page.get_by_role("link", name="Play in the browser").click()
    expect(page.locator("a.setup")).to_contain_text("Set up a game")


class Targets(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path: Path) -> None:
        """Read the page of this file."""
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = {"", "top"}
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.links |= {link for name in ("href", "src") if (link := found.get(name))}
        self.places |= {place for name in ("id", "name") if (place := found.get(name))}


def test_every_link_leads_somewhere(site: Path) -> None:
    """It leads to an existing file and an existing anchor, source pages included."""
    pages = {path.resolve(): Targets(path) for path in (site / "docs").rglob("*.html")}
    assert len(pages) > 40
    lost = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            there = pages[target].places if target in pages else {parts.fragment}
            if not target.is_file() or unquote(parts.fragment) not in there:
                lost.append((path.name, link))
    assert lost == []


def test_the_documentation_describes_itself(site: Path) -> None:
    for path in (site / "docs").rglob("*.html"):
        text = path.read_text("utf-8")
        assert "not affiliated with Mattel" in text, path.name
