"""Contests and results as JSON: the games played, the checks made when reading them, and the errors for both types of
file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .. import players as registry
from ..base import files
from ..base.errors import Phase10Error
from ..base.integers import seed_from
from ..editions import edition
from .deals import DealResult, GameResult, Matchup
from .entrants import Entrant, EntrantError, entrants


class ArenaError(Phase10Error, ValueError):
    """Raised if a contest cannot be played, or if data does not describe a contest or its results.

    >>> import phase10_widgets as p10
    >>> p10.arena.Results.from_dict({})
    Traceback (most recent call last):
    phase10_widgets.arena.saved.ArenaError: this is not a results file: its 'format' is not 'phase10-results/1'
    """


CONTEST = files.FileKind("contest", "phase10-contest", 1, ArenaError)
RESULTS = files.FileKind("results", "phase10-results", 1, ArenaError)


def opened(kept: object, kind: files.FileKind, needed: Iterable[str]) -> Mapping[str, Any]:
    """Return the content of a file of this type, checking that it has all the required keys.

    Raises:
        ArenaError: it is a different type of file, or a key is missing.
    """
    if isinstance(kept, Mapping) and "format" not in kept and {"rows", "tables"} <= kept.keys():
        raise ArenaError("an old version wrote these results without saving their games; play the contest again")
    data = files.checked(kept, kind)
    for key in needed:
        if key not in data:
            raise ArenaError(f"the {kind.name} file lacks {key!r}")
    if not isinstance(data["options"], Mapping) or not all(isinstance(name, str) for name in data["options"]):
        raise ArenaError(f"the {kind.name} file's 'options' must be an object with string keys")
    if not isinstance(data["players"], list) or not all(isinstance(name, str) for name in data["players"]):
        raise ArenaError(f"the {kind.name} file's 'players' must be a list of names")
    if not isinstance(data.get("own", []), list):
        raise ArenaError(f"the {kind.name} file's 'own' must be a list of names")
    return data


def written(played: Iterable[DealResult]) -> list[list[Any]]:
    """Return the deals as JSON: table, deal, and, for each game, winners, rounds, moves, phases and points."""
    return [[deal.table, deal.deal, [list(map(_plain, game)) for game in deal.games]] for deal in played]


def read(rows: Any, tables: int, seats: int, kind: files.FileKind) -> tuple[DealResult, ...]:
    """Return the deals in a file if they could have been played in this order.

    Raises:
        ArenaError: they could not have been.
    """
    if not isinstance(rows, list):
        raise ArenaError(f"the {kind.name} file's 'played' must be a list of deals")
    found, at = [], [0] * tables
    for row in rows:
        deal = _deal(row, tables, seats, kind)
        if deal.deal != at[deal.table]:
            raise ArenaError(
                f"at table {deal.table} of the {kind.name} file, deal {at[deal.table]} comes next, not {deal.deal}"
            )
        at[deal.table] += 1
        found.append(deal)
    return tuple(found)


def own_players(entrants: Sequence[Entrant]) -> list[str]:
    """Return the names of the entrants that are functions, classes or objects, for which a file keeps only the name."""
    return [entrant.name for entrant in entrants if entrant.registered is None]


def players_again(data: Mapping[str, Any]) -> list[str]:
    """Return a file's players as registry names.

    Raises:
        ArenaError: a player is not in the registry.
    """
    own = [name for name in data["players"] if _is_own(name, data)]
    if own:
        listed = ", ".join(name if name in own else repr(name) for name in data["players"])
        raise ArenaError(
            f"there is no player {own[0]!r:.60}: a file keeps only the name of a custom player; "
            f"pass all players again, as in players=[{listed:.200}]"
        )
    return list(map(_registered, data["players"]))


def results_parts(
    data: Mapping[str, Any], players: Sequence[Any] | None
) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...], tuple[DealResult, ...], tuple[Matchup, ...], float, bool]:
    """Return the parts of the results in a file: tables, names, deals, matchups, confidence and any_time.

    Raises:
        ValueError: the results are impossible, or the players differ.
    """
    names = tuple(data["players"])
    found = tuple(_entrant(name, data) for name in names) if players is None else entrants(players)
    if [entrant.name for entrant in found] != list(names):
        called = ", ".join(entrant.name for entrant in found)
        raise ArenaError(f"the results file's players are {', '.join(names)}, not {called}")
    if seed_from(data["seed"]) is None:
        raise ArenaError("the results file's seed must be a whole number or a short string")
    confidence = data["confidence"]
    if not isinstance(confidence, float) or not 0 < confidence < 1 or not isinstance(data["any_time"], bool):
        raise ArenaError("the results file needs a confidence between 0 and 1, and any_time (true or false)")
    tables = _tables(data["tables"], names)
    chosen = edition(data["edition"], **data["options"])
    rules = chosen.id, dict(chosen.options)
    at = tuple(Matchup(*rules, tuple(found[player] for player in table), data["seed"]) for table in tables)
    played = read(data["played"], len(tables), len(tables[0]), RESULTS)
    return tables, names, played, at, confidence, data["any_time"]


def _tables(rows: Any, names: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the players at each table in a results file."""
    try:
        found = tuple(tuple(names.index(name) for name in row["players"]) for row in rows)
    except (KeyError, TypeError, ValueError):
        found = ()
    if not found or any(len(table) != len(found[0]) or len(set(table)) < max(2, len(table)) for table in found):
        raise ArenaError("the results file's tables must name the players at each table, with the same number at each")
    return found


def _is_own(name: str, data: Mapping[str, Any]) -> bool:
    """Return True if a file's player was a function, a class or an object."""
    return name in data.get("own", ()) or not registry.is_name(_registered(name))


def _registered(name: str) -> str:
    """Return a player's registered name, such as "greedy" for "greedy (2)", the second player of that name."""
    return name.partition(" (")[0]


def _entrant(name: str, data: Mapping[str, Any]) -> Entrant:
    """Return the entrant for a player named in a results file."""
    return Entrant(name, Absent(name)) if _is_own(name, data) else replace(*entrants([_registered(name)]), name=name)


class Absent:
    """The factory for a custom player that was not passed again; results need it only to replay a game."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, seed: str) -> Any:
        name = self.name
        raise EntrantError(f"to replay a game, pass {name!r:.60} again: Results.from_dict(…, players=[…])")


def _deal(row: Any, tables: int, seats: int, kind: files.FileKind) -> DealResult:
    try:
        table, number, games = row
        deal = DealResult(table, number, tuple(_played(*game) for game in games))
        ok = table in range(tables) and 1 <= len(games) <= seats
        ok = ok and all(_is_possible(game, seats) for game in deal.games)
    except (TypeError, ValueError):
        ok = False
    if not ok:
        raise ArenaError(f"this {kind.name} file contains an impossible deal: {row!r:.80}")
    return deal


def _is_possible(game: GameResult, seats: int) -> bool:
    numbers = (game.rounds, game.moves, *game.phases, *game.points)
    return (
        1 <= len(set(game.winners)) == len(game.winners)
        and set(game.winners) <= set(range(seats))
        and len(game.phases) == len(game.points) == seats
        and all(type(number) is int and number >= 0 for number in numbers)
    )


def _played(winners: list[int], rounds: int, moves: int, phases: list[int], points: list[int]) -> GameResult:
    return GameResult(tuple(winners), rounds, moves, tuple(phases), tuple(points))


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
