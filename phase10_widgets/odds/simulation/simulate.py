"""Run many trials of a question, in one process or several. Stopping and resuming never changes the result."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from math import ceil
from typing import Any

from ...base import files
from ...base.errors import Phase10Error
from ...base.integers import check_seed, integer_from, shown
from ...parallel.executors import check_travels, in_order, own_pool
from ...parallel.progress_bar import Watcher, watching
from ..estimate import CONFIDENCE, Estimate
from .chunks import ENGINES, run_chunk
from .chunks import answers as chunk_answers
from .experiment import Answer, Experiment, Trial, read_experiment
from .registry import question as ask
from .registry import questions
from .tally import Tally

TRIALS = 10_000
"""The default number of trials."""
MOST_TRIALS = 10_000_000
"""The default maximum number of trials for a simulation that runs "until ± x"."""
WIDEST_MARGIN = 0.5
"""Half the range of possible chances; a margin this wide covers every chance."""
CHUNKS_IN_FLIGHT = 32
"""The default number of chunks in progress at the same time."""
FORMAT, VERSION = "phase10-simulation", 1
PLANNED = ("trials", "seed", "until", "confidence", "chunk", "engine")
"""The settings, besides the question, that determine the result."""


class SimulationError(Phase10Error, ValueError):
    """Raised if a simulation cannot run, or if saved data is not a simulation.

    >>> import phase10_widgets as p10
    >>> p10.odds.simulate(lambda random: random.random() < 0.5, trials=0, seed=1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    phase10_widgets.odds.simulation.simulate.SimulationError: trials must be a whole number from 1 to ...
    """


FILE = files.FileKind("simulation", FORMAT, VERSION, SimulationError)


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """Everything that determines a simulation's result."""

    question: Experiment
    trials: int
    """The number of trials, or the maximum if *until* is given."""
    seed: int | str
    until: float | None
    """Stop when half the interval's width is at most this."""
    confidence: float
    chunk: int
    """The number of trials that share one stream of random numbers."""
    engine: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "trials", _whole("trials", self.trials))
        object.__setattr__(self, "chunk", _whole("chunk", self.chunk))
        object.__setattr__(self, "seed", check_seed(self.seed))
        if self.until is not None and not (_is_number(self.until) and self.until > 0):
            raise SimulationError(f"until must be the margin to reach, a number above 0, not {self.until!r:.60}")
        if not (_is_number(self.confidence) and 0 < self.confidence < 1):
            raise SimulationError(f"confidence must be between 0 and 1, such as 0.95, not {self.confidence!r:.60}")
        if not isinstance(self.engine, str) or self.engine not in ENGINES:
            raise SimulationError(f"there is no engine {self.engine!r:.60}; the engines are {', '.join(ENGINES)}")
        if self.engine != "python" and not self.question.in_batches:
            raise SimulationError(f'the question {self.question.name!r} needs engine="python", not {self.engine!r}')

    @property
    def chunks(self) -> int:
        """The number of chunks; the last one may be short."""
        return ceil(self.trials / self.chunk)

    def trials_before(self, chunk: int) -> int:
        """Return the number of trials in all chunks before this one."""
        return min(chunk * self.chunk, self.trials)

    def job(self, chunk: int) -> tuple[Any, ...]:
        """Return the arguments of :func:`run_chunk` for this chunk."""
        trials = self.trials_before(chunk + 1) - self.trials_before(chunk)
        return self.engine, self.question, self.seed, chunk, trials

    def called(self, job: tuple[Any, ...]) -> str:
        """Return the name of this job for error messages."""
        return f"chunk {job[3]} of the question {self.question.name!r:.80} with seed {self.seed!r:.80}"

    def estimate(self, tally: Tally) -> Estimate:
        """Return the estimate based on these trials."""
        details = {"seed": self.seed, "asked": self.question.asked, "assumption": self.question.assumption}
        return Estimate.of(tally, self.confidence, **details)

    def expected(self, tally: Tally | None) -> int:
        """Return the total number of trials; for "until ± x", it is estimated from the current error and rounded to
        whole chunks."""
        if self.until is None or tally is None or (tally.kind == "mean" and not tally.spread):
            return self.trials
        if self.reaches_margin(tally):
            return tally.trials
        needed = tally.trials * (Estimate.of(tally, self.confidence).margin / self.until) ** 2
        return self.trials_before(max(ceil(min(needed, self.trials) / self.chunk), tally.trials // self.chunk + 1))

    def check_until(self, tally: Tally) -> None:
        """Raise an error if "until ± x" must have been meant as a percentage.

        Raises:
            SimulationError: the answer is a chance, and x covers every chance.
        """
        if self.until is not None and tally.kind == "chance" and self.until >= WIDEST_MARGIN:
            raise SimulationError(
                f"until={self.until:g} is too wide a margin for a chance, which is always between 0 and 1: give the "
                "margin in the same unit, such as 0.002 for \N{PLUS-MINUS SIGN} 0.2 percentage points"
            )

    def reaches_margin(self, tally: Tally | None) -> bool:
        """Return True once "until ± x" is reached.

        Identical numbers do not count, because they say nothing about the error.
        """
        if self.until is None or tally is None or (tally.kind == "mean" and not tally.spread):
            return False
        return Estimate.of(tally, self.confidence).margin <= self.until


class Simulation:
    """A simulation that can be watched, stopped, saved as JSON and resumed, here or elsewhere.

    >>> simulation = Simulation(ask("deal", edition="classic", phase=1), trials=2000, seed=3)
    >>> simulation.run() == Simulation.from_dict(simulation.to_dict()).estimate
    True
    """

    def __init__(
        self,
        asked: Experiment | Trial,
        trials: int | None = None,
        seed: int | str = 0,
        *,
        until: float | None = None,
        confidence: float = CONFIDENCE,
        chunk: int | None = None,
        engine: str = "python",
    ) -> None:
        """Set up a simulation without running it. Arguments and errors are the same as for :func:`simulate`."""
        found = read_experiment(asked)
        if trials is None:
            trials = TRIALS if until is None else MOST_TRIALS
        if chunk is None:
            chunk = found.chunk if engine == "python" else found.batch
        self.plan = SimulationPlan(found, trials, seed, until, confidence, chunk, engine)
        self._so_far: tuple[int, Tally | None] = (0, None)
        self._stopped = False

    def __repr__(self) -> str:
        return f"<Simulation of {self.plan.question!r}, {self.done:,} of {self.expected:,} trials>"

    @property
    def done(self) -> int:
        """The number of trials done so far."""
        return self.plan.trials_before(self._so_far[0])

    @property
    def expected(self) -> int:
        """The total number of trials, which is estimated from the current error for "until ± x"."""
        return self.plan.expected(self._so_far[1])

    @property
    def finished(self) -> bool:
        """True once all trials are done or "until ± x" is reached."""
        chunks, tally = self._so_far
        return chunks == self.plan.chunks or self.plan.reaches_margin(tally)

    @property
    def estimate(self) -> Estimate | None:
        """The current estimate, or None before the first chunk."""
        tally = self._so_far[1]
        return None if tally is None else self.plan.estimate(tally)

    def stop(self) -> None:
        """Make :meth:`run` return after the current chunk; this may be called from another thread or a watcher."""
        self._stopped = True

    def run(
        self,
        *,
        executor: Executor | None = None,
        jobs: int | None = None,
        progress: bool | Watcher | None = None,
        in_flight: int = CHUNKS_IN_FLIGHT,
    ) -> Estimate | None:
        """Run until finished or stopped and return the estimate, or None if stopped before the first chunk is done.

        Call ``run`` again to resume after a stop, an interrupt or an error. The arguments affect only how fast
        and where the trials run, never the result; they are the same as for :func:`simulate`.
        """
        _whole("in_flight", in_flight)
        with own_pool(executor, jobs) as workers:
            return self._run(workers, progress, in_flight)

    def _run(self, executor: Executor | None, progress: bool | Watcher | None, in_flight: int) -> Estimate | None:
        if executor is not None:
            check_travels(executor, self.plan.question)
        self._stopped = False
        jobs = map(self.plan.job, range(self._so_far[0], self.plan.chunks))
        with (
            watching(progress, self.done, self.expected) as watch,
            closing(in_order(run_chunk, jobs, executor, in_flight, self.plan.called)) as tallies,
        ):
            while not self.finished and not self._stopped:
                self._add(next(tallies))
                watch(self.done, self.expected)
        return self.estimate

    def _add(self, after: Tally) -> None:
        """Count one more chunk atomically: after an interrupt, it has been counted either completely or not at all."""
        self.plan.check_until(after)
        chunks, before = self._so_far
        self._so_far = chunks + 1, after if before is None else before.plus(after)

    def to_dict(self) -> dict[str, Any]:
        """Return the plan and the progress so far as JSON; a custom function is saved only by name."""
        plan, (chunks, tally) = self.plan, self._so_far
        return {
            "format": f"{FORMAT}/{VERSION}",
            "question": plan.question.to_dict(),
            **{name: getattr(plan, name) for name in PLANNED},
            "chunks": chunks,
            "tally": None if tally is None else tally._asdict(),
        }

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any], asked: Experiment | Trial | None = None) -> Simulation:
        """Restore a simulation from the output of :meth:`to_dict`.

        Args:
            kept: that output, perhaps read from a file; everything in it is checked.
            asked: the original function or question if it was custom, because functions are not saved.

        Raises:
            ValueError: the data is not a simulation, or *asked* is a different question.
        """
        return _restore(kept, asked)


