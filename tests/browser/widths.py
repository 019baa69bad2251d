"""Widgets in every container that shrinks to its content, and how wide they are there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from devtools.browser.hosts import PATIENCE, Host, Marimo
from tests.every_widget import WIDGETS, makers

PAGE = {"width": 1300, "height": 900}
LEAST = 300
"""The width that every widget has at least in a page of this size, in pixels."""
MOST = 40
"""The most widgets in one page."""
ALONE = "alone"

BOXES = """
import ipywidgets as W
L = W.Layout
text = lambda: W.HTML("beside it")

def output(it):
    out = W.Output()
    out.append_display_data(it)
    return out

boxes = {
    "alone": lambda it: it,
    "HBox": lambda it: W.HBox([it]),
    "HBox with text": lambda it: W.HBox([it, text()]),
    "HBox with a slider": lambda it: W.HBox([it, W.IntSlider()]),
    "HBox, centered": lambda it: W.HBox([it], layout=L(justify_content="center", align_items="center")),
    "HBox in an HBox": lambda it: W.HBox([W.HBox([it]), text()]),
    "VBox": lambda it: W.VBox([it]),
    "VBox, left": lambda it: W.VBox([it], layout=L(align_items="flex-start")),
    "VBox, centered": lambda it: W.VBox([it], layout=L(align_items="center")),
    "VBox in an HBox": lambda it: W.HBox([W.VBox([it])]),
    "Box": lambda it: W.Box([it]),
    "Box, wrapping": lambda it: W.Box([it, text()], layout=L(flex_flow="row wrap")),
    "Box, inline flex": lambda it: W.Box([it], layout=L(display="inline-flex")),
    "Box, fit-content": lambda it: W.Box([it], layout=L(width="fit-content")),
    "Box, max-content": lambda it: W.Box([it], layout=L(width="max-content")),
    "GridBox": lambda it: W.GridBox([it, text()], layout=L(grid_template_columns="auto auto")),
    "GridBox, fractions": lambda it: W.GridBox([it, text()], layout=L(grid_template_columns="1fr 1fr")),
    "GridBox, max-content": lambda it: W.GridBox([it], layout=L(grid_template_columns="max-content")),
    "GridBox, min-content": lambda it: W.GridBox([it], layout=L(grid_template_columns="min-content")),
    "GridBox, centered": lambda it: W.GridBox([it], layout=L(justify_items="center")),
    "GridspecLayout": lambda it: grid(W.GridspecLayout(1, 2), it),
    "TwoByTwoLayout": lambda it: W.TwoByTwoLayout(top_left=it, top_right=text()),
    "AppLayout, center": lambda it: W.AppLayout(center=it, left_sidebar=text()),
    "AppLayout, sidebar": lambda it: W.AppLayout(center=text(), left_sidebar=it),
    "Accordion": lambda it: W.Accordion([it], selected_index=0),
    "Tab": lambda it: W.Tab([it]),
    "Tab in an HBox": lambda it: W.HBox([W.Tab([it])]),
    "Stack": lambda it: W.Stack([it], selected_index=0),
    "Output": output,
    "Output in an HBox": lambda it: W.HBox([output(it)]),
}

def grid(found, it):
    found[0, 0] = it
    return found
"""

CASES = """
def case(box, name):
    it = every[name]()
    return (W.VBox([boxes[box](it)]) if box != "alone" else it).add_class(f"case-{box_names.index(box)}-{name}")

