"""Our own commands: with --help, each explains itself and does nothing else."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults import no_faults
from tests.packages import ROOT

COMMANDS = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
    for folder in ("devtools", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
    if re.search(r"^if __name__ == ", path.read_text("utf-8"), re.MULTILINE)
)


@pytest.fixture
def hands_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Fail on any new file, folder or process; run in an empty folder."""

    def refuse(*given: object, **named: object) -> None:
        raise AssertionError(f"it was to say what it does, and did it: {given}")

    for name in ("mkdir", "write_text", "write_bytes"):
        monkeypatch.setattr(Path, name, refuse)
    monkeypatch.setattr(os, "mkdir", refuse)
    monkeypatch.setattr(subprocess, "Popen", refuse)
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
@pytest.mark.usefixtures("hands_off")
def test_a_command_says_what_it_does(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It creates no file, starts no program, and leaves no folder called ``--help``."""
    monkeypatch.setenv("COLUMNS", "200")
    with no_faults() as faults:
        for command in COMMANDS:
            monkeypatch.delitem(sys.modules, command, raising=False)
            monkeypatch.setattr(sys, "argv", [command, "--help"])
            with faults.of(command):
                with pytest.raises(SystemExit) as ended:
                    runpy.run_module(command, run_name="__main__", alter_sys=True)
                output = capsys.readouterr()
                assert ended.value.code == 0
                assert output.out.startswith("usage: ")
                assert len(output.out.splitlines()) > 4
                assert output.err == ""
                assert list(tmp_path.iterdir()) == []
