"""A game in progress: the one mutable object. Seats, history, undo, save and load."""

from __future__ import annotations

import base64
import json
import secrets
import zlib
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count, islice
from typing import Any, TypeAlias

from . import players as player_registry
from .core import files
from .core.actions import Action, IllegalAction
from .core.edition import Edition
from .core.events import Event
from .core.observation import Observation
from .core.options import takes_options
from .core.translatable import UNTRANSLATED, Refusal, phrase
from .editions import check_registered
from .editions import edition as find_edition
from .game import NAME_LENGTH, Game
from .moments import Moments
from .names import checked_name
from .players import Choice, Player, as_player
from .terms import SEEN, Terms, reveals

FORMAT = "phase10-session"
VERSION = 2
NAMES = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Florence", "Grace", "Hypatia")
"""Names for computer players that are given by level; more names than a table has seats."""
STAND_IN = "greedy"
"""The computer player that plays on for somebody's own."""
OWN = "own "
"""The beginning of an own player's entry in a saved game; its name follows."""
MOST_NAME = 100
"""The longest name of an own player in a saved game."""
NOTE = "This file holds the whole deal, hidden cards too."
MAX_FILE = 2_000_000
"""The largest saved game accepted, packed or unpacked, in characters; twice what :data:`MOST_ACTIONS` take."""
MOST_ACTIONS = 20_000
"""The longest saved game accepted, in actions; a game of six people takes about a thousand."""


NOT_KEPT = phrase(
    "{name} was a player of your own, {player}, and a file cannot keep it. In Python, load the game with "
    "Session.load(text, players={{'{player}': …}})."
)


class SaveError(Refusal):
    """A game that cannot be saved or loaded; nothing has changed."""


FILE = files.FileKind(phrase("saved game"), FORMAT, VERSION, SaveError, MAX_FILE)


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """The occupant of a seat: a person or a computer player."""

    name: str
    player: str | Player | Choice | None = None
    """The computer player's name, or a custom function or player; None for a person."""


class Substitute:
    """Plays like greedy in place of somebody's own player, whose code a saved game does not hold."""

    def __init__(self, name: str) -> None:
        """Stand in for the player of this name."""
        self.__name__ = name
        self._player = player_registry.get(STAND_IN)

    def __repr__(self) -> str:
        return f"<Substitute for {self.__name__}>"

    def choose(self, observation: Observation) -> Action:
        """Return greedy's choice."""
        return self._player.choose(observation)


Seated: TypeAlias = str | SeatPlan | Player | Choice
"""The accepted forms of a seat's occupant: see :class:`Session`."""


OwnPlayers: TypeAlias = Mapping[str, str | Player | Choice]
"""Players that a file cannot keep, by name: see :meth:`Session.load`."""


