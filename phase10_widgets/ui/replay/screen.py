"""A replay, moment by moment, from any seat's point of view or with all hands open."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, ClassVar, Literal, Unpack

from ... import languages
from ...base.untrusted_json import loads
from ...coach import Review
from ...editions import check_registered
from ...game.game import Game
from ...game.moments import Moments
from ...languages.text import Text
from ...rules.cards import words as cards_as_text
from ...rules.record import FORMAT
from ...sessions.saved_game import SaveError, check_length, parsed
from ...sessions.seating import SeatPlan
from ...sessions.session import Session
from ..coach.view import decision_view
from ..screen import Box, Handler, PlayScreen, Refused, language_in
from ..table.coach_wire import DecisionView, RoundStart
from ..table.messages_wire import Story
from ..table.results_wire import Summary
from ..table.view_parts import (
    HEIGHT,
    about_view,
    base_view,
    event_views,
    height_in,
    missed_turns,
    public_view,
    seat_view,
    story_lines,
    summary,
)
from ..table.wire import About, Home, Mode, TableContent
from ..wire import SavedFile, Welcome
from .practice import Practice

OPEN: Literal["open"] = "open"
"""The view that shows every hand."""


class ReplayCursor:
    """A game's moments, and the current one."""

    def __init__(
        self,
        games: Moments,
        *,
        back: bool = False,
        only: int | None = None,
        review: Review | None = None,
    ) -> None:
        """Create a cursor for a game's moments (at least one, in order); *back* is True if there is a table behind it.

        A game in progress is shown only from the point of view of seat *only*. The replay marks the costliest decisions
        in the *review*.
        """
        self.games = games
        self.back = back
        self.at = 0
        self._only = only
        self.review = review
        self.eyes: int | Literal["open"] | None = OPEN if only is None else only
        self._came_from: int | None = None
        self._rounds = _round_starts(games)

    @property
    def game(self) -> Game:
        """The game at the current moment."""
        return self.games[self.at]

    @property
    def next_in_line(self) -> bool:
        """True if the previous moment was the last one shown, so that the events since then can be announced."""
        return self._came_from == self.at - 1

    @property
    def seat(self) -> int | None:
        """The seat whose hand is shown, or None for a spectator or when all hands are open."""
        return self.eyes if isinstance(self.eyes, int) else None

    def seek(self, at: Any) -> None:
        """Go to a moment.

        Raises:
            Refused: there is no such moment.
        """
        if type(at) is not int or not 0 <= at < len(self.games):
            raise Refused("malformed", "The moments in this game are numbered 0 to {last}.", last=len(self.games) - 1)
        self._came_from, self.at = self.at, at

    def look(self, eyes: Any) -> None:
        """Switch to a view: a seat's, "open" for all hands, or None for a spectator's.

        Raises:
            Refused: there is no such seat.
        """
        seats = range(len(self.games[0].players))
        if eyes is not None and eyes != OPEN and not (type(eyes) is int and eyes in seats):
            raise Refused("malformed", "There is no such seat.")
        if self._only is not None and eyes != self._only:
            raise Refused("hidden", "During a game, you see only your own hand.")
        self._came_from, self.eyes = None, eyes

    def view(self, words: Text) -> TableContent:
        """Return the table at this moment, without legal actions."""
        game, seat = self.game, self.seat
        shown = public_view(game) if seat is None else seat_view(game, seat, words)
        events = game.events if self.next_in_line else ()
        return {
            **base_view(self.games.results_until(self.at + 1)),
            **shown,
            "legal": [],
            "you": seat,
            "events": event_views(events, game, seat, words),
            "missed": [] if self.games.result_at(self.at) else missed_turns(self.games.until(self.at + 1)),
            "summary": self._summary(words),
            "replay": {
                "at": self.at,
                "last": len(self.games) - 1,
                "rounds": self._rounds,
                "back": self.back,
                "eyes": self.eyes,
                "own": self._only is not None,
                "decision": self._decision(words),
                "tries": self.may_try,
                "hands": self._hands() if self.eyes == OPEN else None,
            },
        }

    def story(self, words: Text) -> list[list[str]]:
        """Return the events up to this moment, as seen in this view."""
        return story_lines(self.games.until(self.at + 1), self.seat, words)

    def _summary(self, words: Text) -> Summary | None:
        """Return the scores if this moment ends a round."""
        result = self.games.result_at(self.at)
        return summary(result, words) if result else None

    @property
    def may_try(self) -> bool:
        """True if a second try can start at the current moment: it must be the turn of a seat that can be viewed."""
        return self.game.to_act is not None and self._only in (None, self.game.to_act)

    def _decision(self, words: Text) -> DecisionView | None:
        """Return the decision at this moment, if the coach comments on it."""
        if self.review is None:
            return None
        found = next((one for one in self.review.decisions if one.at == self.at), None)
        if found is None or not (found.grade or found.outstanding):
            return None
        return decision_view(found, self.games, words)

    def _hands(self) -> list[str]:
        seats = range(len(self.game.players))
        return [cards_as_text(self.game.observe(seat).hand) for seat in seats]