def simulate(
    question: Experiment | Trial,
    trials: int | None = None,
    seed: int | str = 0,
    *,
    until: float | None = None,
    confidence: float = CONFIDENCE,
    executor: Executor | None = None,
    jobs: int | None = None,
    progress: bool | Watcher | None = None,
    chunk: int | None = None,
    engine: str = "python",
    in_flight: int = CHUNKS_IN_FLIGHT,
) -> Estimate:
    """Estimate a chance or a mean from many trials, with the same result in one process, in eight, or on a cluster.

    >>> print(simulate(ask("deal", edition="classic", phase=1), 1000, seed=1))
    17% (15% to 20%)

    Args:
        question: one from :func:`question`, or a function that takes a ``random.Random`` and returns True or False (to
            estimate a chance) or a number (to estimate a mean).
        trials: the number of trials, 10,000 by default; with *until*, the maximum, which is 10 million by default.
        seed: a whole number or text. With the same seed, all questions get the same random numbers.
        until: stop once half the interval's width is at most this: 0.005 is ± 0.5 percentage points. The
            width is checked after each chunk. For a chance, the limit must be less than 0.5.
        confidence: the proportion of simulations whose interval should contain the true value.
        executor: any ``concurrent.futures.Executor``; its workers compute the chunks. With None, this process computes
            them. For a process pool, define the function in a module.
        jobs: the number of processes that compute the chunks, in place of an executor.
        progress: True for a progress bar (needs tqdm), or a function called with (trials done, total trials); with
            *until*, the total is an estimate.
        chunk: the number of trials that share a stream of random numbers: 1,000 by default, fewer if a trial is slow,
            50,000 with NumPy. Like the seed, it affects the result.
        engine: ``"python"``, or ``"numpy"``, which is only for the "deal" question but much faster for many trials
            (``pip install 'phase10_widgets[fast]'``). Each engine has its own random numbers and thus its own results.
        in_flight: the number of chunks sent to the workers at the same time; use at least twice the number of workers.

    Raises:
        TrialError: a trial returned neither a bool nor a number.
        LostJobError: a chunk was handed out three times without a result.
        ValueError: an argument is invalid.
    """
    simulation = Simulation(question, trials, seed, until=until, confidence=confidence, chunk=chunk, engine=engine)
    found = simulation.run(executor=executor, jobs=jobs, progress=progress, in_flight=in_flight)
    assert found is not None, "nobody can stop it before its first chunk"
    return found


