"""The contract of every player; each new entry in the registry is tested automatically."""

from __future__ import annotations

from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Action, Game
from tests.reference.playing import variations

every_player = pytest.mark.parametrize("name", p10.players.names())
every_edition = pytest.mark.parametrize("edition", p10.EDITIONS)


def chooses_what_is_legal(edition: str, name: str, seed: int, options: dict[str, Any]) -> None:
    """Check that every choice is accepted, and that the view stays unchanged."""
    players = [p10.players.get(name, seed=at) for at in range(3)]
    game = Game.new(edition, ["Ana", "Ben", "Cleo"], seed, **options)
    for _ in range(120):
        if game.to_act is not None:
            view = game.observe(game.to_act)
            before = view.to_dict()
            action = players[game.to_act].choose(view)
            assert isinstance(action, Action)
            assert view.to_dict() == before
            game = game.apply(action)


@pytest.mark.slow
@every_player
@every_edition
def test_its_choices_are_legal(edition: str, name: str) -> None:
    chooses_what_is_legal(edition, name, 0, {})


@pytest.mark.rotating
@pytest.mark.slow
@every_player
@every_edition
def test_its_choices_are_legal_in_every_variation(edition: str, name: str) -> None:
    for number, rows in enumerate(variations(edition).values()):
        for options in rows:
            chooses_what_is_legal(edition, name, number, options)


@pytest.mark.slow
@every_player
@every_edition
def test_equal_seeds_give_equal_games(edition: str, name: str) -> None:
    def record(*seeds: str) -> object:
        players = [p10.players.get(name, seed=seed) for seed in seeds]
        game = Game.new(edition, seed=8)
        for _ in range(100):
            if game.to_act is not None:
                game = game.apply(players[game.to_act].choose(game.observe(game.to_act)))
        return game.record()

    assert record("seat 0", "seat 1") == record("seat 0", "seat 1")
    assert name != "random" or record("seat 0", "seat 1") != record("seat 2", "seat 3")


@pytest.mark.parametrize("name", ["random", "greedy", "expert", "expert:1"])
def test_unsuitable_views_are_refused(name: str) -> None:
    """A game, another seat's view and a spectator's view are each refused with the right alternative."""
    player, game = p10.players.get(name), Game.new("classic", seed=1)
    assert game.to_act == 0
    with pytest.raises(TypeError, match=r"needs an observation, such as game\.observe\(game\.to_act\), not Game"):
        player.choose(game)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"it is seat 0's turn, not seat 1's; pass game\.observe"):
        player.choose(game.observe(1))
    with pytest.raises(ValueError, match="it is seat 0's turn, not a spectator's"):
        player.choose(game.observe(None))


@pytest.mark.slow
@every_edition
def test_greedy_beats_random(edition: str) -> None:
    won = 0
    for seed in range(10):
        players = [p10.players.get("random", seed=seed), p10.players.get("greedy")]
        game = Game.new(edition, seed=seed)
        while game.to_act is not None:
            game = game.apply(players[game.to_act].choose(game.observe(game.to_act)))
        won += game.winners == (1,)
    assert won >= 9
