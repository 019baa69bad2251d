"""A browser window that Playwright cannot drive, with the part of Playwright's interface that `driver.py` uses.

Debian's Firefox and WebKitGTK have their own protocols (`firefox.py`, `webkit.py`). Both describe user input in the
same way: as lists of actions that move a pointer and press keys.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from typing import Any, cast

from playwright.sync_api import Page

from .driver import TouchPage

PATIENCE = 60.0
"""The number of seconds that a page may take to show something on a busy machine."""
LOOK = 0.05
UNCOVERED = 5.0
"""The number of seconds that a page may take to settle until nothing covers an element."""

FIND = """(steps) => {
    const seen = (node) => node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0;
    let nodes = [document];
    for (const [selector, at] of steps) {
        const plain = selector.replaceAll(":visible", "");
        if (plain) nodes = [...new Set(nodes.flatMap((node) => [...node.querySelectorAll(plain)]))];
        if (plain !== selector) nodes = nodes.filter(seen);
        if (at !== null) nodes = nodes.slice(at, at + 1);
    }
    return nodes;
}"""
"""A script that returns the elements of a :class:`Found`, whose selectors may end with Playwright's `:visible`."""
AIM = """async (node) => {
    node.scrollIntoView({ block: "center", behavior: "instant" });
    const before = node.getBoundingClientRect();
    await new Promise((done) => setTimeout(done, 100));
    const box = node.getBoundingClientRect();
    if (box.x !== before.x || box.y !== before.y) return { fault: "it moves" };
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const on = document.elementFromPoint(x, y);
    return { x, y, fault: node.contains(on) ? "" : `covered by ${on?.outerHTML.slice(0, 120)}` };
}"""
"""A script that returns the center of an element, or the reason that the element cannot be pressed."""


class ScriptError(Exception):
    """Raised when a page or a browser cannot fulfill a request."""


class Window(ABC):
    """A browser's only window."""

    kind = "mouse"
    """The type of pointer: a mouse, or a finger if the engine supports touch."""

    @abstractmethod
    def goto(self, url: str) -> None:
        """Open an address and wait until it has loaded."""

    @abstractmethod
    def reload(self) -> None:
        """Reload the page and wait until it has loaded."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Resize the page to exactly this size in CSS pixels."""

    @abstractmethod
    def perform(self, sources: list[dict[str, Any]]) -> None:
        """Perform these actions, given in WebDriver's format."""

    @abstractmethod
    def script(self, function: str) -> Any:
        """Return the text that a function without parameters returns; raise ScriptError if it fails."""

    @property
    @abstractmethod
    def faults(self) -> list[str]:
        """Return the console errors reported so far, except network errors."""

    def run(self, function: str, *given: Any) -> Any:
        """Return the JSON value that a JavaScript function returns; the function may be asynchronous."""
        call = f"({function})(...{json.dumps(given)})"
        return json.loads(self.script(f"async () => JSON.stringify((await {call}) ?? null)"))

    def until(self, function: str, *given: Any, seconds: float = PATIENCE, what: str = "") -> None:
        """Wait until this function, described by *what*, returns a true value; until then, the page may load or fail.

        Raises:
            TimeoutError: the value was not true in time.
        """
        end, last = time.monotonic() + seconds, ""
        while time.monotonic() < end:
            try:
                if self.run(f"async (...given) => Boolean(await ({function})(...given))", *given):
                    return
            except ScriptError as error:
                last = str(error)
            time.sleep(LOOK)
        raise TimeoutError(f"{what or function}: not within {seconds:.0f} s. {last}\n{self.text()[-1500:]}")

    def locator(self, selector: str) -> Found:
        """Return the elements that match this selector, including those that appear later."""
        return Found(self, ((selector, None),))

    @property
    def touchscreen(self) -> Window:
        """Return this window, which handles taps as Playwright's touchscreen does."""
        return self

    def tap(self, x: float, y: float) -> None:
        """Press and release at a point in the window."""
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.perform([{"type": "pointer", "id": "hand", "parameters": {"pointerType": self.kind}, "actions": moves}])

    def press(self, keys: str) -> None:
        """Press these keys one by one; each key is a character."""
        moves = [{"type": way, "value": key} for key in keys for way in ("keyDown", "keyUp")]
        self.perform([{"type": "key", "id": "keys", "actions": moves}])

    def text(self) -> str:
        return str(self.run("() => document.body?.innerText ?? ''"))


