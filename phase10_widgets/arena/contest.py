"""Contests: players, length and stopping rule. A contest yields the same result no matter where it runs."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from itertools import combinations
from math import ceil
from operator import index
from typing import Any, Literal, Unpack

from .. import editions
from ..base.integers import check_seed, integer_from, shown
from ..editions import edition as find_edition
from ..game.game import Game
from ..odds.estimate import CONFIDENCE
from ..parallel.executors import check_travels, in_order, own_pool
from ..parallel.progress_bar import Watcher, watching
from ..rules.edition import Edition
from ..rules.options import Options, takes_options
from .deals import WIN_PARTS, DealResult, Matchup, deal_by_moves, play_deal
from .entrants import Entrant, entrants
from .intervals import AnyTime, Clusters
from .results import Results, any_time_confidence
from .saved import CONTEST, ArenaError, opened, own_players, players_again, read, written

GAMES = 1000
"""The default number of games at each table."""
DEFAULT_MOST_GAMES = 20_000
"""The default maximum number of games for a contest that stops early."""
DEALS_IN_FLIGHT = 32
"""The default number of deals in progress at the same time."""
ENOUGH_DEALS = 30
"""The number of deals after which the spread between deals is known well enough to let intervals end a contest."""
MOST_GAMES = 10**9
PLANNED = ("seed", "games", "until", "confidence")

Until = float | Literal["decided"] | None


class Contest:
    """A contest that can be watched, stopped, saved as JSON and resumed, here or elsewhere.

    >>> contest = Contest("classic", ["greedy", "random"], games=4, seed=1)
    >>> contest.run() == Contest.from_dict(contest.to_dict()).results
    True
    """

    @takes_options
    def __init__(
        self,
        edition: str | Edition,
        players: Sequence[Any],
        games: int | None = None,
        seed: int | str = 1,
        *,
        seats: int | None = None,
        until: Until = None,
        confidence: float = CONFIDENCE,
        **options: Unpack[Options],
    ) -> None:
        """Set up a contest without playing it. The arguments are the same as for :func:`round_robin`; by default, all
        players share one table."""
        self.entrants = entrants(players)
        self.seats = len(self.entrants) if seats is None else seats
        self.games = (GAMES if until is None else DEFAULT_MOST_GAMES) if games is None else games
        self.seed, self.until, self.confidence = seed, until, confidence
        _check_plan(self)
        self.seats, self.games = index(self.seats), index(self.games)
        self.edition = _settled_edition(edition, options)
        self.edition.check_seats(self.seats)
        Game.new(self.edition, ["seat"] * self.seats, 0)
        self.tables = tuple(combinations(range(len(self.entrants)), self.seats))
        self._at = tuple(self._table([self.entrants[player] for player in table]) for table in self.tables)
        self._played: list[DealResult] = []
        self._stopped = False

    def __repr__(self) -> str:
        return f"<Contest of {', '.join(one.name for one in self.entrants)}: {len(self._played)} deals played>"

    @property
    def results(self) -> Results:
        """The results so far."""
        names = tuple(entrant.name for entrant in self.entrants)
        any_time = self.until == "decided"
        return Results(self.tables, names, tuple(self._played), self._at, self.confidence, any_time)

    @property
    def most(self) -> int:
        """The total number of games at all tables if none stops early."""
        return self.games * len(self.tables)

    @property
    def finished(self) -> bool:
        """True if all games have been played or every table is settled."""
        return all(look.over for look in self._looks())

    def games_of(self, deal: int) -> int:
        """Return the number of games per table in this deal: one per seat, or fewer in the last deal, and 0 after
        that."""
        return max(0, min(self.seats, self.games - deal * self.seats))

    def stop(self) -> None:
        """Make :meth:`run` return after the current deal; may be called from another thread or a watcher."""
        self._stopped = True

    def run(
        self,
        *,
        executor: Executor | None = None,
        jobs: int | None = None,
        progress: bool | Watcher | None = None,
        in_flight: int = DEALS_IN_FLIGHT,
    ) -> Results:
        """Play until finished or stopped and return the results; call ``run`` again to resume after a stop or an error.

        The arguments are the same as for :func:`play`; they affect how fast and where the games are played, but never
        the results.
        """
        _whole("in_flight", in_flight)
        with own_pool(executor, jobs) as workers:
            return self._run(workers, progress, in_flight)

    def _run(self, executor: Executor | None, progress: bool | Watcher | None, in_flight: int) -> Results:
        if executor is not None:
            check_travels(executor, *[entrant.make for entrant in self.entrants])
        self._stopped = False
        looks = self._looks()
        done = sum(look.games for look in looks)
        with (
            watching(progress, done, sum(look.expected for look in looks), "games") as watch,
            closing(in_order(play_deal, self._jobs(looks), executor, in_flight, _called)) as deals,
        ):
            for deal in deals:
                look = looks[deal.table]
                if look.over:
                    continue
                self._played.append(deal)
                look.add(deal)
                done += len(deal.games)
                watch(done, sum(one.expected for one in looks))
                if self._stopped or all(look.over for look in looks):
                    break
        return self.results

    def by_moves(self) -> Iterator[None]:
        """Play like :meth:`run` in this process, yielding after each action so that the caller can do other work.

        Closing the generator drops the deal in progress; it is replayed when the contest resumes.
        """
        looks = self._looks()
        for job in self._jobs(looks):
            deal = yield from deal_by_moves(*job)
            self._played.append(deal)
            looks[deal.table].add(deal)

    def to_dict(self) -> dict[str, Any]:
        """Return the plan and all games played as JSON; custom players (``own``) are saved only by name."""
        return {
            "format": f"{CONTEST.format}/{CONTEST.version}",
            "edition": self.edition.id,
            "options": dict(self.edition.options),
            "players": [entrant.name for entrant in self.entrants],
            "own": own_players(self.entrants),
            "seats": self.seats,
            **{name: getattr(self, name) for name in PLANNED},
            "played": written(self._played),
        }

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any], players: Sequence[Any] | None = None) -> Contest:
        """Restore a contest from the form that :meth:`to_dict` returns.

        Args:
            kept: the output of ``to_dict``, perhaps read from a file; everything in it is checked.
            players: the same players again, needed if some were functions or objects, which are not saved.

        Raises:
            ValueError: the data does not describe a contest, or the players differ.
        """
        return _restore(kept, players)

    def _table(self, entrants: Sequence[Entrant]) -> Matchup:
        return Matchup(self.edition.id, dict(self.edition.options), tuple(entrants), self.seed)

    def _looks(self) -> list[_Check]:
        looks = [_Check(self) for _ in self.tables]
        for deal in self._played:
            looks[deal.table].add(deal)
        return looks

    def _jobs(self, looks: Sequence[_Check]) -> Iterator[tuple[int, Matchup, int, int]]:
        """Yield the remaining deals, each one at every table before the next, so that the tables advance together."""
        begun = [look.deals for look in looks]
        for deal in range(-(-self.games // self.seats)):
            for place, look in enumerate(looks):
                if deal >= begun[place] and not look.over:
                    yield place, self._at[place], deal, self.games_of(deal)


class _Check:
    """One table's running tally, which determines whether the table is settled."""

    def __init__(self, contest: Contest) -> None:
        seats = contest.seats
        confidence = any_time_confidence(contest.confidence, seats)
        self.plan = contest
        self.games = self.deals = 0
        self.sums = [Clusters() for _ in range(seats)]
        self.any_time = [AnyTime(confidence, 1 / seats) for _ in range(seats)]
        self.over = False

    def add(self, deal: DealResult) -> None:
        """Add one deal."""
        games, until = len(deal.games), self.plan.until
        self.games += games
        self.deals += 1
        if until is not None and games == self.plan.seats:
            for won, sums, look in zip(deal.won, self.sums, self.any_time, strict=True):
                sums.add(won / WIN_PARTS, games)
                look.add(won / WIN_PARTS / games)
            self.over = self._decided() if until == "decided" else self._reaches_margin(until)
        self.over = self.over or self.games >= self.plan.games

    def _decided(self) -> bool:
        """Return True if some player certainly wins more than an equal share of the games."""
        even = 1 / self.plan.seats
        return any(look.interval()[0] > even for look in self.any_time)

    def _reaches_margin(self, margin: float) -> bool:
        """Return True if every interval is narrow enough. Checking widths needs no correction (Chow and
        Robbins 1965)."""
        if self.deals < ENOUGH_DEALS:
            return False
        ends = (sums.interval(self.plan.confidence) for sums in self.sums)
        return all(high - low <= 2 * margin for low, high in ends)

    @property
    def expected(self) -> int:
        """The total number of games at this table, which is estimated from the current widths if there is a margin."""
        until, most = self.plan.until, self.plan.games
        if self.over or until in (None, "decided") or self.deals < ENOUGH_DEALS:
            return self.games if self.over else most
        widest = max(high - low for low, high in (sums.interval(self.plan.confidence) for sums in self.sums))
        return max(self.games, min(most, ceil(self.games * (widest / 2 / float(until)) ** 2)))


