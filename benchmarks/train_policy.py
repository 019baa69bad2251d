"""Train a policy by self-play, with NumPy alone: ``python -m benchmarks.train_policy FOLDER``.

First the network imitates a teacher (`--teacher-games`), so that it starts with whole games instead of aimless ones.
Then it plays every seat of 64 games side by side and improves by clipped policy gradients (PPO) with a value for each
moment. FOLDER receives `curve.csv`, a row for each evaluation against `greedy`, and `policy.npz`, the weights; a run
that is started again goes on from there, with fresh momentum. The same arguments give the same curve on one machine.

To let a trained policy play: `phase10 arena benchmarks.train_policy:trained greedy`, with `PHASE10_POLICY=FOLDER`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from devtools import command
from phase10_widgets import Game, arena, edition, players
from phase10_widgets.rl import Batch, Coding, PolicyPlayer, SelfPlay

SIDE_BY_SIDE, STEPS = 64, 128
"""Games at once, and decisions in each before an update."""
DISCOUNT, TRACE, CLIP, ENTROPY, VALUE = 0.998, 0.95, 0.2, 0.01, 0.5
PASSES, MINIBATCH, RATE = 3, 512, 3e-4
EVALUATION_SEED = "evaluation"
"""Training never uses this seed, nor the benchmark's own (docs/rl.md)."""


