"""The README's pictures exist, are small and described, and are not on another host; its badges match the package."""

from __future__ import annotations

import re

from devtools.generate import badges
from tests.packages import ROOT

README = (ROOT / "README.md").read_text("utf-8")
IMAGES = re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", README)


def test_a_picture_is_a_small_file_of_ours_and_told_in_words() -> None:
    for words, file in IMAGES:
        assert len(words) > 5, file
        assert (ROOT / file).stat().st_size < 300_000, file


def test_a_badge_says_what_the_package_says() -> None:
    """`python -m devtools.generate.badges` rewrites them; the README tells the same in words."""
    descriptions = {file: words for words, file in IMAGES}
    for name, text in badges.badges().items():
        assert (badges.FOLDER / name).read_text("utf-8") == text
        spoken = re.search(r"<title>(.*)</title>", text)
        assert spoken is not None
        assert descriptions[f"docs/badges/{name}"].replace(",", "") == spoken[1].replace(":", "")
