"""Tests and doctests can be run where optional packages and plugins are missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets.conftest import NEEDS

ROOT = Path(__file__).parents[2]
HIDING = """if True:
    import sys

    class Hiding:
        def __init__(self, finder):
            self.finder = finder

        def find_spec(self, name, path=None, target=None):
            if name.partition(".")[0] in HIDDEN:
                return None
            return self.finder.find_spec(name, path, target)

        def __getattr__(self, name):
            return getattr(self.finder, name)

    HIDDEN = sys.argv.pop().split()
    sys.meta_path[:] = map(Hiding, sys.meta_path)
    import pytest
    sys.exit(pytest.main())
"""


def collected(*words: str | Path, folder: Path, program: tuple[str, ...] = ("-m", "pytest")) -> str:
    """Collect tests in a process of its own, as outside of CI, and return what it lists."""
    environment = {name: value for name, value in os.environ.items() if name != "CI"} | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, *program, "--co", "-q", "-p", "no:cacheprovider", "-p", "no:nbval", *map(str, words)]
    where: dict[str, Any] = {"cwd": folder, "env": environment, "timeout": 300}
    done = subprocess.run(command, capture_output=True, text=True, check=False, **where)
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


@pytest.mark.slow
def test_an_installed_package_has_doctests_without_its_extras(tmp_path: Path) -> None:
    hidden = " ".join({"ipykernel", *(name for names in NEEDS.values() for name in names)})  # it needs psutil itself
    words = ("-c", os.devnull, "--import-mode=importlib", "--doctest-modules", "--pyargs", "phase10_widgets", hidden)
    found = collected(*words, folder=tmp_path, program=("-c", HIDING))
    assert "odds/deal.py" in found
    assert "apps/serve" not in found


def test_a_checkout_needs_no_plugin_for_benchmarks() -> None:
    assert "test_integers.py::" in collected("-p", "no:benchmark", "tests/core/test_integers.py", folder=ROOT)


def test_benchmarks_measure_nothing_beside_other_tests(pytestconfig: pytest.Config) -> None:
    assert getattr(pytestconfig.option, "benchmark_disable", True)
