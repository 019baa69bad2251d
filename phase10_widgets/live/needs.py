"""The tables that need their host, the most urgent first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Protocol

from ..text import Text
from ..views.protocol.live import LiveState
from .chairs import Chair

LONG = 60.0
"""The seconds after which somebody has been away for long."""
STUCK = 120.0
"""The seconds without a move after which a game is stuck."""


class Urgency(IntEnum):
    """The reasons to look after a table; the higher, the more urgent."""

    NONE = 0
    AWAY = 1
    STUCK = 2
    OVER = 3
    READY = 4
    ABSENT = 5
    HAND = 6


class Tended(Protocol):
    """A table, as far as its host looks after it."""

    chairs: list[Chair]
    n: int

    @property
    def state(self) -> LiveState: ...


class Attention:
    """The time since a table last moved, and since its people were there."""

    def __init__(self) -> None:
        """Begin to look."""
        self.stuck = False
        self.absent: frozenset[int] = frozenset()
        """The people who have been away for long, or for whom a computer player has stood in for long."""
        self._n = -1
        self._quiet, self._at = 0.0, float("inf")
        self._since: dict[int, float] = {}

    def look(self, table: Tended, *, paused: bool, now: float) -> bool:
        """Note the time; return True if the table needs something else now."""
        before = self.stuck, self.absent
        if self._n != table.n or table.state != "playing":
            self._n, self._quiet = table.n, 0.0
        elif not paused:
            self._quiet += max(0.0, now - self._at)
        self._at = now
        gone = {chair.person for chair in table.chairs if chair.away or chair.stand_in}
        self._since = {person: self._since.get(person, now) for person in gone if person is not None}
        self.stuck = self._quiet >= STUCK
        self.absent = frozenset(person for person, since in self._since.items() if now - since >= LONG)
        return (self.stuck, self.absent) != before


def need(
    table: Tended, attention: Attention, names: Mapping[int, str], words: Text, hands: Iterable[int] = ()
) -> tuple[Urgency, str]:
    """Return the most urgent need of a table, with a sentence for its host. *hands* are raised, the first one first."""
    seated = {chair.person for chair in table.chairs}
    if raised := [names[person] for person in hands if person in seated and person in names]:
        return Urgency.HAND, words.say("Raised hands: {names}", names=", ".join(raised))
    if attention.absent:
        return Urgency.ABSENT, words.say("{names}: away for more than a minute", names=_and(attention.absent, names))
    if table.state == "open" and any(chair.person is not None for chair in table.chairs):
        return Urgency.READY, words.say("People wait for you to start.")
    if table.state == "over":
        return Urgency.OVER, words.say("The game is over.")
    if attention.stuck:
        return Urgency.STUCK, words.say("Nobody has played for two minutes.")
    away = [chair.person for chair in table.chairs if chair.person is not None and (chair.away or chair.stand_in)]
    return (Urgency.AWAY, words.say("{names}: away", names=_and(away, names))) if away else (Urgency.NONE, "")


def _and(people: Iterable[int], names: Mapping[int, str]) -> str:
    return ", ".join(names[person] for person in sorted(people) if person in names)
