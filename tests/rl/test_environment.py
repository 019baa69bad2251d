"""The environment: observations, actions, rewards and endings."""

from __future__ import annotations

from itertools import chain, product
from random import Random
from typing import Any

import numpy as np
import pytest

import phase10_widgets as p10
from phase10_widgets import Game, Session
from phase10_widgets.rules.actions import IllegalAction, LayDown
from phase10_widgets.rules.observation import observe
from tests.contracts.test_hidden import moments, resampled
from tests.faults import every, no_faults
from tests.helpers import begin, group, seat
from tests.reference.playing import variations
from tests.rl.with_pettingzoo import encoded_game, lowest, rl

every_edition = pytest.mark.parametrize("edition", p10.EDITIONS)


def played(env: Any, *players: Any) -> dict[str, float]:
    """Play a whole game between these players in the environment; return each agent's total reward."""
    env.reset(seed=11)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    inner = env.unwrapped
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        earned[agent] += reward
        if terminated or truncated:
            env.step(None)
        else:
            view = inner.view(agent)
            env.step(inner.coding.number(players[view.seat].choose(view), view))
    return earned


@pytest.mark.slow
@every_edition
def test_every_legal_action_has_a_number(edition: str) -> None:
    """The menu holds each legal action under its own number, but only one way to lay down each phase."""
    seen: set[str] = set()
    for options in chain(*variations(edition).values()):
        for seed in range(2):
            for game in moments(edition, options, seed, 30):
                if game.to_act is None:
                    continue
                view = game.observe(game.to_act)
                coding = rl.raw_env(edition, len(game.players), **options).coding
                menu = coding.menu(view)
                legal = view.legal_actions()
                lays = [action for action in legal if isinstance(action, LayDown)]
                assert set(menu.values()) <= set(legal)
                assert set(legal) - set(menu.values()) <= set(lays)
                assert sum(isinstance(action, LayDown) for action in menu.values()) == len({lay.phase for lay in lays})
                assert coding.mask(view).nonzero()[0].tolist() == sorted(menu)
                for number, action in menu.items():
                    assert coding.number(action, view) == number
                    game.apply(action)
                seen |= {coding.describe(number).partition(" ")[0] for number in menu}
    assert seen == {"draw", "lay", "hit", "discard", *(("choose", "save") if edition == "masters" else ())}


def test_each_number_has_a_meaning() -> None:
    coding = rl.Coding(p10.edition("masters"), 3)
    names = [coding.describe(number) for number in range(coding.n_actions)]
    assert len(set(names)) == len(names)
    assert names[:2] == ["draw deck", "draw discard"]
    assert {"draw W", "choose 10", "lay down", "discard S seat +2", "save R1", "hit W seat +1 1 high"} <= set(names)


@every("me", range(3))
def test_seats_are_counted_from_the_one_that_acts(me: int) -> None:
    """A hit on the left neighbor's group has the same name, and so the same number, from every seat."""
    rows = []
    for at in range(3):
        number = (7, 3, 8)[(at - me) % 3]
        laid = [group("set", f"R{number} B{number} G{number}", number=number)]
        rows.append(seat("R3 Y9" if at == me else f"R{9 + at} B9", completed=[1], laid=laid))
    game = begin("classic", *rows, to_act=me, options={"phases": ["1 set of 3", "1 run of 4"]})
    coding = rl.Coding(game.edition, 3)
    menu = {coding.describe(number): action for number, action in coding.menu(game.observe(me)).items()}
    assert menu["hit R3 seat +1 0 low"].to_dict()["owner"] == (me + 1) % 3


def test_laying_down_saves_wilds_and_sheds_points() -> None:
    """Of all ways, the menu lists the one with the fewest wilds, then the most points."""
    game = begin("classic", "R3 B3 G3 R5 B5 G5 R12 B12 G12 W S", "R1")
    coding = rl.Coding(game.edition, 2)
    (action,) = [one for one in coding.menu(game.observe(0)).values() if isinstance(one, LayDown)]
    groups = sorted(group.number or 0 for group in game.apply(action).state.seats[0].laid)
    assert groups[1] == 12
    assert not any("W" in group.cards for group in action.groups)
    assert len([one for one in game.legal_actions() if isinstance(one, LayDown)]) > 1


