"""The wheel as users get it: built from the source archive, inspected, and used alone."""

from __future__ import annotations

import json
import re
import subprocess
import zipfile
from pathlib import Path

import pytest

from devtools.build import venv
from devtools.release import release
from phase10_widgets.conftest import NEED_NUMPY
from tests.packages import CHECKOUT, ROOT, install, python, run
from tests.repo.pages import NOTEBOOKS

TEMPLATE = "share/jupyter/voila/templates/phase10"


@pytest.fixture(scope="session")
def names(wheel: Path) -> set[str]:
    """Return the names of the wheel's files."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="session")
def bare_python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a fresh environment with only the wheel."""
    home = tmp_path_factory.mktemp("bare")
    install(home, wheel)
    return python(home)


def test_users_choose_among_eight_extras_and_make_installs_only_what_exists() -> None:
    """`pip install 'phase10_widgets[…]'` offers what users need; a group holds what only this repository needs."""
    settings = venv.pyproject()
    assert len(settings["project"]["optional-dependencies"]) <= 8
    assert not settings["project"]["optional-dependencies"].keys() & settings["dependency-groups"].keys()
    makefile = (CHECKOUT / "Makefile").read_text("utf-8")
    wanted = re.findall(r"(?m)^(?:\t@\$\(VENV\)|TESTED := --tested)((?: [a-z]+| \$\(TESTED\))+)$", makefile)
    names = {name for words in wanted for name in words.split() if name.isalpha()}
    assert {"analysis", "app", "dev", "docs", "hosts", "test"} <= names <= venv.known().keys()
    assert {"pytest>=9,<10", "ruff>=0.14"} <= {*venv.packages("dev")}


@pytest.mark.slow
def test_the_built_archives_have_no_faults(wheel: Path, sdist: Path) -> None:
    machine = release.machine_words()
    assert str(CHECKOUT) in machine
    assert list(release.wheel_faults(wheel, CHECKOUT, machine)) == []
    assert list(release.sdist_faults(sdist, CHECKOUT, machine)) == []


@pytest.mark.slow
def test_the_wheel_is_complete(names: set[str]) -> None:
    """It has a page that contacts no other host, every notebook, and the browser's texts.

    Every module, script, lesson and notebook in the wheel is reported when it is missing.
    """
    runs = (".py", ".js", ".ipynb", ".mo", ".typed", ".html", ".j2")
    ours = {name for name in names if name.startswith("phase10_widgets/") and name.endswith(runs)}
    assert ours <= release.needed(CHECKOUT)
    data = {name.partition(".data/data/")[2] for name in names}
    assert {f"{TEMPLATE}/conf.json", f"{TEMPLATE}/index.html.j2", f"{TEMPLATE}/page.html"} <= data
    inside = {path.relative_to(ROOT).as_posix().removeprefix("notebooks/") for path in NOTEBOOKS}
    assert {f"phase10_widgets/notebooks/{name}" for name in inside} <= names
    assert "phase10_widgets/languages/browser_texts.js" in names


DOCTESTS = """if True:
    import doctest, importlib, json, pkgutil, sys
    from pathlib import Path
    import phase10_widgets

    ran, missing = {}, {}
    for found in pkgutil.walk_packages(phase10_widgets.__path__, "phase10_widgets.", onerror=lambda name: None):
        if found.name.endswith((".__main__", ".conftest")):
            continue  # programs, and pytest's own file
        try:
            module = importlib.import_module(found.name)
        except ImportError as error:
            missing[found.name] = error.name or error.__context__.name
            continue
        failed, tried = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
        if tried or ">>> " in Path(module.__file__).read_text("utf-8"):
            ran[found.name] = tried, failed
    with open(sys.argv[1], "w") as file:
        json.dump([ran, missing], file)
"""
"""Run the doctests of all modules that can be imported; note those that cannot, each with the package it lacks."""


@pytest.mark.slow
def test_the_doctests_of_the_wheel_need_no_other_package(bare_python: Path, tmp_path: Path) -> None:
    """Only modules for widgets, servers, handouts, NumPy and learning are left out, by the package that they lack."""
    result = tmp_path / "result.json"
    output = run(bare_python, "-I", "-c", DOCTESTS, result, cwd=tmp_path)
    ran, missing = json.loads(result.read_text("utf-8"))
    assert {name: counts for name, counts in ran.items() if counts[1] or not counts[0]} == {}, output
    assert len(ran) > 80
    parts = {name: name.split(".")[1] for name in missing}
    numpy = {name for name, lacks in missing.items() if lacks == "numpy" and parts[name] == "odds"}
    assert numpy == {f"phase10_widgets.odds.{name.replace('/', '.')}" for name in NEED_NUMPY}
    parts_with_packages = {"ui", "teaching", "rooms", "server", "cli", "handouts", "rl"}
    assert {part for name, part in parts.items() if name not in numpy} <= parts_with_packages


@pytest.mark.slow
def test_the_command_names_missing_packages_and_knows_its_version(
    bare_python: Path, wheel: Path, tmp_path: Path
) -> None:
    command = bare_python.with_name("phase10")
    done = subprocess.run([command, "play"], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "pip install 'phase10_widgets[app]'" in done.stderr
    assert run(command, "--version", cwd=tmp_path).split() == ["phase10_widgets", wheel.name.split("-")[1]]
