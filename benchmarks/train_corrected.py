"""Learn the corrections of ``benchmarks.corrected``, with NumPy alone: ``python -m benchmarks.train_corrected FOLDER``.

Two players with the present weights play classic. At some of their decisions, the game is copied, once for each of up
to four actions: the best and others that cost little more. Each copy is played to the end of the round by the same
players with the same draw pile, so that the differences between the copies come from the action, and little from luck.
The outcome is the chance of winning after the round. It follows from the phases and points of both seats, by a logistic
regression on the games. A ridge regression on the facts of the actions then gives the next weights. While learning,
players sample two hands of the opponent instead of 24, which is faster; only the costs of the compared actions are the
expert's own.

FOLDER receives a file for every ten games, another with the facts of what was tried in them, the weights after each
round of learning (`weights-1.csv` ...), `held-out.csv`, how much is gained at decisions that were not learned from, and
`curve.csv`, a row for each evaluation against ``expert``. A run that is started again goes on from there. The same
arguments give the same weights on one machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from benchmarks.corrected import FACTS, MOMENTS, MOST, CorrectedPlayer, considered, facts, kind_of, read, write
from devtools import command
from phase10_widgets import Game, arena
from phase10_widgets.core.actions import Action
from phase10_widgets.core.events import RoundDealt, RoundEnded
from phase10_widgets.core.observation import Observation
from phase10_widgets.core.state import Seat
from phase10_widgets.players import move
from phase10_widgets.players.expert import ExpertPlayer, ExpertSettings

FAST = ExpertSettings(hands=2)
"""The expert that plays while learning."""
EXPERT = ExpertPlayer(10, "costs")
"""The expert whose costs are corrected."""
WIDTH = max(map(len, FACTS.values()))
CHUNK = 10
"""The games in a file."""
COMPARED = 4
"""The most actions compared at a decision."""
RATES = (0.3, 0.3, 0.2, 0.3, 0.3, 0.25, 0.08)
"""The share of decisions at which actions are compared, for each kind of moment."""
LEAST_STAKES = 0.3
"""The least stakes of a decision, as a share of the mean."""
BLOCKS, FOLDS = 40, 5
"""The blocks of decisions, and the parts of them that are held out in turn."""
SHARES = (0.125, 0.25, 0.5, 1.0)
"""The shares of the other games that the learning curve compares."""
EVALUATION_SEED = "evaluation"
"""Training never uses this seed, nor the benchmark's own (docs/rl.md)."""


def tried(seed: str, weights: Mapping[str, Any]) -> dict[str, Any]:
    """Play a game; return its record, and what was tried: when, the actions, the leads in phases and in points."""
    chance = Random(seed)
    players = [CorrectedPlayer(f"{seed}/{seat}", weights, FAST) for seat in (0, 1)]
    game, rows, at = Game.new("classic", ["seat_0", "seat_1"], seed), list[Any](), 0
    while game.to_act is not None:
        seat = game.to_act
        for action in compared(game.observe(seat), chance):
            rows.append([at, action.to_dict(), *outcome(game.apply(action), game, seat, players)])
        game, at = move(game, players[seat]), at + 1
    return {"record": game.record(), "tried": rows}


def compared(view: Observation, chance: Random) -> list[Action]:
    """Return the actions to compare now, the expert's best first; mostly none."""
    if chance.random() > max(RATES):
        return []
    found = EXPERT.weigh(view)
    moment = kind_of(view, found)
    if moment is None or chance.random() > RATES[MOMENTS.index(moment)] / max(RATES):
        return []
    near = considered(found)
    others = [one.action for one in near[1:] if one.cost < near[0].cost + MOST * chance.random() ** 2]
    chosen = chance.sample(others, min(len(others), COMPARED - 1))
    return [near[0].action, *chosen] if chosen else []


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
    """Play some games and store them with what was tried in them."""
    part = file.with_suffix(".part")
    part.write_text(json.dumps([tried(f"{seed}/{number}", weights) for number in range(CHUNK)]), "utf-8")
    part.rename(file)


