"""A simulated player who uses only clicks and keys and sees only the page."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

from playwright.sync_api import Locator, Page

import phase10_widgets as p10
from devtools.browser.hosts import PATIENCE

DOUBLE_TAP_SECONDS, DOUBLE_TAP_PIXELS = 0.45, 35
"""The limits in time and distance within which two taps count as a double tap (`frontend/src/shared/press.ts`)."""


class TablePage:
    """The table on a page, and the player's actions there."""

    def __init__(self, page: Page, edition: str, phases: dict[int, str] | None = None, view: int = 0) -> None:
        self.page = page
        self.edition = p10.edition(edition)
        self.phases = phases or {phase.number: str(phase) for phase in self.edition.phases}
        self.root = page.locator('[data-p10="table"]').nth(view)
        self.done: set[str] = set()
        """The actions taken so far, as worded by :meth:`turn` and the live region."""

    def open(self, url: str) -> None:
        """Load the page and wait for the table."""
        self.page.goto(url)
        self.wait()

    def wait(self) -> None:
        """Wait until the table is displayed and the player can act."""
        self.root.wait_for(timeout=PATIENCE)
        self.settle()

    def data(self, name: str) -> str:
        return self.root.get_attribute(f"data-{name}") or ""

    def until(self, says: str, arg: object = None) -> None:
        """Wait until this JavaScript function, called with the root element and `arg`, returns true.

        The element is passed in rather than looked up in the document, because in marimo it is in a shadow root.
        """
        handles = [self.root.element_handle(), arg]
        self.page.wait_for_function(f"([root, arg]) => ({says})(root, arg)", arg=handles, timeout=PATIENCE)

    def settle(self) -> None:
        """Wait until this seat may act, or until the round or the game is over."""
        self.until("""(root) => {
            const has = (name) => root.querySelector(`[data-p10="${name}"]`);
            if (root.dataset.busy === "true") return false;
            return has("summary") || has("over") || root.querySelector('[data-act="ready"]')
                || (root.dataset.toAct === root.dataset.you && root.dataset.step);
        }""")

    def shows(self, name: str) -> bool:
        return self.root.locator(f'[data-p10="{name}"]').count() > 0

    def act(self, name: str, more: str = "") -> Locator:
        return self.root.locator(f'[data-act="{name}"]{more}').first

    def can(self, name: str, more: str = "") -> bool:
        button = self.act(name, more)
        return button.count() > 0 and button.is_enabled()

    def sees(self, name: str, more: str = "") -> bool:
        """Return True if this button is displayed."""
        return self.act(name, f"{more}:visible").count() > 0

    def tap(self, target: Locator) -> None:
        """Click this element; all of this player's clicks go through here."""
        target.click()

    def press(self, name: str) -> None:
        """Press a button that affects only the page."""
        self.tap(self.act(name, ":visible"))

    def close(self) -> None:
        self.press("close")

    def sheet(self, name: str) -> Locator:
        """Open a sheet from the menu: the scores, the log or the rules."""
        self.press("menu")
        self.press(name)
        return self.root.locator(f'[role="dialog"][data-p10="{name}"]')

    def answered(self, handler: Callable[[], None]) -> None:
        """Perform an action that Python answers with a new view, and wait for that view."""
        rev = self.data("rev")
        handler()
        self.until("(root, rev) => root.dataset.rev !== rev && root.dataset.busy !== 'true'", rev)

    def click(self, name: str, more: str = "") -> None:
        self.answered(lambda: self.tap(self.act(name, more)))
        self.done.add(name)

    def pace(self, seconds: str) -> None:
        """Set the pause before each computer player's action, using the menu."""
        self.press("menu")
        choice = self.root.locator(f'[data-choice="pace"] [data-value="{seconds}"]')
        self.answered(lambda: self.tap(choice))
        self.close()

    def hand(self) -> list[str]:
        """Return the codes of the cards in the hand, in display order."""
        cards = self.root.locator("[data-hand-card]")
        return list(cards.evaluate_all("(all) => all.map((n) => n.dataset.handCard)"))

    def card(self, word: str) -> Locator:
        return self.root.locator(f'[data-hand-card="{word}"]').first

    def select(self, word: str) -> None:
        if self.card(word).get_attribute("aria-pressed") != "true":
            self.tap(self.card(word))

    def unselect_all(self) -> None:
        for at in range(self.root.locator('[data-hand-card][aria-pressed="true"]').count()):
            del at
            self.tap(self.root.locator('[data-hand-card][aria-pressed="true"]').first)

    def play_game(self, most_turns: int = 400, ends: tuple[str, ...] = ("over",)) -> None:
        for _ in range(most_turns):
            if any(map(self.shows, ends)):
                return
            self.turn()
        raise AssertionError(f"no {' or '.join(ends)} after {most_turns} turns")

    def play_round(self) -> None:
        self.play_game(120, ("summary", "over"))

    def turn(self) -> None:
        """Take the next step: continue, choose, or draw and play."""
        if self.shows("summary"):
            self.click("continue")
        elif self.data("step") == "choose_phase":
            if self.shows("choose-phase"):  # if only one phase is possible, the table chooses it
                self.click("choose-phase", ":enabled")
        elif self.data("step") == "draw":
            self.draw()
        else:
            self.play()
        self.settle()

    def follow_guide(self) -> str:
        """Follow the next instruction of the first game, and return its text."""
        guide = self.root.locator('[data-p10="message"] .guide')
        guide.wait_for()
        said = guide.inner_text()
        advised = self.root.locator("[data-advised]")
        if advised.count():
            self.select(advised.get_attribute("data-hand-card") or "")
        primary = self.root.locator("[data-own] [data-primary]")
        act = primary.first.get_attribute("data-act") if primary.count() else "hit"
        if act == "aim-hit":
            self.aim_hit()
        if act in ("hit", "aim-hit", "choose-hit"):  # the highlighted groups
            self.put()
        else:
            self.click(str(act))
        self.settle()
        return said

    def draw(self) -> None:
        self.click("draw-deck" if self.can("draw-deck") else "draw-discard")

    def play(self) -> None:
        """Lay down if possible, hit with every card that fits, and then end the turn."""
        if self.ready():
            self.lay_down()
        while self.my_turn() and self.hit():
            pass
        if self.my_turn():
            self.end_turn()

    def my_turn(self) -> bool:
        over = self.shows("summary") or self.shows("over")
        return not over and self.data("to-act") == self.data("you") and self.data("step") == "play"

    def ready(self) -> bool:
        """Return True if the cards in the hand complete the phase and the lay-down button is shown."""
        return self.can("lay-down") and self.distance(self.hand()) == 0

    def aims(self) -> list[str]:
        """Return the phases that may be laid down now: the one on the phase card, or all open ones."""
        shown = self.data("phase")
        return [self.phases[int(shown)]] if shown else list(self.phases.values())

    def distance(self, words: list[str]) -> int:
        """Return the number of cards missing from the phase that is closest to completion."""
        text, side = " ".join(words), self.data("side") or "color"
        return min(p10.missing(text, phase, edition=self.edition, side=side) for phase in self.aims())

    def lay_down(self) -> None:
        self.click("lay-down")

    def hit(self) -> bool:
        """Hit once if any card fits anywhere; return True if one did."""
        self.unselect_all()
        if not self.can("aim-hit"):
            return False
        self.aim_hit()
        self.put()
        return True

    def aim_hit(self) -> None:
        """Select the first card that fits somewhere on the table."""
        self.tap(self.act("aim-hit"))

    def put(self, where: str = "") -> None:
        """Hit with the selected card: press its place in a group, a group and an end, the action bar, or a sheet."""
        if self.sees("hit", where):
            self.click("hit", f"{where}:visible")
        elif self.sees("hit-group"):
            self.press("hit-group")
            self.click("hit-low" if self.sees("hit-low") else "hit-high")
        elif self.sees("hit-card") and not self.sees("close"):  # an open sheet covers the action bar
            self.click("hit-card")
        else:
            if not self.sees("close"):
                self.press("choose-hit" if self.sees("choose-hit") else "groups")
            self.click(next(each for each in ("hit-any", "hit-low", "hit-high") if self.sees(each)))
            if self.sees("close"):
                self.close()
        self.done.add("hit")

    def end_turn(self) -> None:
        """Discard the least useful card."""
        self.discard(self.least())

    def discard(self, word: str) -> None:
        self.unselect_all()
        self.select(word)
        if self.edition.skip == "chosen" and word == "S":
            self.tap(self.act("discard"))
            if self.can("target"):
                self.click("target")
                return
        self.click("discard")

    def least(self) -> str:
        """Return the code of the least useful card; break ties in favor of the most expensive one."""
        hand = self.hand()

        def loss(word: str) -> tuple[int, int]:
            left = list(hand)
            left.remove(word)
            cost = p10.points(word, edition=self.edition, side=self.data("side") or "color")
            return (self.distance(left) if left else 0, -cost)

        return min(hand, key=loss)

    def save_game(self, file: Path) -> dict[str, Any]:
        """Return the game from the file that the menu saves, including all hidden cards."""
        self.press("menu")
        self.press("save-game")
        with self.page.expect_download() as found:
            self.press("save-confirm")
        found.value.save_as(file)
        self.close()
        return p10.Session.load(file.read_text("utf-8")).to_dict()

    def load_game(self, file: Path) -> None:
        self.press("menu")
        with self.page.expect_file_chooser() as chooser:
            self.press("load-game")
        self.answered(lambda: chooser.value.set_files(file))


