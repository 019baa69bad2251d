"""The fast encoder, updated from moment to moment, equals observations encoded plainly from scratch."""

from __future__ import annotations

import copy
import pickle
from itertools import chain
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import phase10_widgets as p10
from phase10_widgets import Game
from phase10_widgets.rules.observation import observe
from tests.contracts.test_hidden import moments
from tests.faults import every
from tests.reference.playing import variations
from tests.rl.plain_features import plain_parts
from tests.rl.with_pettingzoo import lowest, rl, seen

every_edition = pytest.mark.parametrize("edition", p10.EDITIONS)


def agree(one: seen.Seen, view: p10.Observation) -> None:
    wanted, got = plain_parts(view), one.array(view)
    assert (got.dtype, len(got)) == (np.float32, sum(map(len, wanted.values())))
    there = {name: got[where] for name, where in one._features.layout.items()}
    assert [*wanted] == [*there]
    assert [name for name in wanted if wanted[name].tolist() != there[name].tolist()] == []


@pytest.mark.slow
@every_edition
def test_it_agrees_at_every_moment(edition: str) -> None:
    """Watch whole games from one seat that sees everything and from one that often looks away."""
    chance = Random(edition)
    for seed, options in enumerate(chain(*variations(edition).values())):
        watchers: dict[int, seen.Seen] = {}
        for game in moments(edition, options, seed, 60):
            features = rl.Coding(game.edition, len(game.players)).features
            for at in range(len(game.players)):
                if at not in watchers or watchers[at]._features.edition is not game.edition:
                    watchers[at] = seen.Seen(features)
                if at == 0 or chance.random() < 0.3:
                    agree(watchers[at], game.observe(at))


@pytest.mark.slow
@settings(max_examples=6)
@given(st.data())
def test_it_does_not_depend_on_earlier_observations(data: st.DataObject) -> None:
    """Jump between seats, moments, rounds and games in any order: no trace of earlier observations remains."""
    edition = data.draw(st.sampled_from(p10.EDITIONS))
    seats = data.draw(st.integers(2, min(4, p10.edition(edition).seats[-1])))
    one = seen.Seen(rl.Coding(edition, seats).features)
    tale = [Game.new(edition, [f"Seat {at}" for at in range(seats)], seed) for seed in (1, 2)]
    chance = Random(data.draw(st.integers(0, 99)))
    for _ in range(60):
        game = tale[-1] if chance.random() < 0.8 else chance.choice(tale)
        for _ in range(chance.choice((1, 1, 1, 2, 40))):
            if game.to_act is not None:
                game = game.apply(chance.choice(game.legal_actions()))
        tale.append(game)
        agree(one, game.observe(chance.randrange(seats)))


@pytest.mark.slow
@every_edition
def test_the_environment_agrees_after_copies_and_resets(edition: str) -> None:
    """Copied, pickled, reset in mid-game, or set to an earlier game: observations and masks are right."""
    env = rl.env(edition, 3)
    env.reset(seed=1)
    earlier = env.unwrapped.game
    for step in range(150):
        if step in (30, 60):
            env = (copy.deepcopy if step == 30 else lambda one: pickle.loads(pickle.dumps(one)))(env)
        elif step == 90:
            env.reset(seed=2)
        elif step == 120:
            env.unwrapped.game = earlier
            env.unwrapped.agent_selection = f"seat_{earlier.to_act}"
        inner = env.unwrapped
        for agent in inner.agents:
            view, found = inner.view(agent), env.observe(agent)
            assert (found["observation"] == np.concatenate([*plain_parts(view).values()])).all()
            assert found["action_mask"].tolist() == inner.coding.mask(view).tolist()
        env.step(lowest(found) if found["action_mask"].any() else 0)
        if not env.agents or any(env.terminations.values()):
            env.reset()


def test_a_copied_environment_is_independent() -> None:
    env = rl.env("classic")
    env.reset(seed=1)
    env.step(0)
    copied = copy.deepcopy(env)
    copied.step(lowest(copied.last()[0]))
    assert env.unwrapped.game.step == "play"
    assert copied.unwrapped.game.to_act == 1
    assert env.last()[0]["observation"].tolist() != copied.last()[0]["observation"].tolist()


def test_returned_arrays_belong_to_the_caller() -> None:
    """Writing into an observation or a mask changes no later one."""
    env = rl.env("classic")
    env.reset(seed=1)
    first = env.last()[0]
    kept = {name: value.copy() for name, value in first.items()}
    for value in (*first.values(), env.last()[4]["action_mask"]):
        value[:] = 1
    again = env.last()[0]
    assert all((again[name] == kept[name]).all() for name in kept)
    env.unwrapped.infos["seat_0"]["action_mask"][:] = 0
    assert (env.last()[0]["action_mask"] == kept["action_mask"]).all()


@every("edition", p10.EDITIONS)
def test_every_number_has_a_name(edition: str) -> None:
    features = rl.Coding(edition, 3).features
    assert len(features.names) == features.size == len(set(features.names))
    for part, where in features.layout.items():
        assert all(name.startswith(part) for name in features.names[where])
    card = "AC" if edition == "standard" else "R1"
    assert {"step draw", f"hand {card}", "seat +1 score", "seat +2 groups 0 set"} <= set(features.names)


def test_a_tie_break_is_seen_even_at_the_same_round() -> None:
    game = Game.new("classic", ["Ana", "Ben", "Cleo"], 1)
    one = seen.Seen(rl.Coding(game.edition, 3).features)
    one.array(game.observe(0))
    agree(one, observe(game.state._replace(tie_break=True), 0))
