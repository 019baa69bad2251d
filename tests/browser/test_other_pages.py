"""The pages other than lessons: mixed sets, glossary and map by keyboard alone; axe checks them and all other cards."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from devtools.browser.hosts import Host
from phase10_widgets.teaching import Progress, course
from phase10_widgets.teaching.exercises.mixed import method_question, mixed
from tests.browser.conftest import Violations
from tests.browser.test_lesson_pages import show_all
from tests.browser.test_lessons import mistake, stays_here
from tests.browser.test_lessons_by_keys import DAY, MOST_TABS, SEED, STORAGE, Keys
from tests.helpers import rotating

__all__ = ["stays_here"]

pytestmark = pytest.mark.usefixtures("stays_here")

MIXED = 'section.p10[data-kind="question"]'
BOARD = 'section.p10[data-kind="progress"]'
LEARNER = """
import phase10_widgets as p10
from phase10_widgets.teaching import Progress
from phase10_widgets.teaching.progress.played import PlayedHand
from phase10_widgets.teaching.learner.widgets import PlayerCard

progress = Progress(seed=7)
for at in range(24):
    progress.predict(f"{at}", "1/2", (0.5, 0.7, 0.9)[at % 3])
    progress.reveal(f"{at}", at % 4 > 0)
    progress.hands[f"{at}"] = PlayedHand("classic", 1 + at // 8, at % 6 == 0, at % 3, 5 * (at % 5), at % 8, 20_000 + at)
learner = p10.Learner(14, progress=progress)
warm_up, mixed, player = learner.recall(), learner.mixed("A"), PlayerCard(learner)
wild, dealt, points, waited, out = map(learner.hands, ("wild", "dealt", "points", "waited", "out"))
calibration = learner.calibration()
"""
CARDS = ("warm_up", "mixed", "player", "wild", "dealt", "points", "waited", "out", "calibration")


class OtherPage:
    """A page without a lesson, used with the keyboard."""

    def __init__(self, page: Page, folder: Path, name: str) -> None:
        self.page, self.keys, self.folder, self.name = page, Keys(page), folder, name
        self.progress = Progress(seed=SEED)
        self.questions = mixed(self.progress, name, DAY) if name in course.MIXED else []
        page.add_init_script(f"{STORAGE} ??= {json.dumps(self.progress.dumps())}")

    def find(self, css: str) -> Locator:
        return self.page.locator(css)

    def mixed_set(self) -> None:
        """Choose a wrong method first, then find every method and answer, and request another set."""
        card, keys, progress = self.find(MIXED), self.keys, self.progress
        for at, question in enumerate(self.questions):
            if at:
                keys.press(card.locator('[data-act="next"]'))
            method = progress.exercise(method_question(question, progress))
            expect(card.locator(f'[data-question="{method.question.id}"]')).to_be_visible()
            if not at:
                keys.answer(card, method, mistake(method)[1])
                expect(card.locator('[data-p10="feedback"]')).to_be_visible()
            keys.answer(card, method, str(method.answer))
            expect(card.locator(f'[data-question="{question.id}"]')).to_be_visible()
            keys.answer_rightly(card, progress.exercise(question))
        expect(card).to_contain_text("You found 6 of 6 answers without the solution.")
        expect(self.find(BOARD)).to_contain_text(f"Mixed set {self.name}")
        keys.press(card.locator('[data-deed="new-set"]'))
        expect(card.locator("h2")).to_contain_text("question 1 of 6")
        expect(card.locator('[data-act="turn-to"]', has_text="✓")).to_have_count(0)

    def map_of_the_course(self) -> None:
        """Type a name, save a file, and follow the link to the beginning of the course."""
        board, keys = self.find(BOARD), self.keys
        expect(board.locator("h3 a")).to_have_count(17)
        keys.write(board.locator('[data-field="name"]'), "Ana")
        self.page.keyboard.press("Tab")
        with self.page.expect_download() as waiting:
            keys.press(board.locator('[data-act="export"]'))
        waiting.value.save_as(self.folder / "progress.json")
        assert Progress.load(self.folder / "progress.json").name == "Ana"
        keys.to(board.locator("h3 a"))
        keys.to(board.locator('[data-p10="next"] a'))
        assert self.page.evaluate("document.activeElement.pathname") == "/lessons/1"

    def glossary(self) -> None:
        """On a phone, Tab leads to the table of all terms, and the arrow keys to its last column."""
        self.page.set_viewport_size({"width": 360, "height": 740})
        terms = self.find("table").first
        expect(terms).to_contain_text("complement")
        for _ in range(MOST_TABS):
            if terms.evaluate("(table) => document.activeElement === table.parentElement"):
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("ArrowRight")
        self.page.wait_for_function("() => document.activeElement.scrollLeft > 0")


@pytest.mark.parametrize(
    ("name", "go_through"),
    [
        *(rotating(f"/mixed-{name.lower()}", OtherPage.mixed_set) for name in course.MIXED),
        ("/glossary", OtherPage.glossary),
        ("", OtherPage.map_of_the_course),
    ],
    ids=[*(f"mixed-{name.lower()}" for name in course.MIXED), "glossary", "index"],
)
def test_a_page_by_keyboard_alone_in_light_and_dark(
    page: Page, school: str, violations: Violations, tmp_path: Path, name: str, go_through: Callable[[OtherPage], None]
) -> None:
    one = OtherPage(page, tmp_path, name.removeprefix("/mixed-").upper())
    page.emulate_media(color_scheme="light")
    page.goto(f"{school}lessons{name}")
    show_all(page)
    assert violations(page.locator("html")) == []
    go_through(one)
    assert violations(page.locator("html")) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page.locator("html")) == []


@pytest.mark.parametrize("scheme", ["light", rotating("dark")])
def test_every_card_of_a_learner(
    page: Page, here: Host, violations: Violations, scheme: Literal["light", "dark"]
) -> None:
    """Warm-up, mixed set, player, own rounds and calibration, all with data, before and after a guess."""
    page.emulate_media(color_scheme=scheme)
    keys = Keys(page)
    here.open(page, LEARNER, *CARDS)
    cards = page.locator("section.p10")
    expect(cards).to_have_count(len(CARDS))
    for at, name in enumerate(CARDS):
        card = cards.nth(at)
        assert violations(card) == [], name
        if card.locator('[data-deed="guess"]').count():
            keys.more(card.locator('[data-field="guess"]'))
            keys.press(card.locator('[data-deed="guess"]'))
            expect(card.locator('[data-deed="guess_again"]')).to_be_visible()
            assert violations(card) == [], name
