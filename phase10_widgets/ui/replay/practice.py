"""A second try: a new game that starts from a moment in a replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ...coach import Decision, graded
from ...game.game import Game
from ...game.moments import RoundResult
from ...rules.events import Event
from ...sessions.seating import SeatPlan
from ...sessions.session import Session
from ..coach.view import advice, decision_view, look_back, review_content
from ..own_players import step_on
from ..screen import Handler, PlayScreen, Refused
from ..setup.view import USUAL
from ..table.clock import Clock, Paced
from ..table.coach_wire import DecisionView
from ..table.event_notes import note_view
from ..table.view import Viewer, clock_content, table_content
from ..table.wire import TableContent

PACE = 0.6
"""The usual pause between computer players' steps, in seconds."""


class Practice(Paced):
    """A second try from a moment in a replay to the end of its round; the coach grades every action."""

    def __init__(self, screen: PlayScreen, game: Game, seat_plans: Sequence[SeatPlan]) -> None:
        """Show the try on *screen*; the person takes the seat whose turn it is, and computer players take the
        others."""
        seat = game.to_act
        assert seat is not None, "a try must start when a seat has to act"
        players = [plan.player or USUAL for plan in seat_plans] or [USUAL] * len(game.players)
        self._screen = screen
        self._game = game
        self._seat = seat
        self._seats = [SeatPlan(name, None if at == seat else players[at]) for at, name in enumerate(game.players)]
        self._clock = Clock(PACE, due=lambda: self._computer_acts, act=self._step_on, refuse=screen.refuse)
        self._begin()

    def _begin(self) -> None:
        self._session = Session.from_game(self._game, self._seats)
        self._graded: Decision | None = None
        """The person's last action."""

    def close(self) -> None:
        """Stop the computer players."""
        self._clock.stop()

    def show(self, ack: str | None, events: Sequence[Event] = (), notes: Sequence[str] = ()) -> None:
        """Send the current table."""
        self._screen.send_view(ack, self._content(events, notes))

    @property
    def _ended(self) -> RoundResult | None:
        """The completed round, or None while it is being played."""
        return next(iter(self._session.games.results), None)

    @property
    def _computer_acts(self) -> bool:
        return self._ended is None and not self._session.waits_for_person

    def _content(self, events: Sequence[Event], notes: Sequence[str]) -> TableContent:
        """Return the table for the person; once the round is over, its result and the coach's review."""
        session, seat, words = self._session, self._seat, self._screen.words
        games, result = session.games, self._ended
        clock = clock_content(session, result, self._clock.pace, paused=self._clock.paused)
        viewer = Viewer(seat, result, keeps_hand=False)
        content = table_content(session, viewer, words, clock, events, undo=session.can_undo(seat))
        content["events"] = [*content["events"], *map(note_view, notes)]
        summary = content["summary"]
        if result is None or summary is None:
            return {**content, "graded": self._grade()}
        review = review_content(look_back(games, result, seat), games, words)
        return {**content, "summary": {**summary, "review": review}}

    def _grade(self) -> DecisionView | None:
        """Return the person's last action with its grade, or None if there was no choice."""
        if self._graded is None:
            return None
        return decision_view(self._graded, self._session.games, self._screen.words)

    def _step_on(self, ack: str | None) -> None:
        self.show(ack, *step_on(self._session, self._screen.words))

    # messages from the browser

    def _act(self, content: Mapping[str, Any], message_id: str) -> None:
        if self._ended is not None:
            raise Refused("wrong_step", "This round is over.")
        games = self._session.games
        events = self._session.act(self._seat, content.get("action", {}))
        done = self._session.game.done
        assert done is not None, "the game must record the last action"
        self._graded = graded(games.last.observe(self._seat), done, len(games) - 1)
        self.show(message_id, events)
        self._clock.go_on()

    def _undo(self, content: Mapping[str, Any], message_id: str) -> None:
        if not self._session.can_undo(self._seat):
            raise Refused("nothing_to_undo", "There is nothing to undo.")
        self._clock.stop()
        self._session.undo(self._seat)
        self._graded = None
        self.show(message_id)

    def _hint(self, content: Mapping[str, Any], message_id: str) -> None:
        if self._ended is not None:
            raise Refused("wrong_step", "This round is over.")
        self._screen.send(advice(self._session.observe(self._seat), self._screen.words, message_id))

    def _again(self, content: Mapping[str, Any], message_id: str) -> None:
        """Return to the moment at which the try began."""
        self._clock.stop()
        self._begin()
        self.show(message_id)

    def _render_again(self, message_id: str | None) -> None:
        self.show(message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {
        **Paced.HANDLERS,
        "action": _act,
        "undo": _undo,
        "hint": _hint,
        "again": _again,
    }
    """The handlers for messages about the try itself, as opposed to the game behind it."""
