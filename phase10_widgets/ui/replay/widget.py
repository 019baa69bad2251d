"""A replay as a widget."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any, Unpack

from ... import languages
from ...base.files import text_from
from ...sessions.saved_game import FILE
from ..drawn.static_html import table_html
from ..notebook.message_widget import TableWidget
from ..screen import Box
from ..table.view_parts import HEIGHT
from .screen import ReplayScreen, read_game


class Replay(ReplayScreen, TableWidget):
    """A replay of a game: ``Replay(game)``, ``Replay(record)``, ``Replay.from_file(Path("game.json"))``."""

    @classmethod
    def from_file(
        cls,
        file: Path | IO[str] | IO[bytes],
        *,
        language: str = languages.ENGLISH,
        height: int = HEIGHT,
        **box: Unpack[Box],
    ) -> Replay:
        """Replay the game in a file, given by its path or as an open file: a record, or a saved game.

        Raises:
            OSError: the file cannot be read.
            SaveError: the file contains no game; the message says why.
            ValueError: the height is out of range.
        """
        return cls(read_game(text_from(file, FILE)), language=language, height=height, **box)

    def __repr__(self) -> str:
        cursor = self._replay.cursor
        return f"<Phase 10 replay: {cursor.game.edition.id}, {len(cursor.games)} moments>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self._with_text(super()._repr_mimebundle_(**kwargs), table_html(self.about, self.view, self.words))
