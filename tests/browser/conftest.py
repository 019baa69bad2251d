"""Fixtures for a Chromium that can reach only 127.0.0.1, the four hosts to open in it, and a host without a server."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, expect

from devtools.browser.driver import TablePage
from devtools.browser.hosts import HOSTS, PATIENCE, Host
from devtools.browser.servers import QUIET, Servers
from devtools.build import chromium, frontend
from tests.browser.in_process import InProcess, connected

AXE = frontend.SOURCES / "node_modules" / "axe-core" / "axe.min.js"

SEEN = 5_000
"""The time limit in milliseconds for a page to show its content."""
MOST_SHOWN = 3_000

Player = TypeVar("Player", bound=TablePage)
NewContext = Callable[..., BrowserContext]
"""The type of pytest-playwright's ``new_context`` fixture, whose contexts are closed after the test."""
Violations = Callable[[Locator], list[Any]]


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Return the path of the browser; if there is none, skip the test, or fail it if CI=true."""
    path = chromium.find()
    if path is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(chromium.ADVICE)
    return path


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium_path: str) -> dict[str, Any]:
    """Return pytest-playwright's launch options for our Chromium, which has no access to the outside world."""
    return {**browser_type_launch_args, "executable_path": chromium_path, "args": list(QUIET)}


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    """Return the browser with timeouts that suit a busy machine and cost nothing on an idle one."""

    def opened(context: BrowserContext) -> None:
        context.set_default_timeout(PATIENCE)

    browser.on("context", opened)
    expect.set_options(timeout=PATIENCE)
    return browser


@pytest.fixture
def page(page: Page, console: list[str]) -> Page:
    """Return a page whose console is recorded."""

    def record(message: ConsoleMessage) -> None:
        console.append(f"{message.type}: {message.text}")

    page.on("console", record)
    page.on("pageerror", lambda error: console.append(f"uncaught: {error}"))
    return page


@pytest.fixture
def console() -> list[str]:
    """Return the page's console messages, which are printed if the test fails."""
    return []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the page's visible content to the report on a failed test."""
    report = yield
    given: dict[str, Any] = getattr(item, "funcargs", {})
    if report.failed and isinstance(page := given.get("page"), Page):
        try:
            seen = page.locator("body").inner_text(timeout=SEEN)
        except Error as error:
            seen = f"(no answer: {error})"
        report.sections.append(("The page", f"{page.url}\n{seen[-MOST_SHOWN:]}"))
        report.sections.append(("Its console", "\n".join(given.get("console", ()))[-MOST_SHOWN:]))
    return report


@contextmanager
def serving(home: Path, *words: str) -> Iterator[str]:
    """Run one of our servers, such as ``phase10 serve``, with its own folders under *home*; yield its address."""
    servers = Servers(home)
    try:
        yield servers.start("phase10_widgets", *words, ready="health")
    finally:
        servers.stop()


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a class server; yield its address."""
    with serving(tmp_path_factory.mktemp("school"), "serve") as address:
        yield address


def table_in(kind: type[Player], host: Host, page: Page, code: str, edition: str = "classic") -> Player:
    """Show the table that this code creates, and wait for it."""
    host.open(page, code)
    table = kind(page, edition)
    table.wait()
    return table


@pytest.fixture
def requested(page: Page) -> list[str]:
    """Record every address that the page requests."""
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    return addresses


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Yield the servers for this test session."""
    started = Servers(tmp_path_factory.mktemp("jupyter"))
    yield started
    started.stop()


@pytest.fixture(scope="session")
def hosts(servers: Servers) -> dict[str, Host]:
    """Return every host by name; each server starts when its first page is opened."""
    return {host.name: host(servers) for host in HOSTS}


@pytest.fixture(scope="session")
def voila(hosts: dict[str, Host]) -> Host:
    return hosts["voila"]


@pytest.fixture
def here() -> Iterator[InProcess]:
    """Yield the host whose widgets live in this process, and close the widgets after the test."""
    with connected() as host:
        yield host


@pytest.fixture
def violations() -> Violations:
    """Return ``violations(root)``, which lists axe-core's findings inside an element."""
    if not AXE.is_file():
        pytest.fail("axe-core is not installed: python -m devtools.build.frontend test")

    def find(root: Locator) -> list[Any]:
        if not root.page.evaluate("Boolean(window.axe)"):
            root.page.evaluate(AXE.read_text("utf-8"))
        found: list[Any] = root.evaluate(
            """async (root) => {
                const moving = root.getAnimations({ subtree: true }).filter(
                    ({effect}) => effect.getComputedTiming().endTime < Infinity);
                // Half-transparent text would be hard to read.
                const still = Promise.allSettled(moving.map(({finished}) => finished));
                await Promise.race([still, new Promise((done) => setTimeout(done, 10_000))]);
                return (await axe.run(root)).violations.map(
                    ({id, nodes}) => [id, nodes.map(({html}) => html.slice(0, 200))]);
            }"""
        )
        return found

    return find
