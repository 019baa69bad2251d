"""A Chromium that reaches only 127.0.0.1, the four hosts to open in it, and one without a server."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from playwright.sync_api import ConsoleMessage, Error, Locator, Page, WebSocket

from devtools.browser.driver import TablePage
from devtools.browser.hosts import HOSTS, Host, Jupyter
from devtools.browser.servers import QUIET, Servers
from devtools.build import chromium, frontend
from tests.browser.in_process import InProcess, connected

AXE = frontend.SOURCES / "node_modules" / "axe-core" / "axe.min.js"

COLD = 120_000
"""The time that a page may take until Python runs in it on a busy machine, in milliseconds."""
SEEN = 5_000
"""How long a page may take to say what it shows, in milliseconds."""
MOST_SHOWN = 3_000

Player = TypeVar("Player", bound=TablePage)
UrlFor = Callable[[Path], str]
Violations = Callable[[Locator], list[Any]]


class Frame(NamedTuple):
    """One websocket message; binary ones are decoded as UTF-8 as far as possible."""

    sent: bool
    text: str


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Return the path of the browser; without one the test is skipped, but fails if CI=true."""
    path = chromium.find()
    if path is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(chromium.ADVICE)
    return path


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium_path: str) -> dict[str, Any]:
    """Return pytest-playwright's launch options with our Chromium, cut off from the outside world."""
    return {**browser_type_launch_args, "executable_path": chromium_path, "args": list(QUIET)}


@pytest.fixture
def page(page: Page, console: list[str]) -> Page:
    """Return a page that waits a full minute for a cold server on a busy machine."""
    page.set_default_navigation_timeout(60_000)

    def record(message: ConsoleMessage) -> None:
        console.append(f"{message.type}: {message.text}")

    page.on("console", record)
    page.on("pageerror", lambda error: console.append(f"uncaught: {error}"))
    return page


@pytest.fixture
def console() -> list[str]:
    """Return what the page's console has said; it is printed if the test fails."""
    return []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add what a person would have seen to the report of a test that failed."""
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
    """Run a server of ours, such as ``phase10 serve``, with its own folders below *home*; yield its address."""
    servers = Servers(home)
    try:
        yield servers.start("phase10_widgets", *words, ready="health")
    finally:
        servers.stop()


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a class's server, with a kernel that waits; yield its address."""
    with serving(tmp_path_factory.mktemp("school"), "serve", "--ready=1") as address:
        yield address


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server without any kernel; yield its address."""
    with serving(tmp_path_factory.mktemp("alone"), "serve", "--ready=0") as address:
        yield address


def axe_faults(page: Page) -> list[Any]:
    """Return axe-core's findings on a whole page, whose policy is bypassed."""
    if page.evaluate("!window.axe"):
        page.evaluate(AXE.read_text("utf-8"))
    found = "axe.run().then(({violations}) => violations.map(({id, nodes}) => [id, nodes[0].html]))"
    return list(page.evaluate(found))


def table_in(kind: type[Player], host: Host, page: Page, code: str, edition: str = "classic") -> Player:
    """Show the table that this code makes, and wait for it."""
    host.open(page, code)
    table = kind(page, edition)
    table.wait()
    return table


def assert_no_key_reached(host: Host, page: Page) -> None:
    """Check that the keys that a widget took did nothing to its notebook of two cells."""
    assert not isinstance(host, Jupyter) or host.cells(page) == 2


@pytest.fixture
def requested(page: Page) -> list[str]:
    """Record every address that the page requests."""
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    return addresses


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Yield the servers of this test session."""
    started = Servers(tmp_path_factory.mktemp("jupyter"))
    yield started
    started.stop()


@pytest.fixture(scope="session")
def voila_url(servers: Servers) -> UrlFor:
    """Return ``voila_url(notebook)``: its address in Voilà, configured by voila.json; one server per notebook."""
    addresses: dict[Path, str] = {}

    def url(notebook: Path) -> str:
        path = notebook.absolute()
        if path not in addresses:
            words = (str(path), "--no-browser", "--Voila.ip=127.0.0.1", "--Voila.port_retries=0")
            addresses[path] = servers.start("voila", *words, ready="voila/static/voila.js")
        return addresses[path]

    return url


@pytest.fixture(scope="session")
def hosts(servers: Servers) -> dict[str, Host]:
    """Return every host by its name; a server starts when its first page is opened."""
    return {host.name: host(servers) for host in HOSTS}


@pytest.fixture(scope="session")
def voila(hosts: dict[str, Host]) -> Host:
    return hosts["voila"]


@pytest.fixture
def here() -> Iterator[InProcess]:
    """Yield the host whose widgets live in this process; they are closed after the test."""
    with connected() as host:
        yield host


@pytest.fixture
def violations() -> Violations:
    """Return ``violations(root)``: axe-core's findings inside, with the elements concerned."""
    if not AXE.is_file():
        pytest.fail("axe-core is not installed: python -m devtools.build.frontend test")

    def find(root: Locator) -> list[Any]:
        if not root.page.evaluate("Boolean(window.axe)"):
            root.page.evaluate(AXE.read_text("utf-8"))
        found: list[Any] = root.evaluate(
            """async (root) => {
                const moving = root.getAnimations({ subtree: true }).filter(
                    ({effect}) => effect.getComputedTiming().endTime < Infinity);
                const still = Promise.allSettled(moving.map(({finished}) => finished));  // half seen is hard to read
                await Promise.race([still, new Promise((done) => setTimeout(done, 10_000))]);
                return (await axe.run(root)).violations.map(
                    ({id, nodes}) => [id, nodes.map(({html}) => html.slice(0, 200))]);
            }"""
        )
        return found

    return find


@pytest.fixture
def websocket_traffic(page: Page) -> list[Frame]:
    """Record every websocket message of the page from now on; request it before ``page.goto``."""
    frames: list[Frame] = []

    def record(sent: bool, payload: str | bytes) -> None:
        frames.append(Frame(sent, payload if isinstance(payload, str) else payload.decode("utf-8", "replace")))

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda payload: record(True, payload))
        socket.on("framereceived", lambda payload: record(False, payload))

    page.on("websocket", listen)
    return frames
