"""The table fits every screen: nothing sticks out at its side, whatever is open."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import UrlFor
from tests.browser.driver import TablePage

WIDTHS = (320, 360, 768, 1280)
STICKING_OUT = """() => {
    const root = document.querySelector('[data-p10="table"]');
    const right = root.getBoundingClientRect().right + 1;
    return [...root.querySelectorAll("*")]
        .filter((node) => !node.closest(".sr, svg") && node.getBoundingClientRect().right > right)
        .map((node) => node.outerHTML.slice(0, 120));
}"""


@pytest.fixture
def table(page: Page, voila_url: UrlFor, tmp_path_factory: pytest.TempPathFactory) -> TablePage:
    """Masters has the most to show: a choice of phases, and a place for saved cards."""
    code = "from phase10_widgets import Table\nTable('masters', players=['You', 'greedy', 'greedy'], seed=5, pace=0)"
    cell: dict[str, Any] = {"cell_type": "code", "id": "a", "metadata": {}, "source": code, "outputs": []}
    python = {"name": "python3", "display_name": "Python 3", "language": "python"}
    content = {"cells": [cell | {"execution_count": None}], "metadata": {"kernelspec": python}}
    path: Path = tmp_path_factory.mktemp("screens") / "table.ipynb"
    path.write_text(json.dumps({**content, "nbformat": 4, "nbformat_minor": 5}), "utf-8")
    found = TablePage(page, "masters")
    found.open(voila_url(path))
    return found


def assert_fits(table: TablePage) -> None:
    for width in WIDTHS:
        table.page.set_viewport_size({"width": width, "height": 740})
        assert table.page.evaluate(STICKING_OUT) == [], f"at {width} px"


def test_nothing_sticks_out(table: TablePage) -> None:
    assert_fits(table)
    table.click("choose-phase", ":enabled")
    table.settle()
    table.act("help").click()
    assert_fits(table)
    table.act("help").click()
    table.draw()
    table.act("lay-down").click()
    assert_fits(table)
    table.act("lay-down").click()
    table.select(table.hand()[0])
    assert_fits(table)
