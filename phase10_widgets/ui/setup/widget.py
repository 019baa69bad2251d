"""The setup screen as a widget."""

from __future__ import annotations

from typing import Any

from ..drawn.markup import joined, tag
from ..drawn.static_html import line
from ..drawn.static_numbers import page
from ..notebook.built_file import BuiltFile, Script
from ..notebook.message_widget import PlayWidget
from .screen import SetupScreen


class Setup(SetupScreen, PlayWidget):
    """The screen for setting up a game. It passes the choices to its host."""

    _esm = Script("setup.js")
    _css = BuiltFile("setup.css")

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        games = [line(joined([tag("b", game["name"]), ": ", game["line"]])) for game in self.about["editions"]]
        html = page(self.words.say("Set up a game"), games, self.about["notice"], self.words)
        return self._with_text(super()._repr_mimebundle_(**kwargs), html)
