"""The programs and sizes in docs/rl.md are correct."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import phase10_widgets as p10
from tests.rl.with_pettingzoo import rl

PAGE = Path(__file__).parents[2] / "docs" / "rl.md"


@pytest.mark.slow
def test_the_programs_run(capsys: pytest.CaptureFixture[str]) -> None:
    """Run with fewer games, enough to learn something."""
    names: dict[str, Any] = {}
    for program in re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL):
        exec(program.replace("range(500)", "range(150)").replace("[-200:]", "[-50:]"), names)
    first, last = map(float, capsys.readouterr().out.split())
    assert last > max(first - 0.1, 0.65), "half of the games is what knowing nothing would win"
    assert names["play"](rl.env("classic", phases=[1]), 1, *[p10.players.get("greedy")] * 2) in ([1, -1], [-1, 1])


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_the_sizes_are_right(edition: str) -> None:
    seats = p10.edition(edition).seats[-1]
    two, all_of_them = (rl.Coding(p10.edition(edition), n) for n in (2, seats))
    row = (
        f"| {edition} | {two.n_actions}, {all_of_them.n_actions} ({seats} seats) "
        f"| {two.features.size}, {all_of_them.features.size} |"
    )
    assert row in PAGE.read_text("utf-8")
    groups = rl.Coding(p10.edition(edition), 2).features.layout["seat +0 groups"]
    most = max(len(phase.needs) for phase in p10.edition(edition).phases)
    assert 22 <= (groups.stop - groups.start) / most <= 26


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


class Noted:
    """A benchmark that only notes what it is told."""

    def __init__(self) -> None:
        self.extra_info: dict[str, Any] = {}

    def pedantic(self, work: object, **settings: object) -> None:
        self.work = work


def test_the_benchmarks_require_twice_gin_rummys_speed() -> None:
    """Rates are those of the table in docs/speed.md, so that a slower environment is seen beside what it must do."""
    from benchmarks import environments, test_rl

    rows = dict(re.findall(r"^\| ([^|]+) \| ([\d,]+) \|", environments.PAGE.read_text("utf-8"), re.MULTILINE))
    gin, classic, many = (
        float(rows[name].replace(",", "")) for name in (environments.GIN, "classic, 2 seats", "classic, `SelfPlay(64)`")
    )
    for measured, measure in (
        (classic, lambda noted: test_rl.test_rl(noted, "classic")),
        (many, test_rl.test_rl_side_by_side),
    ):
        noted = Noted()
        measure(noted)
        assert noted.extra_info["must"] / gin == pytest.approx(2, abs=0.3)
        assert noted.extra_info["must"] < noted.extra_info["goal"] < measured


def test_the_table_of_speeds_has_a_row_for_each_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other libraries, which the benchmark installs for itself, are replaced."""
    from benchmarks import environments

    rlcard, gin = ModuleType("rlcard"), ModuleType("pettingzoo.classic.gin_rummy_v4")
    monkeypatch.setattr(rlcard, "make", lambda name, config: name, raising=False)
    monkeypatch.setattr(gin, "env", object, raising=False)
    classic = ModuleType("pettingzoo.classic")
    monkeypatch.setattr(classic, "gin_rummy_v4", gin, raising=False)
    for module in (rlcard, classic, gin):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    part = environments.PAGE.read_text("utf-8").split("<!-- environments -->\n")[1].split("<!-- /environments")[0]
    head, _, *rows = part.splitlines()
    assert head == environments.HEAD.splitlines()[0]
    found = [[cell.strip() for cell in row.split("|")[1:4]] for row in rows]
    assert [name for name, _, _ in found] == list(environments.loops())
    rates = [float(rate.replace(",", "")) for _, rate, _ in found]
    assert [times for _, _, times in found] == [f"{rate / rates[0]:.1f} times" for rate in rates]
    assert rates[1] > 3 * rates[0], "the goal is three times gin rummy's, on classic with two seats"
