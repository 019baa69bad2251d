"""A linear policy that imitates ``greedy``, trained with NumPy in seconds; a baseline, not a good player.

Its scores are a weight for each action and each number of the observation, one set of weights for each phase that the
seat attempts. It is trained by softmax regression on the choices of ``greedy`` in games against itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from phase10_widgets import Game, players, rl
from phase10_widgets.rl import Coding

GAMES, PASSES, BATCH, RATE = 200, 3, 128, 2.0


class LinearPolicy:
    """A policy that takes the legal action with the highest score."""

    def __init__(self, coding: Coding) -> None:
        self.phases = coding.features.layout["seat +0 phase"]
        n_phases = self.phases.stop - self.phases.start
        self.weights = np.zeros((n_phases, coding.n_actions, coding.features.size + 1), np.float32)

    def __call__(self, seen: Mapping[str, Any]) -> int:
        legal = seen["action_mask"].nonzero()[0]
        weights = self.weights[seen["observation"][self.phases].argmax(), legal]
        return int(legal[(weights[:, :-1] @ seen["observation"] + weights[:, -1]).argmax()])


def decisions(coding: Coding, games: int, seed: int) -> Iterator[tuple[Any, Any, int]]:
    """Yield what ``greedy`` saw at each of its decisions: the observation, the mask, and the action it chose."""
    greedy = players.get("greedy")
    for number in range(games):
        game = Game.new(coding.edition, [f"seat_{at}" for at in range(coding.seats)], f"{seed}/{number}")
        while game.to_act is not None:
            view = game.observe(game.to_act)
            action = greedy.choose(view)
            seen = coding.encode(view)
            if seen["action_mask"].sum() > 1:
                yield seen["observation"], seen["action_mask"], coding.number(action, view)
            game = game.apply(action)


def trained(coding: Coding, games: int = GAMES, seed: int = 1) -> rl.PolicyPlayer:
    """Return a player that learned from so many games; the same numbers give the same player."""
    seen, masks, chosen = map(np.array, zip(*decisions(coding, games, seed), strict=True))
    policy, chance = LinearPolicy(coding), np.random.default_rng(seed)
    phases = seen[:, policy.phases].argmax(1)
    seen = np.hstack([seen, np.ones((len(seen), 1), np.float32)])
    for turn in range(PASSES):
        rate = RATE * (1 - turn / PASSES)
        for phase in range(len(policy.weights)):
            rows = chance.permutation((phases == phase).nonzero()[0])
            for at in range(0, len(rows), BATCH):
                few = rows[at : at + BATCH]
                learn(policy.weights[phase], seen[few], masks[few], chosen[few], rate)
    return rl.PolicyPlayer(policy, coding=coding, name="linear")


def learn(weights: Any, seen: Any, masks: Any, chosen: Any, rate: float) -> None:
    """Move the weights towards the chosen actions, by one step of softmax regression."""
    scores = np.where(masks, seen @ weights.T, -np.inf)
    likely = np.exp(scores - scores.max(1, keepdims=True))
    likely /= likely.sum(1, keepdims=True)
    likely[np.arange(len(chosen)), chosen] -= 1
    weights -= rate / np.sqrt(len(chosen)) * (likely.T @ seen)
