"""A Gymnasium environment for one learner, with other players at the remaining seats."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

import gymnasium

from .. import players as registry
from ..base.integers import LONGEST_SEED, integer_from, shown
from ..editions import edition as find_edition
from ..game.game import Game
from ..players import Player, move
from ..players.function import AnyPlayer
from ..rules.observation import Observation
from ..rules.options import Options, takes_options
from .coding import ObservedPhases, coding_of
from .encoded_game import EncodedGame, Illegal, cycles
from .environment import RENDER_FPS, RENDER_MODES, check_render_mode, observation_space, rendered

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Phase10Env(gymnasium.Env):  # type: ignore[misc]
    """An environment for one agent, also available as ``gymnasium.make("phase10_widgets/Phase10-v0")``.

    Observations, actions and rewards are those of ``env``, seen from the agent's seat; the reward for a step includes
    everything up to the agent's next turn.

    >>> from phase10_widgets import rl
    >>> env = rl.Phase10Env("classic", opponents="greedy", phases=[1])
    >>> seen, info = env.reset(seed=7)
    >>> env.step(seen["action_mask"].argmax())[1]
    0.0
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}

    @takes_options
    def __init__(
        self,
        edition: str = "classic",
        seats: int = 2,
        *,
        opponents: AnyPlayer | Sequence[AnyPlayer] = "greedy",
        seat: int | None = None,
        max_cycles: int | None = None,
        shaping: float = 0.0,
        illegal: Illegal = "replace",
        render_mode: str | None = None,
        observe_phases: ObservedPhases = "played",
        **options: Unpack[Options],
    ) -> None:
        """Create an environment for games of one edition.

        Args:
            edition: the edition's id.
            seats: the number of players, opponents included.
            opponents: the player at every other seat (a name, a function, a class or a player), or a list with one for
                each, starting at the agent's left.
            seat: the agent's seat. None lets each game's seed decide, so that no seat is favored.
            max_cycles: the number of the agent's own decisions after which a game is truncated; the opponents'
                decisions do not count. None lets every game end naturally.
            shaping: as in ``env``.
            illegal: as in ``env``.
            render_mode: as in ``env``.
            observe_phases: as in ``env``.
            options: the edition's options by name.

        Raises:
            ValueError: an unknown edition or player, or an invalid option, number of seats or setting.
        """
        check_render_mode(render_mode)
        self.coding = coding_of(find_edition(edition, **options), seats, observe_phases)
        self._play = EncodedGame(self.coding, shaping=shaping, illegal=illegal)
        self.render_mode = render_mode
        self._opponents = _opponents(opponents, self.coding.seats - 1)
        if seat is not None and integer_from(0, seat, self.coding.seats - 1) is None:
            raise ValueError(f"seat must be a number from 0 to {self.coding.seats - 1}, or None, not {seat!r:.60}")
        self._fixed_seat = seat
        self._max_cycles = cycles(max_cycles)
        self.action_space = gymnasium.spaces.Discrete(self.coding.n_actions)
        self.observation_space = observation_space(self.coding)
        self.seat = 0
        """The agent's seat in this game."""

    def __repr__(self) -> str:
        return f"<Phase10Env {self.coding.edition.id}, {self.coding.seats} seats>"

    @property
    def game(self) -> Game:
        """The game being played."""
        return self._play.game

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a new game and return the agent's first observation and its info.

        With *seed*, the game is the same as ``Game.new(…, seed=seed)``; without a seed, it is the next game in the
        series that the last seed began. *options* is ignored.

        Raises:
            ValueError: the seed is not a whole number of at least 0 with at most 100 digits.
        """
        seed = _whole_seed(seed)
        super().reset(seed=seed)
        names = [f"seat_{at}" for at in range(self.coding.seats)]
        chance = self._play.deal(names, seed)
        self.seat = self._seat_for(chance)
        self._others: dict[int, Player] = {}
        for place, opponent in enumerate(self._opponents, 1):
            at = (self.seat + place) % self.coding.seats
            self._others[at] = registry.for_game(opponent, chance, f"opponent {at}")
        self._decisions = 0
        self._let_others_play()
        self._draw_for_people()
        return self._play.encode(self.seat), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Apply the agent's action, let the others play, and return the observation at the agent's next turn.

        Returns the observation, the reward, whether the game is over, whether it is truncated, and the info with the
        ``"action_mask"``.

        Raises:
            TypeError: the action is not an integer; the game is unchanged.
            IllegalAction: the mask forbids the action and the setting is "refuse"; the game is unchanged.
            RuntimeError: the game is over or has not begun; ``reset`` deals a new one.
        """
        play = self._play
        if play.game.to_act is None:
            raise RuntimeError("the game is over; call reset() first")
        chosen, told = play.read(action)
        before = play.game.state
        play.game = play.game.apply(chosen)
        self._let_others_play()
        gains = play.rewards(before)
        self._decisions += 1
        over = play.game.to_act is None
        self._draw_for_people()
        return (
            play.encode(self.seat),
            gains[self.seat] if gains is not None else 0.0,
            over,
            not over and self._max_cycles is not None and self._decisions >= self._max_cycles,
            {**self._info(), **told},
        )

    def action_masks(self) -> NDArray[Any]:
        """Return the mask of legal actions as booleans; MaskablePPO from Stable-Baselines3 calls this method."""
        return self._play.mask(self.seat).astype(bool)

    def view(self) -> Observation:
        """Return the agent's observation without encoding it, for players such as ``greedy``."""
        return self.game.observe(self.seat)

    def render(self) -> str | NDArray[Any] | None:
        """Return the table, including the agent's hand, as text ("ansi") or pixels ("rgb_array"), or write the text
        ("human")."""
        return rendered(self.game, self.seat, self.render_mode)

    def _seat_for(self, chance: int | str) -> int:
        if self._fixed_seat is not None:
            return int(self._fixed_seat)
        return Random(f"{chance}/agent").randrange(self.coding.seats)

    def _let_others_play(self) -> None:
        while (at := self.game.to_act) is not None and at != self.seat:
            self._play.game = move(self.game, self._others[at])

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._play.mask(self.seat), "seat": self.seat}

    def _draw_for_people(self) -> None:
        if self.render_mode == "human":
            self.render()


def _whole_seed(seed: object) -> int | None:
    """Return a seed that Gymnasium accepts, or None; raise ValueError for anything else."""
    found = integer_from(0, seed, 10**LONGEST_SEED - 1)
    if seed is not None and found is None:
        raise ValueError(
            f"seed must be None or a whole number of at least 0 with at most {LONGEST_SEED} digits, not {shown(seed)}"
        )
    return found


def _opponents(given: Any, n: int) -> tuple[Any, ...]:
    """Return one opponent for each of the other seats.

    Raises:
        ValueError: a player is unknown, or the list has the wrong length.
    """
    several = isinstance(given, Sequence) and not isinstance(given, str) and not _is_pair(given)
    found = tuple(given) if several else (given,) * n
    if len(found) != n:
        raise ValueError(
            f"opponents must be one player, or a list of {n}, one for each other seat; this list has {len(found)}"
        )
    for one in found:
        registry.get(one)
    return found


def _is_pair(given: Sequence[Any]) -> bool:
    """Return True for a player with a name, such as ``("Mine", player)``, and False for a list of players."""
    return isinstance(given, tuple) and len(given) == 2 and isinstance(given[0], str) and not registry.is_name(given[0])
