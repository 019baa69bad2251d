"""Figures and question cards on phones: nothing overflows, and a control fits one screen with its effect."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

import phase10_widgets as p10
from phase10_widgets import teaching
from phase10_widgets.teaching.figures.shared.figure import Figure
from tests.browser.conftest import NewContext
from tests.browser.in_process import InProcess
from tests.teaching.figures.test_every_figure import all_figures, ends

WIDTH, HEIGHT = 390, 844
PHONES = [(WIDTH, HEIGHT), (360, 640)]
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
"""A script that returns the page's width, and the height from the last controls to the end of the next picture."""
LONG = {
    "CountingTree": "a tree of every hand",
    "DesignBoard": "ten phases, each with its name",
    "Sorter": "it is sorted in place",
}
"""The figures whose picture alone is as high as a small phone, with the reasons."""


@pytest.fixture
def phone(new_context: NewContext, here: InProcess) -> Page:
    """Return a page on a phone, as wide as a lesson in other hosts."""
    size = {"width": WIDTH, "height": HEIGHT}
    page = new_context(has_touch=True, reduced_motion="reduce", viewport=size).new_page()
    here.show(page)
    page.add_style_tag(content="main { max-inline-size: 800px; padding: 8px }")
    return page


def test_the_lead_has_the_width_of_the_page(phone: Page, here: InProcess) -> None:
    """It is below the language, not beside it."""
    here.show(phone, p10.figures.RunningMean(phase=1, seed=7))
    lead = phone.locator(".head p").bounding_box()
    assert lead is not None
    assert lead["width"] > 0.85 * WIDTH
    choice = phone.locator(".head select").bounding_box()
    assert choice is not None
    assert choice["y"] + choice["height"] <= lead["y"] + 1


def states(kind: type[Figure]) -> Iterator[tuple[str, Figure]]:
    """Yield a figure at its start, with a guess beside the result, and with the result alone; after trials, if any."""
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


def test_every_figure_fits_a_phone(phone: Page, here: InProcess) -> None:
    """Nothing scrolls sideways; the last controls and the first picture that they change are visible together."""
    wide, long = [], set()
    for kind in all_figures():
        for state, figure in states(kind):
            here.show(phone, figure)
            for width, height in PHONES:
                phone.set_viewport_size({"width": width, "height": height})
                seen = phone.evaluate(SEEN)
                wide += [(kind.__name__, state, seen["wide"])] if seen["wide"] > width else []
                long |= {kind.__name__} if seen["span"] > height else set()
    assert wide == []
    assert long == set(LONG)


@pytest.mark.rotating
def test_every_question_fits_a_phone(phone: Page, here: InProcess) -> None:
    """Nothing scrolls sideways before the prediction, with a hint and the answer field, or when solved."""
    wide = []
    for number in teaching.numbers():
        learner = p10.Learner(number)
        for question in teaching.lesson(number).questions:
            card = learner.ask(question)
            for step in (None, learner.progress.hint, learner.progress.solution):
                if step is not None:
                    step(card.exercise)
                    card.refresh(None)
                here.show(phone, card)
                for width, height in PHONES:
                    phone.set_viewport_size({"width": width, "height": height})
                    found = phone.evaluate("document.documentElement.scrollWidth")
                    wide += [(question.id, step, found)] if found > width else []
    assert wide == []