class Rows(NamedTuple):
    """The actions tried in some games, one row for each."""

    decisions: Any
    """The decision's number: rows of one decision are compared."""
    moments: Any
    """The number of its kind of moment."""
    costs: Any
    """The action's cost by the expert, in turns."""
    mine: Any
    """The phases that the seat has completed at the end of the round."""
    its: Any
    """Those of the opponent."""
    points: Any
    """The opponent's score then, less that of the seat."""
    facts: Any
    leads: Any
    """A row for each round dealt: the phases that each seat has completed, seat 0's lead in points, its share of the
    win."""


def rows_of(games: Sequence[Mapping[str, Any]]) -> Rows:
    """Return the rows of these games; a decision has a row for each action that is still considered."""
    rows, numbers, leads, n_decisions = list[Any](), list[Any](), list[Any](), 0
    for played in games:
        moments = list(Game.moments(played["record"]))
        won = (0 in moments[-1].winners) / len(moments[-1].winners)
        leads += [(*stand(one.state.seats, 0), won) for one in moments if dealt(one)]
        for at, some in groupby(played["tried"], itemgetter(0)):
            game = moments[at]
            view = game.observe(game.to_act)
            found = EXPERT.weigh(view)
            moment = kind_of(view, found)
            near = considered(found) if moment else []
            table = facts(view, near) if near else []
            known = {one.action: (one.cost, row) for one, row in zip(near, table, strict=True)}
            for _, action, phases, points in some:
                if (what := Action.from_dict(action)) in known and moment:
                    cost, row = known[what]
                    rows.append((n_decisions, MOMENTS.index(moment), cost, *after_round(view, phases, points)))
                    numbers.append(np.pad(row, (0, WIDTH - len(row))))
            n_decisions += 1
    columns = dict(zip(Rows._fields, np.array(rows, np.float64).T, strict=False))
    return Rows(**columns, facts=np.array(numbers), leads=np.array(leads))


def dealt(game: Game) -> bool:
    """Return True for the first moment of a round."""
    return any(isinstance(event, RoundDealt) for event in game.events)


def stand(seats: Sequence[Seat], seat: int) -> tuple[int, int, int]:
    """Return the phases that a seat and its opponent have completed, and the seat's lead in points."""
    me, other = seats[seat], seats[1 - seat]
    return len(me.completed), len(other.completed), other.score - me.score


def after_round(view: Observation, phases: int, points: int) -> tuple[int, int, int]:
    """Return how the seats stand after a round in which the seat led by so many phases and points from now on.

    Whoever goes out has laid down: if the lead in phases is even, both or neither of those who had not laid down did.
    """
    mine, its, score = stand(view.seats, view.seat)
    both = not view.me.laid and not view.seats[1 - view.seat].laid and not phases
    return mine + (phases > 0 or both), its + (phases < 0 or both), score + points


def stored(files: Sequence[Path]) -> Rows:
    """Return the rows of all these files. Their facts are stored beside them: computing those takes a while."""
    parts, n_decisions = list[Rows](), 0
    for file in files:
        kept = file.with_suffix(".npz")
        if not kept.exists():
            np.savez_compressed(kept, **rows_of(json.loads(file.read_text("utf-8")))._asdict())
        with np.load(kept) as found:
            rows = Rows(**found)
        parts.append(rows._replace(decisions=rows.decisions + n_decisions))
        n_decisions = int(parts[-1].decisions.max(initial=n_decisions)) + 1
    return Rows(*map(np.concatenate, zip(*parts, strict=True)))


def win_weights(leads: Any) -> Any:
    """Return what leads are worth, by logistic regression of the games won: see :func:`win_chances`."""
    playing = leads[leads[:, :2].max(1) < 10]
    seen, won, weights = _stakes(*playing.T[:3]), playing[:, 3], np.zeros(4)
    for _ in range(20):
        likely = 1 / (1 + np.exp(-seen @ weights))
        curvature = (seen * (likely * (1 - likely))[:, None]).T @ seen + np.eye(4)
        weights += np.linalg.solve(curvature, seen.T @ (won - likely) - weights)
    return weights


