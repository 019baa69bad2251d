"""Links to Binder: generated from one line of pyproject.toml."""

from __future__ import annotations

from devtools.release import links
from tests.packages import CHECKOUT


def test_the_pages_have_the_links_as_they_are_now() -> None:
    pages = links.pages()
    assert {path.name for path in pages} >= {"README.md", "host.md"}
    for path in pages:
        page = path.read_text("utf-8")
        assert page == links.written(page, links.repository()), f"{path.name}: python -m devtools.release.links"


def test_a_link_opens_what_is_there() -> None:
    """Each is a path below the hub's, and the notebook it ends with exists; shared tables have none."""
    for what, path in links.PATHS.items():
        assert not path.startswith("/"), what
        _, _, notebook = path.replace("lab/tree", "voila/render").partition("voila/render/")
        assert path == "live" if what == "together" else (CHECKOUT / notebook).is_file(), what
