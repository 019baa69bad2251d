"""Many trials of a question: on one process or many, stopped and taken up again, always with the same result."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from math import ceil
from typing import Any

from ...core import files
from ...core.integers import check_seed, integer_from, shown
from ...parallel.executors import check_travels, in_order
from ...parallel.progress_bar import Watcher, watching
from ..estimate import CONFIDENCE, Estimate
from .chunks import ENGINES, run_chunk
from .chunks import answers as chunk_answers
from .experiment import Answer, Experiment, Trial, read_experiment
from .registry import question as ask
from .registry import questions
from .tally import Tally

TRIALS = 10_000
"""Trials, unless told otherwise."""
MOST = 10_000_000
"""Trials at the most for a simulation that is to run "until ± x", unless told otherwise."""
WIDEST = 0.5
"""Half the width of all chances: a margin that everything is within."""
IN_FLIGHT = 32
"""Chunks that are out at a time, unless told otherwise."""
FORMAT, VERSION = "phase10-simulation", 1
PLANNED = ("trials", "seed", "until", "confidence", "chunk", "engine")
"""The settings that a result depends on besides the question."""


class SimulationError(ValueError):
    """A simulation that cannot be run, or a text that is none."""


FILE = files.FileKind("simulation", FORMAT, VERSION, SimulationError)


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """Everything that a result depends on."""

    question: Experiment
    trials: int
    """The number of trials; with *until*, the maximum."""
    seed: int | str
    until: float | None
    """Stop when half the interval's width is at most this."""
    confidence: float
    chunk: int
    """Trials that share one stream of random numbers."""
    engine: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "trials", _whole("trials", self.trials))
        object.__setattr__(self, "chunk", _whole("chunk", self.chunk))
        object.__setattr__(self, "seed", check_seed(self.seed))
        if self.until is not None and not (_is_number(self.until) and self.until > 0):
            raise SimulationError(f"until is how far off is near enough, a number above 0, not {self.until!r:.60}")
        if not (_is_number(self.confidence) and 0 < self.confidence < 1):
            raise SimulationError(f"confidence is a share between 0 and 1, such as 0.95, not {self.confidence!r:.60}")
        if not isinstance(self.engine, str) or self.engine not in ENGINES:
            raise SimulationError(f"there is no engine {self.engine!r:.60}; the engines are {', '.join(ENGINES)}")
        if self.engine != "python" and not self.question.in_batches:
            raise SimulationError(f'the question {self.question.name!r} needs engine="python", not {self.engine!r}')

    @property
    def chunks(self) -> int:
        """The number of chunks; the last one may be short."""
        return ceil(self.trials / self.chunk)

    def trials_before(self, chunk: int) -> int:
        """The trials of all chunks before this one."""
        return min(chunk * self.chunk, self.trials)

    def job(self, chunk: int) -> tuple[Any, ...]:
        """Return the arguments of :func:`run_chunk` for this chunk."""
        trials = self.trials_before(chunk + 1) - self.trials_before(chunk)
        return self.engine, self.question, self.seed, chunk, trials

    def called(self, job: tuple[Any, ...]) -> str:
        """Return what an error calls this job."""
        return f"chunk {job[3]} of the question {self.question.name!r:.80} with seed {self.seed!r:.80}"

    def estimate(self, tally: Tally) -> Estimate:
        """The estimate after these trials."""
        details = {"seed": self.seed, "asked": self.question.asked, "assumption": self.question.assumption}
        return Estimate.of(tally, self.confidence, **details)

    def expected(self, tally: Tally | None) -> int:
        """Return how many trials there will be in all: for "until ± x", in whole chunks, as the present error tells."""
        if self.until is None or tally is None or (tally.kind == "mean" and not tally.spread):
            return self.trials
        if self.near_enough(tally):
            return tally.trials
        needed = tally.trials * (Estimate.of(tally, self.confidence).margin / self.until) ** 2
        return self.trials_before(max(ceil(min(needed, self.trials) / self.chunk), tally.trials // self.chunk + 1))

    def check_until(self, tally: Tally) -> None:
        """Raise if "until ± x" can only be meant in percent.

        Raises:
            SimulationError: the answer is a chance, and x is half of all there is.
        """
        if self.until is not None and tally.kind == "chance" and self.until >= WIDEST:
            raise SimulationError(
                f"until={self.until:g} says nothing about a chance, which is a number from 0 to 1: give the margin in "
                "the same unit, such as 0.002 for \N{PLUS-MINUS SIGN} 0.2 percentage points"
            )

    def near_enough(self, tally: Tally | None) -> bool:
        """Return True once "until ± x" is reached; equal numbers alone say nothing about the error."""
        if self.until is None or tally is None or (tally.kind == "mean" and not tally.spread):
            return False
        return Estimate.of(tally, self.confidence).margin <= self.until


class Simulation:
    """A simulation that can be watched, stopped, kept as JSON and taken up again, here or elsewhere.

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
        """A simulation that has not begun. Arguments and errors as for :func:`simulate`."""
        found = read_experiment(asked)
        if trials is None:
            trials = TRIALS if until is None else MOST
        if chunk is None:
            chunk = found.chunk if engine == "python" else found.batch
        self.plan = SimulationPlan(found, trials, seed, until, confidence, chunk, engine)
        self._so_far: tuple[int, Tally | None] = (0, None)
        self._stopped = False

    def __repr__(self) -> str:
        return f"<Simulation of {self.plan.question!r}, {self.done:,} of {self.expected:,} trials>"

    @property
    def done(self) -> int:
        """The trials made so far."""
        return self.plan.trials_before(self._so_far[0])

    @property
    def expected(self) -> int:
        """The trials in all; with "until ± x", as many as the error so far tells."""
        return self.plan.expected(self._so_far[1])

    @property
    def finished(self) -> bool:
        """True once all trials are made, or "until ± x" is reached."""
        chunks, tally = self._so_far
        return chunks == self.plan.chunks or self.plan.near_enough(tally)

    @property
    def estimate(self) -> Estimate | None:
        """The estimate so far; None before the first chunk."""
        tally = self._so_far[1]
        return None if tally is None else self.plan.estimate(tally)

    def stop(self) -> None:
        """Let :meth:`run` return after the chunk under way; another thread or a watcher may call it."""
        self._stopped = True

    def run(
        self, *, executor: Executor | None = None, progress: bool | Watcher | None = None, in_flight: int = IN_FLIGHT
    ) -> Estimate | None:
        """The estimate when it is finished or was stopped; None if it was stopped before the first chunk was done.

        After a stop, an interrupt or an error ``run`` goes on with the next chunk. The arguments decide where and how
        fast, never what comes out; they are those of :func:`simulate`.
        """
        _whole("in_flight", in_flight)
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
        """Count one more chunk, at one stroke, so that an interrupt finds it counted whole or not at all."""
        self.plan.check_until(after)
        chunks, before = self._so_far
        self._so_far = chunks + 1, after if before is None else before.plus(after)

    def to_dict(self) -> dict[str, Any]:
        """The plan and what is done so far as JSON; of somebody's own function its name alone."""
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
        """The simulation as :meth:`to_dict` left it.

        Args:
            kept: what ``to_dict`` gave, perhaps by way of a file; everything in it is checked.
            asked: the function or question again, if it was one of your own: functions are not kept.

        Raises:
            ValueError: it is no such thing, or *asked* is another question.
        """
        return _restored(kept, asked)


def simulate(
    question: Experiment | Trial,
    trials: int | None = None,
    seed: int | str = 0,
    *,
    until: float | None = None,
    confidence: float = CONFIDENCE,
    executor: Executor | None = None,
    progress: bool | Watcher | None = None,
    chunk: int | None = None,
    engine: str = "python",
    in_flight: int = IN_FLIGHT,
) -> Estimate:
    """The estimate of a chance or a mean from many trials; the same on one process, on eight, and on a cluster.

    >>> print(simulate(ask("deal", edition="classic", phase=1), 1000, seed=1))
    17% (15% to 20%)

    Args:
        question: one of :func:`question`, or a function that takes a ``random.Random`` and gives True or False (their
            share is the chance) or a number (their mean). For a process pool the function must stand in a module.
        trials: how many, 10 000 unless told otherwise; with *until* at the most so many, 10 million unless told
            otherwise.
        seed: a whole number or a text. The same seed gives all questions the same random numbers.
        until: go on until half the interval's width is at most this: 0.005 is ± 0.5 percentage points. Looked at after
            each chunk. A chance takes less than 0.5.
        confidence: of many simulations the share whose interval is to hold the true value.
        executor: any ``concurrent.futures.Executor``; its workers compute the chunks. None is this process.
        progress: True for a progress bar (needs tqdm), or a function that is told (trials done, trials in all); with
            *until* the second is what the error so far tells.
        chunk: trials that share a stream of random numbers, 1000 unless told otherwise; fewer where a trial takes long,
            50 000 with NumPy. It belongs to the result as the seed does.
        engine: how trials are made: ``"python"``, or ``"numpy"`` for the question "deal", which is faster by far where
            there are many trials (``pip install 'phase10_widgets[fast]'``). Each engine has random numbers of its own,
            so its own results.
        in_flight: how many chunks may be out with the executor's workers; at least twice as many as there are workers.

    Raises:
        TrialError: a trial gave neither True nor False nor a number.
        LostJobError: no worker brought a chunk back, though it was handed out three times.
        ValueError: an argument cannot be what it is.
    """
    simulation = Simulation(question, trials, seed, until=until, confidence=confidence, chunk=chunk, engine=engine)
    found = simulation.run(executor=executor, progress=progress, in_flight=in_flight)
    assert found is not None, "nobody can stop it before its first chunk"
    return found


def answers(
    question: Experiment | Trial, trials: int, seed: int | str = 0, *, chunk: int | None = None
) -> list[Answer]:
    """Return the answer of each trial, in order; :func:`simulate` returns their mean.

    >>> sum(answers(lambda random: random.random() < 0.5, 1000, seed=1)) / 1000
    0.502

    Arguments and errors as for :func:`simulate`.
    """
    plan = Simulation(question, trials, seed, chunk=chunk).plan
    found: list[Answer] = []
    for at in range(plan.chunks):
        _, asked, seed, chunk, n = plan.job(at)
        found += chunk_answers(asked, seed, chunk, n)
    return found


def _restored(kept: Mapping[str, Any], asked: Experiment | Trial | None) -> Simulation:
    """A simulation from JSON that anybody may have written."""
    files.checked(kept, FILE)
    lacking = [name for name in ("question", *PLANNED, "chunks", "tally") if name not in kept]
    if lacking:
        raise SimulationError(f"the simulation lacks {lacking[0]!r}")
    plan = {name: kept[name] for name in PLANNED}
    found = _asked_again(kept["question"], asked)
    made = Simulation(found)
    made.plan = SimulationPlan(found, **plan)
    made._so_far = _so_far(made.plan, kept["chunks"], kept["tally"])
    return made


def _asked_again(kept: object, asked: Experiment | Trial | None) -> Experiment:
    """The question that was kept, or that is given again."""
    name, parameters = (kept.get("name"), kept.get("parameters")) if isinstance(kept, Mapping) else (None, None)
    if not isinstance(name, str) or not isinstance(parameters, Mapping) or not all(map(_is_text, parameters)):
        raise SimulationError("the simulation's question has no name and parameters")
    if asked is None:
        if name not in questions():
            raise SimulationError(
                f"there is no question {name!r:.60}: if it was a function of your own, name it again, as in "
                f"Simulation.from_dict(kept, asked={name:.60}); the questions are {', '.join(questions())}"
            )
        return ask(name, **dict(parameters))
    again = read_experiment(asked)
    if again.to_dict() != {"name": name, "parameters": dict(parameters)}:
        raise SimulationError(f"the simulation asks another question: {name!r:.60} with {dict(parameters)!r:.200}")
    return again


def _so_far(plan: SimulationPlan, chunks: object, kept: object) -> tuple[int, Tally | None]:
    """The chunks done and their tally, if trials can have given it."""
    chunks = _whole("chunks", chunks, 0, plan.chunks)
    if not chunks and kept is None:
        return 0, None
    if not isinstance(kept, Mapping) or set(kept) != set(Tally._fields):
        raise SimulationError(f"the simulation's tally has other parts than {', '.join(Tally._fields)}")
    tally = Tally(**kept)
    if not chunks or tally.trials != plan.trials_before(chunks) or not _is_possible(tally):
        raise SimulationError(f"no {chunks} chunks of trials can have given the tally")
    return chunks, tally


def _is_possible(tally: Tally) -> bool:
    """Return True if some answers add up to this tally."""
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
        raise SimulationError(f"{name} is a whole number from {least} to {most}, not {shown(value)}")
    return number
