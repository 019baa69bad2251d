"""No player uses hidden cards: each makes the same choice in two games that differ only in hidden cards.

The pairs come from real games of every edition and variation. The second game of a pair redeals all cards hidden from
the seat to act among their places: the others' hands, their saved cards, and the draw pile.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, Observation, players
from phase10_widgets.rules.actions import Action
from tests.contracts.test_hidden import moments, resampled
from tests.faults import no_faults
from tests.helpers import rotating
from tests.reference.playing import games, variations


def everybody() -> list[str]:
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
    """Yield moments of a game, each paired with one that the seat to act cannot tell from it, in either order."""
    chance = Random(f"pairs {edition}/{seed}")
    for game in moments(edition, options, seed, count):
        if game.to_act is None:
            return
        state = resampled(game.state, game.to_act, chance)
        other = Game(state, (), game._log, game._recalls, game._trail, game._start)
        if state != game.state:
            yield (game, other) if chance.random() < 0.5 else (other, game)


class Heard:
    """A wrapper that records a player's answers."""

    def __init__(self, player: players.Player) -> None:
        self.player = player
        self.answers: list[Action] = []

    def choose(self, view: Observation) -> Action:
        self.answers.append(self.player.choose(view))
        return self.answers[-1]


def answer(name: str | players.Choice, game: Game, seed: str) -> Action:
    """Return a new player's action here; it is also played, so it is legal in both games."""
    heard = Heard(players.get(name, seed=seed))
    players.move(game, heard)
    return heard.answers[0]


def choose_by_what_they_see(edition: str, variation: str, names: list[str], seeds: range, count: int) -> None:
    """Ask each player at both moments of each pair, and check that it was asked often enough."""
    rows = variations(edition)[variation]
    asked = [
        (str(seed), one, other)
        for seed in seeds
        for options in (rows if count > 12 else rows[:1])
        for one, other in pairs(edition, options, seed, count)
    ]
    assert len(asked) >= 5
    assert {one.step for _, one, _ in asked} >= {"draw", "play"}
    with no_faults() as faults:
        for name in names:
            with faults.of(name):
                for seed, one, other in asked:
                    assert answer(name, one, seed) == answer(name, other, seed)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "variation"), [case if case[1] == "plain" else rotating(*case) for case in games()]
)
def test_choices_ignore_hidden_cards(edition: str, variation: str) -> None:
    choose_by_what_they_see(edition, variation, everybody(), range(2), 12)


@pytest.mark.soak
@pytest.mark.parametrize(("edition", "variation"), games())
def test_choices_ignore_hidden_cards_in_many_games(edition: str, variation: str) -> None:
    choose_by_what_they_see(edition, variation, everybody(), range(2, 12), 40)


@pytest.mark.slow
@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_the_pairs_differ_in_every_hidden_place(edition: str) -> None:
    """The pairs differ in others' hands, the draw pile and, in masters, others' saved cards; the view is equal."""
    differ: dict[str, int] = {"hands": 0, "draw_pile": 0, "saved": 0}
    for seed in range(12):
        for one, other in pairs(edition, {}, seed, 40):
            me = one.to_act
            assert one.observe(me) == other.observe(me)
            for part in differ:
                differ[part] += getattr(one.state, part) != getattr(other.state, part)
    assert min(differ["hands"], differ["draw_pile"]) > 100
    assert (differ["saved"] > 0) == (edition == "masters")
