"""No outsider can compute the cards of a running game from anything that a screen is sent."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from phase10_widgets import daily
from phase10_widgets.core.integers import seed_of
from phase10_widgets.game import Game
from phase10_widgets.live import codes
from phase10_widgets.live.pages import LESSON_EVERY
from phase10_widgets.live.shared_table import SharedTable
from phase10_widgets.session import SeatPlan, Session
from tests.live.playing import Line, Service, class_of, play, table

MOST_DEALS = 4
"""The deals of an arena that are tried."""


def found_in(message: Any) -> Iterator[str | int]:
    """Yield every text and number of a message, the words of texts, and the names of fields."""
    if isinstance(message, dict):
        for name, value in message.items():
            yield name
            yield from found_in(value)
    elif isinstance(message, list | tuple):
        for value in message:
            yield from found_in(value)
    elif isinstance(message, str):
        yield from (message, *message.replace("/", " ").split())
        with suppress(ValueError):
            yield int(message)
    elif isinstance(message, int | float):
        yield int(message)
        yield str(message)


def games_from(seed: str | int, shared: SharedTable) -> Iterator[Game]:
    """Yield the games that the package derives from a text or a number, with the players and rules of a table."""
    edition, players = shared.plan.game(), shared.game.players
    with suppress(ValueError):  # a text of this kind is no seed
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


def days() -> Iterator[int | str]:
    """Yield the seeds of the deals of these days, and the days."""
    today = datetime.now(UTC).date()
    for n in range(-3, 4):
        day = today + timedelta(days=n)
        yield from (day.isoformat(), day.toordinal(), daily.deal(day).seed)


def sent_to(*lines: Line) -> set[str | int]:
    """Return everything that these screens have been sent, and what led to them."""
    parts = [part for line in lines for message in (line.sent, line.token) for part in found_in(message)]
    return {*parts, *days()}


def answer(host: Line, guests: list[Line]) -> None:
    """Ask a question, with all that follows from it."""
    host.ask("ask", question="03/at-least-one")
    for guest in guests:
        guest.ask("predict", text="30%", confidence=0.5)
    for kind, fields in (("phase", {"phase": "closed"}), ("phase", {"phase": "shown"}), ("pool", {})):
        host.ask(kind, **fields)
        host.service.wait(2 * LESSON_EVERY, host, *guests)
    for guest in guests:
        guest.ask("sample")
    host.service.wait(2 * LESSON_EVERY, host, *guests)
    for kind, fields in (("phase", {"phase": "truth"}), ("finish", {})):
        host.ask(kind, **fields)
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
    room, _ = service.desk.find(hanna.token)
    (shared,) = room.tables.values()
    seeds = {
        *sent_to(hanna, ben, watcher, wall, late),
        *found_in(json.dumps(service.desk.report(hanna.token)[2]().to_csv("learners"))),
    }
    assert len(seeds) > 500
    assert known_to(shared, seeds) == []
    assert known_to(shared, {*seeds, shared.seed or 0}) == [shared.seed], "this would have been found"


@pytest.mark.slow
def test_a_finished_table_tells_nothing_about_others_with_the_same_cards() -> None:
    service = Service()
    host, ada, ben = class_of(service, 2, "Ada", "Ben", preset="taste")
    wall = Line(service, host.token, wall=True)
    host.ask("watch", table=1)
    answer(host, [ada, ben])
    for _ in range(200):
        play(service, [ada], 20, random.Random(1))
        if ada.view["over"]:
            break
    assert ada.view["over"]
    room, _ = service.desk.find(host.token)
    first, second = room.tables.values()
    assert (first.state, second.state) == ("over", "playing")
    seeds = sent_to(host, ada, wall)
    assert known_to(second, seeds) == []
    assert known_to(second, {*seeds, second.seed or 0}) == [second.seed]


def test_seeds_come_from_the_systems_chance_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a visitor's words nor Python's own generator decides the cards."""
    asked: list[int] = []
    randbits = secrets.randbits

    def noted(n: int) -> int:
        asked.append(n)
        return randbits(n)

    monkeypatch.setattr(secrets, "randbits", noted)
    seeds = set()
    for _ in range(3):
        random.seed(1)
        service = Service()
        host, *_ = class_of(service, 2, "Ada", "Ben", seed=1, options={})
        room, _ = service.desk.find(host.token)
        seeds.add(room.tables[1].seed)
        random.seed(1)
        friends = table(Service(), "Hanna", "Ben", seed=1)
        seeds.add(next(iter(friends[0].service.desk._rooms.values())).tables[1].seed)
    assert len(seeds) == 6
    assert asked == [codes.SEED_BITS] * 6
