"""The template of a plugin, docs/examples/plugin: built, installed in an environment, and tested there."""

from __future__ import annotations

import os
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.packages import TEMPLATE, Once, install, python, run

NOTEBOOK = TEMPLATE / "src" / "phase10_aurora" / "21_sixth_color.ipynb"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def home(once: Once, plugin: Path, wheel: Path) -> Path:
    """Create an environment with two wheels, the package's and the plugin's, and nothing else."""
    return once("plugin-home", lambda out: install(out, wheel, plugin))


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


def test_its_lesson_is_in_the_list_of_the_course(home: Path, tmp_path: Path) -> None:
    """It is listed after ours, a server serves its notebook, and ``phase10 lab`` copies it."""
    program = """if True:
        import sys
        from pathlib import Path
        import phase10_widgets as p10
        from phase10_widgets.apps.serve import notebooks
        print(*p10.teaching.all_numbers()[-2:])
        (folder := Path(sys.argv[1])).mkdir()
        print(notebooks.lesson_paths(notebooks.gather(folder), "de")[21])
        """
    listed = run(python(home), "-c", program, tmp_path / "served").splitlines()
    name = "lessons/21_sixth_color.ipynb"
    assert listed == ["16 21", name]
    assert (tmp_path / "served" / name).is_file()
    copied = run(python(home), "-m", "phase10_widgets", "lab", "--copy-only", "--folder", tmp_path / "mine")
    assert copied.startswith("Copied")
    assert (tmp_path / "mine" / name).read_bytes() == NOTEBOOK.read_bytes()
