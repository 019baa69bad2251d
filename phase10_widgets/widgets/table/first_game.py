"""The table of a first game as a widget."""

from __future__ import annotations

from ...screens.first_game import FirstGameScreen
from ..shared.message_widget import TableWidget


class FirstGame(FirstGameScreen, TableWidget):
    """A first game of three minutes that teaches the rules; it ends with a win. It is not stored."""