@takes_options
def play(
    edition: str | Edition,
    players: Sequence[Any],
    games: int | None = None,
    seed: int | str = 1,
    executor: Executor | None = None,
    *,
    jobs: int | None = None,
    until: Until = None,
    confidence: float = CONFIDENCE,
    progress: bool | Watcher | None = None,
    in_flight: int = DEALS_IN_FLIGHT,
    **options: Unpack[Options],
) -> Results:
    """Play many games between these players, with one player at each seat, and return the results.

    Each deal is played once per rotation of the seats, so that card luck cancels out. If interrupted (as with Ctrl+C),
    the function warns and returns the results so far, or raises KeyboardInterrupt if there are none yet.

    >>> play("classic", ["greedy", "random"], games=10).wins
    (10, 0)

    Args:
        edition: an edition or its id; *options* are its options, given by name.
        players: names (``"greedy"``), objects or classes with ``choose(observation)``, functions of an observation, or
            an :class:`Entrant` with a name and a factory. An object is copied for each game, and a class that accepts a
            ``seed`` gets a new one, so no game depends on another. That seed reveals nothing about the cards, and
            depends only on *seed*, the game and the seat. A function is shared by all games and must be stateless.
        games: the number of games, 1,000 by default; with *until*, the maximum number, 20,000 by default.
        seed: a whole number of at most 100 digits or text of at most 100 characters, which determines all cards and
            all of the players' random choices.
        executor: any ``concurrent.futures.Executor``; its workers play the deals. With None, this process plays them.
            For a process pool, define your own players in a module.
        jobs: the number of processes that play, in place of an executor. Scripts need no main guard, and your own
            players may be defined in the script or notebook.
        until: ``"decided"`` stops as soon as some player certainly wins more than an even share; the intervals then
            hold at all looks simultaneously. A number means the same as in ``odds.simulate``: stop once every
            interval's half-width is at most this (0.02 is 2 percentage points). The widths are checked after each deal.
        confidence: the proportion of contests in which an interval should contain a player's true share.
        progress: True for a progress bar (needs tqdm), or a function called with (games played, maximum games).
        in_flight: the number of deals sent to the workers at the same time; use at least twice the number of workers.

    Raises:
        PlayerError: a player raised an error or broke a rule, or a game did not end.
        LostJobError: a deal was handed out three times, but no result came back.
        ValueError: an argument is invalid.
    """
    contest = Contest(edition, players, games, seed, until=until, confidence=confidence, **options)
    return _results(contest, executor=executor, jobs=jobs, progress=progress, in_flight=in_flight)