class TouchPage(TablePage):
    """A player on a touch screen who never scrolls: every action is a tap at a point on the screen."""

    _tapped = (0.0, 0.0, 0.0)
    """The position of the last tap in pixels, and its time in seconds."""

    def tap(self, target: Locator) -> None:
        """Tap the center of this element, which must not be covered there; the page must not be scrolled.

        Raises:
            AssertionError: the element is out of view or covered.
        """
        target.wait_for()
        found = target.evaluate(
            """async (node) => {
                const felt = node.closest("[data-felt]");
                const turning = () => felt.getAnimations().some(({playState}) => playState === "running");
                const scene = () => node.closest('[data-p10="table"]')?.querySelector('[data-p10="scene"]');
                const moving = () => node.closest("[data-moving]") || scene() || (felt && turning());
                const soon = performance.now() + 10_000;
                while (moving() && performance.now() < soon) await new Promise(requestAnimationFrame);
                const box = node.getBoundingClientRect();
                const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
                const on = node.getRootNode().elementFromPoint(x, y);
                const what = on && (on.closest("button, section, header")?.outerHTML ?? on.outerHTML).slice(0, 120);
                const fault = node.contains(on) ? "" : `covered at ${x}, ${y} by ${what}`;
                return {x, y, fault, scroll: [scrollX, scrollY]};
            }"""
        )
        assert found["scroll"] == [0, 0], f"the page is scrolled: {found['scroll']}"
        assert not found["fault"], f"{target}: {found['fault']}"
        self._leave_time(found["x"], found["y"])
        self.page.touchscreen.tap(found["x"], found["y"])
        self._tapped = (found["x"], found["y"], time.monotonic())

    def _leave_time(self, x: float, y: float) -> None:
        """Wait as long as a person needs to read the screen after a tap; a faster tap would count as a double tap."""
        then_x, then_y, at = self._tapped
        if math.hypot(x - then_x, y - then_y) < DOUBLE_TAP_PIXELS:
            self.page.wait_for_timeout(1000 * max(0.0, DOUBLE_TAP_SECONDS - (time.monotonic() - at)))


