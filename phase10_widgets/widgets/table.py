"""The table: one game that people play in a notebook, with Python as the authority and the browser as the view."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ..core.actions import IllegalAction
from ..core.events import Event, RoundEnded
from ..core.said import Refusal
from ..game import Game
from ..session import Session, Sitter
from . import view as views
from .static_table import table_html
from .view import TEXT

STATIC = Path(__file__).parent / "static"
MOST_PACE = 5.0
"""The longest pause between the steps of computer players, in seconds."""
LOG = logging.getLogger(__name__)


class Refused(Refusal):
    """A message from the browser that is not carried out."""

    def __init__(self, code: str, template: str, /, rule: str | None = None, **parts: object) -> None:
        super().__init__(template, **parts)
        self.code = code
        self.rule = rule


class Table(anywidget.AnyWidget):
    """A game at a table: ``Table("classic", players=["You", "greedy", "greedy"], seed=7)``.

    A player's name that is one of ``players.names()`` is a computer player; any other is a person. Several
    people share the screen: a curtain hides the cards until the next one says so.
    """

    _esm = STATIC / "table.js"
    _css = STATIC / "table.css"
    about = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        edition: str = "classic",
        players: Sequence[str | Sitter] = ("You", "greedy", "greedy"),
        seed: int | str | None = None,
        *,
        pace: float = 0.6,
        session: Session | None = None,
        **options: Any,
    ) -> None:
        """A new game, or the game of a *session*.

        Args:
            edition: the edition's id.
            players: who sits at the seats, in order; at least one person.
            seed: decides all chance; None draws one.
            pace: seconds between the steps of computer players, 0 to 5.
            session: a game in progress; then edition, players, seed and options are not looked at.
            options: the edition's options by name.

        Raises:
            ValueError: as for :class:`Session`; nobody at the table; a pace out of range.
        """
        self.pace = _pace(pace)
        self.on_again: Callable[[], None] | None = None
        """What "play again" does instead of dealing a new game at this table."""
        self._answered: deque[str] = deque(maxlen=500)
        self._events: list[Event] = []
        self._summary: dict[str, Any] | None = None
        self._curtain = False
        self._task: asyncio.Task[None] | None = None
        super().__init__()
        self._sit_down(session or Session(edition, players, _seed(seed), **options))
        self.on_msg(self._on_message)

    @property
    def session(self) -> Session:
        """The game that is played here."""
        return self._session

    @property
    def game(self) -> Game:
        """The game as it stands: the whole truth, which never leaves Python."""
        return self._session.game

    def new_game(self, seed: int | str | None = None) -> None:
        """Deal a new game for the same seats and options."""
        self._sit_down(self._next_session(seed))

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """What the browser says of the synced traits does not count: it is told the truth again."""
        self.send_state([key for key in ("about", "view") if key in sync_data])

    def __repr__(self) -> str:
        state = self.game.state
        return f"<Phase 10 table: {state.edition.id}, {len(state.seats)} seats, round {state.round}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        found = super()._repr_mimebundle_(**kwargs)
        data, metadata = found if isinstance(found, tuple) else (found, {})
        if data is not None:
            data = {**data, "text/plain": repr(self), "text/html": table_html(self.about, self.view)}
        return (data, metadata) if isinstance(found, tuple) else data

    def _next_session(self, seed: int | str | None) -> Session:
        edition = self.game.edition
        return Session(edition.id, self._session.sitters, _seed(seed), **edition.options)

    def _sit_down(self, session: Session, ack: str | None = None) -> None:
        if not session.people:
            raise ValueError("nobody sits at this table: give one seat a name that is no computer player's")
        self._stop()
        self._session = session
        self._you = session.people[0]
        self._summary = None
        self._curtain = False
        self._events = list(session.game.events)
        self.about = views.about(session.game.edition)
        self._show(ack)
        self._go_on()

    def _show(self, ack: str | None = None, notes: Sequence[str] = ()) -> None:
        """Send the table as the person in front of it may see it."""
        game, session = self.game, self._session
        if session.waits_for_person and game.to_act != self._you and self._summary is None:
            self._curtain = True
        to_act = game.to_act
        shown = None if self._curtain else self._you
        events = views.told(self._events, game, shown) + [{"type": "note", "text": note} for note in notes]
        self._events = []
        thinks = to_act is not None and not session.waits_for_person and self._summary is None
        self.view = {
            "v": 1,
            "rev": self.view.get("rev", 0) + 1,
            "ack": ack,
            "you": self._you,
            "curtain": {"seat": to_act, "name": game.players[to_act]} if self._curtain and to_act is not None else None,
            **(views.hidden_view() if shown is None else views.seat_view(game, shown)),
            "events": events,
            "summary": self._summary,
            "over": views.over(game) if self._summary is None else None,
            "undo": not self._curtain and session.can_undo(self._you),
            "thinking": {"seat": to_act, "name": game.players[to_act]} if thinks and to_act is not None else None,
            "pace": self.pace,
        }

    def _happened(self, before: Game, events: Sequence[Event]) -> None:
        self._events += events
        for event in events:
            if isinstance(event, RoundEnded):
                self._summary = views.summary(event, before, self.game)

    # what the browser says

    def _on_message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Carry out one message; whatever is wrong with it is answered with a sentence."""
        said = content.get("id") if isinstance(content, dict) else None
        said = said if isinstance(said, str) and 0 < len(said) <= 100 else None
        try:
            if said is None:
                raise Refused("malformed", "The table did not understand that.")
            if said not in self._answered:
                self._answered.append(said)
                self._carry_out(content, said)
        except (Refused, IllegalAction) as refusal:
            self._refuse(said, refusal.code, refusal.rule, TEXT.refusal(refusal))
        except Exception:
            LOG.exception("a message from the browser failed")
            self._refuse(said, "failed", None, TEXT.say("Something went wrong here; the game is as it was."))

    def _refuse(self, said: str | None, code: str, rule: str | None, why: str) -> None:
        self.send({"kind": "reject", "id": said, "code": code, "rule": rule, "why": why})

    def _carry_out(self, content: Mapping[str, Any], said: str) -> None:
        deed = _DEEDS.get(content["kind"]) if isinstance(content.get("kind"), str) else None
        if deed is None or content.get("v") != 1:
            raise Refused("malformed", "The table did not understand that.")
        if deed is not Table._set_pace and content.get("rev") != self.view["rev"]:
            self.send_state("view")
            raise Refused("stale", "The table has moved on; look again and choose anew.")
        deed(self, content, said)

    def _act(self, content: Mapping[str, Any], said: str) -> None:
        if self._curtain or self._summary is not None:
            raise Refused("wrong_step", "First uncover the table or go on to the next round.")
        before = self.game
        events = self._session.act(self._you, content.get("action", {}))
        self._happened(before, events)
        self._show(said)
        self._go_on()

    def _undo(self, content: Mapping[str, Any], said: str) -> None:
        if self._curtain or not self._session.can_undo(self._you):
            raise Refused("nothing_to_undo", "There is nothing to undo.")
        self._stop()
        self._session.undo(self._you)
        self._summary = None
        self._events = []
        self._show(said, [TEXT.taken_back(self.game.players[self._you])])

    def _continue(self, content: Mapping[str, Any], said: str) -> None:
        self._summary = None
        self._show(said)
        self._go_on()

    def _ready(self, content: Mapping[str, Any], said: str) -> None:
        if not self._curtain or self.game.to_act is None:
            raise Refused("wrong_step", "The table is not covered.")
        self._you = self.game.to_act
        self._curtain = False
        self._show(said)

    def _again(self, content: Mapping[str, Any], said: str) -> None:
        if self.game.to_act is not None:
            raise Refused("wrong_step", "The game is not over yet.")
        if self.on_again is not None:
            self.on_again()
        else:
            self._sit_down(self._next_session(None), said)

    def _set_pace(self, content: Mapping[str, Any], said: str) -> None:
        try:
            self.pace = _pace(content.get("seconds"))
        except ValueError as error:
            raise Refused("malformed", "The table did not understand that.") from error
        self._show(said)

    # computer players

    def _go_on(self) -> None:
        """Let the computer players act, one visible step at a time."""
        if self._summary is not None or self.game.to_act is None or self._session.waits_for_person:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # a plain script: there is nobody to watch
            while self._one_step():
                pass
            return
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._play_on())

    async def _play_on(self) -> None:
        try:
            await asyncio.sleep(self.pace)
            while self._one_step():
                await asyncio.sleep(self.pace)
        except Exception:
            LOG.exception("a computer player failed")
            self._refuse(None, "failed", None, TEXT.say("A computer player failed; undo, or start a new game."))

    def _one_step(self) -> bool:
        """One action of a computer player; whether another one follows."""
        before = self.game
        self._happened(before, self._session.step())
        self._show()
        return self._summary is None and self.game.to_act is not None and not self._session.waits_for_person

    def _stop(self) -> None:
        if self._task is not None and not self._task.done():
            self._task.cancel()
        self._task = None


_DEEDS: dict[str, Callable[[Table, Mapping[str, Any], str], None]] = {
    "action": Table._act,
    "undo": Table._undo,
    "continue": Table._continue,
    "ready": Table._ready,
    "again": Table._again,
    "pace": Table._set_pace,
}


def _pace(seconds: Any) -> float:
    if type(seconds) not in (int, float) or not 0 <= seconds <= MOST_PACE:
        raise ValueError(f"the pause is 0 to {MOST_PACE:g} seconds, not {str(seconds)[:40]}")
    return float(seconds)


def _seed(seed: int | str | None) -> int | str:
    return secrets.randbelow(1_000_000_000) if seed is None else seed
