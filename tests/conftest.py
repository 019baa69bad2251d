"""What every test shares: Hypothesis without deadlines, the browser tests kept in one worker, the site built once."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

os.environ["PHASE10_DATA"] = "none"  # no test writes into the user's own games; those that need a store make one
ROOT = Path(__file__).parents[1]
BROWSER_TESTS = ROOT / "tests" / "browser"

settings.register_profile("house", deadline=None)  # a slow example is no failure
settings.load_profile("house")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all of tests/browser, and let one worker have it: one Chromium, one set of servers.

    What has a group of its own stays there: the site's tests take the other worker, which has less to do.
    """
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if item.get_closest_marker("xdist_group") is None:
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


@pytest.fixture(scope="session")
def site() -> Path:
    """The site that needs no server, built from the sources as they are, or the one that P10_SITE names."""
    named = os.environ.get("P10_SITE", "build")
    if named != "build":
        return Path(named).resolve()
    command = [sys.executable, "tools/website.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return ROOT / "_site"
