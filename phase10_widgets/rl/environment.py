"""The environments: turn by turn (AEC, ``env``) and in parallel (``parallel_env``)."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ..core.actions import Action, IllegalAction
from ..core.integers import integer
from ..core.observation import Observation
from ..core.state import State
from ..editions import edition as find_edition
from ..game import Game
from ..players import move
from ..players.greedy import GreedyPlayer
from .coding import coding_of
from .drawing import drawn


def env(edition: str = "classic", seats: int = 2, **settings: Any) -> Any:
    """Return an environment in which the seat to act decides; see :class:`raw_env` for the settings.

    Like PettingZoo's own environments, it also rejects calls in the wrong order.
    """
    return OrderEnforcingWrapper(raw_env(edition, seats, **settings))


def parallel_env(edition: str = "classic", seats: int = 2, *, max_cycles: int | None = None, **settings: Any) -> Any:
    """Return the parallel form for programs that act for every agent at once; only the seat to act counts.

    A cycle is one step; after *max_cycles* of them all agents are truncated.
    """
    return _Parallel(raw_env(edition, seats, **settings), max_cycles)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  PettingZoo's name
    """The environment itself: ``env`` without its wrapper.

    Agents are ``seat_0``, ``seat_1``, … An observation is a dict of ``"observation"`` (numbers from 0 to 1, see
    ``coding.features.layout``) and ``"action_mask"``; it depends only on what the seat may know.

    Rewards come at the end and add up to zero: the winners share 1, the others share -1. With *shaping*, every
    decision also earns that factor times the gain in the seat's progress minus the others' mean gain; progress is the
    share of phases completed minus a thousandth of the score.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "phase10_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        edition: str = "classic",
        seats: int = 2,
        *,
        max_cycles: int | None = None,
        shaping: float = 0.0,
        illegal: Literal["replace", "refuse"] = "replace",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Create an environment for games of one edition.

        Args:
            edition: the edition's id.
            seats: the number of players.
            max_cycles: the decisions after which an agent is truncated; ``greedy`` then plays its seat until no
                agent is left. None lets every game end by itself.
            shaping: the weight of intermediate rewards; 0 gives none.
            illegal: the handling of actions that the mask forbids. "replace": play the legal action with the lowest
                number and keep the given one in the agent's info (``"illegal"``). "refuse": raise IllegalAction.
            render_mode: ``"ansi"``: ``render()`` returns a text; ``"human"``: every step is written to standard output;
                None: nothing is rendered.
            options: the edition's options by name.

        Raises:
            ValueError: an unknown edition, or an invalid option, number of seats or setting.
        """
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f'render_mode is None, "ansi" or "human", not {render_mode!r}')
        if illegal not in ("replace", "refuse"):
            raise ValueError(f'illegal is "replace" or "refuse", not {illegal!r}')
        if max_cycles is not None and (integer(max_cycles) or 0) < 1:
            raise ValueError(f"max_cycles is a whole number from 1, or None, not {max_cycles!r}")
        self.coding = coding_of(find_edition(edition, **options), seats)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{at}" for at in range(seats)]
        self._seat = {agent: at for at, agent in enumerate(self.possible_agents)}
        self._options = options
        self._max_cycles = max_cycles
        self._shaping = shaping
        self._illegal = illegal
        self._series: int | str = secrets.randbits(32)
        """The last seed given, from which the seeds of the games derive."""
        self._n_games = 0
        self.agents: list[str] = []
        self._action_spaces = {
            agent: gymnasium.spaces.Discrete(self.coding.n_actions) for agent in self.possible_agents
        }
        self._observation_spaces = {agent: self._space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Return an agent's observation space; the same object at every call."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Return an agent's action space: the numbers of :attr:`coding`; the same object at every call."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new game: with *seed*, the same as ``Game.new(…, seed=seed)``; without, the next in its series.

        *options* are ignored.
        """
        if seed is not None:
            self._series, self._n_games = seed, 0
        chance = self._series if seed is not None else f"{self._series}/{self._n_games}"
        self._n_games += 1
        self.game = Game.new(self.coding.edition, self.possible_agents, chance)
        self.agents = list(self.possible_agents)
        self._decisions = dict.fromkeys(self.agents, 0)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self.agent_selection = self._to_act()
        self._draw_for_people()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the agent's encoded observation; its mask is empty while another seat is to act."""
        return self.coding.encode(self.view(agent))

    def view(self, agent: str) -> Observation:
        """Return the observation itself, for players like ``greedy``: ``coding.number(player.choose(view), view)``."""
        return self.game.observe(self._seat[agent])

    def step(self, action: int | None) -> None:
        """Carry out the action of the agent to act, or remove an agent that is done (None).

        Raises:
            IllegalAction: the mask forbids the action and the setting is "refuse"; the game is unchanged.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = self._legal(agent, action)
        before = self.game.state
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        self.game = self.game.apply(chosen)
        self._decisions[agent] += 1
        if self._decisions[agent] == self._max_cycles:
            self.truncations[agent] = True
        self._play_on()
        self._reward(before)
        if self.game.to_act is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self._to_act()
        self._accumulate_rewards()
        self._deads_step_first()
        self._draw_for_people()

    def render(self) -> str | None:
        """Return ("ansi") or write ("human") the table as text, showing the hand of the seat to act."""
        if self.render_mode is None:
            gymnasium.logger.warn("this environment draws nothing; make it with render_mode='ansi' or 'human'")
            return None
        text = drawn(self.game.observe(self.game.to_act))
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(f"{text}\n\n")
        return None

    def close(self) -> None:
        """Do nothing: no resource is held open."""

    def _space(self) -> gymnasium.spaces.Dict:
        box = gymnasium.spaces.Box
        return gymnasium.spaces.Dict(
            {
                "observation": box(0, 1, (self.coding.features.size,), np.float32),
                "action_mask": box(0, 1, (self.coding.n_actions,), np.int8),
            }
        )

    def _to_act(self) -> str:
        at = self.game.to_act
        return self.possible_agents[at] if at is not None else next(iter(self.agents), self.possible_agents[0])

    def _legal(self, agent: str, number: int | None) -> Action:
        menu = self.coding.menu(self.view(agent))
        self.infos[agent] = {}
        if number is not None and int(number) in menu:
            return menu[int(number)]
        if self._illegal == "refuse":
            known = number is not None and 0 <= int(number) < self.coding.n_actions
            told = self.coding.describe(int(number)) if number is not None and known else "no action"
            raise IllegalAction(
                "malformed", "G3", "Action {number} ({told}) is not legal here.", number=number, told=told
            )
        self.infos[agent] = {"illegal": None if number is None else int(number)}
        return menu[min(menu)]

    def _play_on(self) -> None:
        """Let ``greedy`` play for truncated agents while others are left."""
        left = [agent for agent in self.agents if not self.truncations[agent]]
        while left and self.game.to_act is not None and self.possible_agents[self.game.to_act] not in left:
            self.game = move(self.game, GreedyPlayer())

    def _reward(self, before: State) -> None:
        gains = shares(self.game.winners, len(self._seat))
        if self._shaping:
            rises = [_progress(self.game.state, at) - _progress(before, at) for at in self._seat.values()]
            others = len(rises) - 1
            for at, rise in enumerate(rises):
                gains[at] += self._shaping * (rise - (sum(rises) - rise) / others)
        for agent in self.agents:
            self.rewards[agent] = gains[self._seat[agent]]

    def _draw_for_people(self) -> None:
        if self.render_mode == "human":
            self.render()


class _Parallel(turn_based_aec_to_parallel_wrapper):  # type: ignore[misc]
    """A parallel environment that counts cycles and truncates all agents after the last."""

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
        """Carry out the action of the seat to act; return observations, rewards, terminations, truncations, infos."""
        seen, rewards, terminations, truncations, infos = super().step(actions)
        self._n_cycles += 1
        if self._n_cycles == self._max_cycles and self.agents:
            truncations = dict.fromkeys(self.agents, True)
            self.agents, self.aec_env.agents = [], []
        return seen, rewards, terminations, truncations, infos


def shares(winners: tuple[int, ...], seats: int) -> list[float]:
    """Return the final rewards: winners share 1, the others -1; all 0 while the game runs or if everybody has won."""
    losers = seats - len(winners)
    if not winners or not losers:
        return [0.0] * seats
    return [1 / len(winners) if at in winners else -1 / losers for at in range(seats)]


def _progress(state: State, at: int) -> float:
    seat = state.seats[at]
    return len(seat.completed) / len(state.edition.phases) - seat.score / 1000
