"""``benchmarks.ceiling``: players that see hidden cards, to measure what hidden cards cost the expert."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.ceiling import RULES, Foresight, Honest, SeesHands, maker, measure, played_out
from phase10_widgets import Game, players


def unlike(cheat: SeesHands | Honest, games: int = 6) -> int:
    """Return at how many moments the player acts differently after its hidden cards are dealt anew."""
    found, greedy = 0, players.get("greedy")
    for seed in range(games):
        game = Game.new("standard", seed=f"unlike/{seed}")
        while game.state.round == 1:
            if game.to_act == 0:
                action = cheat.choose(game)
                found += cheat.choose(game.observe(0).sample(Random(seed))) != action
                game = game.apply(action)
            else:
                game = players.move(game, greedy)
    return found


def test_one_player_sees_the_other_hand_and_the_honest_one_does_not() -> None:
    assert unlike(SeesHands("a seed")) > 0
    assert unlike(Honest("a seed")) == 0


@pytest.mark.parametrize("rules", RULES)
def test_foresight_gets_the_best_of_the_rounds_it_tried(rules: str) -> None:
    """Its plan is played to the last action, and the round ends as it was played out."""
    edition, options = RULES[rules]
    game, greedy = Game.new(edition, seed=5, **options), players.get("greedy")
    cheat = Foresight("a seed", 4)
    tried = [played_out(game, expert) for expert in cheat.experts]
    best, plan = max(tried, key=lambda way: way[0])
    assert best > min(value for value, _ in tried)
    acted = []
    while game.state.round == 1:
        if game.to_act == 0:
            acted.append(cheat.choose(game))
            game = game.apply(acted[-1])
        else:
            game = players.move(game, greedy)
    assert acted == plan
    assert cheat.plan == []


def test_each_deal_is_played_from_both_seats_and_equal_seeds_agree() -> None:
    once = measure("hands", "standard", 4, "a seed")
    assert once == measure("hands", "standard", 5, "a seed")
    value, low, high = once
    assert value * 4 in (0, 1, 2, 3, 4)
    assert low <= value <= high


@pytest.mark.parametrize("name", ["greedy", "foresight", "foresight:0", "foresight:x", "hands:2"])
def test_an_unknown_player_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"expert, hands and foresight:K"):
        maker(name)
