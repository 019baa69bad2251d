"""The programs and sizes in docs/rl.md are correct."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import phase10_widgets as p10
from tests.faults import every
from tests.rl.with_pettingzoo import rl

ROOT = Path(__file__).parents[2]
PAGE, README = ROOT / "docs" / "rl.md", ROOT / "README.md"


@pytest.mark.slow
def test_the_programs_run(capsys: pytest.CaptureFixture[str]) -> None:
    """Run with fewer games, enough to learn something."""
    names: dict[str, Any] = {}
    for program in re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL):
        exec(program.replace("range(500)", "range(120)").replace("[-200:]", "[-50:]"), names)
    first, last = map(float, capsys.readouterr().out.split())
    assert last > max(first - 0.1, 0.65), "half of the games is what knowing nothing would win"
    assert names["play"](rl.env("classic", phases=[1]), 1, *[p10.players.get("greedy")] * 2) in ([1, -1], [-1, 1])


def test_the_program_in_the_readme_runs() -> None:
    names: dict[str, Any] = {}
    (program,) = re.findall(r"```python\n(import gymnasium\n.*?)```", README.read_text("utf-8"), re.DOTALL)
    exec(program, names)
    assert names["seen"] in names["env"].observation_space


def test_the_game_for_open_spiel_passes_its_own_test() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed; no other test needs it")
    (program,) = re.findall(r"```\{code-block\} python\n(import pyspiel\n.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    exec(program, {})
    pyspiel.random_sim_test(pyspiel.load_game("phase10"), 2, False, False)


@every("edition", p10.EDITIONS)
def test_the_sizes_are_right(edition: str) -> None:
    seats = p10.edition(edition).seats[-1]
    two, most = (rl.Coding(edition, n) for n in (2, seats))
    sizes = f"{two.n_actions}, {most.n_actions} ({seats} seats) | {two.features.size}, {most.features.size}"
    assert f"| {edition} | {sizes} |" in PAGE.read_text("utf-8")
    groups = two.features.layout["seat +0 groups"]
    assert 22 <= (groups.stop - groups.start) / max(len(phase.needs) for phase in two.edition.phases) <= 26


def test_the_tables_of_numbers_are_up_to_date() -> None:
    from devtools.generate import array_tables

    text = array_tables.PAGE.read_text("utf-8")
    assert text == array_tables.page(), "run python -m devtools.generate.array_tables"
    names: dict[str, Any] = {}
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(program, names)
    coding = names["coding"]
    assert (coding.features.names[12], coding.describe(2)) == ("hand R2", "lay down")


def test_the_picture_is_up_to_date() -> None:
    """Versions of Pillow may differ in the edges of letters; a file in 256 colors differs a little everywhere."""
    from PIL import Image

    from devtools.generate import rl_picture

    drawn = rl_picture.picture()
    with Image.open(rl_picture.FILE) as file:
        kept = np.asarray(file.convert("RGB"))
    assert kept.shape == drawn.shape
    differs = (np.abs(kept.astype(int) - drawn.astype(int)).max(2) > 24).mean()
    assert differs < 0.002, "run python -m devtools.generate.rl_picture"
    assert f"]({rl_picture.FILE.name})" in PAGE.read_text("utf-8")