@takes_options
def round_robin(
    edition: str | Edition,
    players: Sequence[Any],
    games: int | None = None,
    seed: int | str = 1,
    executor: Executor | None = None,
    *,
    seats: int = 2,
    jobs: int | None = None,
    until: Until = None,
    confidence: float = CONFIDENCE,
    progress: bool | Watcher | None = None,
    in_flight: int = DEALS_IN_FLIGHT,
    **options: Unpack[Options],
) -> Results:
    """Play games between all players, with *seats* of them at each table, and return the results.

    All combinations of players meet equally often, and every table plays the same deals. Arguments and errors are the
    same as for :func:`play`; *games* and *until* apply to each table.

    >>> found = round_robin("classic", ["greedy", "random", "random"], games=10)
    >>> found.games, found.among("greedy", "random").wins
    (30, (10, 0, 0))
    """
    contest = Contest(edition, players, games, seed, seats=seats, until=until, confidence=confidence, **options)
    return _results(contest, executor=executor, jobs=jobs, progress=progress, in_flight=in_flight)


def _results(contest: Contest, **how: Any) -> Results:
    """Play a contest; after Ctrl+C, return the results up to that point."""
    try:
        return contest.run(**how)
    except KeyboardInterrupt:
        found = contest.results
        if not found.games:
            raise
        told = f"interrupted: these are the results of the first {found.games:,} of {contest.most:,} games"
        warnings.warn(told, RuntimeWarning, stacklevel=4)
        return found


