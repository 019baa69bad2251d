"""Reviews give the cost of decisions, each compared with the expert's from the same knowledge."""

from __future__ import annotations

import json
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, coach
from phase10_widgets.coach.advice import weighed
from phase10_widgets.coach.review import cost_of
from phase10_widgets.rules.actions import Action
from tests.faults import every
from tests.helpers import begin, discard, draw, group, hit, lay, play, seat


def played(edition: str, players: list[Any], rounds: int = 2) -> Game:
    """Play the first rounds of a game."""
    game = Game.new(edition, ["Ana", "Ben"], 1)
    while game.to_act is not None and game.state.round <= rounds:
        game = p10.players.move(game, players[game.to_act])
    return game


@pytest.mark.slow
@every("edition", p10.EDITIONS)
def test_following_the_hints_costs_nothing(edition: str) -> None:
    coached = p10.players.get(lambda view: coach.hint(view).action)
    found = coach.review(played(edition, [coached, p10.players.get("random", 5)], rounds=1))
    assert found.cost(0) == 0
    assert found.cost(1) > 3
    assert all(one.better.action == one.action or one.cost == 0 for one in found.decisions if one.seat == 0)


@pytest.mark.slow
@every("edition", p10.EDITIONS)
def test_a_decision_is_at_its_moment(edition: str) -> None:
    """The position's index leads to the moment before it, where the expert's action is also legal."""
    game = played(edition, [p10.players.get("random", 2), p10.players.get("greedy")])
    moments = list(Game.moments(game.record()))
    for one in coach.review(game).decisions:
        before = moments[one.at]
        assert (before.to_act, before.state.round) == (one.seat, one.round)
        assert before.apply(one.action).position() == moments[one.at + 1].position()
        before.apply(one.better.action)


@pytest.mark.slow
def test_graded_decisions_come_costliest_first() -> None:
    found = coach.review(played("classic", [p10.players.get("random", 2), p10.players.get("random", 3)]))
    costs = [one.cost for one in found.costliest(5, round=1, seat=0)]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) == 5
    assert {(one.round, one.seat) for one in found.costliest(round=1, seat=0)} == {(1, 0)}
    assert all("that cost about" in str(one.text) and "Better: " in str(one.text) for one in found.costliest())
    rows = found.to_dicts()
    assert [row["round"] for row in rows] == sorted(row["round"] for row in rows)
    first = [row["cost"] for row in rows if row["round"] == 1]
    assert first == sorted(first, reverse=True)


def test_a_record_its_game_and_its_moments_have_the_same_review() -> None:
    game = played("masters", [p10.players.get("greedy"), p10.players.get("random", 3)], rounds=1)
    record = json.loads(json.dumps(game.record()))
    found = coach.review(record)
    assert found == coach.review(game) == coach.review(list(Game.moments(record)))
    assert json.loads(json.dumps(found.to_dict()))["players"] == ["Ana", "Ben"]
    assert coach.review(game, seat=1).decisions == tuple(one for one in found.decisions if one.seat == 1)
    assert coach.review(game, round=2).decisions == ()


def test_a_broken_record_is_refused() -> None:
    record = played("classic", [p10.players.get("greedy")] * 2, rounds=1).record()
    record["rounds"][0]["actions"][4] = discard("R1")
    with pytest.raises(ValueError, match="round 1, action 5"):
        coach.review(record)


def cost(game: Game, action: dict[str, Any]) -> float:
    """Return an action's cost beyond the best one's."""
    view = game.observe(0)
    costs = weighed(view)
    return cost_of(view, Action.from_dict(action), costs) - costs[0].cost


def test_not_laying_down_a_complete_phase_is_costly() -> None:
    game = begin("classic", "R3 G3 B3 R8 G8 B8 Y1 Y2 Y5 Y10 Y12", "R1 R2")
    assert cost(game, lay("R3 G3 B3", "R8 G8 B8")) == 0
    assert cost(game, discard("Y12")) > 1
    assert cost(game, discard("R3")) > cost(game, discard("Y12"))


def test_cards_laid_down_or_hit_later_cost_the_same() -> None:
    """Ten of the eleven cards are laid down at once, or six first and the others as hits (G6, G12)."""
    game = begin("classic", "R3 G3 B3 Y3 R8 G8 B8 Y8 W Y12 Y11", "R1 R2")
    for ways in (("R3 G3 B3", "R8 G8 B8"), ("R3 G3 B3 Y3", "R8 G8 B8 Y8"), ("R3 G3 Y3 B3 W", "R8 G8 B8")):
        assert cost(game, lay(*ways)) == 0


def test_a_way_to_lay_down_that_strands_a_card_costs_a_turn() -> None:
    """With the wild as a 1, the other 1 fits nowhere; as a 5, the wild leaves room for it."""
    game = begin("classic", seat("R6 G6 B6 Y1 R2 B3 G4 W G12 R12", phase=2), "R1 R2")
    assert cost(game, lay("R6 G6 B6", "Y1 R2 B3 G4")) == 0
    assert cost(game, lay("R6 G6 B6", {"cards": "R2 B3 G4 W", "start": 2})) == 0
    assert cost(game, lay("R6 G6 B6", {"cards": "W R2 B3 G4", "start": 1})) == 1


def test_a_missed_hit_costs_and_equal_hits_cost_the_same() -> None:
    laid = [group("set", "R3 G3 B3", number=3), group("run", "R5 B6 G7 Y8", start=5)]
    game = begin("classic", seat("R9 Y4 Y12 R1", laid=laid, phase=2), seat("R1 R2", phase=2))
    assert cost(game, hit("R9", 0, 1)) == cost(game, hit("Y4", 0, 1)) == 0
    assert cost(game, discard("Y12")) > 0.5
    assert cost(game, discard("R9")) > 0.5


def test_a_skips_target_is_not_weighed() -> None:
    game = begin("masters", seat("R9 Y12 S"), seat("R1 R2"), seat("G1 G2", completed=[1, 2], phase=3))
    assert cost(game, discard("S", 1)) == cost(game, discard("S", 2))


def test_a_single_choice_is_not_a_decision() -> None:
    """A skip on the discard pile cannot be taken (C5), so there was only one way to draw."""
    game = begin("classic", seat("R9 Y12"), seat("R1 R2"), discard_pile="S", step="draw")
    assert coach.review(play(game, draw())).decisions == ()
