"""The seats at a shared table: who plays each, and what becomes of those who are away or late."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..core.translatable import Refusal
from ..game import Game
from ..moments import RoundResult
from ..session import Session
from ..views.protocol.live import LivePresence, LiveState
from .own_seats import OwnSeats
from .plan import Plan
from .turn_clock import TurnClock

AWAY = 8.0
"""The seconds without a sign of life after which a person is away."""
STAND_IN = 30.0
"""The seconds after which a computer player stands in for them."""
STAND_IN_NOW = 20.0
"""The same on their own turn."""
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
    ended_at: int = 0
    """The number of the first view that showed its result."""
    late: int = 0
    """The number of turns in a row whose time has run out."""
    timed_out: bool = False
    """True while a computer player ends a turn whose time has run out."""

    @property
    def asleep(self) -> bool:
        """True if its person has let the time run out again and again: the page is there, but nobody plays."""
        return self.late >= MOST_LATE


class Chairs:
    """The seats at a table, and the game that is played there, once it has begun."""

    def __init__(self, plan: Plan) -> None:
        """Lay out empty seats."""
        self.plan = plan
        self.chairs = [Chair() for _ in range(plan.seats)]
        self.session: Session | None = None
        self._own = OwnSeats()
        self.clock = TurnClock()
        self.turn = 0
        """The number of turns that have ended since the game was begun or read from the book."""

    @property
    def state(self) -> LiveState:
        """The state of the table."""
        if self.session is None:
            return "open"
        return "over" if self.session.game.to_act is None else "playing"

    @property
    def round(self) -> int:
        """The number of the round that is played; 0 before the game."""
        return 0 if self.session is None else self.session.game.state.round

    @property
    def game(self) -> Game:
        """The game.

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
        """Return the seat of a person; None if they do not sit here."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.person == person), None)

    def choose_seat(self, person: int, wanted: int | None) -> int:
        """Return the seat that a person gets here: the one they want, by default their own, or the first free one.

        Raises:
            Refusal: it is not free, or there is none, or in a running game it would show them another hand.
        """
        theirs = person if self.state == "playing" else None
        free = [seat for seat, chair in enumerate(self.chairs) if chair.person in (None, theirs)]
        return self._own_now.choose(person, wanted, free, self.round)

    @property
    def _own_now(self) -> OwnSeats:
        """The seats that people have had in the running game; none while no game is played."""
        return self._own if self.state == "playing" else OwnSeats()

    def own_seat(self, person: int) -> int | None:
        """Return the only seat that a person may take in the running game; None if they may take any."""
        own = self._own_now.of(person)
        return own if own is not None and self.chairs[own].person in (None, person) else None

    def presence(self, seat: int) -> LivePresence:
        """Return who plays a seat now."""
        chair = self.chairs[seat]
        if chair.person is None:
            return "computer" if self.session else "free"
        return "stand-in" if chair.stand_in or chair.timed_out else "away" if chair.away else "person"

    def _hand_over(self, seat: int) -> None:
        if self.session is not None:
            self.session.hand_over(seat, self.plan.player)

    def _hand_back(self, seat: int) -> None:
        if self.session is not None:
            self.session.give_back(seat)

    def stand_in(self, seat: int) -> None:
        """Let a computer player act for a person who is away."""
        chair = self.chairs[seat]
        chair.stand_in, chair.ended = True, None
        self._hand_over(seat)

    def note_absences(self, silent: Callable[[int], float]) -> bool:
        """Note who is away, and let computer players stand in; return True if something has changed.

        *silent* returns the seconds since the last sign of life of a person; 0 for one who is not in the room.
        """
        changed = False
        for seat, chair in enumerate(self.chairs):
            if chair.person is None or chair.stand_in:
                continue
            seconds = silent(chair.person)
            if not chair.away and seconds > AWAY:
                chair.away = changed = True
            if seconds > (STAND_IN_NOW if self.game.to_act == seat else STAND_IN):
                self.stand_in(seat)
                changed = True
        return changed

    def come_back(self, seat: int, *, awake: bool = True) -> bool:
        """Let a person act again; return True if that changes who plays.

        With *awake* false, only their page has given a sign, which is not enough for somebody who is asleep.
        """
        chair = self.chairs[seat]
        if chair.asleep and not awake:
            return False
        changed = chair.away or chair.stand_in
        chair.away = chair.stand_in = False
        chair.late = 0 if chair.asleep else chair.late
        if not chair.timed_out:
            self._hand_back(seat)
        return changed

    def time_up(self) -> None:
        """Let a computer player end the turn whose time has run out, and go on for somebody who is asleep."""
        seat = self.game.to_act
        assert seat is not None, "somebody had time"
        chair = self.chairs[seat]
        chair.late += 1
        if chair.asleep:
            chair.away = True
            self.stand_in(seat)
        else:
            chair.timed_out = True
            self._hand_over(seat)

    def look(self, of: int, *, paused: bool, now: float) -> bool:
        """Tell the clock the time; return True if it has started or stopped. *of* is its seconds for a turn, or 0."""
        session = self._session
        seat = session.game.to_act if session.waits_for_person else None
        runs = seat is not None and self.chairs[seat].ended is None and not paused
        return self.clock.look((self.turn, seat), of, runs=runs, now=now)

    @property
    def looking(self) -> bool:
        """True while somebody who is there looks at the last round's result."""
        return any(chair.ended is not None and not chair.away for chair in self.chairs)

    @property
    def computer_acts(self) -> bool:
        """True if a computer player or a stand-in is to act."""
        session = self.session
        return session is not None and session.game.to_act is not None and not session.waits_for_person

    def _end_turn(self, seat: int) -> None:
        self.turn += 1
        chair = self.chairs[seat]
        if not chair.timed_out and not chair.stand_in:
            chair.late = 0
        elif not chair.stand_in and chair.person is not None:
            self._hand_back(seat)
        chair.timed_out = False
