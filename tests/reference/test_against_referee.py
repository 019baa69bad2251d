"""Games of every edition and option, with each position compared to the second referee's."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Action, Game, IllegalAction
from tests.faults import no_faults
from tests.helpers import NAMES, Json, discard, lay
from tests.reference import referee
from tests.reference.playing import through_json
from tests.rulebook import checks

ONES_OWN = {
    "classic": ["1 set of 3 + 3 cards of one color", "1 run of 5"],
    "flip": ["3 cards of one color + 2 of another", "1 color run of 2 + 1 run of 3"],
    "standard": [8, 9, 10],
    "masters": ["1 color run of 3", "1 set of 3"],
}
OF_ALL: list[Json] = [{}, {"advance": "always"}, {"phases": [1, 5]}, {"phases": "even"}]
NOT_MASTERS: Json = {"order": "any", "must_lay_down": True, "first_dealer": 0}
OPTIONS: dict[str, list[Json]] = {
    "classic": [*OF_ALL, NOT_MASTERS, {"must_lay_down": True}, {"go_out_by_hit": True, "hit_others_same_turn": True}],
    "flip": [*OF_ALL, {"order": "any"}, {"go_out_by_hit": False, "hit_others_same_turn": False}],
    "standard": [*OF_ALL, NOT_MASTERS, {"must_lay_down": True, "go_out_by_hit": False}],
    "masters": [*OF_ALL, {"phase_9": "set"}, {"first_dealer": 0, "must_lay_down": True}],
}
OPTIONS = {edition: [*rows, {"phases": ONES_OWN[edition]}] for edition, rows in OPTIONS.items()}
GAMES, SOAKED = 3, 100
MOST = 2000
"""The number of actions after which a game is long enough."""


def played(edition: str, options: Json, seed: int) -> tuple[Game, list[Json]]:
    """Play a game of mixed players; return it with its positions from the deal on."""
    chance = Random(f"{edition}/{seed}")
    n = chance.choice((2, 2, 3, 4))
    players = [p10.players.get("greedy" if chance.random() < 0.6 else "random", seed=at) for at in range(n)]
    game = Game.new(edition, list(NAMES[:n]), seed, **options)
    positions = [game.position()]
    while game.to_act is not None and len(positions) <= MOST:
        game = game.apply(players[game.to_act].choose(game.observe(game.to_act)))
        positions.append(game.position())
    return game, positions


def compare(edition: str, options: Json, seed: int) -> None:
    game, positions = played(edition, options, seed)
    record: dict[str, Any] = json.loads(json.dumps(game.record()))
    for at, (ours, theirs) in enumerate(zip(positions, referee.replay(record), strict=True)):
        assert referee.same(ours, theirs) == [], f"{edition} {options} seed {seed}, after {at} actions"
    assert referee.standings(record) == game.standings
    assert referee.winners(record) == game.winners


def test_every_edition_is_here() -> None:
    assert set(OPTIONS) == set(p10.EDITIONS), "the referee knows every edition"


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(GAMES), pytest.param(range(GAMES, SOAKED), marks=pytest.mark.soak)])
@pytest.mark.parametrize("edition", OPTIONS)
def test_the_referee_agrees(edition: str, seeds: range) -> None:
    with no_faults() as faults:
        for options in OPTIONS[edition]:
            for seed in seeds:
                with faults.of((options, seed)):
                    compare(edition, options, seed)


LENIENT = [discard("S", 1), lay({"cards": "R4 B4 W", "start": 4})]
"""The referee also allows two things: a target that is not needed, and a declaration that a group does not have."""


def examples(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Game, Action | Json, Game | IllegalAction]]:
    """Run the tests that cite a rule; yield each action in a short game, with the game before it and the result."""
    found: list[tuple[Game, Action | Json, Game | IllegalAction]] = []
    apply = Game.apply

    def noted(game: Game, action: Action | Json) -> Game:
        try:
            found.append((game, action, after := apply(game, action)))
        except IllegalAction as error:
            found.append((game, action, error))
            raise
        return after

    monkeypatch.setattr(Game, "apply", noted)
    for test in {getattr(import_module(f"tests.rules.{file[:-3]}"), name) for file, name in marked()}:
        test()
    monkeypatch.undo()
    for before, action, after in found:
        if sum(len(entry["actions"]) for entry in before.record()["rounds"]) < 30:
            yield before, action, after


def marked() -> set[tuple[str, str]]:
    return {(file, name) for file, _, name in (check.test.partition("::") for check in checks())}


@pytest.mark.slow
def test_the_referee_agrees_with_every_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """It accepts what each example accepts, with the same result, and refuses what each example refuses."""
    outcomes = Counter[bool]()
    with no_faults() as faults:
        for before, action, after in examples(monkeypatch):
            with faults.of(action):
                if isinstance(after, Game):
                    *_, position = referee.replay(record := through_json(after.record()))
                    assert referee.same(after.position(), position) == []
                    assert referee.standings(record) == after.standings
                elif after.code != "malformed":
                    data = action.to_dict() if isinstance(action, Action) else action
                    record = through_json(before.record())
                    record["rounds"][-1]["actions"].append({"seat": before.to_act, **data})
                    if data not in LENIENT:
                        with pytest.raises(referee.RefereeError):
                            list(referee.replay(record))
                outcomes[isinstance(after, Game)] += 1
    assert min(outcomes[True], outcomes[False]) > 150