@pytest.mark.slow
@every_edition
def test_observations_hide_hidden_cards(edition: str) -> None:
    """A seat gets the same numbers for any arrangement of the cards it cannot see."""
    chance, differed = Random(edition), 0
    for options, *_ in variations(edition).values():
        for game in moments(edition, options, 3, 12):
            if game.to_act is None:
                continue
            coding = rl.raw_env(edition, len(game.players), **options).coding
            for me in range(len(game.players)):
                view = game.observe(me)
                state = resampled(game.state, me, chance)
                here, there = coding.encode(view), coding.encode(observe(state, me, view.log))
                assert (here["observation"] == there["observation"]).all()
                assert (here["action_mask"] == there["action_mask"]).all()
                differed += state != game.state
    assert differed > 60


def test_rewards_add_up_to_zero_at_every_step() -> None:
    for edition, shaping in product(p10.EDITIONS, (0.0, 0.5)):
        env = rl.env(edition, 3, shaping=shaping, phases=[1, 2])
        earned = played(env, *[p10.players.get(name, seed=1) for name in ("greedy", "random", "greedy")])
        winners = env.unwrapped.game.winners
        assert winners
        assert abs(sum(earned.values())) < 1e-9
        if shaping:
            assert len({round(value, 3) for value in earned.values()}) > 1
        else:
            assert [*earned.values()] == encoded_game.shares(winners, 3)


SHARES = [
    ((), 3, [0, 0, 0]),
    ((1,), 2, [-1, 1]),
    ((0,), 3, [1, -0.5, -0.5]),
    ((0, 2), 3, [0.5, -1, 0.5]),
    ((0, 1), 2, [0, 0]),
]


@every("winners, seats, rewards", SHARES)
def test_the_winners_share_what_the_others_lose(winners: tuple[int, ...], seats: int, rewards: list[float]) -> None:
    assert encoded_game.shares(winners, seats) == rewards


@every("edition", p10.EDITIONS)
def test_each_agent_has_its_share_of_decisions(edition: str) -> None:
    """With max_cycles each agent makes that many decisions and is then truncated; none is terminated."""
    env = rl.env(edition, 3, max_cycles=7)
    env.reset(seed=2)
    decided = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        assert not terminated
        assert not truncated or decided[agent] == 7
        decided[agent] += not truncated
        env.step(None if truncated else lowest(seen))
    assert set(decided.values()) == {7}


@every("edition", p10.EDITIONS)
def test_a_seed_is_the_games_seed(edition: str) -> None:
    env = rl.env(edition, 2)
    env.reset(seed=5)
    assert env.unwrapped.game.position() == Game.new(edition, ["seat_0", "seat_1"], 5).position()
    decks = []
    for seed in (5, None, None, 5, None, None):
        env.reset(seed=seed)
        decks.append(env.unwrapped.game.record()["rounds"][0]["deck"])
    assert decks[:3] == decks[3:]
    assert len(set(decks)) == 3


def test_a_forbidden_action_is_replaced_and_reported() -> None:
    env = rl.env("classic")
    env.reset(seed=1)
    forbidden = env.unwrapped.coding.n_actions - 1
    env.step(forbidden)
    assert env.unwrapped.game.step == "play"
    assert env.infos["seat_0"]["illegal"] == forbidden
    env.step(lowest(env.observe("seat_0")))
    assert set(env.infos["seat_0"]) == {"action_mask"}


@every("number", [444, 999, -1])
def test_a_forbidden_action_is_refused_on_request(number: int) -> None:
    env = rl.env("classic", illegal="refuse")
    env.reset(seed=1)
    before = env.unwrapped.game.position()
    with pytest.raises(IllegalAction, match="is not legal here"):
        env.step(number)
    assert env.unwrapped.game.position() == before


