"""The contract of every player; each new entry in the registry is tested automatically."""

from __future__ import annotations

import pytest

import phase10_widgets as p10
from phase10_widgets import Action, Game
from tests.reference.playing import variations


@pytest.mark.slow
@pytest.mark.parametrize("name", p10.players.names())
@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_it_chooses_what_is_legal(edition: str, name: str) -> None:
    """Every choice is accepted in every variation, and the view stays unchanged."""
    for number, rows in enumerate(variations(edition).values()):
        for options in rows:
            players = [p10.players.get(name, seed=at) for at in range(3)]
            game = Game.new(edition, ["Ana", "Ben", "Cleo"], seed=number, **options)
            for _ in range(120):
                if game.to_act is None:
                    break
                view = game.observe(game.to_act)
                before = view.to_dict()
                action = players[game.to_act].choose(view)
                assert isinstance(action, Action)
                assert view.to_dict() == before
                game = game.apply(action)


@pytest.mark.parametrize("name", p10.players.names())
@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_the_same_seed_plays_the_same(edition: str, name: str) -> None:
    records = []
    for _ in range(2):
        players = [p10.players.get(name, seed=f"seat {at}") for at in range(2)]
        game = Game.new(edition, seed=8)
        for _ in range(100):
            if game.to_act is not None:
                game = game.apply(players[game.to_act].choose(game.observe(game.to_act)))
        records.append(game.record())
    assert records[0] == records[1]


def test_an_unknown_player_is_named() -> None:
    with pytest.raises(ValueError, match=r"'clairvoyant'.*random"):
        p10.players.get("clairvoyant")


@pytest.mark.parametrize("name", ["random", "greedy", "expert", "expert:1"])
def test_what_no_player_can_choose_from_is_refused(name: str) -> None:
    """A game, another seat's observation, and a spectator's are each answered with what would be right."""
    player, game = p10.players.get(name), Game.new("classic", seed=1)
    assert game.to_act == 0
    with pytest.raises(TypeError, match=r"from an observation, not Game: game\.observe\(game\.to_act\)"):
        player.choose(game)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"the turn of seat 0, not of seat 1: game\.observe"):
        player.choose(game.observe(1))
    with pytest.raises(ValueError, match="the turn of seat 0, not of a spectator"):
        player.choose(game.observe(None))


def test_random_players_differ_by_seed() -> None:
    def first(seed: int) -> list[Action]:
        player, game, found = p10.players.get("random", seed=seed), Game.new("classic", seed=1), []
        for _ in range(30):
            assert game.to_act is not None
            found.append(player.choose(game.observe(game.to_act)))
            game = game.apply(found[-1])
        return found

    assert first(1) == first(1)
    assert first(1) != first(2)


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_greedy_beats_random(edition: str) -> None:
    won = 0
    for seed in range(10):
        players = [p10.players.get("random", seed=seed), p10.players.get("greedy")]
        game = Game.new(edition, seed=seed)
        while game.to_act is not None:
            game = game.apply(players[game.to_act].choose(game.observe(game.to_act)))
        won += game.winners == (1,)
    assert won >= 9
