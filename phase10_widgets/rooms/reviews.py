"""The coach's reviews at shared tables, computed in the background, on any machine, so as not to block the loop."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import thread_time
from typing import NamedTuple, NotRequired, TypedDict

from ..coach.look_back import LookBack
from ..game.game import Game
from ..game.moments import Moments
from ..languages.text import Text
from ..ui.coach.view import findings, fortune, joined, review_content
from ..ui.table.coach_wire import LuckTable, ReviewView

MOST_SECONDS = 15.0
"""The maximum processor time for a review, in seconds; a review that is cut short says where it stopped."""


class ResultReview(TypedDict):
    """The coach's review of a round or a game."""

    review: ReviewView
    luck: NotRequired[LuckTable]
    """Everybody's luck in a whole game, if there was time to measure it."""


class AskedReview(NamedTuple):
    """A review that has yet to be computed."""

    work: partial[ResultReview]
    """The function that computes the review; it can be sent to another process."""
    keep: Callable[[ResultReview], None]
    """The function to call with the result."""
    drop: Callable[[], object]
    """The function that cancels the request."""


class Reviews:
    """The reviews of a table's last round or whole game, for each seat and language."""

    def __init__(self) -> None:
        """Start with no reviews."""
        self._known: dict[tuple[Game, bool, int, str], ResultReview | None] = {}
        """The requested reviews, with None for a review in progress."""

    def of(self, end: Game, seat: int, words: Text, *, whole: bool) -> ResultReview | None:
        """Return the review of the round (or the *whole* game) that ended in this state, or None if it is not ready."""
        return self._known.get((end, whole, seat, words.language.name))

    def ask(self, end: Game, seat: int, words: Text, *, whole: bool) -> AskedReview | None:
        """Return a review to be computed, or None if it is available or in progress."""
        key = (end, whole, seat, words.language.name)
        if key in self._known:
            return None
        for other in [known for known in self._known if known[:2] != key[:2]]:
            del self._known[other]
        self._known[key] = None
        work = partial(_of_game if whole else _of_round, end, seat, words.language.name)
        return AskedReview(work, partial(self._known.__setitem__, key), partial(self._known.pop, key, None))


def _of_round(end: Game, seat: int, language: str) -> ResultReview:
    """Return the review of the round that ended in this state."""
    games, words = Moments(Game.moments(end.record())), Text(language)
    result = games.results[-1]
    look = _seen(LookBack(games[result.start : result.end + 1], seat, luck=False), thread_time() + MOST_SECONDS)
    return {"review": review_content(findings(look, result, seat), games, words)}


def _of_game(end: Game, seat: int, language: str) -> ResultReview:
    """Return the review of a finished game, and everybody's luck if there is time to measure it."""
    games, words = Moments(Game.moments(end.record())), Text(language)
    until = thread_time() + MOST_SECONDS
    looks = [
        (_seen(LookBack(games[result.start : result.end + 1], seat, luck=False), until), result)
        for result in games.results
    ]
    found = joined([findings(look, result, seat) for look, result in looks])
    review: ResultReview = {"review": review_content(found, games, words)}
    whole_luck = _seen(LookBack(games, decisions=False), until)
    return {**review, "luck": fortune(whole_luck.luck, words)} if whole_luck.is_whole else review


def _seen(look: LookBack, until: float) -> LookBack:
    """Review the game step by step, for as long as time allows."""
    for _ in look.steps():
        if thread_time() >= until:
            break
    return look
