"""What a player is, and the one place where its answer is played or refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from ..core.actions import Action, IllegalAction
from ..core.observation import Observation


class Player(Protocol):
    """Chooses actions from what one seat may know."""

    def choose(self, observation: Observation, /) -> Action:
        """A legal action for the seat of this observation, which is to act."""


class PlayerError(ValueError):
    """A player's answer cannot be played: an error stopped it, it is no action, or the rules refuse it.

    The error itself is its ``__cause__``.
    """

    answer: Action | None = None
    """What the player answered, if it was an action."""


class _Game(Protocol):
    """A game, as far as a player's answer needs one. Players never see it."""

    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def to_act(self) -> int | None: ...
    def observe(self: G, seat: int | None, /) -> Observation: ...
    def apply(self: G, action: Action | Mapping[str, Any], /) -> G: ...


G = TypeVar("G", bound=_Game)


def move(game: G, player: Player) -> G:
    """The game after the seat to act did what *player* chooses for it.

    >>> from phase10_widgets import Game, players
    >>> players.move(Game.new("classic"), players.get("greedy")).step
    'play'

    Raises:
        PlayerError: the player stopped with an error, or answered nothing that can be played; the game is as it was.
        IllegalAction: the game is over.
    """
    seat = game.to_act
    if seat is None:
        raise IllegalAction("game_over", "G16", "The game is over.")
    name, answer = game.players[seat], None
    try:
        answer = _asked(player, game.observe(seat), name)
        return game.apply(answer)
    except IllegalAction as error:
        what = "gave no action" if error.code == "malformed" else "broke a rule"
        fault = PlayerError(f"{name} {what}: {error}")
        fault.answer = answer if isinstance(answer, Action) else None
        raise fault from error


def _asked(player: Player, view: Observation, name: str) -> Action:
    try:
        return player.choose(view)
    except IllegalAction:  # an answer that is read and refused in there
        raise
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"[:300]
        raise PlayerError(f"{name} stopped with an error: {fault}") from error
