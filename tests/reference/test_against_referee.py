"""Games of every edition and option, with each position compared to the second referee's."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game
from tests.helpers import NAMES, Json
from tests.reference import referee

OPTIONS: dict[str, list[Json]] = {
    "classic": [
        {},
        {"advance": "always"},
        {"phases": [1, 5, 8]},
        {"phases": "even"},
        {"order": "any"},
        {"must_lay_down": True},
        {"go_out_by_hit": True, "hit_others_same_turn": True},
        {"phases": ["1 set of 3 + 3 cards of one color", "1 run of 5"]},
        {"order": "any", "must_lay_down": True, "first_dealer": 0},
    ],
    "flip": [
        {},
        {"advance": "always"},
        {"phases": [1, 2]},
        {"phases": "odd"},
        {"order": "any"},
        {"go_out_by_hit": False, "hit_others_same_turn": False},
        {"phases": ["3 cards of one color + 2 of another", "1 color run of 2 + 1 run of 3"]},
    ],
    "standard": [
        {},
        {"advance": "always"},
        {"phases": [8, 9, 10]},
        {"phases": "even"},
        {"order": "any"},
        {"must_lay_down": True, "go_out_by_hit": False},
    ],
    "masters": [
        {},
        {"advance": "always"},
        {"phases": [1, 2]},
        {"phases": "even"},
        {"phase_9": "set"},
        {"first_dealer": 0, "must_lay_down": True},
        {"phases": ["1 color run of 3", "1 set of 3"]},
    ],
}
GAMES, SOAKED = 5, 100
MOST = 2000
"""Number of actions after which a game is long enough."""


def played(edition: str, options: Json, seed: int) -> tuple[Game, list[Json]]:
    """Play a game of mixed players; return it with its positions from the deal on."""
    chance = Random(f"{edition}/{seed}")
    n = chance.choice((2, 2, 3, 4))
    players = [p10.players.get("greedy" if chance.random() < 0.6 else "random", seed=at) for at in range(n)]
    game = Game.new(edition, list(NAMES[:n]), seed, **options)
    positions = [game.position()]
    while game.to_act is not None and len(positions) <= MOST:
        game = game.apply(players[game.to_act].choose(game.observe(game.to_act)))
        positions.append(game.position())
    return game, positions


def compare(edition: str, options: Json, seed: int) -> None:
    game, positions = played(edition, options, seed)
    record: dict[str, Any] = json.loads(json.dumps(game.record()))
    for at, (ours, theirs) in enumerate(zip(positions, referee.replay(record), strict=True)):
        assert referee.same(ours, theirs) == [], f"{edition} {options} seed {seed}, after {at} actions"
    assert referee.standings(record) == game.standings
    assert referee.winners(record) == game.winners


EVERY = [(edition, options) for edition, rows in OPTIONS.items() for options in rows]


def test_every_edition_is_here() -> None:
    assert set(OPTIONS) == set(p10.EDITIONS), "the referee knows every edition"


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "options"), EVERY, ids=str)
def test_the_referee_agrees(edition: str, options: Json) -> None:
    for seed in range(GAMES):
        compare(edition, options, seed)


@pytest.mark.soak
@pytest.mark.parametrize(("edition", "options"), EVERY, ids=str)
def test_the_referee_agrees_for_long(edition: str, options: Json) -> None:
    for seed in range(GAMES, SOAKED):
        compare(edition, options, seed)


@pytest.mark.parametrize("edition", OPTIONS)
def test_the_referee_agrees_from_a_position_on(edition: str) -> None:
    """A game that starts at a position records it, and replays from there."""
    _, positions = played(edition, {"phases": [1, 2]}, 3)
    for at in (7, len(positions) // 2, len(positions) - 3):
        begun = Game.from_position(positions[at], seed=11)
        players = p10.players.get("greedy")
        ours = [begun.position()]
        while begun.to_act is not None and len(ours) < 150:
            begun = begun.apply(players.choose(begun.observe(begun.to_act)))
            ours.append(begun.position())
        record = json.loads(json.dumps(begun.record()))
        assert record["start"] == positions[at]
        for mine, theirs in zip(ours, referee.replay(record), strict=True):
            assert referee.same(mine, theirs) == []
        assert Game.replay(record).position() == begun.position()
