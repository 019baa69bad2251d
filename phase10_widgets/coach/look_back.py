"""The coach's moment-by-moment review of all or part of a game, which can be stopped at any time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import merge
from typing import Any

from ..game.game import Game
from .luck_and_skill import Luck, Swing, casts, luck_from, win_probability
from .review import Decision, Review, decisions

Finding = Decision | Swing | tuple[float, ...]
"""A result for one moment: a decision, luck, or every seat's win probability."""


class LookBack:
    """Decisions, luck and win probabilities, computed in the order of their moments."""

    def __init__(
        self, games: Sequence[Game], seat: int | None = None, *, decisions: bool = True, luck: bool = True
    ) -> None:
        """Prepare to examine these moments.

        Args:
            games: the moments in order; there must be at least one.
            seat: the seat whose decisions are reviewed; by default, all seats.
            decisions: True to review decisions and compute the win probabilities.
            luck: True to measure each seat's luck.
        """
        self.games = games
        self.end = 1
        """The number of moments examined so far (at least 1)."""
        self._decisions: list[Decision] = []
        self._swings: list[Swing] = []
        self._chances: dict[int, tuple[float, ...]] = {}
        sources: list[Iterator[tuple[int, Any]]] = []
        if decisions:
            sources += [_turns(games), _choices(games, seat)]
        if luck:
            sources.append(_swings(games))
        self._found: Iterator[tuple[int, Finding]] = merge(*sources, key=lambda found: found[0])

    @property
    def is_whole(self) -> bool:
        """True once every moment has been examined."""
        return self.end == len(self.games)

    def steps(self) -> Iterator[None]:
        """Compute one result per step; each step takes a few milliseconds."""
        for at, found in self._found:
            self.end = max(self.end, at)
            if isinstance(found, Decision):
                self._decisions.append(found)
            elif isinstance(found, Swing):
                self._swings.append(found)
            else:
                self._chances[at] = found
            yield
        self.end = len(self.games)

    @property
    def review(self) -> Review:
        """The decisions at the moments examined so far."""
        return Review(self.games[0].players, tuple([one for one in self._decisions if one.at < self.end]))

    @property
    def luck(self) -> Luck:
        """Each seat's luck at the moments examined so far."""
        return luck_from(self.games[: self.end], [one for one in self._swings if one.at < self.end])

    @property
    def chances(self) -> dict[int, tuple[float, ...]]:
        """Every seat's win probability at the beginning, at the start of each turn and at the end, keyed by moment."""
        if not self._chances:
            self._chances[0] = win_probability(self.games[0])
        return {at: row for at, row in self._chances.items() if at < self.end}


def _turns(games: Sequence[Game]) -> Iterator[tuple[int, tuple[float, ...]]]:
    last = len(games) - 1
    for at, game in enumerate(games):
        if at in (0, last) or game.step != "play":
            yield at, win_probability(game)


def _choices(games: Sequence[Game], seat: int | None) -> Iterator[tuple[int, Decision]]:
    return ((one.at, one) for one in decisions(games, seat))


def _swings(games: Sequence[Game]) -> Iterator[tuple[int, Swing]]:
    return ((node.at, node.stroke()) for node in casts(games))
