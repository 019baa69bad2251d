"""Lesson 12: contests between two players, luck that looks like skill, and the effect of peeking."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, exp, lgamma, log, log1p
from random import Random
from typing import Any, ClassVar

from ...base.translatable import phrase
from ...languages.number_text import number, percent
from ...odds.estimate import Estimate
from ...odds.simulation.tally import Tally
from ...ui.interactive import MOST_SEED, Input
from .shared.controls import NumberControl, SliderControl
from .shared.guess import PERCENT, Guess
from .shared.parts import AxisPoint, Counted, Curve, Level, Part, TableRow, Value, bars, counting, lines, text
from .shared.trials import Trials

DIGITS = 40
"""The number of binary digits kept for a strength, which limits its error to less than one trillionth."""
ALPHA = Fraction(1, 20)
"""The significance level: equal players reach a striking result in at most this fraction of contests."""
COLUMNS = 25
FLOWN = 20
"""The number of contests whose results fly into the picture."""
SHOWN = 0.001
POWERS = (10, 50, 100, 200, 400, 800, 1_600)
"""The contest lengths, in games, for which the table shows the statistical power."""
RARE = 1e-6
"""Chances closer than this to 0 or 1 are not shown as numbers."""


@lru_cache(maxsize=1_000)
def striking(games: int) -> int:
    """Return the smallest striking number of wins: equal players win at least this often in at most 5% of contests.

    The result is greater than *games* if even winning all of them is not striking.

    >>> striking(100), striking(4)
    (59, 5)
    """
    ways, wins = 0, games + 1
    while ways + comb(games, wins - 1) <= ALPHA * 2**games:
        wins -= 1
        ways += comb(games, wins)
    return wins


@lru_cache(maxsize=500)
def wins_of(games: int, strength: int) -> tuple[float, ...]:
    """Return the chance of 0, 1, 2, … wins in *games* games, each won with a chance of *strength* percent."""
    if strength in (0, 100):
        return tuple([float(wins == games * strength // 100) for wins in range(games + 1)])
    p = strength / 100
    up, down, all_ways = log(p), log1p(-p), lgamma(games + 1)
    return tuple(
        [
            exp(all_ways - lgamma(wins + 1) - lgamma(games - wins + 1) + wins * up + (games - wins) * down)
            for wins in range(games + 1)
        ]
    )


def noticed(games: int, strength: int) -> float:
    """Return the chance that the player has a striking number of wins at the end."""
    return min(1.0, sum(wins_of(games, strength)[striking(games) :]))


@lru_cache(maxsize=200)
def noticed_on_the_way(games: int, strength: int, every: int) -> float:
    """Return the chance that the player has a striking number of wins at one of the looks, taken after every *every*
    games and at the end."""
    left, stopped, played = [1.0], 0.0, 0
    while played < games:
        batch = min(every, games - played)
        played += batch
        some = wins_of(batch, strength)
        after = [0.0] * (played + 1)
        for wins, chance in enumerate(left):
            if chance:
                for more, share in enumerate(some):
                    after[wins + more] += chance * share
        enough = striking(played)
        stopped += sum(after[enough:])
        left = after[:enough]
    return min(1.0, stopped)


class Series(Trials):
    """Contests of several games between a player and an opponent: ``Series(strength=55, games=100)``."""

    TITLE = phrase("Is my player better?")
    LEAD = phrase(
        "Choose how strong a player really is, and let the player play contests. How often does luck look like "
        "skill? How many games does it take to notice skill?"
    )
    strength = Input(50, "The percentage of games that the player wins in the long run, 30 to 80.")
    games = Input(100, "The number of games in a contest, 10 to 400.")
    every = Input(10, "The number of games between looks, 5 to 100.")
    players = Input(1, "The number of players with this strength, 1 to 12; the best one is shown.")
    seed = Input(1, "The seed of the games.")
    FIELDS: ClassVar = {
        "strength": SliderControl(phrase("Strength (50% is equal)"), 30, 80, 1, phrase("{n}%")),
        "games": SliderControl(phrase("Games in a contest"), 10, 400, 10),
        "every": SliderControl(phrase("Check after every … games"), 5, 100, 5),
        "players": SliderControl(phrase("Players who try"), 1, 12),
        "seed": NumberControl(phrase("Seed"), 0, MOST_SEED),
    }

    ACT = "play"
    BUTTONS = (phrase("One contest"), phrase("{n} contests"))
    FULL = phrase("{n} contests have been played; that is enough.")
    STREAM = "contests"
    CHUNK = 20
    MOST = 100_000
    ENOUGH = 100
    ASKED = ("strength", "games", "every")

    def play(self, n: Any) -> None:
        """Play 1, 100 or 10,000 more contests."""
        self._more(n)

    def _question(self) -> Guess:
        prompt = self.words.say(
            "A player wins {strength}% of the games in the long run. You check the result after every {every} games of "
            "a contest, and stop when it is striking. In what share of contests of {games} games does that happen?",
            strength=self.strength,
            every=self.every,
            games=self.games,
        )
        return Guess(prompt, PERCENT, Fraction(f"{self.chance_on_the_way:.6f}"))

    def _sampled(self) -> Value | None:
        return self._found(self.struck_on_the_way, self.contests)

    def _begin(self) -> None:
        super()._begin()
        self.wins = Counter[int]()
        """The number of contests in which the first player had each number of wins."""
        self.latest = deque[int](maxlen=FLOWN)
        """The first player's wins in the last contests."""
        self.struck = 0
        """The number of contests in which the first player had a striking number of wins at the end."""
        self.struck_on_the_way = 0
        """The number of contests in which the first player had a striking number of wins at one of the looks."""
        self.struck_by_one = 0
        """The number of contests in which any player had a striking number of wins at the end."""

    def _try(self, random: Random, n: int) -> None:
        looks = [*range(self.every, self.games, self.every), self.games]
        for _ in range(n):
            self._contest(random, looks)

    def _contest(self, random: Random, looks: Sequence[int]) -> None:
        """Play one contest for the first player, look by look, and one for each of the others."""
        games, p = self.games, Fraction(self.strength, 100)
        every = _won(random, games * self.players, p)
        each = [(every >> games * player & (1 << games) - 1) for player in range(self.players)]
        won, enough = each[0].bit_count(), striking(games)
        on_the_way = any((each[0] & (1 << look) - 1).bit_count() >= striking(look) for look in looks)
        self.latest.append(won)
        self.wins[won] += 1
        self.struck += won >= enough
        self.struck_on_the_way += on_the_way
        self.struck_by_one += max(wins.bit_count() for wins in each) >= enough

    @property
    def contests(self) -> int:
        """The number of contests played."""
        return self._trials

    @property
    def chance(self) -> float:
        """The chance that the player has a striking number of wins at the end."""
        return noticed(self.games, self.strength)

    @property
    def chance_on_the_way(self) -> float:
        """The chance that the player has a striking number of wins at one of the looks."""
        return noticed_on_the_way(self.games, self.strength, self.every)

    @property
    def chance_of_one(self) -> float:
        """The chance that at least one player has a striking number of wins at the end."""
        return 1 - (1 - self.chance) ** self.players

    def _parts(self) -> list[Part]:
        said = text(self._said(), "strong", key="struck")
        told: list[Part] = [self._controls(*self._try_buttons()), said, self._so_far()]
        if not self._open and not self.contests:
            return told
        if self._open:
            told.insert(2, text(self._checked(), key="peeking"))
        picture = self._histogram() if self.players == 1 else self._alarms()
        return [*told, picture, *(self._power() if self._open and self.strength > 50 else [])]

    def _said(self) -> str:
        say, enough = self.words.say, striking(self.games)
        if enough > self.games:
            return say("In {games} games, even winning every one would not be striking.", games=self.games)
        parts = {"games": self.games, "wins": enough, "chance": self._near(self.chance)}
        if not self._open:
            return say(
                "In {games} games, {wins} or more wins are striking: equal players get that far in at most 5% of "
                "contests.",
                games=self.games,
                wins=enough,
            )
        if self.strength == 50:
            return say(
                "In {games} games, {wins} or more wins are striking: by luck alone, an equal player does that well in "
                "{chance} of all contests.",
                **parts,
            )
        if self.strength < 50:
            return say(
                "A result of {wins} or more wins in {games} games is striking. This player is worse than the "
                "opponent and still does that well in {chance} of all contests.",
                **parts,
            )
        return say(
            "A result of {wins} or more wins in {games} games is striking. This player is better than the opponent "
            "and does that well in {chance} of all contests. In the others, the player's skill goes unnoticed.",
            **parts,
        )

    def _checked(self) -> str:
        return self.words.say(
            "If you check after every {n} games, the result is striking at some check in {chance} of all contests.",
            n=self.every,
            chance=self._near(self.chance_on_the_way),
        )

    def _tried(self) -> str:
        """Report how the last contest ended or, while more are being played, how many there have been."""
        if not self._running:
            return self._told_last()
        return self.words.say("Contests so far: {n} of {all}.", n=number(self.contests), all=number(self._wanted))

    def _told_last(self) -> str:
        say = self.words.say
        if not self.latest:
            return say("No contest has been played yet.")
        found = Estimate.of(Tally("chance", self.games, self.latest[-1], 0), observed=True)
        low, high = found.ends
        parts = {
            "wins": self.latest[-1],
            "games": self.games,
            "share": found.text,
            "low": low,
            "high": high,
        }
        if found.low <= self.strength / 100 <= found.high:
            template = phrase(
                "In the last contest, the player won {wins} of {games} games: {share}. The interval from {low} to "
                "{high} contains the true strength."
            )
        else:
            template = phrase(
                "In the last contest, the player won {wins} of {games} games: {share}. The interval from {low} to "
                "{high} does not contain the true strength. That happens in about one contest in twenty."
            )
        return say(template, **parts)

    def _columns(self) -> list[tuple[str, range]]:
        """Return the numbers of wins in each column; a new column begins at the first striking number."""
        chances, enough = wins_of(self.games, self.strength), striking(self.games)
        shown = [wins for wins, chance in enumerate(chances) if chance >= SHOWN]
        low, high = min(shown[0], enough), max(shown[-1], min(enough, self.games))
        width = 1
        while (high - low) / width >= COLUMNS:
            width += 1
        start = enough - -(-(enough - low) // width) * width
        columns: list[tuple[str, range]] = []
        if start > 0:
            columns.append((f"< {start}", range(start)))
        for first in range(start, high + 1, width):
            some = range(max(0, first), min(first + width, self.games + 1))
            columns.append((str(some[0]) if len(some) == 1 else f"{some[0]}–{some[-1]}", some))  # noqa: RUF001
        if columns[-1][1].stop <= self.games:
            columns.append((f"≥ {columns[-1][1].stop}", range(columns[-1][1].stop, self.games + 1)))
        return columns

    def _histogram(self) -> Part:
        say, chances, enough = self.words.say, wins_of(self.games, self.strength), striking(self.games)
        columns = self._columns()
        rows = []
        for name, some in columns:
            chance = sum(chances[some.start : some.stop])
            times = sum(times for wins, times in self.wins.items() if wins in some)
            key = "struck" if some.start >= enough else ""
            rows.append(TableRow(name, [self._drawn(chance), self._found(times, self.contests)], key))
        marks = []
        if enough <= self.games:
            at = next(at for at, (_, some) in enumerate(columns) if some.start >= enough)
            marks.append(AxisPoint("guess", say("striking from here on"), at - 0.5, str(enough)))
        series, rows = self._hushed([("truth", say("counted")), ("sample", say("played"))], rows)
        wins = bars(
            say("Wins in {games} games", games=self.games),
            self._said(),
            series=series,
            rows=rows,
            axis=say("share of contests"),
            head=say("wins"),
            upright=True,
            marks=marks,
        )
        counted = [
            Counted(f"{'R' if each >= enough else 'B'}{each}", at)
            for each in self.latest
            for at, (_, some) in enumerate(columns)
            if each in some
        ]
        return counting(wins, say("Wins in the last contests"), self._moment, counted)

    def _alarms(self) -> Part:
        """Tabulate the rates of striking results: at the end, at one of the looks, and for any of the players."""
        say, n = self.words.say, self.contests
        found = [
            (say("one player, checked only at the end"), self.chance, self.struck, "struck"),
            (
                say("checked after every {n} games", n=self.every),
                self.chance_on_the_way,
                self.struck_on_the_way,
                "peeking",
            ),
            (say("the best of {n} players", n=self.players), self.chance_of_one, self.struck_by_one, "many"),
        ]
        rows = [TableRow(name, [self._drawn(chance), self._found(hits, n)], key) for name, chance, hits, key in found]
        series, rows = self._hushed([("truth", say("counted")), ("sample", say("played"))], rows)
        title = (
            say("How often results are striking even though nobody is better")
            if self.strength == 50
            else say("How often the result is striking")
        )
        return bars(
            title,
            say("Each extra check and each extra player is one more chance to get lucky."),
            series=series,
            rows=rows,
            axis=say("share of contests"),
            head=say("how it is judged"),
        )

    def _drawn(self, chance: float) -> Value:
        return Value(chance, self._near(chance))

    def _near(self, chance: float) -> str:
        """Format a chance that is a sum of floats."""
        say = self.words.say
        if chance <= RARE:
            return say("less than {chance}", chance=percent(Fraction(1, 1_000_000)))
        if chance >= 1 - RARE:
            return say("more than {chance}", chance=percent(1 - Fraction(1, 1_000_000)))
        return self._percent(Fraction(f"{chance:.10g}"))

    def _power(self) -> list[Part]:
        """Tabulate the power for increasing numbers of games."""
        say = self.words.say
        points = [(games, noticed(games, self.strength)) for games in POWERS]
        rows = [[self._number(games), self._near(chance)] for games, chance in points]
        enough = next((games for games, chance in points if chance >= 0.8), None)
        if enough is None:
            sentence = say(
                "At a strength of {strength}%, not even {games} games are enough to notice the difference "
                "in four out of five contests.",
                strength=self.strength,
                games=number(POWERS[-1]),
            )
        else:
            sentence = say(
                "{games} games are enough to notice a strength of {strength}% in four out of five contests.",
                strength=self.strength,
                games=number(enough),
            )
        return [
            text(sentence, key="power"),
            lines(
                say("How likely you are to notice that the player is better"),
                sentence,
                x=say("games"),
                y=say("share of contests"),
                log=True,
                curves=[Curve("truth", say("counted"), points, key="power")],
                levels=[Level("guess", say("four out of five"), 0.8, self._told("80%"))],
                head=[say("games"), say("noticed")],
                table=rows,
            ),
        ]


def _won(random: Random, games: int, p: Fraction) -> int:
    """Play games that are each won with chance *p*; return an integer with one bit per game, set if the game was won.

    In binary, a random number from 0 to 1 is less than *p* if the first digit at which they differ is 0 in the number
    and 1 in *p*. The digits of *p* are therefore read from last to first; for each of them, one random bit per game is
    drawn, for all games at once.
    """
    digits, won = round(p * 2**DIGITS), 0
    for at in range((digits & -digits).bit_length() - 1, DIGITS):
        below = random.getrandbits(games)  # the games whose digit is 0
        won = won | below if digits >> at & 1 else won & below
    return won
