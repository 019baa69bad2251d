"""Our own commands: with --help or nonsense, each explains itself and does nothing else."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMANDS = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
    for folder in ("devtools", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
    if re.search(r"^if __name__ == ", path.read_text("utf-8"), re.MULTILINE)
)
PASSED_ON = ("devtools.build.docs", "devtools.build.suite", "devtools.measure.soak")
"""Commands that pass unknown arguments on to Sphinx or pytest."""


@pytest.fixture(autouse=True)
def hands_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Fail on any new file, folder or process; run in an empty folder."""

    def refuse(*given: object, **named: object) -> None:
        raise AssertionError(f"it was to say what it does, and did it: {given}")

    for name in ("mkdir", "write_text", "write_bytes"):
        monkeypatch.setattr(Path, name, refuse)
    monkeypatch.setattr(os, "mkdir", refuse)
    monkeypatch.setattr(subprocess, "Popen", refuse)
    monkeypatch.chdir(tmp_path)


def run(command: str, *words: str) -> object:
    """Return the exit code of ``python -m COMMAND WORDS``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(sys.modules, command, raising=False)
        patch.setattr(sys, "argv", [command, *words])
        with pytest.raises(SystemExit) as ended:
            runpy.run_module(command, run_name="__main__", alter_sys=True)
    return ended.value.code


def test_there_are_commands() -> None:
    assert {"benchmarks", "devtools.build.website", "devtools.generate.screenshots"} <= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_says_what_it_does(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It creates no file, starts no program, and leaves no folder called ``--help``."""
    monkeypatch.setenv("COLUMNS", "200")
    assert run(command, "--help") == 0
    output = capsys.readouterr()
    assert output.out.startswith("usage: ")
    assert len(output.out.splitlines()) > 4
    assert output.err == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in PASSED_ON])
def test_an_option_that_there_is_not_ends_it(command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(command, "--there-is-no-such-option") == 2
    assert "usage: " in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
