"""The class ladder: the players that learners wrote in lesson 12 play each other and greedy, from both seats."""

from __future__ import annotations

import csv
import io
import os
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, count
from numbers import Real
from typing import TypeAlias

from ...arena.deals import WIN_PARTS, DealResult, GameResult, Matchup, deal_by_moves, play_deal
from ...arena.entrants import NAME_LENGTH, Entrant, EntrantError, entrants
from ...arena.report import aligned
from ...arena.results import Results
from ...base.errors import Phase10Error
from ...base.integers import check_seed, integer_from, seed_of, shown
from ...base.names import spreadsheet_cell
from ...base.translatable import NumberText, Reason, Sentence, phrase
from ...editions import edition as find_edition
from ...rules.edition import Edition
from ..progress.attempt import Program
from ..progress.class_summary import summary
from ..progress.progress import Progress
from .confined.limits import Could
from .player_code import PLAYER_ID, ConfinedPlayer, OncePerDeal, PlayerFault, UnconfinedError, printable

GREEDY = "greedy"
"""The player to which all others are compared."""
BESIDE = phrase("greedy (computer player)")
"""The ladder's name for the player :data:`GREEDY`."""
MOST_GAMES = 10**9
"""The maximum number of games between two players, and the maximum number of minutes."""
GAMES = 100
"""The default number of games between two players."""
MINUTES = 5.0
"""The default time limit, in minutes."""
PHASES = (1, 2)
SEATS = 2
TRIED = 2
"""The number of deals that a player plays when a learner tries it in a notebook."""
MOST_ACTIONS = 4_000
"""The number of actions after which a deal stops and its wins are shared. Random players need a quarter as many."""
NO_TIME = phrase("There was no time left to try it.")
COULD: Mapping[Could, str] = {
    "files": "The learners' code could delete, rename and empty your files, and end your programs. It could not read "
    "files, start programs or use the network.",
    "anything": "The learners' code could do whatever you can: read, change and delete your files, start and end "
    "programs, and use the network.",
}
"""Descriptions of the harm that code could do, keyed by the rights that the system's limits leave it."""
Pair: TypeAlias = tuple[str, str]
"""The names of two players at their table."""
Watch: TypeAlias = Callable[[str], object]
"""A progress callback that receives a sentence."""


class LadderError(Phase10Error, ValueError):
    """Raised if a ladder cannot be played because the learners' code must not run here or its settings are invalid.

    >>> import phase10_widgets as p10
    >>> p10.teaching.class_ladder([], games=0)
    Traceback (most recent call last):
    phase10_widgets.teaching.code.ladder.LadderError: games must be a whole number from 2 to 1,000,000,000, not 0
    """


class OutOfTime(Exception):
    """Raised when the time limit has been reached."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A player's place on the ladder.

    >>> Rung(1, "Ana", games=40, wins=24.0, share=0.6, low=0.45, high=0.74, rating=None, rating_error=None).share
    0.6
    """

    rank: int
    """The rank, starting at 1; players with equal proportions of wins have the same rank."""
    name: str
    games: int
    wins: float
    """The number of wins; a shared win counts as half."""
    share: float
    low: float
    high: float
    """The bounds of the 95% interval for the proportion of wins."""
    rating: float | None
    """The rating, 1500 on average; None if no rating fits, as for a player who won every game."""
    rating_error: float | None