BAD_SETTINGS: list[tuple[dict[str, Any], str]] = [
    ({"max_cycles": 0}, "max_cycles must be None or a whole number of at least 1"),
    ({"render_mode": "pixels"}, 'render_mode must be None, "ansi", "human" or "rgb_array", not '),
    ({"illegal": "ignore"}, 'illegal must be "replace" or "refuse"'),
    ({"seats": 2.0}, "2 to 6 players, not 2.0"),
    ({"shaping": -1}, "shaping must be a number of at least 0, not -1"),
]
"""Every environment refuses these."""
BAD_FOR_ONE: list[tuple[dict[str, Any], str]] = [
    ({"seat": 2}, "seat must be a number from 0 to 1, or None, not 2"),
    ({"seat": 1.0}, "seat must be a number from 0 to 1, or None, not 1.0"),
    ({"opponents": "nobody"}, "there is no player 'nobody'"),
    ({"opponents": ["greedy", "greedy"]}, "one for each other seat; this list has 2"),
]
BAD_FOR_TURNS: list[tuple[dict[str, Any], str]] = [
    ({"edition": "tarot"}, "there is no edition 'tarot'"),
    ({"seats": 7}, "2 to 6 players, not 7"),
    ({"phasen": [1]}, r"has no option 'phasen'.*; did you mean 'phases'\? The arguments are edition, seats,"),
    ({"max_cycles": 1.5}, "max_cycles must be None or a whole number of at least 1"),
    ({"shaping": float("nan")}, "shaping must be a number of at least 0, not nan"),
    ({"shaping": "1"}, "shaping must be a number of at least 0, not '1'"),
    ({"shaping": True}, "shaping must be a number of at least 0, not True"),
    ({"observe_phases": "some"}, 'observe_phases must be "played" or "all", not \'some\''),
    ({"observe_phases": "all", "phases": ["1 run of 7"]}, "by number; '1 run of 7' is not phase 1 there"),
]


WRONG = [(make, *row) for make in (rl.env, rl.parallel_env, rl.Phase10Env) for row in BAD_SETTINGS]
WRONG += [*((rl.Phase10Env, *row) for row in BAD_FOR_ONE), *((rl.env, *row) for row in BAD_FOR_TURNS)]


