"""At every screen size, everything that matters is in sight, on top and large enough, without scrolling."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, Route

from devtools.browser import states
from tests.browser.conftest import NewContext, Violations
from tests.packages import PACKAGE

HERE = Path(__file__).parent
STATIC = PACKAGE / "static"
SIGHT = (HERE / "sight.js").read_text("utf-8")
PHONES = ((360, 560), (360, 640), (360, 740), (390, 664), (390, 844), (844, 340), (844, 390))
SCREENS = (*PHONES, (768, 1024), (1024, 600), (1280, 720), (1366, 768), (1920, 1080))
PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SETTLED_SIGHT = f"""async () => {{
  await {PAINTED};
  return ({SIGHT})(true);
}}"""
REACHABLE = f"""async () => {{
  await {PAINTED};
  return ({SIGHT})(true, true);
}}"""
ON_TOP = """(card) => {
  const { x, y, width, height } = card.getBoundingClientRect();
  return card.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
WRITTEN_ACROSS = """() => [...document.querySelectorAll("[data-seat-box]")].filter((seat) => {
  const cards = [...seat.querySelectorAll(".fan svg")].map((card) => card.getBoundingClientRect().right);
  const { left, width } = seat.querySelector(".count").getBoundingClientRect();
  return width && Math.max(0, ...cards) > left + 1;
}).length"""
"""A script that returns the number of seats whose card count begins before their fan ends."""
PLACES = """() =>
  [...document.querySelectorAll(".felt, [data-seat-box], [data-pile], [data-p10='laid'], [data-hand-card], .actions")]
    .map((node) => node.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x, y, width, height])"""
"""A script that returns the boxes of the parts of the table."""
PILES = """() => [...document.querySelectorAll("[data-pile]")].map((node) => node.getBoundingClientRect().toJSON())"""
OFFERS = [
    {"token": "one", "text": "Phase 10 Masters, round 3, 24 November: Ana, greedy, greedy, expert"},
    {"token": "two", "text": "Phase 10, round 5, 23 November: You, greedy"},
]
ZOOMED = ((683, 400), (853, 480), (911, 512))
"""Laptops of 1024x600, 1280x720 and 1366x768 pixels at 150%."""
SMALLEST = (320, 568)
SMALL = ((320, 480), (320, 360))
"""The smallest screen, and a shorter one."""
CELL = (1280, 720)
"""The window around a table in a cell of 500 pixels."""
SEATS = {"classic": (2, 6), "flip": (2, 6), "standard": (2, 8), "masters": (2, 4)}
GAMES = [(edition, seats) for edition, numbers in SEATS.items() for seats in numbers]
COACHED = frozenset({"decision", "second try", "graded"})
"""The moments that look alike with any number of seats, checked only with the most."""


def select(page: Page, number: int) -> None:
    page.locator("[data-hand-card]").nth(number).dispatch_event("click")


def select_fitting(page: Page) -> None:
    """Select the first card that fits a group."""
    page.locator('[data-act="aim-hit"]').dispatch_event("click")


def arrange(page: Page) -> None:
    page.locator('[data-act="arrange"]').dispatch_event("click")


def aim_skip(page: Page) -> None:
    """Open the panel for choosing a player to skip."""
    page.locator('[data-hand-card="S"]').dispatch_event("click")
    page.locator('[data-act="discard"]').dispatch_event("click")
    assert page.locator('[data-act="target"]').count()


def moments(edition: str, seats: int, language: str) -> Iterator[tuple[str, Any, Callable[[Page], object] | None]]:
    """Yield the moments of a turn: names, states, and actions in the page."""
    few = seats < max(SEATS[edition])
    for name, state in states.states(edition, seats, language):
        if few and name in COACHED:
            continue
        yield name, state, None
        if name == "play":
            yield "selection", state, lambda page: select(page, 0)
            yield "laying down", state, arrange
        if name == "hit":
            yield "hitting", state, select_fitting
        if name == "skip" and not few:
            yield "target", state, aim_skip
        if name == "save":
            yield "saving", state, lambda page: select(page, 3)


@pytest.fixture
def touching(new_context: NewContext) -> Page:
    """Return a page on a device with a touch screen, with tables but no server."""
    page = new_context(has_touch=True, reduced_motion="reduce").new_page()
    serve(page)
    return page


def serve(page: Page) -> None:
    """Answer the page's requests from our files."""

    def answer(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        route.fulfill(path=STATIC / name if name else HERE / "mount.html")

    page.route("http://table.test/**", answer)
    page.goto("http://table.test/")
    page.wait_for_function("() => window.ready")


def show(page: Page, name: str, edition: str = "classic", seats: int = 6, *, own: bool = True, **view: Any) -> None:
    """Show a moment of a game, with changes of its view."""
    session = states.MOMENTS[name](edition, seats)
    assert session is not None
    state = states.shown(name, session, "en")
    state["view"] |= view
    page.evaluate("([state, own]) => show(state, own)", [state, own])
    page.evaluate(PAINTED)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("edition", "seats"), GAMES)
def test_everything_is_in_sight(touching: Page, edition: str, seats: int, language: str) -> None:
    page, wrong = touching, []
    for name, state, do in moments(edition, seats, language):
        for own in (True, False):
            page.evaluate("([state, own]) => show(state, own)", [state, own])
            if do is not None:
                do(page)
            for size in SCREENS if own else (CELL,):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                where = f"{name}, {size[0]}x{size[1]}" if own else f"{name}, in a cell"
                wrong += [f"{where}: {each}" for each in page.evaluate(SETTLED_SIGHT)]
    assert not wrong, f"{len(wrong)} faults:\n" + "\n".join(wrong)


@pytest.mark.parametrize("part", [0, 1])
def test_drawn_positions_are_in_sight(touching: Page, part: int) -> None:
    """Games met at any turn, with the hands, groups, skips and saved cards that real ones have."""
    wrong = []
    for number in range(part, 12, 2):
        state = states.shown("play", states.met(number), "de" if number % 3 else "en")
        touching.evaluate("(state) => show(state, true)", state)
        for width, height in (SMALLEST, *SCREENS, (1280, 800)):
            touching.set_viewport_size({"width": width, "height": height})
            wrong += [f"{number}, {width}x{height}: {each}" for each in touching.evaluate(SETTLED_SIGHT)]
    assert not wrong


def test_saved_cards_are_one_pile_and_a_press_shows_all(touching: Page) -> None:
    wrong = []
    session = states.position("masters", 4, laid=True, saved=6, hand=8, step="draw")
    touching.evaluate("(state) => show(state, true)", states.shown("draw", session, "en"))
    for width, height in (SMALLEST, *SCREENS):
        touching.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width}x{height}: {each}" for each in touching.evaluate(SETTLED_SIGHT)]
    assert not wrong
    touching.locator("[data-pile='saved']").click()
    saved = touching.locator("[data-act='draw-saved']")
    assert saved.count() == 6
    word = saved.nth(2).get_attribute("data-card")
    saved.nth(2).click()
    touching.wait_for_function("() => sent.some(({ kind }) => kind === 'action')")
    action = touching.evaluate("sent.find(({ kind }) => kind === 'action').action")
    assert action == {"type": "draw", "from": "saved", "card": word}


