"""The notebooks of the repository, and what some of them need."""

from __future__ import annotations

from tests.packages import ROOT

ANALYSES = sorted((ROOT / "docs" / "analyses").glob("*.ipynb"))
NEED_PANDAS = ("pandas", "altair", "matplotlib", "pyarrow")
"""What the extra `analysis` brings."""
NOTEBOOKS = [
    *sorted(path for folder in ("lessons", "notebooks") for path in (ROOT / folder).rglob("*.ipynb")),
    *ANALYSES,
]
