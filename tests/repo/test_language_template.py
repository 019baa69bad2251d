"""A new language starts from one catalog with the texts of Python and of the browser, and the wheel can show them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from devtools.generate import languages as tool
from phase10_widgets import languages


@pytest.mark.slow
def test_a_new_language_starts_from_one_template() -> None:
    """The browser's texts have a context of their own, and their English as comments."""
    found = list(tool.with_browser_texts())
    known = {str(message.id) for message in found if not message.context}
    assert {str(message.id) for message in tool.template()} <= known
    browsers = {str(message.id): message.auto_comments for message in found if message.context == languages.BROWSER}
    assert browsers["table.pilesDraw"] == ["draw"]
    assert browsers["table.round(n)"] == ["(n: number) => `Round ${n}`"]
    groups = {path.name.partition(".")[0] for path in tool.PACKAGE.glob("frontend/src/strings/*.en.ts")}
    assert {id.partition(".")[0] for id in browsers} == groups


@pytest.mark.slow
def test_the_wheel_holds_what_fills_in_the_texts(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert "phase10_widgets/languages/browser_texts.js" in archive.namelist()
