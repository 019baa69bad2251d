"""The scripts that every widget ships stay small."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parents[1] / "phase10_widgets" / "widgets" / "static"


@pytest.mark.parametrize(("name", "most"), [("table.js", 45_000), ("setup.js", 25_000)])
def test_a_bundle_keeps_its_budget(name: str, most: int) -> None:
    assert len(gzip.compress((STATIC / name).read_bytes(), 9, mtime=0)) <= most


@pytest.mark.parametrize("name", ["table", "setup"])
def test_a_bundle_stands_alone(name: str) -> None:
    """Hosts import the script from a blob: address, so it can load nothing beside itself."""
    script = (STATIC / f"{name}.js").read_text("utf-8")
    style = (STATIC / f"{name}.css").read_text("utf-8")
    assert "import(" not in script
    assert not any(line.startswith("import") for line in script.splitlines())
    assert "url(" not in style
    assert "@import" not in style
