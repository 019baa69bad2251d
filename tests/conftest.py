"""What every test shares: Hypothesis without deadlines, and the browser tests kept in one worker."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

os.environ["PHASE10_DATA"] = "none"  # no test writes into the user's own games; those that need a store make one
BROWSER_TESTS = Path(__file__).parent / "browser"

settings.register_profile("house", deadline=None)  # a slow example is no failure
settings.load_profile("house")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all of tests/browser, and let one worker have it: one Chromium, one set of servers."""
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(autouse=True)
def no_event_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """No event loop is running, as in a plain script, although Playwright leaves one in a worker that tests share."""
    if BROWSER_TESTS in request.node.path.parents:
        yield
        return
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)