box_names = list(boxes)
"""

MARIMO = """
import marimo as mo
text = lambda: mo.md("beside it")
boxes = {
    "alone": lambda it: it,
    "hstack with text": lambda it: mo.hstack([it, text()]),
    "hstack": lambda it: mo.hstack([it]),
    "hstack, start": lambda it: mo.hstack([it, text()], justify="start"),
    "hstack, wrapping": lambda it: mo.hstack([it, text()], wrap=True),
    "hstack with widths": lambda it: mo.hstack([it, text()], widths=[2, 1]),
    "hstack, equal widths": lambda it: mo.hstack([it, text()], widths="equal"),
    "hstack, centered": lambda it: mo.hstack([it], justify="center", align="center"),
    "vstack": lambda it: mo.vstack([it]),
    "vstack, left": lambda it: mo.vstack([it], align="start"),
    "vstack, centered": lambda it: mo.vstack([it], align="center"),
    "hstack in a vstack": lambda it: mo.vstack([mo.hstack([it, text()]), text()]),
    "accordion": lambda it: mo.accordion({"open": it}),
    "tabs": lambda it: mo.ui.tabs({"open": it}),
    "callout": lambda it: mo.callout(it),
    "it.center()": lambda it: it.center(),
    "it.left()": lambda it: it.left(),
    "it.callout()": lambda it: it.callout(),
}
"""

MEASURE = """() => {
  const found = {};
  const visit = (root, name) => {
    for (const el of root.children ?? []) {
      const now = name ?? [...el.classList].find((each) => each.startsWith("case-")) ?? el.dataset.case ?? null;
      if (now && el.matches(".p10, .p10-frame")) found[now] = Math.round(el.getBoundingClientRect().width);
      else visit(el, now);
      if (el.shadowRoot) visit(el.shadowRoot, now);
    }
  };
  visit(document.body, null);
  return found;
}"""

MARIMO_CASES = """
box_names = list(boxes)

def case(box, name):
    it = mo.ui.anywidget(every[name]())
    return mo.Html(f'<div data-case="case-{box_names.index(box)}-{name}">{boxes[box](it).text}</div>')
"""

SHOWN = f"(n) => Object.keys(({MEASURE})()).length >= n"
Pairs = Sequence[tuple[str, str]]
"""Boxes and widgets by their names; the box "alone" stands for no box."""


def boxes_of(host: Host) -> list[str]:
    """Return the names of a host's containers, the first of which stands for no container."""
    names: dict[str, Any] = {}
    exec(MARIMO.replace("import marimo as mo\n", "") if isinstance(host, Marimo) else BOXES, names)
    return list(names["boxes"])


def widgets_of(host: Host) -> list[str]:
    """Return the names of the widgets that a host can show; marimo shows no boxes of ipywidgets."""
    return sorted(set(makers()) - ({"App"} if isinstance(host, Marimo) else set()))


def widths(host: Host, page: Page, pairs: Pairs) -> dict[tuple[str, str], int]:
    """Return the width in pixels of each of these widgets in its box; a page that shows too many at once is slow."""
    parts = [pairs[at : at + MOST] for at in range(0, len(pairs), MOST)]
    return {pair: width for part in parts for pair, width in _widths(host, page, part).items()}


def _widths(host: Host, page: Page, pairs: Pairs) -> dict[tuple[str, str], int]:
    page.set_viewport_size({"width": PAGE["width"], "height": PAGE["height"]})
    names = boxes_of(host)
    if isinstance(host, Marimo):
        shown = ", ".join(f"case({box!r}, {widget!r})" for box, widget in pairs)
        host.open(page, f"{WIDGETS}{MARIMO}{MARIMO_CASES}", f"mo.vstack([{shown}])")
    else:
        alone = [f"case({box!r}, {widget!r})" for box, widget in pairs if box == ALONE]
        boxed = ", ".join(f"case({box!r}, {widget!r})" for box, widget in pairs if box != ALONE)
        host.open(page, f"{WIDGETS}{BOXES}{CASES}\nboxed = W.VBox([{boxed}])", *alone, "boxed")
    shut = page.get_by_role("button", name="open", expanded=False)
    if any(box == "accordion" for box, _ in pairs):
        shut.first.wait_for(timeout=PATIENCE)
        while shut.count():
            shut.first.click()
    page.wait_for_function(SHOWN, arg=len(pairs), timeout=180_000, polling=500)
    page.wait_for_timeout(1_000)  # what reacts to its width has done so
    found: dict[str, int] = page.evaluate(MEASURE)
    return {(box, widget): found[f"case-{names.index(box)}-{widget}"] for box, widget in pairs}