def answers(
    question: Experiment | Trial, trials: int, seed: int | str = 0, *, chunk: int | None = None
) -> list[Answer]:
    """Return the answers from all trials, in order; :func:`simulate` returns their mean.

    >>> sum(answers(lambda random: random.random() < 0.5, 1000, seed=1)) / 1000
    0.502

    Arguments and errors are the same as for :func:`simulate`.
    """
    plan = Simulation(question, trials, seed, chunk=chunk).plan
    found: list[Answer] = []
    for at in range(plan.chunks):
        _, asked, seed, chunk, n = plan.job(at)
        found += chunk_answers(asked, seed, chunk, n)
    return found


def _restore(kept: Mapping[str, Any], asked: Experiment | Trial | None) -> Simulation:
    """Restore a simulation from untrusted JSON."""
    files.checked(kept, FILE)
    lacking = [name for name in ("question", *PLANNED, "chunks", "tally") if name not in kept]
    if lacking:
        raise SimulationError(f"the simulation lacks {lacking[0]!r}")
    plan = {name: kept[name] for name in PLANNED}
    found = _saved_question(kept["question"], asked)
    made = Simulation(found)
    made.plan = SimulationPlan(found, **plan)
    made._so_far = _so_far(made.plan, kept["chunks"], kept["tally"])
    return made