class Session:
    """A game in progress: people act through :meth:`act`, computer players through :meth:`step`."""

    _games: Moments
    _players: tuple[Player | None, ...]
    """The computer player that acts for each seat; None for a person."""
    terms: Terms | None = None
    """The terms of a deal that others play, too; None for any other game."""

    @takes_options
    def __init__(
        self, edition: str | Edition, seats: Sequence[Seated], seed: int | str | None = 0, **options: Any
    ) -> None:
        """Start a game.

        Args:
            edition: the edition's id, or an edition.
            seats: one entry per seat: a :class:`SeatPlan`, the name of a computer player or person, or a custom
                function or player.
            seed: decides all chance in the game; None draws a random seed.
            options: the edition's options by name.

        Raises:
            ValueError: as for :meth:`Game.new`, or an unknown computer player.
        """
        self.seat_plans = tuple(sit(seats))
        """The occupant of each seat."""
        chance = secrets.randbelow(1_000_000_000) if seed is None else seed
        game = Game.new(find_edition(edition, **options), [plan.name for plan in self.seat_plans], chance)
        self._set(Moments([game]))

    def __eq__(self, other: object) -> bool:
        """Return True for the same game so far, with the same players, on the same terms."""
        if not isinstance(other, Session):
            return NotImplemented
        return self is other or _parts(self) == _parts(other)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"<Session of {repr(self.game).removeprefix('<Game of ')}"

    @property
    def game(self) -> Game:
        """The current game."""
        return self._games.last

    @property
    def games(self) -> Moments:
        """Every game from the start, the current one last."""
        return self._games

    @property
    def people(self) -> tuple[int, ...]:
        """The seats taken by people."""
        return tuple(at for at, plan in enumerate(self.seat_plans) if plan.player is None)

    @property
    def waits_for_person(self) -> bool:
        """True if a person is to act, without a stand-in."""
        seat = self.game.to_act
        return seat is not None and self._players[seat] is None

    def hand_over(self, seat: int, player: str | Player | Choice) -> None:
        """Let a computer player act for a person from the next decision on; files still name the person.

        Raises:
            ValueError: the seat is a computer player's, or the player is unknown.
        """
        if self.seat_plans[seat].player is not None:
            raise ValueError(f"seat {seat} is a computer player's")
        self._stand_in(seat, player_registry.for_game(player, self.game.state.seed, f"stand-in {seat}"))

    def give_back(self, seat: int) -> None:
        """Let the person act again; nothing changes at a seat without a stand-in."""
        if self.seat_plans[seat].player is None:
            self._stand_in(seat, None)

    def is_own(self, seat: int) -> bool:
        """Return True if a custom player acts for this seat: a function or an object, neither a name nor a person."""
        plan, player = self.seat_plans[seat].player, self._players[seat]
        return _is_own(plan) and not isinstance(player, Substitute)

    @property
    def absent(self) -> tuple[str, ...]:
        """The names at the seats of custom players that a saved game did not hold."""
        return tuple(plan.name for plan in self.seat_plans if isinstance(plan.player, Substitute))

    def seat_own(self, own: Mapping[str, Player | Choice]) -> None:
        """Give custom players that a saved game did not hold their seats back, by their labels."""
        for seat, plan in enumerate(self.seat_plans):
            player = own.get(plan.player.__name__) if isinstance(plan.player, Substitute) else None
            if player is not None:
                plans = list(self.seat_plans)
                plans[seat] = SeatPlan(plan.name, player)
                self.seat_plans = tuple(plans)
                self._stand_in(seat, player_registry.get(player))

    def substitute(self, seat: int) -> None:
        """Let greedy play on for a custom player that failed, to the end of this game."""
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
            keep: stores the new game before it counts; if it raises, nothing has changed.

        Raises:
            IllegalAction: it is another seat's turn, or the rules refuse the action; nothing has changed.
        """
        to_act = self.game.to_act
        if to_act is None:
            raise IllegalAction("game_over", "G16", "The game is over.")
        if seat != to_act:
            raise IllegalAction("wrong_seat", "G2", "It is the turn of {name}.", name=self.game.players[to_act])
        return self._move(self.game.apply(action), keep)

    def step(self, keep: Callable[[Game], None] | None = None) -> tuple[Event, ...]:
        """Let the computer player to act, or a stand-in, take one action; return its events. *keep* is as for `act`.

        Raises:
            ValueError: no computer player is to act.
            PlayerError: the player gave no legal answer; nothing has changed.
        """
        seat = self.game.to_act
        player = None if seat is None else self._players[seat]
        if player is None:
            raise ValueError("no computer player is to act")
        return self._move(player_registry.move(self.game, player), keep)

    def follow(self, action: Action | Mapping[str, Any]) -> None:
        """Apply a recorded action of the seat to act, whoever plays it.

        Raises:
            IllegalAction: the rules refuse the action; nothing has changed.
        """
        self._move(self.game.apply(action))

    def run(self) -> None:
        """Let computer players act until a person is to act or the game is over."""
        while self.game.to_act is not None and not self.waits_for_person:
            self.step()

    def observe(self, seat: int) -> Observation:
        """Return everything that this seat may know."""
        return self.game.observe(seat)

    def can_undo(self, seat: int) -> bool:
        """Return True if this seat has a decision to take back, and its terms allow that."""
        decided = any(_decides(game, seat) for game in islice(self._games, len(self._games) - 1))
        return decided and not self.has_seen_more(seat)

    def last_decision(self, seat: int) -> int | None:
        """Return the number of the moment of this seat's last decision; None if it has not decided anything yet."""
        return next((at for at in reversed(range(len(self._games) - 1)) if _decides(self._games[at], seat)), None)

    def has_seen_more(self, seat: int) -> bool:
        """Return True if this is a deal that others play, too, and the seat has learned something since it decided."""
        at = None if self.terms is None else self.last_decision(seat)
        if at is None:
            return False
        return any(reveals(event, seat) for game in islice(self._games, at + 1, None) for event in game.events)

    def undo(self, seat: int) -> None:
        """Go back to just before this seat's last decision and forget everything after it.

        Raises:
            ValueError: the seat has not decided anything yet, or it may not go back past what it has seen.
        """
        at = self.last_decision(seat)
        if at is None:
            raise ValueError("there is nothing to undo")
        if self.has_seen_more(seat):
            raise Refusal(SEEN)
        self._games = self._games.until(at + 1)

    def again(self, seed: int | str | None = None) -> Session:
        """Return a new game for the same seats with the same options; None draws a random seed.

        The same seed deals the same cards; on terms, this is another attempt.
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
            "seats": [{"name": plan.name, "player": _written(plan.player)} for plan in self.seat_plans],
            "record": self.game.record(),
            "position": self.game.position(),
            **({} if self.terms is None else {"terms": self.terms.to_dict()}),
        }

    def save(self) -> str:
        """Return the saved game as the text of a file; it holds the whole deal, but compressed and not readable.

        Raises:
            SaveError: :meth:`load` could not read the file, since its edition has no name, or it is too long.
        """
        edition = self.game.edition
        check_registered(edition, f"{edition.id!r} could not be loaded again", SaveError)
        data = self.to_dict()
        check_length(data["record"])
        packed = base64.b64encode(zlib.compress(json.dumps(data).encode())).decode()
        return json.dumps({"format": FORMAT, "version": VERSION, "note": NOTE, "packed": packed}, indent=1)

    @classmethod
    def load(cls, text: str, players: OwnPlayers | None = None, *, substitute: bool = False) -> Session:
        """Return the game of a saved text, at the moment of saving.

        Args:
            text: the content of the file.
            players: your own functions and players again, by name, as in ``{"ThriftyPlayer": ThriftyPlayer()}``; a file
                keeps only what they are called. The name is the seat's, or the player's for all its seats.
            substitute: True to let greedy play on for those of your own that are not among *players*.

        Raises:
            SaveError: the text is truncated, of a newer version, altered, or not a saved game; or a player is missing
                in *players*, or is in it for no seat.
        """
        return cls.from_dict(parsed(text), players, substitute=substitute)

    @classmethod
    def from_dict(cls, data: Any, players: OwnPlayers | None = None, *, substitute: bool = False) -> Session:
        """Return the game of a dict made by :meth:`to_dict`; the arguments are as for :meth:`load`.

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
        """Replay the game of such a dict, an action at a step, and return it.

        Raises:
            SaveError: as for :meth:`load`.
        """
        _check_header(data)
        if not isinstance(players, Mapping | None):
            fault = f"players maps names to players, as in {{'ThriftyPlayer': ThriftyPlayer()}}, not {players!r:.60}"
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
        session.seat_plans = _seat_plans(data["seats"], games[-1], players or {}, substitute=substitute)
        session.terms = Terms.from_dict(data.get("terms"))
        session._set(games)
        return session

    @classmethod
    def from_game(cls, game: Game, seats: Sequence[Seated]) -> Session:
        """Return a session that goes on from this game, which may be a position; *seats* are as for a new session.

        Raises:
            ValueError: the seats do not have the names of the game's players.
        """
        session = cls.__new__(cls)
        session.seat_plans = tuple(sit(seats))
        names = [plan.name for plan in session.seat_plans]
        if names != list(game.players):
            raise ValueError(f"the game is of {', '.join(game.players)}, not of {', '.join(names)}")
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
        return game.events


