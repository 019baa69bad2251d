"""With several workers, each file stays on one of them, and the slowest start first."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from tests.conftest import LONGEST, SPREAD, TOGETHER

ROOT = Path(__file__).parents[2]
FILES = (
    "tests/repo/test_readme.py",
    "tests/repo/test_hub.py",
    "tests/repo/test_release.py",
    "tests/core/test_house_rules.py",
)


def run(*words: str) -> str:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_file_stays_in_one_worker() -> None:
    workers = defaultdict(set)
    for worker, file in re.findall(r"(?m)^\[(gw\d)\].* PASSED (tests/\w+/\w+\.py)::", run("-n", "2", "-v", *FILES)):
        workers[file].add(worker)
    assert set(workers) == set(FILES)
    assert all(len(seen) == 1 for seen in workers.values()), dict(workers)
    assert set().union(*workers.values()) == {"gw0", "gw1"}


@pytest.mark.slow
def test_what_takes_longest_comes_first() -> None:
    """They are followed by the browser's other tests, then by the short ones."""
    browser, short = "tests/browser/test_tournament.py", "tests/apps/test_cli.py"
    lines = run("--collect-only", "-q", short, browser, *reversed(LONGEST)).splitlines()
    files = list(dict.fromkeys(line.partition("::")[0] for line in lines if "::" in line))
    assert files == [*LONGEST, browser, short]


def test_what_is_named_is_there() -> None:
    assert all((ROOT / name).is_file() for name in (*LONGEST, *TOGETHER, *SPREAD))


def test_one_worker_builds_the_site() -> None:
    """All files whose tests need it stay together."""
    wanting = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("test_*.py")
        if re.search(r"[(, ]site: Path", path.read_text("utf-8"))
    }
    assert wanting
    assert wanting == {name for name, group in TOGETHER.items() if group == "site"}