def _saved_question(kept: object, asked: Experiment | Trial | None) -> Experiment:
    """Return the saved question, or the one passed again."""
    name, parameters = (kept.get("name"), kept.get("parameters")) if isinstance(kept, Mapping) else (None, None)
    if not isinstance(name, str) or not isinstance(parameters, Mapping) or not all(map(_is_text, parameters)):
        raise SimulationError("the simulation's question has no name and parameters")
    if asked is None:
        if name not in questions():
            raise SimulationError(
                f"there is no question {name!r:.60}: if it was your own function, pass it again, as in "
                f"Simulation.from_dict(kept, asked={name:.60}); the questions are {', '.join(questions())}"
            )
        return ask(name, **dict(parameters))
    again = read_experiment(asked)
    if again.to_dict() != {"name": name, "parameters": dict(parameters)}:
        raise SimulationError(f"the simulation asks a different question: {name!r:.60} with {dict(parameters)!r:.200}")
    return again


def _so_far(plan: SimulationPlan, chunks: object, kept: object) -> tuple[int, Tally | None]:
    """Return the number of finished chunks and their tally, having checked that real trials could produce it."""
    chunks = _whole("chunks", chunks, 0, plan.chunks)
    if not chunks and kept is None:
        return 0, None
    if not isinstance(kept, Mapping) or set(kept) != set(Tally._fields):
        raise SimulationError(f"the parts of the simulation's tally must be {', '.join(Tally._fields)}")
    tally = Tally(**kept)
    if not chunks or tally.trials != plan.trials_before(chunks) or not _is_possible(tally):
        raise SimulationError(f"{chunks} chunks of trials could not have produced the tally")
    return chunks, tally


def _is_possible(tally: Tally) -> bool:
    """Return True if there could be answers that add up to this tally."""
    if type(tally.trials) is not int or not (_is_number(tally.spread) and tally.spread >= 0):
        return False
    if tally.kind == "chance":
        return type(tally.total) is int and 0 <= tally.total <= tally.trials
    return tally.kind == "mean" and _is_number(tally.total)


def _is_number(value: object) -> bool:
    """Return True for a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and -1e300 < value < 1e300


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _whole(name: str, value: object, least: int = 1, most: int = 10**15) -> int:
    number = integer_from(least, value, most)
    if number is None:
        raise SimulationError(f"{name} must be a whole number from {least} to {most}, not {shown(value)}")
    return number
