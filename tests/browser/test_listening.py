"""A round played with a screen reader's information: the live region, the log, and the focused element's name."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, TimeoutError

import phase10_widgets as p10
from devtools.browser.hosts import Host
from phase10_widgets.languages.text import Text

LISTEN = """(root) => {
    const live = root.querySelector('[data-p10="live"]');
    const heard = (window.heard = [live.textContent]);
    new MutationObserver(() => heard.push(live.textContent)).observe(live, {childList: true, subtree: true});
}"""
FOCUSED = """() => {
    const at = document.activeElement;
    if (at === document.body) return "";
    const named = at.getAttribute("aria-label");
    if (named) return named;
    const spoken = at.cloneNode(true);
    spoken.querySelectorAll("[aria-hidden]").forEach((each) => each.remove());
    return spoken.textContent.replace(/\\s+/g, " ").trim();
}"""
CARD = re.compile(r"^(?P<name>[^,]+)(, .*)?, (?P<at>\d+) of (?P<all>\d+)")


class Listener:
    """A player who presses keys and listens; `heard` is the text of the live region so far."""

    def __init__(self, page: Page, edition: str) -> None:
        self.page = page
        self.edition = p10.edition(edition)
        names = Text("en")
        self.words = {names.card_name(card): word for word, card in self.edition.pack.sides[0].faces.items()}
        self.at = 0
        self.aim = ""

    def begin(self) -> None:
        self.page.locator('[data-p10="table"]').evaluate(LISTEN)
        self.focus(lambda name: CARD.match(name) is not None)

    @property
    def heard(self) -> list[str]:
        found: list[str] = self.page.evaluate("window.heard")
        return found

    def news(self, *wanted: str) -> str:
        """Return the new announcements, up to one of these texts."""
        try:
            self.page.wait_for_function(
                "([at, wanted]) => wanted.some((each) => window.heard.slice(at).join(' ').includes(each))",
                arg=[self.at, wanted],
            )
        except TimeoutError:
            raise AssertionError(f"none of {wanted} was said, but: {self.heard}") from None
        text = " ".join(self.heard[self.at :])
        self.at = len(self.heard)
        return text

    def press(self, key: str, *wanted: str) -> str:
        """Press a key and wait for one of these texts."""
        self.at = len(self.heard)
        self.page.keyboard.press(key)
        return self.news(*wanted)

    def focus(self, found: Callable[[str], bool]) -> str:
        """Press Tab until an element with this name has the focus."""
        for _ in range(80):
            name: str = self.page.evaluate(FOCUSED)
            if found(name):
                return name
            self.page.keyboard.press("Tab")
        raise AssertionError("nothing with that name can be reached with the Tab key")

    def hand(self) -> list[str]:
        """Return the spoken names of the player's cards, in order."""
        text = self.press("i", "Your hand")
        phase = re.search(r"Phase \d+: ([^.]+)\.", text)
        self.aim = phase[1] if phase else self.aim
        cards = re.search(r"Your hand, \d+ cards?: ([^.]+)\.", text)
        assert cards is not None
        return cards[1].split(", ")

    def select(self, name: str, at: int) -> None:
        self.focus(lambda each: CARD.match(each) is not None)
        self.page.keyboard.press("Home")
        for _ in range(at):
            self.page.keyboard.press("ArrowRight")
        focused = self.page.evaluate(FOCUSED)
        assert focused.startswith(f"{name}, "), f"{focused!r} is not {name!r}"
        self.page.keyboard.press("Space")

    def least(self, hand: list[str]) -> str:
        """Return the least useful card for the phase; among equals, the one with the most points."""

        def loss(name: str) -> tuple[int, int]:
            left = [self.words[each] for each in hand]
            left.remove(self.words[name])
            away = p10.missing(" ".join(left), self.aim, edition=self.edition) if left else 0
            return (away, -p10.points(self.words[name], edition=self.edition))

        return min(hand, key=loss)

    def hit(self) -> str:
        """Hit the focused place; if the group has two open ends, choose the one offered first."""
        self.focus(lambda name: name.startswith("Hit "))
        self.at = len(self.heard)
        self.page.keyboard.press("Enter")
        if self.page.evaluate(FOCUSED).endswith(("Low end", "High end ▸")):
            self.page.keyboard.press("Enter")
        return self.news("You hit")

    def turn(self) -> str:
        """Draw, lay down once the phase is announced as complete, hit the announced cards, discard; then listen."""
        text = self.press("d", "Your turn: select a card")
        assert "drew from the draw pile" in text
        if "Your cards complete phase" in text:
            text = self.press("l", "laid down phase")
        while "These fit on the table" in self.press("i", "Round"):
            self.page.keyboard.press("h")
            text = self.hit()
            if "went out" in text:
                return text
        hand = self.hand()
        card = self.least(hand)
        self.select(card, hand.index(card))
        self.at = len(self.heard)
        self.page.keyboard.press("x")
        return self.news("Your turn: draw", "next round")


def test_a_round_by_ear(page: Page, here: Host) -> None:
    """With this seed the listener lays down, hits, and is skipped."""
    made = "Table('classic', players=['You', 'greedy', 'greedy'], seed=5, pace=0.05)"
    here.open(page, f"from phase10_widgets import Table\ntable = {made}")
    page.locator('[data-p10="table"]').wait_for()
    listener = Listener(page, "classic")
    listener.begin()
    text = listener.heard[0]
    assert "Discard pile: " in text
    for _ in range(60):
        if "next round" in text:
            break
        text = listener.turn()
    assert_round_told(listener, text)


def assert_round_told(listener: Listener, text: str) -> None:
    """Everyone's points are announced at the end, and the log has the round, newest first."""
    page = listener.page
    points = {name.strip(): int(n) for name, n in re.findall(r"([\w ]+): (\d+) points?, \d+ in total\.", text)}
    assert len(points) == 3
    page.keyboard.press("m")
    listener.focus(lambda name: name == "What happened")
    page.keyboard.press("Enter")
    log = page.get_by_role("dialog").get_by_role("log").locator("li").all_inner_texts()
    out = re.search(r"([\w ]+?) (?:went out|laid down first)\.", " ".join(log[:3]))
    assert out is not None
    assert points[out[1].strip()] == 0
    assert any("laid down phase 1" in line for line in log)
    assert len(log) > 6
