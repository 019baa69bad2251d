"""A mixed set as a widget: first the method, then the question; nothing reveals the lesson or the answer early."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any

import pytest

from phase10_widgets import Learner
from phase10_widgets.teaching import Progress, numbers
from phase10_widgets.teaching.exercises.method_fits import FITS
from phase10_widgets.teaching.exercises.mixed import SETS, SIZE, old_id
from phase10_widgets.teaching.learner.widgets import MixedCard
from tests.ui.page import Page, notebook_html


def cards() -> Iterator[MixedCard]:
    """Yield every set, each for a new learner."""
    for name in SETS:
        yield Learner(progress=Progress(seed=1)).mixed(name)


@pytest.fixture
def card() -> MixedCard:
    return next(cards())


def wrong(card: MixedCard) -> str:
    return str(next(one["id"] for one in card.view["choices"] if one["id"] != card.exercise.answer))


def pick(page: Page, card: MixedCard) -> None:
    answer = card.exercise.answer
    page.tell("answer", typed=answer if isinstance(answer, str) else repr(float(answer)))


def said(card: MixedCard) -> list[str]:
    return [part["text"] for part in card.view["hands"] if part["kind"] == "text"]


@pytest.mark.slow
def test_a_set_is_worked_through_and_another_one_begins() -> None:
    for card in cards():
        page, first = Page(card), [question.id for question in card._chosen]
        for at in range(SIZE):
            page.tell("turn_to", at=at)
            if at == 0:
                page.tell("answer", typed=wrong(card))
            pick(page, card)
            if at == 1:
                page.tell("solve")
            else:
                pick(page, card)
            assert (at + 1 == SIZE) == any(part["kind"] == "controls" for part in card.view["hands"])
        told = "The first pick was right for 5 of 6 methods. You found 5 of 6 answers without the solution."
        assert said(card)[-1] == told
        button = card.view["hands"][-1]["deeds"][0]
        assert page.tell("do", name=button["name"]) == ""
        assert not {question.id for question in card._chosen} & {*first}
        assert card.view["recall"] == {"at": 0, "done": ["not attempted"] * SIZE}
        assert card.view["outcome_text"] == "first: which method?"


@pytest.mark.slow
def test_nothing_reveals_the_lesson_or_the_answer_early() -> None:
    for card in cards():
        page = Page(card)
        for at in range(SIZE):
            page.tell("turn_to", at=at)
            lesson = f"from lesson {int(old_id(card._chosen[at])[:2])}"
            for _ in range(2):
                seen = {**card.view, "prompt": ""}
                assert lesson not in json.dumps(seen)
                assert (seen["truth"], seen["solution"], seen["tries"]) == (None, "", [])
                assert page.tell("simulate", n=100), "trials would reveal the method"
                pick(page, card)
            assert card.view["title"].endswith(lesson)


def test_new_numbers_keep_the_method_and_its_solution_leads_on(card: MixedCard) -> None:
    page = Page(card)
    pick(page, card)
    pick(page, card)
    before = card.view["prompt"]
    for _ in range(5):
        page.tell("renew")
    assert card.view["outcome"] == "not attempted"
    assert card.view["prompt"] != before
    assert "Which method" not in card.view["prompt"]
    page.tell("turn_to", at=1)
    page.tell("hint")
    assert len(card.view["hints"]) == 1
    page.tell("solve")
    assert card.view["feedback"] == "Now answer the question itself."
    assert card.view["hints"] == []
    assert said(card)


def test_the_browser_keeps_the_whole_set(card: MixedCard) -> None:
    """New numbers replace the answers of an earlier day, which the browser may still have."""
    Page(card).tell("answer", typed=wrong(card))
    kept: dict[str, Any] = json.loads(card.kept)["progress"]["questions"]
    assert (len(kept), sum(work is not None for work in kept.values())) == (2 * SIZE, 1)


def test_the_board_shows_an_opened_set() -> None:
    learner = Learner(progress=Progress(seed=1))
    board = learner.overview()
    assert len(board.view["lessons"]) == len(numbers()) + 1, "and the capstone"
    card = learner.mixed("A")
    page = Page(card)
    pick(page, card)
    pick(page, card)
    line = board.view["lessons"][-1]
    assert (line["title"], line["written"]) == ("Mixed set A", "1 of 6")
    Page(board).tell("reset", part="A")
    assert not any(learner.progress.works)
    assert None in json.loads(board.kept)["progress"]["questions"].values()
    assert card.view["outcome_text"] == "first: which method?"
    assert len(Learner(3).overview().view["lessons"]) == 1


def test_a_saved_page_has_every_question_and_its_solution_folded() -> None:
    for card in cards():
        html = notebook_html(card)
        assert html.count("Which method fits?") == html.count("<summary>Solution") == SIZE
        for question in card._chosen:
            before_its_numbers, *_ = str(FITS[old_id(question)].why).split("{")
            assert html.index("<summary>Solution") < html.index(escape(before_its_numbers[:20]))


def test_other_buttons_are_refused(card: MixedCard) -> None:
    rows: list[Any] = [{"name": "x"}, {"name": None}, {"name": []}, {}]
    page, before = Page(card), card._progress.dumps()
    for content in rows:
        assert page.tell("do", **content) == "A mixed set has no such button."
        assert card._progress.dumps() == before
