"""The app as a widget."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import ipywidgets

from ..screens.app import AppHost
from ..screens.screen import PlayScreen
from ..store.user_store import default_store
from .setup.widget import Setup
from .table.first_game import FirstGame
from .table.replay import Replay
from .table.widget import Table


class App(AppHost, ipywidgets.VBox):  # type: ignore[misc]
    """A game from setup to the last round, and then the next: ``App()``."""

    table: Table | None
    SETUP, TABLE, FIRST_GAME, REPLAY = Setup, Table, FirstGame, Replay

    def __init__(self, *, pace: float | None = 0.6, language: str | None = None) -> None:
        """Open the setup screen.

        Args:
            pace: the pause between the steps of computer players in seconds; None has each wait for "Next step".
            language: the language of the app, one of ``languages.names()``; None asks the browser.

        Raises:
            ValueError: the language is unknown.
        """
        AppHost.__init__(self, pace, language, default_store())
        ipywidgets.VBox.__init__(self)
        self.set_up()

    def _handle_msg(self, msg: Mapping[str, Any]) -> None:
        """Ignore what a browser says about this box, except a request for its children."""
        data = msg["content"].get("data")
        if isinstance(data, dict) and data.get("method") == "request_state":
            self.send_state()

    def show(self, screen: PlayScreen) -> None:
        old = self.children
        self.set_trait("children", (cast(ipywidgets.Widget, screen),))
        for gone in old:
            gone.close()
