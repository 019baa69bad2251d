"""The setup shared by all tests: no deadlines for Hypothesis, the order of the files, and the site, built only once."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.packages import CHECKOUT, PACKAGE, ROOT, TESTED, once, plugin, sdist, unpacked, wheel

__all__ = ["once", "plugin", "sdist", "unpacked", "wheel"]

os.environ["PHASE10_DATA"] = "none"  # no test writes to the user's games; tests that need a store create one
BROWSER_TESTS = ROOT / "tests" / "browser"
LONGEST = (
    "tests/browser/test_site.py",
    "tests/browser/test_scenario.py",
    "tests/browser/test_lessons.py",
    "tests/browser/test_lessons_by_keys.py",
    "tests/browser/test_binder.py",
    "tests/repo/test_wasm.py",
    "tests/repo/test_kept_outputs.py",
    "tests/game/test_games.py",
)
"""Files that take half a minute or more, ordered from longest to shortest."""
TOGETHER = {
    "tests/browser/test_site.py": "site",
    "tests/browser/test_docs.py": "site",
    "tests/browser/test_start.py": "site",
}
"""Files that share one worker, because if two workers needed the site, one would wait."""
SPREAD = ("tests/game/test_games.py", "tests/repo/test_kept_outputs.py")
"""Files of long tests that share nothing, so that any free worker can take the next test."""
SLOW = (
    *(f"tests/contracts/test_{name}.py" for name in ("lines", "registered", "same_cards", "seeds", "values")),
    "tests/rooms/test_matrix.py",
)
"""Long contract tests; `make check` skips them."""

ROTATING_HOSTS = {"notebook", "marimo"}
"""The notebook hosts whose tests are marked `rotating`."""
BUILT_LONG = {"site", "pyodide"}
"""The fixtures (or parameters that stand for them) that take minutes to build, so their tests are marked `rotating`."""
SECOND_LOOKS = re.compile(
    r"test_everything_is_in_sight\[chromium-(?!flip-6-en)"
    r"|test_before_laying_down_\w+\[chromium-de\]"
    r"|test_enlarged_\w+\[chromium-(?!flip)"
    r"|test_axe_finds_nothing\[chromium-(?!flip-dark)"
)
"""The cases in test_one_screen.py that are marked `rotating`; each run covers the edition with the most to show."""
SHARES = 30
"""The number of shares of the tests marked `rotating`; `make test` runs one share."""

settings.register_profile("house", deadline=None)  # a slow example is not a failure
settings.load_profile("house")


def pytest_configure() -> None:
    """End the run immediately if it would test the wrong package."""
    if TESTED and not PACKAGE.is_relative_to(TESTED / "venv"):
        pytest.exit(f"This run tests the wheel installed in {TESTED}, but phase10_widgets comes from {PACKAGE}.", 1)
    if sys.platform != "emscripten" and not (PACKAGE / "notebooks" / "app.ipynb").is_file():
        pytest.exit(f"{PACKAGE} lacks its notebooks. Install it again: python3 devtools/build/venv.py", 1)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Mark slow files and all of tests/browser, drop the other shares, and start with the longest files.

    A browser test that timed out gets a second try because the machine may be busy; both tries are reported.
    """
    for item in items:
        if needs_long_build(item):
            item.add_marker(pytest.mark.rotating)
        if item.nodeid.startswith(SLOW):
            item.add_marker(pytest.mark.slow)
        if BROWSER_TESTS in item.path.parents:
            item.add_marker(pytest.mark.browser)
            case = getattr(item, "callspec", None)
            elsewhere = case and any(host in case.params.values() for host in ROTATING_HOSTS)
            if elsewhere or SECOND_LOOKS.search(item.nodeid):
                item.add_marker(pytest.mark.rotating)
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=["TimeoutError", "Locator expected"]))
    if (share := config.getoption("share")) is not None:
        out = not_in_share(items, share)
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]
    yield  # pytest itself groups tests that share a fixture
    items.sort(key=lambda item: place(item.path))


def not_in_share(items: Iterable[pytest.Item], share: int) -> set[pytest.Item]:
    """Return the tests marked `rotating` that are not in this share.

    Each share is a sequence of adjacent tests, so that few shares start the same servers or build the site. The long
    tests of test_one_screen.py need neither, so they are spread over the shares.
    """
    found = [item for item in items if item.get_closest_marker("rotating")]
    rotating = sorted(found, key=lambda item: (needs_long_build(item), item.nodeid))
    alone = [item for item in rotating if SECOND_LOOKS.search(item.nodeid)]
    others = [item for item in rotating if item not in alone]
    first, end = (len(others) * at // SHARES for at in (share % SHARES, share % SHARES + 1))
    return {*rotating} - {*others[first:end], *alone[share % SHARES :: SHARES]}


def needs_long_build(item: pytest.Item) -> bool:
    """Return True for a test of the site or of in-browser Python."""
    case = getattr(item, "callspec", None)
    asked = {str(value) for value in case.params.values()} if case else set()
    return not BUILT_LONG.isdisjoint({*getattr(item, "fixturenames", ()), *asked})


def place(path: Path) -> int:
    """Return a file's rank: files in `LONGEST` come first in that order, then the browser tests, then all others.

    Short files run last, so that no worker has to wait long for another at the end.
    """
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else "a doctest in the installed package"
    return LONGEST.index(name) if name in LONGEST else len(LONGEST) + (BROWSER_TESTS not in path.parents)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Run each file in one worker with its fixtures, run some files together, and run others test by test.

    pytest-xdist has marks for this, but they have no effect with pytest 9.2 (pytest-xdist issue 1386).
    """
    from xdist.scheduler import LoadScopeScheduling

    def group(nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return nodeid if file in SPREAD else TOGETHER.get(file, file)

    scheduler: Any = LoadScopeScheduling(config, log)
    scheduler._split_scope = group  # xdist's own schedulers also override this method
    return scheduler


@pytest.fixture(autouse=True, scope="module")
def no_event_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hide the event loop that Playwright leaves running in a shared worker, so that tests run as if in a script."""
    if BROWSER_TESTS in request.node.path.parents:
        yield
        return
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


@pytest.fixture(autouse=True)
def no_safe_path() -> Iterator[None]:
    """Undo changes that commands in this process made to the environment for their children."""
    yield
    os.environ.pop("PYTHONSAFEPATH", None)


def built(*words: str) -> None:
    """Build the site or a part of it, unless it is up to date."""
    command = [sys.executable, "devtools/build/website.py", *words]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def site() -> Path:
    """Return the static site built from the current sources, or the one named by P10_SITE."""
    if named := os.environ.get("P10_SITE"):
        return Path(named).resolve()
    built()
    return CHECKOUT / "_site"


@pytest.fixture(scope="session")
def pyodide() -> Path:
    """Return the folder with the site's Python."""
    if named := os.environ.get("P10_SITE"):
        return Path(named).resolve() / "static" / "pyodide"
    built("--pyodide")
    return CHECKOUT / "build" / "site" / "pyodide"
