"""A figure with every part in real pages: with the keyboard, by touch, on narrow screens, and as files."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from devtools.browser.hosts import Host
from devtools.browser.servers import ROOT
from tests.browser.conftest import NewContext, Violations
from tests.browser.test_odds import SMALL, STICKING_OUT, Widget, assert_a_picture, rows_of
from tests.browser.test_screens import WIDTHS

CODE = f"""
import sys
sys.path.append({str(ROOT)!r})
from tests.demo_figure import Demo
figure = Demo()
"""
PARTS = "(all) => [...new Set(all.map((mark) => mark.closest('[data-part]').dataset.part))].sort()"
HEIGHTS = "(all) => all.map((each) => each.getBoundingClientRect().height)"


def show(page: Page, host: Host) -> Widget:
    host.open(page, CODE, "figure")
    widget = Widget(page, "figure")
    widget.root.wait_for()
    return widget


def part(widget: Widget, kind: str, nth: int = 0) -> Locator:
    return widget.find(f'[data-part="{kind}"]').nth(nth)


def pointed(widget: Widget) -> list[str]:
    """Return the kinds of parts that contain a highlighted mark."""
    found: list[str] = widget.find("[data-pointed]").evaluate_all(PARTS)
    return found


def test_a_figure_with_the_keyboard(page: Page, here: Host, violations: Violations, tmp_path: Path) -> None:
    """Set, deal, highlight, open and sort without a pointer."""
    widget = show(page, here)
    assert violations(widget.root) == []
    widget.field("cards").focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    widget.says("7 cards each")
    widget.find('[data-deed="deal"][data-value="100"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    widget.says("200 hands were dealt")

    widget.find('[data-mark="two"]').focus()
    page.keyboard.press("ArrowRight")
    expect(widget.find('[data-mark="one"]')).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert pointed(widget) == ["tree", "units"]
    assert violations(widget.root) == []
    page.keyboard.press("Escape")
    expect(widget.find("[data-pointed]")).to_have_count(0)

    widget.find('[role="treeitem"][tabindex="0"]').focus()
    page.keyboard.press("ArrowLeft")
    expect(widget.find('[role="treeitem"]')).to_have_count(1)
    page.keyboard.press("Enter")
    expect(widget.find('[role="treeitem"]')).to_have_count(7)

    widget.find('[data-card][tabindex="0"]').focus()
    page.keyboard.press("1")
    expect(widget.find('[data-place="0"] [data-card="2"]')).to_be_focused()
    expect(part(widget, "sorter")).to_contain_text("Three fives make a set. Rule 3.2")
    page.keyboard.press("0")
    expect(widget.find('[data-place="-1"] [data-card="2"]')).to_be_focused()
    assert violations(widget.root) == []

    for kind in ("bars", "lines", "units"):
        within = f'[data-part="{kind}"]:nth-of-type(n) >> nth=0 >> figure'
        assert_a_picture(widget.file(within, "SVG", tmp_path), widget.file(within, "PNG", tmp_path))
    rows = rows_of(widget.file('[data-part="bars"] >> nth=0 >> figure', "CSV", tmp_path))
    assert [row["counted"] for row in rows] == ["20.6%", "55.3%", "70.4%"]


def test_a_figure_with_a_pointer(page: Page, here: Host) -> None:
    """Marks light up under the pointer and stay lit after a click; cards are dragged or tapped."""
    widget = show(page, here)
    row = part(widget, "table").locator("tr[data-key='none']")
    row.hover()
    assert pointed(widget) == ["formula", "table", "tree", "units"]
    for stays in (True, False):
        part(widget, "formula").locator("[data-key='wild']").click()
        widget.find("h2").hover()
        assert ("cards" in pointed(widget)) is stays
    assert pointed(widget) == []

    widget.find('[data-card="2"]').drag_to(widget.find('[data-place="0"]'))
    expect(part(widget, "sorter")).to_contain_text("Three fives make a set.")
    widget.find('[data-card="6"]').click()
    widget.find('[data-put="1"]').click()
    expect(widget.find('[data-place="1"] [data-card="6"]')).to_be_visible()


def test_marks_glide_except_with_reduced_motion(page: Page, here: Host) -> None:
    widget = show(page, here)
    page.evaluate("""() => {
        window.glided = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...given) {
            window.glided += 1;
            return animate.apply(this, given);
        };
    }""")
    widget.field("mixed").click()
    page.wait_for_function("() => window.glided > 900")
    page.emulate_media(reduced_motion="reduce")
    widget.root.evaluate("() => { window.glided = 0 }")
    widget.field("mixed").click()
    expect(widget.root).to_have_attribute("data-busy", "false")
    expect(part(widget, "units").locator("[data-group]").nth(5)).to_have_attribute("data-group", re.compile("[12]"))
    assert page.evaluate("window.glided") == 0


def test_controls_fit_a_finger_and_nothing_overflows(new_context: NewContext, here: Host) -> None:
    """All tables are open; from a width of 860 pixels, charts are side by side."""
    page = new_context(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740}).new_page()
    widget = show(page, here)
    small = widget.root.evaluate(SMALL)
    assert [each for each in small if "data-mark" not in each and 'role="switch"' not in each] == []
    assert min(widget.find("label:has([role='switch'])").evaluate_all(HEIGHTS)) >= 44
    assert min(widget.find('[role="treeitem"]').evaluate_all(HEIGHTS)) >= 42, "with the gap between two, 48"
    widget.find('[data-card="2"]').tap()
    widget.find('[data-put="0"]').tap()
    expect(part(widget, "sorter")).to_contain_text("Three fives make a set.")
    part(widget, "units").locator("[data-key='two']").nth(3).tap()
    assert "tree" in pointed(widget)
    for summary in widget.find("summary").all():
        summary.tap()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        assert widget.root.evaluate(STICKING_OUT) == [], f"at {width} px"
    first, second = (part(widget, "bars", nth).bounding_box() for nth in (0, 1))
    assert first is not None
    assert second is not None
    assert first["y"] == second["y"]
    assert first["x"] < second["x"]
