"""The base class for everything that can be simulated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, TypeAlias

from ...base.errors import Phase10Error
from ...base.translatable import Sentence

Answer: TypeAlias = bool | int | float
Trial: TypeAlias = Callable[[Random], Answer]


class ExperimentError(Phase10Error, ValueError):
    """Raised if a question does not exist or a parameter is invalid.

    >>> import phase10_widgets as p10
    >>> p10.odds.question("deel")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    phase10_widgets.odds.simulation.experiment.ExperimentError: there is no question 'deel'; the ...
    """


class Experiment:
    """A random experiment. Subclasses are frozen dataclasses of plain values, so processes can exchange instances."""

    name: ClassVar[str]
    chunk: ClassVar[int] = 1000
    """The number of trials per chunk (about 0.1 s of work): a killed worker loses one chunk, and ``until`` is checked
    after each."""
    in_batches: ClassVar[bool] = False
    """True if NumPy can run many trials together (``engine="numpy"``)."""
    batch: ClassVar[int] = 50_000
    """The number of trials per chunk with NumPy."""

    def __repr__(self) -> str:
        return f"<Experiment {self.name}>"

    def prepare(self) -> Trial:
        """Return a function that runs one trial; work shared by all trials is done here."""
        raise NotImplementedError

    def prepared(self) -> Trial:
        """Return the function that runs one trial; it is prepared only once."""
        return _prepared(self)

    def trial(self, random: Random) -> Answer:
        """Run one trial; return True or False for a chance, or a number for a mean."""
        return self.prepared()(random)

    def exact(self) -> Fraction | None:
        """Return the exact answer, or None if it cannot be found by counting."""
        return None

    @property
    def asked(self) -> Sentence:
        """The question in one sentence."""
        raise NotImplementedError

    @property
    def assumption(self) -> Sentence:
        """The assumption behind every trial."""
        raise NotImplementedError

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters from which :func:`question` makes this experiment, as JSON values."""
        return {one.name: getattr(self, one.name) for one in fields(self)}  # type: ignore[arg-type]

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Experiment:
        """Return the question with these parameters after validation; missing ones keep their defaults.

        Raises:
            ValueError: a parameter cannot have this value.
        """
        return cls(**given)

    def to_dict(self) -> dict[str, Any]:
        """Return the name and the parameters as JSON."""
        return {"name": self.name, "parameters": self.parameters}


@lru_cache(maxsize=4)  # the results for flip's color side take a few megabytes
def _prepared(question: Experiment) -> Trial:
    return question.prepare()


@dataclass(frozen=True, repr=False)
class FunctionExperiment(Experiment):
    """A custom function, wrapped as a question."""

    function: Trial

    @property
    def name(self) -> str:  # type: ignore[override]
        """The function's name."""
        return str(getattr(self.function, "__qualname__", None) or type(self.function).__name__)

    @property
    def parameters(self) -> dict[str, Any]:
        return {}

    def prepare(self) -> Trial:
        return self.function

    def prepared(self) -> Trial:
        return self.function

    def __repr__(self) -> str:
        return f"<Own {self.name}>"

    @property
    def asked(self) -> Sentence:
        return Sentence("What does the function {name} return?", name=self.name)

    @property
    def assumption(self) -> Sentence:
        return Sentence("Each trial is one call to the function, with its own random numbers.")


def read_experiment(asked: Experiment | Trial) -> Experiment:
    """Return a question unchanged, or wrap a function ``f(random)`` as a question.

    Raises:
        ExperimentError: it is neither a question nor a function.
    """
    if isinstance(asked, Experiment):
        return asked
    if isinstance(asked, str | type) or not callable(asked):
        raise ExperimentError(f"a simulation needs a question or a function of a random.Random, not {asked!r:.80}")
    return FunctionExperiment(asked)
