"""Every lesson's questions beside their simulations.

The promise: every answer agrees with its simulation (docs/lessons.md). It takes an hour.

    python -m devtools.measure.lesson_check [SEEDS [TRIALS [LESSON ...]]]

Defaults: 200 seeds and 10 000 trials each (an hour). Print deviations, and exit with 1 if there are any. Lesson numbers
after the trials, as in ``200 1000 3 4``, restrict the check to these lessons.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from devtools import command
from phase10_widgets.teaching import Question, lesson, numbers
from phase10_widgets.teaching.question import Params

SEEDS, TRIALS = 200, 10_000
FARTHEST = 4.0
"""The largest accepted deviation in standard errors. One in 16 000 correct answers exceeds it and is tried again."""


def judge(question: Question, seed: int, trials: int) -> str | None:
    """Return the fault of the question's answer for this seed, or None.

    An answer beyond the limit is tried again with other random numbers and four times the trials.
    """
    asked = question.exercise(seed)
    for again in range(2):
        estimate = asked.simulate(trials * (1 + 3 * again), f"lesson check {again}/{question.id}/{seed}")
        if asked.agrees(estimate, FARTHEST):
            return None
    return f"{question.id}, seed {seed}: {asked.answer_text} is the answer, simulated it is {estimate}"


def plain(params: Params) -> str:
    """Return the parameters as text, to count distinct ones."""
    return repr(sorted(params.items()))


def faults(seeds: int, trials: int, wanted: tuple[int, ...]) -> Iterator[str]:
    """Yield every fault; questions whose numbers were simulated already are skipped."""
    for number in wanted:
        for question in lesson(number).questions:
            question.check(range(seeds))
            seen = set()
            for seed in range(seeds):
                key = plain(question.params(seed))
                if key not in seen and (fault := judge(question, seed, trials)):
                    yield fault
                seen.add(key)
            print(f"{question.id}: {len(seen)} different ones")


def main() -> int:
    words = command.parser(__doc__)
    words.add_argument("seeds", nargs="?", type=int, default=SEEDS, metavar="SEEDS", help="default: %(default)s")
    words.add_argument("trials", nargs="?", type=int, default=TRIALS, metavar="TRIALS", help="default: %(default)s")
    words.add_argument("lessons", nargs="*", type=int, metavar="LESSON", help="its number; all without any")
    options = words.parse_args()
    found = list(faults(options.seeds, options.trials, tuple(options.lessons) or numbers()))
    print(*found or ["Every answer is what its simulation finds."], sep="\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
