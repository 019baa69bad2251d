"""A player that searches: Monte Carlo tree search over information sets (Cowling, Powley and Whitehouse, 2012)."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt

from phase10_widgets import Action, Game, Observation, players

GREEDY = players.get("greedy")


@dataclass(slots=True)
class Node:
    """A line of play with its results so far, over all hidden cards that were tried."""

    seat: int = 0
    visits: int = 0
    possible: int = 1
    total: float = 0.0
    children: dict[Action, Node] = field(default_factory=dict)

    def promise(self, explore: float) -> float:
        """Return the mean value for the seat that acted, plus a bonus while the action has rarely been tried."""
        return self.total / self.visits + explore * sqrt(log(self.possible) / self.visits)


class TreeSearch:
    """A player that plays the round to its end many times, each time with other hidden cards, before it acts."""

    def __init__(self, iterations: int = 40, explore: float = 0.3, seed: int | str = 0) -> None:
        self.iterations, self.explore, self.seed = iterations, explore, seed

    def choose(self, view: Observation) -> Action:
        """Return the action that the search tried most often."""
        actions = view.legal_actions()
        if len(actions) == 1:
            return actions[0]
        sampler, root = view.sampler(seed=self.seed), Node()
        for _ in range(self.iterations):
            self._try(sampler.sample(), root)
        return max(root.children, key=lambda action: root.children[action].visits)

    def _try(self, start: Game, root: Node) -> None:
        """Walk down the tree, add one node, play the round to its end, and count the result on the way back."""
        game, node, path = start, root, []
        while goes_on(game, start):
            action, new = self._pick(game, node)
            node = node.children[action]
            path.append(node)
            game = game.apply(action)
            if new:
                break
        while goes_on(game, start):
            game = game.apply(greedy(game))
        values = results(start, game)
        for node in path:
            node.visits += 1
            node.total += values[node.seat]

    def _pick(self, game: Game, node: Node) -> tuple[Action, bool]:
        """Return an action to try, and True if it is new to the tree; greedy's choice comes first."""
        best = greedy(game)
        if best not in node.children:
            node.children[best] = Node(game.to_act or 0)
            return best, True
        actions = game.legal_actions()
        known = [action for action in actions if action in node.children]
        for action in known:
            node.children[action].possible += 1
        if len(known) < len(actions) and len(known) ** 2 <= node.children[best].possible:
            action = next(action for action in actions if action not in node.children)
            node.children[action] = Node(game.to_act or 0)
            return action, True
        return max(known, key=lambda action: node.children[action].promise(self.explore)), False


def goes_on(game: Game, start: Game) -> bool:
    """Return True until the round in which the search began has ended."""
    return not game.is_over and game.round == start.round


def greedy(game: Game) -> Action:
    """Return what the player `greedy` would do."""
    return GREEDY.choose(game.observe(game.to_act))


def results(start: Game, end: Game) -> list[float]:
    """Return each seat's result in the round: phases completed minus points per 100, compared with the others' mean."""
    seats = zip(start.state.seats, end.state.seats, strict=True)
    own = [len(now.completed) - len(was.completed) - (now.score - was.score) / 100 for was, now in seats]
    return [value - (sum(own) - value) / (len(own) - 1) for value in own]