def _called(job: tuple[int, Matchup, int, int]) -> str:
    place, _, deal, _ = job
    return f"deal {deal} at table {place}"


def _settled_edition(edition: str | Edition, options: Mapping[str, Any]) -> Edition:
    """Return the edition if its id and options fully describe it, as required to store it."""
    chosen = find_edition(edition, **options)
    if not editions.is_registered(chosen):
        raise ArenaError(f"the arena accepts only registered editions: {editions.how_to_register(chosen)}")
    return chosen


def _check_plan(plan: Contest) -> None:
    _whole("games", plan.games)
    plan.seed = check_seed(plan.seed)
    if len(plan.entrants) < 2:
        raise ArenaError("a contest needs at least two players")
    if integer_from(2, plan.seats, len(plan.entrants)) is None:
        raise ArenaError(
            f"seats must be a whole number from 2 to {len(plan.entrants)} (the number of players), "
            f"not {plan.seats!r:.60}"
        )
    if plan.until not in (None, "decided") and not (_is_number(plan.until) and 0 < plan.until < 1):  # type: ignore[operator]
        raise ArenaError(f'until must be "decided" or a margin such as 0.02, not {plan.until!r:.60}')
    if not (_is_number(plan.confidence) and 0 < plan.confidence < 1):
        raise ArenaError(f"confidence must be between 0 and 1, such as 0.95, not {plan.confidence!r:.60}")


def _restore(kept: Mapping[str, Any], players: Sequence[Any] | None) -> Contest:
    """Restore a contest from untrusted JSON."""
    data = opened(kept, CONTEST, ("edition", "options", "players", "seats", *PLANNED, "played"))
    plan = {name: data[name] for name in ("seats", *PLANNED)}
    made = Contest(data["edition"], players_again(data) if players is None else players, **plan, **data["options"])
    called = [entrant.name for entrant in made.entrants]
    if called != data["players"]:
        raise ArenaError(f"the contest file's players are {', '.join(data['players'])}, not {', '.join(called)}")
    made._played += read(data["played"], len(made.tables), made.seats, CONTEST)
    for deal in made._played:
        if (n := len(deal.games)) != (right := made.games_of(deal.deal)):
            raise ArenaError(f"the number of games in deal {deal.deal} of this contest file must be {right}, not {n}")
    return made


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _whole(name: str, value: object) -> None:
    if integer_from(1, value, MOST_GAMES) is None:
        raise ArenaError(f"{name} must be a whole number from 1 to {MOST_GAMES}, not {shown(value)}")
