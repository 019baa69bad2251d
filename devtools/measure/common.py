"""Helpers shared by the attack tools: odd values, log capture, percentiles and memory measurement."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psutil

FLAT = 64 * 2**20
"""The memory growth, in bytes after the first tenth of a run, that is tolerated because fixed-size caches fill up."""


class Ears(logging.Handler):
    """A handler that records everything logged at warning level or above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.heard.append(f"{record.name}: {record.getMessage()[:80]} {type(error).__name__}: {str(error)[:200]}")


@contextmanager
def listening() -> Iterator[list[str]]:
    """Yield a list that collects everything logged at warning level or above while the block runs."""
    ears = Ears()
    logging.getLogger().addHandler(ears)
    try:
        yield ears.heard
    finally:
        logging.getLogger().removeHandler(ears)


def memory(process: psutil.Process | None = None) -> int:
    """Return a process's memory in bytes (0 after it has ended), with shared memory divided among its users."""
    try:
        found = (process or psutil.Process()).memory_full_info()
    except psutil.Error:
        return 0
    return int(getattr(found, "pss", found.rss))


def rank(times: Sequence[float], share: float) -> float:
    """Return the percentile of these times for a fraction such as 0.95, or nan if there are no times."""
    return sorted(times)[int(share * (len(times) - 1))] if times else float("nan")


def ranked(times: Sequence[float]) -> str:
    """Describe a list of times in seconds by their number and by percentiles in milliseconds."""
    p50, p95, p99, most = (1000 * rank(times, share) for share in (0.5, 0.95, 0.99, 1))
    return f"{len(times):,}, ms: median {p50:,.1f}, p95 {p95:,.1f}, p99 {p99:,.1f}, longest {most:,.1f}"


def junk(chance: random.Random, *plain: Any, deepest: int = 200) -> Any:
    """Return one of these values, or an unexpected value that none of our fields accepts."""
    deep: Any = "x"
    for _ in range(chance.choice((3, deepest))):
        deep = [deep] if chance.random() < 0.5 else {"a": deep}
    return chance.choice(
        (
            [], {}, [[]], {"type": []}, {"type": "draw", "from": ["deck"]}, {"type": "discard", "card": {}}, deep,
            -(10**6), 10**300, 1e308, float("inf"), float("nan"), -0.5, "\x00", "\ud800", "<script>alert(1)</script>",
            "x" * chance.choice((50, 5_000)), "__class__", "{0.__class__}", "%s%n", "../../etc/passwd",
            list(range(2_000)), {str(n): n for n in range(500)}, "R7 " * 300, ["R7"] * 300, {"cards": "W W W"}, *plain,
        )
    )  # fmt: skip
