"""Games: an immutable value with its history, the main entry point for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .core import rules
from .core.actions import Action, IllegalAction
from .core.edition import Edition
from .core.events import Event
from .core.html import as_html
from .core.integers import check_seed, integer_from, shown
from .core.observation import Log, Observation, logged, observe, watch
from .core.position import PositionError, from_position, to_position
from .core.record import FORMAT, RecordError, RecordReplay, Trail, begun, followed, to_rounds
from .core.rounds import Turn
from .core.scoring import standings
from .core.state import State, Step
from .core.translatable import Refusal
from .editions import edition as find_edition

JOINERS = "\u200c\u200d"
"""Characters that join others, as in emoji and Persian; other invisible ones could disguise what stands beside them."""
_NAME_LENGTH = 60


class Game:
    """A game of any edition at one moment. Immutable: ``apply`` returns a new game.

    >>> game = Game.new("classic", players=["Ana", "Ben"], seed=7)
    >>> game.to_act, game.step
    (0, 'draw')
    >>> game = game.apply({"type": "draw", "from": "deck"})
    >>> game.step
    'play'
    """

    __slots__ = ("_log", "_start", "_trail", "events", "state", "to_act")

    state: State
    """The complete state, hidden cards included."""
    events: tuple[Event, ...]
    """The events of the last ``apply``, hidden cards included, oldest first."""
    to_act: int | None
    """The seat to act, or None if the game is over."""

    def __init__(
        self, state: State, events: tuple[Event, ...], log: Log | None, trail: Trail, start: Mapping[str, Any] | None
    ) -> None:
        """Store the parts; make games with ``new``, ``from_position`` or ``replay`` instead."""
        self.state = state
        self.to_act = state.to_act
        self.events = events
        self._log = log
        self._trail = trail
        self._start = start

    @classmethod
    def new(
        cls, edition: str | Edition, players: Sequence[str] = ("Ana", "Ben"), seed: int | str = 0, **options: Any
    ) -> Game:
        """Start a game and deal its first round; the same seed gives the same game on every platform.

        Raises:
            ValueError: an unknown edition or option, a wrong number of players, or an invalid name or seed.
        """
        chosen = find_edition(edition, **options)
        names = _names(players)
        chosen.check_seats(len(names))
        if chosen.first_dealer is not None and chosen.first_dealer >= len(names):
            seat = chosen.first_dealer
            raise Refusal("no player sits at the seat that deals first (first_dealer={seat})", seat=seat)
        return cls._begun(rules.start(chosen, names, check_seed(seed)))

    @classmethod
    def from_position(cls, position: Mapping[str, Any], seed: int | str = 0) -> Game:
        """Start a game at a position; *seed* decides all further chance.

        Raises:
            ValueError: the position is impossible; the message says where.
        """
        if not isinstance(position, Mapping):
            raise PositionError(f"a position is an object, not {type(position).__name__}")
        edition = find_edition(position.get("edition", ""), **_options(position))
        state = from_position(position, edition, check_seed(seed))
        return cls(state, (), None, begun(state, None), to_position(state))

    @classmethod
    def replay(cls, record: Mapping[str, Any]) -> Game:
        """Replay a recorded game with its decks and actions.

        Raises:
            ValueError: the record has another format, is truncated, or breaks a rule; the message says where.
        """
        *_, last = cls.moments(record)
        return last

    @classmethod
    def moments(cls, record: Mapping[str, Any]) -> Iterator[Game]:
        """Yield every game of a record in turn: the first one, then the game after each action.

        Raises:
            ValueError: as for :meth:`replay`, raised when the faulty step is reached.
        """
        if not isinstance(record, Mapping) or record.get("format") != FORMAT:
            other = record.get("format") if isinstance(record, Mapping) else type(record).__name__
            raise RecordError(
                "this is '{other}', not a record in the format {known}", known=FORMAT, other=str(other)[:60]
            )
        edition = find_edition(record.get("edition", ""), **_options(record))
        replay = RecordReplay(edition, record.get("rounds"))
        if record.get("start") is not None:
            game = cls.from_position(record["start"], check_seed(record.get("seed")))
            if game.edition.id != edition.id or dict(game.edition.options) != dict(edition.options):
                raise RecordError("the record's starting position has a different edition or different options")
            replay.skip_deck()
        else:
            names = _names(record.get("players"))
            edition.check_seats(len(names))
            game = cls._begun(replay.start(names, check_seed(record.get("seed"))))
        yield game
        for seat, outcome in replay.actions(game.state):
            game = game._after(seat, outcome)
            yield game

    def apply(self, action: Action | Mapping[str, Any]) -> Game:
        """Return the game after an action of the seat to act, given as an :class:`Action` or its dict.

        Raises:
            IllegalAction: the rules refuse the action; this game is unchanged.
        """
        if not isinstance(action, Action):
            action = self._read(action)
        return self._after(self.state.to_act, rules.apply(self.state, action))

    def legal_actions(self) -> tuple[Action, ...]:
        """Return every action of the seat to act, lay-downs included; cards with equal faces count as one."""
        state = self.state
        return () if state.to_act is None else observe(state, state.to_act).legal_actions()

    def observe(self, seat: int | None) -> Observation:
        """Return everything that this seat may know, and nothing else; for None, what everybody may know.

        Raises:
            IndexError: there is no such seat.
        """
        state = self.state
        if seat is None:
            return watch(state, self._log)
        at = integer_from(0, seat, len(state.seats) - 1)
        if at is None:
            raise IndexError(f"there is no seat {shown(seat)}; the seats are 0 to {len(state.seats) - 1}")
        return observe(state, at, self._log)

    def position(self) -> dict[str, Any]:
        """Return the complete state at this moment as JSON."""
        return to_position(self.state)

    def record(self) -> dict[str, Any]:
        """Return the complete game so far as JSON."""
        state = self.state
        result: dict[str, Any] = {
            "format": FORMAT,
            "edition": state.edition.id,
            "options": dict(state.edition.options),
            "players": list(self.players),
            "seed": state.seed,
        }
        if self._start is not None:
            result["start"] = self._start
        return {**result, "rounds": to_rounds(self._trail)}

    @property
    def edition(self) -> Edition:
        return self.state.edition

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(seat.name for seat in self.state.seats)

    @property
    def done(self) -> Action | None:
        """The action that led here, with every card and choice spelled out; None for the start of a game."""
        return self._trail.action

    @property
    def step(self) -> Step | None:
        """``"choose_phase"``, ``"draw"`` or ``"play"``; None if the game is over."""
        return self.state.step

    @property
    def standings(self) -> list[dict[str, Any]]:
        """One row per seat, best first: seat, name, place, completed, score (G17, G18, V1)."""
        return standings(self.state)

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats; empty while the game runs."""
        return self.state.winners

    @property
    def winner(self) -> int | None:
        """The only winning seat, or None."""
        return self.winners[0] if len(self.winners) == 1 else None

    _repr_html_ = as_html

    def __repr__(self) -> str:
        state = self.state
        who = f"seat {state.to_act} to {state.step}" if state.to_act is not None else f"won by {list(state.winners)}"
        return f"<Game of {state.edition.id}, {len(state.seats)} seats, round {state.round}, {who}>"

    def __reduce__(self) -> tuple[Callable[[Mapping[str, Any]], Game], tuple[dict[str, Any]]]:
        return Game.replay, (self.record(),)

    def _after(self, seat: int | None, outcome: Turn) -> Game:
        trail = followed(self._trail, -1 if seat is None else seat, outcome)
        return Game(outcome.state, tuple(outcome.events), logged(self._log, outcome.events), trail, self._start)

    @classmethod
    def _begun(cls, outcome: Turn) -> Game:
        log = logged(None, outcome.events)
        return cls(outcome.state, tuple(outcome.events), log, begun(outcome.state, outcome.dealt), None)

    def _read(self, data: Mapping[str, Any]) -> Action:
        """Parse an action's dict; the keys that a record adds are allowed if they are correct."""
        to_act = self.state.to_act
        if not isinstance(data, Mapping):
            return Action.from_dict(data)  # raises with an explanation of the format
        if "seat" in data and data["seat"] != to_act and to_act is not None:
            raise IllegalAction("wrong_seat", "G2", "It is the turn of {name}.", name=self.players[to_act])
        return Action.from_dict({key: value for key, value in data.items() if key not in ("seat", "reshuffled")})


def _names(players: Any) -> tuple[str, ...]:
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise ValueError(f"players is a list of names, not {str(players)[:60]!r}")
    for name in players:
        if not isinstance(name, str) or not name.strip() or len(name) > _NAME_LENGTH:
            shown = str(name)[:80]
            raise Refusal(
                "a player's name must be 1 to {most} characters long, not '{name}'", most=_NAME_LENGTH, name=shown
            )
        if not all(character.isprintable() or character in JOINERS for character in name):
            raise Refusal("a player's name must have only visible characters, unlike {name}", name=repr(name))
    return tuple(players)


def _options(data: Mapping[str, Any]) -> dict[str, Any]:
    options = data.get("options", {})
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise ValueError("options is an object of option names and values")
    return dict(options)
