"""Links to Binder: generated from one line of pyproject.toml, and written nowhere else."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from devtools.release import links
from tests.packages import CHECKOUT


def tracked() -> list[Path]:
    """Return the files that git tracks."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout
    return [path for name in listed.split("\0") if name and (path := CHECKOUT / name).is_file()]


def test_the_pages_have_the_links_as_they_are_now() -> None:
    pages = links.pages()
    assert {path.name for path in pages} >= {"README.md", "host.md"}
    for path in pages:
        page = path.read_text("utf-8")
        assert page == links.written(page, links.repository()), f"{path.name}: python -m devtools.release.links"


def test_whose_it_is_stands_in_one_place() -> None:
    """Every other mention of the owner or Binder is between the markers."""
    named = [links.repository(), "mybinder.org/v2"]
    found = set()
    for path in tracked():
        if path.suffix in {".png", ".json", ".po"}:
            continue
        text = path.read_text("utf-8", "replace")
        rest = links.MARKED.sub("", text)
        if any(name in rest for name in named):
            found.add(path.relative_to(CHECKOUT).as_posix())
    assert found == {"pyproject.toml", "devtools/release/links.py", "tests/repo/test_links.py"}


def test_a_link_opens_what_is_there() -> None:
    """Each is a path below the hub's, and the notebook it ends with exists; shared tables have none."""
    for what, path in links.PATHS.items():
        assert not path.startswith("/"), what
        _, _, notebook = path.replace("lab/tree", "voila/render").partition("voila/render/")
        assert path == "live" if what == "together" else (CHECKOUT / notebook).is_file(), what


def test_another_address_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project.urls]\nRepository = "https://example.org/x"\n', "utf-8")
    with pytest.raises(ValueError, match="OWNER/NAME"):
        links.repository(tmp_path)
