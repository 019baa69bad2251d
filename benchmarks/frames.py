"""Measure animation smoothness: frame intervals while a table of four deals, lays down, turns over, counts and wins.

The promise: sixty frames a second (docs/speed.md). It takes some minutes.

``python -m benchmarks.frames`` prints a row for each motion. A motion lasts from the table's new view until nothing
moves; at sixty frames a second an interval is 16.7 ms. The end of a round lasts from the press on, because the last
card falls before the table shows its new view.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page

from devtools import command
from devtools.browser import scenes
from devtools.browser.driver import TablePage
from devtools.browser.hosts import Voila
from devtools.browser.opened import voila
from phase10_widgets import Session

MEDIAN, WORST = 17.0, 34.0
"""The largest accepted median and worst intervals of a motion, in milliseconds."""
TIMES = 8
"""The repetitions of each motion; the first, before code and pictures are cached, counts as well."""
PACE = 5
"""The seconds that computer players wait, to stay out of the measurement."""
MEASURE = """(root, [button, changes]) => new Promise((done) => {
  const least = 500, most = 5000, stamps = [];
  let began = null, moved = false;
  const watch = new MutationObserver(() => { watch.disconnect(); began = performance.now(); });
  watch.observe(root, changes);
  const moves = ({ playState, effect }) => playState === "running" && effect.getComputedTiming().endTime < Infinity;
  const moving = () => root.getAnimations({ subtree: true }).some(moves);
  const frame = (now) => {
    stamps.push(now);
    moved ||= began !== null && moving();
    const since = began === null ? 0 : performance.now() - began;
    if (since > most || (since > least && !moving()))
      done(moved ? stamps.flatMap((stamp, i) => (i > 0 && stamp > began ? [stamp - stamps[i - 1]] : [])) : []);
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  requestAnimationFrame(() => requestAnimationFrame(() => button.click()));
})"""


class Motion(NamedTuple):
    """The frame intervals of one kind of motion, in milliseconds."""

    name: str
    intervals: list[float]

    @property
    def median(self) -> float:
        return statistics.median(self.intervals)

    @property
    def worst(self) -> float:
        return max(self.intervals)

    def __str__(self) -> str:
        if not self.intervals:
            return f"| {self.name} | nothing moves | | | NO |"
        good = self.median <= MEDIAN and self.worst <= WORST
        late = sum(interval > WORST for interval in self.intervals)
        shares = f"{late} of {len(self.intervals)} | {'yes' if good else 'NO'}"
        return f"| {self.name} | {self.median:.1f} ms | {self.worst:.1f} ms | {shares} |"


NEW_VIEW = {"attributes": True, "attributeFilter": ["data-rev"]}
ANY_CHANGE = {"childList": True, "subtree": True}


def measured(table: TablePage, button: Locator, changes: dict[str, Any] = NEW_VIEW) -> list[float]:
    """Return the frame intervals from the first such change after this click until nothing moves; [] if nothing did."""
    found: list[float] = table.root.evaluate(MEASURE, [button.element_handle(), changes])
    return found


def dealing(table: TablePage) -> list[float]:
    """Go out, look at the summary, deal the next round; then take it all back."""
    table.select(table.hand()[0])
    table.click("discard")
    found = measured(table, table.act("continue"))
    table.click("undo")
    return found


def ending_a_round(table: TablePage) -> list[float]:
    """Go out: the last card falls, then the points are counted; then take it back."""
    table.select(table.hand()[0])
    found = measured(table, table.act("discard"), ANY_CHANGE)
    table.click("undo")
    return found


def winning(table: TablePage) -> list[float]:
    """Win the game and look at the final result; then start over with a new kernel."""
    table.select(table.hand()[0])
    table.click("discard")
    found = measured(table, table.act("continue"))
    table.page.reload()
    table.wait()
    return found


def laying_down(table: TablePage) -> list[float]:
    found = measured(table, table.act("lay-down"))
    table.click("undo")
    return found


def turning_over(table: TablePage) -> list[float]:
    """Discard a card with the flip symbol."""
    table.unselect_all()
    table.select(next(word for word in table.hand() if "!/" in word))
    found = measured(table, table.act("discard"))
    table.click("undo")
    return found


MOTIONS: dict[str, tuple[str, Callable[[], Session], Callable[[TablePage], list[float]]]] = {
    "dealing": ("classic", scenes.going_out, dealing),
    "ending a round": ("classic", scenes.going_out, ending_a_round),
    "winning": ("classic", scenes.winning, winning),
    "laying down": ("classic", scenes.laying, laying_down),
    "turning the table over": ("flip", scenes.turning, turning_over),
}


def motions() -> list[Motion]:
    """Measure every motion in Voilà, each on a fresh page."""
    with voila() as (browser, host):
        return [seen(browser.new_page(viewport={"width": 1280, "height": 900}), host, name) for name in MOTIONS]


def seen(page: Page, host: Voila, name: str) -> Motion:
    """Measure one kind of motion repeatedly."""
    edition, scene, deed = MOTIONS[name]
    table = TablePage(page, edition)
    host.open(page, scenes.code(scene(), pace=PACE, page=True))
    table.wait()
    intervals = [interval for _ in range(TIMES) for interval in deed(table)]
    page.close()
    return Motion(name, intervals)


def lines() -> list[str]:
    """Return the measurements as a Markdown table."""
    head = "| motion, table of four in Voilà | median frame | worst frame | late | within the goal |"
    return [head, "|---|---:|---:|---:|---|", *map(str, motions())]


if __name__ == "__main__":
    command.parser(__doc__).parse_args()
    print("\n".join(lines()))
