"""An immutable game with its history: the main entry point for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import PurePath
from random import Random
from typing import Any, Unpack

from ..base import files
from ..base.html import as_html
from ..base.integers import check_seed, integer_from, shown
from ..base.names import checked_name, mended_name
from ..base.rows import Rows
from ..base.translatable import UNTRANSLATED, Refusal, phrase
from ..editions import check_registered
from ..editions import edition as find_edition
from ..rules import event_rows
from ..rules.actions import Action, IllegalAction
from ..rules.apply import apply, start
from ..rules.edition import Edition
from ..rules.events import Event
from ..rules.hidden.worlds import World, world
from ..rules.observation import (
    SAMPLERS,
    SPECTATOR,
    Log,
    Observation,
    Recall,
    logged,
    observe,
    opened,
    recalled,
    watch,
)
from ..rules.options import Options, takes_options
from ..rules.position import PositionError, from_position, to_position, to_start
from ..rules.record import FORMAT, RecordError, RecordReplay, Trail, begun, followed, to_rounds
from ..rules.rounds import Outcome, dealt_events
from ..rules.scoring import standings
from ..rules.state import Cards, State, Step

RECORD = files.FileKind(phrase("record"), FORMAT.partition("/")[0], 1, RecordError, 2_000_000)
NAME_LENGTH = 60
"""The maximum length of a player's name, in characters."""


