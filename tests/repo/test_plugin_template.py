"""The template of a plugin, docs/examples/plugin: built, installed in an environment, and tested there."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.packages import TEMPLATE, Once, install, python, run

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def home(once: Once, plugin: Path, wheel: Path) -> Path:
    """Create an environment with two wheels, the package's and the plugin's, and nothing else."""
    return once("plugin-home", lambda out: install(out, wheel, plugin))


def test_its_own_tests_pass_once_it_is_installed(home: Path) -> None:
    """The tests play, save, replay and review its game, send it to another process, and answer its lesson."""
    command: list[str | Path] = [python(home), "-W", "error", "-m", "unittest", "discover", TEMPLATE / "tests"]
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=home, env=env, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert "Ran 5 tests" in done.stderr


def test_the_command_line_knows_its_registrations(home: Path) -> None:
    found = run(
        python(home), "-m", "phase10_widgets", "arena", "patient", "random", "--edition", "aurora", "--games", "4"
    )
    assert found.startswith("aurora, 2 seats: 4 games")
    assert "patient" in found
    listed = run(python(home), "-c", "import phase10_widgets as p10; print(*p10.teaching.all_numbers()[-2:])")
    assert listed.split() == ["16", "21"]
