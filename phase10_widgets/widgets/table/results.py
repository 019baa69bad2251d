"""The coach's results for a table's rounds and games, each computed once."""

from __future__ import annotations

from ...coach import Decision, luck
from ...game import Game
from ...moments import Moments, RoundResult
from ...text import Text
from ...views import coach as coached
from ...views.protocol.table import LuckTable


class CoachResults:
    """The coach's latest results: they take long, and every view shows them."""

    def __init__(self) -> None:
        """Start without any results."""
        self._dearest: tuple[RoundResult, int, list[Decision]] | None = None
        self._fortune: tuple[Game, Text, LuckTable] | None = None

    def dearest(self, games: Moments, result: RoundResult, seat: int) -> list[Decision]:
        """Return the costliest decisions of a seat in this round."""
        if self._dearest is None or self._dearest[0] is not result or self._dearest[1] != seat:
            self._dearest = result, seat, coached.dearest(games, result, seat)
        return self._dearest[2]

    def fortune(self, games: Moments, words: Text) -> LuckTable:
        """Return the luck and skill of each seat in a finished game."""
        game = games[-1]
        if self._fortune is None or self._fortune[:2] != (game, words):
            self._fortune = game, words, coached.fortune(luck(games), words)
        return self._fortune[2]
