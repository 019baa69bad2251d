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
from tests.helpers import rotating
from tests.repo.pages import ANALYSES, NO_PANDAS, NOTEBOOKS, language

ENGLISH = [path for path in NOTEBOOKS if language(path) == "en" and path not in ANALYSES]
OTHERS = [path for path in NOTEBOOKS if path not in ENGLISH and (path not in ANALYSES or not NO_PANDAS)]
"""The German notebooks, whose code is the same, and the analyses, which take long."""
AT_ONCE = 4
"""The notebooks that one process runs in sequence."""


def groups(paths: list[Path]) -> list[list[Path]]:
    return [paths[at : at + AT_ONCE] for at in range(0, len(paths), AT_ONCE)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "notebooks",
    [*groups(ENGLISH), *map(rotating, groups(OTHERS))],
    ids=[" ".join(path.stem for path in group) for group in (*groups(ENGLISH), *groups(OTHERS))],
)
def test_notebooks_reproduce_their_saved_outputs(unpacked: Path, tmp_path: Path, notebooks: list[Path]) -> None:
    """Every cell runs, and compared cells show their saved outputs."""
    for path in notebooks:
        kept = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        nbformat.write(unfolded(kept), tmp_path / path.name)  # type: ignore[no-untyped-call]
    names = [path.name for path in notebooks]
    words = ("-p", "nbval.plugin", "--nbval-lax", "--nbval-cell-timeout=60", "-v", "-p", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", *words, *names, "--rootdir", str(tmp_path)]
    only_this = {"PYTHONPATH": str(unpacked), "PHASE10_DATA": "none", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")} | only_this
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {*re.findall(r"(?m)^(\w+)::ipynb::.* PASSED", done.stdout)} == {path.stem for path in notebooks}
