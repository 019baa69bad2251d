"""Custom players at a table. If one fails or never finishes, greedy takes over, and the person is notified."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from ..base.translatable import phrase
from ..languages.text import Text
from ..players import PlayerError
from ..players.function import AnyPlayer
from ..rules.actions import IllegalAction
from ..rules.events import Event
from ..sessions.saved_game import own_label
from ..sessions.session import Session

SECONDS = 10.0
"""The time that a custom player may take for one action, in seconds."""
PACKAGE = str(Path(__file__).parents[1])
LOG = logging.getLogger(__name__)
ABSENT = phrase("The saved game does not contain the code of {name}, so greedy takes over for it.")
_TOO_SLOW = phrase("{name} took longer than {seconds} seconds. From now on, greedy plays for it.")
_NO_ACTION = phrase("{name} returned no action. From now on, greedy plays for it.")
_RULE = phrase("{name} broke a rule. From now on, greedy plays for it.")
_ERROR = phrase("{name} stopped with {error} on line {line}. From now on, greedy plays for it.")


class TooSlow(BaseException):
    """The exception for a player whose time is up. No ordinary handler in the player's code catches it."""


def own_players(session: Session) -> dict[str, AnyPlayer]:
    """Return a game's custom players, keyed by the labels that they have in its saved file."""
    seats = (seat for seat in range(len(session.seat_plans)) if session.is_own(seat))
    found = [session.seat_plans[seat].player for seat in seats]
    return {own_label(player): player for player in found if player is not None and not isinstance(player, str)}


def step_on(session: Session, words: Text) -> tuple[tuple[Event, ...], list[str]]:
    """Perform one action for the next computer player; return its events, and a sentence if greedy had to stand in.

    Raises:
        PlayerError: a built-in player failed.
    """
    seat = session.game.to_act
    if seat is None or not session.is_own(seat):
        return session.step(), []
    name = session.game.players[seat]
    try:
        with time_limit(SECONDS):
            return session.step(), []
    except TooSlow:
        why = words.say(_TOO_SLOW, name=name, seconds=f"{SECONDS:g}")
    except PlayerError as error:  # the error may name cards in the player's hand, so it stays in Python
        LOG.warning("a custom player failed", exc_info=error)
        why = _told(error, name, words)
    session.substitute(seat)
    return session.step(), [why]


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TooSlow in code outside this package that is still running after this many seconds.

    There is no limit while something else, such as a debugger, is tracing the code.
    """
    if sys.gettrace() is not None:
        yield
        return
    end = time.monotonic() + seconds

    def each_line(frame: FrameType, event: str, argument: Any) -> Any:
        if time.monotonic() > end:
            raise TooSlow
        return each_line

    def each_call(frame: FrameType, event: str, argument: Any) -> Any:
        return None if frame.f_code.co_filename.startswith(PACKAGE) else each_line(frame, event, argument)

    sys.settrace(each_call)
    try:
        yield
    finally:
        sys.settrace(None)


def _told(error: PlayerError, name: str, words: Text) -> str:
    """Return a sentence about a player's failure that contains no text from the player."""
    cause = error.__cause__
    if isinstance(cause, IllegalAction):
        sentence = _NO_ACTION if cause.code == "malformed" else _RULE
        return words.say(sentence, name=name)
    line, step = 0, None if cause is None else cause.__traceback__
    while step is not None:
        if not step.tb_frame.f_code.co_filename.startswith(PACKAGE):
            line = step.tb_lineno
        step = step.tb_next
    return words.say(_ERROR, name=name, error=type(cause).__name__, line=line)
