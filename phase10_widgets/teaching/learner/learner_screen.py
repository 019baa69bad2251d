"""Base classes for the screens that belong to a learner: they show the progress, and the browser stores it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ...ui.interactive import InteractiveScreen
from ...ui.screen import Handler, Refused
from ..figures.shared.figure import Figure
from .base_learner import BaseLearner


class LearnerScreen(InteractiveScreen):
    """A screen that belongs to a learner. It has no settings unless a subclass adds some."""

    kept: str
    """The progress that the browser should store, as JSON."""
    _learner: BaseLearner
    SHOWN = (*InteractiveScreen.SHOWN, "kept")
    ANYTIME = frozenset({"ping", "language", "hello"})

    def choose(self, **changes: Any) -> None:
        """Refuse any change, since there are no settings."""
        raise Refused("bad_value", self.MALFORMED)

    def refresh(self, ack: str | None) -> None:
        """Show the learner's current progress."""
        self._show(ack)

    def _hello(self, content: Mapping[str, Any], message_id: str) -> None:
        self._learner.resume(content.get("kept"), content.get("hands"))
        self._show(message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {**InteractiveScreen.HANDLERS, "hello": _hello}


class LearnerFigure(Figure, LearnerScreen):
    """A figure that belongs to a learner."""

    SHOWN = LearnerScreen.SHOWN
    ANYTIME = Figure.ANYTIME | LearnerScreen.ANYTIME

    def __init__(self, learner: BaseLearner, **chosen: Any) -> None:
        """Create the figure for this learner; *chosen* holds its inputs."""
        self._learner = learner
        super().__init__(learner.language, **chosen)
        learner.joined(self)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {**LearnerScreen.HANDLERS, **Figure.HANDLERS}
