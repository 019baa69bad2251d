"""Every widget can be seen in every container that shrinks to its content."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from devtools.browser.hosts import Host
from tests.browser.widths import LEAST, boxes_of, widgets_of, widths

MEASURED = ("Table", "Seat", "App")
"""The widgets that stand for others in the less usual containers; the app says its width in another way."""


@pytest.mark.rotating
@pytest.mark.parametrize("name", ["jupyterlab", "voila", "marimo"])
def test_widgets_are_seen_in_containers_that_shrink(page: Page, hosts: dict[str, Host], name: str) -> None:
    host = hosts[name]
    _, row, *others = boxes_of(host)
    widgets = widgets_of(host)
    some = [widget for widget in MEASURED if widget in widgets]
    pairs = [*((row, widget) for widget in widgets), *((box, widget) for box in others for widget in some)]
    found = widths(host, page, pairs)
    assert {pair: width for pair, width in found.items() if width < LEAST} == {}
