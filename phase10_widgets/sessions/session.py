"""A game in progress: the only mutable object, with history, undo, saving and loading."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Generator, Mapping, Sequence
from itertools import islice
from typing import Any, Unpack

from .. import players as player_registry
from ..base.files import Source
from ..base.translatable import UNTRANSLATED, Refusal
from ..editions import check_registered
from ..editions import edition as find_edition
from ..game.game import Game
from ..game.moments import Moments
from ..players import Player
from ..players.function import AnyPlayer
from ..rules.actions import Action, IllegalAction
from ..rules.edition import Edition
from ..rules.events import Event
from ..rules.observation import Observation
from ..rules.options import Options, takes_options
from .saved_game import FORMAT, VERSION, SaveError, check_header, loaded_seats, packed, parsed, written_player
from .seating import OwnPlayers, Seated, SeatPlan, Substitute, is_custom, sit
from .shared_deal import SEEN, Terms, reveals


class Session:
    """A game in progress: people act through :meth:`act`, computer players through :meth:`step`.

    >>> import phase10_widgets as p10
    >>> session = p10.Session("classic", ["Ana", "greedy"], seed=7, phases=[1])
    >>> session.act(0, p10.Draw("deck"))[0].card
    <classic card Y11>
    >>> session.undo(0)
    >>> p10.Session.load(session.save()).game == session.game
    True
    """

    _games: Moments
    _players: tuple[Player | None, ...]
    """The computer player that acts for each seat, or None for a person."""
    terms: Terms | None = None
    """The terms of a shared deal, or None for any other game."""
    changed: Callable[[tuple[Event, ...]], None] | None = None
    """A function that is called with the events of every change, also if it is undone (without events)."""

    @takes_options
    def __init__(
        self, edition: str | Edition, players: Sequence[Seated], seed: int | str | None = 0, **options: Unpack[Options]
    ) -> None:
        """Start a game.

        Args:
            edition: the edition's id, or an edition.
            players: one for each seat: the name of a computer player or person; a custom function, class or player; or
                a pair of a name and one of these, with None for a person.
            seed: determines all randomness in the game; None draws a random seed.
            options: the edition's options by name.

        Raises:
            ValueError: as for :meth:`Game.new`, or a computer player is unknown.
        """
        self.seat_plans = tuple(sit(players))
        """The occupant of each seat."""
        chance = secrets.randbelow(1_000_000_000) if seed is None else seed
        game = Game.new(find_edition(edition, **options), [plan.name for plan in self.seat_plans], chance)
        self._set(Moments([game]))

    def __eq__(self, other: object) -> bool:
        """Return True if both sessions have the same game, players and terms."""
        if not isinstance(other, Session):
            return NotImplemented
        return self is other or _parts(self) == _parts(other)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "changed"}

    def __repr__(self) -> str:
        return f"<Session of {repr(self.game).removeprefix('<Game of ')}"

    @property
    def game(self) -> Game:
        """The current game."""
        return self._games.last

    @property
    def games(self) -> Moments:
        """Every game from the first to the current one."""
        return self._games

    @property
    def people(self) -> tuple[int, ...]:
        """The seats taken by people."""
        return tuple(at for at, plan in enumerate(self.seat_plans) if plan.player is None)

    @property
    def waits_for_person(self) -> bool:
        """True if it is a person's turn and that person has no stand-in."""
        seat = self.game.to_act
        return seat is not None and self._players[seat] is None

    @property
    def computer_acts(self) -> bool:
        """True if it is a computer player's or a stand-in's turn."""
        return self.game.to_act is not None and not self.waits_for_person

    def hand_over(self, seat: int, player: AnyPlayer) -> None:
        """Let a computer player act for a person from the next decision on; files still name the person.

        Raises:
            ValueError: the seat is a computer player's, or the player is unknown.
        """
        if self.seat_plans[seat].player is not None:
            raise ValueError(f"seat {seat} belongs to a computer player")
        self._stand_in(seat, player_registry.for_game(player, self.game.state.seed, f"stand-in {seat}"))

    def give_back(self, seat: int) -> None:
        """Let the person act again; this has no effect on a seat without a stand-in."""
        if self.seat_plans[seat].player is None:
            self._stand_in(seat, None)

    def is_own(self, seat: int) -> bool:
        """Return True if a custom player (a function or an object, neither a name nor a person) acts for this seat."""
        plan, player = self.seat_plans[seat].player, self._players[seat]
        return is_custom(plan) and not isinstance(player, Substitute)

    @property
    def absent(self) -> tuple[str, ...]:
        """The names of the seats whose custom players a saved game did not contain."""
        return tuple(plan.name for plan in self.seat_plans if isinstance(plan.player, Substitute))

    def seat_own(self, own: Mapping[str, AnyPlayer]) -> None:
        """Seat the custom players from *own*, keyed by label, that were missing from a saved game."""
        for seat, plan in enumerate(self.seat_plans):
            player = own.get(plan.player.__name__) if isinstance(plan.player, Substitute) else None
            if player is not None:
                plans = list(self.seat_plans)
                plans[seat] = SeatPlan(plan.name, player)
                self.seat_plans = tuple(plans)
                self._stand_in(seat, player_registry.get(player))

    def substitute(self, seat: int) -> None:
        """Let greedy replace a failed custom player for the rest of this game."""
        self._stand_in(seat, Substitute(self.seat_plans[seat].name))

    def _stand_in(self, seat: int, player: Player | None) -> None:
        self._players = (*self._players[:seat], player, *self._players[seat + 1 :])

    def act(
        self, seat: int, action: Action | Mapping[str, Any], keep: Callable[[Game], None] | None = None
    ) -> tuple[Event, ...]:
        """Apply a person's action and return its events, hidden cards included.

        Args:
            seat: the person's seat.
            action: the action, or its dict.
            keep: a function that stores the new game before it takes effect; if it raises an error, nothing changes.

        Raises:
            IllegalAction: it is another seat's turn, or the rules do not allow the action; nothing has changed.
        """
        to_act = self.game.to_act
        if to_act is None:
            raise IllegalAction("game_over", "G16", "The game is over.")
        if seat != to_act:
            raise IllegalAction("wrong_seat", "G2", "It is {name}'s turn.", name=self.game.players[to_act])
        return self._move(self.game.apply(action), keep)

    def step(self, keep: Callable[[Game], None] | None = None) -> tuple[Event, ...]:
        """Take one action for the computer player or stand-in whose turn it is; return the events.

        *keep* works the same way as in `act`.

        Raises:
            ValueError: it is not a computer player's turn.
            PlayerError: the player returned no legal action; nothing has changed.
        """
        seat = self.game.to_act
        player = None if seat is None else self._players[seat]
        if player is None:
            raise ValueError("it is not a computer player's turn")
        return self._move(player_registry.move(self.game, player), keep)

    def follow(self, action: Action | Mapping[str, Any]) -> None:
        """Apply a recorded action for the person or computer player whose turn it is.

        Raises:
            IllegalAction: the rules do not allow the action; nothing has changed.
        """
        self._move(self.game.apply(action))

    def run(self) -> Game:
        """Let computer players act until it is a person's turn or the game is over, and return the game then.

        >>> from phase10_widgets import Session
        >>> Session("classic", ["greedy", "expert:3"], seed=1, phases=[1]).run().winners
        (0,)
        """
        while self.computer_acts:
            self.step()
        return self.game

    def observe(self, seat: int) -> Observation:
        """Return everything that this seat may know."""
        return self.game.observe(seat)

    def can_undo(self, seat: int) -> bool:
        """Return True if this seat has a decision to undo and the terms allow undoing it."""
        decided = any(_decides(game, seat) for game in islice(self._games, len(self._games) - 1))
        return decided and not self.has_seen_more(seat)

    def last_decision(self, seat: int) -> int | None:
        """Return the index of the moment at which this seat last decided, or None if it has not decided yet."""
        return next((at for at in reversed(range(len(self._games) - 1)) if _decides(self._games[at], seat)), None)

    def can_undo_last(self, seat: int) -> bool:
        """Return True if this seat made the last decision, still has the turn, and has learned nothing since.

        People at separate screens may take back such a decision, because nobody else notices.
        """
        last = self.game.to_act == seat and self.last_decision(seat) == len(self._games) - 2
        return last and not self.has_learned(seat)

    def has_learned(self, seat: int) -> bool:
        """Return True if the seat has learned something since its last decision."""
        at = self.last_decision(seat)
        if at is None:
            return False
        return any(reveals(event, seat) for game in islice(self._games, at + 1, None) for event in game.events)

    def has_seen_more(self, seat: int) -> bool:
        """Return True if others also play this deal and the seat has learned something since its last decision."""
        return self.terms is not None and self.has_learned(seat)

    def undo(self, seat: int) -> None:
        """Go back to just before this seat's last decision; everything after it is lost.

        Raises:
            ValueError: the seat has not decided anything yet, or the terms forbid undoing past something it has seen.
        """
        at = self.last_decision(seat)
        if at is None:
            raise ValueError("there is nothing to undo")
        if self.has_seen_more(seat):
            raise Refusal(SEEN)
        self._games = self._games.until(at + 1)
        if self.changed is not None:
            self.changed(())

    def again(self, seed: int | str | None = None) -> Session:
        """Return a new game for the same seats with the same options; None draws a random seed.

        The same seed deals the same cards; if there are terms, this counts as another attempt.
        """
        again = Session(self.game.edition, self.seat_plans, seed)
        if self.terms is not None and seed == self.game.state.seed:
            again.terms = self.terms.again()
        return again

    def to_dict(self) -> dict[str, Any]:
        """Return the saved game; it contains every card, hidden ones included."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "seats": [{"name": plan.name, "player": written_player(plan.player)} for plan in self.seat_plans],
            "record": self.game.record(),
            "position": self.game.position(),
            **({} if self.terms is None else {"terms": self.terms.to_dict()}),
        }

    def save(self) -> str:
        """Return the saved game as text for a file; it contains the whole deal, compressed and not human-readable.

        Raises:
            SaveError: :meth:`load` could not read the file, because its edition is not registered or it is too long.
        """
        edition = self.game.edition
        check_registered(edition, f"{edition.id!r} could not be loaded again", SaveError)
        return packed(self.to_dict())

    @classmethod
    def load(cls, text: Source, players: OwnPlayers | None = None, *, substitute: bool = False) -> Session:
        """Return the saved game that this text contains.

        Args:
            text: the content of the file; or its ``Path``, or an open file.
            players: your custom functions and players, by name, as in ``{"ThriftyPlayer": ThriftyPlayer()}``; a
                file keeps only their names. Each key is the name of a seat, or the name of a player for all its seats.
            substitute: True to let greedy replace custom players that are not among *players*.

        Raises:
            SaveError: the text is truncated, from a newer version, altered, or not a saved game; or *players* lacks a
                player or has one without a seat.
        """
        return cls.from_dict(parsed(text), players, substitute=substitute)

    @classmethod
    def from_dict(cls, data: Any, players: OwnPlayers | None = None, *, substitute: bool = False) -> Session:
        """Return the game in a dict made by :meth:`to_dict`; the arguments are as for :meth:`load`.

        Raises:
            SaveError: as for :meth:`load`.
        """
        steps = cls.replaying(data, players, substitute=substitute)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                session: Session = end.value
                return session

    @classmethod
    def replaying(
        cls, data: Any, players: OwnPlayers | None = None, *, substitute: bool = False
    ) -> Generator[None, None, Session]:
        """Replay the game in a dict made by :meth:`to_dict`, yielding after each action, and return the game.

        Raises:
            SaveError: as for :meth:`load`.
        """
        check_header(data)
        if not isinstance(players, Mapping | None):
            fault = f"players must map names to players, like {{'ThriftyPlayer': ThriftyPlayer()}}, not {players!r:.60}"
            raise SaveError(UNTRANSLATED, fault=fault)
        session = cls.__new__(cls)
        found: list[Game] = []
        try:
            for game in Game.moments(data["record"]):
                found.append(game)
                yield
        except ValueError as error:
            raise SaveError("The saved game cannot be replayed: {fault}", fault=error) from error
        games = Moments(found)
        if games[-1].position() != data["position"]:
            raise SaveError("The saved game has been altered: its cards do not match its recorded actions.")
        session.seat_plans = loaded_seats(data["seats"], games[-1], players or {}, substitute=substitute)
        session.terms = Terms.from_dict(data.get("terms"))
        session._set(games)
        return session

    @classmethod
    def from_game(cls, game: Game, players: Sequence[Seated]) -> Session:
        """Return a session that continues this game, which may start from a position; *players* are as in a new one.

        Raises:
            ValueError: the names differ from those of the game's players.
        """
        session = cls.__new__(cls)
        session.seat_plans = tuple(sit(players))
        names = [plan.name for plan in session.seat_plans]
        if names != list(game.players):
            raise ValueError(f"the game's players are {', '.join(game.players)}, not {', '.join(names)}")
        session._set(Moments([game]))
        return session

    def _set(self, games: Moments) -> None:
        self._games = games
        seed = games[-1].state.seed
        self._players = tuple(
            None if plan.player is None else player_registry.for_game(plan.player, seed, f"seat {at}")
            for at, plan in enumerate(self.seat_plans)
        )

    def _move(self, game: Game, keep: Callable[[Game], None] | None = None) -> tuple[Event, ...]:
        if keep is not None:
            keep(game)
        self._games = self._games.then(game)
        if self.changed is not None:
            self.changed(game.events)
        return game.events


def _parts(session: Session) -> tuple[object, ...]:
    return session.seat_plans, session.games, session.terms


def _decides(game: Game, seat: int) -> bool:
    """Return True if it is the seat's turn, unless only one phase can be chosen (screens choose it automatically)."""
    return game.to_act == seat and not (game.step == "choose_phase" and len(game.legal_actions()) == 1)
