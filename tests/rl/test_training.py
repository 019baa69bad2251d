"""The training script: its gradients, its advantages, and a tiny run."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import phase10_widgets as p10
from tests.rl.with_pettingzoo import rl

train = pytest.importorskip("benchmarks.train_policy")


def test_the_gradients_are_those_of_the_loss() -> None:
    """Compare with differences of the loss: cross entropy of actions plus half the squares of the values' errors."""
    chance = np.random.default_rng(1)
    network = train.Network(6, 5, 8, 1)
    network.weights = {name: chance.normal(0, 0.5, part.shape) for name, part in network.weights.items()}
    seen = chance.random((7, 6))
    masks: Any = np.ones((7, 5), bool)
    masks[:, 4] = False
    chosen, aims = chance.integers(0, 4, 7), chance.normal(size=7)

    def loss() -> float:
        _, likely, values = network.forward(seen, masks)
        return float(-np.log(likely[np.arange(7), chosen]).sum() + ((values - aims) ** 2).sum() / 2)

    hidden, likely, values = network.forward(seen, masks)
    likely[np.arange(7), chosen] -= 1
    for name, gradient in network.gradients(seen, hidden, likely, values - aims).items():
        part = network.weights[name].reshape(-1)
        for at in chance.integers(0, part.size, 6):
            part[at] += 1e-5
            more = loss()
            part[at] -= 2e-5
            less = loss()
            part[at] += 1e-5
            assert gradient.reshape(-1)[at] == pytest.approx((more - less) / 2e-5, abs=1e-6), name


def test_advantages_belong_to_the_seat_that_acted(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game of five steps: seat 1 wins in the third, and the next game begins."""
    monkeypatch.setattr(train, "DISCOUNT", 1.0)
    monkeypatch.setattr(train, "TRACE", 1.0)
    seats = np.array([[0], [1], [1], [0], [1]])
    rewards: Any = np.zeros((5, 1, 2), np.float32)
    rewards[2, 0] = -1, 1
    values = np.array([[0.5], [0.25], [0.0], [0.1], [0.2]], np.float32)
    over = np.array([[False], [False], [True], [False], [False]])
    played = train.Rollout(None, None, seats, None, None, values, rewards, over)
    last = rl.Batch(None, None, np.array([0]), None, None, None)
    found = train.advantages(played, last, np.array([0.7], np.float32))[:, 0]
    # the first three: the final reward minus the value; then seat 0's next value minus its own; seat 1 acts no more
    assert found.tolist() == pytest.approx([-1.5, 0.75, 1.0, 0.6, 0.0])


def test_a_step_makes_a_good_action_more_likely() -> None:
    network = train.Network(4, 3, 8, 1)
    seen = np.random.default_rng(1).random((50, 1, 4)).astype(np.float32)
    masks: Any = np.ones((50, 1, 3), np.int8)
    actions: Any = np.arange(50)[:, None] % 3
    likely: Any = np.full((50, 1), 1 / 3, np.float32)
    played = train.Rollout(seen, masks, None, actions, likely, np.zeros((50, 1), np.float32), None, None)
    played = played._replace(seats=actions)
    gains = np.where(actions == 1, 1.0, -0.5).astype(np.float32)
    before = network.forward(seen[:, 0], masks[:, 0])[1][:, 1].mean()
    for turn in range(20):
        train.improve(network, played, gains, np.random.default_rng(turn))
    assert network.forward(seen[:, 0], masks[:, 0])[1][:, 1].mean() > before


@pytest.mark.slow
def test_a_tiny_run_is_repeatable_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "SIDE_BY_SIDE", 4)
    monkeypatch.setattr(train, "STEPS", 8)

    def run(folder: str) -> tuple[list[dict[str, str]], dict[str, Any]]:
        words = "--teacher-games=10 --updates=2 --every=2 --games=2 --hidden=8 --phases=1"
        monkeypatch.setattr(sys, "argv", ["train_policy", str(tmp_path / folder), *words.split()])
        assert train.main() == 0
        with (
            (tmp_path / folder / "curve.csv").open(encoding="utf-8") as file,
            np.load(tmp_path / folder / "policy.npz") as stored,
        ):
            return list(csv.DictReader(file)), dict(stored)

    (curve, weights), (again, same) = run("one"), run("two")
    assert [row["update"] for row in curve] == ["0", "2"]
    assert curve == again
    assert all((weights[name] == same[name]).all() for name in weights)
    assert [row["update"] for row in run("one")[0]] == ["0", "2", "4"]
    monkeypatch.setenv("PHASE10_POLICY", str(tmp_path / "one"))
    player = train.trained()
    assert player.choose(p10.Game.new("classic", seed=1).observe(0)).type == "draw"
