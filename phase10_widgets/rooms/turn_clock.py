"""The clock of a table: the time left for the turn. The caller passes the current time."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.events import Discarded, Event, RoundEnded, Saved

TURN_SECONDS = (0, 30, 60, 90)
"""The times for a turn that a host can choose; 0 for no clock."""
GRACE_SECONDS = 3.0
"""The extra seconds of a turn, for messages on their way."""


class TurnClock:
    """The time of the current turn; it stands still while it does not count."""

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
        """A value that changes when the clock starts, stops or begins another turn."""
        return self._turn, self._of, self._since is not None

    @property
    def time_up(self) -> bool:
        """True if the turn has used up its time."""
        return self._since is not None and self._used >= self._of + GRACE_SECONDS


def ends_turn(events: Sequence[Event]) -> bool:
    """Return True if a turn has ended with these events."""
    return any(isinstance(event, Discarded | Saved | RoundEnded) for event in events)
