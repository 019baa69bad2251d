"""The learned corrections of the expert: their facts, their regression, and a tiny run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from phase10_widgets import Game, players
from phase10_widgets.core.observation import Observation
from phase10_widgets.players.expert import ExpertPlayer

corrected = pytest.importorskip("benchmarks.corrected")
train = pytest.importorskip("benchmarks.train_corrected")

NONE: dict[str, Any] = {
    moment: np.zeros(len(corrected.FACTS[moment.partition(",")[0]])) for moment in corrected.MOMENTS
}


def moments(edition: str, seed: str, most: int = 10_000, **options: Any) -> list[Observation]:
    """Return every decision of a game between two fast experts, or the first of them."""
    game, seen = Game.new(edition, ["Ana", "Ben"], seed, **options), list[Observation]()
    seated = [ExpertPlayer(10, seat, train.FAST) for seat in (0, 1)]
    while game.to_act is not None and len(seen) < most:
        seen.append(game.observe(game.to_act))
        game = players.move(game, seated[game.to_act])
    return seen


@pytest.fixture(scope="module")
def seen() -> list[Observation]:
    return moments("classic", "facts")


def test_every_kind_of_moment_has_its_facts(seen: list[Observation]) -> None:
    expert, kinds = ExpertPlayer(10, 1, train.FAST), set()
    for view in seen:
        found = expert.weigh(view)
        kind = corrected.kind_of(view, found)
        if kind is None:
            continue
        kinds.add(kind)
        near = corrected.considered(found)
        table = corrected.facts(view, near)
        assert table.shape == (len(near), len(corrected.FACTS[kind.partition(",")[0]]))
        assert np.isfinite(table).all()
        assert np.abs(table).max() < 20, "units of a similar size"
    assert kinds == set(corrected.MOMENTS)


def test_without_corrections_it_is_the_expert(seen: list[Observation]) -> None:
    expert, player = ExpertPlayer(10, 1, train.FAST), corrected.CorrectedPlayer(1, NONE, train.FAST)
    assert all(player.choose(view) == expert.choose(view) for view in seen)


@pytest.mark.parametrize(
    ("edition", "options"), [("standard", {}), ("flip", {}), ("classic", {"advance": "always"})], ids=str
)
def test_other_games_are_played_as_the_expert_plays_them(edition: str, options: dict[str, Any]) -> None:
    expert, player = ExpertPlayer(10, 1, train.FAST), corrected.CorrectedPlayer(1, settings=train.FAST)
    for view in moments(edition, "other", 40, **options):
        assert player.weigh(view) == expert.weigh(view)


def test_a_correction_changes_the_choice_only_among_near_actions(seen: list[Observation]) -> None:
    strange = {moment: weights - 50.0 * (np.arange(len(weights)) == 4) for moment, weights in NONE.items()}
    expert, player = ExpertPlayer(10, 1, train.FAST), corrected.CorrectedPlayer(1, strange, train.FAST)
    changed = 0
    for view in seen:
        found = expert.weigh(view)
        action = player.choose(view)
        cost = next(one.cost for one in found if one.action == action)
        assert cost <= found[0].cost + corrected.MOST
        changed += action != found[0].action
    assert changed > 20


def test_the_regression_finds_what_an_action_is_worth() -> None:
    """Simulated decisions: the gain is minus the corrected cost of the action, plus luck that its decision shares."""
    chance = np.random.default_rng(1)
    n, width = 6000, train.WIDTH
    decisions: Any = np.repeat(np.arange(n // 3), 3)
    kinds: Any = np.repeat(chance.integers(0, len(corrected.MOMENTS), n // 3), 3)
    numbers = chance.normal(size=(n, width))
    truth = {moment: chance.normal(0, 0.3, len(weights)) for moment, weights in NONE.items()}
    cost = chance.random(n)
    true_cost = cost + [numbers[at, : len(w)] @ w for at, w in enumerate(truth[corrected.MOMENTS[k]] for k in kinds)]
    luck: Any = np.repeat(chance.normal(0, 5, n // 3), 3)
    gains = luck - 0.1 * true_cost + chance.normal(0, 0.01, n)
    found = train.fit(train.Rows(decisions, kinds, cost, None, None, None, numbers, None), gains, ridge=1e-3)
    # the cost's own scale is estimated from all decisions, so all weights share its error
    both = np.concatenate([found[moment] for moment in corrected.MOMENTS])
    true = np.concatenate([truth[moment] for moment in corrected.MOMENTS])
    assert np.corrcoef(both, true)[0, 1] > 0.99


def test_held_out_decisions_show_what_was_learned() -> None:
    """In simulated decisions, a fact decides the points; without the fact, nothing is gained."""
    chance = np.random.default_rng(3)
    n = 4000
    decisions: Any = np.repeat(np.arange(n // 2), 2)
    costs, numbers = chance.random(n), chance.normal(size=(n, train.WIDTH))
    points = -5 * costs - 40 * numbers[:, 0] + chance.normal(0, 5, n)
    leads = np.column_stack([np.full((n, 2), 5), points, points + chance.normal(0, 50, n) > 0])
    rows = train.Rows(decisions, np.full(n, 3), costs, np.full(n, 5), np.full(n, 5), points, numbers, leads)
    few, many = (train.held_out(rows, 1.0, share, 100) for share in (0.1, 1.0))
    assert (few.games, many.games) == (8, 80)
    assert many.gain > 0.05
    assert many.gain > few.gain - few.error
    blind = rows._replace(facts=np.zeros_like(numbers))
    assert train.held_out(blind, 1.0, 1.0, 100).gain == pytest.approx(0, abs=0.01)


def test_leads_are_worth_what_they_win() -> None:
    """Simulated games, in which a lead of 100 points is worth 1 and 3 over the rounds left, in logits."""
    chance = np.random.default_rng(2)
    mine, its = chance.integers(0, 10, (2, 40000))
    points = chance.normal(0, 80, 40000)
    left = 10 - np.maximum(mine, its)
    likely = 1 / (1 + np.exp(-(0.2 + 0.5 / left) * (mine - its) - (1 + 3 / left) * points / 100))
    found = train.win_weights(np.column_stack([mine, its, points, chance.random(40000) < likely]))
    assert found == pytest.approx([0.2, 1, 0.5, 3], abs=0.2)
    assert np.abs(train.win_chances(found, mine, its, points) - likely).max() < 0.05


def test_after_the_last_phase_the_winner_is_known() -> None:
    mine, its, points = np.array([[10, 9, 100], [9, 10, 100], [10, 10, 5], [10, 10, -5], [10, 10, 0]]).T
    assert train.win_chances(np.ones(4), mine, its, points).tolist() == [1, 0, 1, 0, 0.5]


def test_the_stand_after_a_round_is_the_true_one() -> None:
    """A round played out from each of its moments ends as the game itself does."""
    game = Game.new("classic", ["seat_0", "seat_1"], "stand")
    seated = [corrected.CorrectedPlayer(seat, NONE, train.FAST) for seat in (0, 1)]
    games = [game]
    while games[-1].state.round < 4:
        games.append(players.move(games[-1], seated[games[-1].to_act or 0]))
    for number in (1, 2, 3):
        last = next(one for one in games if one.state.round == number + 1)
        for one in [one for one in games if one.state.round == number][1::7]:
            seat = one.to_act or 0
            led = train.outcome(one, one, seat, seated)
            assert train.after_round(one.observe(seat), *led) == train.stand(last.state.seats, seat)


def test_copies_of_a_game_differ_only_by_the_action() -> None:
    game = Game.new("classic", ["seat_0", "seat_1"], "copies")
    seated = [corrected.CorrectedPlayer(seat, NONE, train.FAST) for seat in (0, 1)]
    game = players.move(game, seated[game.to_act or 0])
    seat = game.to_act
    assert seat is not None
    actions = [one.action for one in seated[seat].weigh(game.observe(seat))]
    ends = [train.outcome(game.apply(action), game, seat, seated) for action in (actions[0], actions[0], actions[-1])]
    assert ends[0] == ends[1]
    assert ends[0] != ends[2], "throwing the worst card changes this round"
    assert all(-1 <= phases <= 1 for phases, _ in ends)


def test_the_learned_weights_are_complete_and_small(tmp_path: Path) -> None:
    weights = corrected.learned()
    assert corrected.WEIGHTS.stat().st_size < 20_000
    assert weights.keys() == NONE.keys()
    assert all(len(weights[moment]) == len(NONE[moment]) for moment in NONE)
    corrected.write(weights, tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_text("utf-8") == corrected.WEIGHTS.read_text("utf-8")


def test_a_tiny_run_is_repeatable_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "CHUNK", 1)
    monkeypatch.setattr(train, "RATES", (0.06,) * len(corrected.MOMENTS))

    def run(folder: str, rounds: int) -> dict[str, str]:
        words = f"--rounds={rounds} --games=1 --evaluate=0 --seed=4"
        monkeypatch.setattr(sys, "argv", ["train_corrected", str(tmp_path / folder), *words.split()])
        assert train.main() == 0
        return {file.name: file.read_text("utf-8") for file in sorted((tmp_path / folder).glob("weights-*.csv"))}

    one = run("one", 1)
    assert list(one) == ["weights-1.csv"]
    assert one == run("two", 1)
    assert any(row.split(",")[2] not in {"turns", "0.00000"} for row in one["weights-1.csv"].splitlines())
    two = run("one", 2)
    assert list(two) == ["weights-1.csv", "weights-2.csv"]
    assert two["weights-1.csv"] == one["weights-1.csv"] != two["weights-2.csv"]
