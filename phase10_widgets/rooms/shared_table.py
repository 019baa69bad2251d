"""A shared table: a game played by people on separate screens.

Each person receives complete views, based on the observation of their own seat. Every move is stored before it
counts. Nothing here waits or reads a clock: `Service` passes in the time.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, count
from typing import Any

from ..base.translatable import Refusal
from ..game.game import Game
from ..languages.text import Text
from ..rules.actions import Action
from ..rules.events import Event
from ..sessions.seating import NAMES, SeatPlan
from ..sessions.session import Session
from ..ui.coach.view import advice
from ..ui.table.messages_wire import Hint, Story
from ..ui.table.portraits import portraits
from ..ui.table.view import Viewer, clock_content, story, table_content
from ..ui.table.view_parts import about_view, split_round
from ..ui.table.wire import About, Mode, Presence, View
from ..ui.wire import Portrait
from .attention import Attention
from .codes import new_seed
from .own_seats import OwnSeats
from .plan import Plan
from .reviews import AskedReview, ResultReview, Reviews
from .same_cards import STILL, SharedDeal
from .seat_status import Seats, SeatStatus
from .storage.room_store import RoomStore, StoredMove, StoredTable
from .turn_clock import ends_turn

PACES_SECONDS = (0.4, 0.8, 2)
"""The delays, in seconds, before a computer player acts; a host chooses one of them."""
PACE_SECONDS = PACES_SECONDS[1]


class SharedTable(Seats):
    """A table in a room; its game begins once people are seated."""

    def __init__(self, store: RoomStore, room: int, number: int, plan: Plan) -> None:
        """Set up an empty table."""
        self._store, self._room, self.number = store, room, number
        super().__init__(plan)
        self.deal: SharedDeal | None = None
        """The deal that this game shares with other tables, or None if it shares none."""
        self.attention = Attention()
        self.n = 0
        """The number of moves in the store."""
        self._ids: set[str] = set()
        """The ids of the messages that led to moves."""
        self._stood_in: list[bool] = []
        """For each action, True if a computer player acted in a person's place."""
        self._reviews = Reviews()

    @property
    def ready(self) -> bool:
        """True if a person is sitting here and no game is being played."""
        return self.state != "playing" and any(status.person is not None for status in self.seats)

    @property
    def seed(self) -> int | None:
        """The game's seed, or None if the game has not begun."""
        return None if self.session is None else int(self._begun["seed"])

    @property
    def finished_rounds(self) -> int:
        """The number of finished rounds."""
        return 0 if self.session is None else len(self.session.games.results)

    @property
    def secret(self) -> bool:
        """True while other tables are playing the same cards, so that spectators may not see any here."""
        return self.deal is not None and not self.deal.over

    # before and during the game

    def set_plan(self, plan: Plan) -> None:
        """Set the next game; people whose seats do not exist in it move to different ones.

        Raises:
            Refusal: as for :meth:`check_plan`.
        """
        self.check_plan(plan)
        seated = [status for status in self.seats if status.person is not None]
        if len(self.seats) != plan.seats:
            self.seats = [*seated, *(SeatStatus() for _ in range(plan.seats - len(seated)))]
        self._clear()
        self.plan = plan
        self.keep()

    def check_plan(self, plan: Plan) -> None:
        """Refuse a plan that cannot be set now.

        Raises:
            Refusal: the game has begun, or more people are sitting here than there would be seats.
        """
        if self.state == "playing":
            raise Refusal("The game at this table has begun.")
        if self.secret:
            raise Refusal(STILL)
        if sum(status.person is not None for status in self.seats) > plan.seats:
            raise Refusal("More people are sitting here than the game has seats for.")

    def _clear(self) -> None:
        """Remove the last game."""
        self.session = None
        if self.deal is not None:
            self.deal.drop(self)

    def sit(self, person: int, seat: int) -> None:
        """Seat a person; in a game in progress, they take over from a computer player at its next decision."""
        self.seats[seat] = SeatStatus(person)
        self._own.note(person, seat, self.round)
        self._hand_back(seat)
        self.keep()

    def stand(self, seat: int) -> None:
        """Free a seat; in a game in progress, a computer player takes it."""
        person = self.seats[seat].person
        if person is not None:
            self._own.note(person, seat, self.round)
            if self.deal is not None:
                self.deal.note(person, self)
        self.seats[seat] = SeatStatus()
        self._hand_over(seat)
        self.keep()

    def forget(self, person: int, here: Collection[int]) -> None:
        """Record that a person is being removed from the room; *here* lists the people in it."""
        self._own.remove(person, here, self.round)
        self.keep()

    def merge(self, person: int, newcomer: int) -> None:
        """Merge a newcomer into this person."""
        self._own.merge(person, newcomer)
        self.keep()

    def start(self, names: Mapping[int, str], deal: SharedDeal | None = None) -> None:
        """Start the game, with computer players in the free seats.

        Args:
            names: the names of the people here.
            deal: the deal shared with other tables.

        Raises:
            Refusal: nobody is sitting here, or a game is being played.
        """
        if self.state == "playing":
            raise Refusal("The game at this table has begun.")
        if all(status.person is None for status in self.seats):
            raise Refusal("Nobody is sitting at this table yet.")
        if self.secret:
            raise Refusal(STILL)
        people = [seat for seat, status in enumerate(self.seats) if status.person is not None]
        seed = new_seed() if deal is None else deal.seed
        begun = {"seed": seed, "names": self._names(names), "people": people}
        self._store.drop_moves(self._room, self.number)
        self._clear()
        self._begin(begun)
        self._own = OwnSeats()
        for seat, status in enumerate(self.seats):
            if status.person is not None:
                self._own.note(status.person, seat, self.round)
        if deal is not None:
            deal.add(self)
        self.keep()

    def _names(self, names: Mapping[int, str]) -> list[str]:
        """Return a name for each seat; computer players get names that nobody in the room has."""
        taken = {name.casefold() for name in names.values()}
        more = (f"{name} {n}" for n in count(2) for name in NAMES)
        free = (name for name in chain(NAMES, more) if name.casefold() not in taken)
        return [next(free) if status.person is None else names[status.person] for status in self.seats]

    def _begin(self, begun: Mapping[str, Any]) -> None:
        game = self.plan.game()
        seats = [SeatPlan(name) for name in begun["names"]]  # every seat is a person's; computer players only stand in
        self.session = Session(game.id, seats, begun["seed"], **game.options)
        self._begun, self.n, self._ids, self._reviews = begun, 0, set(), Reviews()
        self._stood_in = []
        self.seats = [SeatStatus(status.person, away=status.away) for status in self.seats]
        for seat, status in enumerate(self.seats):
            if status.person is None:
                self._hand_over(seat)

    # moves

    @property
    def rev(self) -> int:
        """The number of the latest view, as seen by everyone who has closed the last round's result."""
        return 2 * self.n + 2

    def rev_for(self, seat: int | None) -> int:
        """Return the number of the view shown to a seat (None for a spectator)."""
        return self.rev - (seat is not None and self.seats[seat].ended is not None)

    def has_acted(self, message_id: str) -> bool:
        """Return True if this message's move is in the store."""
        return message_id in self._ids

    def act(self, seat: int, action: object, message_id: str) -> Sequence[Event]:
        """Take a person's action, and return the resulting events.

        Raises:
            Refusal: the rules refuse it, or the person is still looking at the last round's result.
            OSError: it could not be stored; nothing has changed.
        """
        self._must_look_at_table(seat)
        if not isinstance(action, Mapping):
            raise Refusal("That action was not recognized.")
        events = self._session.act(seat, action, lambda game: self._write(seat, _done(game), message_id))
        return self._acted(seat, events)

    def step(self) -> Sequence[Event]:
        """Let the next computer player take one action, and return the resulting events.

        Raises:
            OSError: it could not be stored; nothing has changed.
        """
        session = self._session
        seat = session.game.to_act
        assert seat is not None, "it is a computer player's turn"
        return self._acted(seat, session.step(lambda game: self._write(seat, _done(game), None)))

    def _acted(self, seat: int, events: Sequence[Event]) -> Sequence[Event]:
        if ends_turn(events):
            self._end_turn(seat)
        games = self._session.games
        result = games.result_at(len(games) - 1)
        if result is not None:
            for status in self.seats:
                if status.person is not None and not status.stand_in:
                    status.ended, status.ended_at = result, self.rev - 1
        return events

    def _write(self, seat: int, action: Mapping[str, Any] | None, message_id: str | None) -> None:
        move = StoredMove(self.n + 1, seat, message_id, action)
        self._store.add_move(self._room, self.number, move)
        self._note(move)

    def _note(self, move: StoredMove) -> None:
        """Record a move that is in the store."""
        self.n = move.n
        if move.id is not None:
            self._ids.add(move.id)
        if move.action is not None:
            self._stood_in.append(move.id is None and move.seat in self._begun.get("people", ()))

    def may_undo(self, seat: int) -> bool:
        """Return True if this seat took the last action and has learned nothing since."""
        status = self.seats[seat]
        return status.ended is None and not status.timed_out and self._session.can_undo_last(seat)

    def undo(self, seat: int, message_id: str) -> None:
        """Take back this seat's last action.

        Raises:
            Refusal: another seat has acted since, or the seat has seen a card.
            OSError: it could not be stored; nothing has changed.
        """
        if not self.may_undo(seat):
            raise Refusal("Your last action cannot be taken back: you have seen more since then.")
        self._write(seat, None, message_id)
        self._undo(seat)

    def _undo(self, seat: int) -> None:
        self._session.undo(seat)
        del self._stood_in[len(self._session.games) - 1 :]

    def go_on(self, seat: int) -> None:
        """Close the last round's result."""
        self.seats[seat].ended = None

    def may_go_on(self, seat: int, rev: object) -> bool:
        """Return True if a view with this number showed the result that is still open here.

        The others may have continued playing since then.
        """
        status = self.seats[seat]
        return status.ended is not None and isinstance(rev, int) and status.ended_at <= rev <= self.rev_for(seat)

    def _must_look_at_table(self, seat: int) -> None:
        if self.seats[seat].timed_out:
            raise Refusal("Your time is up: a computer player ends this turn.")
        if self.seats[seat].ended is not None:
            raise Refusal("Go on to the next round first.")

    def past_is_public(self) -> bool:
        """Return True if every table with the same cards has finished all rounds that have ended here."""
        deal = self.deal
        return deal is None or deal.over or len(self._session.games.results) <= deal.open_rounds

    # views

    def about(self, seat: int | None, words: Text, faces: Mapping[int, str]) -> About:
        """Return the game's constant content for a seat or a spectator; *faces* are the people's, by number."""
        session = self._session
        plans = [SeatPlan(name, self._player(at)) for at, name in enumerate(session.game.players)]
        mode: Mode = "watch" if seat is None else "play"
        about = about_view(session.game.edition, words, mode, seat_plans=plans, home="kept")
        about["portraits"] = self.portraits(words, faces)
        if seat is None:
            return {**about, "hints": False, "may": []}
        return {**about, "hints": True, "may": [], "reacts": True}

    def portraits(self, words: Text, faces: Mapping[int, str]) -> list[Portrait]:
        """Return the portraits of the people at the table and of the computer players for the free seats."""
        own = [faces.get(status.person or 0) for status in self.seats]
        return portraits([SeatPlan("", self._player(seat)) for seat in range(len(self.seats))], words, own)

    def _player(self, seat: int) -> str | None:
        return self.plan.player if self.seats[seat].person is None else None

    def view(
        self,
        seat: int | None,
        words: Text,
        events: Sequence[Event] = (),
        ack: str | None = None,
        *,
        paused: bool = False,
        pace: float = PACE_SECONDS,
    ) -> View:
        """Return the table as seen by a seat or a spectator.

        Args:
            seat: the seat, or None.
            words: the interface text in the page's language.
            events: the events since the page's last view.
            ack: the id of the message to which the view responds.
            paused: True if the host has paused all tables.
            pace: the number of seconds before a computer player acts.
        """
        viewer = self._viewer(seat)
        clock = clock_content(self._session, viewer.ended, pace, paused=paused)
        shown = table_content(
            self._session,
            viewer,
            words,
            clock,
            events,
            undo=seat is not None and self.may_undo(seat),
            stand_in=self._stand_in_of_last,
        )
        summary, over = shown["summary"], shown["over"]
        review = None if seat is None else self._review(seat, words)
        if summary and review:
            summary = {**summary, "review": review["review"]}
        elif over and review:
            over = {**over, **review}
        return {
            "v": 1,
            "rev": self.rev_for(seat),
            "ack": ack,
            **shown,
            "summary": summary,
            "over": over and {**over, "seed": ""},
            "present": [self._present(at) for at in range(len(self.seats))],
        }

    def _viewer(self, seat: int | None) -> Viewer:
        """Return the viewer for a seat or a spectator, with the limits on what they see."""
        if seat is not None:
            return Viewer(seat, self.seats[seat].ended)
        return Viewer(None, n_open_rounds=self.deal.open_rounds if self.deal is not None and self.secret else None)

    @property
    def _stand_in_of_last(self) -> int | None:
        """The seat where a computer player took the last action in a person's place, or None if none did."""
        return self._session.games[-2].to_act if self._stood_in[-1:] == [True] else None

    def _present(self, seat: int) -> Presence:
        """Return a seat's presence in the form used in views (empty if there is nothing to report)."""
        match self.presence(seat):
            case "away":
                return "away"
            case "stand-in":
                return "stand-in"
            case "computer" if seat in self._begun.get("people", ()) and self.state == "playing":
                return "stand-in"
        return ""

    def story(self, seat: int | None, words: Text) -> Story:
        """Return the game's events to date, as seen from a seat."""
        return story(self._session.games, self._viewer(seat), words, self.rev_for(seat), self._stood_in)

    def next_deal(self) -> Sequence[Event]:
        """Return the events that began the next round, if nothing has happened since."""
        return split_round(self._session.game.events)[1]

    def hint(self, seat: int, words: Text, message_id: str) -> Hint:
        """Return the expert's advice, based on what this seat sees.

        Raises:
            Refusal: it is not the seat's turn.
        """
        self._must_look_at_table(seat)
        return advice(self._session.observe(seat), words, message_id)

    # the coach

    @property
    def is_over_for_some(self) -> bool:
        """True if the game is over, or someone is looking at a round's result."""
        return self.state == "over" or any(status.ended is not None for status in self.seats)

    def ask_review(self, seat: int, words: Text) -> AskedReview | None:
        """Return the review to compute for this seat's view, or None if no review is needed or one is in progress."""
        over = self._over_for(seat)
        return None if over is None else self._reviews.ask(over[0], seat, words, whole=over[1])

    def _review(self, seat: int, words: Text) -> ResultReview | None:
        """Return the coach's review of the result shown to a seat, or None if it is not ready."""
        over = self._over_for(seat)
        return None if over is None else self._reviews.of(over[0], seat, words, whole=over[1])

    def _over_for(self, seat: int) -> tuple[Game, bool] | None:
        """Return the final state of the round or game whose result a seat sees, and True if it is a *whole* game.

        Return None if the seat sees no result.
        """
        ended = self.seats[seat].ended
        if ended is not None:
            return ended.after, False
        return (self.game, True) if self.state == "over" else None

    # the store

    def keep(self) -> None:
        """Store the plan, the seated people, and how the game began."""
        begun = None if self.session is None else {**self._begun, "own": self._own.to_dict()}
        seats = [status.person for status in self.seats]
        self._store.keep_table(self._room, StoredTable(self.number, self.plan.to_dict(), begun, seats))

    @classmethod
    def stored(cls, store: RoomStore, room: int, row: StoredTable) -> SharedTable:
        """Load a table from the store, as it was after its last move."""
        table = cls(store, room, row.number, Plan.read(row.plan))
        table.seats = [SeatStatus(person) for person in row.seated]
        if row.begun is not None:
            table._begin(row.begun)
            table._own = OwnSeats(row.begun.get("own"))
            for move in store.moves(room, row.number):
                table._replay(move)
        return table

    def _replay(self, move: StoredMove) -> None:
        session = self._session
        self._note(move)
        if move.action is None:
            self._undo(move.seat)
        else:
            session.follow(move.action)


def _done(game: Game) -> dict[str, Any]:
    action: Action | None = game.done
    assert action is not None, "an action led here"
    return action.to_dict()
