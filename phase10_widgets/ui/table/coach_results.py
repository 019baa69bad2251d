"""The coach's results for a table's rounds and games, each computed only once, in short steps if it takes a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...coach.look_back import LookBack
from ...game.game import Game
from ...game.moments import Moments, RoundResult
from ...languages.text import Text
from ..coach.view import Findings, findings, fortune, joined, review_content
from ..stepped import SteppedWork
from .coach_wire import LuckTable, ReviewView
from .results_wire import Over

AT_ONCE = 0.25
"""The processor time, in seconds, that a view may spend on missing results; an ordinary round takes no longer."""


class Wanted(NamedTuple):
    """A task for the coach: review a seat's round or, if *result* and *seat* are None, compute a game's luck."""

    games: Moments
    result: RoundResult | None
    seat: int | None

    @property
    def key(self) -> tuple[int, int | None]:
        """The key for the results, valid as long as the round or game is kept."""
        return id(self.games.last if self.result is None else self.result), self.seat

    def look_back(self) -> LookBack:
        """Return the computation without starting it."""
        if self.result is None:
            return LookBack(self.games, decisions=False)
        return LookBack(self.games[self.result.start : self.result.end + 1], self.seat, luck=False)


class CoachResults:
    """The coach's results for one seat, which are slow to compute and shown in every view."""

    def __init__(self, news: Callable[[], None] = lambda: None) -> None:
        """Start with no results; *news* is called when results missing from a view become available."""
        self._news = news
        self._known: dict[tuple[int, int | None], tuple[Wanted, LookBack]] = {}
        self._missing: dict[tuple[int, int | None], Wanted] = {}
        """The queue of rounds and games still to be reviewed."""
        self._now: tuple[Wanted, LookBack] | None = None
        self._work: SteppedWork | None = None
        self._late = False
        """True if results were missing from a view."""
        self._fortune: tuple[Game, Text, LuckTable] | None = None

    def round(self, games: Moments, result: RoundResult, seat: int) -> Findings | None:
        """Return the findings about a seat's round, or None if they are not ready."""
        return self._findings([Wanted(games, result, seat)])

    def game(self, games: Moments, seat: int) -> Findings | None:
        """Return the findings about a seat in all completed rounds (at least one), or None if they are not ready."""
        return self._findings([Wanted(games, result, seat) for result in games.results])

    def review(self, games: Moments, result: RoundResult | None, seat: int, words: Text) -> ReviewView | None:
        """Return the review of a seat's round or whole game, or None if it is not ready."""
        found = self.game(games, seat) if result is None else self.round(games, result, seat)
        return None if found is None else review_content(found, games, words)

    def fortune(self, games: Moments, words: Text) -> LuckTable | None:
        """Return each seat's luck and skill in a finished game, or None if they are not ready or took too long."""
        game, wanted = games[-1], Wanted(games, None, None)
        if self._fortune is not None and self._fortune[:2] == (game, words):
            return self._fortune[2]
        if not self._has([wanted]):
            return None
        _, look = self._known[wanted.key]
        if not look.is_whole:
            return None
        self._fortune = game, words, fortune(look.luck, words)
        return self._fortune[2]

    def over(self, found: Over, games: Moments, seat: int, words: Text) -> Over:
        """Return the end of the game, with a seat's review and everyone's luck if they are available."""
        review, luck = self.review(games, None, seat, words), self.fortune(games, words)
        if luck:
            found = {**found, "luck": luck}
        return {**found, "review": review} if review else found

    def go_on(self) -> None:
        """Resume the pending reviews."""
        if self._work is not None:
            self._work.go_on()

    def pause(self) -> None:
        """Pause until :meth:`go_on` is called."""
        if self._work is not None:
            self._work.pause()

    def forget(self) -> None:
        """Drop the results and the pending reviews, because another game is beginning."""
        self.pause()
        self._give_up()
        self._known.clear()
        self._late = False

    def _findings(self, wanted: list[Wanted]) -> Findings | None:
        if not self._has(wanted):
            return None
        looks = [(each.result, each.seat, self._known[each.key][1]) for each in wanted]
        return joined(
            [findings(look, result, seat) for result, seat, look in looks if result is not None and seat is not None]
        )

    def _has(self, wanted: list[Wanted]) -> bool:
        """Return True if all of these results are known; otherwise start computing them, and wait for quick ones."""
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