class Found:
    """The page elements found by these steps, each of which is a selector and an index among its matches."""

    def __init__(self, window: Window, steps: tuple[tuple[str, int | None], ...]) -> None:
        self._window = window
        self._steps = steps

    def __str__(self) -> str:
        return " ".join(selector if at is None else f"{selector}[{at}]" for selector, at in self._steps)

    def locator(self, selector: str) -> Found:
        return Found(self._window, (*self._steps, (selector, None)))

    def nth(self, at: int) -> Found:
        return Found(self._window, (*self._steps[:-1], (self._steps[-1][0], at)))

    @property
    def first(self) -> Found:
        return self.nth(0)

    def count(self) -> int:
        return int(self.evaluate_all("(all) => all.length"))

    def get_attribute(self, name: str) -> str | None:
        found = self.evaluate("(node, name) => node.getAttribute(name)", name)
        return None if found is None else str(found)

    def is_enabled(self) -> bool:
        return bool(self.evaluate("(node) => !node.matches(':disabled, [aria-disabled=true]')"))

    def inner_text(self) -> str:
        return str(self.evaluate("(node) => node.innerText"))

    def evaluate_all(self, function: str, *given: Any) -> Any:
        """Return the result of calling a function with all elements."""
        return self._window.run(f"(steps, ...more) => ({function})(({FIND})(steps), ...more)", self._steps, *given)

    def evaluate(self, function: str, *given: Any) -> Any:
        """Return the result of calling a function with the first element, as soon as that element exists."""
        self.wait_for()
        return self.evaluate_all(f"([node], ...more) => ({function})(node, ...more)", *given)

    def until(self, function: str, *given: Any, seconds: float = PATIENCE) -> None:
        """Wait until a function, called with the first element, returns a true value."""
        says = f"(steps, ...more) => {{ const [node] = ({FIND})(steps); return node && ({function})(node, ...more); }}"
        self._window.until(says, self._steps, *given, seconds=seconds, what=f"{self}: {function}")

    def wait_for(self, timeout: float = PATIENCE * 1000) -> None:
        """Wait until an element is displayed; *timeout* is in milliseconds, as in Playwright."""
        self.until("(node) => node.checkVisibility() && node.getClientRects().length > 0", seconds=timeout / 1000)

    def click(self) -> None:
        """Scroll to the element and press its center as soon as it is still and nothing covers it.

        Raises:
            AssertionError: the element kept moving or stayed covered for too long.
        """
        end = time.monotonic() + UNCOVERED
        while (found := self.evaluate(AIM))["fault"] and time.monotonic() < end:
            time.sleep(LOOK)
        assert not found["fault"], f"{self}: {found['fault']}"
        self._window.tap(found["x"], found["y"])

    def fill(self, text: str) -> None:
        """Type text into a field."""
        self.click()
        self.evaluate("(node) => node.select()")
        self._window.press(text)


class WindowTable(TouchPage):
    """The table in a :class:`Window`; nothing may scroll, and nothing may cover a pressed element."""

    def __init__(self, window: Window, edition: str = "classic") -> None:
        super().__init__(cast(Page, window), edition)
        self.window = window

    def until(self, says: str, arg: object = None) -> None:
        """Wait until this JavaScript function, called with the root element and `arg`, returns true."""
        cast(Found, self.root).until(says, arg)
