"""The environment for one learner, the ids of both libraries, many environments at once, and the state for critics."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env

import phase10_widgets as p10
from phase10_widgets.rl.registration import register
from tests.faults import every
from tests.rl.with_pettingzoo import lowest, rl

ID = "phase10_widgets/Phase10-v0"
every_edition = pytest.mark.parametrize("edition", p10.EDITIONS)


@pytest.mark.slow
@every_edition
def test_gymnasiums_checker_passes(edition: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(ID, edition=edition, max_cycles=20).unwrapped)  # in every render mode
        warnings.filterwarnings("ignore", ".*Not able to test alternative render modes")  # without an id it cannot
        check_env(rl.Phase10Env(edition, 3, opponents=["random", "greedy"], shaping=0.5, observe_phases="all"))


@every_edition
def test_the_agent_matches_its_seat(edition: str) -> None:
    """Played beside the turn-by-turn environment with the same opponents, it gives equal observations and rewards."""
    env = rl.raw_env(edition, 3, shaping=0.5, phases=[1, 2])
    env.reset(seed=4)
    greedy, earned, paid, over, decided = p10.players.get("greedy"), 0.0, 0.0, False, False

    def numbered(view: p10.Observation) -> p10.Action:
        """Lay down in the only way that has a number."""
        return env.coding.menu(view)[env.coding.number(greedy.choose(view), view)]

    single = rl.Phase10Env(edition, 3, seat=1, opponents=numbered, shaping=0.5, phases=[1, 2])
    seen, info = single.reset(seed=4)
    for agent in env.agent_iter():
        there, reward, terminated, _, _ = env.last()
        if agent == "seat_1":
            earned += reward if decided else 0.0  # nothing is earned before the first decision
            assert (there["observation"] == seen["observation"]).all()
            assert (there["action_mask"] == seen["action_mask"]).all()
            assert (info["action_mask"] == single.action_masks()).all()
            if not terminated:
                decided = True
                number = lowest(there)
                seen, gain, over, _, info = single.step(number)
                paid += gain
        if terminated:
            env.step(None)
        elif agent == "seat_1":
            env.step(number)
        else:
            view = env.view(agent)
            env.step(env.coding.number(greedy.choose(view), view))
    assert over
    assert paid == pytest.approx(earned)
    assert not single.action_masks().any()
    assert single.game.winners


def test_the_seed_decides_the_seat_unless_it_is_given() -> None:
    env = rl.Phase10Env("classic", 3)
    seats = []
    for seed in (*range(40), 5):
        env.reset(seed=seed)
        seats.append(env.seat)
    assert set(seats) == {0, 1, 2}
    assert seats[-1] == seats[5]
    fixed = rl.Phase10Env("classic", 3, seat=2)
    fixed.reset(seed=1)
    assert fixed.seat == fixed.game.to_act == 2
    assert fixed.game.record()["seed"] == 1


def test_opponents_sit_from_the_agents_left() -> None:
    seen: list[int] = []

    def watched(view: p10.Observation) -> p10.Action:
        seen.append(view.seat)
        return view.legal_actions()[0]

    env = rl.Phase10Env("classic", 3, seat=2, opponents=["greedy", watched])
    env.reset(seed=1)
    for _ in range(10):
        env.step(0)
    assert set(seen) == {1}


def test_many_decisions_truncate_and_a_finished_game_takes_no_action() -> None:
    env = rl.Phase10Env("classic", max_cycles=3)
    env.reset(seed=1)
    assert [env.step(0)[3] for _ in range(3)] == [False, False, True]
    env = rl.Phase10Env("classic", phases=[1])
    seen, _ = env.reset(seed=2)
    over = False
    while not over:
        seen, reward, over, _, _ = env.step(lowest(seen))
    assert reward in (1, -1)
    assert not seen["action_mask"].any()
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        env.step(0)


def test_gymnasium_finds_the_environment() -> None:
    env = gymnasium.make(ID, edition="standard", seats=4, opponents="random")
    env.reset(seed=3)
    assert env.unwrapped.game.edition.id == "standard"
    assert env.spec is not None
    assert env.spec.id == ID
    assert gymnasium.make(f"phase10_widgets.rl:{ID}").unwrapped.coding.seats == 2
    before = dict(gymnasium.registry)
    register()
    assert before == gymnasium.registry, "registering again changes nothing"


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="PettingZoo has ids since version 1.27")
@pytest.mark.parametrize("name", ["phase10_widgets/phase10_v0", "phase10_widgets/phase10"])
def test_pettingzoo_finds_the_environment(name: str) -> None:
    env = pettingzoo.make("aec", name, edition="masters", seats=3, max_cycles=5)
    env.reset(seed=3)
    assert (env.unwrapped.game.edition.id, len(env.possible_agents)) == ("masters", 3)
    both = pettingzoo.make("parallel", name)
    seen, infos = both.reset(seed=3)
    assert set(seen) == set(infos) == {"seat_0", "seat_1"}


@pytest.mark.slow
def test_gymnasiums_vectors_play() -> None:
    many = gymnasium.make_vec(ID, num_envs=3, vectorization_mode="sync", phases=[1], seat=0)
    alone = rl.Phase10Env("classic", phases=[1], seat=0)
    seen, _ = many.reset(seed=5)
    single, _ = alone.reset(seed=6)
    ended: Any = np.zeros(3, int)
    for step in range(120):
        assert seen["observation"].shape == (3, alone.coding.features.size)
        if not ended[1]:
            assert (seen["observation"][1] == single["observation"]).all(), step
            single, *_ = alone.step(lowest(single))
        seen, _, over, _, info = many.step(seen["action_mask"].argmax(1))
        ended += over
        assert (info["action_mask"].sum(1) > 0).any()
    assert ended.all()
    with pytest.raises(TypeError, match="an action of seat_"):
        many.step([0.5] * 3)
    many.close()


@pytest.mark.slow
@every("edition", p10.EDITIONS)
def test_games_side_by_side_equal_the_games_one_by_one(edition: str) -> None:
    many = rl.SelfPlay(3, edition, 3, phases=[1], shaping=0.1)
    batch, again = many.reset("a"), rl.SelfPlay(3, edition, 3, phases=[1], shaping=0.1).reset("a")
    assert all((one == other).all() for one, other in zip(batch, again, strict=True))
    env: Any = rl.raw_env(edition, 3, phases=[1], shaping=0.1)
    env.reset(seed="a/1")
    while not batch.over[1]:
        seen = env.observe(env.agent_selection)
        assert (batch.observations[1] == seen["observation"]).all()
        assert (batch.masks[1] == seen["action_mask"]).all()
        assert f"seat_{batch.seats[1]}" == env.agent_selection
        actions = batch.masks.argmax(1)
        env.step(int(actions[1]))
        batch = many.step(actions)
        assert batch.rewards[1] == pytest.approx([env.rewards[agent] for agent in env.possible_agents])
    assert env.game.winners
    assert many.plays[1].game.to_act is not None
    assert batch.rewards[batch.over].sum(1) == pytest.approx(0, abs=1e-6)


@every_edition
def test_pettingzoos_test_of_the_state(edition: str) -> None:
    from pettingzoo.test.state_test import state_test

    settings: dict[str, Any] = {"edition": edition, "seats": 3}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        state_test(rl.env(**settings), rl.parallel_env(**settings), num_cycles=20)


@every("edition", p10.EDITIONS)
def test_the_state_holds_all_cards(edition: str) -> None:
    """A face's shares in all hands, among saved cards, on the piles and on the table add up to the whole deck."""
    env = rl.raw_env(edition, 3)
    env.reset(seed=6)
    for _ in range(60):
        state, features, layout = env.state(), env.coding.features, env._play.central.layout
        assert env.state_space.contains(state)
        assert (state[: features.size] == env.observe("seat_0")["observation"]).all()
        where = [features.layout[part] for part in ("hand", "discards", "saved") if part in features.layout]
        where += [place for part, place in layout.items() if part != "next card"]
        counts = sum(np.rint(state[place] * np.array(features.copies)) for place in where)
        table = [card for seat in env.game.state.seats for group in seat.laid for card in group.cards]
        assert counts.sum() + len(table) == features.deck
        (upper,) = state[layout["next card"]].nonzero()[0]
        assert list(features.faces)[upper] == env.game.state.draw_pile[0].code
        env.step(lowest(env.observe(env.agent_selection)))


def test_the_mask_is_in_every_info() -> None:
    env = rl.env("classic", 3)
    env.reset(seed=1)
    for _ in range(50):
        for agent in env.possible_agents:
            mask = env.infos[agent]["action_mask"]
            assert (mask == env.observe(agent)["action_mask"]).all()
            assert mask.any() == (agent == env.agent_selection)
        env.step(lowest(env.observe(env.agent_selection)))


def test_one_learners_environment_can_be_pickled() -> None:
    env = rl.Phase10Env("classic", seat=0)
    env.reset(seed=1)
    for copied in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        copied.step(0)
        assert copied.game.step == "play"
    assert env.game.step == "draw"
