"""A card about the learner's player: whether its code is stored with the progress, and how it performed in a trial."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from typing import Any

from ...base.translatable import NumberText, phrase
from ..code.code_home import code_home, has_cells
from ..code.code_task import MAX_CODE
from ..code.ladder import try_player
from ..code.player_child import marked
from ..code.player_code import PLAYER_ID, PlayerFault, is_example
from ..figures.shared.parts import Part, Tone, text
from .base_learner import BaseLearner
from .cell_code import cell_source
from .learner_screen import LearnerFigure
from .player_editor import FAILED, KEPT, NOWHERE, TOO_LONG, TRIED, UNMARKED

_EXAMPLE = phrase(
    "This is the player that comes with the lesson. Change it, run the cell again, and it is kept with your progress."
)


class PlayerCard(LearnerFigure):
    """A sentence about the learner's player; made by :meth:`Learner.player`."""

    TITLE = phrase("Your player")
    LEAD = phrase("Only the code of the cell above goes into your class's contest.")

    def __init__(self, learner: BaseLearner) -> None:
        """Start with the sentence about the lesson's example."""
        self._sentence: tuple[str, dict[str, object]] = (_EXAMPLE, {})
        self._tone: Tone = "hint"
        super().__init__(learner)

    def take(self, function: Callable[..., Any]) -> None:
        """Store the code of this function's cell and try it out, unless it is the lesson's example or cannot be
        stored."""
        source = _source(function)
        if not has_cells():
            self._say(NOWHERE)
        elif source is None:
            self._say(UNMARKED, "wrong")
        elif is_example(source):
            self._say(_EXAMPLE)
        elif len(source) > MAX_CODE:
            self._say(TOO_LONG, "wrong", most=MAX_CODE)
        else:
            self._learner.progress.keep_code(PLAYER_ID, source)
            self._try(source)
            self._learner.changed([PLAYER_ID], self)

    def _try(self, source: str) -> None:
        if sys.platform == "emscripten":  # a browser has no separate processes
            self._say(KEPT, "right")
            return
        try:
            wins, games = try_player(source)
        except PlayerFault as fault:
            self._say(FAILED, "wrong", why=self.words.refusal(fault))
        else:
            self._say(TRIED, "right", wins=NumberText(f"{wins:g}"), games=games)

    def _say(self, sentence: str, tone: Tone = "hint", **parts: object) -> None:
        self._sentence, self._tone = (sentence, parts), tone
        self._show()

    def _said(self) -> str:
        sentence, parts = self._sentence
        return self.words.say(sentence, **parts)

    def _parts(self) -> list[Part]:
        return [text(self._said(), self._tone)]

    def __repr__(self) -> str:
        return f"<Your player: {self._said()}>"


def player_to_edit(function: Callable[..., Any]) -> str | None:
    """Return the code that an editor starts with; None if cells are the editors or no code may run."""
    if has_cells() or code_home() not in ("kernel", "browser"):
        return None
    return _source(function)


def _source(function: Callable[..., Any]) -> str | None:
    """Return the code of the function's cell; None if it does not mark this function as the player."""
    try:
        source = cell_source(function, undecorated=False)
        found = marked(ast.parse(source))
    except (OSError, SyntaxError, TypeError, AttributeError):
        return None
    return source if found is not None and found.name == function.__name__ else None