class KeyboardPage(TablePage):
    """A player without a mouse: every action is a key press."""

    KEYS = MappingProxyType({"draw-deck": "d", "draw-discard": "p", "discard": "x", "continue": "n", "lay-down": "l"})

    def click(self, name: str, more: str = "") -> None:
        key = self.KEYS.get(name)
        if key is not None and not more:
            self.answered(lambda: self.page.keyboard.press(key))
        else:
            self.reach(self.act(name, more))
            self.answered(lambda: self.page.keyboard.press("Enter"))
        self.done.add(name)

    def press(self, name: str) -> None:
        self.reach(self.act(name, ":visible"))
        self.page.keyboard.press("Enter")

    def aim_hit(self) -> None:
        self.page.keyboard.press("h")

    def select(self, word: str) -> None:
        """Move to the card in the hand with the arrow keys, and select it."""
        if self.card(word).get_attribute("aria-pressed") == "true":
            return
        self.reach_hand()
        self.page.keyboard.press("Home")
        for _ in range(len(self.hand())):
            if self.focused("data-hand-card") == word:
                break
            self.page.keyboard.press("ArrowRight")
        assert self.focused("data-hand-card") == word, f"{word} cannot be reached with the arrow keys"
        self.page.keyboard.press("Space")

    def unselect_all(self) -> None:
        if self.root.locator('[data-hand-card][aria-pressed="true"]').count():
            self.page.keyboard.press("Escape")

    def reach_hand(self) -> None:
        self._tab_until(lambda: self.focused("data-hand-card"), "the hand")

    def reach(self, button: Locator) -> None:
        """Press Tab until the button has the focus."""
        focus = "(node) => node === node.getRootNode().activeElement"
        self._tab_until(lambda: button.evaluate(focus), "a button")

    def _tab_until(self, there: Callable[[], object], what: str) -> None:
        for _ in range(80):
            if there():
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{what} cannot be reached with the Tab key")

    def focused(self, name: str) -> str | None:
        found = self.root.evaluate("(root, name) => root.getRootNode().activeElement?.getAttribute(name)", name)
        return str(found) if found is not None else None
