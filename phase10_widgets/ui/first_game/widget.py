"""The table of a first game as a widget."""

from __future__ import annotations

from typing import Any

from ..drawn.static_html import table_html
from ..notebook.message_widget import TableWidget
from .screen import FirstGameScreen


class FirstGame(FirstGameScreen, TableWidget):
    """A first game of three minutes that teaches the rules; it ends with a win. It is not stored."""

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self._with_text(super()._repr_mimebundle_(**kwargs), table_html(self.about, self.view, self.words))
