"""Lesson 15: two seasons with the same players, and the champion's later results: regression to the mean."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from math import sqrt
from operator import itemgetter
from random import Random
from typing import Any, ClassVar

from ....base.translatable import phrase
from ....languages.number_text import number, percent
from ....odds.estimate import rounded
from ....ui.interactive import MOST_SEED, Input
from ..shared.controls import ChoiceControl, NumberControl, SliderControl
from ..shared.figure import NONE
from ..shared.guess import PERCENT, Guess
from ..shared.parts import (
    Counted,
    Curve,
    Line,
    Part,
    Role,
    TableRow,
    Value,
    bars,
    counting,
    formula,
    lines,
    table,
    text,
)
from ..shared.trials import Trials
from .seasons import MEAN, TENTHS, SeasonTally, SkillAndLuck, TwoSeasons, cumulative, law, results, spread

SHOWN = Fraction(1, 500)
"""Results achieved by less than this fraction of all players are not drawn."""
FEW = 30
"""Season two is plotted only for results that at least this many players achieved in season one."""


class SecondSeason(Trials):
    """Two seasons with the same players, ranked by the first: ``SecondSeason(players=12, games=20)``."""

    TITLE = phrase("How good is the champion?")
    LEAD = phrase(
        "The player who wins the most games in a season is the champion. Then the same players play another "
        "season. How well does the champion do this time?"
    )
    players = Input(12, "The number of players, 2 to 24.")
    games = Input(20, "The number of games that each player plays in a season, 10 to 100.")
    skill = Input("equal", "The difference in strength between the players: equal, little or much.")
    picture = Input("ranks", "The picture below the result: ranks, champions, line or spread.")
    seed = Input(1, "The seed of the games.")
    FIELDS: ClassVar = {
        "players": SliderControl(phrase("Players"), 2, 24),
        "games": SliderControl(phrase("Games in a season"), 10, 100, 10),
        "skill": ChoiceControl(
            phrase("How the players differ"),
            {
                "equal": phrase("all equally strong"),
                "little": phrase("a little: 40%, 50%, 50% or 60%"),
                "much": phrase("much: 30%, 50%, 50% or 70%"),
            },
        ),
        "picture": ChoiceControl(
            phrase("Picture"),
            {
                "ranks": phrase("both seasons, by rank"),
                "champions": phrase("champions of both seasons"),
                "line": phrase("line between the seasons"),
                "spread": phrase("spread of the results"),
            },
        ),
        "seed": NumberControl(phrase("Seed"), 0, MOST_SEED),
    }
    STRENGTHS: ClassVar = {
        "equal": phrase("All players are equally strong."),
        "little": phrase(
            "In the long run, each player wins 40%, 50%, 50% or 60% of all games. Each player's share is drawn once "
            "and holds for both seasons."
        ),
        "much": phrase(
            "In the long run, each player wins 30%, 50%, 50% or 70% of all games. Each player's share is drawn once "
            "and holds for both seasons."
        ),
    }

    ACT = "play"
    BUTTONS = (phrase("One league"), phrase("{n} leagues"))
    FULL = phrase("{n} leagues have played; that is enough.")
    STREAM = "leagues"
    CHUNK = 50
    MOST = 100_000
    ENOUGH = 100
    ASKED = ("players", "games", "skill")
    GATED = ("skill",)
    KEEPING = frozenset({"picture"})

    def play(self, n: Any) -> None:
        """Let 1, 100 or 10,000 more leagues play two seasons."""
        self._more(n)

    def _question(self) -> Guess:
        prompt = self.words.say(
            "{players} players play {games} games each against the computer. {strengths} On average, the champion "
            "of season one wins {first} of these games. What share of the games does this player win in season "
            "two, on average?",
            players=self.players,
            games=self.games,
            strengths=self.words.say(self.STRENGTHS[self.skill]),
            first=percent(self.exact[0].first),
        )
        return Guess(prompt, PERCENT, self.exact[0].second)

    def _sampled(self) -> Value | None:
        return self._drawn(self.second[0])

    def _begin(self) -> None:
        super()._begin()
        self.first = [SeasonTally() for _ in range(self.players)]
        """The wins in season one, by rank in season one."""
        self.second = [SeasonTally() for _ in range(self.players)]
        """The wins in season two, by rank in season one."""
        self.last: list[int] = []
        """The wins in season two in the last league, by rank in season one."""
        self.before = SeasonTally()
        """The season-one wins of the season-two champions."""
        self.after = SeasonTally()
        """The season-two wins of the season-two champions."""
        self.by_wins = [SeasonTally() for _ in range(self.games + 1)]
        """The wins in season two, by number of wins in season one."""
        self._laws = [cumulative(self.games, tenths) for tenths in self.strengths]

    @property
    def leagues(self) -> int:
        """The number of leagues that have played."""
        return self._trials

    @property
    def strengths(self) -> tuple[int, ...]:
        """A player's possible strengths, all equally likely, as games won out of ten."""
        return TENTHS[self.skill]

    @property
    def exact(self) -> tuple[TwoSeasons, ...]:
        """The mean results by rank in season one, starting with the champion."""
        return results(self.players, self.games, self.strengths)

    @property
    def spread(self) -> SkillAndLuck:
        """The variance of the results in a season."""
        return spread(self.games, self.strengths)

    def _try(self, random: Random, n: int) -> None:
        for _ in range(n):
            self._league(random)

    def _league(self, random: Random) -> None:
        """Play two seasons and count the wins of each player."""
        draw, laws = random.random, self._laws
        rows = []
        for _ in range(self.players):
            wins = laws[int(draw() * len(laws))]
            rows.append((bisect_right(wins, draw()), bisect_right(wins, draw())))
        # before sorting: a tie in season two must not depend on season one
        before, after = max(rows, key=itemgetter(1))
        rows.sort(key=itemgetter(0), reverse=True)
        self.last = [two for _, two in rows]
        for (one, two), first, second in zip(rows, self.first, self.second, strict=True):
            first.add(one)
            second.add(two)
            self.by_wins[one].add(two)
        self.before.add(before)
        self.after.add(after)

    def _parts(self) -> list[Part]:
        controls = self._controls(*self._try_buttons())
        if not self._open:
            return [controls, self._so_far()]
        return [controls, text(self._said(), "strong", key="champion"), self._so_far(), *self._picture()]

    def _picture(self) -> list[Part]:
        match self.picture:
            case "champions":
                return [self._who()]
            case "line":
                return [self._line(), *self._reliability()]
            case "spread":
                return self._still_spread()
        return [self._ranks()]

    def _said(self) -> str:
        if not self._open:
            return ""
        champion, last = self.exact[0], self.exact[-1]
        parts = {
            "first": percent(champion.first),
            "second": percent(champion.second),
            "low": percent(last.first),
            "high": percent(last.second),
        }
        if self.skill == "equal":
            return self.words.say(
                "On average, the champion wins {first} of the games in season one and {second} in season two: "
                "nothing is left of the lead. The player in last place rises from {low} to {high}, without any "
                "training.",
                **parts,
            )
        return self.words.say(
            "On average, the champion wins {first} of the games in season one and {second} in season two: {kept} "
            "of the lead over the mean is left. The player in last place rises from {low} to {high}, without any "
            "training.",
            kept=percent((champion.second - MEAN) / (champion.first - MEAN)),
            **parts,
        )

    def _tried(self) -> str:
        say, n = self.words.say, self.leagues
        if not n:
            return say("No league has played yet. Will the champion win as much again?")
        if n == 1:
            return say(
                "The champion won {first} of {games} games in season one and {second} of {games} in season two.",
                first=self.first[0].total,
                second=self.second[0].total,
                games=self.games,
            )
        return say(
            "In {n} leagues, the champion won {first} of the games in season one and {second} in season two, on "
            "average.",
            n=number(n),
            first=self.first[0].estimate(self.games).text,
            second=self.second[0].estimate(self.games).text,
        )

    def _drawn(self, found: SeasonTally) -> Value | None:
        """Return a mean over all leagues played, as a value to draw; None if no league has played."""
        if not found.n:
            return None
        estimate = found.estimate(self.games)
        return Value(estimate.value, self._told(estimate.text), estimate.low, estimate.high)

    def _ranks(self) -> Part:
        say = self.words.say
        series: list[tuple[Role, str]] = [
            ("other", say("season one, counted")),
            ("truth", say("season two, counted")),
            ("sample", say("season two, played")),
        ]
        rows = [
            TableRow(
                str(rank + 1),
                [self._counted(one.first), self._counted(one.second), self._drawn(self.second[rank])],
                self._key(rank),
            )
            for rank, one in enumerate(self.exact)
        ]
        seasons = bars(
            say("Both seasons, by the rank in season one"),
            self._said(),
            series=series,
            rows=rows,
            axis=say("share of games won"),
            head=say("rank"),
            upright=True,
        )
        counted = [Counted(f"B{wins}", rank) for rank, wins in enumerate(self.last)]
        title = say("The last league: wins in season two, by the rank in season one")
        return counting(seasons, title, self._moment, counted)

    def _key(self, rank: int) -> str:
        return "champion" if not rank else "last" if rank == self.players - 1 else ""

    def _who(self) -> Part:
        """Tabulate both seasons for the first and last players of season one and the best player of season two."""
        say, champion, last = self.words.say, self.exact[0], self.exact[-1]
        shown = [
            (say("champion of season one"), champion, (self.first[0], self.second[0]), "champion"),
            (say("last place in season one"), last, (self.first[-1], self.second[-1]), "last"),
            (
                say("champion of season two"),
                TwoSeasons(champion.second, champion.first),
                (self.before, self.after),
                "backward",
            ),
        ]
        rows = [
            Line([name, *map(self._percent, exact), *self._written(*played)], key) for name, exact, played, key in shown
        ]
        every = self._written(SeasonTally(*self.first), SeasonTally(*self.second))
        rows.append(Line([say("all players"), *map(self._percent, (MEAN, MEAN)), *every]))
        head = [say("player"), say("season one, counted"), say("season two, counted")]
        if self.leagues:
            head += [say("season one, played"), say("season two, played")]
        return table(say("It works backward, too"), head, rows)

    def _written(self, *found: SeasonTally) -> list[str]:
        return [self._told(one.estimate(self.games).text) for one in found] if self.leagues else []

    def _line(self) -> Part:
        """Plot the mean result in season two against the wins in season one."""
        say, games, one = self.words.say, self.games, law(self.games, self.strengths)
        shown = [wins for wins, ways in enumerate(one.wins) if ways >= SHOWN * one.ways]
        ends, slope = (shown[0], shown[-1]), self.spread.reliability
        played = [(wins, self.by_wins[wins]) for wins in shown if self.by_wins[wins].n >= FEW]
        line = {wins: MEAN + slope * (Fraction(wins, games) - MEAN) for wins in shown}
        curves = [
            Curve("other", say("the same again"), [(wins, wins / games) for wins in ends]),
            Curve("guess", say("regression line"), [(wins, float(line[wins])) for wins in ends], key="line"),
            Curve("truth", say("counted"), [(wins, float(one.later(wins))) for wins in shown]),
        ]
        if played:
            points = [(wins, found.total / found.n / games) for wins, found in played]
            curves.append(Curve("sample", say("played"), points, key="sample"))
        means = dict(played)
        rows = [
            [
                str(wins),
                self._percent(Fraction(wins, games)),
                self._percent(line[wins]),
                self._percent(one.later(wins)),
                *(self._written(means[wins]) if wins in means else [NONE] * bool(played)),
            ]
            for wins in shown
        ]
        head = [say("wins in season one"), *(curve.name for curve in curves)]
        return lines(
            say("What follows a good season, and what follows a bad one"),
            say(
                "Someone with one more win in season one can expect {slope} of a win more in season two.",
                slope=percent(slope),
            ),
            x=say("wins in season one"),
            y=say("share won in season two"),
            curves=curves,
            head=head,
            table=rows,
        )

    def _reliability(self) -> list[Part]:
        """Derive the champion's mean and the slope."""
        say, part = self.words.say, self.spread
        best = self._told(percent(self.exact[0].first))
        every = say(
            "sum of (1 − F(k)^{players}) for k = 1 to {games}",  # noqa: RUF001
            players=self.players,
            games=self.games,
        )
        whole = self._of(part.skill + part.luck)
        ratio = say("variance of skill / (variance of skill + variance of luck)")
        steps = f" = {self._of(part.skill)} / ({self._of(part.skill)} + {self._of(part.luck)})"
        share = self._told(percent(part.reliability))
        label = say(
            "The reliability is the variance of skill divided by the variance of the results: {share}.", share=share
        )
        fewer = say("F(k) is the probability that one player wins fewer than k of the {games} games.", games=self.games)
        hint = say(
            "The variance of a season's results is {whole}, and {share} of it is skill. This share is the reliability: "
            "the correlation between two seasons, and the slope of the regression line.",
            whole=whole,
            share=share,
        )
        return [
            formula(
                label,
                [(say("champion, season one"), "champion"), f" = 1/{self.games} · {every} = {best}"],
                [(say("reliability"), "line"), " = ", ratio],
                [steps, " = ", (share, "line")],
            ),
            text(fewer, key="champion"),
            text(hint, key="line"),
        ]

    def _of(self, variance: Fraction) -> str:
        return self._told(number(variance))

    def _still_spread(self) -> list[Part]:
        """Show that both seasons have the same spread: results do not become more average."""
        say, counted = self.words.say, _points(sqrt(self.spread.skill + self.spread.luck))
        found = [(say("season one"), SeasonTally(*self.first)), (say("season two"), SeasonTally(*self.second))]
        rows = [
            Line([name, self._told(counted), *([self._told(_deviation_written(one, self.games))] if one.n else [])])
            for name, one in found
        ]
        head = [say("all players"), say("standard deviation in percentage points, counted")]
        if self.leagues:
            head.append(say("played"))
        said = say(
            "Nobody is pulled to the middle: the results of season two are spread just as far as those of season "
            "one. But now there are mostly other players at both ends."
        )
        return [table(say("Just as much spread as before"), head, rows), text(said, "hint")]


def _deviation_written(found: SeasonTally, games: int) -> str:
    """Return the standard deviation in percentage points.

    Its standard error is about its value divided by the square root of twice the number of seasons.
    """
    deviation = 100 * (sqrt(max(0.0, found.squares / found.n - (found.total / found.n) ** 2)) / games)
    return rounded(deviation, deviation / sqrt(2 * found.n))


def _points(share: float) -> str:
    """Format a proportion as a percentage, to three digits."""
    return number(Fraction(f"{100 * share:.3g}"))
