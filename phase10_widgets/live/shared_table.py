"""A shared table: a game whose people sit at screens of their own.

Each of them gets complete views of their own seat, made from its observation. Every move is written down before it
counts. Nothing here waits or knows what time it is: `Desk` tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.actions import Action
from ..core.events import Event
from ..core.translatable import Refusal
from ..game import Game
from ..moments import RoundResult
from ..session import NAMES, SeatPlan, Session
from ..terms import reveals
from ..text import Text
from ..views import coach as coached
from ..views import table as views
from ..views.protocol.live import LivePresence, LiveState
from ..views.protocol.table import About, Hint, Mode, Story, View
from .book import Book, StoredMove, StoredTable
from .codes import new_seed
from .plan import Plan

PACE = 0.8
"""The seconds before a computer player acts."""


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


class SharedTable:
    """A table in a room; its game begins once people sit."""

    def __init__(self, book: Book, room: int, number: int, plan: Plan) -> None:
        """Lay out an empty table."""
        self._book, self._room, self.number = book, room, number
        self.plan = plan
        self.chairs = [Chair() for _ in range(plan.seats)]
        self.session: Session | None = None
        self.n = 0
        """The number of moves in the book."""
        self._ids: set[str] = set()
        """The ids of the messages that have moved."""

    @property
    def state(self) -> LiveState:
        """The state of the table."""
        if self.session is None:
            return "open"
        return "over" if self.session.game.to_act is None else "playing"

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

    def free_seats(self) -> list[int]:
        """Return the seats without a person."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person is None]

    @property
    def ready(self) -> bool:
        """True if somebody sits here and no game is being played."""
        return self.state != "playing" and any(chair.person is not None for chair in self.chairs)

    def presence(self, seat: int) -> LivePresence:
        """Return who plays a seat now."""
        chair = self.chairs[seat]
        if chair.person is None:
            return "computer" if self.session else "free"
        return "stand-in" if chair.stand_in else "away" if chair.away else "person"

    # before and during the game

    def set_plan(self, plan: Plan) -> None:
        """Change the game that will be played here; whoever sits on a seat that goes moves to another.

        Raises:
            Refusal: the game has begun, or more people sit here than there would be seats.
        """
        if self.session is not None and self.state != "over":
            raise Refusal("The game at this table has begun.")
        seated = [chair for chair in self.chairs if chair.person is not None]
        if len(seated) > plan.seats:
            raise Refusal("More people sit here than the game would have seats.")
        if len(self.chairs) != plan.seats:
            self.chairs = [*seated, *(Chair() for _ in range(plan.seats - len(seated)))]
        self.plan, self.session = plan, None
        self.keep()

    def sit(self, person: int, seat: int | None) -> None:
        """Seat a person; in a running game, they take over from a computer player at its next decision.

        Raises:
            Refusal: the seat is not free, or there is none.
        """
        free = self.free_seats()
        if seat is None and free:
            seat = free[0]
        if seat not in free:
            raise Refusal("This seat is taken: choose another.")
        self.chairs[seat] = Chair(person)
        self._hand_back(seat)
        self.keep()

    def stand(self, seat: int) -> None:
        """Free a seat; in a running game, a computer player takes it."""
        self.chairs[seat] = Chair()
        self._hand_over(seat)
        self.keep()

    def start(self, names: Mapping[int, str]) -> None:
        """Start the game, with computer players on the free seats.

        Args:
            names: the name of each person here.

        Raises:
            Refusal: nobody sits here, or a game is being played.
        """
        if self.state == "playing":
            raise Refusal("The game at this table has begun.")
        if all(chair.person is None for chair in self.chairs):
            raise Refusal("Nobody sits at this table yet.")
        begun = {"seed": new_seed(), "names": self._names(names)}
        self._book.drop_moves(self._room, self.number)
        self._begin(begun)
        self.keep()

    def _names(self, names: Mapping[int, str]) -> list[str]:
        """Return the name of each seat; computer players get other names than people."""
        taken = {names[chair.person] for chair in self.chairs if chair.person is not None}
        free = iter(name for name in NAMES if name not in taken)
        return [next(free) if chair.person is None else names[chair.person] for chair in self.chairs]

    def _begin(self, begun: Mapping[str, Any]) -> None:
        game = self.plan.game()
        seats = [SeatPlan(name) for name in begun["names"]]  # whoever plays, and for however long, is a stand-in
        self.session = Session(game.id, seats, begun["seed"], **game.options)
        self._begun, self.n, self._ids = begun, 0, set()
        for seat, chair in enumerate(self.chairs):
            chair.stand_in, chair.ended = False, None
            if chair.person is None:
                self._hand_over(seat)

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

    def come_back(self, seat: int) -> bool:
        """Let a person act again; return True if that changes who plays."""
        chair = self.chairs[seat]
        changed = chair.away or chair.stand_in
        chair.away = chair.stand_in = False
        self._hand_back(seat)
        return changed

    # moves

    @property
    def rev(self) -> int:
        """The number of the view of everybody who has seen the last round's result."""
        return 2 * self.n + 2

    def rev_for(self, seat: int | None) -> int:
        """Return the number of the view that a seat sees; None for a spectator."""
        return self.rev - (seat is not None and self.chairs[seat].ended is not None)

    def has_moved(self, message_id: str) -> bool:
        """Return True if this message is a move in the book."""
        return message_id in self._ids

    def act(self, seat: int, action: object, message_id: str) -> Sequence[Event]:
        """Carry out a person's action; return its events.

        Raises:
            Refusal: the rules refuse it, or the person still looks at the last round's result.
            OSError: it could not be written down; nothing has changed.
        """
        self._must_look_at_table(seat)
        if not isinstance(action, Mapping):
            raise Refusal("That action was not recognized.")
        events = self._session.act(seat, action, lambda game: self._write(seat, _done(game), message_id))
        return self._moved(events)

    def step(self) -> Sequence[Event]:
        """Let the computer player to act take one action; return its events.

        Raises:
            OSError: it could not be written down; nothing has changed.
        """
        session = self._session
        seat = session.game.to_act
        assert seat is not None, "a computer player is to act"
        return self._moved(session.step(lambda game: self._write(seat, _done(game), None)))

    def _moved(self, events: Sequence[Event]) -> Sequence[Event]:
        games = self._session.games
        result = games.result_at(len(games) - 1)
        if result is not None:
            for chair in self.chairs:
                if chair.person is not None and not chair.stand_in:
                    chair.ended = result
        return events

    def _write(self, seat: int, action: Mapping[str, Any] | None, message_id: str | None) -> None:
        self._book.add_move(self._room, self.number, StoredMove(self.n + 1, seat, message_id, action))
        self.n += 1
        if message_id is not None:
            self._ids.add(message_id)

    def may_undo(self, seat: int) -> bool:
        """Return True if the last action is this seat's own and told nobody at this seat anything new."""
        games = self._session.games
        if len(games) < 2 or self.chairs[seat].ended is not None:
            return False
        last = games[-2].to_act == seat and games[-1].to_act == seat
        return last and not any(reveals(event, seat) for event in games.last.events)

    def undo(self, seat: int, message_id: str) -> None:
        """Take this seat's last action back.

        Raises:
            Refusal: somebody else has acted since, or the seat has seen a card.
            OSError: it could not be written down; nothing has changed.
        """
        if not self.may_undo(seat):
            raise Refusal("Your last action cannot be taken back: you have seen more since then.")
        self._write(seat, None, message_id)
        self._session.undo(seat)

    def go_on(self, seat: int) -> None:
        """Close the last round's result."""
        self.chairs[seat].ended = None

    def _must_look_at_table(self, seat: int) -> None:
        if self.chairs[seat].ended is not None:
            raise Refusal("Go on to the next round first.")

    @property
    def looking(self) -> bool:
        """True while somebody who is there looks at the last round's result."""
        return any(chair.ended is not None and not chair.away for chair in self.chairs)

    @property
    def computer_acts(self) -> bool:
        """True if a computer player or a stand-in is to act."""
        session = self.session
        return session is not None and session.game.to_act is not None and not session.waits_for_person

    def past_is_public(self, tables: Sequence[SharedTable]) -> bool:
        """Return True if no other table has still to play a round with the same cards as one that has ended here."""
        mine = self._session.games.results
        return not any(
            table is not self and table.state == "playing" and table._begun["seed"] == self._begun["seed"]
            and len(table._session.games.results) < len(mine)
            for table in tables
        )  # fmt: skip

    # what people see

    def about(self, seat: int | None, words: Text) -> About:
        """Return the constant content of the game for a seat or a spectator."""
        session = self._session
        plans = [SeatPlan(name, self._player(at)) for at, name in enumerate(session.game.players)]
        mode: Mode = "watch" if seat is None else "play"
        about = views.about(session.game.edition, words, mode, seat_plans=plans, home="kept")
        return {**about, "hints": seat is not None, "may": []}

    def _player(self, seat: int) -> str | None:
        return self.plan.player if self.chairs[seat].person is None else None

    def view(
        self,
        seat: int | None,
        words: Text,
        events: Sequence[Event] = (),
        ack: str | None = None,
        *,
        paused: bool = False,
    ) -> View:
        """Return the table as a seat sees it, or a spectator.

        Args:
            seat: the seat, or None.
            words: the texts of the page's language.
            events: the events since the page's last view.
            ack: the id of the message that this answers.
            paused: True if the host has stopped all tables.
        """
        session = self._session
        game = session.game
        chair = None if seat is None else self.chairs[seat]
        ended = None if chair is None else chair.ended
        shown = views.public_view(game) if seat is None else views.seat_view(game, seat, words)
        if ended is not None:
            shown, events = views.between_rounds(shown), views.split_round(events)[0]
        thinking = game.to_act if self.computer_acts and ended is None else None
        over = None if ended else views.over(session.games, words)
        return {
            "v": 1,
            "rev": self.rev_for(seat),
            "ack": ack,
            **views.base_view(session.games.results),
            **shown,
            "you": seat,
            "events": views.event_views(events, game, seat, words),
            "summary": None if ended is None else views.summary(ended, words),
            "over": over and {**over, "seed": ""},
            "undo": seat is not None and self.may_undo(seat),
            "thinking": views.named_seat(game, thinking),
            "pace": PACE,
            "paused": paused,
        }

    def story(self, seat: int | None, words: Text) -> Story:
        """Return the events so far as a seat saw them."""
        looking = seat is not None and self.chairs[seat].ended is not None
        lines = views.story(self._session.games, seat, words, summary=looking)
        return {"kind": "story", "rev": self.rev_for(seat), "lines": lines}

    def next_deal(self) -> Sequence[Event]:
        """Return the events with which the next round began, if nothing has happened since."""
        return views.split_round(self._session.game.events)[1]

    def hint(self, seat: int, words: Text, message_id: str) -> Hint:
        """Return the expert's advice from what this seat sees.

        Raises:
            Refusal: the seat is not to act.
        """
        self._must_look_at_table(seat)
        return coached.advice(self._session.observe(seat), words, message_id)

    # the book

    def keep(self) -> None:
        """Write down the plan, who sits here, and how the game began."""
        begun = None if self.session is None else self._begun
        chairs = [chair.person for chair in self.chairs]
        self._book.keep_table(self._room, StoredTable(self.number, self.plan.to_dict(), begun, chairs))

    @classmethod
    def stored(cls, book: Book, room: int, row: StoredTable) -> SharedTable:
        """Return a table of the book, at its last move."""
        table = cls(book, room, row.number, Plan.read(row.plan))
        table.chairs = [Chair(person) for person in row.chairs]
        if row.begun is not None:
            table._begin(row.begun)
            for move in book.moves(room, row.number):
                table._replay(move)
        return table

    def _replay(self, move: StoredMove) -> None:
        session = self._session
        if move.action is None:
            session.undo(move.seat)
        else:
            session.follow(move.action)
        self.n = move.n
        if move.id is not None:
            self._ids.add(move.id)


def _done(game: Game) -> dict[str, Any]:
    action: Action | None = game.done
    assert action is not None, "an action led here"
    return action.to_dict()
