"""The capstone in Voilà: the board stands where it was left, its design is a file, and its edition is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from devtools.browser.hosts import Host, Notebooks
from devtools.browser.servers import ROOT
from phase10_widgets.teaching import Design
from tests.browser.conftest import Violations
from tests.helpers import rotating

SHOWN = 60_000
TRIED = 20_000


@pytest.mark.parametrize(
    ("notebook", "title"),
    [rotating("17_capstone", "Your edition, {n} wilds"), ("de/17_entwirf_ein_spiel", "Deine Ausgabe, {n} Joker")],
    ids=["en", "de"],
)
def test_a_design_is_kept_exported_and_played(
    page: Page, hosts: dict[str, Host], notebook: str, title: str, violations: Violations
) -> None:
    host = hosts["voila"]
    assert isinstance(host, Notebooks)
    host.show(page, ROOT / "lessons" / f"{notebook}.ipynb")
    board, table = page.locator('section.p10[data-kind="figure"]').nth(1), page.locator('[data-p10="table"]').last
    board.locator('[data-deed="guess"]').wait_for(timeout=SHOWN)
    table.wait_for(timeout=SHOWN)
    board.locator('[data-field="guess"]').click()
    board.locator('[data-deed="guess"]').click()
    expect(guesses(board)).to_have_count(1, timeout=TRIED)
    board.locator('[data-field="wilds"]').fill("12")
    expect(table.locator("h2")).to_have_text(title.format(n=12), timeout=TRIED)
    assert violations(board) == []
    with page.expect_download() as waiting:
        board.locator('[data-deed="save"]').click()
    assert Design.loads(Path(waiting.value.path()).read_text("utf-8")).wilds == 12

    host.reload(page)
    expect(guesses(board)).to_have_count(1, timeout=SHOWN)
    expect(board.locator('[data-field="wilds"]')).to_have_value("12")
    expect(board.locator('[data-part="bars"]')).to_have_count(1)
    expect(table.locator("h2")).to_have_text(title.format(n=12), timeout=TRIED)

    table.locator('[data-act="draw-deck"]').click()
    expect(table.locator("[data-hand-card]")).to_have_count(11, timeout=TRIED)
    board.locator('[data-field="wilds"]').fill("3")
    expect(board.locator('[data-field="wilds"]')).to_have_value("3")
    expect(table.locator("h2")).to_have_text(title.format(n=12))
    board.locator('[data-deed="play"]').click()
    expect(table.locator("h2")).to_have_text(title.format(n=3), timeout=TRIED)


def guesses(board: Locator) -> Locator:
    """Return the rows of the list of guesses."""
    return board.locator('[data-part="table"]').last.locator("tbody tr")