def _round_starts(games: Moments) -> list[RoundStart]:
    """Return the moment at which each round begins."""
    later = [(result.after.state.round, result.end) for result in games.results if result.after.to_act is not None]
    return [{"round": number, "at": at} for number, at in [(games[0].state.round, 0), *later]]


class ReplayController:
    """A controller that shows the open replay on a screen, and handles the messages that move it."""

    def __init__(self, screen: PlayScreen, introduce: Callable[[], None], cursor: ReplayCursor | None = None) -> None:
        """Show replays on *screen*, beginning with *cursor*; *introduce* sends the constant content."""
        self._screen = screen
        self._introduce = introduce
        self._cursor = cursor
        self._seat_plans: Sequence[SeatPlan] = ()
        self._practice: Practice | None = None

    @property
    def is_open(self) -> bool:
        """True if the screen shows a replay."""
        return self._cursor is not None

    @property
    def cursor(self) -> ReplayCursor:
        """The open replay.

        Raises:
            Refused: no replay is open.
        """
        if self._cursor is None:
            raise Refused("wrong_step", "There is no game to replay.")
        return self._cursor

    @property
    def practicing(self) -> bool:
        """True during a second try at a moment in the replay."""
        return self._practice is not None

    @property
    def mode(self) -> Mode:
        """The mode of the table: play, unless a replay is shown."""
        return "replay" if self.is_open and not self.practicing else "play"

    def handler(self, kind: str) -> Handler | None:
        """Return the second try's handler for a message, or None if it has none."""
        practice, handle = self._practice, Practice.HANDLERS.get(kind)
        if practice is None or handle is None:
            return None
        return lambda _, content, message_id: handle(practice, content, message_id)

    def open(self, cursor: ReplayCursor, seat_plans: Sequence[SeatPlan] = ()) -> None:
        """Open a replay, which ``show`` then sends; *seat_plans* are the players, if known."""
        self.close()
        self._cursor, self._seat_plans = cursor, seat_plans

    def close(self) -> None:
        """Close the replay."""
        self._cursor = None
        self._stop_practice()

    def show(self, ack: str | None) -> None:
        """Send the current moment and the story up to it."""
        if self._practice:
            self._practice.show(ack)
            return
        self._screen.send_view(ack, self.cursor.view(self._screen.words))
        self.tell_story()

    def practice(self, content: Mapping[str, Any], message_id: str) -> None:
        """Start a second try at the current moment."""
        if self._practice or not self.cursor.may_try:
            raise Refused("wrong_step", "This moment cannot be tried again.")
        self._practice = Practice(self._screen, self.cursor.game, self._seat_plans)
        self._introduce()
        self.show(message_id)

    def end_practice(self, message_id: str) -> bool:
        """Leave a second try and return to the replay; return False if there is no try."""
        if not self._practice:
            return False
        self._stop_practice()
        self._introduce()
        self.show(message_id)
        return True

    def _stop_practice(self) -> None:
        if self._practice:
            self._practice.close()
        self._practice = None

    def tell_story(self) -> None:
        """Send the events up to the current moment."""
        screen = self._screen
        if self._practice:
            return
        screen.send(Story(kind="story", rev=screen.rev, lines=self.cursor.story(screen.words)))

    def seek(self, content: Mapping[str, Any], message_id: str) -> None:
        """Go to the moment requested in a message."""
        self.cursor.seek(content.get("at"))
        self.show(message_id)

    def look(self, content: Mapping[str, Any], message_id: str) -> None:
        """Switch to the view requested in a message."""
        self.cursor.look(content.get("eyes"))
        self.show(message_id)

    def save(self, content: Mapping[str, Any], message_id: str) -> None:
        """Answer with the record of the whole game."""
        record = self.cursor.games[-1].record()
        name = f"phase10-{record['edition']}-{str(record['seed'])[:20]}.json"
        text = json.dumps(record, ensure_ascii=False)
        self._screen.send(SavedFile(kind="file", id=message_id, name=name, text=text))


def _to_replay(handle: Callable[[ReplayController, Mapping[str, Any], str], None]) -> Handler:
    """Return a handler that passes a screen's message on to its replay."""
    return lambda screen, content, message_id: handle(screen._replay, content, message_id)


def _leave(screen: Any, content: Mapping[str, Any], message_id: str) -> None:
    if screen._home is None:
        raise Refused("wrong_step", "There is nowhere to go from here.")
    screen._home()


