"""A shared table: a game whose people sit at screens of their own.

Each of them gets complete views of their own seat, made from its observation. Every move is written down before it
counts. Nothing here waits or knows what time it is: `Desk` tells.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, count
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
from ..views.own_hand import own_hand
from ..views.protocol.table import About, Hint, Mode, Presence, Story, View
from .book import Book, StoredMove, StoredTable
from .chairs import Chair, Chairs
from .codes import new_seed
from .needs import Attention
from .own_seats import OwnSeats
from .plan import Plan
from .reviews import AskedReview, ResultReview, Reviews
from .same_cards import STILL, SharedDeal, covered
from .turn_clock import ends_turn

PACES = (0.4, 0.8, 2)
"""The seconds before a computer player acts, from which a host chooses."""
PACE = PACES[1]


class SharedTable(Chairs):
    """A table in a room; its game begins once people sit."""

    def __init__(self, book: Book, room: int, number: int, plan: Plan) -> None:
        """Lay out an empty table."""
        self._book, self._room, self.number = book, room, number
        super().__init__(plan)
        self.deal: SharedDeal | None = None
        """The deal that its game shares with other tables."""
        self.attention = Attention()
        self.n = 0
        """The number of moves in the book."""
        self._ids: set[str] = set()
        """The ids of the messages that have moved."""
        self._stood_in: list[bool] = []
        """For each action, whether a computer has taken it at a person's seat."""
        self._reviews = Reviews()

    @property
    def ready(self) -> bool:
        """True if somebody sits here and no game is being played."""
        return self.state != "playing" and any(chair.person is not None for chair in self.chairs)

    @property
    def seed(self) -> int | None:
        """The seed of the game; None if it has not begun."""
        return None if self.session is None else int(self._begun["seed"])

    @property
    def finished_rounds(self) -> int:
        """The number of rounds that are over."""
        return 0 if self.session is None else len(self.session.games.results)

    @property
    def secret(self) -> bool:
        """True while other tables play the same cards, so that nobody else may see any here."""
        return self.deal is not None and not self.deal.over

    # before and during the game

    def set_plan(self, plan: Plan) -> None:
        """Change the game that will be played here; whoever sits on a seat that goes moves to another.

        Raises:
            Refusal: as for :meth:`check_plan`.
        """
        self.check_plan(plan)
        seated = [chair for chair in self.chairs if chair.person is not None]
        if len(self.chairs) != plan.seats:
            self.chairs = [*seated, *(Chair() for _ in range(plan.seats - len(seated)))]
        self._clear()
        self.plan = plan
        self.keep()

    def check_plan(self, plan: Plan) -> None:
        """Refuse a plan that cannot be set now.

        Raises:
            Refusal: the game has begun, or more people sit here than there would be seats.
        """
        if self.state == "playing":
            raise Refusal("The game at this table has begun.")
        if self.secret:
            raise Refusal(STILL)
        if sum(chair.person is not None for chair in self.chairs) > plan.seats:
            raise Refusal("More people sit here than the game would have seats.")

    def _clear(self) -> None:
        """Put the last game away."""
        self.session = None
        if self.deal is not None:
            self.deal.drop(self)

    def sit(self, person: int, seat: int) -> None:
        """Seat a person; in a running game, they take over from a computer player at its next decision."""
        self.chairs[seat] = Chair(person)
        self._own.note(person, seat, self.round)
        self._hand_back(seat)
        self.keep()

    def stand(self, seat: int) -> None:
        """Free a seat; in a running game, a computer player takes it."""
        person = self.chairs[seat].person
        if person is not None:
            self._own.note(person, seat, self.round)
            if self.deal is not None:
                self.deal.note(person, self)
        self.chairs[seat] = Chair()
        self._hand_over(seat)
        self.keep()

    def forget(self, person: int, here: Collection[int]) -> None:
        """Note that a person is removed from the room; *here* are the people in it."""
        self._own.remove(person, here, self.round)
        self.keep()

    def merge(self, person: int, newcomer: int) -> None:
        """Note that a newcomer is this person."""
        self._own.merge(person, newcomer)
        self.keep()

    def start(self, names: Mapping[int, str], deal: SharedDeal | None = None) -> None:
        """Start the game, with computer players on the free seats.

        Args:
            names: the name of each person here.
            deal: the cards that other tables play, too.

        Raises:
            Refusal: nobody sits here, or a game is being played.
        """
        if self.state == "playing":
            raise Refusal("The game at this table has begun.")
        if all(chair.person is None for chair in self.chairs):
            raise Refusal("Nobody sits at this table yet.")
        if self.secret:
            raise Refusal(STILL)
        people = [seat for seat, chair in enumerate(self.chairs) if chair.person is not None]
        seed = new_seed() if deal is None else deal.seed
        begun = {"seed": seed, "names": self._names(names), "people": people}
        self._book.drop_moves(self._room, self.number)
        self._clear()
        self._begin(begun)
        self._own = OwnSeats()
        for seat, chair in enumerate(self.chairs):
            if chair.person is not None:
                self._own.note(chair.person, seat, self.round)
        if deal is not None:
            deal.add(self)
        self.keep()

    def _names(self, names: Mapping[int, str]) -> list[str]:
        """Return the name of each seat; computer players get other names than everybody in the room."""
        taken = {name.casefold() for name in names.values()}
        more = (f"{name} {n}" for n in count(2) for name in NAMES)
        free = (name for name in chain(NAMES, more) if name.casefold() not in taken)
        return [next(free) if chair.person is None else names[chair.person] for chair in self.chairs]

    def _begin(self, begun: Mapping[str, Any]) -> None:
        game = self.plan.game()
        seats = [SeatPlan(name) for name in begun["names"]]  # whoever plays, and for however long, is a stand-in
        self.session = Session(game.id, seats, begun["seed"], **game.options)
        self._begun, self.n, self._ids, self._reviews = begun, 0, set(), Reviews()
        self._stood_in = []
        for seat, chair in enumerate(self.chairs):
            chair.stand_in, chair.ended, chair.late, chair.timed_out = False, None, 0, False
            if chair.person is None:
                self._hand_over(seat)

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
        return self._moved(seat, events)

    def step(self) -> Sequence[Event]:
        """Let the computer player to act take one action; return its events.

        Raises:
            OSError: it could not be written down; nothing has changed.
        """
        session = self._session
        seat = session.game.to_act
        assert seat is not None, "a computer player is to act"
        return self._moved(seat, session.step(lambda game: self._write(seat, _done(game), None)))

    def _moved(self, seat: int, events: Sequence[Event]) -> Sequence[Event]:
        if ends_turn(events):
            self._end_turn(seat)
        games = self._session.games
        result = games.result_at(len(games) - 1)
        if result is not None:
            for chair in self.chairs:
                if chair.person is not None and not chair.stand_in:
                    chair.ended, chair.ended_at = result, self.rev - 1
        return events

    def _write(self, seat: int, action: Mapping[str, Any] | None, message_id: str | None) -> None:
        move = StoredMove(self.n + 1, seat, message_id, action)
        self._book.add_move(self._room, self.number, move)
        self._note(move)

    def _note(self, move: StoredMove) -> None:
        """Note a move that is in the book."""
        self.n = move.n
        if move.id is not None:
            self._ids.add(move.id)
        if move.action is not None:
            self._stood_in.append(move.id is None and move.seat in self._begun.get("people", ()))

    def may_undo(self, seat: int) -> bool:
        """Return True if the last action is this seat's own and told nobody at this seat anything new."""
        games = self._session.games
        chair = self.chairs[seat]
        if len(games) < 2 or chair.ended is not None or chair.timed_out:
            return False
        last = games[-1].to_act == seat and self._session.last_decision(seat) == len(games) - 2
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
        self._undo(seat)

    def _undo(self, seat: int) -> None:
        self._session.undo(seat)
        del self._stood_in[len(self._session.games) - 1 :]

    def go_on(self, seat: int) -> None:
        """Close the last round's result."""
        self.chairs[seat].ended = None

    def may_go_on(self, seat: int, rev: object) -> bool:
        """Return True if a view with this number showed the result that is still open here.

        Meanwhile the others may have played on.
        """
        chair = self.chairs[seat]
        return chair.ended is not None and isinstance(rev, int) and chair.ended_at <= rev <= self.rev_for(seat)

    def _must_look_at_table(self, seat: int) -> None:
        if self.chairs[seat].timed_out:
            raise Refusal("Your time is up: a computer player ends this turn.")
        if self.chairs[seat].ended is not None:
            raise Refusal("Go on to the next round first.")

    def past_is_public(self) -> bool:
        """Return True if no other table has still to play a round with the same cards as one that has ended here."""
        deal = self.deal
        return deal is None or deal.over or len(self._session.games.results) <= deal.open_rounds

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
        pace: float = PACE,
    ) -> View:
        """Return the table as a seat sees it, or a spectator.

        Args:
            seat: the seat, or None.
            words: the texts of the page's language.
            events: the events since the page's last view.
            ack: the id of the message that this answers.
            paused: True if the host has stopped all tables.
            pace: the seconds before a computer player acts.
        """
        session = self._session
        game = session.game
        chair = None if seat is None else self.chairs[seat]
        ended = None if chair is None else chair.ended
        shown = views.public_view(game) if seat is None else views.seat_view(game, seat, words)
        results = self._results_for(seat)
        own = own_hand(session.games, results[-1], seat) if seat is not None and results else None
        secret = seat is None and self.secret
        if secret:
            shown, events = covered(shown, results), ()
        if ended is not None:
            shown, events = views.between_rounds(shown), views.split_round(events)[0]
        thinking = game.to_act if self.computer_acts and ended is None else None
        summary = None if ended is None else views.summary(ended, words)
        over = None if ended or secret else views.over(session.games, words)
        review = None if seat is None else self._review(seat, words)
        if summary and review:
            summary = {**summary, "review": review["review"]}
        elif over and review:
            over = {**over, **review}
        return {
            "v": 1,
            "rev": self.rev_for(seat),
            "ack": ack,
            **views.base_view(results, own),
            **shown,
            "you": seat,
            "missed": [] if ended or secret else views.missed_turns(session.games),
            "events": views.event_views(events, game, seat, words, stand_in=self._stand_in_of_last),
            "present": [self._present(at) for at in range(len(self.chairs))],
            "summary": summary,
            "over": over and {**over, "seed": ""},
            "undo": seat is not None and self.may_undo(seat),
            "thinking": views.named_seat(game, thinking),
            "pace": pace,
            "paused": paused,
        }

    @property
    def _stand_in_of_last(self) -> int | None:
        """The seat at which a computer has taken the last action for a person; None if none has."""
        return self._session.games[-2].to_act if self._stood_in[-1:] == [True] else None

    def _present(self, seat: int) -> Presence:
        """Return whether the person of a seat is there, or what there is instead."""
        match self.presence(seat):
            case "away":
                return "away"
            case "stand-in":
                return "stand-in"
            case "computer" if seat in self._begun.get("people", ()) and self.state == "playing":
                return "stand-in"
        return ""

    def _results_for(self, seat: int | None) -> Sequence[RoundResult]:
        """Return the rounds of which a seat or a spectator may know the result."""
        results = self._session.games.results
        if seat is None and self.deal is not None and not self.deal.over:
            return results[: self.deal.open_rounds]
        return results

    def story(self, seat: int | None, words: Text) -> Story:
        """Return the events so far as a seat saw them."""
        looking = seat is not None and self.chairs[seat].ended is not None
        games = self._session.games
        if seat is None and self.secret:
            results = self._results_for(seat)
            games, looking = games.until(results[-1].end + 1 if results else 0), True
        lines = views.story(games, seat, words, summary=looking, stand_ins=self._stood_in)
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

    # the coach

    @property
    def is_over_for_some(self) -> bool:
        """True if the game is over, or somebody looks at a round's result."""
        return self.state == "over" or any(chair.ended is not None for chair in self.chairs)

    def ask_review(self, seat: int, words: Text) -> AskedReview | None:
        """Return the review that this seat's view lacks; None if it shows no result, or it has been asked for."""
        over = self._over_for(seat)
        return None if over is None else self._reviews.ask(over[0], seat, words, whole=over[1])

    def _review(self, seat: int, words: Text) -> ResultReview | None:
        """Return what the coach says about the result that a seat looks at; None if that is not known yet."""
        over = self._over_for(seat)
        return None if over is None else self._reviews.of(over[0], seat, words, whole=over[1])

    def _over_for(self, seat: int) -> tuple[Game, bool] | None:
        """Return the end of the round or of the *whole* game whose result a seat looks at; None if it plays on."""
        ended = self.chairs[seat].ended
        if ended is not None:
            return ended.after, False
        return (self.game, True) if self.state == "over" else None

    # the book

    def keep(self) -> None:
        """Write down the plan, who sits here, and how the game began."""
        begun = None if self.session is None else {**self._begun, "own": self._own.to_dict()}
        chairs = [chair.person for chair in self.chairs]
        self._book.keep_table(self._room, StoredTable(self.number, self.plan.to_dict(), begun, chairs))

    @classmethod
    def stored(cls, book: Book, room: int, row: StoredTable) -> SharedTable:
        """Return a table of the book, at its last move."""
        table = cls(book, room, row.number, Plan.read(row.plan))
        table.chairs = [Chair(person) for person in row.chairs]
        if row.begun is not None:
            table._begin(row.begun)
            table._own = OwnSeats(row.begun.get("own"))
            for move in book.moves(room, row.number):
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
