"""Joined scripts: their order, their names, and versions of Voilà that lack some of them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from phase10_widgets.apps.serve import scripts


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Return Voilà's folder with three scripts of a list, and a folder of extensions."""
    static, extensions = tmp_path / "static", tmp_path / "labextensions"
    static.mkdir()
    (extensions / "@some" / "where" / "static").mkdir(parents=True)
    listed = tmp_path / "list.txt"
    listed.write_text("static/1.voila.js\nstatic/gone.voila.js\nlabextensions/@some/where/static/2.js\n", "utf-8")
    monkeypatch.setattr(scripts, "LIST", listed)
    (static / "1.voila.js").write_text("one()", "utf-8")
    (static / "voila.js").write_text("main()", "utf-8")
    (extensions / "@some" / "where" / "static" / "2.js").write_text("two()", "utf-8")
    return static, extensions


def test_the_main_script_comes_last_and_a_missing_one_is_left_out(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = [str(folders[0])], [str(folders[1])]
    (before,), (again,) = scripts.joined(*given), scripts.joined(*given)
    assert before.plain.decode().split("\n;\n") == ["one()", "two()", "main()"]
    assert gzip.decompress(before.zipped) == before.plain
    (folders[0] / "1.voila.js").write_text("other()", "utf-8")
    (after,) = scripts.joined(*given)
    assert before == again
    assert before.name != after.name
    monkeypatch.setattr(scripts, "PART", 4)
    assert [file.plain for file in scripts.joined(*given)] == [b"other()", b"two()", b"main()"]
    (folders[0] / "voila.js").unlink()
    assert scripts.joined(*given) == [], "then the page loads its scripts as Voilà has them"


def test_an_extension_names_its_entry(folders: tuple[Path, Path]) -> None:
    about = {"jupyterlab": {"_build": {"load": "static/remoteEntry.1.js"}}}
    (folders[1] / "@some" / "where" / "package.json").write_text(json.dumps(about), "utf-8")
    found = scripts.entries([str(folders[1])], ["@some/where", "not/there"])
    assert found == ["labextensions/@some/where/static/remoteEntry.1.js"]


def test_the_list_is_sorted_and_leaves_out_entries() -> None:
    names = scripts.LIST.read_text("utf-8").split()
    assert names == sorted(names)
    assert len(names) > 50
    assert all(scripts.is_part(f"/voila/{name}") for name in names)