def win_chances(weights: Any, mine: Any, its: Any, points: Any) -> Any:
    """Return the chance of winning before a deal, given the completed phases of both seats and the lead in points.

    If both completed the last phase, the lower score wins (G17).
    """
    found = 1 / (1 + np.exp(-_stakes(mine, its, points) @ weights))
    decided = np.where(mine == its, np.sign(points), np.sign(mine - its)) / 2 + 0.5
    return np.where(np.maximum(mine, its) == 10, decided, found)


def _stakes(mine: Any, its: Any, points: Any) -> Any:
    """Return the leads in phases and in hundreds of points; each also over the rounds left at least."""
    left = np.maximum(10 - np.maximum(mine, its), 1)
    leads = np.column_stack([mine - its, points / 100])
    return np.column_stack([leads, leads / left[:, None]])


def gains_of(rows: Rows) -> Any:
    """Return what each action gained: the chance of winning after the round, at even stakes.

    The stakes of a decision are what a point is worth after it. Dividing by them lets every round count alike.
    """
    weights = win_weights(rows.leads)
    found = win_chances(weights, rows.mine, rows.its, rows.points)
    decisions = rows.decisions.astype(int)
    sizes = np.maximum(np.bincount(decisions), 1)
    mine, its, points = (
        (np.bincount(decisions, part) / sizes)[decisions] for part in (rows.mine, rows.its, rows.points)
    )
    likely = 1 / (1 + np.exp(-_stakes(mine, its, points) @ weights))
    left = np.maximum(10 - np.maximum(mine, its), 1)
    stakes = likely * (1 - likely) * (weights[1] + weights[3] / left)
    return found / np.maximum(stakes, LEAST_STAKES * stakes.mean())


def fit(rows: Rows, gains: Any, ridge: float) -> dict[str, Any]:
    """Return the correction in turns of every fact, for each kind of moment; *gains* are those of :func:`gains_of`.

    All are 0 as long as too little is known to say what a turn is worth.
    Facts, costs and gains are taken relative to the mean of their decision: only differences between actions count.
    """
    weights = {moment: np.zeros(len(FACTS[moment.partition(",")[0]])) for moment in MOMENTS}
    table = np.column_stack([rows.facts, rows.costs, gains])
    decisions = rows.decisions.astype(int)
    sums = np.zeros((decisions.max(initial=0) + 1, table.shape[1]))
    np.add.at(sums, decisions, table)
    table -= (sums / np.maximum(np.bincount(decisions), 1)[:, None])[decisions]
    costs, gains = table[:, -2], table[:, -1]
    turn = -float(costs @ gains / max(costs @ costs, 1e-9))
    if turn <= 0:
        return weights
    for at, moment in enumerate(MOMENTS):
        n = len(weights[moment])
        here = table[rows.moments == at]
        seen, missing = here[:, :n], here[:, -1] + turn * here[:, -2]
        scale = np.sqrt((seen**2).mean(0)) if len(here) else np.zeros(n)
        scale[scale < 1e-9] = np.inf
        seen = seen / scale
        weights[moment] = -np.linalg.solve(seen.T @ seen + ridge * np.eye(n), seen.T @ missing) / scale / turn
    return weights


class HeldOut(NamedTuple):
    """The gain at decisions that the weights did not learn from."""

    games: int
    """The games learned from."""
    gain: float
    """The gain in the chance of winning per decision, compared with the expert's choice among the actions tried."""
    error: float
    """Its standard error."""


