"""Lesson 16: repeated bets of a fraction of the purse, with the mean, the median and the number of losers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any, ClassVar

from ....base.translatable import phrase
from ....languages.number_text import number, percent
from ....odds.estimate import MINUS, rounded
from ....odds.exact import figure
from ....ui.interactive import MOST_SEED, Input
from ..shared.controls import ChoiceControl, NumberControl, SliderControl
from ..shared.figure import NONE
from ..shared.guess import PERCENT, Guess
from ..shared.parts import Curve, Level, Line, Part, Piece, Role, TableRow, Value, bars, formula, lines, table, text
from ..shared.trials import Trials, mean_of
from .purses import BETS, EDGES, EXACTLY, START, Purses, bar_of, purses

SHARES = range(0, 101, 5)
"""The fractions of the purse for which the median is drawn."""
SMALL, LARGE = Fraction(1, 100), 10**12
"""Purses outside these bounds are not shown as numbers."""
RARE = Fraction(1, 10**6)
"""Chances closer than this to 0 or 1 are not shown as numbers."""
FRIENDS = {"Ada": 20, "Carl": 50, "Blaise": 100}
"""The percentage of the purse that each of the friends stakes, in the same rounds."""


class Stakes(Trials):
    """Repeated bets of a fraction of the purse: ``Stakes(bet="favorite", share=50, rounds=20)``."""

    TITLE = phrase("Would you bet on it?")
    LEAD = phrase(
        "You take the same bet, round after round, and each time you stake a share of all your points. What "
        "becomes of 100 points?"
    )
    bet = Input("favorite", "The bet: fair, house, wild, favorite or longshot.")
    share = Input(50, "The percentage of the purse at stake in each round, 5 to 100.")
    rounds = Input(20, "The number of rounds, 1 to 100.")
    picture = Input("ends", "The picture below the result: ends, friends, middle or stake.")
    seed = Input(1, "The seed of the players' luck.")
    FIELDS: ClassVar = {
        "bet": ChoiceControl(phrase("Bet on"), {name: one.name for name, one in BETS.items()}),
        "share": SliderControl(phrase("Share of your points at stake"), 5, 100, 5, phrase("{n}%")),
        "rounds": SliderControl(phrase("Rounds"), 1, 100),
        "picture": ChoiceControl(
            phrase("Picture"),
            {
                "ends": phrase("what the players end with"),
                "friends": phrase("Ada, Blaise and Carl"),
                "middle": phrase("mean and median"),
                "stake": phrase("how much to stake"),
            },
        ),
        "seed": NumberControl(phrase("Seed"), 0, MOST_SEED),
    }

    ACT = "play"
    BUTTONS = (phrase("One player"), phrase("{n} players"))
    FULL = phrase("{n} players have played; that is enough.")
    STREAM = "stakes"
    CHUNK = 250
    ENOUGH = 100
    ASKED = GATED = ("bet", "share", "rounds")
    KEEPING = frozenset({"picture"})

    def play(self, n: Any) -> None:
        """Let 1, 100 or 10,000 more players play all their rounds."""
        self._more(n)

    def _question(self) -> Guess:
        prompt = self.words.language.plural(
            "After {n} round, what share of all players has less than 100 points?",
            "After {n} rounds, what share of all players has less than 100 points?",
            self.rounds,
        )
        return Guess(prompt, PERCENT, self.exact.below(START))

    def _sampled(self) -> Value | None:
        return self._found(self._fewer(START), self.played)

    def _begin(self) -> None:
        super()._begin()
        self.wins = Counter[int]()
        """The number of players with each number of wins."""
        self.first: int | None = None
        """The wins of the first player."""

    @property
    def exact(self) -> Purses:
        """The exact distribution."""
        return purses(self.bet, self.share, self.rounds)

    @property
    def played(self) -> int:
        """The number of players who have played."""
        return self._trials

    def _fewer(self, points: int) -> int:
        """Return the number of players who ended with fewer points than this."""
        return sum(n for k, n in self.wins.items() if self.exact.purse(k) < points)

    @property
    def middle(self) -> Fraction:
        """The median purse of the players so far: the smallest that at least half of them do not exceed."""
        return self._ranked(self.played / 2)

    def _ranked(self, rank: float) -> Fraction:
        """Return the smallest purse that at least *rank* players do not exceed."""
        so_far = 0
        for k in sorted(self.wins):
            so_far += self.wins[k]
            if so_far >= rank:
                break
        return self.exact.purse(k)

    def _try(self, random: Random, n: int) -> None:
        luck, chance, rounds = random.random, float(BETS[self.bet].chance), range(self.rounds)
        for _ in range(n):
            won = sum([luck() < chance for _ in rounds])
            self.wins[won] += 1
            self.first = won if self.first is None else self.first

    def _parts(self) -> list[Part]:
        parts: list[Part] = [self._controls(*self._try_buttons()), text(self._terms())]
        if not self._open:
            seen = [self._friends() if self.picture == "friends" else self._histogram()] if self.played else []
            return [*parts, self._so_far(), *seen]
        return [*parts, text(self._said(), "strong", key="less"), self._so_far(), *self._picture()]

    def _picture(self) -> list[Part]:
        match self.picture:
            case "friends":
                return [self._friends()]
            case "middle":
                return [self._summary(), self._derived()]
            case "stake":
                return self._other_shares()
        return [self._histogram()]

    def _friends(self) -> Part:
        """Tabulate where the friends end if they play the same rounds, and how often each of them is first."""
        say, n = self.words.say, self.played
        ends = {name: purses(self.bet, share, self.rounds) for name, share in FRIENDS.items()}
        first = [max(ends, key=lambda name: ends[name].purse(k)) for k in range(self.rounds + 1)]
        head = [say("player"), say("stake"), say("points at the end, the first time")]
        head += [say("first, played"), say("first, counted")] if self._open else [say("first, played")]
        rows = []
        for name, share in FRIENDS.items():
            wins = [k for k, who in enumerate(first) if who == name]
            cells = [name, self._percent(Fraction(share, 100))]
            cells.append(NONE if self.first is None else self._points(ends[name].purse(self.first)))
            cells.append(self._found_written(sum(self.wins[k] for k in wins), n))
            if self._open:
                cells.append(self._share(sum((self.exact.chances[k] for k in wins), Fraction(0))))
            rows.append(Line(cells, name.lower()))
        return table(say("The same {n} rounds for three friends", n=self.rounds), head, rows)

    def _terms(self) -> str:
        bet = BETS[self.bet]
        parts = {
            "share": percent(Fraction(self.share, 100)),
            "chance": percent(bet.chance),
            "gain": bet.gain,
        }
        if bet.gain == 1:
            return self.words.say(
                "In each round, you stake {share} of your points. With probability {chance}, you win as much as "
                "you staked. Otherwise, you lose your stake.",
                **parts,
            )
        return self.words.say(
            "In each round, you stake {share} of your points. With probability {chance}, you win {gain} times what "
            "you staked. Otherwise, you lose your stake.",
            **parts,
        )

    def _said(self) -> str:
        if not self._open:
            return ""
        exact, less = self.exact, self.exact.below(START)
        parts = {
            "less": percent(less),
            "mean": number(_rounded(exact.mean)),
            "median": self._points(exact.median),
        }
        if exact.mean > START and 2 * less > 1:
            return self.words.say(
                "On average, players end with {mean} points. And yet {less} of them end with fewer than 100 "
                "points, and the median is {median}.",
                **parts,
            )
        return self.words.say(
            "On average, players end with {mean} points; the median is {median}. At the end, {less} of all players "
            "have fewer than 100 points.",
            **parts,
        )

    def _tried(self) -> str:
        n = self.played
        if not n:
            return self.words.say("Nobody has played yet. Would you like to be the first?")
        if n == 1:
            wins = max(self.wins)
            return self.words.say(
                "Rounds that the first player won: {wins} of {n}. Points at the end: {points}.",
                wins=wins,
                n=self.rounds,
                points=self._points(self.exact.purse(wins)),
            )
        return self.words.say(
            "Of {n} players, {share} end with less than 100 points.",
            n=number(n),
            share=self._found_written(self._fewer(START), n),
        )

    def _histogram(self) -> Part:
        say, exact = self.words.say, self.exact
        counted, played = [Fraction(0)] * (len(EDGES) + 1), [0] * (len(EDGES) + 1)
        for k, chance in enumerate(exact.chances):
            counted[bar_of(exact.purse(k))] += chance
            played[bar_of(exact.purse(k))] += self.wins[k]
        series: list[tuple[Role, str]] = [("truth", say("counted")), ("sample", say("played"))]
        rows = [
            TableRow(
                name,
                [Value(float(counted[at]), self._share(counted[at])), self._found(played[at], self.played)],
                "less" if at < EDGES.index(START) + 1 else "more",
            )
            for at, name in enumerate(self._names())
        ]
        series, rows = self._hushed(series, rows)
        return bars(
            say("What the players end with"),
            self._said() or self._tried(),
            series=series,
            rows=rows,
            axis=say("share of players"),
            head=say("points"),
            upright=True,
        )

    def _names(self) -> list[str]:
        """Return the names of the bars."""
        edges = [self._number(edge) for edge in EDGES]
        between = [self.words.say("{low} to {high}", low=low, high=high) for low, high in pairwise(edges[1:])]
        return ["0", f"< {edges[1]}", *between, f"≥ {edges[-1]}"]

    def _summary(self) -> Part:
        say, exact, n = self.words.say, self.exact, self.played
        mean, middle = (self._mean(), self._middle()) if n else (NONE, NONE)
        rows = [
            Line([say("mean"), self._number(_rounded(exact.mean)), mean], "mean"),
            Line([say("median"), self._points(exact.median), middle], "median"),
        ]
        for points, name, key in ((START, say("less than 100 points"), "less"), (1, say("less than 1 point"), "ruin")):
            found = self._found_written(self._fewer(points), n)
            rows.append(Line([name, self._share(exact.below(points)), found], key))
        title = say("The mean, the median and those who lose")
        return table(title, ["", say("counted"), say("played")], rows)

    def _mean(self) -> str:
        """Return the players' mean purse, with only the digits that its standard error supports."""
        written = mean_of([(float(self.exact.purse(k)), times) for k, times in self.wins.items()]).text
        return self._number(int(written)) if written.isdigit() else self._told(written)

    def _middle(self) -> str:
        """Return the players' median purse, with only the digits that its standard error supports.

        The median of a new sample would usually lie between the purses ranked half the square root of n places below
        and above this one.
        """
        off = sqrt(self.played) / 2
        error = float(self._ranked(self.played / 2 + off) - self._ranked(self.played / 2 - off)) / 2
        middle = self.middle
        if not error or not SMALL <= middle < LARGE:
            return self._points(middle)
        return self._told(rounded(middle, error))

    def _derived(self) -> Part:
        """Derive the mean from one round, and the proportion of losers from the number of wins needed."""
        say, exact, n = self.words.say, self.exact, self.rounds
        p, q = exact.bet.chance, 1 - exact.bet.chance
        won, lost = self._number(exact.won), self._number(exact.lost)
        win, miss = self._chance(p), self._chance(q)
        last = exact.needed - 1
        few = say("k = 0 to {last}", last=last) if last else "k = 0"
        each = f"C({n}, k) · {win}^k · {miss}^({n} {MINUS} k)"
        factor = self._told(figure(exact.factor, EXACTLY))
        ends = [
            f"k = {k}: {START} · {won}^{k} · {lost}^{n - k} = {self._points(exact.purse(k))}" for k in (last, last + 1)
        ]
        rows: list[list[Piece]] = [
            [(f"{win} · {won} + {miss} · {lost} = {factor}", "mean")],
            [(f"{START} · {factor}^{n} = {self._number(_rounded(exact.mean))}", "mean")],
            [(ends[0], "less")],
            [(ends[1], "more")],
            [(say("sum of {each} for {few}", each=each, few=few), "less"), f" = {self._share(exact.below(START))}"],
        ]
        label = say(
            "On average, a round multiplies the points by {factor}. Wins needed to end with 100 points or more: {wins} "
            "of {n}.",
            factor=figure(exact.factor, EXACTLY),
            wins=exact.needed,
            n=n,
        )
        return formula(label, [label], *rows)

    def _chance(self, chance: Fraction) -> str:
        """Write a chance as a factor: a fraction if it is short, otherwise a decimal."""
        return f"({chance})" if chance.denominator < 100 else self._told(figure(chance, EXACTLY))

    def _other_shares(self) -> list[Part]:
        """Draw the median for every fraction of the purse; the table also lists the mean."""
        say, n = self.words.say, self.rounds
        found = {share: purses(self.bet, share, n) for share in SHARES}
        best = max(found, key=lambda share: (found[share].median, -share))
        if best:
            said = say(
                "The median is highest if you stake about {share} of your points in each round.",
                share=percent(Fraction(best, 100)),
            )
        else:
            said = say("Any stake at all lowers the median.")
        rows = [
            [
                self._percent(Fraction(share, 100)),
                self._number(_rounded(one.mean)),
                self._points(one.median),
                self._share(one.below(START)),
            ]
            for share, one in found.items()
            if not share % 10
        ]
        name = say("median")
        drawn = lines(
            say("How much should you stake?"),
            said,
            x=say("share of the points at stake, in percent"),
            y=say("points"),
            unit="number",
            curves=[Curve("truth", name, [(share, float(one.median)) for share, one in found.items()], key="median")],
            levels=[Level("other", say("at the start"), START, str(START))],
            head=[say("stake"), say("mean"), name, say("less than 100 points")],
            table=rows,
        )
        return [drawn]

    def _points(self, purse: Fraction) -> str:
        """Format a purse to four digits, or in words if it is tiny or enormous."""
        if 0 < purse < SMALL:
            return self.words.say("less than {limit}", limit=number(SMALL))
        return self._number(_rounded(purse)) if purse < LARGE else self.words.say("more than a trillion")

    def _share(self, chance: Fraction) -> str:
        """Format a chance, in words if it is nearly 0 or 1."""
        if 0 < chance < RARE:
            return self.words.say("less than {limit}", limit=percent(RARE))
        return (
            self.words.say("more than {limit}", limit=percent(1 - RARE))
            if 1 - RARE < chance < 1
            else self._percent(chance)
        )


def _rounded(points: Fraction) -> Fraction:
    """Round a large purse to whole points."""
    return Fraction(round(points)) if points >= 1000 else points
