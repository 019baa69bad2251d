"""The table for a guided first game, as a widget."""

from __future__ import annotations

from typing import Any

from ..drawn.static_html import table_html
from ..notebook.message_widget import TableWidget
from .screen import FirstGameScreen


class FirstGame(FirstGameScreen, TableWidget):
    """A three-minute first game that teaches the rules and ends with a win. It is not stored."""

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self._with_text(super()._repr_mimebundle_(**kwargs), table_html(self.about, self.view, self.words))