def _parts(session: Session) -> tuple[object, ...]:
    return session.seat_plans, session.games, session.terms


def _decides(game: Game, seat: int) -> bool:
    """Return True if the seat is to act, except on the only phase there is: screens choose that without asking."""
    return game.to_act == seat and not (game.step == "choose_phase" and len(game.legal_actions()) == 1)


def sit(seats: Sequence[Seated]) -> list[SeatPlan]:
    """Return the occupant of each seat. A text is a computer player if it names one, and a person otherwise.

    People keep their names. A computer player given by level gets a name, such as Ada; any other is named after its
    player. If a name is taken, the computer player gets the next free name or a number: greedy, greedy 2.

    Raises:
        ValueError: two people with the same name, a text that nearly names a computer player, an unknown level, or
        something other than a list of names. A :class:`SeatPlan` gives a person any name.
    """
    if isinstance(seats, str) or not isinstance(seats, Sequence):
        raise ValueError(f"players is a list of names, not {str(seats)[:60]!r}")
    plans = [seat if isinstance(seat, SeatPlan) else _seat_plan(seat) for seat in seats]
    given = [SeatPlan(checked_name(plan.name, NAME_LENGTH), plan.player) for plan in plans]
    taken: list[str] = []
    for name in (plan.name for plan in given if plan.player is None):
        if name in taken:
            raise Refusal("two people cannot both be called '{name}'", name=name)
        taken.append(name)
    result = []
    for plan in given:
        name = plan.name
        if plan.player is not None:
            name = _free(name, taken)
            taken.append(name)
        result.append(SeatPlan(name, plan.player))
    return result


