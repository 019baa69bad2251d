"""Learn the corrections of ``benchmarks.corrected``, with NumPy alone: ``python -m benchmarks.train_corrected FOLDER``.

Two players with the present weights play classic. At some of their decisions, the game is copied, once for each of up
to four actions: the best and others that cost little more. Each copy is played to the end of the round by the same
players with the same draw pile, so that the differences between the copies come from the action, and little from luck.
They are counted in phases completed more than the opponent, and in points; what a point is worth follows from who won
the games. A ridge regression on the facts of the actions then gives the next weights. In all of this, players sample
two hands of the opponent instead of 24, which is faster; only the costs of the compared actions are the expert's own.

FOLDER receives a file for every ten games, the weights after each round of learning (`weights-1.csv` ...) and
`curve.csv`, a row for each evaluation against ``expert``. A run that is started again goes on from there. The same
arguments give the same weights on one machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from benchmarks.corrected import FACTS, MOMENTS, MOST, CorrectedPlayer, considered, facts, kind_of, read, write
from devtools import command
from phase10_widgets import Game, arena
from phase10_widgets.core.events import RoundEnded
from phase10_widgets.players import move
from phase10_widgets.players.expert import ExpertPlayer, ExpertSettings, Weighed

FAST = ExpertSettings(hands=2)
"""The expert that plays while learning."""
WIDTH = max(map(len, FACTS.values()))
CHUNK = 10
COMPARED, RATE = 4, 0.25
"""The most actions compared at a decision, and the share of decisions at which some are."""
EVALUATION_SEED = "evaluation"
"""Training never uses this seed, nor the benchmark's own (docs/rl.md)."""


class Tried(NamedTuple):
    """One action tried at one decision, and how its round ended."""

    decision: int
    moment: int
    cost: float
    """In turns, by the expert."""
    phases: int
    """Completed by the seat in this round, less those of the opponent."""
    points: int
    """Of the opponent in this round, less those of the seat."""
    facts: Any


def tried(seed: str, weights: Mapping[str, Any]) -> tuple[list[Tried], list[tuple[float, float, float]]]:
    """Play a game; return what was tried in it, and the lead before each round with the final outcome."""
    chance = Random(seed)
    players = [CorrectedPlayer(f"{seed}/{seat}", weights, FAST) for seat in (0, 1)]
    expert = ExpertPlayer(10, f"{seed}/costs")
    game, found, leads = Game.new("classic", ["seat_0", "seat_1"], seed), list[Tried](), list[tuple[float, float]]()
    n_round = decision = 0
    while game.to_act is not None:
        seat = game.to_act
        if game.state.round != n_round:
            n_round = game.state.round
            leads.append(lead(game))
        if chance.random() < RATE:
            compared = choices(game.observe(seat), expert, chance)
            for one, row in compared:
                found.append(Tried(decision, *one[:2], *outcome(game.apply(row.action), game, seat, players), one[2]))
            decision += bool(compared)
        game = move(game, players[seat])
    won = (0 in game.winners) / len(game.winners)
    return found, [(*before, won) for before in leads]


def lead(game: Game) -> tuple[float, float]:
    """Return how far seat 0 is ahead, in phases and points; near the end of a game, both count for more."""
    one, two = game.state.seats
    left = 10 - max(len(one.completed), len(two.completed))
    scale = (1 + left) ** -0.5
    return (len(one.completed) - len(two.completed)) * scale, (two.score - one.score) * scale


def choices(view: Any, expert: ExpertPlayer, chance: Random) -> list[tuple[tuple[int, float, Any], Weighed]]:
    """Return the actions to compare, each with the moment, its cost and its facts; none where nothing is corrected."""
    if len(view.hand) < 2:
        return []
    found = expert.weigh(view)
    moment = kind_of(view, found)
    if moment is None:
        return []
    near = considered(found)
    rows = facts(view, near)
    others = [at for at in range(1, len(near)) if near[at].cost < near[0].cost + MOST * chance.random() ** 2]
    chosen = [0, *chance.sample(others, min(len(others), COMPARED - 1))]
    if len(chosen) == 1:
        return []
    return [((MOMENTS.index(moment), near[at].cost, rows[at]), near[at]) for at in chosen]


def outcome(game: Game, before: Game, seat: int, players: Sequence[CorrectedPlayer]) -> tuple[int, int]:
    """Play a round to its end; return the seat's lead in phases and in points from this round."""
    while not any(isinstance(event, RoundEnded) for event in game.events):
        assert game.to_act is not None
        game = move(game, players[game.to_act])
    ended = next(event for event in game.events if isinstance(event, RoundEnded))
    gained = [
        len(after.completed) - len(old.completed)
        for after, old in zip(game.state.seats, before.state.seats, strict=True)
    ]
    return gained[seat] - gained[1 - seat], ended.points[1 - seat] - ended.points[seat]


def collect(file: Path, seed: str, weights: Mapping[str, Any]) -> None:
    """Play ten games and store what was tried in them."""
    rows, numbers, leads = list[tuple[float, ...]](), list[Any](), list[tuple[float, float, float]]()
    n_decisions = 0
    for number in range(CHUNK):
        found, before = tried(f"{seed}/{number}", weights)
        leads += before
        for one in found:
            rows.append((n_decisions + one.decision, *one[1:5]))
            numbers.append(np.pad(one.facts, (0, WIDTH - len(one.facts))))
        n_decisions += found[-1].decision + 1 if found else 0
    part = file.with_suffix(".part.npz")
    np.savez_compressed(part, rows=np.array(rows), facts=np.array(numbers, np.float32), leads=np.array(leads))
    part.rename(file)


