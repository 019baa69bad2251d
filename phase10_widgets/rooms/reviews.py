"""The coach's reviews at shared tables: too slow for the loop, and computed in the background, anywhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import thread_time
from typing import NamedTuple, NotRequired, TypedDict

from ..coach.look_back import LookBack
from ..game.game import Game
from ..game.moments import Moments
from ..languages.text import Text
from ..ui.coach import view as coached
from ..ui.table.coach_wire import LuckTable, ReviewView

MOST_SECONDS = 15.0
"""The processor time for a review, in seconds; a longer one says where it stopped."""


class ResultReview(TypedDict):
    """The coach's review of a round or a game."""

    review: ReviewView
    luck: NotRequired[LuckTable]
    """About a whole game, if there was time for it."""


class AskedReview(NamedTuple):
    """A review that is to be computed."""

    work: partial[ResultReview]
    """Computes it; can be sent to another process."""
    keep: Callable[[ResultReview], None]
    """Takes the result."""
    drop: Callable[[], object]
    """Forgets that it was asked for."""


class Reviews:
    """The reviews of a table's last round or whole game, for each seat and language."""

    def __init__(self) -> None:
        """Start without any review."""
        self._known: dict[tuple[Game, bool, int, str], ResultReview | None] = {}
        """None for a review in progress."""

    def of(self, end: Game, seat: int, words: Text, *, whole: bool) -> ResultReview | None:
        """Return the review of the round, or of the *whole* game, with this end; None if there is none yet."""
        return self._known.get((end, whole, seat, words.language.name))

    def ask(self, end: Game, seat: int, words: Text, *, whole: bool) -> AskedReview | None:
        """Return a review to compute; None if it is known or in progress."""
        key = (end, whole, seat, words.language.name)
        if key in self._known:
            return None
        for other in [known for known in self._known if known[:2] != key[:2]]:
            del self._known[other]
        self._known[key] = None
        work = partial(_of_game if whole else _of_round, end, seat, words.language.name)
        return AskedReview(work, partial(self._known.__setitem__, key), partial(self._known.pop, key, None))


def _of_round(end: Game, seat: int, language: str) -> ResultReview:
    """Return the review of the round that came to this end."""
    games, words = Moments(Game.moments(end.record())), Text(language)
    result = games.results[-1]
    look = _seen(LookBack(games[result.start : result.end + 1], seat, luck=False), thread_time() + MOST_SECONDS)
    return {"review": coached.review_content(coached.findings(look, result, seat), games, words)}


def _of_game(end: Game, seat: int, language: str) -> ResultReview:
    """Return the review of a finished game, and everybody's luck if there is time for it."""
    games, words = Moments(Game.moments(end.record())), Text(language)
    until = thread_time() + MOST_SECONDS
    looks = [
        (_seen(LookBack(games[result.start : result.end + 1], seat, luck=False), until), result)
        for result in games.results
    ]
    found = coached.joined([coached.findings(look, result, seat) for look, result in looks])
    review: ResultReview = {"review": coached.review_content(found, games, words)}
    fortune = _seen(LookBack(games, decisions=False), until)
    return {**review, "luck": coached.fortune(fortune.luck, words)} if fortune.is_whole else review


def _seen(look: LookBack, until: float) -> LookBack:
    """Look back for as long as there is time."""
    for _ in look.steps():
        if thread_time() >= until:
            break
    return look
