"""The table as a widget: one game played in a notebook."""

from __future__ import annotations

from typing import Any

from ...store.store import Store, StoreLease
from ...store.user_store import default_store
from ..drawn.static_html import table_html
from ..notebook.message_widget import TableWidget
from .screen import TableScreen
from .spectator import Spectator


class Table(TableScreen, TableWidget):
    """A game at a table: ``Table("classic", players=["You", "greedy", "greedy"], seed=7)``.

    A name from ``players.names()`` is a computer player, optionally with a level as in ``"expert:4"``; any other name
    is a person. A function that takes an observation can also play. Several people can share the screen: a curtain
    hides the cards until the next person uncovers them. Every action saves the game in the store, so that it can be
    resumed.
    """

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
