"""A table's game in the store: it is stored after every action, and can be replaced by a resumed or loaded one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ...base.translatable import phrase
from ...sessions.session import Session
from ...store.store import StoreLease
from ..screen import Handler, PlayScreen, Refused, file_in, tokens_in
from ..wire import Welcome
from .clock import Paced
from .view_parts import offer_view

NOT_STORED = phrase("This game cannot be stored right now. Save it to a file before you leave.")
STORED_AGAIN = phrase("This game is stored again.")


class StoredGameScreen(Paced, PlayScreen):
    """A table that stores its game, and handles the messages about stored games."""

    _session: Session
    _keeper: StoreLease
    _store_news: list[str]
    """Sentences for the next view if the store has begun to fail or is working again."""

    def _sit_down(self, session: Session, ack: str | None = None, *, resumed: bool = False) -> None:
        """Switch the table to this new or *resumed* game."""
        raise NotImplementedError

    def _tell_story(self) -> None:
        """Send the events so far."""
        raise NotImplementedError

    def _store(self) -> None:
        """Store the game; tell the browser when it is stored for the first time."""
        failing, known = self._keeper.failing, self._keeper.token
        self._keeper.keep(self._session)
        if self._keeper.token != known:
            self._welcome(None)
        if self._keeper.failing != failing:
            self._store_news = [self.words.say(STORED_AGAIN if failing else NOT_STORED)]

    def _welcome(self, message_id: str | None, tokens: Sequence[str] = ()) -> None:
        """Send the browser this game's token, and the other games that it may resume."""
        offers = [offer_view(offer, self.words) for offer in self._keeper.offers(tokens)]
        self.send(Welcome(kind="welcome", id=message_id, token=self._keeper.token, offers=offers))

    def _still_ours(self) -> None:
        """Refuse to continue if another table has resumed this game."""
        if self._keeper.lost:
            self._clock.stop()
            raise Refused("elsewhere", "This game has moved to another table. Resume it here to keep playing.")

    def _move_to(self, session: Session, message_id: str) -> None:
        """Switch to another game at this table."""
        self._sit_down(session, message_id, resumed=True)
        self._welcome(None)
        self._tell_story()

    def _load(self, content: Mapping[str, Any], message_id: str) -> None:
        session = Session.load(file_in(content), substitute=True)
        if not session.people:
            raise Refused("nobody", "This game has only computer players, so nobody can play it here.")
        self._keeper.begin()
        self._move_to(session, message_id)

    def _resume(self, content: Mapping[str, Any], message_id: str) -> None:
        self._move_to(self._keeper.take(content.get("token")), message_id)

    def _forget(self, content: Mapping[str, Any], message_id: str) -> None:
        self._keeper.forget(content.get("token"))
        self._welcome(message_id, tokens_in(content))

    HANDLERS: ClassVar[Mapping[str, Handler]] = {
        **PlayScreen.HANDLERS,
        **Paced.HANDLERS,
        "load": _load,
        "resume": _resume,
        "forget": _forget,
    }
    ANYTIME: ClassVar[frozenset[str]] = PlayScreen.ANYTIME | {"pace", "pause", "load", "resume", "forget"}
    ABOUT_STORED_GAMES: ClassVar[frozenset[str]] = frozenset({"hello", "resume"})
