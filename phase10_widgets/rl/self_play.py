"""Many simultaneous games, for a policy that plays every seat and processes observations in batches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np

from ..base.field_docs import with_field_docs
from ..base.integers import check_seed, integer, seed_of
from ..editions import edition as find_edition
from ..rules.actions import Action
from ..rules.options import Options, takes_options
from .coding import ObservedPhases, coding_of
from .encoded_game import EncodedGame, Illegal

if TYPE_CHECKING:
    from numpy.typing import NDArray


@with_field_docs
class Batch(NamedTuple):
    """One moment in every game; row *i* of each array belongs to game *i*.

    >>> from phase10_widgets import rl
    >>> batch = rl.SelfPlay(4, "classic", seats=2).reset(seed=1)
    >>> batch.masks.shape[0], batch.seats
    (4, array([0, 0, 0, 0]))
    """

    observations: NDArray[Any]
    """The observations of the seats whose turn it is: float32, one row for each game."""
    masks: NDArray[Any]
    """The legal actions of those seats: int8, one row for each game."""
    seats: NDArray[Any]
    """The seats whose turn it is."""
    rewards: NDArray[Any]
    """Every seat's reward for the last action: float32, one column for each seat."""
    over: NDArray[Any]
    """True where the last action ended a game; the observation there belongs to the next game."""
    illegal: NDArray[Any]
    """True where the mask forbade the last action and the legal action with the lowest number replaced it."""


class SelfPlay:
    """Games played side by side in one process; a finished game is immediately replaced by the next one.

    >>> from phase10_widgets import rl
    >>> games = rl.SelfPlay(4, "classic", seats=2)
    >>> batch = games.reset(seed=1)
    >>> games.step(batch.masks.argmax(axis=1)).over.tolist()
    [False, False, False, False]
    """

    @takes_options
    def __init__(
        self,
        games: int,
        edition: str = "classic",
        seats: int = 2,
        *,
        shaping: float = 0.0,
        illegal: Illegal = "replace",
        observe_phases: ObservedPhases = "played",
        **options: Unpack[Options],
    ) -> None:
        """Prepare *games* games; the other settings are those of ``env``.

        Raises:
            ValueError: an unknown edition, or an invalid option, number of games or seats, or setting.
        """
        n_games = integer(games)
        if n_games is None or n_games < 1:
            raise ValueError(f"games must be a whole number of at least 1, not {games!r:.60}")
        self.coding = coding_of(find_edition(edition, **options), seats, observe_phases)
        self.names = [f"seat_{at}" for at in range(self.coding.seats)]
        self.plays = [EncodedGame(self.coding, shaping=shaping, illegal=illegal) for _ in range(n_games)]
        """The games; ``plays[i].game`` is the game in row *i*."""

    def __repr__(self) -> str:
        return f"<SelfPlay {self.coding.edition.id}, {self.coding.seats} seats, {len(self.plays)} games>"

    def reset(self, seed: int | str = 0) -> Batch:
        """Deal new games; the same seed produces the same games.

        Raises:
            ValueError: the seed is neither a whole number nor text, or it is too long.
        """
        seed = check_seed(seed)
        for at, play in enumerate(self.plays):
            play.deal(self.names, seed_of(seed, at))
        none: NDArray[Any] = np.zeros(len(self.plays), bool)
        return self._batch(np.zeros((len(self.plays), len(self.names)), np.float32), none, none.copy())

    def step(self, actions: Iterable[int]) -> Batch:
        """Apply one action, given by number, to each game; if an error is raised, no game changes.

        Raises:
            ValueError: there are more or fewer actions than games.
            TypeError: an action is not an integer.
            IllegalAction: a mask forbids an action and the setting is "refuse".
            RuntimeError: no games have begun; ``reset`` deals them.
        """
        chosen, told = zip(*self._read(actions), strict=True)
        rewards: NDArray[Any] = np.zeros((len(self.plays), len(self.names)), np.float32)
        over: NDArray[Any] = np.zeros(len(self.plays), bool)
        for at, (play, action) in enumerate(zip(self.plays, chosen, strict=True)):
            before = play.game.state
            play.game = play.game.apply(action)
            gains = play.rewards(before)
            if gains is not None:
                rewards[at] = gains
            if play.game.to_act is None:
                over[at] = True
                play.deal(self.names)
        return self._batch(rewards, over, np.array(["illegal" in info for info in told]))

    def _read(self, actions: Iterable[int]) -> list[tuple[Action, dict[str, Any]]]:
        """Return the actions with these numbers, and the info for each."""
        try:
            numbers = list(actions)
        except TypeError:
            raise ValueError(f"step needs a list of actions, one for each game, not {actions!r:.60}") from None
        if len(numbers) != len(self.plays):
            raise ValueError(f"there are {len(self.plays)} games, so step needs an action for each, not {len(numbers)}")
        return [play.read(number) for play, number in zip(self.plays, numbers, strict=True)]

    def _batch(self, rewards: NDArray[Any], over: NDArray[Any], illegal: NDArray[Any]) -> Batch:
        to_act = [play.game.to_act or 0 for play in self.plays]
        return Batch(
            np.stack([play.observation(at) for play, at in zip(self.plays, to_act, strict=True)]),
            np.stack([play.mask(at) for play, at in zip(self.plays, to_act, strict=True)]),
            np.array(to_act),
            rewards,
            over,
            illegal,
        )
