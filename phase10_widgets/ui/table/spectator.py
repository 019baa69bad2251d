"""A spectator's view of a table's game, which shows no hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from ...languages.text import Text
from ...rules.events import Event
from ...sessions.session import Session
from ..drawn.static_html import table_html
from ..notebook.message_widget import MessageWidget, TableWidget
from ..screen import Handler, language_in
from ..wire import Welcome
from .view import Viewer, story, table_content
from .view_parts import HEIGHT, about_view
from .wire import About, ClockContent


class Spectator(TableWidget):
    """A spectator's view of a table's game, without any hands: ``table.watch()``."""

    def __init__(self, session: Callable[[], Session], words: Text, height: int = HEIGHT) -> None:
        """Watch the session that *session* returns; *height* is the same as for a table."""
        self._height = height
        self._session = session
        self._clock: ClockContent = {"thinking": None, "pace": None, "paused": False}
        super().__init__(words.language.name)

    def __repr__(self) -> str:
        state = self._session().game.state
        return f"<Phase 10 table, watched: {state.edition.id}, {len(state.seats)} seats, round {state.round}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self._with_text(super()._repr_mimebundle_(**kwargs), table_html(self.about, self.view, self.words))

    def show(self, events: Sequence[Event], clock: ClockContent, ack: str | None = None) -> None:
        """Send the public view of the table; *clock* is the pace of the game."""
        session = self._session()
        game = session.game
        self._clock = clock
        about: About = {
            **about_view(game.edition, self.words, "watch", seat_plans=session.seat_plans),
            "height": self._height,
        }
        if about != self.about:
            self.about = {**about}
        content = table_content(session, Viewer(None), self.words, clock, events)
        if game.to_act is None:
            content["missed"] = []
        self.send_view(ack, content)

    def _hello(self, content: Mapping[str, Any], message_id: str) -> None:
        self.send(Welcome(kind="welcome", id=message_id, token=None, offers=[]))
        self._tell_story()

    def _tell_story(self) -> None:
        self.send(story(self._session().games, Viewer(None), self.words, self.rev))

    def _speak(self, content: Mapping[str, Any], message_id: str) -> None:
        self.words = language_in(content)
        self.show((), self._clock, message_id)
        self._tell_story()

    HANDLERS: ClassVar[Mapping[str, Handler]] = {**MessageWidget.HANDLERS, "hello": _hello, "language": _speak}
