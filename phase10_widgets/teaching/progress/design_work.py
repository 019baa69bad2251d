"""A learner's work on a capstone board: the current design, and all guesses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from ...base.integers import integer_from
from ...base.translatable import Refusal
from ...editions import edition
from ...rules.options import own_phase
from ...rules.phases import PhaseError
from ..capstone import BASE, MOST_WILDS, PHASES

KEPT = 50
"""The maximum number of guesses stored; older ones are dropped."""
MOST_BOARDS = 20
MAX_DAY = 10**7


class DesignGuess(NamedTuple):
    """A guess about a design, and the right answer."""

    wilds: int
    phases: tuple[str, ...]
    """The ten phases in text form, in order."""
    guess: int
    """The learner's guess at the number of phases that are right, 0 to 10."""
    right: int
    """The number of phases that are right."""


@dataclass(frozen=True, slots=True)
class DesignWork:
    """A learner's work on one board."""

    wilds: int
    phases: tuple[str, ...]
    """The ten phases in text form, in order."""
    guess: int | None = None
    """The guess about this design that the board shows; None if there is no guess."""
    right: int | None = None
    """The number of phases that are right; None until the board shows it."""
    day: int = 0
    """The day of the last change, as in :meth:`datetime.date.toordinal`; 0 if unknown."""
    guesses: tuple[DesignGuess, ...] = ()
    """The latest :data:`KEPT` guesses, oldest first."""

    @property
    def done(self) -> bool:
        """True if the edition on the board is finished."""
        return self.right == PHASES

    def guessed(self, guess: DesignGuess) -> DesignWork:
        """Return the work with one more guess."""
        return replace(self, guesses=(*self.guesses, guess)[-KEPT:])

    def to_dict(self) -> dict[str, Any]:
        """Return the work as JSON."""
        return {
            "wilds": self.wilds,
            "phases": list(self.phases),
            "guess": self.guess,
            "right": self.right,
            "day": self.day,
            "guesses": [one._asdict() for one in self.guesses],
        }


def read_works(rows: Mapping[str, Any]) -> dict[str, DesignWork]:
    """Return the work on several boards by id.

    Raises:
        Refusal: a row is not valid work, or there are too many.
    """
    if len(rows) > MOST_BOARDS:
        raise _damaged()
    return {board: read_work(row) for board, row in rows.items()}


def read_work(row: Any) -> DesignWork:
    """Restore work from the result of :meth:`DesignWork.to_dict`; everything in it is validated.

    Raises:
        Refusal: the row is not valid work.
    """
    if not isinstance(row, Mapping) or set(row) != {"wilds", "phases", "guess", "right", "day", "guesses"}:
        raise _damaged()
    guesses = row["guesses"]
    if not isinstance(guesses, list) or len(guesses) > KEPT:
        raise _damaged()
    wilds, phases = _design(row)
    guess, right = (None if row[name] is None else _number(row[name], PHASES) for name in ("guess", "right"))
    return DesignWork(wilds, phases, guess, right, _number(row["day"], MAX_DAY), tuple(map(_guess, guesses)))


def _guess(row: Any) -> DesignGuess:
    if not isinstance(row, Mapping) or set(row) != set(DesignGuess._fields):
        raise _damaged()
    return DesignGuess(*_design(row), _number(row["guess"], PHASES), _number(row["right"], PHASES))


def _design(row: Mapping[str, Any]) -> tuple[int, tuple[str, ...]]:
    """Return the number of wilds and the phases that a row contains, after checking that the phases are playable."""
    listed = row["phases"]
    if not isinstance(listed, list) or len(listed) != PHASES or not all(isinstance(text, str) for text in listed):
        raise _damaged()
    try:
        return _number(row["wilds"], MOST_WILDS), tuple(map(_playable, listed))
    except PhaseError as error:
        raise _damaged() from error


@lru_cache(maxsize=1000)
def _playable(text: str) -> str:
    return str(own_phase(edition(BASE), text))


def _number(value: Any, most: int) -> int:
    number = integer_from(0, value, most)
    if number is None:
        raise _damaged()
    return number


def _damaged() -> Refusal:
    return Refusal("this is not valid work on a design")
