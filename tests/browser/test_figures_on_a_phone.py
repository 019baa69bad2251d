"""Figures and question cards on phones: nothing sticks out, and a control fits one screen with what it changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

import phase10_widgets as p10
from phase10_widgets import teaching
from phase10_widgets.widgets.figures.figure import Figure
from phase10_widgets.widgets.lesson.question_card import QuestionCard
from tests.packages import PACKAGE
from tests.widgets.figures.test_every_figure import all_figures, ends

PAGE = (Path(__file__).parent / "mount.html").read_text("utf-8").replace("/table.", "/lesson.")
STATIC = PACKAGE / "widgets" / "static"
WIDTH, HEIGHT = 390, 844
PHONES = [(WIDTH, HEIGHT), (360, 640)]
SPAN = """([first, last]) => {
  const [from, to] = [first, last].map((each) => document.querySelector(each).getBoundingClientRect());
  return to.bottom - from.top;
}"""
FIGURES: dict[str, tuple[type[Figure], dict[str, Any]]] = {
    "deals": (p10.DealSimulator, {"cards": 10}),
    "opponents": (p10.Opponents, {}),
    "mean": (p10.RunningMean, {"phase": 1, "seed": 7}),
    "bell": (p10.BellCurve, {"measured": "cost", "n": 1, "seed": 14}),
}
SEEN = """() => {
  const box = (node) => node.getBoundingClientRect();
  const controls = document.querySelector("[data-part='controls']");
  const rows = controls ? [...controls.querySelectorAll(":scope > .deeds, :scope > .fields > *")] : [];
  const under = rows.length ? box(rows.at(-1)) : { top: 0, bottom: 0 };
  const kinds = ["bars", "lines", "units", "ladder", "tree", "sorter", "table"].map((kind) => `[data-part='${kind}']`);
  const drawn = (part) => part.querySelector("svg[role='img']") ?? part;
  const pictures = [...document.querySelectorAll(kinds.join())].map(drawn);
  const below = pictures.map(box).filter(({ top }) => top >= under.bottom);
  const first = below.sort((one, other) => one.top - other.top)[0];
  return { wide: document.documentElement.scrollWidth, span: first ? first.bottom - under.top : 0 };
}"""
"""The width of the page, and the height from the last row of controls to the end of the first picture below them."""
LONG = {
    "CountingTree": "a tree of every hand",
    "DesignBoard": "ten phases, each with its name",
    "Sorter": "it is sorted in place",
}
"""Figures whose picture alone is as high as a small phone, and why."""
PICTURE = ":is([data-part='bars'], [data-part='lines'], [data-part='units']) svg[role='img']"


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """Yield a page on a phone that shows widgets without a server."""
    context = browser.new_context(has_touch=True, reduced_motion="reduce", viewport={"width": WIDTH, "height": HEIGHT})
    page = context.new_page()

    def answer(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        if name:
            route.fulfill(path=STATIC / name)
        else:
            route.fulfill(body=PAGE, content_type="text/html")

    page.route("http://figure.test/**", answer)
    page.goto("http://figure.test/")
    page.wait_for_function("() => window.ready")
    yield page
    context.close()


def show(page: Page, figure: Figure | QuestionCard) -> None:
    page.evaluate("(state) => show(state, false)", {"about": figure.about, "view": figure.view})
    page.locator("[data-part], form, fieldset").first.wait_for()


def test_the_ladder_and_its_controls_fit_one_screen(phone: Page) -> None:
    show(phone, p10.PhaseLadder(players=4))
    assert phone.evaluate(SPAN, [".fields", "[data-part='ladder']"]) <= HEIGHT


@pytest.mark.parametrize("name", FIGURES)
def test_the_buttons_and_the_first_picture_fit_one_screen(phone: Page, name: str) -> None:
    kind, settings = FIGURES[name]
    figure = kind(**settings)
    figure.reveal()
    show(phone, figure)
    assert phone.evaluate(SPAN, [".deeds", PICTURE]) <= HEIGHT


def test_the_lead_has_the_width_of_the_page(phone: Page) -> None:
    """It stands below the language, not beside it."""
    show(phone, p10.RunningMean(phase=1, seed=7))
    lead = phone.locator(".head p").bounding_box()
    assert lead is not None
    assert lead["width"] > 0.85 * WIDTH
    choice = phone.locator(".head select").bounding_box()
    assert choice is not None
    assert choice["y"] + choice["height"] <= lead["y"] + 1


def states(kind: type[Figure]) -> Iterator[tuple[str, Figure]]:
    """Yield a figure as it begins, with a guess beside the result, and with the result alone; after trials, if any."""
    yield "before", kind()
    for guess in (True, False):
        figure = kind()
        if (asked := figure._question()) is not None:
            if guess:
                figure.do("guess", ends(asked.field)[-1])
            figure.reveal()
            for name in {"deal", "play"} & set(figure.ACTS) if figure.ENOUGH else ():
                figure.do(name, 100)
                while figure._running:
                    figure._step()
        yield "guessed" if guess else "revealed", figure


def test_every_figure_fits_a_phone(phone: Page) -> None:
    """Nothing scrolls sideways; the last controls and the first picture that they change are seen together."""
    wide, long = [], set()
    for kind in all_figures():
        for state, figure in states(kind):
            show(phone, figure)
            for width, height in PHONES:
                phone.set_viewport_size({"width": width, "height": height})
                seen = phone.evaluate(SEEN)
                wide += [(kind.__name__, state, seen["wide"])] if seen["wide"] > width else []
                long |= {kind.__name__} if seen["span"] > height else set()
    assert wide == []
    assert long == set(LONG)


def test_every_question_fits_a_phone(phone: Page) -> None:
    """Nothing scrolls sideways: not before the prediction, not with a hint and the answer to type, not when solved."""
    wide = []
    for number in teaching.numbers():
        learner = p10.Learner(number)
        for question in teaching.lesson(number).questions:
            card = learner.ask(question)
            for step in (None, learner.progress.hint, learner.progress.solution):
                if step is not None:
                    step(card.exercise)
                    card.refresh(None)
                show(phone, card)
                for width, height in PHONES:
                    phone.set_viewport_size({"width": width, "height": height})
                    found = phone.evaluate("document.documentElement.scrollWidth")
                    wide += [(question.id, step, found)] if found > width else []
    assert wide == []
