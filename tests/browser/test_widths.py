"""Every widget is visible in containers that shrink to their content."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from devtools.browser.hosts import Host, Marimo
from tests.every_widget import WIDGETS, makers

LEAST = 300
"""The minimum width of every widget, in pixels."""
MOST = 40
"""The maximum number of widgets in one page, since a page with too many is slow."""
MEASURED = ("Table", "Seat", "App")
"""The widgets that stand for the others in all containers except the first; the app sets its width differently."""

BOXES = """
import ipywidgets as W
text = lambda: W.HTML("beside it")

def output(it):
    out = W.Output()
    out.append_display_data(it)
    return out

boxes = {
    "HBox": lambda it: W.HBox([it, text()]),
    "HBox, centered": lambda it: W.HBox([it], layout=W.Layout(justify_content="center", align_items="center")),
    "VBox, left": lambda it: W.VBox([it], layout=W.Layout(align_items="flex-start")),
    "VBox in an HBox": lambda it: W.HBox([W.VBox([it])]),
    "Box, inline flex": lambda it: W.Box([it], layout=W.Layout(display="inline-flex")),
    "Box, max-content": lambda it: W.Box([it], layout=W.Layout(width="max-content")),
    "GridBox": lambda it: W.GridBox([it, text()], layout=W.Layout(grid_template_columns="auto auto")),
    "GridBox, min-content": lambda it: W.GridBox([it], layout=W.Layout(grid_template_columns="min-content")),
    "AppLayout, sidebar": lambda it: W.AppLayout(center=text(), left_sidebar=it),
    "Tab in an HBox": lambda it: W.HBox([W.Tab([it])]),
    "Output in an HBox": lambda it: W.HBox([output(it)]),
}
case = lambda name, box, widget: W.VBox([boxes[box](every[widget]())]).add_class(name)
"""
MARIMO = """
boxes = {
    "hstack": lambda it: mo.hstack([it, mo.md("beside it")]),
    "hstack, centered": lambda it: mo.hstack([it], justify="center", align="center"),
    "hstack, wrapping": lambda it: mo.hstack([it, mo.md("beside it")], wrap=True),
    "hstack with widths": lambda it: mo.hstack([it, mo.md("beside it")], widths=[2, 1]),
    "vstack, left": lambda it: mo.vstack([it], align="start"),
    "callout": lambda it: mo.callout(it),
    "it.center()": lambda it: it.center(),
}

def case(name, box, widget):
    return mo.Html(f'<div class="{name}">{boxes[box](mo.ui.anywidget(every[widget]())).text}</div>')
"""
MEASURE = """() => {
  const found = {};
  const visit = (root, name) => {
    for (const el of root.children ?? []) {
      const now = name ?? [...el.classList].find((each) => each.startsWith("case-")) ?? null;
      if (now && el.matches(".p10, .p10-frame")) found[now] = Math.round(el.getBoundingClientRect().width);
      else visit(el, now);
      if (el.shadowRoot) visit(el.shadowRoot, now);
    }
  };
  visit(document.body, null);
  return found;
}"""


@pytest.mark.rotating
@pytest.mark.parametrize("name", ["jupyterlab", "voila", "marimo"])
def test_widgets_stay_visible_in_containers_that_shrink(page: Page, hosts: dict[str, Host], name: str) -> None:
    """Marimo does not show ipywidgets boxes, such as the app's."""
    host = hosts[name]
    inside = MARIMO if isinstance(host, Marimo) else BOXES
    names: dict[str, Any] = {}
    exec(inside, names)
    row, *others = names["boxes"]
    widgets = sorted(set(makers()) - ({"App"} if isinstance(host, Marimo) else set()))
    some = [widget for widget in MEASURED if widget in widgets]
    pairs = [*((row, widget) for widget in widgets), *((box, widget) for box in others for widget in some)]
    page.set_viewport_size({"width": 1300, "height": 900})
    narrow: dict[tuple[str, str], int] = {}
    for part in (pairs[at : at + MOST] for at in range(0, len(pairs), MOST)):
        shown = ", ".join(f"case('case-{at}', {box!r}, {widget!r})" for at, (box, widget) in enumerate(part))
        column = f"mo.vstack([{shown}])" if isinstance(host, Marimo) else "column"
        host.open(page, f"{WIDGETS}{inside}" + f"column = W.VBox([{shown}])" * (column == "column"), column)
        page.wait_for_function(f"(n) => Object.keys(({MEASURE})()).length >= n", arg=len(part), polling=500)
        page.wait_for_timeout(1_000)  # elements have adapted to their widths
        found = page.evaluate(MEASURE)
        narrow |= {pair: width for at, pair in enumerate(part) if (width := found[f"case-{at}"]) < LEAST}
    assert narrow == {}
