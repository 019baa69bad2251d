"""Invalid calls and values at the environments: each error has a message, and no game changes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("pettingzoo")
np = pytest.importorskip("numpy")

from phase10_widgets import Game, IllegalAction, rl  # noqa: E402
from tests.faults import every  # noqa: E402

FIRST = r"call reset\(\) first"
BEFORE: list[tuple[Callable[[], Any], Callable[[Any], object]]] = [
    (rl.raw_env, lambda env: env.game),
    (rl.raw_env, lambda env: env.step(0)),
    (rl.raw_env, lambda env: env.step(None)),
    (rl.raw_env, lambda env: env.observe("seat_0")),
    (rl.raw_env, lambda env: env.view("seat_0")),
    (rl.raw_env, lambda env: env.state()),
    (lambda: rl.raw_env(render_mode="ansi"), lambda env: env.render()),
    (rl.Phase10Env, lambda env: env.game),
    (rl.Phase10Env, lambda env: env.step(0)),
    (rl.Phase10Env, lambda env: env.action_masks()),
    (rl.Phase10Env, lambda env: env.view()),
    (lambda: rl.Phase10Env(render_mode="ansi"), lambda env: env.render()),
    (rl.parallel_env, lambda env: env.step({})),
    (rl.parallel_env, lambda env: env.step({"seat_0": 0})),
    (rl.parallel_env, lambda env: env.state()),
    (lambda: rl.SelfPlay(2), lambda many: many.step([0, 0])),
    (lambda: rl.SelfPlay(2), lambda many: many.plays[1].game),
]


@every("made, called", BEFORE)
def test_a_call_before_reset_says_to_reset(made: Callable[[], Any], called: Callable[[Any], object]) -> None:
    with pytest.raises(RuntimeError, match=FIRST):
        called(made())


@every("name", ["agent_selection", "rewards", "terminations", "truncations", "infos"])
def test_game_attributes_before_reset_say_to_reset(name: str) -> None:
    """PettingZoo asks for an AttributeError."""
    with pytest.raises(AttributeError, match=f"no {name} yet; {FIRST}"):
        getattr(rl.raw_env(), name)
    with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
        getattr(rl.env(), name)
    with pytest.raises(AttributeError, match=FIRST):
        rl.raw_env().last()
    assert name in dir(rl.raw_env)


@every("make", [rl.raw_env, rl.Phase10Env, lambda: rl.SelfPlay(1)])
def test_an_environment_never_reset_can_be_copied_and_pickled(make: Callable[[], Any]) -> None:
    for copied in (copy.deepcopy(make()), pickle.loads(pickle.dumps(make()))):
        copied.reset(seed=3)
        game = copied.plays[0].game if isinstance(copied, rl.SelfPlay) else copied.game
        assert game.step == "draw"


def test_a_step_after_the_end_says_to_reset() -> None:
    env = rl.raw_env(max_cycles=1)
    env.reset(seed=1)
    while env.agents:
        env.step(None if env.truncations[env.agent_selection] else 0)
    with pytest.raises(RuntimeError, match=FIRST):
        env.step(0)
    both = rl.parallel_env(max_cycles=1)
    both.reset(seed=1)
    both.step({"seat_0": 0, "seat_1": 0})
    with pytest.raises(RuntimeError, match=FIRST):
        both.step({"seat_0": 0, "seat_1": 0})


def test_numpys_integers_are_seeds() -> None:
    deal = Game.new("classic", ["seat_0", "seat_1"], 3).position()
    for number in (np.int64(3), np.int8(3), np.uint32(3)):
        for env in (rl.env(), rl.Phase10Env(seat=0), rl.parallel_env()):
            env.reset(seed=number)
            game = env.unwrapped.game
            assert game.position() == deal
            assert type(game.record()["seed"]) is int
        assert (rl.SelfPlay(2).reset(number).observations == rl.SelfPlay(2).reset(3).observations).all()


def test_gymnasium_takes_only_integer_seeds() -> None:
    env: Any = rl.Phase10Env()
    env.reset(seed=2)
    before = env.game
    for seed in ("monday", -1, 3.0, True, 10**100, np.float64(1), [1]):
        with pytest.raises(ValueError, match="whole number of at least 0 with at most 100 digits, not "):
            env.reset(seed=seed)
        assert env.game is before


def test_an_unknown_agent_error_lists_the_agents() -> None:
    env: Any = rl.raw_env()
    env.reset(seed=1)
    asked = {env.observe: "seat_9", env.view: "seat_2", env.observation_space: 0, env.action_space: None}
    for ask, agent in asked.items():
        with pytest.raises(ValueError, match=r"there is no agent .*; the agents are seat_0, seat_1"):
            ask(agent)


def test_the_parallel_form_needs_the_action_of_the_seat_to_act() -> None:
    env: Any = rl.parallel_env()
    env.reset(seed=1)
    before = env.unwrapped.game
    for actions in ({}, {"seat_1": 0}, None, [0, 0], 0):
        with pytest.raises(ValueError, match="step needs a dict of actions by agent, with one for seat_0"):
            env.step(actions)
        assert env.unwrapped.game is before


def test_side_by_side_needs_a_number_of_games() -> None:
    with pytest.raises(ValueError, match="games must be a whole number of at least 1, not 0"):
        rl.SelfPlay(0)


LISTS = [
    ([0, 0], "there are 3 games, so step needs an action for each, not 2"),
    ([0, 0, 0, 0], "there are 3 games, so step needs an action for each, not 4"),
    ([], "not 0"),
    (np.zeros((1, 3), int), "not 1"),
    (None, "a list of actions, one for each game, not None"),
    (0, "a list of actions, one for each game, not 0"),
    (np.array(0), "a list of actions, one for each game, not "),
]


@every("actions, says", LISTS)
def test_a_wrong_list_of_actions_changes_no_game(actions: Any, says: str) -> None:
    many = rl.SelfPlay(3)
    many.reset(1)
    before = [play.game for play in many.plays]
    with pytest.raises(ValueError, match=says):
        many.step(actions)
    assert [play.game for play in many.plays] == before


def test_a_refused_action_changes_no_game() -> None:
    for row in range(3):
        many = rl.SelfPlay(3, illegal="refuse")
        batch = many.reset(1)
        before = [play.game for play in many.plays]
        actions = batch.masks.argmax(1)
        legal = actions.tolist()
        actions[row] = batch.masks[row].argmin()
        with pytest.raises(IllegalAction, match="is not legal here"):
            many.step(actions)
        assert [play.game for play in many.plays] == before
        assert [play.game.step for play in many.plays] == ["draw"] * 3
        assert not many.step(iter(legal)).illegal.any(), "any iterable will do, and the games go on"
        assert [play.game.step for play in many.plays] == ["play"] * 3


def test_replaced_actions_are_reported() -> None:
    many, same = rl.SelfPlay(4), rl.SelfPlay(4)
    batch = many.reset(1)
    same.reset(1)
    assert batch.illegal.tolist() == [False] * 4
    lowest = batch.masks.argmax(1)
    given = lowest.tolist()
    given[1], given[3] = int(batch.masks[1].argmin()), -1
    batch, other = many.step(given), same.step(lowest)
    assert batch.illegal.tolist() == [False, True, False, True]
    assert batch.illegal.dtype == bool
    assert not other.illegal.any()
    assert (batch.observations == other.observations).all()


NO_INTEGERS: list[Any] = ["draw", "1", None, 1.0, True, float("nan"), [0], (), {}, b"0"]
NO_INTEGERS += [np.float32(1), np.array([0]), np.bool_(True)]
INTEGERS = [int, np.int8, np.int64, np.uint32, np.array]
STEPS: dict[str, tuple[Callable[..., Any], Callable[[Any, Any], Any]]] = {
    "AEC": (rl.env, lambda env, action: env.step(action)),
    "raw": (rl.raw_env, lambda env, action: env.step(action)),
    "parallel": (rl.parallel_env, lambda env, action: env.step(dict.fromkeys(env.agents, action))),
    "Gymnasium": (rl.Phase10Env, lambda env, action: env.step(action)),
    "SelfPlay": (lambda **settings: rl.SelfPlay(1, **settings), lambda many, action: many.step([action])),
}


@pytest.mark.parametrize("kind", STEPS)
def test_non_integers_are_not_actions(kind: str) -> None:
    """It is a programming error, which a policy should not learn from."""
    make, step = STEPS[kind]
    for illegal in ("replace", "refuse"):
        env = make(illegal=illegal)
        env.reset(seed=1)
        game = env.plays[0] if kind == "SelfPlay" else env.unwrapped
        play, before = game if kind == "SelfPlay" else game._play, game.game
        for value in NO_INTEGERS:
            with pytest.raises(TypeError, match=f"an action of seat_{before.to_act} must be an integer"):
                step(env, value)
            assert game.game is before
        for kind_of in INTEGERS:
            env.reset(seed=1)
            step(env, kind_of(int(play.mask(play.game.to_act).argmax())))
            assert game.game != before
