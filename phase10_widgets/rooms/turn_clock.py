"""A table's clock, which measures the time left in the turn. The caller passes the current time."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.events import Discarded, Event, RoundEnded, Saved

TURN_SECONDS = (0, 30, 60, 90)
"""The time limits per turn that a host can choose, in seconds; 0 means no clock."""
GRACE_SECONDS = 3.0
"""Extra seconds added to a turn to allow for messages in transit."""


class TurnClock:
    """The clock for the current turn, which is stopped while time is not being counted."""

    def __init__(self) -> None:
        """Start with the clock stopped."""
        self._turn: object = None
        self._of = self._used = 0.0
        self._since: float | None = None

    def look(self, turn: object, of: int, *, runs: bool, now: float) -> bool:
        """Update the clock; return True if it has started or stopped, but not if it merely kept running.

        A new turn, or a new choice by the host, gets the full time.

        Args:
            turn: any value that identifies the turn.
            of: the number of seconds per turn, or 0 for no clock.
            runs: True if the clock runs from now on.
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
        """The number of seconds left at the last update, or None while the clock is stopped."""
        return None if self._since is None else round(max(0.0, self._of - self._used), 1)

    @property
    def state(self) -> object:
        """A value that changes when the clock starts, stops or moves to another turn."""
        return self._turn, self._of, self._since is not None

    @property
    def time_up(self) -> bool:
        """True if the time for the turn has run out."""
        return self._since is not None and self._used >= self._of + GRACE_SECONDS


def ends_turn(events: Sequence[Event]) -> bool:
    """Return True if these events end a turn."""
    return any(isinstance(event, Discarded | Saved | RoundEnded) for event in events)
