"""Seats at a shared table: their players, and the handling of people who are away or late."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..base.translatable import Refusal
from ..game.game import Game
from ..game.moments import RoundResult
from ..sessions.session import Session
from .own_seats import OwnSeats
from .plan import Plan
from .turn_clock import TurnClock
from .wire import LivePresence, LiveState

AWAY_SECONDS = 8.0
"""The number of seconds of silence after which a person counts as away."""
STAND_IN_SECONDS = 30.0
"""The number of seconds of silence after which a computer player stands in for a person."""
STAND_IN_ON_TURN_SECONDS = 20.0
"""The number of seconds of silence, during a person's own turn, after which a computer player stands in."""
MOST_LATE = 2
"""The number of consecutive turns that may time out before a person counts as away."""


@dataclass(slots=True)
class SeatStatus:
    """The status of a seat at a shared table."""

    person: int | None = None
    away: bool = False
    """True if the person here has not been heard from for a while."""
    stand_in: bool = False
    """True while a computer player acts for the person here."""
    ended: RoundResult | None = None
    """The result of the round that has just ended, until the person here continues."""
    ended_at: int = 0
    """The number of the first view that shows the last round's result."""
    late: int = 0
    """The number of consecutive turns that have timed out."""
    timed_out: bool = False
    """True while a computer player ends a turn that has timed out."""
    again: bool = False
    """True if the game is over and the person here wants another one."""

    @property
    def asleep(self) -> bool:
        """True if the person here has repeatedly run out of time: the page is open, but nobody is playing."""
        return self.late >= MOST_LATE


class Seats:
    """A table's seats, and its game once it has begun."""

    def __init__(self, plan: Plan) -> None:
        """Start with empty seats."""
        self.plan = plan
        self.seats = [SeatStatus() for _ in range(plan.seats)]
        self.session: Session | None = None
        self._own = OwnSeats()
        self.clock = TurnClock()
        self.turn = 0
        """The number of turns that have ended since the game began or was read from the store."""

    @property
    def state(self) -> LiveState:
        """The table's state."""
        if self.session is None:
            return "open"
        return "over" if self.session.game.to_act is None else "playing"

    @property
    def round(self) -> int:
        """The number of the current round, or 0 before the game."""
        return 0 if self.session is None else self.session.game.state.round

    @property
    def game(self) -> Game:
        """The table's game.

        Raises:
            Refusal: it has not begun.
        """
        return self._session.game

    @property
    def _session(self) -> Session:
        if self.session is None:
            raise Refusal("The game at this table has not begun.")
        return self.session

    def seat_of(self, person: int) -> int | None:
        """Return a person's seat, or None if they have no seat here."""
        return next((seat for seat, status in enumerate(self.seats) if status.person == person), None)

    def choose_seat(self, person: int, wanted: int | None) -> int:
        """Return the seat that a person gets here: the one they want (by default, their own), or else the first free
        one.

        Raises:
            Refusal: the seat is not free, no seat is free, or they would see another hand in a game in progress.
        """
        theirs = person if self.state == "playing" else None
        free = [seat for seat, status in enumerate(self.seats) if status.person in (None, theirs)]
        return self._own_now.choose(person, wanted, free, self.round)

    @property
    def _own_now(self) -> OwnSeats:
        """The seats that people have had in the current game (empty if there is no game)."""
        return self._own if self.state == "playing" else OwnSeats()

    def own_seat(self, person: int) -> int | None:
        """Return the only seat that a person may take in the current game, or None if they may take any."""
        own = self._own_now.of(person)
        return own if own is not None and self.seats[own].person in (None, person) else None

    def presence(self, seat: int) -> LivePresence:
        """Return the type of player currently in a seat."""
        status = self.seats[seat]
        if status.person is None:
            return "computer" if self.session else "free"
        return "stand-in" if status.stand_in or status.timed_out else "away" if status.away else "person"

    def _hand_over(self, seat: int) -> None:
        if self.session is not None:
            self.session.hand_over(seat, self.plan.player)

    def _hand_back(self, seat: int) -> None:
        if self.session is not None:
            self.session.give_back(seat)

    def stand_in(self, seat: int) -> None:
        """Let a computer player act for a person who is away."""
        status = self.seats[seat]
        status.stand_in, status.ended = True, None
        self._hand_over(seat)

    def note_absences(self, silent: Callable[[int], float]) -> bool:
        """Record who is away, and let computer players stand in; return True if something has changed.

        *silent* returns the number of seconds since a person was last heard from, or 0 for a person who is not in the
        room.
        """
        changed = False
        for seat, status in enumerate(self.seats):
            if status.person is None or status.stand_in:
                continue
            seconds = silent(status.person)
            if not status.away and seconds > AWAY_SECONDS:
                status.away = changed = True
            if seconds > (STAND_IN_ON_TURN_SECONDS if self.game.to_act == seat else STAND_IN_SECONDS):
                self.stand_in(seat)
                changed = True
        return changed

    def come_back(self, seat: int, *, awake: bool = True) -> bool:
        """Let a person act again; return True if that changes who is playing.

        If *awake* is False, only the page was heard from, which is not enough for a person who is asleep.
        """
        status = self.seats[seat]
        if status.asleep and not awake:
            return False
        changed = status.away or status.stand_in
        status.away = status.stand_in = False
        status.late = 0 if status.asleep else status.late
        if not status.timed_out:
            self._hand_back(seat)
        return changed

    def time_up(self) -> None:
        """Let a computer player end the turn that has timed out, and stand in for a person who is asleep."""
        seat = self.game.to_act
        assert seat is not None, "the clock ran for a seat"
        status = self.seats[seat]
        status.late += 1
        if status.asleep:
            status.away = True
            self.stand_in(seat)
        else:
            status.timed_out = True
            self._hand_over(seat)

    def look(self, of: int, *, paused: bool, now: float) -> bool:
        """Update the clock; return True if it has started or stopped. *of* is the number of seconds per turn, or 0 for
        no limit."""
        session = self._session
        seat = session.game.to_act if session.waits_for_person else None
        runs = seat is not None and self.seats[seat].ended is None and not paused
        return self.clock.look((self.turn, seat), of, runs=runs, now=now)

    @property
    def looking(self) -> bool:
        """True while a person who is present is looking at the last round's result."""
        return any(status.ended is not None and not status.away for status in self.seats)

    @property
    def computer_acts(self) -> bool:
        """True if it is a computer player's or a stand-in's turn."""
        return self.session is not None and self.session.computer_acts

    def _end_turn(self, seat: int) -> None:
        self.turn += 1
        status = self.seats[seat]
        if not status.timed_out and not status.stand_in:
            status.late = 0
        elif not status.stand_in and status.person is not None:
            self._hand_back(seat)
        status.timed_out = False
