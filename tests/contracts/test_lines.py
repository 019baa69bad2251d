"""Everything that is sent on a line equals what the seat may know: resampling the rest changes no byte of it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from phase10_widgets import EDITIONS, Game
from phase10_widgets.core.cards import words
from phase10_widgets.live.shared_table import SharedTable
from phase10_widgets.moments import Moments
from phase10_widgets.text import Text
from phase10_widgets.views import observation
from tests.contracts.test_hidden import resampled
from tests.live.playing import Line, Service, act, table

LANGUAGES = ("en", "de")


def shown(lines: list[Line]) -> list[Any]:
    """Return what these pages would be sent if they came back now."""
    found = []
    for line in lines:
        again = Line(line.service, line.token, language=line.language, **line.hello)
        again.say("hello", rev=0, message_id="again", tokens=[])
        found.append(json.dumps(again.sent))
        line.service.desk.gone(again)
    return found


def party(edition: str, seed: int) -> list[Line]:
    """Return the pages of two or more people, a spectator and a wall, who have played for a while."""
    service, chance = Service(), random.Random(f"{edition} {seed}")
    names = ["Hanna", "Ben", "Cleo"][: 2 + seed % 2]
    lines = table(service, *names, edition=edition, seats=len(names) + seed % 3, preset="full")
    for line in lines:
        line.language = chance.choice(LANGUAGES)
    watcher = service.guest(lines[0], "Wanda")
    watcher.ask("watch", table=1)
    wall = Line(service, lines[0].token, wall=True)
    for _ in range(chance.randint(1, 60)):
        for line in lines:
            act(line, chance)
        service.wait(1.0, *lines, watcher)
    return [*lines, watcher, wall]


def the_table(line: Line) -> SharedTable:
    (room,) = line.service.desk._rooms.values()
    found: SharedTable = room.tables[1]
    return found


def replaced(shared: SharedTable, game: Game) -> None:
    """Put another game on the table, with the same past."""
    assert shared.session is not None
    games = shared.session.games
    shared.session._games = Moments([*games[:-1], game]) if len(games) > 1 else Moments([game])


def every_seat(lines: list[Line]) -> Iterator[tuple[int | None, list[Line]]]:
    """Yield each seat with the pages that see no more than it; None for spectators and the wall."""
    people, (watcher, wall) = lines[:-2], lines[-2:]
    for line in people:
        yield line.view["you"], [line]
    yield None, [watcher, wall]


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_hidden_changes_nothing_that_is_sent(edition: str) -> None:
    changed = 0
    for seed in range(6):
        lines = party(edition, seed)
        shared, chance = the_table(lines[0]), random.Random(seed)
        game = shared.game
        if game.to_act is None:
            continue
        for seat, pages in every_seat(lines):
            before = shown(pages)
            state = resampled(game.state, -1 if seat is None else seat, chance)
            other = Game(state, game.events, game._log, game._trail, game._start)
            replaced(shared, other)
            assert shown(pages) == before, (seed, seat)
            replaced(shared, game)
            changed += state != game.state
    assert changed > 12, "the resampling does change the state"


@pytest.mark.parametrize("edition", EDITIONS)
def test_views_are_observations_and_public_parts(edition: str) -> None:
    for seed in range(4):
        lines = party(edition, seed)
        shared = the_table(lines[0])
        for line in lines[:-1]:
            view, seat = line.view, line.view["you"]
            if view["summary"] is None:
                again = Line(line.service, line.token)
                assert again.view["observation"] == observation.observation_view(shared.game.observe(seat))


def test_a_planted_leak_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a spectator's view named a card of a hand, the first test would fail."""
    real = SharedTable.view

    def leaking(self: SharedTable, seat: int | None, *args: Any, **more: Any) -> Any:
        view = real(self, seat, *args, **more)
        return {**view, "leak": words(self.game.observe(0).hand)} if seat is None else view

    monkeypatch.setattr(SharedTable, "view", leaking)
    with pytest.raises(AssertionError):
        test_what_is_hidden_changes_nothing_that_is_sent("classic")


def test_errors_and_presence_name_no_card() -> None:
    """Refusals quote only what the page itself has sent."""
    lines = party("classic", 1)
    hanna, watcher = lines[0], lines[-2]
    for line in (hanna, watcher):
        hand = set(hanna.view["observation"]["hand"].split())
        line.say("action", action={"type": "discard", "card": "Q9"})
        line.say("undo")
        line.say("hint")
        said = line.refusal
        assert line is hanna or not any(card in said.split() for card in hand)
    assert set(watcher.last("here")) == {"kind", "seats", "to_act", "left", "of", "paused", "watchers"}


def test_texts_are_of_the_pages_language() -> None:
    service = Service()
    hanna, _ = table(service, "Hanna", "Ben")
    german = Line(service, hanna.token, language="de")
    assert german.told("about")["language"] == "de"
    assert Text("de").say("The host has paused the game.") != "The host has paused the game."
