"""The layout on a phone and the colors of dark mode, as a player sees them."""

from __future__ import annotations

from playwright.sync_api import Page

from devtools.browser import states
from tests.browser.test_one_screen import CELL, HERE, PAINTED, PHONES, show, touching
from tests.faults import every

__all__ = ["touching"]
PHONE = (390, 844)
IN_ONE_ROW = """() => {
  const boxes = [...document.querySelectorAll(".game > :not(h2)")].map((node) => node.getBoundingClientRect());
  return boxes.length > 2 && Math.max(...boxes.map(({ top }) => top)) < Math.min(...boxes.map(({ bottom }) => bottom));
}"""
SIGN_AND_SEAT = """() => [".dealer", "[data-seat-box]:has(.dealer)"].map((name) => {
  const { left, right } = document.querySelector(name).getBoundingClientRect();
  return [left, right];
})"""
CUT_OFF = """() => {
  const figure = document.querySelector("[data-p10='chart']:has(svg)").getBoundingClientRect();
  const texts = [...document.querySelectorAll("[data-p10='scores'] svg text")];
  return texts.filter((text) => text.getBoundingClientRect().left < figure.left).map((text) => text.textContent);
}"""
PADDING = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(".refused > span > b") ?? document.querySelector(".refused span"));
  const [inner, outer] = [words, document.querySelector(".refused")].map((each) => each.getBoundingClientRect());
  return Math.min(inner.top - outer.top, outer.bottom - inner.bottom);
}"""
BRIGHTNESS = """(node, property) => {
  const [r, g, b] = getComputedStyle(node)[property].match(/[\\d.]+/g).map(Number);
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}"""
DARK = [
    ("long hint", ".refused"),
    ("refusal", ".refused"),
    ("incomplete", "[data-p10='phase']"),
    ("incomplete", "[data-p10='phase'] > ol li:not([data-done])"),
    ("draw", "[data-p10='lost']"),
]
EMPTY = (HERE / "empty.js").read_text("utf-8")
LARGE = ((820, 1180), (1280, 720), (1280, 800), (1920, 1080))
HAND_CARDS = "() => [...document.querySelectorAll('[data-hand-card]')].map((node) => node.offsetWidth)"
DEAF = "() => { sent.push = () => { throw new Error('no kernel'); }; }"
"""A script that disconnects the page from Python."""


def test_related_parts_are_aligned(touching: Page) -> None:
    """The game's facts in one row, the dealer's sign inside its seat, the names of laid rows in one column."""
    page = touching
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    show(page, "hit", "flip")
    assert page.evaluate(IN_ONE_ROW)
    (left, right), (start, end) = page.evaluate(SIGN_AND_SEAT)
    assert start + 2 <= left < right <= end - 2
    show(page, "hit", "classic", 4)
    names = page.locator("[data-p10='laid'] h3")
    widths = names.evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().width)")
    assert len(widths) == 4
    assert len(set(widths)) == 1


@every("moment, most", [("before anything is laid", 0.2), ("with two groups", 0.12)])
def test_a_large_table_is_filled(touching: Page, moment: str, most: float) -> None:
    """The share of the largest empty rectangle is limited, and the cards in hand grow with the screen."""
    page = touching
    laid = moment == "with two groups"
    session = states.position("classic", 3, others=False, laid=laid, hand=10, step="draw")
    state = states.shown("draw", session, "en")
    page.evaluate("(state) => show(state, true)", state)
    for width, height in LARGE:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(PAINTED)
        found = page.evaluate(EMPTY)
        assert found <= most, (width, height, found)
        assert min(page.evaluate(HAND_CARDS)) >= (150 if width >= 1920 else 96), (width, height)


@every("moment", ["summary", "over"])
def test_a_result_stands_in_the_middle_of_a_large_table(touching: Page, moment: str) -> None:
    page = touching
    show(page, moment, "classic", 3)
    for width, height in (*LARGE, (2560, 1300)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(PAINTED)
        left, right = page.evaluate(
            """() => { const { left, right } = document.querySelector('[data-kind="result"]').getBoundingClientRect();
                       return [left, innerWidth - right]; }"""
        )
        assert abs(left - right) <= 2, (width, height, left, right)


def test_a_list_shows_that_it_continues_below_the_edge(touching: Page) -> None:
    page = touching
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    show(page, "choose", "masters", 4)
    content = page.locator("[data-p10='choose-phase'] .content")
    assert content.get_attribute("data-more") is None, "all of it is in sight"
    page.set_viewport_size({"width": 320, "height": 480})
    page.evaluate(PAINTED)
    page.locator("[data-p10='choose-phase'] .content[data-more]").wait_for()
    content.evaluate("(node) => node.scrollTo(0, node.scrollHeight)")
    page.locator("[data-p10='choose-phase'] .content:not([data-more])").wait_for()


def test_no_text_touches_an_edge(touching: Page) -> None:
    page = touching
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    show(page, "draw", rounds=[{"round": 1, "points": [205, *[0] * 5], "scores": [205, *[0] * 5]}])
    page.locator("[data-act='seat']").first.dispatch_event("click")
    page.locator("[data-p10='scores'] svg text").first.wait_for()
    assert page.evaluate(CUT_OFF) == []
    for name in ("long hint", "refusal"):
        show(page, name)
        for width, height in (*PHONES, CELL):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(PAINTED)
            assert page.evaluate(PADDING) >= 3, f"{name}, {width}x{height}"


def test_in_dark_mode_only_text_is_bright(touching: Page) -> None:
    page = touching
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for name, box in DARK:
        show(page, name)
        if name == "draw":
            page.evaluate(DEAF)
            page.locator("[data-act='draw-deck']").first.dispatch_event("click")
        found = page.locator(box).first
        assert found.evaluate(BRIGHTNESS, "backgroundColor") < 0.3, (name, box)
        assert found.evaluate(BRIGHTNESS, "color") > 0.6, (name, box)
    show(page, "incomplete")
    for words in (".gap", ".needed"):
        assert page.locator(f"[data-p10='phase'] {words}").first.evaluate(BRIGHTNESS, "color") > 0.6, words
