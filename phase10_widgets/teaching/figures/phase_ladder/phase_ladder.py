"""Lesson 10: ten rungs, a chance of climbing each, and the number of rounds until the first player reaches the top."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import count
from math import log1p, prod
from operator import itemgetter
from random import Random
from typing import Any, ClassVar

from ....base.translatable import phrase
from ....editions import edition
from ....languages.number_text import number, percent
from ....odds.estimate import Estimate, rounded
from ....odds.simulation.chunks import stream
from ....ui.interactive import MOST_SEED, Input
from ....ui.screen import Refused
from ..shared.controls import ChoiceControl, NumberControl, SliderControl
from ..shared.guess import Guess
from ..shared.ladder_chain import (
    EDITION,
    MEASURED_ROUNDS,
    PHASES,
    Chances,
    dealt,
    error_of,
    first_through,
    mean_rounds,
    measured,
)
from ..shared.parts import AxisPoint, Climber, Line, Part, TableRow, Value, bars, formula, ladder, table, text
from ..shared.trials import Trials, mean_of
from .waits import as_fraction, chance_within, rounds_alone, rounds_through, wait

COLUMNS = 26
SHOWN = 0.002
"""The proportion of games that is combined into one column at each end of the chart."""
LEAST = 0.05
"""The smallest relative error assumed for a chance derived from measured chances. At some game lengths, the errors
happen to cancel out; the chance is then formatted like those for neighboring lengths."""
RARE = Fraction(1, 1_000_000)
"""Chances below this are not shown as numbers."""
_NO_VALUE = phrase("Rounds are played one at a time, so do not give a number.")


ROUNDS = {
    name: SliderControl(phrase("Your guess"), 10, high, step, phrase("{n} rounds"))
    for name, high, step in (("measured", 60, 1), ("equal", 250, 1), ("dealt", 1_200, 10))
}
"""The slider for the guess, keyed by the source of the chances."""


class PhaseLadder(Trials):
    """A game as a ladder with ten rungs: ``PhaseLadder(players=4)``."""

    TITLE = phrase("How long is a game?")
    LEAD = phrase(
        "Each round, you climb one rung or stay where you are. How many rounds does it take until the first player "
        "reaches the top?"
    )
    chances = Input("measured", 'The source of the chances: "measured", "dealt" or "equal".')
    percent = Input(50, 'The chance of completing any phase in a round, as a percentage, if the chances are "equal".')
    players = Input(4, "The number of players, 1 to 6.")
    seed = Input(1, "The seed of the games.")
    FIELDS: ClassVar = {
        "chances": ChoiceControl(
            phrase("Chance per round"),
            {
                "measured": phrase("as measured with computer players"),
                "dealt": phrase("dealt only, nobody draws"),
                "equal": phrase("the same at every phase"),
            },
        ),
        "percent": SliderControl(phrase("The same chance"), 5, 100, 5, phrase("{n}%")),
        "players": SliderControl(phrase("Players"), 1, 6),
        "seed": NumberControl(phrase("Seed"), 0, MOST_SEED),
    }

    ACT = "play"
    BUTTONS = (phrase("One game"), phrase("{n} games"))
    FULL = phrase("{n} games have been played; that is enough.")
    STREAM = "games"
    CHUNK = 100
    ENOUGH = 100
    ASKED = ("chances", "percent", "players")

    def play(self, n: Any) -> None:
        """Play 1, 100 or 10,000 more games."""
        self._more(n)

    def _question(self) -> Guess:
        prompt = self.words.language.plural(
            "How many rounds does it take on average until {n} player reaches the top?",
            "How many rounds does it take on average until the first of {n} players reaches the top?",
            self.players,
        )
        return Guess(prompt, ROUNDS[self.chances], self._digits(self._first), "number")

    def _sampled(self) -> Value | None:
        if not self.games:
            return None
        found = self._estimate()
        return Value(found.value, self._told(found.text), found.low, found.high)

    def _begin(self) -> None:
        super()._begin()
        self.lengths = Counter[int]()
        """The number of games of each length, measured in rounds."""
        self._watch(0)

    def _watch(self, game: int) -> None:
        """Start a new game to watch."""
        self._watched = stream(f"{self.seed}/watched", game)
        self.game = game
        self.round = 0
        self.rungs = [0] * self.players
        """The number of phases that each player has completed in the watched game."""

    @property
    def chance(self) -> tuple[Fraction, ...]:
        """The chance of completing each phase in a round."""
        if self.chances == "equal":
            return (Fraction(self.percent, 100),) * PHASES
        return dealt() if self.chances == "dealt" else measured()

    @property
    def mean(self) -> Fraction:
        """The exact mean number of rounds that one player needs."""
        return sum([1 / chance for chance in self.chance], Fraction(0))

    @property
    def mean_of_first(self) -> float:
        """The mean number of rounds until the first player finishes."""
        return mean_rounds(self._floats, self.players)

    @property
    def _floats(self) -> Chances:
        return tuple(map(float, self.chance))

    def _first(self, chances: Chances) -> float:
        """Return the mean number of rounds until the first player finishes, given these chances."""
        return mean_rounds(chances, self.players)

    def _in_ten(self, chances: Chances) -> float:
        """Return the chance that a game is over after ten rounds, given these chances."""
        return 1 - (1 - prod(chances)) ** self.players

    @property
    def games(self) -> int:
        """The number of games that were played without being watched."""
        return self._trials

    def climb(self, value: Any) -> None:
        """Play one round of the watched game; if it is over, start a new one."""
        if value is not None:
            raise Refused("bad_value", _NO_VALUE)
        if self._over:
            self._watch(self.game + 1)
        self.round += 1
        for player, rung in enumerate(self.rungs):
            self.rungs[player] += self._watched.random() < self._floats[rung]

    ACTS: ClassVar = {"climb": climb}

    @property
    def _over(self) -> bool:
        return max(self.rungs) == PHASES

    def _try(self, random: Random, n: int) -> None:
        misses = [log1p(-chance) if chance < 1 else None for chance in self._floats]
        for _ in range(n):
            self.lengths[min(rounds_through(misses, random) for _ in range(self.players))] += 1

    def _parts(self) -> list[Part]:
        say = self.words.say
        again = self._over
        buttons = [
            self._deed("climb", say("A new game") if again else say("One round")),
            *self._try_buttons(),
        ]
        only = ("chances", *(("percent",) if self.chances == "equal" else ()), "players", "seed")
        if not self._open:
            played = [self._bars()] if self.games else []
            return [self._controls(*buttons, only=only), self._ladder(), self._so_far(), *played]
        return [
            self._controls(*buttons, only=only),
            text(self._said(), "strong", key="mean"),
            self._ladder(),
            self._so_far(),
            self._bars(),
            self._means(),
            self._formula(),
            text(self._source(), "hint"),
        ]

    def _said(self) -> str:
        if not self._open:
            return ""
        say, single = self.words.say, self._mean_written(rounds_alone)
        if prod(self.chance) == 1:
            return say("Nobody ever misses, so ten phases take ten rounds.")
        if self.players == 1:
            return say(
                "One player needs {mean} rounds on average. The ten phases take only ten rounds in {ten} of all games.",
                mean=single,
                ten=self._seldom(),
            )
        return say(
            "The first of {players} players finishes after {first} rounds on average; a single player needs {mean}. "
            "The game is over after ten rounds in {ten} of all games.",
            players=self.players,
            first=self._mean_written(self._first),
            mean=single,
            ten=self._seldom(),
        )

    def _seldom(self) -> Any:
        """Return the chance, as text, that a game is over after ten rounds."""
        if self._in_ten(self._floats) < RARE:
            return self.words.say("less than {chance}", chance=percent(RARE))
        return self._chance_written(self._in_ten)

    def _chance_written(self, follows: Callable[[Chances], float]) -> str:
        """Format a chance derived from the phases' chances.

        A chance based on a few hundred games is shown with only the digits that its standard error supports.
        """
        chance = follows(self._floats)
        if self.chances != "measured":
            return self._percent(as_fraction(chance))
        error = max(error_of(follows), LEAST * chance)
        return self._told(f"{rounded(100 * chance, 100 * error)}%")

    def _followed(self, follows: Callable[[Chances], float]) -> Value:
        """Return a chance derived from the phases' chances, as a value to draw."""
        return Value(follows(self._floats), self._chance_written(follows))

    def _mean_written(self, follows: Callable[[Chances], float]) -> str:
        """Format a mean number of rounds derived from the phases' chances."""
        if self.chances == "measured":
            return self._told(rounded(follows(self._floats), error_of(follows)))
        return self._number(self._digits(follows))

    def _digits(self, follows: Callable[[Chances], float]) -> Fraction:
        """Return a mean number of rounds, rounded to the digits shown."""
        rounds = follows(self._floats)
        return Fraction(rounded(rounds, error_of(follows)) if self.chances == "measured" else f"{rounds:.4g}")

    def _tried(self) -> str:
        n = self.games
        if not n:
            return self.words.say("No game has been finished yet. How many rounds do you expect?")
        if n == 1:
            return self.words.say("The first game took {rounds} rounds.", rounds=min(self.lengths))
        return self.words.say("{n} games took {mean} rounds on average.", n=number(n), mean=self._estimate().text)

    def _estimate(self) -> Estimate:
        return mean_of(self.lengths.items())

    def _ladder(self) -> Part:
        say = self.words.say
        phases = edition(EDITION).phases
        rungs = [
            (
                say("Phase {number}", number=at),
                say("{phase}: {chance}", phase=phase, chance=self._chance_written(itemgetter(at - 1))),
            )
            for at, phase in enumerate(phases, 1)
        ]
        climbers = [
            Climber(say("Player {number}", number=at), rung, self._where(rung), "truth" if rung == PHASES else "sample")
            for at, rung in enumerate(self.rungs, 1)
        ]
        return ladder(
            say("Round {round}", round=self.round) if self.round else say("Before the first round"),
            self._stand(),
            rungs,
            climbers,
            head=[say("player"), say("phases completed")],
        )

    def _where(self, rung: int) -> str:
        say = self.words.say
        if rung == PHASES:
            return say("all ten")
        return say("{n}, now at phase {next}", n=rung, next=rung + 1)

    def _stand(self) -> str:
        say, best = self.words.say, max(self.rungs)
        if not self.round:
            return say("Everyone starts on the ground. Play one round at a time and watch the players climb.")
        if best == PHASES:
            return say("Round {round}: the first player has completed all ten phases.", round=self.round)
        return say(
            "Phases completed after round {round}: {best} by the leader, {last} by the player in last place.",
            round=self.round,
            best=best,
            last=min(self.rungs),
        )

    def _columns(self) -> list[tuple[str, range]]:
        """Return each column's name and the rounds it covers; the last column covers all later rounds."""
        chances = first_through(self._floats, self.players)
        so_far, low, high = 0.0, PHASES, len(chances) - 1
        for rounds, chance in enumerate(chances):
            if so_far < SHOWN <= so_far + chance:
                low = rounds
            so_far += chance
            if so_far >= 1 - SHOWN:
                high = rounds
                break
        width = next(each for each in count(1) if (high - low) / each < COLUMNS and _nice(each))
        low = max(PHASES, low - low % width)
        columns = []
        if low > PHASES:
            columns.append((f"< {self._number(low)}", range(low)))
        for start in range(low, high + 1, width):
            some = range(start, start + width)
            ends = [self._number(each) for each in (start, some[-1])]
            columns.append((ends[0] if width == 1 else "\N{EN DASH}".join(ends), some))
        last = columns[-1][1].stop
        if last < len(chances) or any(rounds >= last for rounds in self.lengths):
            end = max([len(chances), *(rounds + 1 for rounds in self.lengths)])
            columns.append((f"≥ {self._number(last)}", range(last, end)))
        return columns

    def _bars(self) -> Part:
        say, n = self.words.say, self.games
        columns = self._columns()
        rows = []
        for name, some in columns:
            games = sum(games for rounds, games in self.lengths.items() if rounds in some)
            key = "ten" if PHASES in some else ""
            rows.append(
                TableRow(name, [self._followed(partial(chance_within, some, self.players)), self._found(games, n)], key)
            )
        first = self.mean_of_first
        at = next(at for at, (_, some) in enumerate(columns) if first < some.stop)
        some = columns[at][1]
        inside = min(1.0, (first - some.start) / max(1, len(some)))
        place = at - 0.5 + inside + (0.5 if len(some) == 1 else 0)
        marks = [
            AxisPoint("guess", say("“ten phases, ten rounds”"), self._column_of(PHASES), str(PHASES)),
            *([AxisPoint("other", say("mean"), place, self._mean_written(self._first))] * self._open),
        ]
        series, rows = self._hushed([("truth", say("counted")), ("sample", say("played"))], rows)
        return bars(
            say("Rounds until the first player finishes"),
            self._said() or self._tried(),
            series=series,
            rows=rows,
            axis=say("share of games"),
            head=say("rounds"),
            upright=True,
            marks=marks,
        )

    def _column_of(self, rounds: int) -> float:
        return float(next(at for at, (_, some) in enumerate(self._columns()) if rounds in some))

    def _means(self) -> Part:
        say = self.words.say
        rows = [
            Line(
                [str(players), self._mean_written(partial(mean_rounds, players=players))],
                "mean" if players == self.players else "",
                "strong" if players == self.players else "plain",
            )
            for players in range(1, 7)
        ]
        head = [say("players"), say("rounds on average")]
        return table(say("The more players, the sooner one of them gets lucky"), head, rows)

    def _formula(self) -> Part:
        say = self.words.say
        if self.chances == "equal":
            sums = f"{PHASES} · 100/{self.percent}"
        else:
            first, second, *_, last = (self._mean_written(partial(wait, at)) for at in range(PHASES))
            sums = f"{first} + {second} + … + {last}"
        label = say(
            "The mean wait of one player at each phase is 1 divided by the chance of completing it. The waits add up."
        )
        return formula(
            label, [("1/p₁ + 1/p₂ + … + 1/p₁₀", "mean")], [(f"{sums} = {self._mean_written(rounds_alone)}", "mean")]
        )

    def _source(self) -> str:
        say = self.words.say
        match self.chances:
            case "measured":
                return say(
                    "These chances were measured in 400 games with four level-5 computer players. The games took "
                    "{rounds} rounds on average, a bit more than this ladder predicts for four players. At the "
                    "table, a player's chance also depends on the others, and the ladder does not account for that.",
                    rounds=number(MEASURED_ROUNDS),
                )
            case "dealt":
                return say(
                    "These chances were counted exactly: ten cards are dealt each round, and nobody draws. No "
                    "real game is that slow."
                )
            case _:
                return say("This made-up ladder shows the effect of the chance and of the number of players.")


def _nice(width: int) -> bool:
    """Return True for a width that is easy to count by: 1, 2, 5, 10, 20, 50, …"""
    return str(width).rstrip("0") in ("1", "2", "5")