def held_out(rows: Rows, ridge: float, share: float, games: int) -> HeldOut:
    """Return the gain at held-out decisions, by cross-validation; weights learn from a *share* of the other games.

    The decisions are cut into 40 blocks in the order of play; each fifth of the blocks is held out in turn.
    """
    gains = gains_of(rows)
    chances = win_chances(win_weights(rows.leads), rows.mine, rows.its, rows.points)
    decisions = rows.decisions.astype(int)
    blocks = decisions * BLOCKS // (decisions.max() + 1)
    corrected = rows.costs.copy()
    for fold in range(FOLDS):
        known = np.flatnonzero(np.arange(BLOCKS) % FOLDS != fold)
        learns = np.isin(blocks, known[: round(share * len(known))])
        parts = {name: part[learns] for name, part in rows._asdict().items() if name != "leads"}
        weights = fit(Rows(**parts, leads=rows.leads), gains[learns], ridge)
        for at, moment in enumerate(MOMENTS):
            here = (blocks % FOLDS == fold) & (rows.moments == at)
            corrected[here] += rows.facts[here, : len(weights[moment])] @ weights[moment]
    more = chances[_firsts(decisions, corrected)] - chances[_firsts(decisions, rows.costs)]
    known_games = games * share * (FOLDS - 1) / FOLDS
    return HeldOut(round(known_games), float(more.mean()), float(more.std() / len(more) ** 0.5))


def _firsts(decisions: Any, costs: Any) -> Any:
    """Return, for each decision, the row with the lowest cost."""
    order = np.lexsort((costs, decisions))
    return order[np.diff(decisions[order], prepend=-1) > 0]


def evaluate(file: Path, learned: int, weights: Mapping[str, Any], games: int) -> None:
    """Play an evaluation, and add and print its row of the curve."""
    player = CorrectedPlayer("evaluation", weights)
    share = arena.play("classic", [player, "expert"], games, EVALUATION_SEED).shares[0]
    row = f"{learned},{share.value:.4f},{share.low:.4f},{share.high:.4f},{games}"
    add_row(file, "round,share,low,high,games", row)
    print(f"round {learned}: won {share} of {games} games against expert", flush=True)


def show(file: Path, learned: int, found: HeldOut) -> None:
    """Add and print a row of the held-out gains."""
    add_row(file, "round,games,gain,error", f"{learned},{found.games},{found.gain:.6f},{found.error:.6f}")
    print(f"learned from {found.games} games: {found.gain:+.3%} ± {found.error:.3%} per decision", flush=True)


def add_row(file: Path, head: str, row: str) -> None:
    """Add a row to a curve, below its head."""
    new = not file.exists()
    with file.open("a", encoding="utf-8") as lines:
        lines.write(f"{head}\n{row}\n" if new else f"{row}\n")


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
    words.add_argument("--rounds", type=int, default=2, help="rounds of learning (%(default)s)")
    words.add_argument("--games", type=int, default=600, help="games played in each (%(default)s)")
    words.add_argument("--ridge", type=float, default=5000.0, help="ridge penalty (%(default)s)")
    words.add_argument("--evaluate", type=int, default=400, help="games in an evaluation; 0: none (%(default)s)")
    words.add_argument("--seed", type=int, default=1)
    options = words.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    done = max(learned_rounds(options.folder), default=0)
    weights = read(options.folder / f"weights-{done}.csv") if done else {}
    files = [
        options.folder / f"games-{n}-{at:04}.json"
        for n in range(1, options.rounds + 1)
        for at in range(-(-options.games // CHUNK))
    ]
    per_round = len(files) // options.rounds
    for n in range(done + 1, options.rounds + 1):
        for at, file in enumerate(files[(n - 1) * per_round : n * per_round]):
            if not file.exists():
                collect(file, f"corrections {options.seed}/{n}/{at}", weights)
        rows = stored(files[: n * per_round])
        weights = fit(rows, gains_of(rows), options.ridge)
        write(weights, options.folder / f"weights-{n}.csv")
        print(f"round {n}: {len(rows.costs):,} actions tried", flush=True)
        for share in SHARES if n == 1 else SHARES[-1:]:
            show(options.folder / "held-out.csv", n, held_out(rows, options.ridge, share, n * options.games))
        if options.evaluate:
            evaluate(options.folder / "curve.csv", n, weights, options.evaluate)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
