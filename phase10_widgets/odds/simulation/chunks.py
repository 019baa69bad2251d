"""One chunk of trials, with its own random numbers and a tally that can be added to others.

A chunk's random numbers depend only on the seed and the chunk's index, and tallies are added in the order of the
chunks. So a simulation yields the same result no matter where its chunks are computed.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from .experiment import Experiment
from .tally import Tally, TrialError, count


def stream(seed: int | str, chunk: int) -> Random:
    """Return the random numbers for one chunk.

    If the seed is text, Python guarantees the same numbers from ``Random.random`` on every platform.

    >>> stream(7, 0).random() == stream(7, 0).random() != stream(7, 1).random()
    True
    """
    return Random(f"odds/{seed}/{chunk}")


def answers(question: Experiment, seed: int | str, chunk: int, trials: int) -> list[Any]:
    """Return the answers from a chunk's trials, in order.

    Raises:
        TrialError: a trial called ``exit()``.
    """
    random, trial = stream(seed, chunk), question.prepared()
    try:
        return [trial(random) for _ in range(trials)]
    except SystemExit as error:
        raise TrialError(f"a trial must return True, False or a number, but {question.name} called exit()") from error


def one_by_one(question: Experiment, seed: int | str, chunk: int, trials: int) -> Tally:
    """Return the tally for a chunk whose trials run one by one."""
    return count(answers(question, seed, chunk, trials))


def in_batches(question: Experiment, seed: int | str, chunk: int, trials: int) -> Tally:
    """Return the tally for a chunk whose trials NumPy runs together.

    Raises:
        ImportError: NumPy is not installed.
    """
    from .numpy_engine import in_batches

    return in_batches(question, seed, chunk, trials)


Engine = Callable[[Experiment, int | str, int, int], Tally]

ENGINES: dict[str, Engine] = {"python": one_by_one, "numpy": in_batches}
"""The engines that compute a chunk. Each draws its own random numbers, so their results differ."""


def run_chunk(engine: str, question: Experiment, seed: int | str, chunk: int, trials: int) -> Tally:
    """Return the tally for one chunk, the unit of work that can be sent to another process."""
    return ENGINES[engine](question, seed, chunk, trials)
