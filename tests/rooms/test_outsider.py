"""No outsider can compute a running game's cards from a screen's messages, or disturb it with hostile messages."""

from __future__ import annotations

import json
import random
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from devtools.measure.common import FLAT
from devtools.measure.live import messages
from phase10_widgets.base.integers import seed_of
from phase10_widgets.game.game import Game
from phase10_widgets.rooms import codes
from phase10_widgets.rooms.pages import LESSON_EVERY_SECONDS as LESSON_EVERY
from phase10_widgets.rooms.shared_table import SharedTable
from phase10_widgets.sessions import daily
from phase10_widgets.sessions.seating import SeatPlan
from phase10_widgets.sessions.session import Session
from phase10_widgets.ui.table.view_parts import _nearest
from tests.helpers import rotating
from tests.rooms.playing import Line, Service, class_of, play, room_of, table

MOST_DEALS = 4
"""The number of an arena's deals to try."""


def found_in(*messages: Any) -> set[str | int]:
    """Return every word and number of messages."""
    words = {word for message in messages for word in re.findall(r"[\w.+-]+", json.dumps(message))}
    return {*words, *(int(word) for word in words if word.isdecimal())}


def games_from(seed: str | int, shared: SharedTable) -> Iterator[Game]:
    """Yield the games that the package derives from a text or a number, with the players and rules of a table."""
    edition, players = shared.plan.game(), shared.game.players
    with suppress(ValueError):  # such a text is not a seed
        yield Game.new(edition, players, seed)
        yield Session(edition, [SeatPlan(name) for name in players], seed).game
        for deal in range(MOST_DEALS):
            yield Game.new(edition, players, seed_of("arena", seed, deal))
            yield Game.new(edition, players, seed_of("stand-in", seed, deal))
    with suppress(ValueError):
        dealt = daily.challenge(seed)
        yield Game.new(edition, players, dealt.seed)


def known_to(shared: SharedTable, seeds: Iterable[str | int]) -> list[str | int]:
    """Return the seeds that lead to the first deal of the game at a table."""
    assert shared.session is not None
    hands = shared.session.games[0].state.hands
    return [seed for seed in {*seeds} if any(game.state.hands == hands for game in games_from(seed, shared))]


def sent_to(*lines: Line) -> set[str | int]:
    """Return everything sent to these screens, the requests that led to them, and the seeds of the days."""
    found = {*found_in(*([*line.sent, line.token] for line in lines))}
    today = datetime.now(UTC).date()
    for day in (today + timedelta(days=n) for n in range(-3, 4)):
        found |= {day.isoformat(), day.toordinal(), daily.deal(day).seed}
    return found


def answer(host: Line, guests: list[Line]) -> None:
    """Ask a question, and go through all its steps."""
    steps: list[tuple[list[Line], str, dict[str, Any]]] = [
        ([host], "ask", {"question": "03/at-least-one"}),
        (guests, "predict", {"text": "30%", "confidence": 0.5}),
        *(([host], "phase", {"phase": phase}) for phase in ("closed", "shown")),
        ([host], "pool", {}),
        (guests, "sample", {}),
        ([host], "phase", {"phase": "truth"}),
        ([host], "finish", {}),
    ]
    for lines, kind, fields in steps:
        for line in lines:
            line.ask(kind, **fields)
        host.service.wait(2 * LESSON_EVERY, host, *guests)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["classic", "flip"])
def test_no_screen_of_a_table_learns_its_seed(edition: str) -> None:
    service = Service()
    hanna, ben = table(service, "Hanna", "Ben", edition=edition, seats=3)
    watcher, wall = service.guest(hanna, "Wim"), Line(service, hanna.token, wall=True)
    watcher.ask("watch", table=1)
    answer(hanna, [ben, watcher])
    hanna.ask("recovery")
    play(service, [hanna, ben], 2000, random.Random(1))
    assert hanna.view["over"]
    late = service.guest(hanna, "Late")
    late.ask("watch", table=1)
    late.say("hello", tokens=[])
    shared = room_of(hanna).tables[1]
    seeds = {
        *sent_to(hanna, ben, watcher, wall, late),
        *found_in(service.desk.report(hanna.token)[2]().to_csv("learners")),
    }
    assert len(seeds) > 500
    assert known_to(shared, seeds) == []
    assert known_to(shared, {*seeds, shared.seed or 0}) == [shared.seed], "this would have been found"


def test_seeds_come_only_from_the_systems_randomness(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a visitor's input nor Python's own generator determines the cards."""
    asked: list[int] = []
    randbits = secrets.randbits

    def noted(n: int) -> int:
        asked.append(n)
        return randbits(n)

    monkeypatch.setattr(secrets, "randbits", noted)
    seeds: set[Any] = set()
    for _ in range(3):
        random.seed(1)
        host, *_ = class_of(Service(), 2, "Ada", "Ben", seed=1, options={})
        random.seed(1)
        hanna, _ = table(Service(), "Hanna", "Ben", seed=1)
        seeds |= {room_of(line).tables[1].seed for line in (host, hanna)}
    assert len(seeds) == 6
    assert asked == [codes.SEED_BITS] * 6 == [128] * 6


# hostile messages


@pytest.mark.slow
def test_no_exception_escapes_and_no_answer_depends_on_hidden_cards() -> None:
    """``devtools.measure.live.messages`` sends fifty times as many messages."""
    count = 2000
    met = messages.to_desks(0, count)
    assert (met.wrong, met.logged, len(met.times)) == ({}, [], count)
    assert met.counted["observations compared"] > 300
    assert min(met.counted["answers compared"], met.counted["comparisons"]) > 50
    assert sorted(met.times)[int(0.995 * count)] < messages.TOO_SLOW, "a busy machine may stretch a few"
    assert met.grown < FLAT


@pytest.mark.slow
@pytest.mark.parametrize(("lesson", "count"), [(False, 300), (True, 300), rotating(False, 1000), rotating(True, 1000)])
def test_games_and_lessons_of_single_visitors_withstand_it_too(lesson: bool, count: int) -> None:
    """An invalid message gets a refusal in words and changes nothing."""
    met = messages.to_visits(0, count, lesson=lesson)
    assert (met.wrong, met.logged) == ({}, [])
    assert met.counted["refused"] > count / 10


def test_a_hand_shown_again_is_not_measured_again() -> None:
    """Otherwise, anyone who keeps sitting down and standing up would keep a server busy."""
    service = Service()
    hanna, ben = table(service, "Hanna", "Ben", preset="full", edition="flip")
    _nearest.cache_clear()
    for _ in range(10):
        for line in (hanna, ben):
            line.ask("language", language="de")
    assert _nearest.cache_info().misses == 2
