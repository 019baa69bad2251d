"""The moments of one game, and the results of its rounds, each recorded when the round ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, overload

from ..rules.events import RoundEnded
from .game import Game


class RoundResult(NamedTuple):
    """A finished round."""

    start: int
    """The zero-based index of the moment at which the round began."""
    end: int
    """The zero-based index of the moment that ended the round."""
    event: RoundEnded
    before: Game
    """The game just before the round ended."""
    after: Game
    """The game just after the round ended: the next round is dealt, or the game is over."""


class Moments(Sequence[Game]):
    """The game at every moment, in order. Immutable; ``then`` and ``until`` share the games instead of copying them.

    >>> games = Moments([Game.new("classic", seed=7)])
    >>> more = games.then(games[-1].apply({"type": "draw", "from": "deck"}))
    >>> len(games), len(more), more[1].step
    (1, 2, 'play')
    """

    __slots__ = ("_length", "_shared", "last", "results")

    last: Game
    """The last game; unset if there are no games."""

    results: tuple[RoundResult, ...]
    """Every finished round, in order."""

    def __init__(self, games: Iterable[Game] = ()) -> None:
        """Store the games, in order."""
        self._shared = list[Game]()
        self._length = 0
        self.results = ()
        for game in games:
            self._add(game)

    def then(self, game: Game) -> Moments:
        """Return these moments plus one more."""
        more = Moments.__new__(Moments)
        more._shared, more._length, more.results = self._shared, self._length, self.results
        more._add(game)
        return more

    def until(self, end: int) -> Moments:
        """Return the first *end* moments."""
        return self._part(min(end, self._length), self.results_until(end))

    def _part(self, length: int, results: tuple[RoundResult, ...]) -> Moments:
        """Return moments that share this list of games."""
        part = Moments.__new__(Moments)
        part._shared, part._length, part.results = self._shared, length, results
        if length:
            part.last = self._shared[length - 1]
        return part

    def results_until(self, end: int) -> tuple[RoundResult, ...]:
        """Return the rounds that finished within the first *end* moments."""
        return tuple(result for result in self.results if result.end < end)

    def result_at(self, at: int) -> RoundResult | None:
        """Return the round that this moment ended, or None."""
        return next((result for result in self.results if result.end == at), None)

    def __eq__(self, other: object) -> bool:
        """Return True if the moments are the same; comparing the last games, which contain the history, is enough."""
        if not isinstance(other, Moments):
            return NotImplemented
        return self is other or (len(self) == len(other) and self[:1] == other[:1] and self[-1:] == other[-1:])

    def __hash__(self) -> int:
        return hash((self._length, *self[-1:]))

    def __repr__(self) -> str:
        return f"<{self._length} moments{f' of {self.last.edition.id}' if self._length else ''}>"

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Game]:
        return islice(self._shared, self._length)

    @overload
    def __getitem__(self, at: int) -> Game: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Game, ...]: ...
    def __getitem__(self, at: int | slice) -> Game | tuple[Game, ...]:
        if isinstance(at, slice):
            return tuple(self._shared[place] for place in range(*at.indices(self._length)))
        return self._shared[range(self._length)[at]]

    def _add(self, game: Game) -> None:
        end = self._length
        if len(self._shared) > end:  # other instances that share the list have later moments
            self._shared = self._shared[:end]
        for event in game.events if end else ():
            if isinstance(event, RoundEnded):
                start = self.results[-1].end if self.results else 0
                self.results += (RoundResult(start, end, event, self._shared[-1], game),)
        self._shared.append(game)
        self._length = end + 1
        self.last = game
