"""The coach's results for a table's rounds and games, each computed once."""

from __future__ import annotations

from ..coach import luck
from ..game import Game
from ..moments import Moments, RoundResult
from ..text import Text
from ..views import coach as coached
from ..views.coach import Findings
from ..views.protocol.table import LuckTable, ReviewView


class CoachResults:
    """The coach's results about one seat: they take long, and every view shows them."""

    def __init__(self) -> None:
        """Start without any results."""
        self._rounds: list[tuple[RoundResult, Findings]] = []
        self._fortune: tuple[Game, Text, LuckTable] | None = None

    def round(self, games: Moments, result: RoundResult, seat: int) -> Findings:
        """Return the findings about a seat's round."""
        for known, found in self._rounds:
            if known is result and found.seat == seat:
                return found
        found = coached.look_back(games, result, seat)
        self._rounds.append((result, found))
        return found

    def game(self, games: Moments, seat: int) -> Findings:
        """Return the findings about a seat in all rounds that are over; at least one is."""
        return coached.joined([self.round(games, result, seat) for result in games.results])

    def review(self, games: Moments, result: RoundResult | None, seat: int, words: Text) -> ReviewView:
        """Return the review of a seat's round, or of its whole game."""
        found = self.game(games, seat) if result is None else self.round(games, result, seat)
        return coached.review_content(found, games, words)

    def fortune(self, games: Moments, words: Text) -> LuckTable:
        """Return the luck and skill of each seat in a finished game."""
        game = games[-1]
        if self._fortune is None or self._fortune[:2] != (game, words):
            self._fortune = game, words, coached.fortune(luck(games), words)
        return self._fortune[2]
