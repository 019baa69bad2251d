"""In a run of the suite, every process imports the installed wheel."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from tests.faults import no_faults
from tests.packages import CHECKOUT, PACKAGE, TESTED

WHERE = "import phase10_widgets; print(phase10_widgets.__file__)"
of_the_suite = pytest.mark.skipif(TESTED is None, reason="only the suite tests the installed wheel")


def run(*words: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python."""
    own = {**os.environ, **(env or {})}
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=cwd, env=own, capture_output=True, text=True, timeout=300, check=False)


def where() -> str:
    """Return the package's file in another process."""
    import phase10_widgets

    return str(phase10_widgets.__file__)


def in_a_kernel() -> str:
    """Return the package's file in a Jupyter kernel."""
    manager = pytest.importorskip("jupyter_client.manager", reason="the extra app is not installed")
    heard: list[str] = []
    with manager.run_kernel() as client:
        client.execute_interactive(WHERE, output_hook=lambda one: heard.append(one["content"].get("text", "")))
    return "".join(heard)


@of_the_suite
def test_every_process_imports_the_installed_package() -> None:
    assert TESTED
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as workers:
        worker = workers.submit(where).result()
    found = {"this": str(PACKAGE), "a child": run("-c", WHERE).stdout, "a worker": worker, "a kernel": in_a_kernel()}
    outside = {name: file for name, file in found.items() if not Path(file).is_relative_to(TESTED / "venv")}
    assert outside == {}


@of_the_suite
def test_the_command_is_the_installed_one() -> None:
    script = Path(sys.executable).with_name("phase10")
    assert script.read_text("utf-8").startswith(f"#!{sys.executable}\n")
    done = subprocess.run([script, "--version"], cwd=CHECKOUT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


@of_the_suite
def test_a_process_that_would_import_the_checkout_says_so() -> None:
    ways: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
        "working folder": (("-c", WHERE), {}),
        "module": (("-m", "phase10_widgets", "--version"), {}),
        "PYTHONPATH": (("-P", "-c", WHERE), {"PYTHONPATH": str(CHECKOUT)}),
        "sys.path": (("-P", "-c", f"import sys; sys.path.insert(0, {str(CHECKOUT)!r}); {WHERE}"), {}),
        "pytest": (("-m", "pytest", "-p", "no:cacheprovider", "tests/core/test_shuffle.py"), {}),
    }
    with no_faults() as faults:
        for way, (words, env) in ways.items():
            with faults.of(way):
                done = run(*words, cwd=CHECKOUT, env=env)
                assert done.returncode != 0
                assert "This test run is about the installed wheel, but phase10_widgets would be imported from" in (
                    done.stdout + done.stderr
                )


def test_a_run_that_is_about_another_wheel_ends_at_once(tmp_path: Path) -> None:
    words = ("-m", "pytest", "-p", "no:cacheprovider", "tests/core/test_shuffle.py")
    done = run(*words, cwd=Path(__file__).parents[2], env={"P10_TESTED": str(tmp_path)})
    assert done.returncode == 1
    assert f"This run is about the wheel installed in {tmp_path}, but phase10_widgets comes from {PACKAGE}." in (
        done.stdout + done.stderr
    )
    assert "passed" not in done.stdout