class Network:
    """Two layers: one shared, then the scores of all actions and the value of the moment."""

    def __init__(self, n_inputs: int, n_actions: int, hidden: int, seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.weights: dict[str, Any] = {
            "inner": chance.normal(0, n_inputs**-0.5, (n_inputs, hidden)).astype(np.float32),
            "inner bias": np.zeros(hidden, np.float32),
            "scores": chance.normal(0, 0.01, (hidden, n_actions)).astype(np.float32),
            "value": np.zeros((hidden, 1), np.float32),
            "value bias": np.zeros(1, np.float32),
        }
        self._moments = {name: (np.zeros_like(part), np.zeros_like(part)) for name, part in self.weights.items()}
        self._n_steps = 0

    def forward(self, seen: Any, masks: Any) -> tuple[Any, Any, Any]:
        """Return the hidden layer, the chance of each action and the value of each moment."""
        hidden = np.maximum(seen @ self.weights["inner"] + self.weights["inner bias"], 0)
        scores = np.where(masks, hidden @ self.weights["scores"], -np.inf)
        likely = np.exp(scores - scores.max(1, keepdims=True))
        likely /= likely.sum(1, keepdims=True)
        return hidden, likely, (hidden @ self.weights["value"] + self.weights["value bias"])[:, 0]

    def gradients(self, seen: Any, hidden: Any, of_scores: Any, of_values: Any) -> dict[str, Any]:
        """Return the gradient of each weight from those of the scores and of the values."""
        of_hidden = of_scores @ self.weights["scores"].T + of_values[:, None] * self.weights["value"][:, 0]
        of_hidden = np.where(hidden > 0, of_hidden, 0)
        return {
            "inner": seen.T @ of_hidden,
            "inner bias": of_hidden.sum(0),
            "scores": hidden.T @ of_scores,
            "value": hidden.T @ of_values[:, None],
            "value bias": of_values.sum(0, keepdims=True),
        }

    def descend(self, gradients: Mapping[str, Any], rate: float) -> None:
        """Take one step of Adam."""
        self._n_steps += 1
        for name, gradient in gradients.items():
            mean, square = self._moments[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            step = (mean / (1 - 0.9**self._n_steps)) / (np.sqrt(square / (1 - 0.999**self._n_steps)) + 1e-8)
            self.weights[name] -= (rate * step).astype(np.float32)

    def __call__(self, seen: Mapping[str, Any]) -> int:
        """Return the most likely action, as a policy does."""
        return int(self.forward(seen["observation"][None], seen["action_mask"][None])[1][0].argmax())


class Rollout(NamedTuple):
    """The outcomes of some steps of all games; the first axis counts steps, the second games."""

    seen: Any
    masks: Any
    seats: Any
    actions: Any
    likely: Any
    """The chance that the policy gave to the action it took."""
    values: Any
    rewards: Any
    over: Any


def imitate(network: Network, coding: Coding, teacher: str, games: int, seed: int) -> None:
    """Let the network learn the choices of a teacher, and the shares of wins that followed."""
    for number in range(0, games, 10):
        seen, masks, chosen, worth = map(np.array, zip(*lessons(coding, teacher, number, seed), strict=True))
        order = np.random.default_rng([seed, number]).permutation(len(chosen))
        for at in range(0, len(order), MINIBATCH):
            few = order[at : at + MINIBATCH]
            hidden, likely, values = network.forward(seen[few], masks[few])
            likely[np.arange(len(few)), chosen[few]] -= 1
            of_values = VALUE * (values - worth[few])
            network.descend(network.gradients(seen[few], hidden, likely / len(few), of_values / len(few)), 3 * RATE)


def lessons(coding: Coding, teacher: str, number: int, seed: int) -> Iterator[tuple[Any, Any, int, float]]:
    """Yield a teacher's decisions in ten games: what it saw, the mask, the action, and the final reward."""
    for game_number in range(number, number + 10):
        seated = [players.get(teacher, f"{seed}/{game_number}/{at}") for at in range(coding.seats)]
        game = Game.new(coding.edition, [f"seat_{at}" for at in range(coding.seats)], f"lesson {seed}/{game_number}")
        told = []
        while game.to_act is not None:
            view = game.observe(game.to_act)
            action = seated[view.seat].choose(view)
            seen = coding.encode(view)
            told.append((view.seat, seen["observation"], seen["action_mask"], coding.number(action, view)))
            game = game.apply(action)
        yield from ((seen, mask, number, 1.0 if at in game.winners else -1.0) for at, seen, mask, number in told)


def rollout(network: Network, many: SelfPlay, batch: Batch, chance: np.random.Generator) -> tuple[Rollout, Batch]:
    """Play some steps of every game; return them, and the moment at which they end."""
    rows = []
    for _ in range(STEPS):
        _, likely, values = network.forward(batch.observations, batch.masks)
        sums = likely.cumsum(1)
        actions = (sums < chance.random((len(sums), 1)) * sums[:, -1:]).sum(1)
        after = many.step(actions)
        taken = likely[np.arange(len(actions)), actions]
        rows.append((batch.observations, batch.masks, batch.seats, actions, taken, values, after.rewards, after.over))
        batch = after
    return Rollout(*map(np.stack, zip(*rows, strict=True))), batch


def advantages(played: Rollout, last: Batch, last_values: Any) -> Any:
    """Return how much better each action turned out than the value of its moment (GAE), for the seat that took it."""
    steps, games, seats = played.rewards.shape
    rows = np.arange(games)
    known = np.zeros((games, seats), bool)
    following, trace, pending = (np.zeros((games, seats), np.float32) for _ in range(3))
    known[rows, last.seats], following[rows, last.seats] = True, last_values
    found = np.zeros((steps, games), np.float32)
    for at in reversed(range(steps)):
        over = played.over[at][:, None]
        known |= over
        following, trace, pending = (np.where(over, 0, part) for part in (following, trace, pending))
        pending += played.rewards[at]
        me, value = (rows, played.seats[at]), played.values[at]
        after = np.where(known[me], following[me], value)  # a seat that does not act again here: no change
        found[at] = pending[me] + DISCOUNT * after - value + DISCOUNT * TRACE * trace[me]
        known[me], following[me], trace[me], pending[me] = True, value, found[at], 0
    return found


def improve(network: Network, played: Rollout, gains: Any, chance: np.random.Generator) -> None:
    """Make actions that turned out well more likely, within bounds, and the values truer."""
    flat = [part.reshape(-1, *part.shape[2:]) for part in (*played[:6], gains)]
    seen, masks, _, actions, before, values, gain = flat
    aims = values + gain
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(PASSES):
        order = chance.permutation(len(actions))
        for at in range(0, len(order), MINIBATCH):
            few = order[at : at + MINIBATCH]
            rows = np.arange(len(few))
            hidden, likely, value = network.forward(seen[few], masks[few])
            ratio = likely[rows, actions[few]] / before[few]
            free = np.where(gain[few] > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            weight = np.where(free, ratio * gain[few], 0)
            of_scores = likely * weight[:, None]
            of_scores[rows, actions[few]] -= weight
            logs = np.log(np.maximum(likely, 1e-12))
            of_scores += ENTROPY * likely * (logs - (likely * logs).sum(1, keepdims=True))
            of_values = VALUE * (value - aims[few])
            network.descend(network.gradients(seen[few], hidden, of_scores / len(few), of_values / len(few)), RATE)


class Curve:
    """The learning curve: a file with a row for each evaluation against ``greedy``, always on the same deals."""

    def __init__(self, file: Path, games: int) -> None:
        self._file = file
        self._games = games

    @property
    def last(self) -> int:
        """The last update that was evaluated; 0 if none was."""
        if not self._file.exists():
            return 0
        return int(self._file.read_text("utf-8").splitlines()[-1].partition(",")[0])

    def add(self, update: int, network: Network, coding: Coding) -> None:
        """Play an evaluation, and add and print its row."""
        player = PolicyPlayer(network, coding=coding, name="trained")
        share = arena.play(coding.edition, [player, "greedy"], self._games, EVALUATION_SEED).shares[0]
        new = not self._file.exists()
        with self._file.open("a", encoding="utf-8") as file:
            if new:
                file.write("update,share,low,high,games\n")
            file.write(f"{update},{share.value:.4f},{share.low:.4f},{share.high:.4f},{self._games}\n")
        print(f"update {update}: won {share} of {self._games} games against greedy", flush=True)


def trained() -> PolicyPlayer:
    """Return the player whose weights lie in the folder that PHASE10_POLICY names."""
    with np.load(Path(os.environ["PHASE10_POLICY"]) / "policy.npz") as stored:
        weights = dict(stored)
    coding = Coding(edition("classic"), 2, "all")
    network = Network(coding.features.size, coding.n_actions, weights["inner"].shape[1], 0)
    network.weights = weights
    return PolicyPlayer(network, coding=coding, name="trained")


def main() -> int:
    """Train, and write the curve and the weights after every evaluation."""
    words = command.parser(__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--teacher", default="greedy", help="whom the network imitates first (%(default)s)")
    words.add_argument("--teacher-games", type=int, default=500, help="in so many games (%(default)s)")
    words.add_argument("--updates", type=int, default=200, help="updates by self-play (%(default)s)")
    words.add_argument("--every", type=int, default=20, help="updates from one evaluation to the next (%(default)s)")
    words.add_argument("--games", type=int, default=200, help="games in an evaluation (%(default)s)")
    words.add_argument("--hidden", type=int, default=96, help="units of the hidden layer (%(default)s)")
    words.add_argument("--shaping", type=float, default=0.5, help="weight of rewards on the way (%(default)s)")
    words.add_argument("--phases", type=lambda text: [int(word) for word in text.split(",")], help="such as 1,2")
    words.add_argument("--seed", type=int, default=1)
    options = words.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    house = {"phases": options.phases} if options.phases else {}
    many = SelfPlay(SIDE_BY_SIDE, "classic", 2, shaping=options.shaping, observe_phases="all", **house)
    network = Network(many.coding.features.size, many.coding.n_actions, options.hidden, options.seed)
    weights = options.folder / "policy.npz"
    curve = Curve(options.folder / "curve.csv", options.games)
    if weights.exists():
        with np.load(weights) as stored:
            network.weights = dict(stored)
    else:
        imitate(network, many.coding, options.teacher, options.teacher_games, options.seed)
        curve.add(0, network, many.coding)
    start = curve.last
    chance = np.random.default_rng([options.seed, start])
    batch = many.reset(f"training {options.seed}/{start}")
    for update in range(start + 1, start + options.updates + 1):
        played, batch = rollout(network, many, batch, chance)
        last = network.forward(batch.observations, batch.masks)[2]
        improve(network, played, advantages(played, batch, last), chance)
        if update % options.every == 0 or update == start + options.updates:
            np.savez(weights, **network.weights)
            curve.add(update, network, many.coding)
    np.savez(weights, **network.weights)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
