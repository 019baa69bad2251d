"""Many games in one table: the cost of each seat's decisions, its luck and its skill."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from typing import Any

from ..base.rows import Rows
from ..editions import check_registered
from ..game.game import Game
from ..parallel.executors import check_travels, in_order, own_pool
from ..parallel.progress_bar import Watcher, watching
from .areas import Area
from .luck_and_skill import luck
from .review import Grade, Played, moments, review

GAMES_IN_FLIGHT = 32
"""The number of games in progress at the same time."""


def game_rows(
    games: Iterable[Played],
    *,
    executor: Executor | None = None,
    jobs: int | None = None,
    progress: bool | Watcher | None = None,
) -> Rows:
    """Review many games, and return a row for each seat in each game; ``to_frame()`` returns a pandas.DataFrame.

    Each row has the keys game (the zero-based index), edition, seed, rounds, seat, name, won (the seat's share of the
    win, or None while the game is running), result, luck, dealt, skill and skill_deviation as in :meth:`Luck.to_dicts`,
    decisions, inaccuracies, mistakes, blunders, cost (of all decisions, in turns) and the part of that cost in each
    :class:`Area`, such as ``cost_draw``. A game of ten rounds takes a few seconds.

    >>> from phase10_widgets import arena
    >>> found = arena.play("classic", ["greedy", "random"], games=2, phases=["1 set of 2"])
    >>> [(row["game"], row["name"], row["won"]) for row in game_rows(found.replays())]
    [(0, 'greedy', 1.0), (0, 'random', 0.0), (1, 'random', 0.0), (1, 'greedy', 1.0)]

    Args:
        games: records, games, or their moments; ``arena.Results.replays`` yields those of a contest.
        executor: any ``concurrent.futures.Executor``; its workers review the games. With None, this process does.
        jobs: the number of processes that review the games, in place of an executor.
        progress: True for a progress bar (needs tqdm), or a function called with (games done, total games).

    Raises:
        ValueError: a record cannot be replayed (the message says which one), or *games* is a single game.
    """
    if isinstance(games, Game | Mapping) or not isinstance(games, Iterable):
        raise ValueError("games must be a list of games or records; put a single one in brackets: [game]")
    records = [(number, _record(number, played)) for number, played in enumerate(games)]
    rows = Rows()
    with own_pool(executor, jobs) as workers:
        if workers is not None:
            check_travels(workers)
        with (
            watching(progress, 0, len(records), "games") as watch,
            closing(in_order(_rows, records, workers, GAMES_IN_FLIGHT, _called)) as found,
        ):
            for done, mine in enumerate(found, 1):
                rows += mine
                watch(done, len(records))
    return rows


def _record(number: int, played: Played) -> Mapping[str, Any]:
    """Return a game's record, which can be sent to other processes."""
    if isinstance(played, Mapping):
        return played
    last = played[-1] if isinstance(played, Sequence) and played else played
    if not isinstance(last, Game):
        raise ValueError(f"game {number} is {played!r:.60}, neither a game nor its record")
    check_registered(last.edition, f"game {number} could not be replayed")
    return last.record()


def _rows(number: int, record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rows for one game."""
    try:
        games = moments(record)
    except ValueError as error:
        raise ValueError(f"game {number}: {error}") from error
    found, last = review(games), games[-1]
    about = {"game": number, "edition": last.edition.id, "seed": last.state.seed, "rounds": last.state.round}
    rows = []
    for seat, lucky in enumerate(luck(games).to_dicts()):
        grades = found.grades(seat)
        rows.append(
            {
                **about,
                "seat": seat,
                "name": lucky["name"],
                "won": None if last.to_act is not None else (seat in last.winners) / len(last.winners),
                **{key: lucky[key] for key in ("result", "luck", "dealt", "skill", "skill_deviation")},
                "decisions": sum(1 for _ in found.select(seat=seat)),
                "inaccuracies": grades[Grade.INACCURACY],
                "mistakes": grades[Grade.MISTAKE],
                "blunders": grades[Grade.BLUNDER],
                "cost": found.cost(seat),
                **{
                    f"cost_{area}": sum([one.cost for one in found.select(seat=seat) if one.area is area])
                    for area in Area
                },
            }
        )
    return rows


def _called(job: tuple[Any, ...]) -> str:
    return f"game {job[0]}"
