"""The README: small local pictures with descriptions, badges that match the package, current links to Binder."""

from __future__ import annotations

import re
import tomllib

from devtools.release import links
from phase10_widgets.teaching.course import COURSE
from tests.packages import CHECKOUT, ROOT

README = (ROOT / "README.md").read_text("utf-8")
IMAGES = re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", README)


def test_a_picture_is_a_small_local_file_with_a_description() -> None:
    for words, file in IMAGES:
        assert len(words) > 5, file
        assert (ROOT / file).stat().st_size < 300_000, file


def test_badges_match_the_package() -> None:
    """The README also states the Python versions in words."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    pythons = re.findall(r"Programming Language :: Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    told = {"python": f"Python: {pythons[0]} to {pythons[-1]}", "licence": f"license: {project['license']}"}
    descriptions = {file: words for words, file in IMAGES}
    for path in (CHECKOUT / "docs" / "badges").glob("*.svg"):
        spoken = re.search(r"<title>(.*)</title>", path.read_text("utf-8"))
        assert spoken is not None
        assert spoken[1] == told.get(path.stem, spoken[1])
        assert descriptions[f"docs/badges/{path.name}"].replace(",", "") == spoken[1].replace(":", "")


def test_the_numbers_are_those_of_the_pages() -> None:
    """The analyst's number is the output of an example, which another test runs."""
    pages = {name: (ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in ("rl", "speed")}
    against_greedy = re.search(r"\| `expert:10` \| [\d,]+ \| ([\d.]+%)", pages["rl"])
    against_gin = re.search(r"\| classic, 2 seats \| [\d,]+ \| ([\d.]+ times)", pages["speed"])
    assert against_greedy
    assert against_gin
    assert re.findall(r"\*\*(\d.*?)\*\*", README) == [against_greedy[1], str(len(COURSE)), "18.28%", against_gin[1]]


def test_the_binder_links_are_up_to_date() -> None:
    pages = links.pages()
    assert {path.name for path in pages} >= {"README.md", "host.md"}
    for path in pages:
        page = path.read_text("utf-8")
        assert page == links.written(page, links.repository()), f"{path.name}: python -m devtools.release.links"


def test_the_binder_links_open_existing_files() -> None:
    """Each link's path is below the hub's, and the notebook at its end exists; shared tables have no notebook."""
    for what, path in links.PATHS.items():
        assert not path.startswith("/"), what
        _, _, notebook = path.replace("lab/tree", "voila/render").partition("voila/render/")
        assert path == "live" if what == "together" else (CHECKOUT / notebook).is_file(), what