@pytest.mark.parametrize("language", ["en", "de"])
def test_before_laying_down_the_phase_and_helpful_cards_are_in_sight(touching: Page, language: str) -> None:
    """The phases with the most cards in the most groups, when nobody has laid down yet and when all others have."""
    page, wrong = touching, []
    for phase in (3, 7, 10):
        for others in (False, True):
            session = states.position("classic", 6, complete=False, others=others, phase=phase)
            page.evaluate("([state, own]) => show(state, own)", [states.shown("incomplete", session, language), True])
            for width, height in SCREENS:
                page.set_viewport_size({"width": width, "height": height})
                wrong += [(phase, others, width, height, each) for each in page.evaluate(SETTLED_SIGHT)]
                assert page.locator('[data-p10="phase"] .groups').inner_text()
                assert page.locator('[data-p10="phase"] .helps').inner_text()
    assert not wrong


def test_a_graded_decision_is_in_sight_with_its_hand(touching: Page) -> None:
    show(touching, "decision")
    for width, height in ((390, 664), (390, 844), (1280, 720), (1366, 768)):
        touching.set_viewport_size({"width": width, "height": height})
        touching.evaluate(PAINTED)
        cards = touching.locator(".hands [data-face]")
        assert [cards.nth(number).evaluate(ON_TOP) for number in range(cards.count())] == [True] * 10


def test_no_text_covers_the_backs_of_two_sided_cards(touching: Page) -> None:
    show(touching, "graded", "flip")
    for width, height in SCREENS:
        touching.set_viewport_size({"width": width, "height": height})
        touching.evaluate(PAINTED)
        assert touching.evaluate(WRITTEN_ACROSS) == 0, f"{width}x{height}"


@pytest.mark.parametrize("edition", SEATS)
def test_enlarged_or_on_the_smallest_screens_nothing_is_cut_off(touching: Page, edition: str) -> None:
    """At 150%, a laptop needs no scrolling; smaller screens may need some."""
    page, wrong = touching, []
    for name, state, do in moments(edition, max(SEATS[edition]), "de"):
        if name in COACHED or name == "replay":
            continue
        page.evaluate("([state, own]) => show(state, own)", [state, True])
        if do is not None:
            do(page)
        for size in (*ZOOMED, *SMALL):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            found = page.evaluate(SETTLED_SIGHT if size in ZOOMED else REACHABLE)
            wrong += [f"{name}, {size[0]}x{size[1]}: {each}" for each in found]
    assert not wrong, f"{len(wrong)} faults:\n" + "\n".join(wrong)


