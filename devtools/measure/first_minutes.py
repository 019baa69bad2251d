"""Go through a newcomer's first minutes by touch: ``python -m devtools.measure.first_minutes [--language en|de]``.

The promise: a newcomer plays within minutes, by touch alone (docs/play.md). It takes some minutes.

Start ``phase10 serve`` on 127.0.0.1 with a preheated kernel. A browser that was never here opens the start page on a
phone, learns the game step by step, and plays the short game that is offered next. Every tap is at a point of the
screen; the page must not scroll. Print the taps and the seconds of each step: those that the page takes, and those of
a person, who also reads (``WORDS``) and decides (``devtools.measure.minutes``).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from playwright.sync_api import Locator, Page

from devtools import command
from devtools.browser.driver import TouchPage
from devtools.browser.opened import browser, served
from devtools.measure.minutes import OTHER, SECONDS, SUMMARY
from devtools.measure.start import until_ready
from phase10_widgets import first_game
from phase10_widgets.core.actions import Discard, Draw, Hit, LayDown

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
WORDS = 200 / 60
LOOK = 3.0
"""The seconds to find the right button on a page that one sees for the first time."""
DECIDING = {"draw": SECONDS[Draw], "lay": SECONDS[LayDown], "hit": SECONDS[Hit], "discard": SECONDS[Discard]}
"""The seconds before an action, by the first word of the button's name."""
TAPS = 1.0
"""The seconds to follow a step that says what to press."""


class Step(NamedTuple):
    """A part of the first minutes."""

    name: str
    taps: int
    page: float
    """Seconds from the tap until the page can be used, summed over the step."""
    person: float
    """Seconds to look, read, decide and press."""


class Newcomer(TouchPage):
    """A player on a touch screen whose taps and seconds are counted."""

    taps = 0
    person = 0.0

    def tap(self, target: Locator) -> None:
        """Tap, and count it."""
        super().tap(target)
        self.taps += 1

    def click(self, name: str, more: str = "") -> None:
        """Press a button after the time that a person needs to decide on it."""
        self.person += SUMMARY if name == "continue" else DECIDING.get(name.partition("-")[0], OTHER)
        super().click(name, more)


@contextmanager
def visitor(language: str) -> Iterator[tuple[Page, str]]:
    """Yield a new browser's page and the address of the server's start page."""
    with served() as address, browser() as opened:
        until_ready(address)
        page = opened.new_context(**PHONE, locale=language).new_page()  # type: ignore[arg-type]
        page.set_default_timeout(60_000)
        yield page, address


def first_minutes(page: Page, address: str) -> Iterator[Step]:
    """Yield each step from the first sight of the start page to the end of the first short game."""
    begun = time.monotonic()
    page.goto(address)
    learn = page.locator(".buttons .learn")
    learn.wait_for()
    hero = page.locator(".hero").inner_text()
    yield Step("see the start page, choose to learn", 1, time.monotonic() - begun, _reading(hero) + LOOK)

    begun = time.monotonic()
    learn.tap()
    table = Newcomer(page, "classic")
    table.wait()
    yield Step("wait for the table", 0, time.monotonic() - begun, 0.0)

    begun, lesson, person = time.monotonic(), 0, 0.0
    for number, step in enumerate(first_game.STEPS):
        said = table.follow_guide()
        person += _reading(said) + TAPS
        last = number + 1 == len(first_game.STEPS)
        if last or first_game.STEPS[number + 1].lesson != step.lesson:
            lesson += 1
            yield Step(f"step {lesson} of the first game", table.taps, time.monotonic() - begun, person)
            begun, person, table.taps = time.monotonic(), 0.0, 0

    table.person = 0.0
    table.click("continue")
    table.settle()
    won = _reading(table.root.locator('[data-p10="over"]').inner_text())
    yield Step("read the result, see the win", table.taps, time.monotonic() - begun, table.person + won)

    begun, table.taps, table.person = time.monotonic(), 0, 0.0
    table.press("again")
    play = page.locator('[data-p10="setup"] [data-act="play"]')
    play.wait_for()
    yield Step("ask for a real game", table.taps, time.monotonic() - begun, LOOK)

    begun = time.monotonic()
    play.tap()
    table.wait()
    yield Step("start the short game", 1, time.monotonic() - begun, LOOK)

    begun, table.taps, table.person = time.monotonic(), 0, 0.0
    table.play_game()
    yield Step("play it to the end", table.taps, time.monotonic() - begun, table.person)


def _reading(text: str) -> float:
    return len(text.split()) / WORDS


def main() -> None:
    words = command.parser(__doc__)
    words.add_argument("--language", choices=("en", "de"), default="en")
    options = words.parse_args()
    with visitor(options.language) as (page, address):
        steps = list(first_minutes(page, address))
    steps.append(Step("all", *(sum(each) for each in zip(*(step[1:] for step in steps), strict=True))))
    print("| step | taps | seconds of the page | of a person |")
    print("|---|---:|---:|---:|")
    for step in steps:
        print(f"| {step.name} | {step.taps} | {step.page:.1f} | {step.person:.0f} |")


if __name__ == "__main__":
    main()
