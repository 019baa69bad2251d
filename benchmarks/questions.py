"""Time 10,000 trials of every question in the lessons: ``python -m benchmarks.questions [SEEDS]``.

The promise: nobody waits a full second for trials (docs/speed.md). The benchmark takes at most two minutes.

The result is the processor time, in seconds, that one process needs for the slowest of several learners' versions of a
question. The last column expresses it in runs of the calibration loop, because machines differ and may be busy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import process_time

from benchmarks.test_core import calibration
from devtools import command
from phase10_widgets.teaching import Question, lesson, numbers

SEEDS = 5
TRIALS = 10_000
MUST = 1.0
"""The number of seconds that a learner may wait for the trials on an idle machine."""
HEAD = "| question | 10,000 trials | calibration loops |\n|---|---:|---:|"


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time that this work takes, in seconds."""
    began = process_time()
    work()
    return process_time() - began


def slowest(question: Question, seeds: int) -> float:
    """Return the time in seconds for the slowest of several learners' versions, including setup for the first trial."""
    exercises = [question.exercise(seed) for seed in range(seeds)]
    return max(seconds(partial(one.simulate, TRIALS, seed=1)) for one in exercises)


def lines(seeds: int = SEEDS) -> Iterator[str]:
    """Yield the lines of a Markdown table, followed by the questions that take too long."""
    loop = min(seconds(calibration) for _ in range(SEEDS))
    yield f"The calibration loop takes {1000 * loop:.0f} ms.\n"
    yield HEAD
    late = []
    for question in (question for number in numbers() for question in lesson(number).questions):
        taken = slowest(question, seeds)
        late += [question.id] if taken > MUST else []
        yield f"| {question.id} | {1000 * taken:.0f} ms | {taken / loop:.1f} |"
    yield f"\nOver {MUST:.0f} s: {', '.join(late) or 'none'}."


if __name__ == "__main__":
    words = command.parser(__doc__)
    words.add_argument("seeds", nargs="?", type=int, default=SEEDS, metavar="SEEDS", help="default: %(default)s")
    for line in lines(words.parse_args().seeds):
        print(line, flush=True)
