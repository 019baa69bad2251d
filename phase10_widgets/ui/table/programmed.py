"""A table that a program can play and listen to, while people watch or play at the screen."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, TypeAlias

from ...game.game import Game
from ...rules.actions import Action, IllegalAction
from ...rules.events import Event, public
from .stored_game import StoredGameScreen

Listener: TypeAlias = Callable[[Event, Game], object]
LOG = logging.getLogger(__name__)


class ProgrammedTable(StoredGameScreen):
    """A table whose session may also change from Python; the computer players then go on."""

    AT_ONCE: ClassVar[bool] = False
    """True if a pace of 0 lets computer players act at once at the start and after a program's action, even while an
    event loop is running."""
    _moving = False
    """True while the table itself changes the session."""
    _programmed = False
    """True if a program took the last action; the game then goes on after a round without waiting for a person."""
    _telling = False

    def act(self, action: Action | Mapping[str, Any]) -> None:
        """Take an action for the person to act, then let the computer players go on, while people watch.

        Without a running event loop, or with ``pace=0``, the computer players have acted when this returns. Otherwise,
        they act at the table's pace. ``table.session.act`` does the same.

        Args:
            action: the action, or its dict; ``table.game.legal_actions()`` lists what is possible.

        Raises:
            IllegalAction: the game is over, it is a computer player's turn, or the rules do not allow the action;
                nothing has changed.
        """
        self._still_ours()
        session = self._session
        seat = session.game.to_act
        if seat is not None and not session.waits_for_person:
            raise IllegalAction(
                "wrong_seat",
                "G2",
                "It is {name}'s turn, who acts at the table's pace; with pace=0, computer players act at once.",
                name=session.game.players[seat],
            )
        session.act(0 if seat is None else seat, action)

    def on_event(self, f: Listener) -> Callable[[], None]:
        """Call ``f(event, game)`` after every event at this table, and return a function that ends this.

        The events are those that everyone may see: cards that a seat drew or saved unseen are None. *game* is the game
        after the action that caused the event. An error in *f* is logged, and the game continues.
        """
        if not callable(f):
            raise TypeError(f"on_event needs a function of an event and a game, not {f!r:.60}")
        entry = (f,)
        self._listeners.append(entry)

        def stop() -> None:
            if entry in self._listeners:
                self._listeners.remove(entry)

        return stop

    @contextmanager
    def _own_move(self) -> Iterator[None]:
        """Keep the table from following a change that it makes itself."""
        self._moving = True
        try:
            yield
        finally:
            self._moving = False

    def _listen(self) -> None:
        """Begin to follow the session."""
        self._session.changed = self._changed_by_program

    def _changed_by_program(self, events: Sequence[Event]) -> None:
        """Show a change of the session that did not come from the table itself, and let the computer players go on."""
        if self._moving:
            return
        self._programmed = True
        self._follow(events)
        self._clock.go_on(at_once=self.AT_ONCE)

    def _follow(self, events: Sequence[Event]) -> None:
        """Store and show the session after these events."""
        raise NotImplementedError

    def _tell(self, events: Sequence[Event]) -> None:
        """Tell the listeners about these events, in order even if a listener acts."""
        self._untold.extend((public(event), self._session.game) for event in events)
        if self._telling:
            return
        self._telling = True
        try:
            while self._untold:
                event, game = self._untold.popleft()
                for (listener,) in tuple(self._listeners):
                    try:
                        listener(event, game)
                    except (Exception, SystemExit):  # exit() would end the kernel's loop
                        LOG.exception("a function given to on_event failed")
        finally:
            self._telling = False

    def _begin_listening(self) -> None:
        self._listeners: list[tuple[Listener]] = []
        self._untold: deque[tuple[Event, Game]] = deque()
