"""The table as a widget: one game played in a notebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import traitlets

from ...base.translatable import Refusal
from ...rules.events import Event
from ...store.store import Store, StoreLease
from ...store.user_store import default_store
from ..drawn.static_html import table_html
from ..notebook.message_widget import TableWidget
from .clock import seconds_of
from .screen import TableScreen
from .spectator import Spectator


class Table(TableScreen, TableWidget):
    """A game at a table: ``Table("classic", players=["You", "greedy", "greedy"], seed=7)``.

    A name from ``players.names()`` is a computer player, optionally with a level as in ``"expert:4"``; any other name
    is a person. A function that takes an observation can also play. Several people can share the screen: a curtain
    hides the cards until the next person uncovers them. Every action saves the game in the store, so that it can be
    resumed.

    A program can play, too: :meth:`act` takes an action for the person to act, and :meth:`on_event` calls a function
    after each event. ``pace``, ``round``, ``to_act`` and ``standings`` are traits for ``observe``, ``link`` and
    ``jslink``; only ``pace`` can be set.
    """

    AT_ONCE: ClassVar[bool] = True
    pace = traitlets.Any(
        help='The pause between computer players\' steps, 0 to 5 seconds; None makes each step wait for "Next step".'
    ).tag(sync=True)
    round = traitlets.Int(1, read_only=True, help="The number of the current round, starting at 1.").tag(sync=True)
    to_act = traitlets.Int(
        None, allow_none=True, read_only=True, help="The seat whose turn it is, or None if the game is over."
    ).tag(sync=True)
    standings: traitlets.List[dict[str, Any]] = traitlets.List(
        read_only=True, help="One row for each seat, best first: seat, name, place, completed, score."
    ).tag(sync=True)

    @traitlets.validate("pace")
    def _checked_pace(self, proposal: Mapping[str, Any]) -> float | None:
        return seconds_of(proposal["value"])

    @traitlets.observe("pace")
    def _pace_changed(self, change: Mapping[str, Any]) -> None:
        """Go on at the new pace, unless the clock already has it."""
        if change["new"] != self._clock.pace:
            self._change_pace(change["new"], None)

    def _change_pace(self, seconds: Any, ack: str | None) -> None:
        super()._change_pace(seconds, ack)
        self.pace = self._clock.pace

    def _inform(self, events: Sequence[Event]) -> None:
        game = self.game
        with self.hold_trait_notifications():
            self.pace = self._clock.pace
            self.set_trait("round", game.round)
            self.set_trait("to_act", game.to_act)
            self.set_trait("standings", game.standings)
        super()._inform(events)

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """Take a new pace from the browser, as from a linked slider; ignore its other values, as all widgets do."""
        if "pace" in sync_data:
            try:
                self.pace = sync_data["pace"]
            except Refusal as refusal:
                self.refuse(None, refusal)
                self.send_state("pace")
        super().set_state(sync_data)

    @classmethod
    def resume(cls, token: str, *, store: Store | None = None, **settings: Any) -> Table:
        """Open a table with a stored game; *store* defaults to the user's store, and *settings* work as in a new table.

        Raises:
            SaveError: the game no longer exists or cannot be read.
        """
        keeper = StoreLease(store or default_store())
        return cls(session=keeper.take(token), keeper=keeper, **settings)

    def watch(self) -> Spectator:
        """Return a second view of this game for spectators, without any hands; it stays in sync."""
        watcher = Spectator(lambda: self._session, self.words, self._height)
        watcher.show((), self._clock_content())
        self._watchers.add(watcher)
        return watcher

    def __repr__(self) -> str:
        state = self.game.state
        return f"<Phase 10 table: {state.edition.id}, {len(state.seats)} seats, round {state.round}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self._with_text(super()._repr_mimebundle_(**kwargs), table_html(self.about, self.view, self.words))
