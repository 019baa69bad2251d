"""Players for executor tests, in a separate module so that workers can import them by name."""

from __future__ import annotations

from phase10_widgets import Action, Observation
from phase10_widgets.players.greedy import GreedyPlayer

_GREEDY = GreedyPlayer()


def careful(observation: Observation) -> Action:
    """Play greedily, as a function-based player."""
    return _GREEDY.choose(observation)


def gives_up(observation: Observation) -> Action:
    """Play greedily until round 2, and then raise an error."""
    if observation.round == 2:
        raise RuntimeError("enough")
    return _GREEDY.choose(observation)