REPLAY_HANDLERS: Mapping[str, Handler] = {
    "seek": _to_replay(ReplayController.seek),
    "try": _to_replay(ReplayController.practice),
    "eyes": _to_replay(ReplayController.look),
    "save": _to_replay(ReplayController.save),
    "leave": _leave,
}
"""The handlers for a screen with a ``_replay`` and a ``_home`` (the action for "New game", or None)."""


class ReplayScreen(PlayScreen):
    """A replay of a game."""

    def __init__(
        self,
        game: Game | Mapping[str, Any] | Session,
        *,
        language: str | None = languages.ENGLISH,
        home: Callable[[], None] | None = None,
        height: int = HEIGHT,
        **box: Unpack[Box],
    ) -> None:
        """Replay a game, its record, or a session.

        Args:
            home: the action for "New game"; None hides the button.
            height: the same as for a table.

        Raises:
            SaveError: the record has an unknown format, is truncated, or breaks a rule; the message says where.
            ValueError: the height is out of range.
        """
        self._height = height_in(height)
        super().__init__(language, **box)
        self._home = home
        games, self._seat_plans = moments_of(game)
        self._replay = ReplayController(self, self._introduce)
        self._replay.open(ReplayCursor(games), self._seat_plans)
        self._show()

    def handler(self, kind: str) -> Handler | None:
        return self._replay.handler(kind) or super().handler(kind)

    def _show(self, ack: str | None = None) -> None:
        self._introduce()
        self._replay.show(ack)

    def _introduce(self) -> None:
        """Send the constant content of the game."""
        self.about = {**self._about()}

    def _about(self) -> About:
        home: Home | None = None if self._home is None else "kept"
        replay = self._replay
        about = about_view(replay.cursor.game.edition, self.words, replay.mode, seat_plans=self._seat_plans, home=home)
        return {**about, "height": self._height, "practice": replay.practicing, "hints": replay.practicing}

    def _back(self, content: Mapping[str, Any], message_id: str) -> None:
        if not self._replay.end_practice(message_id):
            raise Refused("wrong_step", "There is nowhere to go from here.")

    def _hello(self, content: Mapping[str, Any], message_id: str) -> None:
        self.send(Welcome(kind="welcome", id=message_id, token=None, offers=[]))
        self._replay.tell_story()

    def _speak(self, content: Mapping[str, Any], message_id: str) -> None:
        self.words = language_in(content)
        self._show(message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {
        **PlayScreen.HANDLERS,
        **REPLAY_HANDLERS,
        "hello": _hello,
        "language": _speak,
        "back": _back,
    }
    ANYTIME: ClassVar[frozenset[str]] = PlayScreen.ANYTIME | {"leave", "pace", "pause"}


def moments_of(game: Game | Mapping[str, Any] | Session) -> tuple[Moments, Sequence[SeatPlan]]:
    """Return the moments and players of a game, a record, or a session; a record does not name its players.

    Raises:
        SaveError: the record has an unknown format, is truncated, or breaks a rule; the message says where.
    """
    if isinstance(game, Session):
        return game.games, game.seat_plans
    if isinstance(game, Game):
        check_registered(game.edition, "the game could not be replayed", SaveError)
        game = game.record()
    return _moments(game), ()


def _moments(record: Mapping[str, Any]) -> Moments:
    try:
        return Moments(Game.moments(record))
    except ValueError as error:
        raise SaveError("This record cannot be replayed: {fault}", fault=error) from error


def replaying(data: Any) -> Generator[None, None, tuple[Session | None, Moments]]:
    """Replay the data from :func:`read_data`, one action per step; return the moments, and the session if there is one.

    Raises:
        SaveError: as for :func:`moments_of`, but only when the faulty step is reached.
    """
    if not is_record(data):
        session = yield from Session.replaying(data, substitute=True)
        return session, session.games
    found: list[Game] = []
    try:
        for game in Game.moments(data):
            found.append(game)
            yield
    except ValueError as error:
        raise SaveError("This record cannot be replayed: {fault}", fault=error) from error
    return None, Moments(found)


def is_record(data: object) -> bool:
    """Return True if a file's data claims to be a record rather than a saved game."""
    return isinstance(data, Mapping) and data.get("format") == FORMAT


def read_game(text: str) -> Session | dict[str, Any]:
    """Return the saved game or record in a file.

    Raises:
        SaveError: the text is neither, or it is too long.
    """
    data = read_data(text)
    return data if is_record(data) else Session.from_dict(data, substitute=True)


def read_data(text: str) -> Any:
    """Return the data from a file with a saved game or record; only the file's length has been checked.

    Raises:
        SaveError: the text cannot be read, or it is too long.
    """
    if FORMAT in text[:200]:
        try:
            data = loads(text)
        except ValueError as error:
            raise SaveError("The record cannot be read: it is truncated or damaged.") from error
        if is_record(data):
            check_length(data)
            return data
    return parsed(text)
