"""What every test shares: Hypothesis without deadlines, the order of the files, the site built once."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

os.environ["PHASE10_DATA"] = "none"  # no test writes into the user's own games; those that need a store make one
ROOT = Path(__file__).parents[1]
BROWSER_TESTS = ROOT / "tests" / "browser"
LONGEST = (
    "tests/browser/test_site.py",
    "tests/browser/test_scenario.py",
    "tests/browser/test_lessons.py",
    "tests/browser/test_binder.py",
    "tests/repo/test_wasm.py",
    "tests/repo/test_kept_outputs.py",
    "tests/core/test_games.py",
)
"""Files that take half a minute or more, the longest first."""
TOGETHER = {
    "tests/parallel/test_arena_on_dask.py": "dask",
    "tests/parallel/test_simulate_on_dask.py": "dask",
    "tests/browser/test_site.py": "site",
    "tests/browser/test_docs.py": "site",
}
"""Files that stay together in one worker: two clusters would be in each other's way, and of two workers that want the
site one would wait."""
SPREAD = ("tests/core/test_games.py", "tests/repo/test_kept_outputs.py")
"""Files of long tests that share nothing: whichever worker is free takes the next one."""

settings.register_profile("house", deadline=None)  # a slow example is no failure
settings.load_profile("house")


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Mark all of tests/browser, and begin with what takes longest."""
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker(pytest.mark.browser)
    yield  # pytest itself puts tests together that share a fixture
    items.sort(key=lambda item: place(item.path))


def place(path: Path) -> int:
    """When a file is begun: as it stands in `LONGEST`, else with the browser's, or after all of them.

    What is short comes last, so that no worker waits long for the other at the end.
    """
    name = path.relative_to(ROOT).as_posix()
    return LONGEST.index(name) if name in LONGEST else len(LONGEST) + (BROWSER_TESTS not in path.parents)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Each file in one worker, with what it shares; some files together, some test by test.

    pytest-xdist has marks for that, but with pytest 9.2 they do nothing (pytest-xdist, issue 1386).
    """
    from xdist.scheduler import LoadScopeScheduling

    def group(nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return nodeid if file in SPREAD else TOGETHER.get(file, file)

    scheduler: Any = LoadScopeScheduling(config, log)
    scheduler._split_scope = group  # what xdist's own schedulers override
    return scheduler


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


def built(*words: str) -> None:
    """Have the site built, or a part of it; what stands there from these sources is left as it is."""
    command = [sys.executable, "devtools/build/website.py", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def site() -> Path:
    """The site that needs no server, made from the sources as they are, or the one that P10_SITE names."""
    if named := os.environ.get("P10_SITE"):
        return Path(named).resolve()
    built()
    return ROOT / "_site"


@pytest.fixture(scope="session")
def pyodide() -> Path:
    """The site's Python alone."""
    if named := os.environ.get("P10_SITE"):
        return Path(named).resolve() / "static" / "pyodide"
    built("--pyodide")
    return ROOT / "build" / "site" / "pyodide"
