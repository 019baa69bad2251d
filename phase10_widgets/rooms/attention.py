"""Tables that need their host's attention, most urgent first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Protocol

from ..languages.text import Text
from .seat_status import SeatStatus
from .wire import LiveState

ABSENT_SECONDS = 60.0
"""The number of seconds after which an absence is considered long."""
STUCK_SECONDS = 120.0
"""The number of seconds without a move after which a game is considered stuck."""


class Urgency(IntEnum):
    """Reasons for a host to attend to a table; higher values are more urgent."""

    NONE = 0
    AWAY = 1
    STUCK = 2
    OVER = 3
    READY = 4
    ABSENT = 5
    HAND = 6


class AttendedTable(Protocol):
    """The parts of a table that determine whether it needs its host's attention."""

    seats: list[SeatStatus]
    n: int

    @property
    def state(self) -> LiveState: ...


class Attention:
    """Tracks how long a table has been idle and how long its people have been absent."""

    def __init__(self) -> None:
        """Start with no observations."""
        self.stuck = False
        self.absent: frozenset[int] = frozenset()
        """The people who have been away, or replaced by a computer player, for a long time."""
        self._n = -1
        self._quiet, self._at = 0.0, float("inf")
        self._since: dict[int, float] = {}

    def look(self, table: AttendedTable, *, paused: bool, now: float) -> bool:
        """Update the times to *now*, and return True if the table's needs have changed."""
        before = self.stuck, self.absent
        if self._n != table.n or table.state != "playing":
            self._n, self._quiet = table.n, 0.0
        elif not paused:
            self._quiet += max(0.0, now - self._at)
        self._at = now
        gone = {status.person for status in table.seats if status.away or status.stand_in}
        self._since = {person: self._since.get(person, now) for person in gone if person is not None}
        self.stuck = self._quiet >= STUCK_SECONDS
        self.absent = frozenset(person for person, since in self._since.items() if now - since >= ABSENT_SECONDS)
        return (self.stuck, self.absent) != before


def most_urgent(
    table: AttendedTable, attention: Attention, names: Mapping[int, str], words: Text, hands: Iterable[int] = ()
) -> tuple[Urgency, str]:
    """Return a table's most urgent need and a sentence about it for the host. *hands* lists the people with raised
    hands, in the order in which they raised them."""
    seated = {status.person for status in table.seats}
    if raised := [names[person] for person in hands if person in seated and person in names]:
        return Urgency.HAND, words.say("Raised hands: {names}", names=", ".join(raised))
    if attention.absent:
        return Urgency.ABSENT, words.say("{names}: away for more than a minute", names=_and(attention.absent, names))
    if table.state == "open" and any(status.person is not None for status in table.seats):
        return Urgency.READY, words.say("People are waiting for you to start.")
    if table.state == "over":
        return Urgency.OVER, words.say("The game is over.")
    if attention.stuck:
        return Urgency.STUCK, words.say("Nobody has played for two minutes.")
    away = [status.person for status in table.seats if status.person is not None and (status.away or status.stand_in)]
    return (Urgency.AWAY, words.say("{names}: away", names=_and(away, names))) if away else (Urgency.NONE, "")


def _and(people: Iterable[int], names: Mapping[int, str]) -> str:
    return ", ".join(names[person] for person in sorted(people) if person in names)
