"""The clock of a table: how much time is left for the turn. The caller says how late it is."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.events import Discarded, Event, RoundEnded, Saved

SECONDS = (0, 30, 60, 90)
"""The times for a turn that a host can choose; 0 for no clock."""
GRACE = 3.0
"""The seconds that a turn has beyond its time, for messages that were on their way."""


class TurnClock:
    """The time of one turn after the other. It stands still while nobody is to use it up."""

    def __init__(self) -> None:
        """Stand still."""
        self._turn: object = None
        self._of = self._used = 0.0
        self._since: float | None = None

    def look(self, turn: object, of: int, *, runs: bool, now: float) -> bool:
        """Note the time; return True if the clock has started or stopped, and not just run on.

        Another turn, or another choice of the host, gets its full time.

        Args:
            turn: anything that tells turns apart.
            of: the seconds for a turn; 0 for no clock.
            runs: True if the time of this turn passes from now on.
            now: the time in seconds.
        """
        before = self.state
        if (turn, of) != (self._turn, self._of):
            self._turn, self._of, self._used, self._since = turn, of, 0.0, None
        if self._since is not None:
            self._used += now - self._since
        self._since = now if runs and of else None
        return self.state != before

    @property
    def left(self) -> float | None:
        """The seconds left at the last look; None while the clock stands still."""
        return None if self._since is None else round(max(0.0, self._of - self._used), 1)

    @property
    def state(self) -> object:
        """Equal as long as the clock does nothing but run on, or stand still."""
        return self._turn, self._of, self._since is not None

    @property
    def time_up(self) -> bool:
        """True if the turn has used up its time."""
        return self._since is not None and self._used >= self._of + GRACE


def ends_turn(events: Sequence[Event]) -> bool:
    """Return True if a turn has ended with these events."""
    return any(isinstance(event, Discarded | Saved | RoundEnded) for event in events)
