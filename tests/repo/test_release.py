"""The release check finds what a wheel lacks, holds too much, and tells of the machine that built it."""

from __future__ import annotations

import tarfile
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import pytest

from devtools.release import release
from tests.packages import CHECKOUT

VERSION = release.only(release.VERSION, CHECKOUT / "phase10_widgets" / "__init__.py")
FOLDER = "/home/ana/phase10"


def test_the_list_of_changes_can_be_read() -> None:
    """Every second-level heading is one that the check understands; before a release, only this file is not ready."""
    text = (CHECKOUT / "CHANGELOG.md").read_text("utf-8")
    assert text.count("\n## ") == len(release.HEADING.findall(text))
    assert not [fault for fault in release.words_faults(CHECKOUT) if not fault.startswith("CHANGELOG.md")]


def files() -> dict[str, bytes]:
    """Return a wheel's files as they should be, all of them empty."""
    return dict.fromkeys(release.needed(CHECKOUT), b"")


def zipped(folder: Path, content: Mapping[str, bytes]) -> Path:
    path = folder / f"phase10_widgets-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    return path


def tarred(folder: Path, content: Mapping[str, bytes]) -> Path:
    path = folder / f"phase10_widgets-{VERSION}.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name, data in content.items():
            member = tarfile.TarInfo(f"phase10_widgets-{VERSION}/{name}")
            member.size = len(data)
            archive.addfile(member, BytesIO(data))
    return path


MISSING = (
    *("widgets/static/table.js", "widgets/static/lesson.js", "widgets/static/table.css", "py.typed", "core/rules.py"),
    *("notebooks/app.ipynb", "notebooks/voila.json", "notebooks/lessons/de/03_mindestens_ein_joker.ipynb"),
)
TOO_MUCH = (
    *("tests/test_cards.py", "devtools/release/release.py", "phase10_widgets/frontend/src/Table.svelte"),
    *("phase10_widgets/widgets/static/table.js.map", "phase10_widgets/widgets/static/.built-from.json"),
    "phase10_widgets/__pycache__/game.cpython-311.pyc",
)


def test_what_a_wheel_lacks_or_holds_too_much_is_found(tmp_path: Path) -> None:
    content = files()
    lacking = {f"phase10_widgets/{name}" for name in MISSING}
    assert lacking <= content.keys()
    wheel = zipped(tmp_path, {name: b"" for name in (*content, *TOO_MUCH) if name not in lacking})
    found = {*release.wheel_faults(wheel, CHECKOUT, [FOLDER])}
    lacks, holds = (
        {f"{wheel.name} {verb} {name}" for name in names} for verb, names in (("lacks", lacking), ("holds", TOO_MUCH))
    )
    assert {fault for fault in found if " lacks " in fault} == lacks
    assert holds <= found


def test_a_folder_of_this_machine_is_found(tmp_path: Path) -> None:
    name = "phase10_widgets/widgets/static/table.js"
    leak = {**files(), name: f"//# sourceMappingURL={FOLDER}/table.js".encode()}
    for where, faults in (
        (zipped(tmp_path, leak), release.wheel_faults),
        (tarred(tmp_path, leak), release.sdist_faults),
    ):
        assert f"{where.name}: {name} names {FOLDER}" in faults(where, CHECKOUT, [FOLDER])


def test_no_home_of_everybody_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that every machine has would be found in innocent files."""
    for home, its_own in (("/home/ana", True), ("/admin", False), ("/", False)):
        monkeypatch.setattr(Path, "home", lambda folder=home: Path(folder))
        assert (f"{home}/" in release.machine_words()) is its_own
        assert not {"/", "//"} & {*release.machine_words()}
