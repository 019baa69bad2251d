"""Every lesson and notebook runs with the wheel in place of the sources, and shows its saved outputs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from devtools.generate.notebooks import unfolded
from tests.packages import ROOT
from tests.repo.pages import ANALYSES, NO_PANDAS, NOTEBOOKS, language


@pytest.mark.slow
@pytest.mark.parametrize(
    "notebook",
    [pytest.param(path, marks=[pytest.mark.rotating] if language(path) == "de" else []) for path in NOTEBOOKS],
    ids=[path.relative_to(ROOT).as_posix() for path in NOTEBOOKS],
)
def test_a_notebook_shows_what_it_keeps(unpacked: Path, tmp_path: Path, notebook: Path) -> None:
    """Every cell runs, and compared cells show their saved outputs."""
    if notebook in ANALYSES and NO_PANDAS:
        pytest.skip("the extra analysis is not installed")
    kept = nbformat.read(notebook, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.write(unfolded(kept), tmp_path / notebook.name)  # type: ignore[no-untyped-call]
    words = ("-p", "nbval.plugin", "--nbval-lax", "--nbval-cell-timeout=60", "-q", "-p", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", *words, notebook.name, "--rootdir", str(tmp_path)]
    only_this = {"PYTHONPATH": str(unpacked), "PHASE10_DATA": "none", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")} | only_this
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^\d+ passed", done.stdout, re.MULTILINE)
