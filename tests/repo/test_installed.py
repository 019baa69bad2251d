"""In a run of the suite, every process imports the installed wheel."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from tests.packages import PACKAGE, TESTED

WHERE = "import phase10_widgets; print(phase10_widgets.__file__)"


def where() -> str:
    """Return the package's file in another process."""
    import phase10_widgets

    return str(phase10_widgets.__file__)


def in_a_kernel() -> str:
    """Return the package's file in a Jupyter kernel."""
    manager = pytest.importorskip("jupyter_client.manager", reason="the extra voila is not installed")
    heard: list[str] = []
    with manager.run_kernel() as client:
        client.execute_interactive(WHERE, output_hook=lambda one: heard.append(one["content"].get("text", "")))
    return "".join(heard)


@pytest.mark.slow
@pytest.mark.skipif(TESTED is None, reason="only the suite tests the installed wheel")
def test_every_process_imports_the_installed_package() -> None:
    assert TESTED
    child = subprocess.run([sys.executable, "-c", WHERE], capture_output=True, text=True, timeout=300, check=False)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as workers:
        worker = workers.submit(where).result()
    found = {"this": str(PACKAGE), "a child": child.stdout, "a worker": worker, "a kernel": in_a_kernel()}
    outside = {name: file for name, file in found.items() if not Path(file).is_relative_to(TESTED / "venv")}
    assert outside == {}
