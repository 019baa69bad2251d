"""The template of a plugin, docs/examples/plugin: built, installed in an environment, and tested there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.repo.conftest import ROOT, Once, run

TEMPLATE = ROOT / "docs" / "examples" / "plugin"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def plugin(once: Once) -> Path:
    """Build the template's wheel."""

    def make(out: Path) -> None:
        sources = out / "sources"
        shutil.copytree(TEMPLATE, sources, ignore=shutil.ignore_patterns("__pycache__"))
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", out, cwd=sources)

    (built,) = once("plugin", make).glob("*.whl")
    return built


@pytest.fixture(scope="session")
def home(once: Once, plugin: Path, wheel: Path) -> Path:
    """Create an environment with two wheels, the package's and the plugin's, and nothing else."""

    def make(out: Path) -> None:
        run(sys.executable, "-m", "venv", "--without-pip", out / "venv")
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python(out))
        run(*pip, "install", "--quiet", "--no-index", "--no-deps", wheel, plugin)

    return once("plugin-home", make)


def python(home: Path) -> Path:
    return home / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def test_the_wheel_holds_the_package_and_its_entry_points(plugin: Path) -> None:
    with zipfile.ZipFile(plugin) as archive:
        names = archive.namelist()
        points = archive.read("phase10_aurora-1.0.dist-info/entry_points.txt").decode()
    assert {f"phase10_aurora/{name}.py" for name in ("edition", "kind", "player", "lesson")} < set(names)
    assert [line for line in points.splitlines() if line.startswith("[")] == [
        "[phase10_widgets.editions]",
        "[phase10_widgets.kinds]",
        "[phase10_widgets.lessons]",
        "[phase10_widgets.players]",
    ]


def test_its_own_tests_pass_where_it_is_installed(home: Path) -> None:
    """They play, save, replay and review its game, send it to another process, and answer its lesson."""
    command: list[str | Path] = [python(home), "-W", "error", "-m", "unittest", "discover", TEMPLATE / "tests"]
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=home, env=env, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert "Ran 5 tests" in done.stderr


def test_the_command_line_knows_what_it_registers(home: Path) -> None:
    found = run(
        python(home), "-m", "phase10_widgets", "arena", "patient", "random", "--edition", "aurora", "--games", "4"
    )
    assert found.startswith("aurora, 2 seats: 4 games")
    assert "patient" in found


def test_the_checkout_does_not_know_it() -> None:
    """The environment of the other tests has no plugins."""
    program = "import phase10_widgets as p10; print(p10.editions.names() == p10.EDITIONS)"
    assert run(sys.executable, "-c", program).strip() == "True"
