"""A player that picks any legal action with equal probability."""

from __future__ import annotations

from random import Random

from ..rules.actions import Action
from ..rules.observation import Observation
from .base import check_turn


class RandomPlayer:
    """A player that picks a legal action at random."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._chance = Random(seed).random

    def __repr__(self) -> str:
        return "<RandomPlayer>"

    def choose(self, observation: Observation) -> Action:
        check_turn(observation)
        actions = observation.legal_actions()
        return actions[int(self._chance() * len(actions))]
