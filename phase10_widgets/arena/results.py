"""Contest results: counts, shares with intervals, ratings, and a way to replay every game."""

from __future__ import annotations

import csv
import io
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from os import PathLike
from typing import Any, TypeAlias

from ..base.html import as_html
from ..base.integers import integer, integer_from
from ..base.names import spreadsheet_cell
from ..base.rows import frame, parquet
from ..base.translatable import Sentence
from ..game.game import Game
from ..odds.estimate import CONFIDENCE, Estimate, z_score
from .deals import WIN_PARTS, DealResult, Matchup, play_game, seating
from .intervals import AnyTime, Clusters
from .ratings import DEAL_GROUPS, MatchupWins, Rating, ratings
from .repeats import repeated
from .report import repeats_note, report
from .rows import RowsOf, games_of, rows_of, seats_of
from .saved import RESULTS, ArenaError, opened, own_players, results_parts, written

COUNTED = ("seats", "games", "wins", "confidence", "any_time")
"""The values in a results file that must match the games in it."""
ASKED = Sentence("How often does this player win?")
ASKED_SEAT = Sentence("How often does this seat win?")
ASSUMED = Sentence("Deals are independent; games played with the same deal are not.")


@dataclass(frozen=True, eq=False)
class Results:
    """The results of a contest. ``str`` returns a readable table.

    Two results are equal if the same games were played with the same outcomes.
    """

    tables: tuple[tuple[int, ...], ...]
    """The players at each table, as indexes."""
    players: tuple[str, ...]
    """The players' names, in the order given."""
    played: tuple[DealResult, ...]
    """The deals played, in the order in which they were counted."""
    at: tuple[Matchup, ...]
    """The matchup at each table."""
    confidence: float = CONFIDENCE
    any_time: bool = False
    """True if the intervals hold at all looks simultaneously, which is needed if looking at them determined when to
    stop."""

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(len(deal.games) for deal in self.played)

    @cached_property
    def wins(self) -> tuple[int | float, ...]:
        """The games won by each player, in the order given. A win shared by n players (V1) counts as 1/n for each."""
        found = [0] * len(self.players)
        for deal in self.played:
            for player, won in zip(self.tables[deal.table], deal.won, strict=True):
                found[player] += won
        return tuple(won // WIN_PARTS if won % WIN_PARTS == 0 else won / WIN_PARTS for won in found)

    @property
    def seats(self) -> int:
        """The number of seats at a table."""
        return len(self.tables[0])

    @cached_property
    def shares(self) -> tuple[Estimate, ...]:
        """Each player's proportion of games won, with an interval.

        Deals, not games, count as independent (``arena.intervals``). If looking at the wins determined when to stop,
        the intervals allow for that: they hold at all looks (and for all players) simultaneously.
        """
        return tuple(self._share(at) for at in range(len(self.players)))

    @cached_property
    def seat_shares(self) -> tuple[Estimate, ...]:
        """The proportion of games won from each seat, by any player, with an interval.

        As in :attr:`shares`, the intervals are based on deals, not games.
        """
        return tuple(self._estimate(self._deals_of_seat(seat), ASKED_SEAT) for seat in range(self.seats))

    @cached_property
    def repeats(self) -> frozenset[tuple[int, int]]:
        """Each (table, rotation) whose games repeat those of an earlier rotation.

        This happens if identical deterministic players exchange seats. These games count in :attr:`wins`, but
        they do not narrow any interval.
        """
        return repeated(self.tables, self.players, self.played)

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """Each player's rating, 1500 on average. A player who leads by 200 points wins 76% of two-player games."""
        groups: list[dict[int, list[int]]] = [{} for _ in range(DEAL_GROUPS)]
        for deal in self.played:
            sums = groups[deal.deal % DEAL_GROUPS].setdefault(deal.table, [0] * self.seats)
            for at, won in enumerate(deal.won):
                sums[at] += won
        tallies = [
            [MatchupWins(self.tables[table], tuple(won / WIN_PARTS for won in wins)) for table, wins in group.items()]
            for group in groups
            if group
        ]
        return ratings(len(self.players), tallies)

    def among(self, *players: int | str) -> Results:
        """Return the results from the tables where all these players (given by name or index) sat together.

        Raises:
            ValueError: a player is unknown.
        """
        wanted = {self._place(player) for player in players}
        kept = [number for number, table in enumerate(self.tables) if wanted <= set(table)]
        new = {number: at for at, number in enumerate(kept)}
        return Results(
            tuple(self.tables[number] for number in kept),
            self.players,
            tuple(deal._replace(table=new[deal.table]) for deal in self.played if deal.table in new),
            tuple(self.at[number] for number in kept),
            self.confidence,
            self.any_time,
        )

    def game(self, deal: int, rotation: int = 0, table: int = 0) -> Game:
        """Replay one of the games and return it, complete with its record.

        Raises:
            IndexError: the game was not played.
            PlayerError: as in :func:`play`, if a player has changed since the contest.
        """
        wanted = (integer(table), integer(deal))
        found = next((one for one in self.played if (one.table, one.deal) == wanted), DealResult(0, 0, ()))
        turned = integer_from(0, rotation, len(found.games) - 1)
        if turned is None:
            raise IndexError(
                f"there is no game with deal {deal!r:.40}, rotation {rotation!r:.40}, at table {table!r:.40}; "
                "each_game() lists all games"
            )
        return play_game(self.at[found.table], found.deal, turned)

    def replays(self, games: int | None = None) -> Iterator[Game]:
        """Replay the first *games* games, or all of them, and yield each one when it is over, in the order of
        :meth:`each_game`.

        Raises:
            PlayerError: as in :meth:`game`.
        """
        for row in islice(self.each_game(), games):
            yield self.game(row["deal"], row["rotation"], row["table"])

    def each_game(self, *, repeats: bool = True) -> Iterator[dict[str, Any]]:
        """Yield a row for each game: table, game (its number), deal, rotation, seed, dealer, first (the seat to the
        dealer's left, which acts first), players (by seat), winners, rounds, moves, and phases and scores by seat.

        Without *repeats*, games that repeat others are left out (see :attr:`repeats`).
        """
        return games_of(self, repeats=repeats)

    def each_seat(self, *, repeats: bool = True) -> Iterator[dict[str, Any]]:
        """Yield a row for each seat in each game, with the columns of :meth:`each_game` but only for this seat, and
        its place.

        *won* is the seat's share of the win: 1, 0, or 1/n if n players share it (V1).
        """
        return seats_of(self, repeats=repeats)

    def to_frame(self, rows: RowsOf = "seats", *, repeats: bool | None = None) -> Any:
        """Return a pandas.DataFrame with a row for each of these: ``"games"``, ``"seats"`` (one for each seat in each
        game), ``"players"`` (the rows of :meth:`to_dicts`) or ``"events"`` (every event in every game).

        The columns are game, deal, rotation, seed, seat, player, dealer, first, won, place, score and rounds, as far
        as a row has them, and others. ``table.seat == table["first"]`` selects the seats that act first. For
        ``"events"``, all games are played again, and a row continues with the columns of ``Game.rows``.

        Without *repeats*, games that repeat others are left out. By default they are included, with a warning.

        Raises:
            ModuleNotFoundError: pandas is not installed.
            ValueError: *rows* is none of these.
            PlayerError: for ``"events"``, as in :meth:`game`.
        """
        found = rows_of(self, repeats=repeats is not False)
        if rows not in found:
            raise ValueError(f"rows must be {', '.join(map(repr, found))}, not {rows!r:.60}")
        if repeats is None and rows != "players" and self.repeats:
            warnings.warn(f"{repeats_note(self)} repeats=False leaves them out.", UserWarning, stacklevel=2)
        return frame(found[rows]())

    def to_parquet(
        self,
        path: str | PathLike[str] | None = None,
        rows: RowsOf = "seats",
        *,
        repeats: bool | None = None,
    ) -> Any:
        """Write the rows of :meth:`to_frame` to a Parquet file; without *path*, return its bytes.

        Raises:
            ModuleNotFoundError: pandas or PyArrow is not installed.
            ValueError: as in :meth:`to_frame`.
        """
        return parquet(self.to_frame(rows, repeats=repeats), path)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row for each player with games, wins, share, low, high, rating, the rating's error, and averages per
        game."""
        rows = []
        for at, name in enumerate(self.players):
            games, phases, score, rounds = self._sums(at)
            share, rating = self.shares[at], self.ratings[at]
            rows.append(
                {
                    "player": name,
                    "games": games,
                    "wins": self.wins[at],
                    "share": share.value if games else None,
                    "low": share.low,
                    "high": share.high,
                    "rating": rating.value,
                    "rating_error": rating.error,
                    "rating_note": str(rating.why or ""),
                    "phases": phases / games if games else None,
                    "score": score / games if games else None,
                    "rounds": rounds / games if games else None,
                }
            )
        return rows

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON, including every game; :meth:`from_dict` reads it back.

        >>> from phase10_widgets import arena
        >>> found = arena.play("classic", ["greedy", "random"], games=4)
        >>> Results.from_dict(found.to_dict()) == found
        True
        """
        first = self.at[0]
        return {
            "format": f"{RESULTS.format}/{RESULTS.version}",
            "edition": first.edition,
            "options": dict(first.options),
            "seed": first.seed,
            "seats": self.seats,
            "players": list(self.players),
            "own": [name for name in self.players if name in self._own()],
            "games": self.games,
            "wins": list(self.wins),
            "confidence": self.confidence,
            "any_time": self.any_time,
            "rows": self.to_dicts(),
            "tables": [
                {
                    "players": [self.players[player] for player in table],
                    "games": sum(len(deal.games) for deal in self.played if deal.table == number),
                    "wins": [one.wins[player] for player in table],
                }
                for number, table in enumerate(self.tables)
                for one in [self._only(number)]
            ],
            "played": written(self.played),
        }

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any], players: Sequence[Any] | None = None) -> Results:
        """Restore results from the form that :meth:`to_dict` returns and that ``phase10 arena --json`` writes.

        Args:
            kept: the output of ``to_dict``, perhaps read from a file; everything in it is checked.
            players: all players again. Only :meth:`game` needs them, and only if some are functions or objects.

        Raises:
            ValueError: the data does not hold such results, or the players differ.
        """
        data = opened(kept, RESULTS, ("edition", "options", "seed", "players", *COUNTED, "tables", "played"))
        made = cls(*results_parts(data, players))
        for name in COUNTED:
            value = getattr(made, name)
            if data[name] != (list(value) if isinstance(value, tuple) else value):
                raise ArenaError(
                    f"the results file has been altered: its value for {name!r} does not match the games in it"
                )
        return made

    def to_csv(self) -> str:
        """Return the rows of :meth:`to_dicts` as CSV text."""
        rows, out = self.to_dicts(), io.StringIO()
        writer = csv.DictWriter(out, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows({key: spreadsheet_cell(value) for key, value in row.items()} for row in rows)
        return out.getvalue()

    _repr_html_ = as_html

    def __str__(self) -> str:
        return report(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Results):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.players, self.games, self.wins))

    def __repr__(self) -> str:
        wins = ", ".join(f"{name}: {won:g}" for name, won in zip(self.players, self.wins, strict=True))
        return f"<Results of {self.games} games, {wins}>"

    def _own(self) -> set[str]:
        """Return the names of the players that are not in the registry."""
        return {name for matchup in self.at for name in own_players(matchup.entrants)}

    def _key(self) -> tuple[Any, ...]:
        first = self.at[0]
        rules = (first.edition, dict(first.options), first.seed)
        return rules, self.tables, self.players, self.played, self.confidence, self.any_time

    def _only(self, table: int) -> Results:
        played = tuple(deal for deal in self.played if deal.table == table)
        return Results(self.tables, self.players, played, self.at, self.confidence, self.any_time)

    def _place(self, player: int | str) -> int:
        if isinstance(player, str) and player in self.players:
            return self.players.index(player)
        place = integer_from(0, player, len(self.players) - 1)
        if place is not None:
            return place
        raise ValueError(f"there is no player {player!r:.60}; the players are {', '.join(self.players)}")

    def _share(self, player: int) -> Estimate:
        """Estimate a player's share by deal; a deal played at several tables is still a single observation."""
        deals: _Deals = {}
        for deal in self.played:
            table = self.tables[deal.table]
            if player in table:
                _count(deals, deal, deal.won[table.index(player)])
        return self._estimate(deals, ASKED)

    def _deals_of_seat(self, seat: int) -> _Deals:
        """Return the number of wins from a seat in each deal."""
        deals: _Deals = {}
        for deal in self.played:
            won = 0
            for rotation, game in enumerate(deal.games):
                if seating(self.seats, rotation)[seat] in game.winners:
                    won += WIN_PARTS // len(game.winners)
            _count(deals, deal, won)
        return deals

    def _estimate(self, deals: _Deals, asked: Sentence) -> Estimate:
        sums = Clusters()
        look = AnyTime(any_time_confidence(self.confidence, self.seats), 1 / self.seats)
        for won, games, full in deals.values():
            sums.add(won / WIN_PARTS, games)
            if full:
                look.add(won / WIN_PARTS / games)
        about: dict[str, Any] = {"seed": self.at[0].seed, "asked": asked, "assumption": ASSUMED, "observed": True}
        if not sums.games:
            return Estimate(1 / self.seats, 0.0, 1.0, 0, confidence=self.confidence, **about)
        low, high = look.interval() if self.any_time else sums.interval(self.confidence)
        low, high = min(low, sums.share), max(high, sums.share)
        error = sums.error or (high - low) / (2 * z_score(self.confidence))
        return Estimate(sums.share, low, high, sums.games, "chance", error, self.confidence, **about)

    def _sums(self, player: int) -> tuple[int, int, int, int]:
        """Return a player's number of games, and its total phases, points and rounds in those games."""
        games = phases = points = rounds = 0
        for deal in self.played:
            table = self.tables[deal.table]
            if player in table:
                place = table.index(player)
                games += len(deal.games)
                phases += sum(game.phases[place] for game in deal.games)
                points += sum(game.points[place] for game in deal.games)
                rounds += sum(game.rounds for game in deal.games)
        return games, phases, points, rounds


_Deals: TypeAlias = dict[int, tuple[int, int, bool]]
"""For each deal, the wins in parts of a win, the number of games, and True if the deal was played from every seat."""


def _count(deals: _Deals, deal: DealResult, won: int) -> None:
    """Add the wins in one deal at one table."""
    before, games, full = deals.get(deal.deal, (0, 0, True))
    complete = len(deal.games) == len(deal.games[0].phases)
    deals[deal.deal] = before + won, games + len(deal.games), full and complete


def any_time_confidence(confidence: float, seats: int) -> float:
    """Return the confidence that each interval needs so that all hold simultaneously; two players' intervals mirror
    each other and need no adjustment."""
    return confidence if seats == 2 else 1 - (1 - confidence) / seats
