"""The expert's weighing of actions, its levels, and its strength."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import isfinite
from random import Random

import pytest

import phase10_widgets as p10
from phase10_widgets import Discard, Game, Observation, Save, arena, players
from phase10_widgets.players.expert import ExpertPlayer
from phase10_widgets.rules.events import RoundEnded
from phase10_widgets.rules.options import options_of
from tests.faults import every
from tests.helpers import NAMES, Json
from tests.reference.playing import variations

EDITIONS = every("edition", p10.EDITIONS)
LEVELS = (1, 4, 7, 10)


def tables(edition: str) -> Iterator[Json]:
    """Yield the options of every variation, and each option's other values."""
    for rows in variations(edition).values():
        yield from rows
    for option in options_of(p10.edition(edition)):
        for value in option.values[1:]:
            yield {option.name: value}


def moments(edition: str, options: Json, seed: int, count: int) -> Iterator[Game]:
    n = 2 + seed % 3
    others = [players.get(("greedy", "greedy", "random")[(at + seed) % 3], seed=at) for at in range(n)]
    game, chance = Game.new(edition, NAMES[:n], seed, **options), Random(seed)
    for _ in range(count):
        for _ in range(chance.choice((1, 2, 3, 5))):
            if game.to_act is None:
                return
            yield game
            game = players.move(game, others[game.to_act])


def acting(game: Game) -> Observation:
    assert game.to_act is not None
    return game.observe(game.to_act)


def check_weighing(game: Game, level: int) -> None:
    """Check that actions are sorted, finite and legal, and that the first is chosen."""
    view = acting(game)
    expert = ExpertPlayer(level, seed=3)
    found = expert.weigh(view)
    assert len(found) >= 1
    assert all(one.cost <= other.cost for one, other in pairwise(found))
    assert all(isfinite(number) for one in found for number in one[1:])
    assert len({one.action for one in found}) == len(found), "each action is there once"
    for one in found:
        game.apply(one.action)
    assert found[0].action == expert.choose(view)
    if view.step == "play":
        assert all(one.own == 0 for one in found if view.me.laid)
        ends = (Discard, Save)
        wanted = {(type(one), one.card) for one in view.legal_actions() if isinstance(one, ends)}
        index = view.edition.pack.side(view.side).index
        there = [one.action for one in found if isinstance(one.action, ends)]
        assert {(type(one), one.card.split("/")[index if "/" in one.card else 0]) for one in there} == wanted


@pytest.mark.slow
@EDITIONS
def test_weighed_actions_are_sorted_and_legal_and_the_first_is_played(edition: str) -> None:
    """Check every option at several levels; at the end of a turn no discard or save is left out."""
    for seed, options in enumerate(tables(edition)):
        for game in moments(edition, options, seed, 8):
            check_weighing(game, LEVELS[seed % len(LEVELS)])


@pytest.mark.slow
@EDITIONS
@every("level", LEVELS)
def test_the_same_view_gets_the_same_answer(edition: str, level: int) -> None:
    """Query twice, and with a new player; queries about other moments in between change nothing."""
    asked = ExpertPlayer(level, seed="one")
    views = [acting(game) for game in moments(edition, {}, level, 6)]
    first = [asked.weigh(view) for view in views]
    assert [asked.weigh(view) for view in reversed(views)] == first[::-1]
    assert [players.get("expert", seed="one", level=level).choose(view) for view in views] == [
        one[0].action for one in first
    ]


@every("level", players.LEVELS)
def test_every_level_plays(level: int) -> None:
    """A level by number and by name gives the same player; without a level, the expert plays its best."""
    game = Game.new("classic", seed=level)
    names = [f"expert:{level}", *(["expert"] if level == 10 else [])]
    for _ in range(40):
        chosen = players.get("expert", seed=2, level=level).choose(acting(game))
        assert [players.get(name, seed=2).choose(acting(game)) for name in names] == [chosen] * len(names)
        game = game.apply(chosen)


def test_low_levels_err_and_the_highest_does_not() -> None:
    """Other seeds give a beginner other answers; the best level differs only by its sampled hands."""
    views = [acting(game) for game in moments("classic", {}, 2, 25)]

    best = [min(one.own for one in ExpertPlayer(10).weigh(view)) for view in views]

    def lost(level: int) -> float:
        chosen = [ExpertPlayer(level, seed=seed).weigh(view)[0].own for seed in range(3) for view in views]
        return sum(chosen) - 3 * sum(best)

    assert lost(10) < lost(1)


@every("level", [1, 5, 10])
def test_no_level_runs_in_circles(level: int) -> None:
    """No two seats take and throw the same card repeatedly until the rules end the round (G20)."""
    for seed in range(3):
        pair = [players.get("expert", seed=f"{seed}/{at}", level=level) for at in range(2)]
        game = Game.new("classic", seed=seed, phases=[1, 4])
        while game.to_act is not None:
            game = players.move(game, pair[game.to_act])
            assert not any(isinstance(event, RoundEnded) and event.reason == "stalemate" for event in game.events)


@pytest.mark.slow
def test_the_highest_level_beats_the_lowest() -> None:
    found = arena.play("classic", ["expert:10", "expert:1"], games=40, seed=1, phases=[1, 2, 3])
    assert found.wins[0] >= 25


@pytest.mark.rotating
@pytest.mark.slow
def test_it_beats_the_greedy_player_over_twenty_deals() -> None:
    """Each deal is played from both seats, so that card luck cancels out."""
    won = sum(arena.play(edition, ["expert", "greedy"], games=20, seed=1).wins[0] for edition in ("classic", "masters"))
    assert won > 20
