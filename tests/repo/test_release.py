"""The release check finds files that a wheel lacks or should not hold, and traces of the machine that built it."""

from __future__ import annotations

import zipfile
from pathlib import Path

from devtools.release import release
from tests.packages import CHECKOUT

SCRIPT = "phase10_widgets/static/table.js"
MISSING = {f"phase10_widgets/{name}" for name in ("static/lesson.js", "rules/apply.py", "notebooks/app.ipynb")}
TOO_MUCH = (
    *("tests/test_cards.py", "devtools/release/release.py", "phase10_widgets/frontend/src/Table.svelte"),
    *("phase10_widgets/static/table.js.map", "phase10_widgets/__pycache__/game.cpython-311.pyc"),
)
TWINS = ("phase10_widgets/one.svg", "phase10_widgets/other.svg")


def test_the_list_of_changes_can_be_read() -> None:
    """Every second-level heading is one that the check understands; before a release, only this list is not ready."""
    text = (CHECKOUT / "CHANGELOG.md").read_text("utf-8")
    assert text.count("\n## ") == len(release.HEADING.findall(text))
    assert not [fault for fault in release.words_faults(CHECKOUT) if not fault.startswith("CHANGELOG.md")]


def test_faults_of_a_wheel_are_found(tmp_path: Path) -> None:
    folder, needed = "/home/ana/phase10", release.needed(CHECKOUT)
    assert needed > MISSING | {SCRIPT}
    wheel = tmp_path / "phase10_widgets-0.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in (*needed - MISSING, *TOO_MUCH):
            archive.writestr(name, f"//# sourceMappingURL={folder}/table.js" if name == SCRIPT else "")
        for name in TWINS:
            archive.writestr(name, "the same")
    found = {*release.wheel_faults(wheel, CHECKOUT, [folder])}
    assert {fault for fault in found if " lacks " in fault} == {f"{wheel.name} lacks {name}" for name in MISSING}
    assert {f"{wheel.name} contains {name}" for name in TOO_MUCH} <= found
    assert f"{wheel.name}: {SCRIPT} names {folder}" in found
    assert f"{wheel.name} contains {TWINS[1]}, which equals {TWINS[0]}" in found
