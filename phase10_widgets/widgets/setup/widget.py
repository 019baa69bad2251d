"""The setup screen as a widget."""

from __future__ import annotations

from ...screens.setup import SetupScreen
from ..shared.built_file import BuiltFile, Script
from ..shared.message_widget import PlayWidget


class Setup(SetupScreen, PlayWidget):
    """The screen for setting up a game. It passes the choices to its host."""

    _esm = Script("setup.js")
    _css = BuiltFile("setup.css")
