"""The tests of rules and odds also pass on CPython for WebAssembly, the site's own Python."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from devtools.build import frontend, website
from devtools.build.venv import packages

SKIPPED = (
    r"need NumPy|need Dask|masters has its own choice of phases|could not import '(anywidget|tqdm)'|starts no processes"
)
"""The reasons for skips: no NumPy for WebAssembly on PyPI, no widgets, no cluster; one test is skipped everywhere."""
RULES = "chance classic flip masters positions records refusals solver standard variations"
GAME, SESSIONS = "game_rows house_rules", "session"
ODDS = "counting deal draw_odds exact simulate_estimate simulate_questions situation turn_options"
FOLDERS = {"rules": RULES, "game": GAME, "sessions": SESSIONS, "odds": ODDS}
TESTED = (
    *("-m", "not slow and not soak", "tests/contracts/test_editions.py"),
    *("phase10_widgets/rules", "phase10_widgets/game/game.py", "phase10_widgets/game/hands.py", "phase10_widgets/odds"),
    *(f"tests/{folder}/test_{name}.py" for folder, names in FOLDERS.items() for name in names.split()),
)
"""The quick tests of all rules and odds that start no thread and no process."""
FEWEST = 200
"""A lower bound for the number of passed tests."""
NEEDED = ("hypothesis", "pytest")


@pytest.mark.slow
def test_rules_and_odds_pass_there(pyodide: Path) -> None:
    wheels, report = website.WORK / "test-wheels", website.WORK / "tests.json"
    website.fetch_wheels(wheels, [line for line in packages("test") if re.split("[<>=]", line)[0] in NEEDED])
    report.unlink(missing_ok=True)
    folders = (path.relative_to(website.ROOT).as_posix() for path in (wheels, report))
    _, node, _ = frontend.node_paths()
    script = website.ROOT / "devtools" / "build" / "in_pyodide.mjs"
    run = "devtools/build/pytest_in_pyodide.py"
    website.run(node, script, pyodide, run, *folders, "-q", "--tb=short", *TESTED)
    became = json.loads(report.read_text("utf-8"))
    assert became["failed"] == []
    assert [why for why in became["skipped"].values() if not re.search(SKIPPED, why)] == []
    assert len(became["passed"]) > FEWEST