def stored(files: Sequence[Path]) -> tuple[Any, Any, Any]:
    """Return the rows, the facts and the leads of these files; decisions are numbered through."""
    rows, numbers, leads = list[Any](), list[Any](), list[Any]()
    n_decisions = 0
    for file in files:
        with np.load(file) as found:
            more = found["rows"].copy()
            more[:, 0] += n_decisions
            n_decisions = int(more[-1, 0]) + 1
            rows.append(more)
            numbers.append(found["facts"].astype(np.float64))
            leads.append(found["leads"])
    return np.concatenate(rows), np.concatenate(numbers), np.concatenate(leads)


def point_value(leads: Any) -> float:
    """Return the worth of a point in phases: by logistic regression of the games won on the leads before each round."""
    seen, won, weights = leads[:, :2] * [1, 0.01], leads[:, 2], np.zeros(2)
    for _ in range(20):
        likely = 1 / (1 + np.exp(-seen @ weights))
        curvature = (seen * (likely * (1 - likely))[:, None]).T @ seen + 0.1 * np.eye(2)
        weights += np.linalg.solve(curvature, seen.T @ (won - likely) - 0.1 * weights)
    return max(0.0, float(weights[1] / weights[0])) / 100


def fit(rows: Any, numbers: Any, point: float, ridge: float) -> dict[str, Any]:
    """Return the correction in turns of every fact, for each kind of moment.

    Rows and facts are taken relative to the mean of their decision, so that only differences between actions count.
    """
    decisions = rows[:, 0].astype(int)
    sizes = np.bincount(decisions)[:, None]
    table = np.column_stack([numbers, rows[:, 2], rows[:, 3] + point * rows[:, 4]])
    means = np.column_stack([np.bincount(decisions, column) for column in table.T]) / np.maximum(sizes, 1)
    table = table - means[decisions]
    costs, gains = table[:, -2], table[:, -1]
    turn = -float(costs @ gains / (costs @ costs))
    weights = {}
    for at, moment in enumerate(MOMENTS):
        n = len(FACTS[moment.partition(",")[0]])
        here = table[rows[:, 1] == at]
        seen, error = here[:, :n], here[:, -1] + turn * here[:, -2]
        scale = np.sqrt((seen**2).mean(0)) if len(here) else np.ones(n)
        scale[scale < 1e-9] = np.inf
        seen = seen / scale
        weights[moment] = -np.linalg.solve(seen.T @ seen + ridge * np.eye(n), seen.T @ error) / scale / turn
    return weights


def evaluate(file: Path, learned: int, weights: Mapping[str, Any], games: int) -> None:
    """Play an evaluation, and add and print its row of the curve."""
    player = CorrectedPlayer("evaluation", weights)
    share = arena.play("classic", [player, "expert"], games, EVALUATION_SEED).shares[0]
    new = not file.exists()
    with file.open("a", encoding="utf-8") as lines:
        if new:
            lines.write("round,share,low,high,games\n")
        lines.write(f"{learned},{share.value:.4f},{share.low:.4f},{share.high:.4f},{games}\n")
    print(f"round {learned}: won {share} of {games} games against expert", flush=True)


def learned_rounds(folder: Path) -> Iterator[int]:
    """Yield the rounds of learning that are complete."""
    n = 1
    while (folder / f"weights-{n}.csv").exists():
        yield n
        n += 1


def main() -> int:
    """Learn, and write the weights and the curve after every round."""
    words = command.parser(__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--rounds", type=int, default=3, help="rounds of learning (%(default)s)")
    words.add_argument("--games", type=int, default=400, help="games played in each (%(default)s)")
    words.add_argument("--ridge", type=float, default=300.0, help="ridge penalty (%(default)s)")
    words.add_argument("--evaluate", type=int, default=400, help="games in an evaluation; 0: none (%(default)s)")
    words.add_argument("--seed", type=int, default=1)
    options = words.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    done = max(learned_rounds(options.folder), default=0)
    weights = read(options.folder / f"weights-{done}.csv") if done else {}
    files = [
        options.folder / f"games-{n}-{at:04}.npz"
        for n in range(1, options.rounds + 1)
        for at in range(-(-options.games // CHUNK))
    ]
    per_round = len(files) // options.rounds
    for n in range(done + 1, options.rounds + 1):
        for at, file in enumerate(files[(n - 1) * per_round : n * per_round]):
            if not file.exists():
                collect(file, f"corrections {options.seed}/{n}/{at}", weights)
        rows, numbers, leads = stored(files[: n * per_round])
        point = point_value(leads)
        weights = fit(rows, numbers, point, options.ridge)
        write(weights, options.folder / f"weights-{n}.csv")
        print(f"round {n}: {len(rows):,} actions tried; 100 points are worth {100 * point:.2f} phases", flush=True)
        if options.evaluate:
            evaluate(options.folder / "curve.csv", n, weights, options.evaluate)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
