"""Time 10,000 trials of every question in the lessons: ``python -m benchmarks.questions [SEEDS]``.

The promise: nobody waits a second for trials (docs/speed.md). It takes two minutes at most.

The slowest of several learners' numbers counts, on one process, in seconds of processor time. The time of the
calibration loop in the same run is the unit of the last column, since machines differ and may be busy.
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
"""The seconds that a learner may wait for the trials on an idle machine."""
HEAD = "| question | 10,000 trials | calibration loops |\n|---|---:|---:|"


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds of processor time that this work takes."""
    began = process_time()
    work()
    return process_time() - began


def slowest(question: Question, seeds: int) -> float:
    """Return the seconds for the slowest of some learners' numbers, with what is prepared before the first trial."""
    exercises = [question.exercise(seed) for seed in range(seeds)]
    return max(seconds(partial(one.simulate, TRIALS, seed=1)) for one in exercises)


def lines(seeds: int = SEEDS) -> Iterator[str]:
    """Yield a Markdown table, and the questions that take too long."""
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