class Game:
    """A game of any edition at one moment. Immutable: ``apply`` returns a new game.

    >>> game = Game.new("classic", players=["Ana", "Ben"], seed=7)
    >>> game.to_act, game.step
    (0, 'draw')
    >>> game = game.apply({"type": "draw", "from": "deck"})
    >>> game.step
    'play'
    """

    __slots__ = ("_log", "_recalls", "_start", "_trail", "events", "state", "to_act")

    state: State
    """The complete state, hidden cards included."""
    events: tuple[Event, ...]
    """The events of the last ``apply`` only, hidden cards included, oldest first; :meth:`rows` covers a whole game."""
    to_act: int | None
    """The seat whose turn it is, or None if the game is over."""

    def __init__(
        self,
        state: State,
        events: tuple[Event, ...],
        log: Log | None,
        recalls: tuple[Recall, ...],
        trail: Trail,
        start: State | None,
    ) -> None:
        """Store the parts. To create a game, call ``new``, ``from_position`` or ``replay`` instead."""
        self.state = state
        self.to_act = state.to_act
        self.events = events
        self._log = log
        self._recalls = recalls
        self._trail = trail
        self._start = start

    @classmethod
    @takes_options
    def new(
        cls,
        edition: str | Edition,
        players: Sequence[str] = ("Ana", "Ben"),
        seed: int | str = 0,
        **options: Unpack[Options],
    ) -> Game:
        """Start a game and deal its first round; the same seed produces the same game on every platform.

        Raises:
            ValueError: an unknown edition or option, a wrong number of players, or an invalid name or seed.
        """
        chosen = find_edition(edition, **options)
        names = tuple([checked_name(name, NAME_LENGTH) for name in _listed(players)])
        chosen.check_seats(len(names))
        if chosen.first_dealer is not None and chosen.first_dealer >= len(names):
            seat = chosen.first_dealer
            raise Refusal("no player sits in the seat that deals first (first_dealer={seat})", seat=seat)
        return cls._begun(start(chosen, names, check_seed(seed)))

    @classmethod
    def from_position(cls, position: Mapping[str, Any], seed: int | str = 0) -> Game:
        """Start a game from a position; *seed* determines all further randomness.

        Raises:
            ValueError: the position is impossible; the message says where the problem is.
        """
        if not isinstance(position, Mapping):
            raise PositionError(f"a position must be an object, not {type(position).__name__}")
        edition = find_edition(position.get("edition", ""), **_options(position))
        state = from_position(position, edition, check_seed(seed))
        return cls._from_start(state, None, state)

    @classmethod
    def replay(cls, record: Mapping[str, Any] | files.Source) -> Game:
        """Replay a game from its decks and actions, given as a record or a saved game's dict (``Session.to_dict``).

        Args:
            record: the dict; or its JSON as text, a ``Path`` or an open file, at most 2,000,000 characters long.

        Raises:
            ValueError: the record has a different format, is truncated, or breaks a rule; the message says where.
        """
        *_, last = cls.moments(record)
        return last

    @classmethod
    def moments(cls, record: Mapping[str, Any] | files.Source) -> Iterator[Game]:
        """Yield a recorded game at each moment: at the start, then after each action; ``game.at`` counts actions.

        Raises:
            ValueError: as for :meth:`replay`, raised when the faulty step is reached.
        """
        if not isinstance(record, Mapping):
            record = _record_in(record)
        record = record.get("record", record)
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
            deck = replay.first_deck(game.state)
            if deck is not None:
                game = cls._from_start(game.state, deck, game.state)
        else:
            names = _old_names(record.get("players"))
            edition.check_seats(len(names))
            game = cls._begun(replay.start(names, check_seed(record.get("seed"))))
        yield game
        for seat, outcome in replay.actions(game.state):
            game = game._after(seat, outcome)
            yield game

    def rows(
        self: Game | Mapping[str, Any], *, players: Mapping[str, str] | None = None, seat: int | None = None
    ) -> Rows:
        """Return a game as a list of flat rows, one for each event: ``game.rows()``, or ``Game.rows(record)`` for a
        record or a saved game's dict (``Session.to_dict``), which contains the player types.

        Each row has the same keys: round, turn (starting at 1 in each round; 0 before the first draw), seat, name,
        player (its type, such as ``"expert:5"``), event (its type, as in ``event.to_dict()``), card, and, for the hand
        after the event, hand_size and missing: the smallest number of additional cards that completes the seat's phase
        (0 once it is laid down). Keys that do not apply have the value None. ``rows.to_frame()`` returns a
        pandas.DataFrame.

        >>> rows = Game.new("classic", seed=7).apply({"type": "draw", "from": "deck"}).rows()
        >>> [(row["event"], row["seat"], row["card"], row["missing"]) for row in rows]
        [('round_dealt', None, 'R2', None), ('drawn', 0, 'Y11', 1)]

        Args:
            players: the player types by name; a record contains only names.
            seat: leave out everything that this seat has not seen: other seats' drawn and saved cards, and the
                distances of their hands. By default, the rows contain everything, because a record holds every card.

        Raises:
            ValueError: as for :meth:`replay`, or there is no such seat.
        """
        kinds: dict[str, Any] = {}
        if isinstance(self, Mapping) and "record" in self:
            kinds = _kinds(self.get("seats"))
        games = list(Game.moments(_record(self)))
        names = games[0].players
        place = None if seat is None else integer_from(0, seat, len(names) - 1)
        if place is None and seat is not None:
            raise ValueError(f"there is no seat {seat!r:.40}; the seats are 0 to {len(names) - 1}")
        if not isinstance(players, Mapping | None):
            raise ValueError(f"players must map names to types, as in {{'Ada': 'expert:5'}}, not {players!r:.60}")
        kinds |= players or {}
        moments = [(game.state, game.events) for game in games]
        return Rows(event_rows.rows(moments, [*map(kinds.get, names)], place))

    def apply(self, action: Action | Mapping[str, Any]) -> Game:
        """Return the game after an action by the seat whose turn it is, given as an :class:`Action` or its dict.

        Raises:
            IllegalAction: the rules forbid the action; this game is unchanged.
        """
        if not isinstance(action, Action):
            action = self._read(action)
        return self._after(self.state.to_act, apply(self.state, action))

    def legal_actions(self) -> tuple[Action, ...]:
        """Return every action open to the current seat, lay-downs included; cards with equal faces count as one."""
        state = self.state
        return () if state.to_act is None else observe(state, state.to_act).legal_actions()

    def observe(self, seat: int | None) -> Observation:
        """Return everything that this seat may know, and nothing else; for None, return only public information.

        Raises:
            IndexError: there is no such seat.
        """
        state = self.state
        if seat is None:
            return watch(state, self._log, self._recalls[SPECTATOR])
        at = integer_from(0, seat, len(state.seats) - 1)
        if at is None:
            raise IndexError(f"there is no seat {shown(seat)}; the seats are 0 to {len(state.seats) - 1}")
        return observe(state, at, self._log, self._recalls[at])

    def position(self) -> dict[str, Any]:
        """Return the complete state at this moment as JSON."""
        return to_position(self.state)

    def record(self) -> dict[str, Any]:
        """Return the complete game up to this moment as JSON."""
        state = self.state
        result: dict[str, Any] = {
            "format": FORMAT,
            "edition": state.edition.id,
            "options": dict(state.edition.options),
            "players": list(self.players),
            "seed": state.seed,
        }
        if (start := self._opening()) is not None:
            result["start"] = start
        return {**result, "rounds": to_rounds(self._trail)}

    @property
    def edition(self) -> Edition:
        return self.state.edition

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(seat.name for seat in self.state.seats)

    @property
    def done(self) -> Action | None:
        """The action that led here, with every card and choice spelled out, or None for the start of a game."""
        return self._trail.action

    @property
    def at(self) -> int:
        """The number of actions that led here, which is this game's index in :meth:`moments`."""
        return sum(1 for link in _links(self._trail) if link.action is not None)

    @property
    def step(self) -> Step | None:
        """The current step: ``"choose_phase"``, ``"draw"`` or ``"play"``, or None if the game is over."""
        return self.state.step

    @property
    def round(self) -> int:
        """The number of the current round, starting at 1; of the last round, if the game is over."""
        return self.state.round

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.to_act is None

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far, by seat; a low score is better."""
        return tuple(seat.score for seat in self.state.seats)

    @property
    def standings(self) -> list[dict[str, Any]]:
        """One row per seat, best first: seat, name, place, completed, score (G17, G18, V1)."""
        return standings(self.state)

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats (empty while the game runs)."""
        return self.state.winners

    @property
    def winner(self) -> int | None:
        """The only winning seat, or None."""
        return self.winners[0] if len(self.winners) == 1 else None

    _repr_html_ = as_html

    def __eq__(self, other: object) -> bool:
        """Return True if the other game reached the same state by the same actions with the same cards."""
        if not isinstance(other, Game):
            return NotImplemented
        if self is other:
            return True
        one, two = self.state, other.state
        if _rules(one.edition) != _rules(two.edition) or one._replace(edition=two.edition) != two:
            return False
        if self._opening() != other._opening():
            return False
        links = zip_longest(_links(self._trail), _links(other._trail))  # linked tuples nest too deeply for ``==``
        return all(one is two or (one and two and one[1:] == two[1:]) for one, two in links)

    def __hash__(self) -> int:
        state = self.state
        return hash((state.edition.id, state.seed, state.round, state.to_act, state.hands, state.draw_pile))

    def __repr__(self) -> str:
        state = self.state
        who = f"seat {state.to_act} to {state.step}" if state.to_act is not None else f"won by {list(state.winners)}"
        return f"<Game of {state.edition.id}, {len(state.seats)} seats, round {state.round}, {who}>"

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Edition, dict[str, Any]]]:
        return _arrived, (self.edition, self.record())

    def _after(self, seat: int | None, outcome: Outcome) -> Game:
        trail = followed(self._trail, -1 if seat is None else seat, outcome)
        log = logged(self._log, outcome.events)
        recalls = recalled(self._recalls, self.state, outcome.events, outcome.state)
        return Game(outcome.state, tuple(outcome.events), log, recalls, trail, self._start)

    def _opening(self) -> Mapping[str, Any] | None:
        """Return the position in which the game began, or None if it began with a deal."""
        return None if self._start is None else to_start(self._start)

    @classmethod
    def _sampled(cls, view: Observation, random: Random) -> Game:
        """Return a game that the observing seat cannot distinguish from the true one; see ``Observation.sample``."""
        while True:
            drawn = world(view, random)
            try:
                game = cls._in(drawn)
            except IllegalAction:  # it breaks must_lay_down
                continue
            game._log = view.log
            return game

    @classmethod
    def _in(cls, drawn: World) -> Game:
        """Replay the game of a sampled world; raise IllegalAction if a rule forbids it."""
        start, reshuffles = drawn.start, iter(drawn.reshuffles)

        def shuffle(state: State, cards: Cards, *, deal: bool) -> Cards:
            return next(reshuffles)

        whole = start.round == 1 and drawn.deck is not None
        game = cls._from_start(start, drawn.deck, None if whole else start)
        for action in drawn.actions:
            game = game._after(game.to_act, apply(game.state, action, shuffle))
        return game

    @classmethod
    def _from_start(cls, state: State, deck: Cards | None, start: State | None) -> Game:
        """Return a game at its first moment: just dealt from *deck*, or in the middle of a round if *deck* is None."""
        events = () if deck is None else dealt_events(state)
        return cls(state, events, logged(None, events), opened(state), begun(state, deck), start)

    @classmethod
    def _begun(cls, outcome: Outcome) -> Game:
        log = logged(None, outcome.events)
        recalls = opened(outcome.state)
        return cls(outcome.state, tuple(outcome.events), log, recalls, begun(outcome.state, outcome.dealt), None)

    def _read(self, data: Mapping[str, Any]) -> Action:
        """Parse an action's dict; the keys that a record adds are allowed if they are correct."""
        to_act = self.state.to_act
        if not isinstance(data, Mapping):
            return Action.from_dict(data)  # raises an error that explains the format
        if "seat" in data and data["seat"] != to_act and to_act is not None:
            raise IllegalAction("wrong_seat", "G2", "It is {name}'s turn.", name=self.players[to_act])
        return Action.from_dict({key: value for key, value in data.items() if key not in ("seat", "reshuffled")})


