"""The README's pictures exist, are small and described, and are not on another host; its badges match the package."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from devtools.generate import badges

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
IMAGES = re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", README)


def test_the_table_comes_first() -> None:
    assert IMAGES[0][1] == "docs/table.png"
    assert README.index("docs/table.png") < README.index("\n## ")


@pytest.mark.parametrize(("words", "file"), IMAGES, ids=[file for _, file in IMAGES])
def test_a_picture_is_a_small_file_of_ours_and_told_in_words(words: str, file: str) -> None:
    assert len(words) > 5
    assert (ROOT / file).stat().st_size < 300_000


@pytest.mark.parametrize(("name", "text"), badges.badges().items())
def test_a_badge_says_what_the_package_says(name: str, text: str) -> None:
    """`python -m devtools.generate.badges` rewrites them."""
    assert (badges.FOLDER / name).read_text("utf-8") == text
    assert f"(docs/badges/{name})" in README


def test_the_words_of_the_badges_are_the_readmes() -> None:
    descriptions = {file: words for words, file in IMAGES}
    for name, text in badges.badges().items():
        spoken = re.search(r"<title>(.*)</title>", text)
        assert spoken is not None
        assert descriptions[f"docs/badges/{name}"].replace(",", "") == spoken[1].replace(":", "")
