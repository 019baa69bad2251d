"""One chunk of trials: random numbers of its own, and a tally that can be added to others.

A chunk's random numbers depend on the seed and the chunk's place only, and tallies are added in the order of the
chunks. So a simulation gives the same number wherever its chunks were computed.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from .experiment import Experiment
from .tally import Tally, count


def stream(seed: int | str, chunk: int) -> Random:
    """The random numbers of one chunk.

    Python promises the numbers of ``Random.random`` for a text as the seed, on every platform.

    >>> stream(7, 0).random() == stream(7, 0).random() != stream(7, 1).random()
    True
    """
    return Random(f"odds/{seed}/{chunk}")


def answers(question: Experiment, seed: int | str, chunk: int, trials: int) -> list[Any]:
    """Return the answers of a chunk's trials, in order."""
    random, trial = stream(seed, chunk), question.prepared()
    return [trial(random) for _ in range(trials)]


def one_by_one(question: Experiment, seed: int | str, chunk: int, trials: int) -> Tally:
    """The tally of a chunk whose trials are made one after the other."""
    return count(answers(question, seed, chunk, trials))


def in_batches(question: Experiment, seed: int | str, chunk: int, trials: int) -> Tally:
    """The tally of a chunk whose trials are made all at once, by NumPy.

    Raises:
        ImportError: NumPy is not installed.
    """
    from .numpy_engine import in_batches

    return in_batches(question, seed, chunk, trials)


Engine = Callable[[Experiment, int | str, int, int], Tally]

ENGINES: dict[str, Engine] = {"python": one_by_one, "numpy": in_batches}
"""The engines that compute a chunk. Each draws its own random numbers, so their results differ."""


def run_chunk(engine: str, question: Experiment, seed: int | str, chunk: int, trials: int) -> Tally:
    """The tally of one chunk: the piece of work that travels to another process."""
    return ENGINES[engine](question, seed, chunk, trials)
