"""A seat at a shared table."""

from __future__ import annotations

from dataclasses import dataclass

from ..moments import RoundResult

MOST_LATE = 2
"""The turns in a row whose time may run out before a person counts as away."""


@dataclass(slots=True)
class Chair:
    """A seat at a shared table."""

    person: int | None = None
    away: bool = False
    """True if nothing has been heard of its person for a while."""
    stand_in: bool = False
    """True while a computer player acts for its person."""
    ended: RoundResult | None = None
    """The round that has just ended, until its person continues."""
    late: int = 0
    """The number of turns in a row whose time has run out."""
    timed_out: bool = False
    """True while a computer player ends a turn whose time has run out."""

    @property
    def asleep(self) -> bool:
        """True if its person has let the time run out again and again: the page is there, but nobody plays."""
        return self.late >= MOST_LATE
