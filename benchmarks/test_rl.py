"""Benchmarks of the environment: steps by a random policy that follows the mask, including observations."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.test_core import run

STEPS = 2000
MUST, GOAL = 12_000, 18_000
"""Two and three times the step rate of PettingZoo's gin rummy on the machine in docs/speed.md (classic, two seats)."""


@pytest.fixture(scope="module")
def rl() -> Any:
    return pytest.importorskip("phase10_widgets.rl", reason="the extra rl is not installed", exc_type=ImportError)


def play(env: Any) -> None:
    """Play this many steps, in whole games except for the last one."""
    env.reset(seed=1)
    for seat, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seat)
    done = 0
    while True:
        for agent in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(seen["action_mask"]))
            done += 1
            if done == STEPS:
                return
        env.reset()


@pytest.mark.parametrize("edition", ["classic", "flip", "standard", "masters"])
def test_rl(benchmark: Any, rl: Any, edition: str) -> None:
    env = rl.env(edition)
    wanted = (MUST, GOAL) if edition == "classic" else (0, 0)
    run(benchmark, lambda: play(env), STEPS, "steps", *wanted)


def test_rl_six_seats(benchmark: Any, rl: Any) -> None:
    env = rl.env("classic", 6)
    run(benchmark, lambda: play(env), STEPS, "steps")


def test_rl_side_by_side(benchmark: Any, rl: Any) -> None:
    many = rl.SelfPlay(64)

    def work() -> None:
        batch = many.reset(1)
        for _ in range(STEPS // 64):
            batch = many.step(batch.masks.argmax(1))

    run(benchmark, work, STEPS // 64 * 64, "steps", MUST, GOAL)
