"""No player looks into hidden cards: two games that differ only there get the same choice from it.

The pairs come from real games of every edition and variation. In the second game of a pair all that the seat to act
cannot see is dealt anew among its places: the others' hands, what they saved, and the draw pile.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, Observation, players
from phase10_widgets.core.actions import Action
from tests.contracts.test_hidden import moments, resampled
from tests.reference.playing import games, variations


def everybody() -> list[str]:
    """Every player there is, at each of its levels."""
    found = []
    for name in players.names():
        levels = [f"{name}:{level}" for level in players.LEVELS]
        found += levels if has_levels(name) else [name]
    return found


def has_levels(name: str) -> bool:
    try:
        players.get(name, level=1)
    except ValueError:
        return False
    return True


def pairs(edition: str, options: dict[str, Any], seed: int, count: int) -> Iterator[tuple[Game, Game]]:
    """Moments of a game, each with one that the seat to act cannot tell from it, in either order."""
    chance = Random(f"pairs {edition}/{seed}")
    for game in moments(edition, options, seed, count):
        if game.to_act is None:
            return
        state = resampled(game.state, game.to_act, chance)
        other = Game(state, (), game._log, game._trail, game._start)
        if state != game.state:
            yield (game, other) if chance.random() < 0.5 else (other, game)


class Heard:
    """Keeps what a player answers."""

    def __init__(self, player: players.Player) -> None:
        self.player = player
        self.answers: list[Action] = []

    def choose(self, view: Observation) -> Action:
        self.answers.append(self.player.choose(view))
        return self.answers[-1]


def answer(name: str | players.Choice, game: Game, seed: str) -> Action:
    """What a player who has just sat down does here; it is played, too, so it is legal in either game."""
    heard = Heard(players.get(name, seed=seed))
    players.move(game, heard)
    return heard.answers[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", everybody())
@pytest.mark.parametrize(("edition", "variation"), games())
def test_it_chooses_by_what_it_sees(edition: str, variation: str, name: str) -> None:
    asked, steps = 0, set()
    for seed in range(2):
        options = variations(edition)[variation][0]
        for one, other in pairs(edition, options, seed, 12):
            assert answer(name, one, f"{seed}") == answer(name, other, f"{seed}")
            asked += 1
            steps.add(one.step)
    assert asked >= 5
    assert steps >= {"draw", "play"}


@pytest.mark.soak
@pytest.mark.parametrize("name", everybody())
@pytest.mark.parametrize(("edition", "variation"), games())
def test_it_chooses_by_what_it_sees_through_many_games(edition: str, variation: str, name: str) -> None:
    for options in variations(edition)[variation]:
        for seed in range(2, 12):
            for one, other in pairs(edition, options, seed, 40):
                assert answer(name, one, f"{seed}") == answer(name, other, f"{seed}")


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_the_pairs_differ_wherever_one_cannot_look(edition: str) -> None:
    """Hands, the draw pile and, in masters, saved cards of others; and what the seat sees is equal."""
    differ: dict[str, int] = {"hands": 0, "draw_pile": 0, "saved": 0}
    for seed in range(12):
        for one, other in pairs(edition, {}, seed, 40):
            me = one.to_act
            assert one.observe(me) == other.observe(me)
            for part in differ:
                differ[part] += getattr(one.state, part) != getattr(other.state, part)
    assert min(differ["hands"], differ["draw_pile"]) > 100
    assert (differ["saved"] > 0) == (edition == "masters")


def peeks(view: Observation) -> Action:
    """A cheat: it finds the game that its caller holds, and draws or throws by the hidden top of the draw pile."""
    frame: Any = sys._getframe()
    while frame is not None and not isinstance(frame.f_locals.get("game"), Game):
        frame = frame.f_back
    pile = frame.f_locals["game"].state.draw_pile
    actions = view.legal_actions()
    return actions[len(pile[0].word) * 7 % len(actions)] if pile else actions[0]


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_a_cheat_is_found(edition: str) -> None:
    differed = sum(
        answer(peeks, one, "") != answer(peeks, other, "")
        for seed in range(4)
        for one, other in pairs(edition, {}, seed, 40)
    )
    assert differed > 5
