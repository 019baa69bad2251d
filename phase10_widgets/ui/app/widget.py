"""The app as a widget."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack, cast

import ipywidgets

from ...store.user_store import default_store
from ..first_game.widget import FirstGame
from ..notebook.message_widget import check_box
from ..replay.widget import Replay
from ..screen import Box, PlayScreen
from ..setup.widget import Setup
from ..table.widget import Table
from .screen import AppHost

NARROWEST = "300px"
"""The app's minimum width when its container, such as a sidebar, shrinks; the screens fill the app's box."""


class App(AppHost, ipywidgets.VBox):  # type: ignore[misc]
    """An app that runs one game after another, each from setup to the last round: ``App()``."""

    table: Table | None
    _own: tuple[ipywidgets.Layout, ...] = ()
    """The layout if it was created only for this app; otherwise empty."""
    SETUP, TABLE, FIRST_GAME, REPLAY = Setup, Table, FirstGame, Replay

    def __init__(self, *, pace: float | None = 0.6, language: str | None = None, **box: Unpack[Box]) -> None:
        """Open the setup screen.

        Args:
            pace: the pause between computer players' steps, in seconds; None makes each step wait for "Next step".
            language: the app's language, one of ``languages.names()``; None uses the browser's preferred one.

        Raises:
            ValueError: the language is unknown.
        """
        check_box(App, box)
        AppHost.__init__(self, pace, language, default_store())
        ipywidgets.VBox.__init__(self, **box)
        given = isinstance(box.get("layout"), ipywidgets.Layout)
        self._own = () if given else (self.layout,)
        if not given and self.layout.min_width is None:
            self.layout.min_width = NARROWEST
        self.set_up()

    def close(self) -> None:
        """Close the current screen in the browser, along with the layout created for the app."""
        gone = (*self.children, *self._own)
        super().close()
        for widget in gone:
            widget.close()

    def __repr__(self) -> str:
        return "<Phase 10 app>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Show the current screen on a page without a kernel."""
        shown, found = super()._repr_mimebundle_(**kwargs), self.children[0]._repr_mimebundle_()
        return {**shown, "text/html": (found[0] if isinstance(found, tuple) else found)["text/html"]}

    def _handle_msg(self, msg: Mapping[str, Any]) -> None:
        """Ignore a browser's messages about this box, except requests for its children."""
        data = msg["content"].get("data")
        if isinstance(data, dict) and data.get("method") == "request_state":
            self.send_state()

    def show(self, screen: PlayScreen) -> None:
        old = self.children
        self.set_trait("children", (cast(ipywidgets.Widget, screen),))
        for gone in old:
            gone.close()