def _seat_plan(seat: str | Player | Choice) -> SeatPlan:
    if not isinstance(seat, str):
        return SeatPlan(player_registry.label(as_player(seat)), seat)
    if not player_registry.is_name(seat):
        if near := player_registry.near_name(seat):
            raise Refusal("there is no computer player '{name}'; did you mean '{near}'?", name=seat[:60], near=near)
        return SeatPlan(seat)
    return SeatPlan(seat if player_registry.level_of(seat) is None else NAMES[0], seat)


def _free(name: str, taken: Sequence[str]) -> str:
    """Return the name, or if it is taken, another of ``NAMES`` or the name with a number."""
    others = chain(NAMES if name in NAMES else (), (f"{name} {n}" for n in count(2)))
    return next(each for each in chain((name,), others) if each not in taken)


def _written(player: str | Player | Choice | None) -> str | None:
    """Return the entry for a saved game; of a custom player, only the name is saved."""
    return player if player is None or isinstance(player, str) else OWN + own_label(player)


def own_label(player: Player | Choice) -> str:
    """Return the name under which a saved game notes a custom player."""
    return player_registry.label(player)[:MOST_NAME]


def _is_own(player: object) -> bool:
    return player is not None and not isinstance(player, str | Substitute)


def parsed(text: str) -> Any:
    """Return the unchecked dict of a saved text, as short as a game can be.

    Raises:
        SaveError: the text is truncated, of a newer version, or not a saved game.
    """
    data = _unpacked_file(text)
    check_length(data.get("record") if isinstance(data, dict) else None)
    return data


def _unpacked_file(text: str) -> Any:
    """Parse the text of a saved game; version 1 was not compressed."""
    data = files.parsed(text, FILE)
    if not isinstance(data, dict) or "packed" not in data:
        return data
    packed = files.checked(data, FILE)["packed"]
    try:
        unpacked = _unpacked(packed).decode()
    except (ValueError, TypeError, zlib.error) as error:
        raise FILE.damaged() from error
    return files.parsed(unpacked, FILE)


def _unpacked(packed: str) -> bytes:
    unpack = zlib.decompressobj()
    result = unpack.decompress(base64.b64decode(packed, validate=True), MAX_FILE)
    if not unpack.eof:
        raise ValueError("it is cut off, or far too long")
    return result


def check_length(record: object) -> None:
    """Refuse the unchecked record of a file if it has more than :data:`MOST_ACTIONS` actions.

    Raises:
        SaveError: it has more.
    """
    if actions_in(record) > MOST_ACTIONS:
        raise SaveError("The file has more than {most} actions.", most=MOST_ACTIONS)


def actions_in(record: object) -> int:
    """Return the number of actions in an unchecked record."""
    rounds = record.get("rounds") if isinstance(record, dict) else None
    found = [row.get("actions") for row in rounds if isinstance(row, dict)] if isinstance(rounds, list) else []
    return sum([len(actions) for actions in found if isinstance(actions, list)])


def _check_header(data: Any) -> None:
    files.checked(data, FILE)
    for key in ("seats", "record", "position"):
        if key not in data:
            raise SaveError("The saved game is incomplete: it has no '{key}'.", key=key)


def _seat_plans(rows: Any, game: Game, players: OwnPlayers, *, substitute: bool) -> tuple[SeatPlan, ...]:
    if not isinstance(rows, list) or len(rows) != len(game.players):
        raise SaveError("The saved game does not name a player for every seat.")
    result, used = [], set[str]()
    for row, name in zip(rows, game.players, strict=True):
        player: Any = row.get("player") if isinstance(row, dict) else 0
        own = player[len(OWN) :] if isinstance(player, str) and player.startswith(OWN) else ""
        if 0 < len(own) <= MOST_NAME and own.isprintable():
            key = name if name in players else own
            if key in players:
                player = players[key]
                used.add(key)
            elif substitute:
                player = Substitute(own)
            else:
                raise SaveError(NOT_KEPT, name=name, player=own[:60])
        elif not may_sit(player):
            player = 0
        if player == 0 or row.get("name") != name:
            raise SaveError("The saved game has an unknown player at {name}'s seat.", name=name)
        result.append(SeatPlan(name, player))
    for key in players:
        if key not in used:
            raise SaveError(UNTRANSLATED, fault=f"players= names {key!r:.60}, but the file has no such player")
    return tuple(result)


def may_sit(player: object) -> bool:
    """Return True for the name of a computer player, and for None, a person."""
    if not isinstance(player, str):
        return player is None
    try:
        player_registry.get(player)
    except ValueError:
        return False
    return True