@dataclass(frozen=True, slots=True)
class Ladder:
    """A class's results, and everything left out of them. ``str(ladder)`` is a readable table.

    >>> import phase10_widgets as p10
    >>> print(p10.teaching.class_ladder([p10.teaching.Progress(name="Ana")]))
    No game was played. That took 0 s.
    No player in the file: Ana.
    """

    results: Results | None
    """The results of the games; None if nobody could play."""
    left_out: tuple[tuple[str, Reason], ...]
    """The learners whose players could not continue, each with the reason."""
    without: tuple[str, ...]
    """The learners without a player in their file."""
    refused: tuple[tuple[str, Reason], ...]
    """The files without valid progress, each with the reason."""
    shared: int
    """The number of deals that were stopped because they did not end."""
    seconds: float
    """The total time taken, in seconds."""
    out_of_time: bool
    """True if games are missing because time ran out."""
    seed: int | str = ""
    """The secret seed for all cards; anyone who knew it in advance would know every hand."""

    @property
    def rungs(self) -> tuple[Rung, ...]:
        """The players, best first."""
        if self.results is None:
            return ()
        rows = sorted((row for row in self.results.to_dicts() if row["games"]), key=lambda row: -row["share"])
        ranks = [1 + sum(other["share"] > row["share"] for other in rows) for row in rows]
        return tuple(
            Rung(rank, row["player"], *(row[name] for name in Rung.__dataclass_fields__ if name in row))
            for rank, row in zip(ranks, rows, strict=True)
        )

    @property
    def about(self) -> str:
        """A description of the games in one or two sentences."""
        return " ".join(map(str, self.sentences))

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The description of the games, as translatable sentences."""
        seconds = round(self.seconds)
        took = f"{seconds // 60} min {seconds % 60} s" if seconds >= 60 else f"{seconds} s"
        if self.results is None:
            return (Sentence("No game was played. That took {took}.", took=took),)
        played = Sentence.plural(
            "{games} games in {took}: {n} deal for each pair of players, played twice with the seats exchanged.",
            "{games} games in {took}: {n} deals for each pair of players, each played twice with the seats exchanged.",
            max(Counter(deal.table for deal in self.results.played).values()),
            games=NumberText(f"{self.results.games:,}"),
            took=took,
        )
        over = (Sentence("Then time ran out."),) * self.out_of_time
        shared = Sentence("In {n} of them, nobody finished, so both players share the wins.", n=self.shared)
        return (played, *over, *(shared,) * bool(self.shared))

    def to_csv(self) -> str:
        """Return the ladder as CSV text with a header line, and then notes on which players were left out and why."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        names = tuple(Rung.__dataclass_fields__)
        writer.writerow((*names, "note"))
        writer.writerows([spreadsheet_cell(getattr(rung, name)) for name in names] + [""] for rung in self.rungs)
        at, blank = names.index("name"), [""] * len(names)
        for name, why in (*self.left_out, *((name, "no player in the file") for name in self.without)):
            writer.writerow([*blank[:at], spreadsheet_cell(name), *blank[at + 1 :], spreadsheet_cell(why)])
        return out.getvalue()

    def __str__(self) -> str:
        cells = [["rank", "player", "wins", "games", "share", "95% interval", "rating"]]
        cells += [list(map(str, row)) for row in self.rows]
        lines = [self.about, "", *aligned(cells)] if self.rungs else [self.about]
        lines += [f"Left out: {name}. {why}" for name, why in self.left_out]
        if self.without:
            lines.append(f"No player in the file: {', '.join(self.without)}.")
        return "\n".join(lines)

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The rungs as strings: rank, player, wins, games, share, interval, rating."""
        return [
            (
                *(f"{rung.rank}", rung.name, f"{rung.wins:g}", f"{rung.games}", f"{rung.share:.0%}"),
                f"{rung.low:.0%} to {rung.high:.0%}",
                _rating(rung),
            )
            for rung in self.rungs
        ]


def _rating(rung: Rung) -> str:
    if rung.rating is None:
        return "\N{EN DASH}"
    return f"{rung.rating:.0f}" if rung.rating_error is None else f"{rung.rating:.0f} ± {rung.rating_error:.0f}"


def class_ladder(
    files: Iterable[str | os.PathLike[str] | Progress],
    *,
    games: int = GAMES,
    minutes: float = MINUTES,
    phases: Sequence[int] = PHASES,
    seed: int | str | None = None,
    repeatable: bool = False,
    trusted: bool = False,
    watch: Watch | None = None,
) -> Ladder:
    """Let all players in these progress files play each other and greedy, and return the ladder.

    Every player runs in two separate processes, which cannot open files or connections and have limits on memory
    and time. Each player is first tested by itself. A player that fails, in the test or later, is left out, and so are
    all its games.

    >>> import phase10_widgets as p10
    >>> print(p10.teaching.class_ladder([p10.teaching.Progress(name="Ana")]).without)
    ('Ana',)

    Args:
        files: paths, or progress already loaded.
        games: the number of games between two players; each deal is played twice, with the seats exchanged.
        minutes: the time limit; when it is reached, only deals that all players have completed count.
        phases: the phases of a game.
        seed: a whole number or a string, with at most 100 digits or characters, that determines all cards when combined
            with a fresh secret; None for the secret alone. ``Ladder.seed`` contains the result.
        repeatable: True if the seed alone determines all cards. Anybody who knows it knows every hand, so keep it from
            the learners, and choose one that nobody can guess.
        trusted: True to run the code even where the system cannot limit what it may do.
        watch: a callback that receives progress messages.

    Raises:
        LadderError: this system cannot limit what the code may do, a number is out of range, or a repeatable ladder
            has no seed.
        ValueError: the seed is neither a whole number nor a string, or it is too long.
    """
    secret = secret_seed(seed, repeatable=repeatable)
    check_plan(games, minutes, phases)
    began = time.monotonic()
    found = summary(files)
    codes, others = _codes(found.people)
    edition = find_edition("classic", phases=list(phases))
    deadline, watch = began + 60 * minutes, watch or (lambda told: None)
    with Contestants(edition, codes, deadline, watch, trusted=trusted) as contestants:
        contestants.try_all(secret)
        results = contestants.play_all(-(-games // SEATS), secret)
        return Ladder(
            results,
            tuple(contestants.left_out.items()),
            others,
            tuple((printable(name), Reason(why.said, printable(why))) for name, why in found.refused),
            contestants.shared,
            time.monotonic() - began,
            contestants.out_of_time,
            secret,
        )


def secret_seed(seed: int | str | None, *, repeatable: bool = False) -> int | str:
    """Return the seed that determines the cards: a fresh secret, combined with any given seed.

    Raises:
        LadderError: the ladder must be repeatable, but there is no seed.
        ValueError: the seed is neither a whole number nor a string, or it is too long.
    """
    if seed is None:
        if repeatable:
            raise LadderError("A repeatable ladder needs a seed.")
        return secrets.token_hex(16)
    seed = check_seed(seed)
    return seed if repeatable else seed_of(seed, secrets.token_hex(16))


def check_plan(games: object, minutes: object, phases: object) -> None:
    """Raise LadderError unless a ladder can be played with these settings."""
    if integer_from(SEATS, games, MOST_GAMES) is None:
        raise LadderError(f"games must be a whole number from {SEATS} to {MOST_GAMES:,}, not {shown(games)}")
    if isinstance(minutes, bool) or not isinstance(minutes, Real) or not 0 < minutes <= MOST_GAMES:  # type: ignore[operator]
        raise LadderError(f"minutes must be a number above 0, at most {MOST_GAMES:,}, not {shown(minutes)}")
    if isinstance(phases, str) or not isinstance(phases, Iterable):
        raise LadderError(f"phases must be a list such as [1, 2, 3], not {shown(phases)}")


class Contestants:
    """A class's players and their processes, which exist until the end of the ``with`` block."""

    def __init__(
        self, edition: Edition, codes: Mapping[str, str], deadline: float, watch: Watch, *, trusted: bool = False
    ) -> None:
        """Start the processes for the learners' code in *codes*."""
        self._edition, self._deadline, self._watch = edition, deadline, watch
        self.left_out: dict[str, Reason] = {}
        """The reasons for leaving players out, by learner."""
        self.shared = 0
        """The number of deals that were stopped because they did not end."""
        self.out_of_time = False
        self._dealt = 0
        """The number of deals played. No two tables share a deal, so no player's result depends on just a few deals."""
        seconds = max(1, round(deadline - time.monotonic()))
        confined = partial(ConfinedPlayer, edition=edition, seconds=seconds, trusted=trusted, deadline=deadline)
        self._players = {name: OncePerDeal(partial(confined, code)) for name, code in codes.items()}
        made = entrants([GREEDY, *(Entrant(_short(name), one.new_game) for name, one in self._players.items())])
        self._names = dict(zip([one.name for one in made[1:]], self._players, strict=True))
        """The learners' names, keyed by their names at the table."""
        self._in = list(made)

    def __enter__(self) -> Contestants:
        return self

    def __exit__(self, *problem: object) -> None:
        for one in self._players.values():
            one.close()

    def try_all(self, seed: int | str) -> None:
        """Let each player play a deal against greedy, and leave out players that cannot.

        Raises:
            LadderError: the system cannot limit what the code may do.
        """
        greedy, *others = self._in
        for at, one in enumerate(others, 1):
            self._watch(f"Trying player {at} of {len(others)}")
            try:
                self._check_time()
                self._players[self._names[one.name]].wait()
                self._play(self._matchup((one, greedy), seed_of("trial", seed)), 0)
            except OutOfTime:
                self._leave_out(one.name, Sentence(NO_TIME))
            except (PlayerFault, EntrantError) as error:
                self._leave_out(one.name, Sentence(NO_TIME) if self._is_over() else fault_in(error))
            except UnconfinedError as error:
                raise LadderError(
                    f"This system cannot limit what the learners' code may do. {COULD[error.could]} Use Linux, or read "
                    "all the code first."
                ) from error
        self.shared = 0

    def play_all(self, deals: int, seed: int | str) -> Results | None:
        """Play this many deals per pair of players, as time allows; return the results, or None if there are none."""
        rounds: list[dict[Pair, DealResult]] = []
        try:
            for deal in range(deals):
                rounds.append({})
                self._play_round(rounds[-1], deal, deals, seed)
        except (OutOfTime, KeyboardInterrupt):
            self.out_of_time = True
            if len(rounds) > 1:  # only deals that all players have completed are fair
                rounds.pop()
        pairs = [pair for pair in self._pairs() if any(pair in each for each in rounds)]
        if not pairs:
            return None
        names = [one.name for one in self._in]
        return Results(
            tuple((names.index(one), names.index(other)) for one, other in pairs),
            tuple(self._names.get(name, BESIDE) for name in names),
            tuple(each[pair]._replace(table=at) for each in rounds for at, pair in enumerate(pairs) if pair in each),
            tuple(self._matchup(self._seated(pair), seed) for pair in pairs),
        )

    def _play_round(self, found: dict[Pair, DealResult], deal: int, deals: int, seed: int | str) -> None:
        """Play a deal at every table; if a player fails, continue without it."""
        pairs = self._pairs()
        for at, pair in enumerate(pairs, 1):
            self._watch(f"Deal {deal + 1} of {deals}, table {at} of {len(pairs)}")
            seated = self._seated(pair)
            if len(seated) < SEATS:
                continue
            try:
                self._dealt += 1
                found[pair] = self._play(self._matchup(seated, seed), self._dealt)
            except EntrantError as error:
                self._check_time()  # a player stopped by the time limit is not at fault
                self._leave_out(error.player, fault_in(error))

    def _pairs(self) -> list[Pair]:
        return [(one.name, other.name) for one, other in combinations(self._in, SEATS)]

    def _seated(self, pair: Pair) -> tuple[Entrant, ...]:
        return tuple(one for one in self._in if one.name in pair)

    def _matchup(self, seated: Sequence[Entrant], seed: int | str) -> Matchup:
        return Matchup(self._edition.id, dict(self._edition.options), tuple(seated), seed)

    def _play(self, matchup: Matchup, deal: int) -> DealResult:
        """Play a deal from both seats; if it does not end, both players share the wins.

        Raises:
            EntrantError: a player failed.
            OutOfTime: the time limit has been reached.
        """
        for one in matchup.entrants:
            if one.name in self._names:
                self._players[self._names[one.name]].begin_deal()
        moves, work = 0, deal_by_moves(0, matchup, deal, SEATS)
        while moves < MOST_ACTIONS:
            self._check_time()
            try:
                next(work)
            except StopIteration as end:
                found: DealResult = end.value
                return found
            moves += 1
        work.close()
        self.shared += 1
        return DealResult(0, deal, (GameResult((0, 1), 1, moves, (0, 0), (0, 0)),) * SEATS)

    def _check_time(self) -> None:
        if self._is_over():
            raise OutOfTime

    def _is_over(self) -> bool:
        return time.monotonic() > self._deadline

    def _leave_out(self, at_table: str, why: Sentence | PlayerFault) -> None:
        name = self._names[at_table]
        self.left_out[name] = Reason(why, printable(why))
        self._in = [one for one in self._in if one.name != at_table]
        self._players[name].close()


