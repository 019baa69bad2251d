"""Hostile messages to a desk; ``devtools.measure.live.messages`` sends fifty times as many."""

from __future__ import annotations

from typing import Any

import pytest

from devtools.measure.live import messages
from devtools.measure.live.hostile import forms
from phase10_widgets.live import requests
from phase10_widgets.views import table as views
from phase10_widgets.views.protocol.live import LiveUp
from tests.faults import no_faults
from tests.live.playing import Service, table

COUNT = 2000


@pytest.fixture(scope="module")
def met() -> messages.Met:
    return messages.to_desks(0, COUNT)


def test_nothing_escapes_and_everybody_sees_the_truth(met: messages.Met) -> None:
    assert met.wrong == {}
    assert met.logged == []
    assert len(met.times) == COUNT
    assert met.counted["observations compared"] > 300


def test_no_answer_depends_on_hidden_cards(met: messages.Met) -> None:
    assert met.counted["answers compared"] > 50
    assert met.counted["comparisons"] > 50


def test_a_message_takes_little_time_and_memory_stays_flat(met: messages.Met) -> None:
    """A busy machine may stretch a few; the tool says that none takes long."""
    assert sorted(met.times)[int(0.995 * COUNT)] < messages.TOO_SLOW
    assert met.grown < messages.FLAT


def test_every_kind_of_message_is_sent() -> None:
    kinds = {kind for form in forms(LiveUp) for kind in form.kinds}
    assert kinds == {"hello", "beat", *requests.EVERYBODY, *requests.HOSTS}


def test_games_of_single_visitors_stand_it_too() -> None:
    met = messages.to_visits(0, 300)
    assert (met.wrong, met.logged) == ({}, [])


def test_a_plan_of_any_kind_of_value_is_refused_with_its_reason() -> None:
    """A preset that was a JSON object once failed."""
    plan: dict[str, Any] = {"table": 1, "edition": "classic", "preset": "taste", "seats": 3, "level": 2}
    values: list[Any] = [{}, [], {"a": 1}, None, 10**30, float("nan")]
    with no_faults() as faults:
        for field in ["edition", "preset", "seats", "level"]:
            for value in values:
                with faults.of(f"{field}: {value}"):
                    host = Service().host()
                    host.ask("plan", **plan | {field: value})
                    assert "Something went wrong" not in host.refusal
                    assert host.refusal.startswith(
                        ("Choose one of the games", "This game has", "Computer players have")
                    )


def test_a_hand_that_is_shown_again_is_not_measured_again() -> None:
    """Whoever sits down and stands up again and again would otherwise keep a server busy."""
    service = Service()
    hanna, ben = table(service, "Hanna", "Ben", preset="full", edition="flip")
    views._nearest.cache_clear()
    for _ in range(10):
        for line in (hanna, ben):
            line.ask("language", language="de")
    assert views._nearest.cache_info().misses == 2
