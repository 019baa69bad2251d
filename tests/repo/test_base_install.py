"""A plain `pip install phase10_widgets`: help, doctests and types work with nothing else installed."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import Distribution, distribution, requires
from pathlib import Path

import pytest

from tests.packages import ROOT, install, python, run

pytestmark = pytest.mark.slow
MODULES = (
    *("", ".arena", ".coach", ".editions", ".errors", ".extensions", ".figures", ".handouts", ".odds", ".players"),
    ".teaching",
)
GREET = """if True:
    import inspect, pydoc, sys
    from importlib import import_module

    for name in sys.argv[1:]:
        module = import_module(name)
        assert not hasattr(module, "no_such_name")
        found = dict(inspect.getmembers(module))
        assert set(module.__all__) <= set(found), (name, set(module.__all__) - set(found))
        shown = pydoc.plain(pydoc.render_doc(module))
        words = set(shown.replace("(", " ").replace("=", " ").replace(".", " ").split())
        assert set(module.__all__) <= words, (name, set(module.__all__) - words)
"""
"""A program that reads everything from each module that ``help`` and completion read."""


def needed(name: str, into: dict[str, Distribution]) -> dict[str, Distribution]:
    """Return a package's dependencies without extras, and their dependencies, as installed here."""
    from packaging.requirements import Requirement

    for requirement in map(Requirement, requires(name) or ()):
        wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if wanted and requirement.name not in into:
            into[requirement.name] = distribution(requirement.name)
            needed(requirement.name, into)
    return into


@pytest.fixture(scope="module")
def base(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel, and make its own dependencies available, but those of no extra."""
    home = tmp_path_factory.mktemp("base")
    install(home, wheel)
    (packages,) = home.glob("venv/[Ll]ib/**/site-packages")
    for found in needed("phase10_widgets", {}).values():
        for top in {Path(file).parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
            if not (packages / top).exists():
                (packages / top).symlink_to(Path(str(found.locate_file(top))))
    return python(home)


def test_help_and_completion_work_without_any_extra(base: Path, tmp_path: Path) -> None:
    run(base, "-I", "-W", "error", "-c", GREET, *(f"phase10_widgets{part}" for part in MODULES), cwd=tmp_path)


def test_a_missing_extra_is_named_with_its_command(base: Path, tmp_path: Path) -> None:
    program = """if True:
        import phase10_widgets as p10
        for ask in (lambda: p10.rl, lambda: p10.odds.batch):
            try:
                ask()
            except AttributeError as error:
                print(error)
        from phase10_widgets import rl
    """
    done = subprocess.run(
        [base, "-I", "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.splitlines() == [
        "the environment needs PettingZoo: pip install 'phase10_widgets[rl]'",
        "checking many hands together requires NumPy: pip install 'phase10_widgets[fast]'",
    ]
    assert done.stderr.endswith("ImportError: the environment needs PettingZoo: pip install 'phase10_widgets[rl]'\n")


def test_the_examples_are_typed_against_a_base_install(base: Path, tmp_path: Path) -> None:
    examples = ROOT / "docs" / "examples"
    found = [path for path in sorted(examples.rglob("*.py")) if "plugin" not in path.parts]
    files = [path for path in found if "import marimo" not in path.read_text("utf-8")]  # its notebooks have no types
    assert files
    words = ("--strict", "--explicit-package-bases", "--cache-dir", tmp_path / "cache", "--python-executable", base)
    run(sys.executable, "-m", "mypy", *words, *files, cwd=tmp_path)


def test_the_broken_widget_managers_are_kept_out_of_every_install() -> None:
    """In 3.0.17, a page that waits for more than two seconds says "model not found" for good."""
    from packaging.requirements import Requirement

    always = [found for found in map(Requirement, requires("phase10_widgets") or ()) if found.marker is None]
    (manager,) = (found for found in always if found.name == "jupyterlab-widgets")
    assert [version for version in ("3.0.15", "3.0.16", "3.0.17") if version in manager.specifier] == ["3.0.15"]
