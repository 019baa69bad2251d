"""Base class for the figures that belong to a learner: they show the learner's progress, and the browser stores it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import traitlets

from ...screens.screen import Handler
from ..figures.figure import Figure

if TYPE_CHECKING:
    from .learner import Learner


class LearnerFigure(Figure):
    """A figure that belongs to a learner."""

    kept = traitlets.Unicode(help="The progress that the browser should store.").tag(sync=True)
    SHOWN = (*Figure.SHOWN, "kept")
    ANYTIME = Figure.ANYTIME | {"hello"}

    def __init__(self, learner: Learner, **chosen: Any) -> None:
        """Belong to this learner; *chosen* are the figure's traits."""
        self._learner = learner
        super().__init__(learner.language, **chosen)
        learner.joined(self)

    def refresh(self, ack: str | None) -> None:
        """Show the learner's current progress."""
        self._show(ack)

    def _hello(self, content: Mapping[str, Any], message_id: str) -> None:
        self._learner.resume(content.get("kept"), content.get("hands"))
        self._show(message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {**Figure.HANDLERS, "hello": _hello}
