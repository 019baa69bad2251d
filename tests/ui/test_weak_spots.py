"""Weak spots over the finished games, and the lessons about them."""

from __future__ import annotations

from typing import Any

from phase10_widgets import languages, teaching
from phase10_widgets.coach import Area
from phase10_widgets.languages.text import Text
from phase10_widgets.teaching.pages.pages import own_pages
from phase10_widgets.ui.coach.weak_spots import AREAS, LESSONS, weak_spots

Json = dict[str, Any]


def test_weak_spots_are_the_areas_that_cost_most_per_game() -> None:
    reports: list[Json] = [{"areas": {"draw": 4.0, "give": 0.2}}, {"areas": {"draw": 1.0, "shed": 2.0}}, {"rounds": 3}]
    found = weak_spots(reports, Text())
    assert [(spot["title"], spot["text"]) for spot in found] == [
        ("Taking a card or drawing one", "about 2.5 turns per game"),
        ("Getting rid of cards after laying down", "about 1.0 turns per game"),
    ]
    assert found[0]["lesson"] == "Lesson 9: Take the pair or draw?"
    assert weak_spots([{"rounds": 3}], Text()) == []


def test_every_area_has_a_lesson_that_exists() -> None:
    assert set(AREAS) == set(Area)
    assert set(LESSONS) == {number for _, number in AREAS.values()}
    for _, page in LESSONS.values():
        for language in languages.names():
            assert Text(language).say(page) in own_pages()
        assert Text("de").say(page).startswith("de/")


def test_every_lesson_is_named_by_its_title() -> None:
    assert {number: title for number, (title, _) in LESSONS.items()} == {
        number: teaching.lesson(number).title for number in LESSONS
    }