def _record_in(source: Any) -> Mapping[str, Any]:
    """Return the record in a text or a file, or the saved game that contains it, with nothing checked but its form."""
    if not isinstance(source, str | PurePath) and not callable(getattr(source, "read", None)):
        fault = f"a record must be a dict, such as one returned by game.record(), or its text, not {source!r:.60}"
        raise RecordError(UNTRANSLATED, fault=fault)
    data = files.parsed(source, RECORD)
    return data if isinstance(data, Mapping) and "record" in data else files.checked(data, RECORD)


def _links(trail: Trail) -> Iterator[Trail]:
    """Yield the links of a trail, newest first."""
    link: Trail | None = trail
    while link is not None:
        yield link
        link = link.before


def _rules(edition: Edition) -> tuple[object, ...]:
    """Return the key that equal editions share: id, options and deck. Looking up an edition with options
    creates a new object each time."""
    return edition.id, dict(edition.options), edition.build_deck


def _record(played: Game | Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the record of a game, which must be replayable here; leave anything else unchanged."""
    if not isinstance(played, Game):
        return played
    check_registered(played.edition, "the game could not be replayed")
    return played.record()


def _kinds(seats: Any) -> dict[str, Any]:
    """Return the player types by name, from the seats in a saved game."""
    rows = [row for row in seats if isinstance(row, Mapping)] if isinstance(seats, list) else []
    return {row["name"]: row.get("player") for row in rows if isinstance(row.get("name"), str)}


def _listed(players: Any) -> Sequence[Any]:
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise ValueError(f"players must be a list of names, not {str(players)[:60]!r}")
    return players


def _old_names(players: Any) -> tuple[str, ...]:
    """Return a record's names unchanged; names that earlier versions allowed are still accepted."""
    for name in _listed(players):
        if not mended_name(name, NAME_LENGTH) and not name.strip():
            checked_name(name, NAME_LENGTH)
    return tuple(players)


def _arrived(edition: Edition, record: Mapping[str, Any]) -> Game:
    """Return a game from another process; its edition and kinds of groups are already known here."""
    return Game.replay(record)


def _options(data: Mapping[str, Any]) -> dict[str, Any]:
    options = data.get("options", {})
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise ValueError("options must be an object of option names and values")
    return dict(options)


SAMPLERS["game"] = Game._sampled
