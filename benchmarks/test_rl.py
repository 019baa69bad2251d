"""Benchmarks of the environment: steps of a random policy that keeps to the mask, observations included."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.environments import rate
from benchmarks.test_core import run

STEPS = 2000
MUST, GOAL = 12_000, 18_000
"""Two and three times the steps of PettingZoo's gin rummy on the machine of docs/speed.md; for classic, two seats."""


@pytest.mark.parametrize("edition", ["classic", "flip", "standard", "masters"])
def test_rl(benchmark: Any, edition: str) -> None:
    rl = pytest.importorskip("phase10_widgets.rl", reason="the extra rl is not installed", exc_type=ImportError)
    env = rl.env(edition)
    wanted = (MUST, GOAL) if edition == "classic" else (0, 0)
    run(benchmark, lambda: rate(env, STEPS), STEPS, "steps", *wanted)


def test_rl_six_seats(benchmark: Any) -> None:
    rl = pytest.importorskip("phase10_widgets.rl", reason="the extra rl is not installed", exc_type=ImportError)
    env = rl.env("classic", 6)
    run(benchmark, lambda: rate(env, STEPS), STEPS, "steps")


def test_rl_side_by_side(benchmark: Any) -> None:
    rl = pytest.importorskip("phase10_widgets.rl", reason="the extra rl is not installed", exc_type=ImportError)
    many = rl.SelfPlay(64)

    def work() -> None:
        batch = many.reset(1)
        for _ in range(STEPS // 64):
            batch = many.step(batch.masks.argmax(1))

    run(benchmark, work, STEPS // 64 * 64, "steps", MUST, GOAL)
