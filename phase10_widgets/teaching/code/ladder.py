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
from ...arena.results import Results, aligned
from ...base.errors import Phase10Error
from ...base.integers import check_seed, integer_from, seed_of, shown
from ...base.names import spreadsheet_cell
from ...base.translatable import NumberText, Reason, Sentence, phrase
from ...editions import edition as find_edition
from ...rules.edition import Edition
from ..progress.class_summary import summary
from ..progress.progress import Program, Progress
from .confined.limits import Could
from .player_code import PLAYER_ID, ConfinedPlayer, OncePerDeal, PlayerFault, UnconfinedError, printable

GREEDY = "greedy"
"""The player that all others are compared with."""
BESIDE = phrase("greedy (computer player)")
"""Its name on the ladder."""
MOST_GAMES = 10**9
"""The most games between two players, and the most minutes."""
GAMES = 100
"""The default number of games between two players."""
MINUTES = 5.0
"""The default time for everything."""
PHASES = (1, 2)
SEATS = 2
TRIED = 2
"""The number of deals in which a player is tried in its own notebook."""
MOST_ACTIONS = 4_000
"""The actions after which a deal is stopped and its games count as shared. Random players need a quarter of that."""
NO_TIME = phrase("There was no time left to try it.")
COULD: Mapping[Could, str] = {
    "files": "The learners' code could delete, rename and empty your files, and end your programs. It could not read "
    "files, start programs or use the network.",
    "anything": "The learners' code could do whatever you can: read, change and delete your files, start and end "
    "programs, and use the network.",
}
"""The harm that code could do, by what the system's limits leave."""
Pair: TypeAlias = tuple[str, str]
"""The names of two players at their table."""
Watch: TypeAlias = Callable[[str], object]
"""A callback for progress: receives a sentence."""


class LadderError(Phase10Error, ValueError):
    """Code that must not run here, or a plan that makes no sense."""


class OutOfTime(Exception):
    """The time limit has been reached."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A player's place on the ladder."""

    rank: int
    """From 1; equal shares have the same rank."""
    name: str
    games: int
    wins: float
    """A win shared by two players counts half."""
    share: float
    low: float
    high: float
    """The ends of the share's 95% interval."""
    rating: float | None
    """1500 on average; None where no number fits, as for players who won all their games."""
    rating_error: float | None


