"""A game in progress: the one mutable object. Seats, history, undo, save and load."""

from __future__ import annotations

import base64
import json
import secrets
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Any, TypeAlias

from . import players as player_registry
from .core import files
from .core.actions import Action, IllegalAction
from .core.events import Event
from .core.messages import Refusal, phrase
from .core.observation import Observation
from .game import Game
from .players import Choice, Player, as_player

FORMAT = "phase10-session"
VERSION = 2
NAMES = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Florence", "Grace", "Hypatia")
"""Names for computer players that are asked for by a level; more than seats at any table."""
NOTE = "This file holds the whole deal, hidden cards too."
MAX_FILE = 20_000_000
"""The longest saved game that is read, in characters."""


class SaveError(Refusal):
    """A saved game that cannot be loaded; nothing was changed."""


FILE = files.FileKind(phrase("saved game"), FORMAT, VERSION, SaveError, MAX_FILE)


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who sits at a seat: a person, or a player by name."""

    name: str
    player: str | Player | Choice | None = None
    """The computer player by its name, or a function or player of one's own; None for a person."""


Seated: TypeAlias = str | SeatPlan | Player | Choice
"""Who sits at a seat, as it may be given: see :class:`Session`."""


class Session:
    """A game that is being played: people act through :meth:`act`, computer players through :meth:`step`."""

    def __init__(self, edition: str, seats: Sequence[Seated], seed: int | str | None = 0, **options: Any) -> None:
        """A new game.

        Args:
            edition: the edition's id.
            seats: for each seat a :class:`SeatPlan`, or a text: a computer player's name, or a person's; or a function
                or player of one's own.
            seed: decides all chance of the game; None draws one.
            options: the edition's options by name.

        Raises:
            ValueError: as for :meth:`Game.new`, and for a computer player that there is not.
        """
        self.sitters = tuple(sit(seats))
        chance = secrets.randbelow(1_000_000_000) if seed is None else seed
        self._set(Game.new(edition, [sitter.name for sitter in self.sitters], chance, **options))

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self._game

    @property
    def games(self) -> tuple[Game, ...]:
        """Every moment of the game from its beginning, the present one last."""
        return (*self._past, self._game)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats at which people sit."""
        return tuple(at for at, sitter in enumerate(self.sitters) if sitter.player is None)

    @property
    def waits_for_person(self) -> bool:
        """Whether a person is to act."""
        return self._game.to_act in self.people

    def act(self, seat: int, action: Action | Mapping[str, Any]) -> tuple[Event, ...]:
        """A person acts; the events it brought, the whole truth.

        Raises:
            IllegalAction: it is not this seat's turn, or the rules refuse the action; nothing has changed.
        """
        to_act = self._game.to_act
        if to_act is None:
            raise IllegalAction("game_over", "G16", "The game is over.")
        if seat != to_act:
            raise IllegalAction("wrong_seat", "G2", "It is the turn of {name}.", name=self._game.players[to_act])
        return self._move(self._game.apply(action))

    def step(self) -> tuple[Event, ...]:
        """The computer player that is to act takes one action; its events.

        Raises:
            ValueError: no computer player is to act.
            PlayerError: it gave no answer that can be played; nothing has changed.
        """
        seat = self._game.to_act
        player = None if seat is None else self._players[seat]
        if player is None:
            raise ValueError("no computer player is to act")
        return self._move(player_registry.move(self._game, player))

    def run(self) -> None:
        """Let computer players act until a person is to act or the game is over."""
        while self._game.to_act is not None and not self.waits_for_person:
            self.step()

    def observe(self, seat: int) -> Observation:
        """What this seat may know."""
        return self._game.observe(seat)

    def can_undo(self, seat: int) -> bool:
        """Whether this person's seat has a decision to take back."""
        return any(game.to_act == seat for game in self._past)

    def undo(self, seat: int) -> None:
        """Go back to just before this seat's last decision, and forget all that came after it.

        Raises:
            ValueError: the seat has decided nothing yet.
        """
        if not self.can_undo(seat):
            raise ValueError("there is nothing to undo")
        while True:
            self._game = self._past.pop()
            if self._game.to_act == seat:
                return

    def again(self, seed: int | str | None = None) -> Session:
        """A new game for the same seats with the same options; None draws a seed."""
        edition = self._game.edition
        return Session(edition.id, self.sitters, seed, **edition.options)

    def to_dict(self) -> dict[str, Any]:
        """The saved game: it holds every card, hidden ones too."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "seats": [{"name": sitter.name, "player": _written(sitter.player)} for sitter in self.sitters],
            "record": self._game.record(),
            "position": self._game.position(),
        }

    def save(self) -> str:
        """The saved game as text for a file. It holds the whole deal, packed: a glance at it gives no card away."""
        packed = base64.b64encode(zlib.compress(json.dumps(self.to_dict()).encode())).decode()
        return json.dumps({"format": FORMAT, "version": VERSION, "note": NOTE, "packed": packed}, indent=1)

    @classmethod
    def load(cls, text: str) -> Session:
        """The game of a saved text, at the moment at which it was saved.

        Raises:
            SaveError: the text is cut, of a newer version, changed, or no saved game at all.
        """
        return cls.from_dict(_parsed(text))

    @classmethod
    def from_dict(cls, data: Any) -> Session:
        """The game of :meth:`to_dict`.

        Raises:
            SaveError: as for :meth:`load`.
        """
        _check_header(data)
        session = cls.__new__(cls)
        try:
            *past, game = Game.moments(data["record"])
        except ValueError as error:
            raise SaveError("The saved game cannot be played again: {fault}", fault=error) from error
        if game.position() != data["position"]:
            raise SaveError("The saved game was changed: its cards do not lie where its actions leave them.")
        session.sitters = _sitters(data["seats"], game)
        session._set(game)
        session._past = past
        return session

    def _set(self, game: Game) -> None:
        self._game = game
        self._past: list[Game] = []
        """Every game before this one, oldest first."""
        self._players: tuple[Player | None, ...] = tuple(
            None if sitter.player is None else player_registry.get(sitter.player, seed=f"{game.state.seed}/seat {at}")
            for at, sitter in enumerate(self.sitters)
        )

    def _move(self, game: Game) -> tuple[Event, ...]:
        self._past.append(self._game)
        self._game = game
        return game.events


def sit(seats: Sequence[Seated]) -> list[SeatPlan]:
    """Who sits where. A text that names a computer player is one.

    People keep their names. A computer player that has levels is given a name, such as Ada; any other is called what
    it is. Where two would be called the same, the next name is taken, or a number: greedy, greedy 2.

    Raises:
        ValueError: two people of one name, a level that there is not, or no list of names.
    """
    if isinstance(seats, str) or not isinstance(seats, Sequence):
        raise ValueError(f"players is a list of names, not {str(seats)[:60]!r}")
    given = [seat if isinstance(seat, SeatPlan) else _sitter(seat) for seat in seats]
    taken: list[str] = []
    for name in (sitter.name for sitter in given if sitter.player is None):
        if name in taken:
            raise Refusal("two people cannot both be called '{name}'", name=name)
        taken.append(name)
    found = []
    for sitter in given:
        name = sitter.name
        if sitter.player is not None:
            name = _free(name, taken)
            taken.append(name)
        found.append(SeatPlan(name, sitter.player))
    return found


def _sitter(seat: str | Player | Choice) -> SeatPlan:
    if not isinstance(seat, str):
        return SeatPlan(player_registry.label(as_player(seat)), seat)
    if not player_registry.is_name(seat):
        return SeatPlan(seat)
    return SeatPlan(seat if player_registry.level_of(seat) is None else NAMES[0], seat)


def _free(name: str, taken: Sequence[str]) -> str:
    """This name; or where it is taken, another of ours, or the same with a number."""
    others = chain(NAMES if name in NAMES else (), (f"{name} {n}" for n in count(2)))
    return next(each for each in chain((name,), others) if each not in taken)


def _written(player: str | Player | Choice | None) -> str | None:
    """A player in a saved game; one of somebody's own is not in there, and such a game cannot be played on."""
    return player if player is None or isinstance(player, str) else f"own {player_registry.label(player)}"


def _parsed(text: str) -> Any:
    """The saved game in this text; version 1 was not packed."""
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
    found = unpack.decompress(base64.b64decode(packed, validate=True), MAX_FILE)
    if not unpack.eof:
        raise ValueError("it is cut off, or far too long")
    return found


def _check_header(data: Any) -> None:
    files.checked(data, FILE)
    for key in ("seats", "record", "position"):
        if key not in data:
            raise SaveError("The saved game is incomplete: it has no '{key}'.", key=key)


def _sitters(rows: Any, game: Game) -> tuple[SeatPlan, ...]:
    if not isinstance(rows, list) or len(rows) != len(game.players):
        raise SaveError("The saved game does not say who sits at each seat.")
    found = []
    for row, name in zip(rows, game.players, strict=True):
        player: Any = row.get("player") if isinstance(row, dict) else 0
        if not may_sit(player) or row.get("name") != name:
            raise SaveError("The saved game has somebody unknown at the seat of {name}.", name=name)
        found.append(SeatPlan(name, player))
    return tuple(found)


def may_sit(player: object) -> bool:
    """Whether this names a computer player; or None, for a person."""
    if not isinstance(player, str):
        return player is None
    try:
        player_registry.get(player)
    except ValueError:
        return False
    return True
