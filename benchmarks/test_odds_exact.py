"""Benchmarks of exact counting: every round begins without automata; ``extra_info`` gives the required speed."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import odds
from phase10_widgets.odds.counting.automaton import automaton


def run(benchmark: Any, work: Callable[[], object], unit: str, must: float = 0) -> None:
    """Time the work with empty caches."""

    def forget() -> None:
        automaton.cache_clear()
        gc.collect()
        gc.freeze()  # keep pytest's objects out of garbage collection while timing

    benchmark.extra_info.update(n=1, unit=unit, must=must, goal=0)
    benchmark.pedantic(work, setup=forget, rounds=5, warmup_rounds=1)


def deal_all(edition: str, side: str = "color") -> None:
    for phase in p10.edition(edition).phases:
        odds.deal(edition, phase, side=side)


def test_deal_ten_phases_classic(benchmark: Any) -> None:
    """Require all ten within 50 ms."""
    run(benchmark, lambda: deal_all("classic"), "tables", must=20)


def test_deal_ten_phases_flip_color(benchmark: Any) -> None:
    """Require all ten within 2.5 s."""
    run(benchmark, lambda: deal_all("flip"), "tables", must=0.4)


SLOWEST = [("classic", 3, "color"), ("masters", 2, "color"), ("standard", 2, "color"), ("flip", 8, "wild")]
"""The slowest phase of each edition, except flip's color side: within 150 ms."""


@pytest.mark.parametrize(("edition", "phase", "side"), SLOWEST)
def test_deal_slowest_phase(benchmark: Any, edition: str, phase: int, side: str) -> None:
    run(benchmark, lambda: odds.deal(edition, phase, side=side), "phases", must=6.7)


def test_deal_slowest_phase_flip_color(benchmark: Any) -> None:
    run(benchmark, lambda: odds.deal("flip", 6), "phases")