@every("make, settings, says", WRONG)
def test_invalid_settings_are_refused_with_a_message(make: Any, settings: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        make(**settings)


def test_numpy_numbers_are_accepted() -> None:
    three: Any = np.int64(3)
    half: Any = np.float32(0.5)
    env = rl.raw_env("classic", three, max_cycles=three, shaping=half)
    assert env.possible_agents == ["seat_0", "seat_1", "seat_2"]
    assert env.coding.describe(three - 2) == "draw discard"


@every("number", [-1, 445, 10**6, 1.0, "draw deck", True, None])
def test_only_actions_are_described(number: Any) -> None:
    with pytest.raises(ValueError, match=r"the actions are numbered 0 to 444; there is no action"):
        rl.Coding("classic", 2).describe(number)


@every("edition", p10.EDITIONS)
def test_the_size_depends_only_on_the_edition_and_the_seats(edition: str) -> None:
    """With observe_phases="all", every variation that keeps the printed phases has the numbers of the whole game."""
    tried, whole = 0, rl.Coding(edition, 2, "all")
    for options in chain(*variations(edition).values()):
        if " " in str(options.get("phases", [""])[0]):
            continue  # its own phases, which are refused
        found = rl.Coding(p10.edition(edition, **options), 2, "all")
        assert found.features.names == whole.features.names, options
        assert found.keys == whole.keys or found.edition.order == "any", options
        tried += 1
    assert tried > 5
    assert rl.Coding(edition, 3, "all").features.size != whole.features.size


@every("edition", p10.EDITIONS)
def test_a_phase_has_the_same_place_whatever_else_is_played(edition: str) -> None:
    few, all_of_them = rl.env(edition, observe_phases="all", phases=[2]), rl.env(edition, observe_phases="all")
    few.reset(seed=1)
    if edition == "masters":
        few.step(lowest(few.observe("seat_0")))
    seen, names = few.observe("seat_0")["observation"], all_of_them.unwrapped.coding.features.names
    assert seen.shape == all_of_them.observation_space("seat_0")["observation"].shape
    shown = [name for name, value in zip(names, seen, strict=True) if value and "+0 phase" in name]
    assert shown == ["seat +0 phase 2"]
    assert few.action_space("seat_0").n == all_of_them.action_space("seat_0").n


def test_the_drawing_shows_only_the_cards_of_the_seat_to_act() -> None:
    env = rl.env("flip", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert "Phase 10 Flip!, round 1, color side" in text
    assert "> seat_0: phase 1, 10 cards, 0 points" in text
    assert "seat_0 holds" in text
    assert "seat_1 holds" not in text


@every("edition", p10.EDITIONS)
def test_a_policy_plays_in_a_session(edition: str) -> None:
    session = Session(edition, [rl.PolicyPlayer(lowest), "greedy"], seed=1, phases=[1])
    session.run()
    assert session.game.winners
    assert session.seat_plans[0].name == "lowest"


NAMES = [
    (rl.PolicyPlayer(lowest, name="Ada"), "Ada", "it was given one"),
    (rl.PolicyPlayer(lowest), "lowest", "its function has one"),
    (rl.PolicyPlayer(lambda seen: lowest(seen)), "PolicyPlayer", "its function has none"),  # noqa: PLW0108
]


@every("player, name, why", NAMES)
def test_a_policy_has_a_name_in_tables(player: Any, name: str, why: str) -> None:
    assert p10.players.label(player) == name
    assert name in str(p10.arena.play("classic", [player, "greedy"], games=2, seed=1, phases=[1]))


def test_a_policy_that_breaks_a_rule_is_reported() -> None:
    session = Session("classic", [rl.PolicyPlayer(lambda seen: 5), "greedy"], seed=1)
    with pytest.raises(p10.players.PlayerError, match=r"the policy chose 5 \(.*\), which is not legal here"):
        session.step()


@every("answer", [None, 0.0, "0", True])
def test_a_policy_that_returns_no_number_is_reported(answer: Any) -> None:
    with pytest.raises(ValueError, match=f"the policy returned {answer!r}; it must return the number"):
        rl.PolicyPlayer(lambda seen: answer).choose(Game.new("classic").observe(0))


def test_only_functions_are_policies() -> None:
    wrong: Any = 3
    with pytest.raises(TypeError, match="a policy must be a function of an observation, not 3"):
        rl.PolicyPlayer(wrong)
    with pytest.raises(TypeError, match=r"coding must be a Coding, such as env.unwrapped.coding, not 3"):
        rl.PolicyPlayer(lowest, coding=wrong)


OTHER_GAMES: list[tuple[str, int, dict[str, Any], str]] = [
    ("standard", 2, {}, "standard, 2 seats"),
    ("classic", 3, {}, "classic, 3 seats"),
    ("classic", 2, {"phases": [2]}, "classic, 2 seats, phases 2"),
    ("classic", 2, {"phases": ["1 run of 7"]}, "phases 1 run of 7"),
    ("classic", 2, {"phases": [1], "order": "any"}, "phases 1, in any order"),
]


def test_a_policy_refuses_another_game() -> None:
    """The error names the learned game and the requested one; the same game with other house rules is fine."""
    player = rl.PolicyPlayer(lowest, coding=rl.env("classic", phases=[1]).unwrapped.coding)
    with no_faults() as faults:
        for edition, seats, options, names in OTHER_GAMES:
            says = rf"lowest was trained on classic, 2 seats, phases 1; it cannot play .*{names}"
            with faults.of(names), pytest.raises(ValueError, match=says):
                player.choose(Game.new(edition, [f"Seat {at}" for at in range(seats)], 1, **options).observe(0))
    for must in (False, True):
        game = Game.new("classic", seed=1, phases=[1], must_lay_down=must)
        assert player.choose(game.observe(0)).type == "draw"


def test_a_policy_that_sees_all_phases_plays_any_of_them() -> None:
    env = rl.env("classic", phases=[1], observe_phases="all")
    sizes = []

    def policy(seen: Any) -> int:
        sizes.append(len(seen["observation"]))
        return lowest(seen)

    player = rl.PolicyPlayer(policy, coding=env.unwrapped.coding)
    for phases in ([1], [3, 7], list(range(1, 11))):
        player.choose(Game.new("classic", seed=1, phases=phases).observe(0))
    assert set(sizes) == {env.observation_space("seat_0")["observation"].shape[0]}


def test_a_failing_policy_is_reported_with_its_input() -> None:
    """Weights of the wrong shape: the sentence names the game and its sizes."""
    weights = np.zeros((445, 471))
    player = rl.PolicyPlayer(lambda seen: int((weights @ seen["observation"]).argmax()))
    with pytest.raises(ValueError, match=r"failed on classic, 2 seats, .* \(525 numbers, 445 actions\): .* coding=…"):
        player.choose(Game.new("classic").observe(0))