def _codes(people: Iterable[tuple[str, Progress]]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the players' code, keyed by unique learner names, and the names of learners without a player."""
    codes: dict[str, str] = {}
    others = []
    for label, progress in people:
        name, code = printable(label), progress.programs.get(PLAYER_ID, Program()).code
        if code.strip():
            codes[next(each for n in count(1) if (each := name if n == 1 else f"{name} {n}") not in codes)] = code
        else:
            others.append(name)
    return codes, tuple(others)


def _short(name: str) -> str:
    """Return the name, shortened if necessary to fit in a table."""
    return name[:NAME_LENGTH].strip() or "nobody"


def fault_in(error: EntrantError | PlayerFault) -> PlayerFault:
    """Return the fault found in a learner's player."""
    if isinstance(error, PlayerFault):
        return error
    cause = error.__cause__.__cause__ if error.__cause__ else None
    if isinstance(cause, PlayerFault):
        return cause
    return PlayerFault("It broke a rule: {fault}", fault=cause or error)


def try_player(
    code: str, seed: int | str | None = None, *, make: Callable[..., ConfinedPlayer] = ConfinedPlayer
) -> tuple[float, int]:
    """Play two deals against greedy, each from both seats, in separate processes; return the numbers of wins and games.

    The code is the user's own: it runs even where the system cannot limit it. A fresh secret determines the cards, as
    on the ladder.

    Args:
        code: the player, marked by ``@learner.player``.
        seed: a seed that replaces the fresh secret.
        make: a function that starts the player from its code and edition; by default, in a separate process.

    Raises:
        PlayerFault: the player could not play.
        ValueError: the seed is neither a whole number nor a string, or it is too long.
    """
    secret, edition = secret_seed(seed), find_edition("classic", phases=list(PHASES))
    player = OncePerDeal(partial(make, code, edition, trusted=True))
    table = Matchup(
        edition.id, dict(edition.options), (Entrant("player", player.new_game), *entrants([GREEDY])), secret
    )
    won = 0
    try:
        player.wait()
        for deal in range(TRIED):
            player.begin_deal()
            won += play_deal(0, table, deal, SEATS).won[0]
    except EntrantError as error:
        raise fault_in(error) from error
    finally:
        player.close()
    return won / WIN_PARTS, SEATS * TRIED
