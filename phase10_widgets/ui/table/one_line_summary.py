"""The summary of a game: one sentence about how it was won."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ...base.translatable import phrase
from ...game.game import Game
from ...game.moments import RoundResult
from ...languages.text import Text

FAR = 2
"""The number of phases by which a winner must have been behind for the win to count as a comeback."""
STREAK = 3
"""The minimum number of consecutive rounds with a completed phase that counts as a streak."""
CLOSE = 25
"""The maximum lead in points over a player with the same number of phases for a win to count as close."""


def tale(results: Sequence[RoundResult], words: Text) -> str:
    """Return the sentence about a game with these rounds, or an empty string if nothing stands out."""
    if len(results) < 2:
        return ""
    end = results[-1].after
    if len(end.winners) != 1:
        return ""
    won = end.winners[0]
    name = end.players[won]
    gap, at, leader = max(_behind(result, won) for result in results[:-1])
    if gap >= FAR:
        return words.done_by(
            name,
            phrase("After round {round}, {leader} was {n} phases ahead of you, and you still won."),
            phrase("After round {round}, {leader} was {n} phases ahead, and {name} still won."),
            round=at,
            leader=end.players[leader],
            n=gap,
        )
    streak = _streak(results, won)
    if streak == len(results):
        return words.done_by(
            name,
            phrase("You laid down a phase in every round."),
            phrase("{name} laid down a phase in every round."),
        )
    if streak >= STREAK:
        return words.done_by(
            name,
            phrase("You laid down a phase in each of the last {n} rounds."),
            phrase("{name} laid down a phase in each of the last {n} rounds."),
            n=streak,
        )
    margin = _margin(end, won)
    if margin is not None and 0 < margin <= CLOSE:
        return words.say("Only {n} points decided the game.", n=margin)
    if not streak or end.edition.phases[-1].number not in end.state.seats[won].completed:
        return ""  # a tie-break, or a win by points
    return words.done_by(
        name,
        phrase("You laid down the last phase in round {n}."),
        phrase("{name} laid down the last phase in round {n}."),
        n=results[-1].before.state.round,
    )


def _done(game: Game, seat: int) -> int:
    return len(game.state.seats[seat].completed)


def _behind(result: RoundResult, won: int) -> tuple[int, int, int]:
    """Return the winner's deficit in phases after this round, the round number, and the leading seat."""
    seats = range(len(result.after.players))
    leader = max(seats, key=lambda seat: _done(result.after, seat))
    return _done(result.after, leader) - _done(result.after, won), result.before.state.round, leader


def _streak(results: Sequence[RoundResult], won: int) -> int:
    """Return the number of consecutive final rounds in which the winner completed a phase."""
    counts = [0, *(_done(result.after, won) for result in results)]
    gained = [after > before for before, after in pairwise(counts)]
    return next((n for n, each in enumerate(reversed(gained)) if not each), len(gained))


def _margin(end: Game, won: int) -> int | None:
    """Return the winner's lead in points over the nearest player with the same number of phases, or None if nobody else
    has that many."""
    mine = end.state.seats[won]
    others = [seat.score for at, seat in enumerate(end.state.seats) if at != won and _done(end, at) == _done(end, won)]
    return min(others) - mine.score if others else None
