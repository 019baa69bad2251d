"""The player protocol, and the function that applies or rejects a player's answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from ..base.errors import Phase10Error
from ..rules.actions import Action, IllegalAction
from ..rules.observation import SPECTATOR, Observation


class Player(Protocol):
    """A player, which chooses actions based only on its seat's observation.

    >>> import phase10_widgets as p10
    >>> class First:
    ...     def choose(self, observation):
    ...         return observation.legal_actions()[0]
    >>> p10.players.move(p10.Game.new("classic"), First()).step
    'play'
    """

    def choose(self, observation: Observation, /) -> Action:
        """Return a legal action for the observing seat, whose turn it is."""


def check_turn(view: object) -> None:
    """Reject a value from which no built-in player can choose an action.

    Raises:
        TypeError: it is not an observation but, for example, a game.
        ValueError: it is not the observing seat's turn.
    """
    if not isinstance(view, Observation):
        raise TypeError(f"a player needs an observation, such as game.observe(game.to_act), not {type(view).__name__}")
    if view.to_act is None:
        raise ValueError("the game is over: there is nothing left to choose")
    if view.to_act != view.seat:
        who = "a spectator" if view.seat == SPECTATOR else f"seat {view.seat}"
        raise ValueError(f"it is seat {view.to_act}'s turn, not {who}'s; pass game.observe(game.to_act)")


class PlayerError(Phase10Error, ValueError):
    """The player's answer is unusable: the player raised an error, returned no action, or broke a rule.

    The original error is its ``__cause__``.

    >>> import phase10_widgets as p10
    >>> p10.players.move(p10.Game.new("classic", ["Ana", "Ben"]), p10.players.as_player(lambda observation: 1 / 0))
    Traceback (most recent call last):
    phase10_widgets.players.base.PlayerError: Ana stopped with an error: ZeroDivisionError: division by zero
    """

    answer: Action | None = None
    """The player's answer, if it was an action."""


class _Game(Protocol):
    """The part of a game that :func:`move` needs; players never see it."""

    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def to_act(self) -> int | None: ...
    def observe(self: G, seat: int | None, /) -> Observation: ...
    def apply(self: G, action: Action | Mapping[str, Any], /) -> G: ...


G = TypeVar("G", bound=_Game)


def move(game: G, player: Player) -> G:
    """Return the game after *player* has acted for the seat whose turn it is.

    >>> from phase10_widgets import Game, players
    >>> players.move(Game.new("classic"), players.get("greedy")).step
    'play'

    Raises:
        PlayerError: the player raised an error, or its answer is not a legal action; the game is unchanged.
        IllegalAction: the game is over.
        ValueError: *game* is not a game, or *player* is not a player.
    """
    if not hasattr(player, "choose"):
        raise ValueError(f"a player must have choose(observation), like those from players.get; not {player!r:.60}")
    try:
        seat = game.to_act
    except AttributeError:
        raise ValueError(f"a move needs a Game, not {game!r:.60}") from None
    if seat is None:
        raise IllegalAction("game_over", "G16", "The game is over.")
    name, view, answer = game.players[seat], game.observe(seat), None
    try:
        answer = player.choose(view)
        return game.apply(answer)
    except IllegalAction as error:
        what = "returned no action" if error.code == "malformed" else "broke a rule"
        fault = PlayerError(f"{name} {what}: {error}")
        fault.answer = answer if isinstance(answer, Action) else None
        raise fault from error
    except (Exception, SystemExit) as error:
        if answer is not None:  # not the player's fault
            raise
        what = f"{type(error).__name__}: {error}"[:300]
        raise PlayerError(f"{name} stopped with an error: {what}") from error