@dataclass(frozen=True, slots=True)
class Ladder:
    """The results of a class, and everything that they leave out. ``str`` of it is a readable table."""

    results: Results | None
    """The games; None if nobody could play."""
    left_out: tuple[tuple[str, Reason], ...]
    """The learners whose players could not play on, each with the reason."""
    without: tuple[str, ...]
    """The learners without a player in their file."""
    refused: tuple[tuple[str, Reason], ...]
    """The files without valid progress, each with the reason."""
    shared: int
    """The deals that were stopped because they did not end."""
    seconds: float
    """The time that everything took."""
    out_of_time: bool
    """True if games are missing because time ran out."""
    seed: int | str = ""
    """The secret seed of all cards; knowing it in advance means knowing every hand."""

    @property
    def rungs(self) -> tuple[Rung, ...]:
        """The players, the best first."""
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
        """A description of the games, in a sentence or two."""
        return " ".join(map(str, self.sentences))

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The same as sentences that can be translated."""
        seconds = round(self.seconds)
        took = f"{seconds // 60} min {seconds % 60} s" if seconds >= 60 else f"{seconds} s"
        if self.results is None:
            return (Sentence("No game was played. That took {took}.", took=took),)
        played = Sentence.plural(
            "{games} games in {took}: {n} deal for each two players, each played twice with the seats exchanged.",
            "{games} games in {took}: {n} deals for each two players, each played twice with the seats exchanged.",
            max(Counter(deal.table for deal in self.results.played).values()),
            games=NumberText(f"{self.results.games:,}"),
            took=took,
        )
        over = (Sentence("Then the time was over."),) * self.out_of_time
        shared = Sentence("In {n} of them, nobody came to an end, so both players share the wins.", n=self.shared)
        return (played, *over, *(shared,) * bool(self.shared))

    def to_csv(self) -> str:
        """Return the ladder as CSV text with a header line; those left out follow, each with the reason as a note."""
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
        """The rungs as texts: rank, player, wins, games, share, interval, rating."""
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
    and time. It is tried alone first. A player that fails, then or later, is left out with all its games.

    Args:
        files: paths, or progress already loaded.
        games: the number of games between two players, each deal twice with the seats exchanged.
        minutes: the time limit; when it is reached, only deals that all have played count.
        phases: the phases of a game.
        seed: a whole number or a text, with at most 100 digits or characters, that decides all cards together with a
            fresh secret; None for the secret alone. ``Ladder.seed`` has the result.
        repeatable: True if the seed alone decides all cards. Anybody who knows it knows every hand, so do not
            tell it to learners, and choose one that nobody can guess.
        trusted: True to run the code even where the system cannot limit what it may do.
        watch: receives progress messages.

    Raises:
        LadderError: this system cannot limit what the code may do, a number is out of range, or a repeatable ladder
            has no seed.
        ValueError: the seed is neither a whole number nor a text, or too long.
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
    """Return the seed that decides the cards: a fresh secret, after this seed if there is one.

    Raises:
        LadderError: the ladder is to be repeatable, and there is no seed.
        ValueError: the seed is neither a whole number nor a text, or too long.
    """
    if seed is None:
        if repeatable:
            raise LadderError("A ladder that can be repeated needs a seed.")
        return secrets.token_hex(16)
    seed = check_seed(seed)
    return seed if repeatable else seed_of(seed, secrets.token_hex(16))


def check_plan(games: object, minutes: object, phases: object) -> None:
    """Raise LadderError unless a ladder can be played with these numbers."""
    if integer_from(SEATS, games, MOST_GAMES) is None:
        raise LadderError(f"games is a whole number from {SEATS} to {MOST_GAMES:,}, not {shown(games)}")
    if isinstance(minutes, bool) or not isinstance(minutes, Real) or not 0 < minutes <= MOST_GAMES:  # type: ignore[operator]
        raise LadderError(f"minutes is a number above 0, at most {MOST_GAMES:,}, not {shown(minutes)}")
    if isinstance(phases, str) or not isinstance(phases, Iterable):
        raise LadderError(f"phases is a list such as [1, 2, 3], not {shown(phases)}")


class Contestants:
    """The players of a class with their processes, until the end of the ``with`` block."""

    def __init__(
        self, edition: Edition, codes: Mapping[str, str], deadline: float, watch: Watch, *, trusted: bool = False
    ) -> None:
        """Start processes for each of the *codes*, by their learners' names."""
        self._edition, self._deadline, self._watch = edition, deadline, watch
        self.left_out: dict[str, Reason] = {}
        """The reasons, by the learners' names."""
        self.shared = 0
        """The deals that were stopped because they did not end."""
        self.out_of_time = False
        self._dealt = 0
        """The deals so far. Each table has different deals, so that no player's result depends on a few of them."""
        seconds = max(1, round(deadline - time.monotonic()))
        confined = partial(ConfinedPlayer, edition=edition, seconds=seconds, trusted=trusted, deadline=deadline)
        self._players = {name: OncePerDeal(partial(confined, code)) for name, code in codes.items()}
        made = entrants([GREEDY, *(Entrant(_short(name), one.new_game) for name, one in self._players.items())])
        self._names = dict(zip([one.name for one in made[1:]], self._players, strict=True))
        """The learners' names, by the names at the table."""
        self._in = list(made)

    def __enter__(self) -> Contestants:
        return self

    def __exit__(self, *problem: object) -> None:
        for one in self._players.values():
            one.close()

    def try_all(self, seed: int | str) -> None:
        """Let each player play a deal against greedy, and leave out those that cannot.

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
        """Play this number of deals for each pair of players, as time allows; return the results, if there are any."""
        rounds: list[dict[Pair, DealResult]] = []
        try:
            for deal in range(deals):
                rounds.append({})
                self._play_round(rounds[-1], deal, deals, seed)
        except (OutOfTime, KeyboardInterrupt):
            self.out_of_time = True
            if len(rounds) > 1:  # only deals that all have played are fair
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
        """Play a deal at every table; if a player fails, go on without it."""
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
        """Play a deal from both seats; if it does not end, both share the wins.

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
    """Return the players' code by their learners' names, made unique, and the names of learners without a player."""
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
    """Return a name that fits a table."""
    return name[:NAME_LENGTH].strip() or "nobody"


def fault_in(error: EntrantError | PlayerFault) -> PlayerFault:
    """Return what a learner's player did wrong."""
    if isinstance(error, PlayerFault):
        return error
    cause = error.__cause__.__cause__ if error.__cause__ else None
    if isinstance(cause, PlayerFault):
        return cause
    return PlayerFault("It broke a rule: {fault}", fault=cause or error)


def try_player(
    code: str, seed: int | str | None = None, *, make: Callable[..., ConfinedPlayer] = ConfinedPlayer
) -> tuple[float, int]:
    """Play two deals against greedy from both seats, in separate processes; return the wins and the games.

    The code is the user's own: it runs even where the system cannot limit it. The cards come from a fresh secret, as
    on the ladder.

    Args:
        code: the player, marked by ``@learner.player``.
        seed: replaces the fresh secret.
        make: starts the player, from code and edition; by default, in a process of its own.

    Raises:
        PlayerFault: the player could not play.
        ValueError: the seed is neither a whole number nor a text, or too long.
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
