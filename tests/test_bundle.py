"""The scripts that every widget ships stay small."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "phase10_widgets"
STATIC = PACKAGE / "widgets" / "static"
ENTRIES: list[str] = json.loads((PACKAGE / "frontend" / "entries.json").read_text("utf-8"))["entries"]
MOST = {"table": 45_500, "coach": 46_500, "odds": 45_000, "lesson": 45_000}
"""Bytes of a script after gzip; of any other than these, at most OTHERS. The coach is a table with two pages more."""
OTHERS = 25_000


@pytest.mark.parametrize("name", ENTRIES)
def test_a_bundle_keeps_its_budget(name: str) -> None:
    assert len(gzip.compress((STATIC / f"{name}.js").read_bytes(), 9, mtime=0)) <= MOST.get(name, OTHERS)


@pytest.mark.parametrize("name", ENTRIES)
def test_a_bundle_stands_alone(name: str) -> None:
    """Hosts import the script from a blob: address, so it can load nothing beside itself."""
    script = (STATIC / f"{name}.js").read_text("utf-8")
    css = STATIC / f"{name}.css"
    style = css.read_text("utf-8") if css.is_file() else ""
    assert not re.search(r"import\([^\w]", script), "what it imports is the words that Python sent, by their address"
    assert script.count("import(") <= 1
    assert not any(line.startswith("import") for line in script.splitlines())
    assert "url(" not in style
    assert "@import" not in style
