"""The environments: turn by turn (AEC, ``env``) and in parallel (``parallel_env``)."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, TypeVar, Unpack

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ..editions import edition as find_edition
from ..game.game import Game
from ..players import move
from ..players.greedy import GreedyPlayer
from ..rules.observation import Observation
from ..rules.options import Options, takes_options
from ..rules.state import State
from .coding import Coding, ObservedPhases, coding_of
from .drawing import drawn
from .encoded_game import EncodedGame, Illegal, cycles, missing_until_reset

if TYPE_CHECKING:
    from numpy.typing import NDArray

Settings = ParamSpec("Settings")
Made = TypeVar("Made")
RENDER_MODES = ("ansi", "human", "rgb_array")
RENDER_FPS = 2
"""The number of decisions per second in a video."""


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  PettingZoo's name
    """The environment itself: ``env`` without its wrapper.

    Agents are ``seat_0``, ``seat_1``, … An observation is a dict of ``"observation"`` (numbers from 0 to 1; see
    ``coding.features.names``) and ``"action_mask"``; it depends only on what the seat may know. Every agent's info also
    contains the mask.

    Rewards are given at the end and add up to zero: the winners share 1, the others share -1. With *shaping*, every
    decision also earns that factor times the gain in the seat's progress minus the others' mean gain; progress is the
    fraction of phases completed minus a thousandth of the score.

    >>> from phase10_widgets import rl
    >>> games = rl.raw_env("classic", seats=3)
    >>> games.possible_agents
    ['seat_0', 'seat_1', 'seat_2']
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "phase10_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
        "is_parallelizable": False,
    }
    agent_selection: str = missing_until_reset(AttributeError)
    rewards: dict[str, float] = missing_until_reset(AttributeError)
    _cumulative_rewards: dict[str, float] = missing_until_reset(AttributeError)
    terminations: dict[str, bool] = missing_until_reset(AttributeError)
    truncations: dict[str, bool] = missing_until_reset(AttributeError)
    infos: dict[str, dict[str, Any]] = missing_until_reset(AttributeError)

    @takes_options
    def __init__(
        self,
        edition: str = "classic",
        seats: int = 2,
        *,
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
            seats: the number of players.
            max_cycles: the number of its own decisions after which an agent is truncated; a turn takes several.
                ``greedy`` then plays its seat until no agent is left. None lets every game end naturally.
            shaping: the weight of intermediate rewards, at least 0; 0 turns them off.
            illegal: what to do with actions that the mask forbids: "replace" plays the legal action with the lowest
                number and keeps the given one in the agent's info (``"illegal"``); "refuse" raises IllegalAction.
            render_mode: with ``"ansi"``, ``render()`` returns text; with ``"rgb_array"``, it returns a picture, a
                600-by-800-by-3 array of bytes; with ``"human"``, every step is written to standard output; with None,
                nothing is rendered.
            observe_phases: with ``"played"``, observations have room for the phases that are played; with ``"all"``,
                they have room for all phases of the edition, so their length depends only on the edition and the seats.
            options: the edition's options by name.

        Raises:
            ValueError: the edition is unknown, or an option, the number of seats or a setting is invalid.
        """
        super().__init__()
        check_render_mode(render_mode)
        self.coding = coding_of(find_edition(edition, **options), seats, observe_phases)
        self._play = EncodedGame(self.coding, shaping=shaping, illegal=illegal)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{at}" for at in range(self.coding.seats)]
        self._seat = _ByAgent({agent: at for at, agent in enumerate(self.possible_agents)})
        self._max_cycles = cycles(max_cycles)
        self.agents: list[str] = []
        self._action_spaces = _ByAgent(
            {agent: gymnasium.spaces.Discrete(self.coding.n_actions) for agent in self.possible_agents}
        )
        self._observation_spaces = _ByAgent({agent: observation_space(self.coding) for agent in self.possible_agents})
        self.state_space = gymnasium.spaces.Box(0, 1, (self._play.central.size,), np.float32)
        """The space of :meth:`state`."""

    def __repr__(self) -> str:
        return f"<raw_env {self.coding.edition.id}, {self.coding.seats} seats>"

    @property
    def game(self) -> Game:
        """The game being played; assign another one with the same edition and seats to continue from it."""
        return self._play.game

    @game.setter
    def game(self, game: Game) -> None:
        self._play.game = game

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Return an agent's observation space; every call returns the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Return an agent's action space: the action numbers of :attr:`coding`; every call returns the same object."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new game: with *seed*, the same as ``Game.new(…, seed=seed)``; otherwise, the next in the series.

        *options* are ignored.

        Raises:
            ValueError: the seed is neither a whole number nor text, or it is too long.
        """
        self._play.deal(self.possible_agents, seed)
        self.agents = list(self.possible_agents)
        self._decisions = dict.fromkeys(self.agents, 0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self.agent_selection = self._to_act()
        self._draw_for_people()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the agent's encoded observation; its mask is empty during another seat's turn."""
        return self._play.encode(self._seat[agent])

    def state(self) -> NDArray[Any]:
        """Return the whole game as numbers from 0 to 1, for a central critic; policies must not see it.

        It contains the observation of seat 0, then the hidden cards: the other hands, the saved cards, the draw pile
        and its next card (as fractions of each face's copies).
        """
        return self._play.state()

    def view(self, agent: str) -> Observation:
        """Return the observation itself, for players like ``greedy``: ``coding.number(player.choose(view), view)``."""
        return self.game.observe(self._seat[agent])

    def step(self, action: int | None) -> None:
        """Apply the current agent's action. None removes an agent that is done.

        Raises:
            TypeError: the action is not an integer; the game is unchanged.
            IllegalAction: the mask forbids the action and the setting is "refuse"; the game is unchanged.
            RuntimeError: the game is over or has not begun; ``reset`` deals a new one.
        """
        play = self._play
        before = play.game.state
        if not self.agents:
            raise RuntimeError("no agent is left; call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen, info = play.read(action)
        self._cumulative_rewards[agent] = 0.0
        play.game = play.game.apply(chosen)
        self._decisions[agent] += 1
        if self._decisions[agent] == self._max_cycles:
            self.truncations[agent] = True
        self._play_on()
        self._reward(before)
        if play.game.to_act is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = following = self._to_act()
        self.infos[agent] = {"action_mask": self._mask(agent), **info}
        if following != agent and following in self.infos:
            self.infos[following]["action_mask"] = self._mask(following)
        self._deads_step_first()
        self._draw_for_people()

    def render(self) -> str | NDArray[Any] | None:
        """Return the table as text ("ansi") or pixels ("rgb_array"), or write the text ("human").

        It shows only the current seat's hand.
        """
        return rendered(self.game, self.game.to_act, self.render_mode)

    def close(self) -> None:
        """Do nothing, because there are no resources to release."""

    def _to_act(self) -> str:
        at = self.game.to_act
        return self.possible_agents[at] if at is not None else next(iter(self.agents), self.possible_agents[0])

    def _mask(self, agent: str) -> NDArray[Any]:
        return self._play.mask(self._seat[agent])

    def _play_on(self) -> None:
        """Let ``greedy`` play for truncated agents while others remain."""
        if self._max_cycles is None:
            return
        left = [agent for agent in self.agents if not self.truncations[agent]]
        while left and self.game.to_act is not None and self.possible_agents[self.game.to_act] not in left:
            self.game = move(self.game, GreedyPlayer())

    def _reward(self, before: State) -> None:
        gains = self._play.rewards(before)
        if gains is not None:
            self.rewards = {agent: gains[self._seat[agent]] for agent in self.agents}
            self._accumulate_rewards()
        elif any(self.rewards.values()):
            self._clear_rewards()

    def _draw_for_people(self) -> None:
        if self.render_mode == "human":
            self.render()


def check_render_mode(mode: object) -> None:
    """Check that environments can render in this mode.

    Raises:
        ValueError: there is no such mode.
        ImportError: pictures need Pillow, which is missing.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f'render_mode must be None, "ansi", "human" or "rgb_array", not {mode!r:.60}')
    if mode == "rgb_array" and find_spec("PIL") is None:
        raise ImportError("render_mode=\"rgb_array\" needs Pillow: pip install 'phase10_widgets[rl]'")


def observation_space(coding: Coding) -> gymnasium.spaces.Dict:
    """Return the space of the values that ``Coding.encode`` returns."""
    box = gymnasium.spaces.Box
    return gymnasium.spaces.Dict(
        {
            "observation": box(0, 1, (coding.features.size,), np.float32),
            "action_mask": box(0, 1, (coding.n_actions,), np.int8),
        }
    )


def rendered(game: Game, seat: int | None, mode: str | None) -> str | NDArray[Any] | None:
    """Return the table as text ("ansi") or pixels ("rgb_array"), or write the text ("human"), with this seat's hand."""
    if mode is None:
        gymnasium.logger.warn("this environment renders nothing; give it render_mode='ansi', 'human' or 'rgb_array'")
        return None
    if mode == "rgb_array":
        from .picture import pixels

        return pixels(game.observe(seat))
    text = drawn(game.observe(seat))
    if mode == "ansi":
        return text
    sys.stdout.write(f"{text}\n\n")
    return None


class _ByAgent(dict[str, Any]):
    """A dict whose KeyError lists the known agents."""

    def __missing__(self, agent: object) -> Any:
        raise ValueError(f"there is no agent {agent!r:.60}; the agents are {', '.join(self)}")


class InOrder(OrderEnforcingWrapper):  # type: ignore[misc]
    """A wrapper that rejects calls in the wrong order; frequent reads bypass its checks."""

    env: raw_env

    @property
    def unwrapped(self) -> raw_env:
        """The environment itself."""
        return self.env

    @property
    def agents(self) -> Any:
        """The agents that remain in the game."""
        if not self._has_reset:
            raise AttributeError("agents cannot be accessed before reset")
        return self.env.agents

    @property
    def agent_selection(self) -> Any:
        """The current agent."""
        return self.env.agent_selection  # the environment has none before reset

    def __str__(self) -> str:
        return str(self.env)

    def last(self, observe: bool = True) -> Any:
        """Return the observation, total reward, termination, truncation and info of the current agent."""
        return self.env.last(observe) if self._has_reset else super().last(observe)


class Parallel(turn_based_aec_to_parallel_wrapper):  # type: ignore[misc]
    """A parallel environment that counts cycles and truncates all agents after the last."""

    aec_env: raw_env

    def __init__(self, inner: raw_env, max_cycles: int | None) -> None:
        super().__init__(inner)
        self.agents: list[str] = []
        self._max_cycles = max_cycles
        self._n_cycles = 0

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> Any:
        """Deal a new game and return all agents' observations and infos."""
        self._n_cycles = 0
        return super().reset(seed, options)

    def step(self, actions: Mapping[str, int]) -> Any:
        """Apply the current seat's action; return observations, rewards, terminations, truncations, infos.

        Raises:
            ValueError: there is no action for the current seat.
            RuntimeError: no agent is left, or no game has begun; ``reset`` deals a new one.
        """
        if not self.agents:
            raise RuntimeError("no agent is playing; call reset() first")
        if not isinstance(actions, Mapping) or self.aec_env.agent_selection not in actions:
            raise ValueError(f"step needs a dict of actions by agent, with one for {self.aec_env.agent_selection}")
        seen, rewards, terminations, truncations, infos = super().step(actions)
        self._n_cycles += 1
        if self._n_cycles == self._max_cycles and self.agents:
            truncations = dict.fromkeys(self.agents, True)
            self.agents, self.aec_env.agents = [], []
        return seen, rewards, terminations, truncations, infos


def _like_raw_env(init: Callable[Settings, raw_env]) -> Callable[[Callable[..., Made]], Callable[Settings, Made]]:
    """Decorate a function that passes its arguments to an environment, so that help and type checkers list them."""

    def listed(make: Callable[..., Made]) -> Callable[Settings, Made]:
        returns = inspect.signature(make).return_annotation
        make.__signature__ = inspect.signature(init).replace(return_annotation=returns)  # type: ignore[attr-defined]
        return make

    return listed


@takes_options
@_like_raw_env(raw_env)
def env(*values: Any, **settings: Any) -> InOrder:
    """Return an environment in which the current seat decides; see :class:`raw_env` for the settings.

    Like PettingZoo's own environments, it also rejects calls in the wrong order.

    >>> from phase10_widgets import rl
    >>> games = rl.env("classic", seats=2)
    >>> games.reset(seed=7)
    >>> games.agent_selection
    'seat_0'
    """
    return InOrder(raw_env(*values, **settings))


@takes_options
@_like_raw_env(raw_env)
def parallel_env(*values: Any, max_cycles: int | None = None, **settings: Any) -> Parallel:
    """Return the parallel form, for programs that act for all agents simultaneously; only the current seat's action
    counts. See :class:`raw_env` for the settings.

    A cycle is one step by any agent: after *max_cycles* steps, all agents are truncated together. (In ``env``,
    it is one decision by each agent.)

    >>> from phase10_widgets import rl
    >>> games = rl.parallel_env("classic", seats=2)
    >>> sorted(games.reset(seed=7)[0])
    ['seat_0', 'seat_1']
    """
    return Parallel(raw_env(*values, **settings), cycles(max_cycles))
