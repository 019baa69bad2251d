"""Seeds: everything that takes one checks it first, accepts the longest seed of a game, and runs to its end."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, Observation, Session, arena, teaching
from phase10_widgets.base.integers import LONGEST_SEED, check_seed, seed_of
from phase10_widgets.extensions import unregister
from phase10_widgets.rules.actions import Action
from phase10_widgets.teaching.code.ladder import try_player
from phase10_widgets.teaching.code.player_code import EXAMPLES, PLAYER_ID
from tests.faults import every

LONG = "a" * LONGEST_SEED
SHORT: dict[str, Any] = {"phases": ["1 set of 2"]}
LONGEST = [LONG, 10**LONGEST_SEED - 1, 1 - 10**LONGEST_SEED]
longest = every("seed", LONGEST)
WRONG: list[Any] = [LONG + "a", 10**LONGEST_SEED, 10**5000, "\ud800", 3.5, True, b"1", [1], object()]
wrong = every("seed", WRONG)


class Checked:
    """A player that checks its seed, like players that simulate."""

    def __init__(self, seed: Any) -> None:
        check_seed(seed)

    def choose(self, observation: Observation) -> Action:
        return observation.legal_actions()[0]


def pupil(name: str) -> teaching.Progress:
    return teaching.Progress(name=name, programs={PLAYER_ID: teaching.Program(code=EXAMPLES[0])})


def rl() -> Any:
    return pytest.importorskip("phase10_widgets.rl", exc_type=ImportError)


PLAYS: list[Callable[[Any], object]] = [
    lambda seed: arena.Contest("classic", ["greedy", "random"], 2, seed),
    lambda seed: arena.play("classic", ["greedy", "random"], 2, seed=seed),
    lambda seed: arena.round_robin("classic", ["greedy", "random"], 2, seed=seed),
    lambda seed: teaching.class_ladder([], seed=seed, trusted=True),
    lambda seed: try_player(EXAMPLES[0], seed),
    lambda seed: rl().SelfPlay(1).reset(seed),
    lambda seed: rl().env().reset(seed=seed),
    lambda seed: rl().Phase10Env().reset(seed=seed),
]


@wrong
@every("plays", PLAYS)
def test_invalid_seeds_are_refused_before_anything_is_played(
    plays: Callable[[Any], object], seed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*given: Any, **named: Any) -> None:
        raise AssertionError("something was played")

    monkeypatch.setattr(Game, "apply", never)
    monkeypatch.setattr("phase10_widgets.teaching.code.ladder.ConfinedPlayer", never)
    with pytest.raises(ValueError, match=f"seed .*at most {LONGEST_SEED} digits"):
        plays(seed)


@every("plays", [*PLAYS[:3], *PLAYS[5:-2]])
def test_none_is_not_a_seed_of_a_contest(plays: Callable[[Any], object]) -> None:
    with pytest.raises(ValueError, match=r"a seed must be a whole number .*, not None"):
        plays(None)


@longest
def test_a_contest_ends_with_the_longest_seed(seed: int | str) -> None:
    found = arena.play("classic", [Checked, "random"], 24, seed, **SHORT)
    assert found.games == 24
    assert len({game["seed"] for game in found.each_game()}) == 12, "each deal has different cards"
    again = arena.Results.from_dict(json.loads(json.dumps(found.to_dict())), [Checked, "random"])
    assert again.game(11).record() == found.game(11).record()
    assert found == arena.play("classic", [Checked, "random"], 24, seed, **SHORT)


@pytest.mark.rotating
@pytest.mark.slow
@longest
def test_a_ladder_ends_with_the_longest_seed(seed: int | str) -> None:
    found = teaching.class_ladder([pupil("Ana"), pupil("Ben")], games=8, seed=seed)
    assert found.left_out == ()
    assert [rung.games for rung in found.rungs] == [16, 16, 16]
    assert found.results is not None
    assert len({game["seed"] for game in found.results.each_game()}) == 12
    assert try_player(EXAMPLES[0], seed)[1] == 4


@longest
def test_environments_accept_the_longest_seed(seed: Any) -> None:
    env = rl().env()
    env.reset(seed=seed)
    assert env.unwrapped.game.position() == Game.new("classic", ["seat_0", "seat_1"], seed).position()
    seeds = set()
    for _ in range(12):
        env.reset()
        seeds.add(env.unwrapped.game.record()["seed"])
    assert len(seeds) == 12
    many = rl().SelfPlay(12, **SHORT)
    batch, ended = many.reset(seed), 0
    while ended < 12:
        batch = many.step(batch.masks.argmax(1))
        ended += int(batch.over.sum())
    if not isinstance(seed, str) and seed > 0:
        single = rl().Phase10Env("classic", opponents=Checked(1))
        single.reset(seed=seed)
        for _ in range(12):
            single.reset()


@longest
def test_a_session_accepts_the_longest_seed(seed: int | str) -> None:
    p10.register(Checked, name="checked")
    try:
        Session("classic", ["Ana", "checked"], seed).hand_over(0, "checked")
    finally:
        unregister("checked")


def test_each_part_of_a_task_has_its_own_seed() -> None:
    assert seed_of("arena", "b/c", 12) == "arena/b/c/12"
    assert seed_of("", LONG[1:]) == "/" + LONG[1:]
    assert len({seed_of("arena", LONG, deal) for deal in range(100)}) == 100
    assert check_seed(seed_of(seed_of("trial", LONG), LONG))