def test_an_ordinary_turn_fits_the_smallest_screen(touching: Page) -> None:
    page = touching
    page.set_viewport_size({"width": 320, "height": 480})
    for name in ("draw", "play", "incomplete", "hint", "hit"):
        show(page, name, seats=4)
        assert page.evaluate("document.querySelector('.board').scrollHeight <= innerHeight")
        hand = page.locator("[data-hand-card], [data-pile], .actions .main button")
        assert all(hand.nth(number).evaluate(ON_TOP) for number in range(hand.count())), name


@pytest.mark.parametrize("ending", ["summary", "over"])
def test_the_end_of_a_round_is_shown_from_its_top(touching: Page, ending: str) -> None:
    """On a screen so small that the table had to be scrolled, with and without the focus on the table."""
    there = {name: state for name, state, _ in moments("classic", 6, "en")}
    touching.set_viewport_size({"width": 320, "height": 360})
    for focused in (True, False):
        touching.evaluate("([state, own]) => show(state, own)", [{**there["play"]}, True])
        if focused:
            touching.locator("[data-hand-card]").first.focus()
        else:
            touching.evaluate("document.activeElement.blur()")
        touching.evaluate("document.querySelector('.board').scrollTop = 1000")
        assert touching.evaluate("document.querySelector('.board').scrollTop") > 0
        touching.evaluate("(view) => change({ view })", there[ending]["view"])
        touching.locator(f"[data-p10='{ending}']").wait_for()
        assert touching.evaluate("document.querySelector('.board').scrollTop") == 0


@pytest.mark.parametrize("width", [360, 700, 1280])
def test_offers_of_other_games_move_nothing(touching: Page, width: int) -> None:
    """They are below a table in a cell, and disappear with the first action."""
    page = touching
    page.set_viewport_size({"width": width, "height": 900})
    state = states.shown("draw", states.drawing("classic", 6), "en")
    state["about"]["home"] = None
    page.evaluate("([state, own]) => show(state, own)", [state, False])
    alone = page.evaluate(PLACES)
    page.evaluate("([state, own]) => show(state, own)", [{**state, "offers": OFFERS}, False])
    offers = page.locator("[data-p10='offers']")
    assert offers.locator("[data-act='resume']").count() == 2
    assert page.evaluate(SETTLED_SIGHT) == []
    assert page.evaluate(PLACES) == alone
    page.evaluate("""document.querySelector('[data-pile="deck"]').click()""")
    offers.wait_for(state="detached")
    page.evaluate(PAINTED)
    assert page.evaluate(PLACES) == alone


def test_the_place_for_a_saved_card_is_labeled_and_moves_nothing(touching: Page) -> None:
    touching.set_viewport_size({"width": 390, "height": 664})
    show(touching, "save", "masters", 4)
    saved = touching.locator("[data-pile='saved'] .caption")
    before, words = touching.evaluate(PILES), saved.inner_text()
    select(touching, 3)
    assert saved.inner_text() != words == "Saved"
    assert touching.evaluate(PILES) == before


@pytest.mark.parametrize("row", [0, -1], ids=["upper row", "lower row"])
def test_a_finger_throws_a_card_away_and_nothing_scrolls(touching: Page, row: int) -> None:
    touching.set_viewport_size({"width": 390, "height": 664})
    show(touching, "play")
    card = touching.locator("[data-hand-card]").nth(row)
    word, box = card.get_attribute("data-hand-card"), card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    wire = touching.context.new_cdp_session(touching)
    # The times in the events do not depend on how busy the machine is.
    began, moves = time.time(), [("touchMove", up) for up in range(20, 140, 20)]
    for at, (kind, up) in enumerate([("touchStart", 0), *moves, ("touchEnd", None)]):
        points = [] if up is None else [{"x": x, "y": y - up}]
        event = {"type": kind, "touchPoints": points, "timestamp": began + at / 50}
        wire.send("Input.dispatchTouchEvent", event)
    touching.wait_for_function("() => sent.some(({ kind }) => kind === 'action')")
    actions = [each["action"] for each in touching.evaluate("sent") if each["kind"] == "action"]
    assert [(each["type"], each["card"]) for each in actions] == [("discard", word)]
    assert (
        touching.evaluate("Math.max(scrollY, ...[...document.querySelectorAll('*')].map((one) => one.scrollTop))") == 0
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("edition", SEATS)
def test_axe_finds_nothing(
    touching: Page, violations: Violations, edition: str, theme: Literal["light", "dark"]
) -> None:
    """Every moment of the fullest game, on a phone in light colors and on a laptop in dark ones."""
    page, wrong = touching, []
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    width, height = (390, 664) if theme == "light" else (1280, 720)
    page.set_viewport_size({"width": width, "height": height})
    for name, state, do in moments(edition, max(SEATS[edition]), "en"):
        page.evaluate("([state, own]) => show(state, own)", [state, True])
        if do is not None:
            do(page)
        wrong += [(name, *each) for each in violations(page.locator("[data-p10]").first)]
    assert not wrong
