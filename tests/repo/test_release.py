"""The release check finds planted faults, and none in the current checkout."""

from __future__ import annotations

import shutil
import tarfile
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import pytest

from devtools.release import release
from tests.packages import CHECKOUT

VERSION = release.only(release.VERSION, CHECKOUT / "phase10_widgets" / "__init__.py")
WRITTEN = ("CITATION.cff", "CHANGELOG.md", "phase10_widgets/__init__.py")
FOLDER = "/home/ana/phase10"
SOURCES = {"pyproject.toml", "hatch_build.py", "LICENSE", "CITATION.cff"}


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """Write the files that contain the version, for a release that is ready."""
    for name in WRITTEN:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(CHECKOUT / name, tmp_path / name)
    day = release.only(release.CITED_DAY, CHECKOUT / "CITATION.cff")
    (tmp_path / "CHANGELOG.md").write_text(f"# Changes\n\n## Unreleased\n\n## {VERSION} ({day})\n\n- All.\n", "utf-8")
    return tmp_path


def test_the_version_of_the_checkout_is_told_alike(written: Path) -> None:
    assert list(release.words_faults(written)) == []


def test_the_list_of_changes_can_be_read() -> None:
    """Every second-level heading is one that the check understands; before a release, only this file is not ready."""
    text = (CHECKOUT / "CHANGELOG.md").read_text("utf-8")
    assert text.count("\n## ") == len(release.HEADING.findall(text))
    assert not [fault for fault in release.words_faults(CHECKOUT) if not fault.startswith("CHANGELOG.md")]


PLANTED = [
    ("phase10_widgets/__init__.py", VERSION, "9.9.9", f"CITATION.cff says version {VERSION}, the package 9.9.9"),
    ("CITATION.cff", VERSION, "9.9.9", f"CITATION.cff says version 9.9.9, the package {VERSION}"),
    ("CITATION.cff", "date-released", "date", f"CHANGELOG.md dates {VERSION}"),
    ("CHANGELOG.md", f"## {VERSION}", "## 9.9.9", f"CHANGELOG.md has nothing under {VERSION}"),
    ("CHANGELOG.md", "- All.\n", "", f"CHANGELOG.md has nothing under {VERSION}"),
    ("CHANGELOG.md", "Unreleased\n", "Unreleased\n\n- More.\n", "CHANGELOG.md: what stands under Unreleased"),
    ("CHANGELOG.md", " (20", " (19", f"CHANGELOG.md dates {VERSION} 19"),
]


@pytest.mark.parametrize(("file", "old", "new", "fault"), PLANTED)
def test_a_wrong_word_is_found(written: Path, file: str, old: str, new: str, fault: str) -> None:
    text = (written / file).read_text("utf-8")
    assert old in text
    (written / file).write_text(text.replace(old, new), "utf-8")
    assert any(each.startswith(fault) for each in release.words_faults(written))


def files() -> dict[str, bytes]:
    """Return a wheel's files as they should be, all of them empty."""
    return dict.fromkeys(release.needed(CHECKOUT), b"")


def zipped(folder: Path, content: Mapping[str, bytes], version: str = VERSION) -> Path:
    path = folder / f"phase10_widgets-{version}-py3-none-any.whl"
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


MISSING = [
    "phase10_widgets/widgets/static/table.js",
    "phase10_widgets/widgets/static/lesson.js",
    "phase10_widgets/widgets/static/table.css",
    "phase10_widgets/py.typed",
    "phase10_widgets/core/rules.py",
    "phase10_widgets/notebooks/app.ipynb",
    "phase10_widgets/notebooks/gallery.ipynb",
    "phase10_widgets/notebooks/voila.json",
    "phase10_widgets/notebooks/lessons/17_capstone.ipynb",
    "phase10_widgets/notebooks/lessons/de/03_mindestens_ein_joker.ipynb",
]


@pytest.mark.parametrize("name", MISSING)
def test_what_a_wheel_lacks_is_found(tmp_path: Path, name: str) -> None:
    content = files()
    del content[name]
    wheel = zipped(tmp_path, content)
    assert list(release.wheel_faults(wheel, CHECKOUT, [FOLDER])) == [f"{wheel.name} lacks {name}"]


TOO_MUCH = [
    "tests/test_cards.py",
    "phase10_widgets/frontend/src/table.ts",
    "phase10_widgets/frontend/src/Table.svelte",
    "phase10_widgets/widgets/static/table.js.map",
    "phase10_widgets/widgets/static/.built-from.json",
    "phase10_widgets/__pycache__/game.cpython-311.pyc",
    "devtools/release/release.py",
]


@pytest.mark.parametrize("name", TOO_MUCH)
def test_what_a_wheel_holds_too_much_is_found(tmp_path: Path, name: str) -> None:
    wheel = zipped(tmp_path, {**files(), name: b""})
    assert f"{wheel.name} holds {name}" in release.wheel_faults(wheel, CHECKOUT, [FOLDER])


def test_a_folder_of_this_machine_is_found(tmp_path: Path) -> None:
    name = "phase10_widgets/widgets/static/table.js"
    leak = {name: f"//# sourceMappingURL={FOLDER}/table.js".encode()}
    wheel, sdist = zipped(tmp_path, {**files(), **leak}), tarred(tmp_path, {**files(), **leak})
    for where, faults in ((wheel, release.wheel_faults), (sdist, release.sdist_faults)):
        assert f"{where.name}: {name} names {FOLDER}" in faults(where, CHECKOUT, [FOLDER])


def test_a_wheel_of_another_version_is_found(tmp_path: Path) -> None:
    wheel = zipped(tmp_path, files(), "9.9.9")
    assert list(release.wheel_faults(wheel, CHECKOUT, [])) == [f"{wheel.name} is not version {VERSION}"]


def test_what_is_wrong_with_a_source_archive_is_found(tmp_path: Path) -> None:
    content = files() | dict.fromkeys(SOURCES, b"")
    assert list(release.sdist_faults(tarred(tmp_path, content), CHECKOUT, [FOLDER])) == []
    del content["phase10_widgets/widgets/static/odds.js"]
    content["phase10_widgets/frontend/node_modules/svelte/package.json"] = b""
    sdist = tarred(tmp_path, content)
    assert list(release.sdist_faults(sdist, CHECKOUT, [FOLDER])) == [
        f"{sdist.name} lacks phase10_widgets/widgets/static/odds.js",
        f"{sdist.name} holds phase10_widgets/frontend/node_modules/svelte/package.json",
    ]


def test_a_build_that_differs_is_found(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    for folder, late in ((tmp_path, b""), (tmp_path / "again", b" ")):
        (folder / "same.whl").write_bytes(b"one")
        (folder / "other.whl").write_bytes(b"two" + late)
    found = release.twin_faults(sorted(tmp_path.glob("*.whl")), tmp_path / "again")
    assert list(found) == ["other.whl is not the same when it is built again"]


@pytest.mark.parametrize(("home", "its_own"), [("/home/ana", True), ("/admin", False), ("/", False)])
def test_no_home_of_everybody_is_looked_for(home: str, its_own: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that every machine has would be found in innocent files."""
    monkeypatch.setattr(Path, "home", lambda: Path(home))
    assert (f"{home}/" in release.machine_words()) is its_own
    assert not {"/", "//"} & {*release.machine_words()}
