"""The coach's results for a table's rounds and games, each computed once, and long ones in short steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...coach.look_back import LookBack
from ...game.game import Game
from ...game.moments import Moments, RoundResult
from ...languages.text import Text
from ..coach import view as coached
from ..coach.view import Findings
from ..stepped import SteppedWork
from .coach_wire import LuckTable, ReviewView
from .results_wire import Over

AT_ONCE = 0.25
"""The seconds of processor time for which a view waits for results, enough for an ordinary round; others come later."""


class Wanted(NamedTuple):
    """Work for the coach: the review of a seat's round, or, without seat and round, the luck in a game."""

    games: Moments
    result: RoundResult | None
    seat: int | None

    @property
    def key(self) -> tuple[int, int | None]:
        """The key of the results, valid for as long as the round or game is kept."""
        return id(self.games.last if self.result is None else self.result), self.seat

    def look_back(self) -> LookBack:
        """Return the computation, not yet started."""
        if self.result is None:
            return LookBack(self.games, decisions=False)
        return LookBack(self.games[self.result.start : self.result.end + 1], self.seat, luck=False)


class CoachResults:
    """The coach's results about one seat, which are slow to compute and shown in every view."""

    def __init__(self, news: Callable[[], None] = lambda: None) -> None:
        """Start without results; *news* is called when results arrive that a view lacked."""
        self._news = news
        self._known: dict[tuple[int, int | None], tuple[Wanted, LookBack]] = {}
        self._missing: dict[tuple[int, int | None], Wanted] = {}
        """The rounds and games still to be reviewed, in order."""
        self._now: tuple[Wanted, LookBack] | None = None
        self._work: SteppedWork | None = None
        self._late = False
        """True if a view lacked results."""
        self._fortune: tuple[Game, Text, LuckTable] | None = None

    def round(self, games: Moments, result: RoundResult, seat: int) -> Findings | None:
        """Return the findings about a seat's round; None if they come later."""
        return self._findings([Wanted(games, result, seat)])

    def game(self, games: Moments, seat: int) -> Findings | None:
        """Return the findings about a seat in all rounds that are over, at least one; None if they come later."""
        return self._findings([Wanted(games, result, seat) for result in games.results])

    def review(self, games: Moments, result: RoundResult | None, seat: int, words: Text) -> ReviewView | None:
        """Return the review of a seat's round, or of its whole game; None if it comes later."""
        found = self.game(games, seat) if result is None else self.round(games, result, seat)
        return None if found is None else coached.review_content(found, games, words)

    def fortune(self, games: Moments, words: Text) -> LuckTable | None:
        """Return the luck and skill of each seat in a finished game; None if they come later, or took too long."""
        game, wanted = games[-1], Wanted(games, None, None)
        if self._fortune is not None and self._fortune[:2] == (game, words):
            return self._fortune[2]
        if not self._has([wanted]):
            return None
        _, look = self._known[wanted.key]
        if not look.is_whole:
            return None
        self._fortune = game, words, coached.fortune(look.luck, words)
        return self._fortune[2]

    def over(self, found: Over, games: Moments, seat: int, words: Text) -> Over:
        """Return the end of the game with the available parts of a seat's review and of everybody's luck."""
        review, luck = self.review(games, None, seat, words), self.fortune(games, words)
        if luck:
            found = {**found, "luck": luck}
        return {**found, "review": review} if review else found

    def go_on(self) -> None:
        """Resume the pending reviews."""
        if self._work is not None:
            self._work.go_on()

    def pause(self) -> None:
        """Pause until :meth:`go_on`."""
        if self._work is not None:
            self._work.pause()

    def forget(self) -> None:
        """Drop the results and the pending reviews, because another game begins."""
        self.pause()
        self._give_up()
        self._known.clear()
        self._late = False

    def _findings(self, wanted: list[Wanted]) -> Findings | None:
        if not self._has(wanted):
            return None
        looks = [(each.result, each.seat, self._known[each.key][1]) for each in wanted]
        return coached.joined(
            [
                coached.findings(look, result, seat)
                for result, seat, look in looks
                if result is not None and seat is not None
            ]
        )

    def _has(self, wanted: list[Wanted]) -> bool:
        """Return True if all of these results are known; otherwise start on them, and wait for the quick ones."""
        missing = {each.key: each for each in wanted if each.key not in self._known}
        if missing:
            self._missing = {**missing, **self._missing}
            if self._work is None:
                self._begin()
        return missing.keys() <= self._known.keys()

    def _begin(self) -> None:
        work = self._work = SteppedWork(self._steps(), end=self._end, fail=lambda _: self._give_up())
        try:
            work.step(AT_ONCE)
        except Exception:
            self._give_up()
            raise
        self.go_on()
        self._late = self._work is not None

    def _steps(self) -> Iterator[None]:
        while self._missing:
            wanted = next(iter(self._missing.values()))
            self._now = wanted, wanted.look_back()
            yield from self._now[1].steps()
            self._keep(*self._now)
        self._now = None

    def _keep(self, wanted: Wanted, look: LookBack) -> None:
        self._missing.pop(wanted.key, None)
        self._known[wanted.key] = wanted, look

    def _end(self) -> None:
        """Accept the results found so far."""
        if self._now is not None:
            self._keep(*self._now)
        for wanted in [*self._missing.values()]:
            self._keep(wanted, wanted.look_back())
        self._now = self._work = None
        if self._late:
            self._late = False
            self._news()

    def _give_up(self) -> None:
        self._now = self._work = None
        self._missing.clear()
