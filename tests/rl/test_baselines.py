"""The table of baselines in docs/rl.md, and the tool that plays it."""

from __future__ import annotations

import sys

import pytest

from benchmarks import baselines


def test_the_page_has_a_row_for_every_baseline() -> None:
    table = baselines.PAGE.read_text("utf-8").partition("<!-- baselines -->\n")[2].partition("<!-- /baselines -->")[0]
    assert table.startswith(baselines.head(baselines.OPPONENTS))
    assert [row["name"] for row in baselines.ROW.finditer(table)] == [*baselines.NAMES]


def test_the_tool_plays_a_player_against_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["baselines", "random", "--against", "expert:1", "random", "--games", "4"])
    assert baselines.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "| player | games each | against `expert:1` | against `random` |"
    assert lines[1] == "|---|---:|---:|---:|"
    assert lines[2].startswith("| `random` | 4 | 0.0% (0.0% to ")
    assert lines[2].endswith(" |  |")
