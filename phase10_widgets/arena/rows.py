"""The games of a contest as rows: one for each game, for each seat in each game, or for each event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..editions import edition as find_edition
from ..rules.edition import Edition
from .deals import Matchup, seating

if TYPE_CHECKING:
    from .results import Results

RowsOf: TypeAlias = Literal["games", "seats", "players", "events"]
Row: TypeAlias = dict[str, Any]

ABOUT = ("table", "game", "deal", "rotation", "seed")
"""The columns that identify a game."""


def rows_of(found: Results, *, repeats: bool) -> Mapping[str, Callable[[], Iterable[Row]]]:
    """Return the function that makes each table's rows."""
    return {
        "games": lambda: map(_flat, games_of(found, repeats=repeats)),
        "seats": lambda: seats_of(found, repeats=repeats),
        "players": found.to_dicts,
        "events": lambda: _events_of(found, repeats=repeats),
    }


def games_of(found: Results, *, repeats: bool) -> Iterator[Row]:
    """Yield a row for each game; its lists have one item for each seat."""
    number, begins = -1, [_begins(matchup) for matchup in found.at]
    for table, deal, games in found.played:
        names = [found.players[player] for player in found.tables[table]]
        for rotation, game in enumerate(games):
            number += 1
            if not repeats and (table, rotation) in found.repeats:
                continue
            at = seating(len(names), rotation)
            dealer, first = begins[table]
            yield {
                "table": table,
                "game": number,
                "deal": deal,
                "rotation": rotation,
                "seed": found.at[table].game_seed(deal),
                "dealer": dealer,
                "first": first,
                "players": [names[player] for player in at],
                "winners": [names[player] for player in game.winners],
                "rounds": game.rounds,
                "moves": game.moves,
                "phases": [game.phases[player] for player in at],
                "scores": [game.points[player] for player in at],
            }


def seats_of(found: Results, *, repeats: bool) -> Iterator[Row]:
    """Yield a row for each seat in each game."""
    by_score = _edition(found.at[0]).advance == "always"
    for game in games_of(found, repeats=repeats):
        places = _places(game, by_score)
        for seat, player in enumerate(game["players"]):
            yield {
                **{name: game[name] for name in ABOUT},
                "seat": seat,
                "player": player,
                "dealer": game["dealer"],
                "first": game["first"],
                "won": (player in game["winners"]) / len(game["winners"]),
                "place": places[seat],
                "phases": game["phases"][seat],
                "score": game["scores"][seat],
                "rounds": game["rounds"],
                "moves": game["moves"],
            }


def _flat(game: Row) -> Row:
    """Return a game's row without lists."""
    lists = ("players", "winners", "phases", "scores")
    winners = game["winners"]
    return {**{name: value for name, value in game.items() if name not in lists}, "winner": " and ".join(winners)}


def _events_of(found: Results, *, repeats: bool) -> Iterator[Row]:
    """Yield a row for each event in each game, which is replayed for that."""
    for game in games_of(found, repeats=repeats):
        about = {name: game[name] for name in (*ABOUT, "dealer", "first")}
        for row in found.game(game["deal"], game["rotation"], game["table"]).rows():
            player = row.pop("name")
            yield {**about, **row, "player": player}


def _begins(matchup: Matchup) -> tuple[int, int]:
    """Return the seat that deals the first round, and the seat to its left, which is the first to act (G2)."""
    seats, dealer = len(matchup.entrants), _edition(matchup).first_dealer
    dealer = seats - 1 if dealer is None else dealer
    return dealer, (dealer + 1) % seats


def _edition(matchup: Matchup) -> Edition:
    return find_edition(matchup.edition, **matchup.options)


def _places(game: Row, by_score: bool) -> list[int]:
    """Return each seat's place; ties share one, as in ``Game.standings``."""
    keys = [
        (0, score, False) if by_score else (-phases, score, player not in game["winners"])
        for phases, score, player in zip(game["phases"], game["scores"], game["players"], strict=True)
    ]
    return [1 + sum(other < key for other in keys) for key in keys]
