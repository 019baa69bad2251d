"""The coach as a widget."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

from ... import languages
from ...game.game import Game
from ...languages.text import Text
from ...sessions.session import Session
from ...store.user_store import default_store
from ..drawn.static_html import line
from ..drawn.static_numbers import page, table
from ..notebook.built_file import BuiltFile, Script
from ..replay.widget import Replay
from ..screen import Box
from ..table.view_parts import HEIGHT
from .screen import CoachScreen


class Coach(CoachScreen, Replay):
    """The coach's view of a game: ``Coach(record)``, ``Coach(game)``, ``Coach.from_file(Path("game.json"))``.

    Without a game, it offers the current browser's finished games, an example, and a way to open a file. ``review`` and
    ``luck`` contain the full results.
    """

    _esm = Script("coach.js")
    _css = BuiltFile("coach.css")

    def __init__(
        self,
        game: Game | Mapping[str, Any] | Session | None = None,
        *,
        language: str | None = languages.ENGLISH,
        height: int = HEIGHT,
        **box: Unpack[Box],
    ) -> None:
        """Review a game, a record, or a session. The *language* defaults to the browser's preferred one.

        The *height* sets the height of the replay, within the limits for a table.

        Raises:
            SaveError: the record has an unknown format, is truncated, or breaks a rule; the message says where.
            Refused: the game is too long.
            ValueError: the height is out of range.
        """
        super().__init__(game, language=language, height=height, store=default_store(), **box)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        return self._with_text(bundle, _html(self._coach_content(), self.about["notice"], self.words))


def _html(content: Mapping[str, Any], notice: str, words: Text) -> str:
    """Return the coach's HTML for pages without a kernel."""
    if "luck" not in content:
        return page(content["title"], [line(content["lead"])], notice, words)
    luck, head = content["luck"], [words.say("Player"), content["title"]]
    parts = [
        table(luck["head"], [row["cells"] for row in luck["rows"]]),
        *map(line, luck["lines"]),
        line(content["lead"]),
    ]
    for found in content["rounds"]:
        parts += [line(found["title"]), table(head, [(row["name"], row["text"]) for row in found["rows"]])]
    return page(words.say("Coach"), parts, notice, words)
